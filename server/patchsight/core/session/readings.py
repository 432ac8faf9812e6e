"""What was shown of files, and what changed them since: an edit against a text that is no longer
there is told as such, not as one that was never right.

Everything here is data, kept with the figures of a session: each function gives the readings
afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType
from typing import NamedTuple

from patchsight.core.model.patch import Part
from patchsight.core.model.report import Report, Resolution, State
from patchsight.core.text.buffer import split_lines
from patchsight.core.text.line_diff import opcodes
from patchsight.core.text.phrases import quote_line

MOST_READINGS = 200
_MOST_COMPARED = 50  #: lines that one may have become
_MOST_TEXT = 1_000_000  #: characters that are remembered of all files together
NO_PATCH = 0  #: the number of what changed a line, if that was no patch of the session


class Reading(NamedTuple):
    """A file as it was shown, as it was last seen, and which of the shown lines are others since:
    by row the number of the patch, or `NO_PATCH`.
    """

    text: str
    last: str
    changed: Mapping[int, int] = MappingProxyType({})


Readings = Mapping[str, Reading]


class Stale(NamedTuple):
    """A line that a part expects as it was shown, and that is another one now."""

    row: int
    was: str
    now: str | None  #: None if nothing stands in its place
    patch: int  #: that changed it, or `NO_PATCH`


def show(readings: Readings, texts: Mapping[str, str]) -> dict[str, Reading]:
    """Files are read: from now on this is what their reader knows."""
    after = {path: reading for path, reading in readings.items() if path not in texts}
    return _bounded(after | {path: Reading(text, text) for path, text in texts.items()})


def follow(readings: Readings, path: str, text: str, patch: int) -> dict[str, Reading]:
    """A file that was shown says something else now, by this patch."""
    reading = readings.get(path)
    if reading is None or reading.last == text:
        return dict(readings)
    shown, last = split_lines(reading.text), split_lines(reading.last)
    gone = {row for row, _ in _changed(last, split_lines(text))}
    stood = _rows_then(shown, last)
    lost = {
        row: patch for row, then in stood.items() if then in gone and row not in reading.changed
    }
    return {**readings, path: Reading(reading.text, text, {**reading.changed, **lost})}


def follow_patch(readings: Readings, report: Report, patch: int) -> dict[str, Reading]:
    """A patch was applied; what its files said before it nobody's patch had changed."""
    after = dict(readings)
    for plan in report.plan:
        if plan.path not in after:
            continue
        after = follow(after, plan.path, plan.before or "", NO_PATCH)
        after = follow(after, plan.path, plan.after or "", patch)
        if plan.new_path:
            after[plan.new_path] = after.pop(plan.path)
    return _bounded(after)


def find_stale(readings: Readings, report: Report, resolution: Resolution) -> Stale | None:
    """The line that a part which is not found expects as it was shown, if that is why."""
    reading, now = readings.get(resolution.path), report.texts.get(resolution.path)
    if resolution.state is not State.MISSING or reading is None or now in (None, reading.text):
        return None
    shown = split_lines(reading.text)
    start = _find(shown, resolution.part)
    if start is None:
        return None
    changed = follow(readings, resolution.path, now or "", NO_PATCH)[resolution.path].changed
    for row, there in _changed(shown, split_lines(now or "")):
        if row in range(start, start + len(resolution.part.old)):
            now_there = _most_alike(shown[row], there)
            return Stale(row, shown[row], now_there, changed.get(row, NO_PATCH))
    return None


def explain(readings: Readings, report: Report) -> None:
    """Say of parts that are not found what changed since the file was read, where that is it."""
    for problem in report.errors if readings else ():
        resolution = report.part(problem.part)
        stale = find_stale(readings, report, resolution) if resolution else None
        if stale:
            who = f"your patch {stale.patch} changed it"
            if stale.patch == NO_PATCH:
                who = "it was changed since, not by a patch of this session"
            read = f"Line {stale.row + 1} was {quote_line(stale.was)} when you read it"
            problem.message = f"{read}; {who}, and {name_now(stale)}. {problem.message}"


def name_now(stale: Stale) -> str:
    """What stands where a line stood."""
    return "it is gone" if stale.now is None else f"now it is {quote_line(stale.now)}"


def _bounded(readings: dict[str, Reading]) -> dict[str, Reading]:
    """The files that were shown last, as far as there is room."""
    kept, room = list[str](), _MOST_TEXT
    for path in reversed(list(readings)[-MOST_READINGS:]):
        room -= len(readings[path].text) + len(readings[path].last)
        if room < 0:
            break
        kept.append(path)
    return {path: readings[path] for path in reversed(kept)}


def _find(lines: Sequence[str], part: Part) -> int | None:
    """Where the old text of a part stood, if that was in one place, white space at the ends aside."""
    old = [line.text.strip() for line in part.old]
    code = [line.strip() for line in lines]
    starts = [at for at in range(len(code) - len(old) + 1) if code[at : at + len(old)] == old]
    return starts[0] if old and len(starts) == 1 else None


def _changed(was: Sequence[str], now: Sequence[str]) -> Iterator[tuple[int, Sequence[str]]]:
    """The lines that are others now, from 0, and the lines one of which stands in their place."""
    for tag, first, last, start, end in opcodes(was, now):
        for at in range(first, last) if tag != "equal" else ():
            same = end - start == last - first
            yield at, now[start + at - first :][:1] if same else now[start:end]


def _most_alike(line: str, others: Sequence[str]) -> str | None:
    """The line that another one seems to have become; None if there is none."""
    if len(others) < 2:
        return others[0] if others else None
    return (get_close_matches(line, others[:_MOST_COMPARED], 1, 0) or others)[0]


def _rows_then(shown: Sequence[str], last: Sequence[str]) -> dict[int, int]:
    """For each shown line that was still there, the row in which it then stood."""
    rows, at, drift = dict[int, int](), 0, 0
    for tag, first, end, _, stop in opcodes(shown, last):
        if tag != "equal":
            rows |= {row: row + drift for row in range(at, first)}
            at, drift = end, stop - end
    return rows | {row: row + drift for row in range(at, len(shown))}

"""The edits of a log, each judged against the files as they were when it was made.

A folder, or a revision, says what the files are at one moment; from there on they change as the log
says that edits succeeded. Where a folder is how the session left it, what succeeded is taken back
first. What a log says of a file, since it was shown or copied, is believed before all else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple, Protocol

from patchsight.core.logs.causes import Cause, find_cause
from patchsight.core.logs.events import Call, Log, Sight
from patchsight.core.model.patch import Grade
from patchsight.core.model.report import FilePlan, Lines, Report, Resolution, State
from patchsight.core.session.readings import (
    NO_PATCH,
    Readings,
    Stale,
    find_stale,
    follow,
    follow_patch,
    name_now,
    show,
)
from patchsight.core.text.buffer import split_lines
from patchsight.core.text.enclosing import name_places
from patchsight.core.text.phrases import place_list, quote_line

_MOST_ROWS = 12  #: of the file that are quoted for one edit
_MOST_SAID = 300


class Past(Protocol):
    """Files as they were at some moment of a session."""

    def check(self, text: str) -> Report:
        """What an edit does to the files."""

    def take_back(self, report: Report) -> Sequence[FilePlan]:
        """What takes an edit back that was made; nothing if that cannot be told."""

    def pretend(self, plans: Sequence[FilePlan]) -> None:
        """The files are as these plans leave them."""

    def put(self, path: str, text: str) -> str:
        """A file says this; its path from the root, or nothing if it lies elsewhere."""

    def text(self, path: str) -> str | None:
        """What the file at a path from the root says."""

    def again(self) -> Past:
        """The same files, to try something out."""


class Known(str, Enum):
    """How it is known what the files of an edit said."""

    LOG = "the log shows it"
    FOLLOWED = "the edits that succeeded fit it"
    ASSUMED = "it is taken to be as it is here"
    LOST = "not known: an edit before that succeeded does not fit it"


class Verdict(NamedTuple):
    """What is said of one edit."""

    number: int
    call: Call
    report: Report
    failed: bool
    known: Known
    cause: Cause | None = None
    why: str = ""
    matching: Sequence[str] = ()  #: what would have matched, as rows to show

    @property
    def format(self) -> str:
        return self.report.patch.format.name if self.report.patch.format else ""

    @property
    def paths(self) -> list[str]:
        return _paths(self.report)

    @property
    def said(self) -> str:
        return " ".join(self.call.answer.text.split())[:_MOST_SAID]


def replay(
    log: Log, past: Past, step: Callable[[int, int], None] = lambda done, total: None
) -> list[Verdict]:
    """A verdict on every edit; `step` is told how far it is."""
    events = [event for event in log.events if isinstance(event, Sight) or _is_edit(event, past)]
    calls = [event for event in events if isinstance(event, Call)]
    made = [call for call in calls if call.answer.failed is False]
    if not _fit(made, past.again()):
        for call in reversed(made):
            _take_back(call, past)
    return list(_Replay(past).run(events, len(calls), step))


def _is_edit(call: Call, past: Past) -> bool:
    report = past.check(call.text)
    wrong = any(problem.code != "no_patch" for problem in report.errors)
    return bool(report.patch.format) and (bool(report.patch.files) or wrong)


def _fit(made: Sequence[Call], past: Past) -> bool:
    """Whether all edits that were made can be made on these files, one after the other."""
    for call in made:
        for path, text in call.answer.before.items():
            past.put(path, text)
        report = past.check(call.text)
        if not report.ok or not report.plan:
            return False
        past.pretend(report.plan)
    return True


def _take_back(call: Call, past: Past) -> None:
    if call.answer.before:
        for path, text in call.answer.before.items():
            past.put(path, text)
    else:
        past.pretend(past.take_back(past.check(call.text)))


class _Replay:
    def __init__(self, past: Past) -> None:
        self._past = past
        self._readings: Readings = {}
        self._known: dict[str, Known] = {}

    def run(
        self, events: Sequence[Call | Sight], total: int, step: Callable[[int, int], None]
    ) -> Iterator[Verdict]:
        number = 0
        for event in events:
            if isinstance(event, Sight):
                self._see(event.path, event.text)
                continue
            number += 1
            for path, text in event.answer.before.items():
                self._see(path, text, by_reading=False)
            yield self._judge(number, event)
            step(number, total)

    def _see(self, path: str, text: str, *, by_reading: bool = True) -> None:
        """The log says what a file says."""
        clean = self._past.put(path, text)
        if not clean:
            return
        now = self._past.text(clean) or ""
        self._known[clean] = Known.LOG
        if by_reading or clean not in self._readings:
            self._readings = show(self._readings, {clean: now})
        else:
            self._readings = follow(self._readings, clean, now, NO_PATCH)

    def _judge(self, number: int, call: Call) -> Verdict:
        report = self._past.check(call.text)
        # an agent has read what it edits, though not every log shows how
        edited = [path for path in _paths(report) if path in report.texts]
        new = {path: report.texts[path] for path in edited if path not in self._readings}
        self._readings = show(self._readings, new)
        known = self._how_known(report)
        failed = not report.ok if call.answer.failed is None else call.answer.failed
        if not failed:
            self._go_on(number, report)
            return Verdict(number, call, report, False, known)
        stale = self._find_stale(report)
        said = "" if call.answer.failed is None else call.answer.text
        cause = find_cause(report, said, stale, certain=known is not Known.LOST)
        why = _explain(report, stale)
        return Verdict(number, call, report, True, known, cause, why, _matching(report))

    def _how_known(self, report: Report) -> Known:
        usual = Known.ASSUMED
        states = [self._known.get(path, usual) for path in _paths(report)]
        worst = (Known.LOST, Known.ASSUMED, Known.FOLLOWED, Known.LOG)
        return next((state for state in worst if state in states), usual)

    def _go_on(self, number: int, report: Report) -> None:
        """The files after an edit that succeeded."""
        if report.ok:
            self._readings = follow_patch(self._readings, report, number)
            self._past.pretend(report.plan)
        for path in _paths(report):
            if not report.ok:
                self._known[path] = Known.LOST
            elif self._known.get(path) is not Known.LOG:
                self._known[path] = Known.FOLLOWED if report.plan else Known.ASSUMED

    def _find_stale(self, report: Report) -> Stale | None:
        found = (find_stale(self._readings, report, part) for part in report.parts)
        return next(filter(None, found), None)


def _paths(report: Report) -> list[str]:
    return list(dict.fromkeys(report.path_of(section) for section in report.patch.files))


# ---- words
def _explain(report: Report, stale: Stale | None) -> str:
    if stale is None:
        return report.errors[0].message if report.errors else ""
    who = "something else" if stale.patch == NO_PATCH else f"edit {stale.patch}"
    line = f"Line {stale.row + 1} was {quote_line(stale.was)}"
    return f"{line}; {who} changed it, and {name_now(stale)}."


def _matching(report: Report) -> list[str]:
    """What stands where the first part that does not fit belongs, or the places that it may mean."""
    if not report.errors:
        loose = (part for part in report.parts if part.grade not in (None, Grade.EXACT))
        part = next(loose, None)
        return _quote(part, part.where, report) if part and part.where else []
    problem = report.errors[0]
    guesses = problem.data.get("suggestions")
    if isinstance(guesses, (list, tuple)):
        return [str(guess) for guess in guesses]
    part = report.part(problem.part)
    if part and part.state is State.AMBIGUOUS:
        return [_name_places(part, report)]
    return _quote(part, part.nearest.lines, report) if part and part.nearest else []


def _name_places(part: Resolution, report: Report) -> str:
    lines = split_lines(report.texts.get(part.path, ""))
    starts = [place.start for place in part.candidates]
    names = name_places(part.path, lines, starts)
    return f"{part.path}: {place_list(starts, names, part.total_candidates)}"


def _quote(part: Resolution, place: Lines, report: Report) -> list[str]:
    lines = split_lines(report.texts.get(part.path, ""))
    shown = range(place.start, min(place.end, len(lines), place.start + _MOST_ROWS))
    return [f"{part.path}:{place.start + 1}", *(f"{row + 1:>5} | {lines[row]}" for row in shown)]

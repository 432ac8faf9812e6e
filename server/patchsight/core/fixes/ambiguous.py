"""Fixes for a part that stands in several places: the smallest change that means each one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice

from patchsight.core.fixes.ap_keys import write_block
from patchsight.core.fixes.rewrite_part import context, number, reword, shift_above, solid
from patchsight.core.fixes.trial import Edits, Fix, Trial
from patchsight.core.formats.spec import policy_of
from patchsight.core.model.patch import Grade, PatchLine
from patchsight.core.model.problems import Problem
from patchsight.core.model.report import Lines, Resolution
from patchsight.core.placing.grades import KEYS
from patchsight.core.text.buffer import WHITE, is_blank, is_trivial, split_lines
from patchsight.core.text.edits import Edit
from patchsight.core.text.enclosing import name_places

_MOST = 10
_TRIES = 5
_WIDEST = 40
_FAR = 200  #: rows above a place within which a telling line is looked for
#: Numbers of lines to add above and below a part.
WIDENINGS = ((1, 1), (2, 2), (3, 3), (5, 5), (8, 8), (13, 13), (21, 21), (40, 40))


def retargets(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """One fix per candidate."""
    resolution = trial.resolution(problem)
    if resolution:
        numbers, places = resolution.part.numbers, resolution.candidates
        if numbers:  # those nearest to the stated line first
            places = sorted(places, key=lambda place: abs(place.start + 1 - numbers.old_start))
        yield from retarget(trial, resolution, places)


def retarget(trial: Trial, resolution: Resolution, places: Sequence[Lines]) -> Iterator[Fix]:
    """One fix per place."""
    for place, name in _choices(trial, resolution.path, places[:_MOST]):
        ways = _ways(trial, resolution, place)
        edits = trial.landing(ways, resolution.part.index, place)
        if edits:
            yield Fix(f"Target the one at {name}", edits)


def _ways(trial: Trial, resolution: Resolution, place: Lines) -> Iterator[Edits]:
    """Ever larger changes that may make a part mean one place."""
    if policy_of(trial.patch).by_code:
        yield from _anchors(trial, resolution, place)
        return
    if policy_of(trial.patch).numbers and resolution.part.numbers:
        shift = shift_above(trial, resolution, place.start)
        yield (
            Edit(
                resolution.part.numbers.span,
                number(place.start, shift, solid(trial, resolution, place)),
            ),
        )
    if policy_of(trial.patch).hints:
        yield from _hints(trial, resolution, place)
    lines = split_lines(trial.report.texts.get(resolution.path, ""))
    sizes = (_least(lines, place, resolution.candidates), *WIDENINGS)
    yield from wider(trial, resolution, solid(trial, resolution, place), place, sizes)


# ---- something above it
def _above(trial: Trial, path: str, row: int) -> Iterator[str]:
    """Telling lines above a row of a target, nearest first, that stand once in the file."""
    lines = trial.lines(path)
    for line in reversed(lines[max(0, row - _FAR + 1) : row]):
        if not is_trivial(line) and trial.stands_once(path, line):
            yield line.strip(WHITE)


def _hints(trial: Trial, resolution: Resolution, place: Lines) -> Iterator[Edits]:
    """A v4a hint; where the part has one that does not tell, another above it."""
    row = trial.buffer.row(resolution.part.header.start)
    is_bare = trial.buffer.lines[row].strip() == "@@"
    for line in islice(_above(trial, resolution.path, place.start), _TRIES):
        yield (
            Edit(trial.buffer.span(row), f"@@ {line}")
            if is_bare
            else trial.insertion(row, f"@@ {line}\n"),
        )
        if resolution.part.hints:
            own = trial.buffer.rows(row, trial.buffer.row(resolution.part.hints[-1].span.end))
            yield (Edit(own, f"@@ {line}"),)


def _anchors(trial: Trial, resolution: Resolution, place: Lines) -> Iterator[Edits]:
    """An ap anchor, in the place of one that does not tell."""
    for line in islice(_above(trial, resolution.path, place.start), _TRIES):
        yield write_block(trial, resolution.part, "anchor", [line])


def anchor_fixes(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """For an anchor or hint in several places: a fix for each, by a line above it that tells."""
    resolution = trial.resolution(problem)
    if resolution is None or resolution.part.lines == ():
        return
    places = [Lines(related.start, related.end) for related in problem.related[:_MOST]]
    for place, name in _choices(trial, resolution.path, places):
        edits = next(
            (
                way
                for way in _ways_to_anchor(trial, resolution, place)
                if _stands_below(trial, resolution, way, place)
            ),
            None,
        )
        if edits:
            yield Fix(f"Take the one at {name}", edits)


def _ways_to_anchor(trial: Trial, resolution: Resolution, place: Lines) -> Iterator[Edits]:
    if not policy_of(trial.patch).by_code:
        yield from _hints(trial, resolution, place)
    elif resolution.part.anchor:
        lines = trial.lines(resolution.path)
        own = [line.text for line in resolution.part.anchor.lines]
        for more, _ in WIDENINGS:
            above = [line for line in lines[: place.start] if not is_blank(line)][-more:]
            yield write_block(
                trial, resolution.part, "anchor", [line.strip(WHITE) for line in (*above, *own)]
            )


def _stands_below(trial: Trial, resolution: Resolution, edits: Edits, place: Lines) -> bool:
    """Whether the edited part lands at or below an anchor."""
    after = trial.moved(edits, resolution.part.index)
    below = after is not None and after.where is not None and after.where.start >= place.start
    return below and trial.fits(edits, resolution.part.index)


# ---- more of the file around it
def wider(
    trial: Trial,
    resolution: Resolution,
    own: Sequence[PatchLine],
    place: Lines,
    sizes: Sequence[tuple[int, int]],
) -> Iterator[Edits]:
    """A part with so many of the file's lines above and below it."""
    lines = split_lines(trial.report.texts.get(resolution.path, ""))
    for above, below in sizes:
        start = max(0, place.start - above)
        yield reword(
            trial,
            resolution,
            [*context(lines[start : place.start]), *own, *context(lines[place.end :][:below])],
            start,
        )


def _least(lines: Sequence[str], place: Lines, candidates: Sequence[Lines]) -> tuple[int, int]:
    """The fewest lines above and below a place that no other candidate has around it."""
    # Only lines around the candidates are compared, which are few in a long file.
    key = cache(KEYS[Grade.PUNCTUATION])
    same = [_same_around(lines, key, place, other) for other in candidates if other != place]
    above_it, below_it = lines[: place.start][::-1], lines[place.end :]
    ways = []
    for above in {0, *(up + 1 for up, _ in same)}:
        below = max((down + 1 for up, down in same if up >= above), default=0)
        reach = _to_code(above_it, key, above), _to_code(below_it, key, below)
        ways.append((sum(reach), reach))
    return min(ways)[1]


def _to_code(lines: Sequence[str], key: Callable[[str], str], count: int) -> int:
    """So many lines, and those behind them up to one that is not blank."""
    while 0 < count < len(lines) and not key(lines[count - 1]):
        count += 1
    return count


def _same_around(
    lines: Sequence[str], key: Callable[[str], str], place: Lines, other: Lines
) -> tuple[int, int]:
    """How many lines above and below two places have in common, of those ever added."""
    up = down = 0
    while (
        up < _WIDEST
        and min(place.start, other.start) > up
        and key(lines[place.start - up - 1]) == key(lines[other.start - up - 1])
    ):
        up += 1
    most = min(_WIDEST, len(lines) - max(place.end, other.end))
    while down < most and key(lines[place.end + down]) == key(lines[other.end + down]):
        down += 1
    return up, down


# ---- words
def _choices(trial: Trial, path: str, places: Sequence[Lines]) -> Iterator[tuple[Lines, str]]:
    """Each place, and what it is called: `src/a.py:42 (in `class Foo › def run(self)`)`."""
    names = name_places(path, trial.lines(path), [place.start for place in places])
    for place, name in zip(places, names, strict=True):
        yield place, f"{path}:{place.start + 1}" + (f" (in `{name}`)" if name else "")

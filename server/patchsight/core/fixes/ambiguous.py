"""Fixes for a part that stands in several places: one per place, the smallest change that makes it
mean that one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from patchsight.core.fixes.ap_keys import write_block
from patchsight.core.fixes.rewrite_part import context, number, reword, shift_above, solid
from patchsight.core.fixes.trial import Desk, Edits, Fix
from patchsight.core.formats.spec import policy_of
from patchsight.core.model.patch import Grade, PatchLine
from patchsight.core.model.problems import Problem
from patchsight.core.model.report import Lines, Resolution
from patchsight.core.placing.grades import KEYS
from patchsight.core.text.buffer import WHITE, indent_of, is_blank, is_trivial, split_lines
from patchsight.core.text.edits import Edit

_MOST = 10
_TRIES = 5
_WIDEST = 40
_FAR = 200  #: rows above a place within which a telling line is looked for
#: Numbers of lines to add above and below a part.
WIDENINGS = ((1, 1), (2, 2), (3, 3), (5, 5), (8, 8), (13, 13), (21, 21), (40, 40))


def retargets(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """One fix per candidate."""
    found = desk.resolution(problem)
    if found:
        yield from retarget(desk, found, found.candidates)


def retarget(desk: Desk, found: Resolution, places: Sequence[Lines]) -> Iterator[Fix]:
    """One fix per place."""
    for place in places[:_MOST]:
        changes = next(
            (way for way in _ways(desk, found, place) if desk.lands(way, found.part.index, place)),
            (),
        )
        if changes:
            yield Fix(f"Target the one at {_name(desk, found.path, place)}", changes)


def _ways(desk: Desk, found: Resolution, place: Lines) -> Iterator[Edits]:
    """Ever larger changes that may make a part mean one place."""
    if policy_of(desk.patch).by_code:
        yield from _anchors(desk, found, place)
        return
    if policy_of(desk.patch).numbers and found.part.numbers:
        shift = shift_above(desk, found, place.start)
        yield (Edit(found.part.numbers.span, number(place.start, shift, solid(found, place))),)
    if policy_of(desk.patch).hints:
        yield from _hints(desk, found, place)
    lines = split_lines(desk.report.texts.get(found.path, ""))
    sizes = (_least(lines, place, found.candidates), *WIDENINGS)
    yield from wider(desk, found, solid(found, place), place, sizes)


# ---- something above it
def _above(desk: Desk, path: str, row: int) -> Iterator[str]:
    """Telling lines above a row of a target, nearest first, that stand once in the file."""
    lines = desk.lines(path)
    stripped = [line.strip(WHITE) for line in lines]
    for at in range(min(row, len(lines)) - 1, max(-1, row - _FAR), -1):
        if not is_trivial(lines[at]) and stripped.count(stripped[at]) == 1:
            yield stripped[at]


def _hints(desk: Desk, found: Resolution, place: Lines) -> Iterator[Edits]:
    """A v4a hint; where the part has one that does not tell, another above it."""
    row = desk.buffer.row(found.part.header.start)
    is_bare = desk.buffer.lines[row].strip() == "@@"
    for line in islice(_above(desk, found.path, place.start), _TRIES):
        yield (
            Edit(desk.buffer.span(row), f"@@ {line}")
            if is_bare
            else desk.insertion(row, f"@@ {line}\n"),
        )
        if found.part.hints:
            own = desk.buffer.rows(row, desk.buffer.row(found.part.hints[-1].span.end))
            yield (Edit(own, f"@@ {line}"),)


def _anchors(desk: Desk, found: Resolution, place: Lines) -> Iterator[Edits]:
    """An ap anchor, in the place of one that does not tell."""
    for line in islice(_above(desk, found.path, place.start), _TRIES):
        yield write_block(desk, found.part, "anchor", [line])


def anchor_fixes(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """For an anchor or hint that stands in several places: one fix per place, each by a line above
    it that tells.
    """
    found = desk.resolution(problem)
    if found is None or found.part.lines == ():
        return
    for related in problem.related[:_MOST]:
        place = Lines(related.start, related.end)
        changes = next(
            (
                way
                for way in _ways_to_anchor(desk, found, place)
                if _stands_below(desk, found, way, place)
            ),
            None,
        )
        if changes:
            yield Fix(f"Take the one at {_name(desk, found.path, place)}", changes)


def _ways_to_anchor(desk: Desk, found: Resolution, place: Lines) -> Iterator[Edits]:
    if not policy_of(desk.patch).by_code:
        yield from _hints(desk, found, place)
    elif found.part.anchor:
        lines = desk.lines(found.path)
        own = [line.text for line in found.part.anchor.lines]
        for more, _ in WIDENINGS:
            above = [line for line in lines[: place.start] if not is_blank(line)][-more:]
            yield write_block(
                desk, found.part, "anchor", [line.strip(WHITE) for line in (*above, *own)]
            )


def _stands_below(desk: Desk, found: Resolution, changes: Edits, place: Lines) -> bool:
    """Whether the edited part lands at or below an anchor."""
    after = desk.moved(changes, found.part.index)
    below = after is not None and after.where is not None and after.where.start >= place.start
    return below and desk.fits(changes, found.part.index)


# ---- more of the file around it
def wider(
    desk: Desk,
    found: Resolution,
    own: Sequence[PatchLine],
    place: Lines,
    sizes: Sequence[tuple[int, int]],
) -> Iterator[Edits]:
    """A part with so many of the file's lines above and below it."""
    lines = split_lines(desk.report.texts.get(found.path, ""))
    for above, below in sizes:
        start = max(0, place.start - above)
        yield reword(
            desk,
            found,
            [*context(lines[start : place.start]), *own, *context(lines[place.end :][:below])],
            start,
        )


def _least(lines: Sequence[str], place: Lines, candidates: Sequence[Lines]) -> tuple[int, int]:
    """The least number of lines above and below a place that no other candidate has around it;
    blank ones tell little.
    """
    keys = [KEYS[Grade.PUNCTUATION](line) for line in lines]
    same = [_same_around(keys, place, other) for other in candidates if other != place]
    above_it, below_it = keys[: place.start][::-1], keys[place.end :]
    ways = []
    for above in {0, *(up + 1 for up, _ in same)}:
        below = max((down + 1 for up, down in same if up >= above), default=0)
        reach = _to_code(above_it, above), _to_code(below_it, below)
        ways.append((sum(reach), reach))
    return min(ways)[1]


def _to_code(keys: Sequence[str], count: int) -> int:
    """So many lines, and those behind them up to one that is not blank."""
    while 0 < count < len(keys) and not keys[count - 1]:
        count += 1
    return count


def _same_around(keys: Sequence[str], one: Lines, other: Lines) -> tuple[int, int]:
    """How many lines above, and below, two places have in common; at most as many as are ever
    added.
    """
    up = down = 0
    while (
        up < _WIDEST
        and min(one.start, other.start) > up
        and keys[one.start - up - 1] == keys[other.start - up - 1]
    ):
        up += 1
    room = len(keys) - max(one.end, other.end)
    while down < min(_WIDEST, room) and keys[one.end + down] == keys[other.end + down]:
        down += 1
    return up, down


# ---- words
def _name(desk: Desk, path: str, place: Lines) -> str:
    """`src/a.py:42 (in `class Foo`)`: a line, and the function or class it lies in, by
    indentation.
    """
    lines = desk.lines(path)
    depth = len(indent_of(lines[place.start])) if place.start < len(lines) else 0
    for row in range(place.start - 1, -1, -1):
        line = lines[row]
        if not is_blank(line) and len(indent_of(line)) < depth and not is_trivial(line):
            return f"{path}:{place.start + 1} (in `{line.strip()[:50]}`)"
    return f"{path}:{place.start + 1}"

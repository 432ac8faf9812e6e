"""Where the hints of a hunk lead: the line they name, and the block that it opens."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

from patchsight.core.model.budget import Cost
from patchsight.core.model.patch import Hint
from patchsight.core.placing.locate import Candidate, locate_hint
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.text.buffer import indent_of, is_blank

_BRACKETS = ("}", ")", "]", "{")


class Trail(NamedTuple):
    """Where the hints of a part lead: to one line, or to none because of one of them."""

    line: int | None = None
    lost: Hint | None = None  #: stands nowhere
    vague: tuple[Hint, list[int]] | None = None  #: stands in several places, these


def follow_hints(section: SectionState, part: PartState) -> Trail:
    """Where the hints lead, each inside the block that the one before opens."""
    scope: int | None = None
    for hint in part.written.hints:
        lines = locate_hint(section.ring, hint.text, section.policy.grades)
        if scope is not None:
            lines = _inside(section, scope, lines)
        if not lines:
            return Trail(lost=hint)
        if len(lines) > 1:
            return Trail(vague=(hint, lines))
        scope = lines[0]
    return Trail(scope)


def _inside(section: SectionState, scope: int, lines: list[int]) -> list[int]:
    """Of some lines those below another one, and in the block that it opens if it opens one."""
    rank = section.ring.rank
    after = [line for line in lines if rank(line) > rank(scope)]
    if not opens_block(section, scope):
        return after
    end = rank(closing(section, scope))
    return [line for line in after if rank(line) < end]


def opens_block(section: SectionState, scope: int) -> bool:
    """Whether what follows a line is indented deeper."""
    ring, line = section.ring, section.ring.next[scope]
    while line != ring.head and ring.blank(line):
        line = ring.next[line]
    return line != ring.head and len(indent_of(ring.lines[line])) > len(
        indent_of(ring.lines[scope])
    )


def closing(section: SectionState, scope: int) -> int:
    """The line that closes the block which a line opens: the first below it that is not deeper,
    brackets aside.
    """
    if scope in section.closings:
        return section.closings[scope]
    ring, line = section.ring, section.ring.next[scope]
    depth, steps = len(indent_of(ring.lines[scope])), 0
    while line != ring.head:
        text = ring.lines[line]
        if (
            not is_blank(text)
            and len(indent_of(text)) <= depth
            and text.strip()[:1] not in _BRACKETS
        ):
            break
        line, steps = ring.next[line], steps + 1
    ring.means.search.pay(Cost.LINE_SCANNED, steps)
    section.closings[scope] = line
    return line


class CandidateRange(Sequence[Candidate]):
    """Candidates that follow each other in a longer list, which is not copied: thousands of parts may
    each have thousands below their hints.
    """

    def __init__(self, places: Sequence[Candidate], first: int, last: int) -> None:
        self._places, self._first, self._last = places, first, max(first, last)

    def __len__(self) -> int:
        return self._last - self._first

    @overload
    def __getitem__(self, at: int) -> Candidate: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Candidate]: ...
    def __getitem__(self, at: int | slice) -> Candidate | Sequence[Candidate]:
        rows = range(self._first, self._last)[at]
        if isinstance(rows, int):
            return self._places[rows]
        return [self._places[row] for row in rows]

    def __iter__(self) -> Iterator[Candidate]:
        return iter(self[:])


def after_hint(
    section: SectionState, scope: int, places: Sequence[Candidate], *, at: bool = True
) -> Sequence[Candidate]:
    """Of places in file order those after the hint line; `at`: or at it, when the block starts with
    that very line.
    """
    return CandidateRange(places, _first_after(section, scope, places, at), len(places))


def under_hint(
    section: SectionState, scope: int, places: Sequence[Candidate], *, at: bool = True
) -> Sequence[Candidate]:
    """The same in the block that the hint line opens, or simply after it if it opens none."""
    first, last = _first_after(section, scope, places, at), len(places)
    if places and opens_block(section, scope):
        rank = section.ring.rank
        end = rank(closing(section, scope))
        last = bisect_left(places, end, key=lambda place: rank(place.start))
    return CandidateRange(places, first, last)


def _first_after(section: SectionState, scope: int, places: Sequence[Candidate], at: bool) -> int:
    """The number of the first place after a hint line, or at it."""
    rank = section.ring.rank
    return bisect_left(places, rank(scope) + (not at), key=lambda place: rank(place.start))


def under_anchor(
    section: SectionState, anchor: Candidate, places: Sequence[Candidate]
) -> list[Candidate]:
    """The places in what a block of context opens: at it, or below it up to and including the
    first line that is indented no deeper. What merely follows may belong to anything.
    """
    ring = section.ring
    opener = next((line for line in reversed(anchor.ids) if not ring.blank(line)), anchor.end)
    depth, line, steps = len(indent_of(ring.lines[opener])), ring.next[anchor.end], 0
    while line != ring.head and (ring.blank(line) or len(indent_of(ring.lines[line])) > depth):
        line, steps = ring.next[line], steps + 1
    ring.means.search.pay(Cost.LINE_SCANNED, steps)
    first = ring.rank(anchor.start)
    last = ring.rank(line if line != ring.head else ring.last)
    return [
        place
        for place in places
        if first <= ring.rank(place.start) and ring.rank(place.end) <= last
    ]

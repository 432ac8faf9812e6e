"""Choosing among equal places: by line number, by hint, by the order of the parts. Never by taking
the first.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from math import inf
from typing import NamedTuple

from patchsight.core.model.patch import Grade, Hint, Kind, Numbers
from patchsight.core.placing.budget import Cost
from patchsight.core.placing.locate import Candidate, locate_hint
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.text.buffer import indent_of, is_blank

_NEAR = 20


class Drift:
    """How far the hunks of a section stand from where their headers say, as the last one showed."""

    def __init__(self, section: SectionState) -> None:
        self.section = section
        self.lines = 0

    @cached_property
    def _rows(self) -> dict[int, int] | None:
        return self.section.ring.rows()

    def row(self, line: int) -> int:
        return line if self._rows is None else self._rows[line]

    def choose(
        self, part: PartState, numbers: Numbers, places: Sequence[Candidate]
    ) -> Candidate | None:
        """The place the numbers mean: the one exactly there, else the only one near, else the only
        one.
        """
        if len(places) == 1:
            return places[0]
        if numbers.old_start == 0 or places[0].grade is not Grade.EXACT:
            return None
        stated, reach = numbers.old_start - 1, max(_NEAR, 2 * len(part.old))
        expected = self._between(places, stated + self.lines, stated + self.lines)
        if expected and self.lines and self._between(places, stated, stated):
            return None
        near = expected or self._between(
            places, stated + self.lines - reach, stated + self.lines + reach
        )
        return near[0] if len(near) == 1 else None

    def _between(self, places: Sequence[Candidate], first: int, last: int) -> Sequence[Candidate]:
        """Of places in file order those that start in these rows."""
        return _slice(places, lambda place: self.row(place.start), first, last)

    def led(self, numbers: Numbers, places: Sequence[Candidate]) -> list[Candidate]:
        """The places where the header says, or where it would say if it knew of the drift."""
        rows = {numbers.old_start - 1, numbers.old_start - 1 + self.lines}
        return [place for row in sorted(rows) for place in self._between(places, row, row)]

    def pass_over(self, part: PartState, numbers: Numbers) -> None:
        """Count a hunk that is applied already: the text below it stands further down by the lines
        it added.
        """
        # a hunk without old lines names the line above it
        stated = numbers.old_start - bool(part.old)
        drifts = {self.row(place.start) - stated for place in part.standing}
        drift = self.lines if self.lines in drifts else min(drifts) if len(drifts) == 1 else None
        if drift is not None:
            self.lines = drift + len(part.new) - len(part.old)

    def shown_by(self, numbers: Numbers, place: Candidate) -> int:
        """The drift that a hunk shows which was found at a place."""
        if not numbers.old_start:
            return self.lines
        return self.row(place.start) - (numbers.old_start - 1)


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
            lines = _inside(section, scope, lines)[:1]
        if not lines:
            return Trail(lost=hint)
        if len(lines) > 1:
            return Trail(vague=(hint, lines))
        scope = lines[0]
    return Trail(scope)


def _inside(section: SectionState, scope: int, lines: list[int]) -> list[int]:
    """The lines that stand in the block a stacked hint opens: below it, deeper than it, with
    nothing shallower between.
    """
    ring = section.ring
    depth = len(indent_of(ring.lines[scope]))
    after = [line for line in lines if ring.rank(line) > ring.rank(scope)]
    if not after or len(indent_of(ring.lines[after[0]])) <= depth:
        return after
    return after if ring.rank(after[0]) < ring.rank(_closing(section, scope)) else []


def _closing(section: SectionState, scope: int) -> int:
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
            and text.strip()[:1] not in ("}", ")", "]", "{")
        ):
            break
        line, steps = ring.next[line], steps + 1
    ring.means.search.pay(Cost.LINE_SCANNED, steps)
    section.closings[scope] = line
    return line


def within(section: SectionState, scope: int, places: Sequence[Candidate]) -> list[Candidate]:
    """Of places in file order those in the block that a line opens, or that start with that line."""
    rank = section.ring.rank
    return list(
        _slice(
            places, lambda place: rank(place.start), rank(scope), rank(_closing(section, scope)) - 1
        )
    )


def after_hint(section: SectionState, part: PartState, scope: int) -> Sequence[Candidate]:
    """The places after the hint line, or at it when the block starts with that very line."""
    rank = section.ring.rank
    return _slice(
        part.candidates, lambda place: rank(place.start), rank(scope), rank(section.ring.head)
    )


def by_order(
    section: SectionState, parts: Sequence[PartState]
) -> list[tuple[PartState, Candidate]]:
    """Of parts with several places those where only one keeps all parts in file order, and that
    place.
    """
    placed = [part for part in parts if part.candidates]
    if all(part.chosen for part in placed):
        return []
    options = [_Options(section, part) for part in placed]
    kept = zip(placed, options, _feasible(options), strict=True)
    return [
        (part, option.places[keep[0]])
        for part, option, keep in kept
        if part.chosen is None and len(keep) == 1
    ]


class _Options:
    """Where a part may be put, in file order; it grows alike in every respect, so one that fits is
    found by halving.
    """

    def __init__(self, section: SectionState, part: PartState) -> None:
        self.places = [part.chosen] if part.chosen else part.candidates
        self._rank = section.ring.rank
        changed = [at for at, line in enumerate(part.old_lines) if line.kind is Kind.REMOVED]
        before = next(
            (at for at, line in enumerate(part.lines) if line.kind is Kind.ADDED), len(part.lines)
        )
        self._first, self._last = (changed[0], changed[-1]) if changed else (before, before - 1)

    def start(self, place: Candidate) -> int:
        return self._rank(place.start)

    def begin(self, place: Candidate) -> int:
        """The rank from which on lines change there."""
        return (
            self._rank(place.ids[self._first])
            if self._first < len(place.ids)
            else self._rank(place.ids[-1]) + 1
        )

    def end(self, place: Candidate) -> int:
        """The rank up to which lines change there."""
        return (
            self._rank(place.ids[self._last]) + 1
            if self._last >= self._first
            else self.begin(place)
        )

    def earliest(self, start: float, end: float) -> int:
        """The first place behind a part that starts and ends there."""
        return max(
            bisect_right(self.places, start, key=self.start),
            bisect_left(self.places, end, key=self.begin),
        )

    def latest(self, start: float, begin: float) -> int:
        """One more than the last place in front of a part that starts and begins to change lines
        there.
        """
        return min(
            bisect_left(self.places, start, key=self.start),
            bisect_right(self.places, begin, key=self.end),
        )


def _feasible(parts: Sequence[_Options]) -> list[range]:
    """For each part the options that take part in some placement of all parts in order."""
    firsts = []
    start = end = -inf
    for part in parts:
        firsts.append(part.earliest(start, end))
        if firsts[-1] == len(part.places):
            return [range(0)] * len(parts)
        best = part.places[firsts[-1]]
        start, end = part.start(best), part.end(best)
    stops: list[int] = []
    start = begin = inf
    for part in reversed(parts):
        stops.append(part.latest(start, begin))
        best = part.places[stops[-1] - 1]
        start, begin = part.start(best), part.begin(best)
    return [range(first, stop) for first, stop in zip(firsts, reversed(stops), strict=True)]


def _slice(
    places: Sequence[Candidate], key: Callable[[Candidate], int], first: int, last: int
) -> Sequence[Candidate]:
    """Of places in file order those whose key lies between two, both included."""
    return places[bisect_left(places, first, key=key) : bisect_right(places, last, key=key)]

"""What the other parts for a file say about where one of them belongs, if each works on what the one
before left: the order of those that keep one, and how many say the same.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from operator import le
from typing import NamedTuple
from weakref import WeakKeyDictionary

from patchsight.core.model.hunk_lines import in_columns
from patchsight.core.model.patch import Grade, Kind, Part
from patchsight.core.placing.course import Course
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.locate import Candidate, Sense, find
from patchsight.core.placing.order import in_order
from patchsight.core.text.buffer import is_trivial
from patchsight.core.text.lazy import cached_property

Places = tuple[Sequence[Candidate], Sequence[Candidate]]


class Twins(NamedTuple):
    """How many parts for a file say the same as one of them, which counts."""

    all: int
    left: int  #: this one, and those that come after it


class Siblings:
    """All parts that edit one file, those of other sections too."""

    def __init__(self, parts: Sequence[Part] = ()) -> None:
        self.parts = parts
        self._kept: tuple[str, dict[int, Places] | None] | None = None

    @cached_property
    def _courses(self) -> WeakKeyDictionary[LineRing, Course]:
        return WeakKeyDictionary()

    def course(self, ring: LineRing) -> Course:
        """How far a file has come."""
        if ring not in self._courses:
            self._courses[ring] = Course(ring)
        return self._courses[ring]

    @cached_property
    def _same(self) -> dict[object, list[int]]:
        """The numbers of the parts that say the same."""
        same: dict[object, list[int]] = {}
        for part in self.parts:
            if not part.broken:
                same.setdefault(_content(part), []).append(part.index)
        return same

    def twins(self, part: Part) -> Twins:
        same = self._same.get(_content(part), []) if len(self.parts) > 1 else []
        left = len(same) - bisect_left(same, part.index)
        return Twins(max(1, len(same)), max(1, left))

    @cached_property
    def _keep_number_order(self) -> bool:
        """Whether the numbers of the parts that have one only get larger."""
        starts = [part.numbers.old_start for part in self.parts if part.numbers]
        return all(map(le, starts, starts[1:]))

    def later_above(self, part: Part) -> list[Part]:
        """The parts that come after one, stand above it by their numbers and move it."""
        if part.numbers is None or self._keep_number_order:
            return []
        return [
            other
            for other in self.parts
            if other.index > part.index
            and other.numbers
            and other.numbers.old_start < part.numbers.old_start
            and len(other.new) != len(other.old)
        ]

    def places_in_order(self, ring: LineRing, part: Part) -> Places | None:
        """Where a part fits and where it is done in the file as it was, so that all parts which
        keep the order of the file stand one below the other; None if that says nothing.
        """
        if not part.in_order:
            return None
        if self._kept is None or self._kept[0] != ring.text:
            self._kept = ring.text, _place_in_order(ring, self.parts)
        kept = self._kept[1]
        return kept.get(part.index) if kept else None


def _content(part: Part) -> object:
    if part.substitution:
        return part.substitution.old, part.substitution.new
    return tuple((line.kind, line.text) for line in part.lines)


def growth_above(part: Part, idle: Sequence[Part]) -> int | None:
    """How many lines parts before this one, which stand above it by their numbers, have added to the
    file although they are `idle` in this run: they were applied before. None if one of them has
    added some, but no number that says where.
    """
    assert part.numbers is not None
    growth = 0
    for other in idle:
        lines = len(other.new) - len(other.old)
        if other.numbers is None and lines:
            return None
        if other.numbers and other.numbers.old_start < part.numbers.old_start:
            growth += lines
    return growth


def _place_in_order(ring: LineRing, parts: Sequence[Part]) -> dict[int, Places] | None:
    ordered = [part for part in parts if part.in_order and not part.broken and part.lines]
    if len(ordered) < 2:
        return None
    first = LineRing(ring.text, ring.means)
    places = [(part, _places(first, part)) for part in ordered]
    standing = [(part, found) for part, found in places if found != ([], [])]
    if not standing:
        return None
    kinds = [in_columns(part.lines).kinds for part, _ in standing]
    kept = in_order(first, [found for _, found in standing], kinds)
    if kept is None:
        return None
    return {part.index: found for (part, _), found in zip(standing, kept, strict=True)}


def _places(ring: LineRing, part: Part) -> tuple[list[Candidate], list[Candidate]]:
    """Where the two texts of a part stand to the letter, neither of them inside of the other."""
    old = [line.text for line in part.lines if line.kind is not Kind.ADDED]
    new = [line.text for line in part.lines if line.kind is not Kind.REMOVED]
    added = [line.text for line in part.lines if line.kind is Kind.ADDED]
    fits = [Candidate(run) for run in find(ring, old, Grade.EXACT)]
    if old == new or all(map(is_trivial, added)):
        return fits, []
    done = [Candidate(run, sense=Sense.DONE) for run in find(ring, new, Grade.EXACT)]
    if len(new) < len(old):
        return fits, _apart(done, fits)
    return _apart(fits, done), done


def _apart(places: list[Candidate], others: list[Candidate]) -> list[Candidate]:
    taken = {line for other in others for line in other.ids}
    return [place for place in places if not taken.issuperset(place.ids)]

"""Reading hunks by the numbers in their headers."""

from __future__ import annotations

from collections.abc import Sequence
from operator import le

from patchsight.core.model.patch import Grade, Numbers
from patchsight.core.placing import messages
from patchsight.core.placing.already_applied import all_beside, at_one_place, proves
from patchsight.core.placing.by_text import read_by_text
from patchsight.core.placing.locate import Candidate, Sense, locate, locate_loosely, stand_at
from patchsight.core.placing.numbers import Drift
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.placing.reading import (
    LETTER,
    Choice,
    among,
    done_of,
    fits_of,
    is_the_one,
    may_fit,
    outside,
)
from patchsight.core.text.buffer import is_trivial

_SLACK = 3  #: lines by which a change may have made a stale place longer or shorter


def read_by_number(section: SectionState, parts: Sequence[PartState]) -> list[Choice]:
    """Hunks from the top of the file to its end, in whatever order they are written: those above
    say where one belongs.
    """
    starts = [part.written.numbers.old_start for part in parts if part.written.numbers]
    if len(starts) < len(parts) or all(map(le, starts, starts[1:])):
        return _read_in_order(section, parts)
    order = sorted(range(len(parts)), key=starts.__getitem__)
    choices = _read_in_order(section, [parts[at] for at in order])
    by_place = dict(zip(order, choices, strict=True))
    return [by_place[at] for at in range(len(parts))]


def _read_in_order(section: SectionState, parts: Sequence[PartState]) -> list[Choice]:
    """Hunk by hunk, each where its header says, counted from where the hunk before was found.

    Where both senses of a hunk stand at the stated line, the other hunks decide.
    """
    fresh = _NumberReader(section, Sense.FITS)
    fresh.read(parts)
    if not fresh.open:
        return fresh.choices
    again = _NumberReader(section, Sense.DONE)
    again.read(parts)
    if not again.proves_something:
        return fresh.choices
    # that lines can be put in, or are not there, says nothing; a text that stands there does
    fit = any(part.old for part in fresh.certain(parts))
    done = bool(again.certain(parts))
    if len(parts) > 1:
        if fresh.whole and (not again.whole or (fit and not done) or fresh.moved < again.moved):
            return fresh.doubted(parts)
        if again.whole and (not fresh.whole or not fit or again.moved < fresh.moved):
            return again.choices
    return fresh.choices if again.leaves_open(Sense.FITS) else again.alone


def _alone(part: PartState, old: Candidate, new: Candidate) -> Choice:
    """What a part comes to that stands in both senses at the stated line, without other parts: the
    longer text counts, if it says something.
    """
    if len(part.new) <= len(part.old):
        return Choice(old)
    return Choice(among=[old, new]) if all(map(is_trivial, part.added)) else Choice(new)


def _stricter(
    part: PartState, old: Candidate, new: Candidate
) -> tuple[Candidate | None, Candidate | None]:
    """Of both senses in one row the one that stands more literally; if neither does, the new text
    counts beside the old one only where it is more than a part of it.
    """
    if new.grade < old.grade:
        return (None, new) if part.added else (old, None)
    # lines that are replaced above others leave more than a part of what stood there; where lines
    # only go, the old text decides
    above = part.kinds.endswith(" ") and bool(part.added) and part.old != part.new
    longer = len(part.new) > len(part.old) or above
    return old, new if longer and new.grade == old.grade else None


def _start_alike(part: PartState) -> bool:
    """Whether both texts can stand to the letter from one line on: neither differs from the other
    before it ends.
    """
    size = min(len(part.old), len(part.new))
    return part.old[:size] == part.new[:size]


class _NumberReader:
    """Chooses places by the numbers of the headers; `tie` is the sense that is taken where both
    stand.
    """

    def __init__(self, section: SectionState, tie: Sense) -> None:
        self._section, self._ring, self._tie = section, section.ring, tie
        self._drift = Drift(section.ring)
        self.choices: list[Choice] = []
        self.moved = 0  #: how far hunks stand from where those before them lead to
        self._lowest = -1  #: the row of the place furthest down of those that hunks above start at
        self._moved_on = set[int]()  #: the parts that do, by their number
        #: by their number, the parts whose sense the other parts decide, and what they come to
        #: without these
        self.open: dict[int, Choice] = {}

    def read(self, parts: Sequence[PartState]) -> None:
        for part in parts:
            self.choices.append(self._choose(part))

    @property
    def whole(self) -> bool:
        """Whether all parts stand in the sense that is taken where both do."""
        return all(choice.sense is self._tie for choice in self.choices)

    @property
    def proves_something(self) -> bool:
        """Whether the text of a part stands as it leaves it; lines that are gone prove nothing for
        each other.
        """
        return any(choice.sense is Sense.DONE and not choice.gone for choice in self.choices)

    def leaves_open(self, sense: Sense) -> bool:
        """Whether the other parts decide only about parts that have this sense without them."""
        return {choice.sense for choice in self.open.values()} == {sense}

    @property
    def alone(self) -> list[Choice]:
        """What was chosen, but each part that others decide about as it is without these."""
        return [self.open.get(at, choice) for at, choice in enumerate(self.choices)]

    def doubted(self, parts: Sequence[PartState]) -> list[Choice]:
        """What was chosen, but a part that stands there already is left open: it may have been
        applied by itself. One that says little, and has nothing but a number, only where the parts
        below do not stand as if it were still to be put in.
        """
        choices = list(self.choices)
        for at, alone in self.open.items():
            part = parts[at]
            if part.old or part.says_much:
                doubtful = alone.sense is Sense.DONE
            else:
                unmoved = self._is_unmoved_below(at, parts)
                doubtful = unmoved is False or (unmoved is None and alone.sense is Sense.DONE)
            if doubtful:
                places = (choices[at].place, alone.place, *alone.among)
                choices[at] = Choice(among=[place for place in places if place])
        return choices

    def _is_unmoved_below(self, at: int, parts: Sequence[PartState]) -> bool | None:
        """Whether the first part below one that says where it stands does so where those above lead
        to; None if none does.
        """
        for below in range(at + 1, len(parts)):
            place = self.choices[below].place
            if below in self.open or place is None or all(map(is_trivial, parts[below].old)):
                continue
            return below not in self._moved_on
        return None

    def certain(self, parts: Sequence[PartState]) -> list[PartState]:
        """The parts whose sense no other part decides."""
        return [part for at, part in enumerate(parts) if at not in self.open]

    def _choose(self, part: PartState) -> Choice:
        drift, numbers = self._drift, part.written.numbers
        if numbers is None:
            return read_by_text(self._section, [part])[0]
        choice = self._choose_block(part, numbers) if part.old else self._choose_gap(part, numbers)
        place, sense = choice.place, choice.sense
        if sense is None:
            return choice
        row = drift.row(place.ids[0]) if place else drift.expected(part, numbers)
        self._lowest = max(self._lowest, row if place else -1)
        before = drift.offset
        drift.follow(part, numbers, row, sense)
        if drift.offset != before:
            self._moved_on.add(len(self.choices))
            self.moved += abs(drift.offset - before)
            if sense is Sense.FITS:
                note = messages.line_drift(self._section, part, numbers, row, drift.offset)
                choice = choice._replace(notes=(*choice.notes, note))
        return choice

    def _either(self, fits: Choice, done: Choice, alone: Choice) -> Choice:
        """One of two senses that stand in the stated place."""
        self.open[len(self.choices)] = alone
        return fits if self._tie is Sense.FITS else done

    def _choose_gap(self, part: PartState, numbers: Numbers) -> Choice:
        """The line after which a part that only adds goes."""
        ring = self._ring
        row = self._drift.expected(part, numbers)
        line = self._drift.line(row)
        if line is None:
            return Choice(notes=(messages.beyond_the_end(self._section, part, row),))
        if row <= self._lowest:  # nothing but the number says where, and that is not where it says
            note = messages.against_the_order(self._section, part, row, self._lowest)
            return Choice(notes=(note,))
        fits = Choice(gap=ring.prev[line])
        new = stand_at(ring, part.new, line, (Grade.EXACT,))
        if new is None:
            return fits
        done = Choice(new._replace(sense=Sense.DONE))
        trivial = all(map(is_trivial, part.added))
        return self._either(
            fits, done, Choice(among=[done.place]) if trivial and done.place else done
        )

    def _choose_block(self, part: PartState, numbers: Numbers) -> Choice:
        if not numbers.old_start:
            return read_by_text(self._section, [part])[0]
        old, new = self._at(part, self._drift.expected(part, numbers))
        if old and new:
            return self._choose_sense(part, old, new)
        if old and old.grade is Grade.EXACT:
            stated = self._drift.offset and self._at(part, self._drift.stated(part, numbers))[0]
            if stated and stated.grade is Grade.EXACT:
                return Choice(among=[stated, old])
            return Choice(old)
        if new and proves(self._section, part, new, led=True):
            return among([*self._exactly_elsewhere(part, new), new])
        if part.removes_only and old is None:
            return self._choose_removed(part, numbers)
        choice = self._choose_elsewhere(part, numbers, old)
        return self._doubt(part, choice, new) if new else choice

    def _choose_sense(self, part: PartState, old: Candidate, new: Candidate) -> Choice:
        """Which of its two senses a part has where its header says; neither is taken if they stand
        there loosely, and the old text to the letter elsewhere.
        """
        literal = locate(self._ring, part.old, LETTER)
        if literal and old.grade is not Grade.EXACT:
            return Choice(among=[old, *literal])
        return self._either(Choice(old), Choice(new), _alone(part, old, new))

    def _doubt(self, part: PartState, choice: Choice, new: Candidate) -> Choice:
        """What a part comes to elsewhere, while its new text stands to the letter where its header
        says and yet proves nothing: that may be what it left there.
        """
        place = choice.place
        told = new.grade is Grade.EXACT and not all(map(is_trivial, part.new))
        if not told or place is None or place.sense is Sense.DONE:
            return choice
        beside = outside([place], [new])
        return Choice(among=[place, *beside]) if beside else choice

    def _exactly_elsewhere(self, part: PartState, new: Candidate) -> list[Candidate]:
        """Where the old text stands to the letter, while the new one does so loosely."""
        if new.grade is Grade.EXACT:
            return []
        places = locate(self._ring, part.old, LETTER)
        return [place for place in places if set(new.ids).isdisjoint(place.ids)]

    def _choose_removed(self, part: PartState, numbers: Numbers) -> Choice:
        """What a part comes to that has no context, where its lines do not stand at the stated
        line: nothing but its number says which of these lines it means.
        """
        if not numbers.new_start and self._ring.first == self._ring.head:
            return Choice(gone=True)  # nothing should be left of the file, and nothing is
        elsewhere = Choice(among=fits_of(self._section, part))
        places = locate(self._ring, part.old, self._section.policy.grades)
        if self._drift.near(part, numbers, places):
            return elsewhere  # it is not gone, only the place may be another
        return self._either(elsewhere, Choice(gone=True), elsewhere)

    def _at(self, part: PartState, row: int) -> tuple[Candidate | None, Candidate | None]:
        """The senses of a part that stand in a row; both only where they are equally literal and
        the part adds.
        """
        line = self._drift.line(row)
        if line is None:
            return None, None
        old = new = None
        for lines in part.variants():
            part.take(lines)
            old, new, stands = self._sides_at(part, line)
            if stands:
                break
        if old and not new and part.kinds[0] != " ":
            new = at_one_place(self._section, part, old)  # where it begins in another line
        if not new:
            return old, None
        if old:
            old, new = _stricter(part, old, new)
        return old, new._replace(sense=Sense.DONE) if new else None

    def _sides_at(
        self, part: PartState, line: int
    ) -> tuple[Candidate | None, Candidate | None, bool]:
        """Both sides of a part as they fit and stand in a line, and whether one of them stands
        there; beside an old text that fits to the letter, nothing looser counts.
        """
        ring, grades = self._ring, self._section.policy.grades
        old = standing = stand_at(ring, part.old, line, grades)
        if old and not may_fit(self._section, part, old, led=True):
            old = None
        if old is None or old.grade is not Grade.EXACT:
            new = stand_at(ring, part.new, line, grades)
        else:
            new = stand_at(ring, part.new, line, LETTER) if _start_alike(part) else None
        return old, new, standing is not None or new is not None

    def _choose_elsewhere(
        self, part: PartState, numbers: Numbers, here: Candidate | None
    ) -> Choice:
        """The place of a hunk that does not stand to the letter where its header says; `here` is
        where it does so loosely.
        """
        places = fits_of(self._section, part)
        if here:
            if part.is_common:  # the number leads to it, but it may not be the only one
                places = locate(self._ring, part.old, self._section.policy.grades)
            same = [place for place in places if place.start == here.start]
            literal = self._drift.near(part, numbers, self._literal_beside(part, [here]))
            return among([*(places if same else [here, *places]), *literal])
        if loose := self._loose_near(part, numbers, places):
            return Choice(among=[*loose, *places])
        fits, done = self._senses(part, places)
        return self._between(part, numbers, fits, done) if fits else among(done)

    def _loose_near(
        self, part: PartState, numbers: Numbers, places: Sequence[Candidate]
    ) -> list[Candidate]:
        """Where a hunk fits loosely around the stated line, while to the letter it does so only far
        from there.
        """
        if not places or places[0].grade is not Grade.EXACT or part.is_common:
            return []
        if self._drift.near(part, numbers, places):
            return []
        loose = locate_loosely(self._ring, part.old, self._section.policy.grades)
        fitting = [place for place in loose if may_fit(self._section, part, place)]
        return self._drift.near(part, numbers, fitting)

    def _between(
        self,
        part: PartState,
        numbers: Numbers,
        fits: Sequence[Candidate],
        done: Sequence[Candidate],
    ) -> Choice:
        """One of two senses that stand apart, neither in the stated line: the one around it, of two
        there the nearer one. An old text counts only where it stands as literally as the new one.
        """
        drift = self._drift
        near, near_done = drift.near(part, numbers, fits), drift.near(part, numbers, done)
        if near_done and not near:
            return Choice(done[0])
        if literal := self._literal_beside(part, fits):
            return Choice(among=[*fits, *literal])
        if not near_done:  # what stands elsewhere proves nothing
            return among(fits)
        distance = min(drift.distance(part, numbers, place) for place in near)
        at = drift.distance(part, numbers, done[0])
        if at < distance:
            return Choice(done[0])
        return among(fits) if distance < at else Choice(among=[*fits, *done])

    def _literal_beside(self, part: PartState, fits: Sequence[Candidate]) -> list[Candidate]:
        """Where the new text stands more literally than the old one does: the part may have been
        applied there, and left what is only like its old text.
        """
        if not fits or fits[0].grade is Grade.EXACT:
            return []
        done = done_of(self._section, part, self._section.policy.grades)
        return outside(fits, [new for new in done if new.grade < fits[0].grade])

    def _senses(
        self, part: PartState, places: Sequence[Candidate]
    ) -> tuple[Sequence[Candidate], Sequence[Candidate]]:
        """Where a hunk whose old text stands in some places fits, and the one place where it is
        done.
        """
        numbers = part.written.numbers
        assert numbers is not None
        beside = all_beside(self._section, part, places)
        fits = places
        if beside:
            fits = [place for place, new in zip(places, beside, strict=True) if not new]
        exact = bool(fits) and fits[0].grade is Grade.EXACT
        if exact:
            fits = self._drift.near(part, numbers, fits) or fits
        done = [new for new in beside if new][:1]
        if not done and not self._is_stale(part):
            grades = LETTER if exact else self._section.policy.grades
            done = outside(places, self._done_near(part, grades))
        return fits, done

    def _done_near(self, part: PartState, grades: Sequence[Grade]) -> list[Candidate]:
        """The one place near the stated line where the new text stands, or the one there is."""
        numbers = part.written.numbers
        assert numbers is not None
        done = done_of(self._section, part, grades)
        near = self._drift.near(part, numbers, done)
        if len(near) == 1:
            return near
        return done if is_the_one(part, done) else []

    def _is_stale(self, part: PartState) -> bool:
        """Whether the stated place holds the context of a part with something else between: the
        part belongs there, whatever stands elsewhere.
        """
        numbers, ring = part.written.numbers, self._ring
        assert numbers is not None
        row = self._drift.expected(part, numbers)
        above, below = part.edges
        tops = (
            stand_at(ring, above, line, LETTER)
            if (line := self._drift.line(row)) is not None
            else None
        )
        if above and (tops is None or all(map(is_trivial, above))):
            return False
        if not below:
            return bool(above)
        first = row + len(part.old) - len(below)
        rows = range(first - _SLACK, first + _SLACK + 1)
        lines = (self._drift.line(row) for row in rows)
        stands = any(line is not None and stand_at(ring, below, line, LETTER) for line in lines)
        return stands and (bool(above) or not all(map(is_trivial, below)))

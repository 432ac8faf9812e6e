"""What one part may come to by its text: where it fits, where it is done, and what is left of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from patchsight.core.model.patch import Grade
from patchsight.core.model.problems import Problem
from patchsight.core.placing.already_applied import all_beside, is_closer
from patchsight.core.placing.locate import Candidate, Sense, locate
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.placing.reading import (
    LETTER,
    NOWHERE,
    Choice,
    among,
    done_of,
    fits_of,
    outside,
    similar_to,
)


class PartOptions:
    """The candidates of one part that are left, by sense, and what it comes to by them."""

    def __init__(self, section: SectionState, part: PartState) -> None:
        self.section, self.part = section, part
        self.fits: Sequence[Candidate] = ()
        self.done: Sequence[Candidate] = ()
        self.notes: tuple[Problem, ...] = ()
        self.stuck: Choice | None = None  #: what the part comes to, whatever else there is
        self.beside: list[Candidate] = []  #: done where the part adds at its edge
        self.weak = False  #: what is done proves something only beside other parts that are
        self.below: Sequence[Candidate] = ()  #: several places below its hint, the first is taken

    @property
    def is_anchor(self) -> bool:
        """Whether it changes nothing, and can only say where the part below it belongs."""
        return bool(self.part.old) and not self.part.kinds.strip()

    @property
    def has_rivals(self) -> bool:
        """Whether more than one candidate is left."""
        return len(self.fits) + len(self.done) > 1

    @property
    def only_place(self) -> Candidate | None:
        """The one place that the part has."""
        fits, done = self.places
        places = [*fits, *done]
        return places[0] if len(places) == 1 else None

    @property
    def places(self) -> tuple[Sequence[Candidate], Sequence[Candidate]]:
        """Where it fits and where it is done, as far as that is still open."""
        if self.stuck is None:
            return self.fits, self.done
        place = self.stuck.place
        if place is None:
            return (), ()
        return ((place,), ()) if place.sense is Sense.FITS else ((), (place,))

    def look(self) -> None:
        """Fill in the candidates; where a similar text may be taken, that is looked for only if
        neither side stands.
        """
        section, part = self.section, self.part
        places = self.fits = fits_of(section, part)
        if whole := self._done_as_written() if places else ():
            self.stuck = Choice(among=[*places, *whole])
            return
        self.beside = [new for new in all_beside(section, part, places) if new]
        self.done = self.beside or self._find_done(places)
        if self.beside:
            # what stands inside a text that is done is a part of it
            taken = {line for new in self.beside for line in new.ids}
            self.fits = [place for place in places if not taken.issuperset(place.ids)]
        if section.policy.fuzzy and not places and not self._stands_new():
            self._take(similar_to(section, part))

    def _done_as_written(self) -> Sequence[Candidate]:
        """Where the new text stands with blank lines at its end that the old one stands without:
        then these may be noise as well as not.
        """
        part, lines = self.part, self.part.lines
        if len(lines) == len(part.written.lines):
            return ()
        part.take(part.written.lines)
        done = done_of(self.section, part, LETTER)
        part.take(lines)
        return done

    def _take(self, places: Sequence[Candidate]) -> None:
        self.fits = [place for place in places if place.sense is Sense.FITS]
        self.done = [place for place in places if place.sense is Sense.DONE]

    def _find_done(self, places: Sequence[Candidate]) -> Sequence[Candidate]:
        """Where the new text stands apart from the places of the old one, which nothing looser
        rivals where they are exact.
        """
        section, part = self.section, self.part
        exact = bool(places) and places[0].grade is Grade.EXACT
        grades = LETTER if exact else section.policy.grades
        done = done_of(section, part, grades)
        if not done and not places:
            self.weak = True
            return done_of(section, part, grades, led=True)
        if not done:
            return done
        old = {place.start: place for place in places}
        return [new for new in outside(places, done) if not self._stands_old(old, new)]

    def _stands_old(self, places: Mapping[int, Candidate], new: Candidate) -> bool:
        """Whether the old text stands in the very lines of the new one, and no less literally."""
        place = places.get(new.start)
        if place is None or list(place.ids) != list(new.ids):
            return False
        return not is_closer(self.section, self.part, new, place)

    @property
    def is_settled(self) -> bool:
        """Whether nothing that the other parts come to makes a difference."""
        return self.stuck is not None or not self.done

    def _stands_new(self) -> bool:
        """Whether the new text stands anywhere, proof or not."""
        new = locate(self.section.ring, self.part.new, self.section.policy.grades)
        return bool(self.done or new)

    def _free_fits(self) -> Sequence[Candidate]:
        """Where the old text stands that is no part of the new one, or, if it does nowhere, all
        places.
        """
        taken = {line for new in self.done for line in new.ids}
        return [place for place in self.fits if not taken.issuperset(place.ids)] or self.fits

    def _meet(self) -> bool:
        """Whether the old text stands only in the lines of the new one, but not at one place."""
        taken = {line for new in self.done for line in new.ids}
        return not any(taken.isdisjoint(place.ids) for place in self.fits)

    def _believed(self, others: set[Sense]) -> Sequence[Candidate]:
        """Of two senses the one that counts, or both."""
        fits, done = self._free_fits(), self.done
        if fits[0].grade <= done[0].grade:
            if not self._meet() and self._is_fresh(others):
                return fits
            # where the others fit, it may still have been applied by itself
            told = others == {Sense.DONE} or (others != {Sense.FITS} and self._told_by_result())
            if self._meet() and told:
                return done
        return [*fits, *done]

    def _is_fresh(self, others: set[Sense]) -> bool:
        """Whether an old text that stands apart from the new one is still to be changed. Where it
        stands in the new one, too, it says nothing of which place is meant; the other parts may.
        """
        return others == {Sense.FITS} if self.beside else others != {Sense.DONE}

    def _told_by_result(self) -> bool:
        """Whether a result in which the old text stands again can be told from its start: what was
        added is more than one more of the same line, and without it the new text is gone.
        """
        part, ring = self.part, self.section.ring
        if (
            len(self.done) != 1
            or len(set(part.new)) == 1
            or (len(set(part.added)) == 1 and part.added[0] in part.old)
        ):
            return False
        ids, kinds = self.done[0].ids, part.kinds.replace("-", "")
        if len(ids) != len(kinds):  # it stands there only much alike, with a line more or less
            return False
        kept = [line for kind, line in zip(kinds, ids, strict=True) if kind == " "]
        reach = len(part.new)
        above, below = [ids[0]], [ids[-1]]
        for _ in range(reach):
            if ring.prev[above[0]] != ring.head:
                above.insert(0, ring.prev[above[0]])
            if ring.next[below[-1]] != ring.head:
                below.append(ring.next[below[-1]])
        texts = [ring.lines[line] for line in (*above[:-1], *kept, *below[1:])]
        return not any(texts[at : at + reach] == part.new for at in range(len(texts)))

    def settle(self, others: set[Sense]) -> Choice:
        """What the part comes to by the candidates that are left; `others` are the senses of the
        other parts.
        """
        if self.stuck:
            return self.stuck._replace(notes=(*self.notes, *self.stuck.notes))
        fits, done = self.fits, self.done
        if fits:
            choice = among(self._believed(others) if done else fits)
        elif done and (self.beside or others == {Sense.DONE}):
            choice = Choice(done[0])
        else:
            choice = NOWHERE if self.weak else among(done)
        return choice._replace(notes=(*self.notes, *choice.notes)) if self.notes else choice

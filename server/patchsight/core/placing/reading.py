"""One reading of a file section: for all of its parts together a place and a sense.

Each part has candidates of two senses: where its old text stands it *fits*, where its new text
stands it is *done*. What the patch says about the place (a line number, a hint, the order of the
parts) is looked at first and leaves some of them; a stricter grade decides only where the patch
says nothing. What is left must be one; if the two senses are left, the old text is believed where
it stands as literally as the new one. Everything else is ambiguous, and every candidate is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from patchsight.core.model.budget import Cost
from patchsight.core.model.patch import Grade
from patchsight.core.model.problems import Problem
from patchsight.core.placing.already_applied import proves
from patchsight.core.placing.grades import KEYS, Indents, indents_between
from patchsight.core.placing.locate import Candidate, Sense, locate, locate_loosely
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.placing.similar import GUARD, resembles, windows
from patchsight.core.placing.splice import aligned
from patchsight.core.text.buffer import is_trivial

LETTER = (Grade.EXACT,)


class Choice(NamedTuple):
    """What a part comes to: one place, or several that cannot be told apart, or none."""

    place: Candidate | None = None
    gap: int | None = None  #: of a part that only adds: the line after which
    among: Sequence[Candidate] = ()
    notes: tuple[Problem, ...] = ()
    together: Candidate | None = None  #: where it is done as one with parts that it overlaps
    gone: bool = False  #: a part that only removes, without context: what it removes is not there

    @property
    def sense(self) -> Sense | None:
        if self.gone or self.together:
            return Sense.DONE
        if self.place is not None:
            return self.place.sense
        return Sense.FITS if self.gap is not None else None

    @property
    def is_nowhere(self) -> bool:
        """Whether nothing stands anywhere, and nothing more is known."""
        return self.place is None and self.sense is None and not self.among and not self.notes


NOWHERE = Choice()


def among(places: Sequence[Candidate]) -> Choice:
    if len(places) == 1:
        return Choice(places[0])
    return Choice(among=places)


# ---- the two senses of one part
def _best(section: SectionState, part: PartState) -> list[Candidate]:
    """Where the old text of a part stands most literally; the part goes on with the variant of its
    lines that does.
    """
    best, best_lines = list[Candidate](), part.written.lines
    for lines in part.variants():
        part.take(lines)
        places = locate(section.ring, part.old, section.policy.grades)
        if places and (not best or places[0].grade < best[0].grade):
            best, best_lines = places, lines
    part.take(best_lines)
    return best


def fits_of(section: SectionState, part: PartState) -> list[Candidate]:
    places = _best(section, part)
    # if one stands to the letter all do; many parts may have many places each
    exact = not places or places[0].grade is Grade.EXACT
    if not _removes_end(part) and (exact or not (part.removes_only or part.is_common)):
        return places
    fitting = [place for place in places if may_fit(section, part, place)]
    if not _removes_end(part):
        # what is too loose to be taken by itself may be meant beside another place all the same
        return places if fitting else []
    if fitting:
        return fitting
    # what stands more literally above is not the end that goes, and so no place at all
    loose = locate_loosely(section.ring, part.old, section.policy.grades)
    return [place for place in loose if may_fit(section, part, place)]


def may_fit(section: SectionState, part: PartState, place: Candidate, *, led: bool = False) -> bool:
    """Whether the old text of a part is what stands in a place, beyond the words of its lines.

    `led`: something else leads to that place, so that common lines may differ in their white space.
    """
    loose = place.grade > Grade.TRAILING_SPACE
    if loose and (part.removes_only or (part.is_common and not led)):
        return False
    if part.written.old_newline is not False or not _removes_end(part):
        return True
    ring = section.ring
    return ring.is_last(place.end) and not ring.ends[place.end]


def _removes_end(part: PartState) -> bool:
    """Whether the last line that a part removes has no line end."""
    return part.written.old_newline is False and part.removes_last and part.old != part.new


def done_of(
    section: SectionState, part: PartState, grades: Sequence[Grade], *, led: bool = False
) -> list[Candidate]:
    """Where the new text stands, and proves something."""
    if part.old == part.new:
        return []
    places = locate(section.ring, part.new, grades)
    section.ring.means.search.pay(Cost.PLACE_WEIGHED, len(places))
    return [
        place._replace(sense=Sense.DONE)
        for place in places
        if proves(section, part, place, led=led)
    ]


def is_the_one(part: PartState, done: Sequence[Candidate]) -> bool:
    """Whether a new text that does not stand where the patch says is as sure as an old one would
    be: it is the one place in the file, to the letter, and what is around the change says so too.
    """
    return len(done) == 1 and done[0].grade is Grade.EXACT and part.is_told


def done_elsewhere(
    section: SectionState, part: PartState, done: Sequence[Candidate]
) -> list[Candidate]:
    """The same where a hint names what the part belongs to: nothing else in the file may be like
    the old text, which would then be what is meant.
    """
    if not is_the_one(part, done) or resembles(section.ring, part.old, done[0].ids):
        return []
    return [*done]


def outside(fits: Sequence[Candidate], done: Sequence[Candidate]) -> list[Candidate]:
    """The places of a new text that is not just a part of the old one, as it stands there, nor the
    same lines read more loosely.
    """
    starts = {new.start for new in done}
    old: dict[int, list[tuple[set[int], Grade]]] = {}  # by those of these lines that they cover
    for place in fits if done else ():
        for line in starts.intersection(place.ids):
            old.setdefault(line, []).append((set(place.ids), place.grade))
    return [
        new
        for new in done
        if not any(
            set(new.ids) < ids or (set(new.ids) == ids and new.grade > grade)
            for ids, grade in old.get(new.start, ())
        )
    ]


def similar_to(section: SectionState, part: PartState) -> list[Candidate]:
    """The windows most like the old or the new text, if they are similar enough: the best, and
    those that come too close to be told apart.
    """
    fuzz = part.written.fuzz
    threshold = fuzz if fuzz is not None else section.options.fuzzy_threshold
    if all(is_trivial(line) for line in part.old) or not part.replaces:
        return []
    floor = threshold - GUARD
    near = _windows(section, part.old, Sense.FITS, floor)
    if part.added:
        done = _windows(section, part.new, Sense.DONE, floor)
        near += [place for place in done if _has_added(section, part, place.ids)]
    best = max((place.score for place in near), default=0.0)
    if best < threshold:
        return []
    # a small change is less than the guard, so between the senses every bit counts
    senses = {place.sense for place in near if place.score == best}
    return [
        place._replace(indents=_indents(section, part, place))
        for place in near
        if best - place.score < GUARD and place.sense in senses
    ]


def _windows(
    section: SectionState, block: Sequence[str], sense: Sense, floor: float
) -> list[Candidate]:
    ring, order = section.ring, section.ring.order
    return [
        Candidate(order[window.start : window.end], Grade.FUZZY, None, window.score, sense)
        for window in windows(ring, block, ring.means.search, floor)
    ]


def _has_added(section: SectionState, part: PartState, ids: Sequence[int]) -> bool:
    """Whether what a part adds stands among some lines; alike is not enough, a change may be small."""
    key = KEYS[Grade.WHITESPACE]
    there = {key(section.ring.lines[line]) for line in ids}
    return all(key(text) in there for text in part.added)


def _indents(section: SectionState, part: PartState, place: Candidate) -> Indents | None:
    """How the file indents the lines of a similar text."""
    ids = aligned(section, part, place) if place.sense is Sense.FITS else ()
    pairs = [
        (text, section.ring.lines[line])
        for text, line in zip(part.old, ids, strict=False)
        if line is not None
    ]
    return indents_between([ours for ours, _ in pairs], [theirs for _, theirs in pairs])

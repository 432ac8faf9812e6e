"""Placing parts that are two texts, each on what the one before left: to the character first, then
as whole lines by the grades.

A part fits where its old text stands, if that is one place, or all of them where it says so. It was
applied before where its new text stands once and its old one nowhere but inside of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from patchsight.core.model.budget import Cost
from patchsight.core.model.patch import Repair
from patchsight.core.model.problems import Problem
from patchsight.core.model.record import replace
from patchsight.core.model.report import State
from patchsight.core.placing import exchange_messages as messages
from patchsight.core.placing import put_in
from patchsight.core.placing.already_applied import proves
from patchsight.core.placing.decision import Decision
from patchsight.core.placing.exchange import (
    Exchange,
    Places,
    apart,
    outside,
)
from patchsight.core.placing.hunks import place_hunks
from patchsight.core.placing.locate import Candidate, Sense, locate_loosely
from patchsight.core.placing.part_state import PartState, SectionState, exchange_of
from patchsight.core.placing.repairs import refused_as, told_of
from patchsight.core.placing.stated_line import StatedLine, is_done
from patchsight.core.placing.text_search import places_of
from patchsight.core.text.buffer import BOM, is_trivial

_TELLING = 4  #: characters of a part of a line that say something


def place_in_turn(section: SectionState, parts: Sequence[PartState]) -> None:
    """Find a place for each part in what the parts before it left, and put it in there."""
    for part in parts:
        had_text = section.ring.last != section.ring.head
        _Turn(section, part).place()
        if part.fits and had_text and section.ring.last == section.ring.head:
            part.decision = part.decision.but(messages.emptied(section, part))


class _Turn:
    """One part when its turn comes."""

    def __init__(self, section: SectionState, part: PartState) -> None:
        self._section, self._part, self._ring = section, part, section.ring
        self._exchange = exchange_of(part)
        self._course = section.siblings.course(section.ring)
        self._text = self._course.text(closed=self._exchange.whole)
        self._twins = section.siblings.twins(part.written)
        self._stated = StatedLine(section, part, self._text, self._course)

    def place(self) -> None:
        part, exchange = self._part, self._exchange
        agreed: Decision | None = None
        if exchange.row is not None:
            part.decision = put_in.insert(self._section, part, self._text, exchange.row)
        elif exchange.old == exchange.new:
            note = messages.no_change(self._section, part)
            part.decision = Decision(State.SKIPPED, problems=(note,))
        elif part.written.repaired:
            part.decision = self._decide_doubtful()
        else:
            self._drop_copied_mark()
            agreed = self._decide_as_agreed()
            known = agreed or self._fit_as_stated()
            part.decision = known or self._decide(self._find()) or self._decide_loosely()
        if part.fits:
            self._course.use(part.written)
        row = self._stated.row if exchange.row is None and not agreed else None
        if row is not None and part.decision.where:
            self._course.drift = part.decision.where.start - row

    def _drop_copied_mark(self) -> None:
        """Take off the byte order mark that was copied along with the file's first line."""
        old, new = self._exchange.old, self._exchange.new
        if not old.startswith(BOM) or places_of(self._text, old):
            return
        plain = self._exchange._replace(old=old[1:], new=new.removeprefix(BOM))
        if any(side and self._text.has(side, 0) for side in (plain.old, plain.new)):
            self._exchange = plain

    # ---- to the character
    def _find(self) -> Places:
        """Where the two texts stand; a new text that a part before has just put in proves nothing."""
        old, found = self._places_of(self._exchange.old), self._places_of(self._exchange.new)
        self._ring.means.search.pay(Cost.HIT * len(old) + Cost.RUN * len(found))
        size = len(self._exchange.new)
        new = [at for at in found if not self._is_made(at, at + size) and not self._is_deeper(at)]
        return Places(old, new, outside(old, new, self._exchange))

    def _places_of(self, side: str) -> list[int]:
        return places_of(self._text, side, whole=self._exchange.whole)

    def _is_made(self, start: int, end: int) -> bool:
        """Whether a part before this one had a hand in a stretch."""
        owner = self._ring.owner
        return bool(owner) and any(line in owner for line in self._text.ids(start, end))

    def _is_deeper(self, at: int) -> bool:
        """Whether the new text is indented, and the file's line there deeper than that: another
        text ends in the same words.
        """
        before = self._text.indent(at)
        return self._exchange.new[:1] in (" ", "\t") and bool(before) and not before.strip()

    def _decide_as_agreed(self) -> Decision | None:
        """What the part comes to if parts that say the same have settled that, and nothing else has
        changed the text since.
        """
        part, course = self._part, self._course
        if done := course.done(self._exchange):
            return self._applied(done)
        agreed = course.places(self._exchange)
        if agreed is None or part.written.numbers or part.written.in_order:
            return None  # which may lead elsewhere
        decision = self._fit_as_twin(*agreed)
        if part.fits:
            course.take()
        return decision

    def _fit_as_twin(self, at: int, left: int) -> Decision:
        """Put the part in at one of several places for as many parts."""
        section, part = self._section, self._part
        notes = [messages.one_of_as_many(section, part, left)] if left > 1 else []
        return self._fit([at], *notes)

    def _fit_as_stated(self) -> Decision | None:
        at = self._stated.exactly(self._exchange)
        return None if at is None else self._fit([at])

    def _decide(self, places: Places) -> Decision | None:
        """What the part comes to; None if neither of its texts says anything to the letter."""
        if self._exchange.every or self._exchange.times is not None:
            return self._decide_for_all(places)
        if not places.free and len(places.new) == self._twins.all:
            return self._done(places)
        if not places.old:
            return None
        if len(places.old) + len(places.new) > 1 and (led := self._decide_by_evidence(places)):
            return led
        if len(places.old) > 1 or not places.free:
            return self._ambiguous(places)
        [old] = places.old
        done = self._proved(
            [at for at in places.new if not old <= at < old + len(self._exchange.old)]
        )
        if done and self._others_are_done():
            both = [*self._candidates(places.old), *done]
            among = self._section.among(Decision(State.AMBIGUOUS, score=1.0), both)
            return among.but(messages.both_senses(self._section, self._part, both))
        loose = self._stated.loose_around(self._exchange, old)
        if loose:
            found = [*self._candidates(places.old), *loose]
            among = self._section.among(Decision(State.AMBIGUOUS, score=1.0), found)
            return among.but(messages.ambiguous(self._section, self._part, among))
        return self._fit(places.old)

    def _decide_by_evidence(self, places: Places) -> Decision | None:
        """Of several places, in either sense, the one that something else says is meant: a line
        number, the order of the parts, or that as many say the same as there are places.
        """
        section, part = self._section, self._part
        numbered = self._stated.choose(self._exchange, places)
        if numbered is not None:
            return self._fit([numbered]) if numbered in places.free else self._done_at(numbered)
        kept = section.siblings.places_in_order(self._ring, part.written)
        if kept and len(kept[0]) + len(kept[1]) == 1:
            place = (*kept[0], *kept[1])[0]
            if place.sense is Sense.DONE:
                return self._applied(place)
            at = next((at for at in places.old if self._ids(at) == list(place.ids)), None)
            if at is not None:
                note = messages.placed_by_order(section, part, len(places.old), place)
                return self._fit([at], note) if len(places.old) > 1 else self._fit([at])
        free = self._free_for_twins(places) if self._twins.all > 1 else []
        if free and len(free) == self._twins.left:
            decision = self._fit_as_twin(free[0], len(free))
            if part.fits:
                self._course.agree_on(self._exchange, free)
            return decision
        return None

    def _done_at(self, at: int) -> Decision | None:
        """The part was applied where its number leads, if what stands there proves it."""
        proved = self._proved([at])
        return self._applied(proved[0]) if proved else None

    def _proved(self, places: Sequence[int]) -> list[Candidate]:
        """Of the places of the new text those that prove that the part was applied."""
        done = self._candidates(places, new=True)
        return [
            place._replace(sense=Sense.DONE)
            for place in done
            if proves(self._section, self._part, place)
        ]

    def _others_are_done(self) -> bool:
        """Whether what is left of this patch, should anything be left, is this part: the texts of
        all others stand as they leave them, and none of them has changed anything just now.
        """
        parts = self._section.siblings.parts
        if len(parts) < 2 or self._ring.owner or self._ring.gone:
            return False
        undone = self._course.undone(
            parts, partial(is_done, self._text), closed=self._exchange.whole
        )
        return set(undone) <= {self._part.written.index}

    def _applied(self, place: Candidate) -> Decision:
        decision = self._section.at(State.APPLIED, place)
        return decision.but(messages.already_applied(self._section, self._part, decision.where))

    def _ids(self, at: int) -> list[int]:
        return list(self._text.ids(at, at + len(self._exchange.old)))

    def _free_for_twins(self, places: Places) -> list[int]:
        """The places of the old text that no part before has used for the same."""
        new = self._places_of(self._exchange.new)
        free = outside(places.old, new, self._exchange)
        return apart(free, len(self._exchange.old))

    def _decide_doubtful(self) -> Decision:
        """What a part comes to that may be read so: only in one place, and to the letter."""
        places = self._find()
        once = len(places.old) == 1 or (not places.old and len(places.new) == 1)
        repair = self._part.written.repaired
        rivals = repair.rivals if repair else ()
        rivalled = any(places_of(self._text, rival, whole=True) for rival in rivals)
        decision = self._decide(places) if once and not rivalled else None
        sound = decision is not None and decision.state in (State.FITS, State.APPLIED)
        if decision is None or not sound:
            return refused_as(self._part, Decision(State.MISSING))
        return told_of(self._part, decision)

    def _decide_for_all(self, places: Places) -> Decision | None:
        """The same for a part that says in how many places it is meant."""
        times, section, part = self._exchange.times, self._section, self._part
        if not places.free and places.new and times in (None, len(places.new)):
            return self._done(places)
        if not places.old:
            return None
        among = section.among(Decision(State.AMBIGUOUS), self._candidates(places.old))
        if not places.free and times is not None:  # applied in another number of places
            return among.but(messages.count_mismatch(section, part, among, times, inside=True))
        if len(places.free) < len(places.old):
            free = [section.place(place) for place in self._candidates(places.free)]
            return among.but(messages.partly_applied(section, part, among, free))
        taken = apart(places.old, len(self._exchange.old))
        if times is not None and not len(places.old) == len(taken) == times:
            return among.but(messages.count_mismatch(section, part, among, times))
        return self._fit(taken)

    def _done(self, places: Places) -> Decision | None:
        """The part was applied before, if that can be told."""
        section, part = self._section, self._part
        found = self._candidates(places.new, new=True)
        place = found[0]._replace(sense=Sense.DONE)
        if not proves(section, part, place) or self._is_scrap(places):
            return self._ambiguous(places) if places.old else None
        rivals = self._loose_rivals(places.new)
        if rivals:
            note = messages.both_stand(section, part, rivals, place)
            return section.among(Decision(State.AMBIGUOUS), rivals).but(note)
        if not self._exchange.every and self._exchange.times is None:
            self._course.agree_done(self._exchange, place)
        return self._applied(place)

    def _is_scrap(self, places: Places) -> bool:
        """Whether the new text is so little of a line that finding it proves nothing; one that the
        old text stands in is proof enough.
        """
        old, new = self._exchange.old, self._exchange.new.strip()
        if places.old and old in self._exchange.new and old.strip() == new:
            return not self._exchange.whole  # any end of a line would do
        if places.old or len(new) >= _TELLING or "\n" in new:
            return False
        rows = {
            row for at in places.new for row in self._text.rows(at, at + len(self._exchange.new))
        }
        lines = (self._ring.lines[self._text.line(row)] for row in rows)
        return any(line.strip() != new for line in lines)

    def _loose_rivals(self, new: Sequence[int]) -> list[Candidate]:
        """Where the old text stands loosely, apart from the new one, so that it may be meant."""
        part = self._part
        if not _has_whole_lines(self._exchange) or all(map(is_trivial, part.old)):
            return []
        size = len(self._exchange.new)
        taken = {line for at in new for line in self._text.ids(at, at + size)}
        loose = locate_loosely(self._ring, part.old, self._section.policy.grades)
        return [place for place in loose if taken.isdisjoint(place.ids)]

    def _ambiguous(self, places: Places) -> Decision:
        among = self._section.among(
            Decision(State.AMBIGUOUS, score=1.0), self._candidates(places.old)
        )
        if len(places.old) > 1:
            return among.but(messages.ambiguous(self._section, self._part, among))
        [new, *_] = self._candidates(places.new, new=True)
        return among.but(messages.perhaps_applied(self._section, self._part, new))

    def _candidates(self, places: Sequence[int], *, new: bool = False) -> list[Candidate]:
        exchange, text = self._exchange, self._text
        side = exchange.new if new else exchange.old
        size, whole = len(side), exchange.whole
        each = Cost.PLACE_LISTED + Cost.LINE_COPIED * side.count("\n")
        self._ring.means.search.pay(each, len(places))
        return [
            Candidate(
                text.ids(at, at + size), columns=None if whole else text.columns(at, at + size)
            )
            for at in places
        ]

    # ---- by the grades
    def _decide_loosely(self) -> Decision:
        """Neither text says anything to the letter: an earlier part may have taken the old one, or
        it stands there as whole lines that are written otherwise.
        """
        part, section = self._part, self._section
        if note := messages.consumed(section, part, self._exchange):
            return Decision(State.MISSING, problems=(note,))
        decision = self._place_loosely()
        if decision.state is not State.MISSING or decision.candidates:
            return decision
        if repaired := self._repaired():
            return repaired
        note, near = messages.missing(section, part, self._exchange, self._text)
        return Decision(State.MISSING, nearest=near, problems=(note,))

    def _place_loosely(self) -> Decision:
        part, ring = self._part, self._ring
        counted = self._exchange.every or self._exchange.times is not None
        if counted or not _has_whole_lines(self._exchange):
            return Decision(State.MISSING)
        newline = ring.last == ring.head or bool(ring.ends[ring.last])
        place_hunks(self._section, [part])
        if part.fits:
            ring.end_with_newline(newline)
        made = part.chosen and any(line in ring.owner for line in part.chosen.ids)
        if part.decision.state is State.APPLIED and made:
            return Decision(State.MISSING)
        return part.decision

    def _repaired(self) -> Decision | None:
        """Another reading of the part, if it is the only one that stands to the letter."""
        readings = [self._read(repair) for repair in self._part.written.repairs]
        standing = _widest([read for read in readings if self._stands(read)])
        if len(standing) != 1:
            return None
        turn = _Turn(self._section, standing[0])
        decision = turn._decide(turn._find())
        sound = decision is not None and decision.state in (State.FITS, State.APPLIED)
        return told_of(standing[0], decision) if decision and sound else None

    def _read(self, repair: Repair) -> PartState:
        read = replace(
            self._part.written,
            lines=repair.lines or (),
            substitution=repair.substitution,
            repaired=repair,
            repairs=(),
        )
        return PartState(read)

    def _stands(self, read: PartState) -> bool:
        exchange = exchange_of(read)
        sides = (exchange.old, exchange.new)
        return any(places_of(self._text, side, whole=exchange.whole) for side in sides)

    def _fit(self, places: Sequence[int], *told: Problem) -> Decision:
        """Put the part in, in all of these places."""
        section, part, candidates = self._section, self._part, self._candidates(places)
        self._ring.means.search.pay(Cost.PLACE_CHANGED, len(places))
        return put_in.fit(section, part, self._exchange, self._text, places, candidates, told)


def _widest(readings: list[PartState]) -> list[PartState]:
    """Readings without those that leave out more than another one does, to the same effect."""
    olds = ["".join(f"{line}\n" for line in read.old) for read in readings]
    return [
        read
        for read, old in zip(readings, olds, strict=True)
        if not any(len(old) < len(other) and old in other for other in olds)
    ]


def _has_whole_lines(exchange: Exchange) -> bool:
    """Whether an exchange can be said in whole lines, one line end at the end of both aside."""
    if exchange.whole:
        return True
    if not exchange.new:  # which is no line; or an empty one, unless that goes as well
        return exchange.old.endswith("\n") or exchange.takes_empty_line
    return exchange.old.endswith("\n") == exchange.new.endswith("\n")

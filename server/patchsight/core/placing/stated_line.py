"""The line that the number of a part means, when the turn of that part comes: numbers count in the file
before the patch, and the parts above may have changed it, in this run or before.
"""

from __future__ import annotations

from patchsight.core.model.budget import Cost
from patchsight.core.model.patch import Part
from patchsight.core.placing.course import Course
from patchsight.core.placing.exchange import Exchange, Places, outside
from patchsight.core.placing.line_text import LineText
from patchsight.core.placing.locate import Candidate, locate_loosely, stand_at
from patchsight.core.placing.numbers import NEAR
from patchsight.core.placing.part_state import PartState, SectionState, exchange_of
from patchsight.core.placing.siblings import growth_above
from patchsight.core.placing.text_search import places_of


class StatedLine:
    """What the number of a part says about its place; a part without one has none."""

    def __init__(
        self,
        section: SectionState,
        part: PartState,
        text: LineText,
        course: Course,
    ) -> None:
        self._section, self._part, self._ring = section, part, section.ring
        self._text, self._course = text, course

    @property
    def row(self) -> int | None:
        """What the number says, counted as the file is now; None if that cannot be told."""
        part = self._part.written
        if part.numbers is None:
            return None
        others = self._section.siblings.parts
        idle = self._course.idle(others, part)
        self._ring.means.search.pay(Cost.LINE_WALKED, len(idle))
        growth = growth_above(part, idle)
        later = self._section.siblings.later_above(part)
        if any(is_done(self._text, other) for other in later):
            return None
        return None if growth is None else part.numbers.old_start - 1 + growth

    @property
    def line(self) -> int | None:
        """The line that is meant, as far from what the number says as the part before stood."""
        row = self.row
        if row is None:
            return None
        row += self._course.drift
        return self._ring.now(row) if 0 <= row < self._ring.size else None

    def exactly(self, exchange: Exchange) -> int | None:
        """Where that line starts, if the old lines, and nothing else, stand there; then they need not
        be looked for elsewhere.
        """
        line = self.line if exchange.whole else None
        if line is None or line == self._ring.head or self._stands_without_drift(exchange):
            return None
        old, new, text = exchange.old, exchange.new, self._text
        at = text.start_of(line)
        first = max(0, at - len(new) + len(old))
        return at if text.has(old, at) and new not in text.part(first, at + len(new)) else None

    def choose(self, exchange: Exchange, places: Places) -> int | None:
        """Of several places, in either sense, the one that is meant: at the very line, else the only
        one near it.
        """
        line = self.line
        if line is None or self._stands_without_drift(exchange):
            return None
        expected = self._text.row_of(line)
        away = {at: abs(self._text.row(at) - expected) for at in (*places.free, *places.new)}
        stated = [at for at in away if not away[at]]
        near = [at for at in away if away[at] <= self._reach]
        return next((found[0] for found in (stated, near) if len(found) == 1), None)

    def loose_around(self, exchange: Exchange, at: int) -> list[Candidate]:
        """Where the old text stands loosely around the line, although it stands to the letter only
        far from there.
        """
        line = self.line if exchange.whole else None
        if line is None or line == self._ring.head:
            return []
        expected, row_of = self._text.row_of(line), self._text.row_of
        old, grades = self._part.old, self._section.policy.grades
        if self._text.row(at) == expected:
            return []
        here = stand_at(self._ring, old, line, grades)
        if here or abs(self._text.row(at) - expected) <= self._reach:
            return [here] if here else []
        loose = locate_loosely(self._ring, old, grades)
        return [place for place in loose if abs(row_of(place.start) - expected) <= self._reach]

    @property
    def _reach(self) -> int:
        """How many rows away still is near."""
        return max(NEAR, 2 * len(self._part.old))

    def _stands_without_drift(self, exchange: Exchange) -> bool:
        """Whether the old lines stand in the very line that the number says, although the part
        before stood some way from where its number said: then either may be meant.
        """
        row = self.row
        if not self._course.drift or row is None or not 0 <= row < self._ring.size:
            return False
        line = self._ring.now(row)
        return line != self._ring.head and self._text.has(exchange.old, self._text.start_of(line))


def is_done(text: LineText, part: Part) -> bool:
    """Whether a text is as a part leaves it."""
    exchange = exchange_of(PartState(part))
    old, new = (
        places_of(text, side, whole=exchange.whole) for side in (exchange.old, exchange.new)
    )
    return bool(new) and not outside(old, new, exchange) and not part.broken

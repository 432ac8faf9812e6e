"""Where the header of a hunk says that it stands."""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.model.budget import Cost
from patchsight.core.model.patch import Numbers
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.locate import Candidate, Sense
from patchsight.core.placing.part_state import PartState

NEAR = 20  #: lines around a stated one in which a hunk is looked for first


class Drift:
    """How far the hunks of a section stand from where their headers say, as those before show.

    A hunk that is done has moved what follows by the lines it added; what is left is the distance
    that the file itself has moved since the patch was written.
    """

    def __init__(self, ring: LineRing) -> None:
        self._ring, self._order, self._rows = ring, ring.order, ring.rows
        self.grown = 0  #: lines that hunks which are done have added
        self.offset = 0  #: how far the last hunk stands from where its header says, apart from that

    def row(self, line: int) -> int:
        return line if self._rows is None else self._rows[line]

    def line(self, row: int) -> int | None:
        """The line in a row; the sentinel is the one after the last."""
        if row == len(self._order):
            return self._ring.head
        return self._order[row] if 0 <= row < len(self._order) else None

    def stated(self, part: PartState, numbers: Numbers) -> int:
        """The row that the header means, if nothing has moved but by the hunks themselves."""
        # a hunk without old lines names the line above it
        return numbers.old_start - bool(part.old) + self.grown

    def expected(self, part: PartState, numbers: Numbers) -> int:
        return self.stated(part, numbers) + (self.offset if numbers.old_start else 0)

    def near(
        self, part: PartState, numbers: Numbers, places: Sequence[Candidate]
    ) -> list[Candidate]:
        """Of some places those around where the hunk is expected."""
        reach, expected = max(NEAR, 2 * len(part.old)), self.expected(part, numbers)
        low, high, rows = expected - reach, expected + reach, self._rows
        self._ring.means.search.pay(Cost.PLACE_MEASURED, len(places))
        if rows is None:
            return [place for place in places if low <= place.ids[0] <= high]
        return [place for place in places if low <= rows[place.ids[0]] <= high]

    def distance(self, part: PartState, numbers: Numbers, place: Candidate) -> int:
        return abs(self.row(place.start) - self.expected(part, numbers))

    def follow(self, part: PartState, numbers: Numbers, row: int, sense: Sense) -> None:
        """Let a hunk that was placed in a row say where the next ones stand."""
        if numbers.old_start:
            self.offset = row - self.stated(part, numbers)
        if sense is Sense.DONE:
            self.grown += len(part.new) - len(part.old)

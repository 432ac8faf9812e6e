"""What placing parts in turn knows of a file from one part to the next, so that none of them has to
read all of it anew: its text as it is now, and what was decided for parts that say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import NamedTuple

from patchsight.core.model.patch import Part
from patchsight.core.placing.exchange import Exchange, find_all
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.line_text import LineText
from patchsight.core.placing.locate import Candidate


class _Agreed(NamedTuple):
    """What holds for every part with the same exchange, while the text is as they leave it."""

    exchange: Exchange
    changes: int  #: of the text until now
    done: Candidate | None = None  #: where all of them were applied before
    places: Sequence[int] = ()  #: where they go, one after the other; as the first one found them
    taken: int = 0

    @property
    def next(self) -> int:
        """The next place, in the text as those before it leave it."""
        growth = len(self.exchange.new) - len(self.exchange.old)
        return self.places[self.taken] + self.taken * growth


class Course:
    """One file on its way through the parts that edit it."""

    def __init__(self, ring: LineRing) -> None:
        self._ring = ring
        self.drift = 0  #: how far the last part with a number stood from where that said
        self._text: LineText | None = None
        self._agreed: _Agreed | None = None
        self._used: set[int] = set()
        self._idle: list[Part] = []
        self._passed = 0
        self._undone: dict[bool, list[int]] = {}

    def text(self, *, closed: bool) -> LineText:
        """The text as it is now."""
        text = self._text
        if text is None or text.closed != closed or not text.is_current:
            text = self._text = LineText(self._ring, closed=closed)
            self._agreed = None
            self._used = {*self._ring.owner.values(), *self._ring.gone.values()}
        return text

    # ---- parts that change nothing
    def use(self, part: Part) -> None:
        """Note that a part was put in."""
        self._used.add(part.index)

    def idle(self, parts: Sequence[Part], until: Part) -> Sequence[Part]:
        """The parts before one, which are given in order, that were not put in."""
        while self._passed < len(parts) and parts[self._passed].index < until.index:
            if parts[self._passed].index not in self._used:
                self._idle.append(parts[self._passed])
            self._passed += 1
        return self._idle

    def undone(
        self, parts: Sequence[Part], is_done: Callable[[Part], bool], *, closed: bool
    ) -> list[int]:
        """Of parts for a text that nothing has changed so far, the first two that it is not as they
        leave it; each is looked at once, whoever asks.
        """
        if closed not in self._undone:
            undone = (part.index for part in parts if not is_done(part))
            self._undone[closed] = list(islice(undone, 2))
        return self._undone[closed]

    # ---- parts that say the same
    def agree_done(self, exchange: Exchange, place: Candidate) -> None:
        """Note that all parts with this exchange were applied before."""
        assert self._text is not None
        self._agreed = _Agreed(exchange, self._text.changes, place)

    def agree_on(self, exchange: Exchange, places: Sequence[int]) -> None:
        """Note that parts with this exchange take these places in turn; the first one just did."""
        assert self._text is not None
        self._agreed = _Agreed(exchange, self._text.changes, places=places)
        self.take()

    def done(self, exchange: Exchange) -> Candidate | None:
        """Where a part was applied before, if that was agreed on."""
        agreed = self._current(exchange)
        return agreed.done if agreed else None

    def places(self, exchange: Exchange) -> tuple[int, int] | None:
        """The place that a part takes, and how many are left with it, if that was agreed on."""
        agreed = self._current(exchange)
        if agreed is None or self._text is None or agreed.taken >= len(agreed.places):
            return None
        stands = self._text.has(exchange.old, agreed.next)
        return (agreed.next, len(agreed.places) - agreed.taken) if stands else None

    def take(self) -> None:
        """Note that the next place was taken. What was agreed on holds no more if the texts now
        stand where nobody counted them.
        """
        agreed, text = self._agreed, self._text
        assert agreed is not None and text is not None
        at, exchange = agreed.next, agreed.exchange
        agreed = agreed._replace(taken=agreed.taken + 1, changes=text.changes)
        left = agreed.taken < len(agreed.places)
        known = {agreed.next} if left else set[int]()
        self._agreed = agreed if _are_counted(text, exchange, at, known) else None

    def _current(self, exchange: Exchange) -> _Agreed | None:
        agreed, text = self._agreed, self._text
        if agreed is None or text is None or agreed.changes != text.changes:
            return None
        return agreed if agreed.exchange == exchange else None


def _are_counted(text: LineText, exchange: Exchange, at: int, known: set[int]) -> bool:
    """Whether near a new text, which was just put in, neither text stands but there, or where it is
    known to.
    """
    end = at + len(exchange.new)
    for side in (exchange.old, exchange.new):
        first = max(0, at - len(side) + 1)
        window = text.part(first, end + len(side) - 1)
        for found in find_all(window, side):
            place = first + found
            inside = at <= place and place + len(side) <= end
            if not inside and place not in known:
                return False
    return True

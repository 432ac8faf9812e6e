"""A part as two texts, the old one and the new one, compared to the character: where either stands in
a text, what the part leaves of it, and what it may have been before.

Everything here works on plain texts whose lines end in `\\n`; `line_text` knows which lines of a file
these are.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from patchsight.core.model.budget import Budget, Cost
from patchsight.core.text.buffer import is_trivial

_UNLIMITED = Budget()


class Exchange(NamedTuple):
    """What is put in the place of what."""

    old: str
    new: str
    whole: bool = False  #: only as whole lines
    every: bool = False  #: wherever the old text stands
    times: int | None = None  #: in so many places, which are all there are
    row: int | None = None  #: of an insertion: the number of lines above it
    takes_empty_line: bool = False  #: a line of which nothing is left goes as a whole

    @property
    def deletes(self) -> bool:
        """Whether it leaves nothing that could be found."""
        return not self.new and self.row is None

    @property
    def is_trivial(self) -> bool:
        """Whether what it leaves is too common to prove anything."""
        return all(is_trivial(line) for line in self.new.split("\n"))

    @property
    def takes_several(self) -> bool:
        return self.every or (self.times or 1) > 1


class Places(NamedTuple):
    """Where the old and the new text of an exchange stand; overlapping places count each."""

    old: list[int]
    new: list[int]
    free: list[int]  #: of the old ones those that do not lie inside of a new one


def find_all(
    text: str, wanted: str, *, whole: bool = False, budget: Budget = _UNLIMITED
) -> list[int]:
    """Every place of a text in another one. To look for a long one takes as long as it is, even
    where it stands again at once.
    """
    places = list[int]()
    at = text.find(wanted) if wanted else -1
    while at >= 0:
        if not whole or at == 0 or text[at - 1] == "\n":
            places.append(at)
        budget.pay(Cost.CHARACTER_SCANNED, 2 * len(wanted))
        at = text.find(wanted, at + 1)
    return places


def places_in(text: str, exchange: Exchange) -> Places:
    old = find_all(text, exchange.old, whole=exchange.whole)
    new = find_all(text, exchange.new, whole=exchange.whole)
    return Places(old, new, outside(old, new, exchange))


def outside(old: list[int], new: list[int], exchange: Exchange) -> list[int]:
    """The places of the old text that do not lie inside of one of the new one."""
    room = len(exchange.new) - len(exchange.old)
    return [at for at in old if not _any_between(new, at - room, at)]


def _any_between(places: list[int], first: int, last: int) -> bool:
    at = bisect_left(places, first)
    return at < len(places) and places[at] <= last


def apart(places: list[int], size: int) -> list[int]:
    """From the first on, the places that do not overlap the one before."""
    kept = list[int]()
    for at in places:
        if not kept or at >= kept[-1] + size:
            kept.append(at)
    return kept


def replaced(text: str, places: list[int], size: int, new: str) -> str:
    """A text with another one in some places of it."""
    pieces, behind = list[str](), 0
    for at in places:
        pieces += (text[behind:at], new)
        behind = at + size
    return "".join((*pieces, text[behind:]))


def taken_out(text: str, places: list[int], size: int) -> str:
    """A text without another one, and without the lines of which nothing else is left."""
    cuts = list[tuple[int, int]]()  # from the last to the first; those that touch are one
    for at in reversed(places):
        end = at + size
        if cuts and cuts[-1][0] == end:
            end = cuts.pop()[1]
        if (at == 0 or text[at - 1] == "\n") and text.startswith("\n", end):
            end += 1
        cuts.append((at, end))
    pieces, behind = list[str](), 0
    for at, end in reversed(cuts):
        pieces.append(text[behind:at])
        behind = end
    return "".join((*pieces, text[behind:]))


def start_of_row(text: str, row: int) -> int | None:
    """Where a row starts, which may be the one behind the last; None if there is none."""
    at = 0
    for _ in range(row):
        at = text.find("\n", at) + 1
        if not at:
            return None
    return at


# ---- there and back
def applied_to(text: str, exchange: Exchange) -> str | None:
    """What an exchange leaves of a text in which it plainly fits."""
    if exchange.row is not None:
        at = start_of_row(text, exchange.row)
        return None if at is None else text[:at] + exchange.new + text[at:]
    old = find_all(text, exchange.old, whole=exchange.whole)
    if exchange.times is not None and len(old) != exchange.times:
        return None
    if not old or (len(old) > 1 and not exchange.takes_several):
        return None
    places, size = apart(old, len(exchange.old)), len(exchange.old)
    if exchange.takes_empty_line and not exchange.new:
        return taken_out(text, places, size)
    return replaced(text, places, size, exchange.new)


_WAYS = 8  #: places of a new text that are tried


def ways_back(text: str, exchange: Exchange) -> Iterator[str]:
    """The texts that an exchange may have been applied to, if this is what it left: applied again,
    it gives this text.
    """
    size = len(exchange.new)
    if exchange.row is not None:
        at = start_of_row(text, exchange.row)
        if at is not None and text.startswith(exchange.new, at):
            yield text[:at] + text[at + size :]
        return
    places = places_in(text, exchange)
    if places.free:
        return
    if exchange.deletes:
        yield text  # where it was taken from, nobody knows
        return
    chosen = [[at] for at in places.new[:_WAYS]]
    if exchange.takes_several and places.new:
        chosen = [apart(places.new, size)]
    for ats in chosen:
        before = replaced(text, ats, size, exchange.old)
        if applied_to(before, exchange) == text:
            yield before


def proves(text: str, exchange: Exchange) -> bool:
    """Whether what an exchange leaves says by itself that it was applied."""
    if exchange.row is not None or exchange.deletes or exchange.is_trivial:
        return False
    return exchange.every or len(find_all(text, exchange.new, whole=exchange.whole)) == 1


TRIES = 200  #: of steps back, in all


def is_result(text: str, exchanges: list[Exchange], tries: Iterator[int]) -> bool:
    """Whether a text is what exchanges, one after the other, leave of some other text: from the last
    to the first each can be undone, doing it again gives what there was, and one of them says by
    itself that it was applied.
    """
    exchanges = [each for each in exchanges if each.old != each.new or each.row is not None]
    if len(exchanges) > TRIES:
        return False  # each takes one at least
    return _leads_back(text, exchanges, len(exchanges) - 1, False, tries)


def _leads_back(
    text: str, exchanges: list[Exchange], last: int, proved: bool, tries: Iterator[int]
) -> bool:
    """The same for the exchanges up to one of them, as long as there are tries left."""
    if last < 0:
        return proved
    exchange = exchanges[last]
    for before in ways_back(text, exchange):
        if next(tries, None) is None:
            return False
        proves_it = proved or proves(text, exchange)
        if _leads_back(before, exchanges, last - 1, proves_it, tries):
            return True
    return False

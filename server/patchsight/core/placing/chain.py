"""All parts of a file that work on it in turn, seen as one change: whether the file is what they leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from patchsight.core.model.budget import Budget, Cost, ExhaustedError
from patchsight.core.model.patch import FileChange, Grade
from patchsight.core.placing.exchange import TRIES, Exchange, applied_to, is_result
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.line_text import LineText
from patchsight.core.placing.part_state import PartState, exchange_of
from patchsight.core.placing.similar import nearest

_ALIKE = 0.85  #: from this likeness on, a text that is to be deleted may be meant


def is_left_by(ring: LineRing, changes: Sequence[FileChange]) -> bool:
    """Whether several parts were applied to a file before: undone from the last to the first and
    done again, they give the text there is. What they only take away must be gone.
    """
    parts = [PartState(part) for change in changes for part in change.parts]
    if len(parts) < 2 or any(part.written.broken for part in parts):
        return False
    exchanges = list(map(exchange_of, parts))
    text = LineText(ring, closed=_is_closed(exchanges)).text
    if not is_result(text, exchanges, _paid_tries(ring.means.search, len(text))):
        return False
    gone = [part for part, each in zip(parts, exchanges, strict=True) if each.deletes]
    return not any(_is_alike(ring, part) for part in gone)


def _paid_tries(budget: Budget, size: int) -> Iterator[int]:
    """Steps back, each paid before it is made: most texts are no result, which the first one tells."""
    for number in range(TRIES):
        budget.pay(Cost.CHARACTER_SCANNED, 2 * size)
        yield number


def _is_alike(ring: LineRing, part: PartState) -> bool:
    """Whether something so much like the old text stands there that it may be meant."""
    try:
        near = nearest(ring, part.old, Grade.WHITESPACE)
    except ExhaustedError:
        return True
    return near is not None and near.score >= _ALIKE


def left_of(text: str, changes: Sequence[FileChange]) -> str | None:
    """What parts leave of a text in which each plainly fits when its turn comes."""
    exchanges = [exchange_of(PartState(part)) for change in changes for part in change.parts]
    for exchange in exchanges:
        made = applied_to(text, exchange)
        if made is None:
            return None
        text = made
    return text


def _is_closed(exchanges: Sequence[Exchange]) -> bool:
    return any(exchange.whole for exchange in exchanges)

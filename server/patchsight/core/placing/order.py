"""What the order of the parts says: hunks are written in the order of the file."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import partial
from math import inf

from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.locate import Candidate

Places = tuple[Sequence[Candidate], Sequence[Candidate]]  #: where a part fits, and where it is done


def in_order(ring: LineRing, parts: Sequence[Places], kinds: Sequence[str]) -> list[Places] | None:
    """For each part the places that take part in some placement of all parts one below the other;
    None if there is no such placement. `kinds` says of each what its lines ask for: two parts may
    share lines that are context of both.

    The places of either sense are as long as each other and in file order, so those behind a line
    are found by halving.
    """

    def start(place: Candidate) -> int:
        return ring.rank(place.start)

    def end(place: Candidate, shared: int) -> float:
        own = place.ids[: len(place.ids) - shared]
        return ring.rank(own[-1]) if own else start(place) - 0.5

    shares = [*map(_shared, kinds, kinds[1:]), 0]
    kept: list[Places] = []
    floor: float = -inf
    for (fits, done), shared in zip(parts, shares, strict=True):
        fits = fits[bisect_right(fits, floor, key=start) :]
        done = done[bisect_right(done, floor, key=start) :]
        kept.append((fits, done))
        floor = min((end(places[0], shared) for places in (fits, done) if places), default=inf)
    ceiling: float = inf
    for at in range(len(kept) - 1, -1, -1):
        fits, done = kept[at]
        key = partial(end, shared=shares[at])
        fits, done = (
            fits[: bisect_left(fits, ceiling, key=key)],
            done[: bisect_left(done, ceiling, key=key)],
        )
        if not fits and not done:
            return None
        kept[at] = fits, done
        ceiling = max(start(places[-1]) for places in (fits, done) if places)
    return kept


def _shared(above: str, below: str) -> int:
    """How many lines two parts that follow each other may have in common."""
    return min(len(above) - len(above.rstrip(" ")), len(below) - len(below.lstrip(" ")))

"""What the order of the parts says: hunks are written in the order of the file."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from math import inf

from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.locate import Candidate

Places = tuple[Sequence[Candidate], Sequence[Candidate]]  #: where a part fits, and where it is done


def in_order(ring: LineRing, parts: Sequence[Places]) -> list[Places] | None:
    """For each part the places that take part in some placement of all parts one below the other;
    None if there is no such placement.

    The places of either sense are as long as each other and in file order, so those behind a line
    are found by halving.
    """

    def start(place: Candidate) -> int:
        return ring.rank(place.start)

    def end(place: Candidate) -> int:
        return ring.rank(place.end)

    kept: list[Places] = []
    floor: float = -inf
    for fits, done in parts:
        fits = fits[bisect_right(fits, floor, key=start) :]
        done = done[bisect_right(done, floor, key=start) :]
        kept.append((fits, done))
        floor = min((end(places[0]) for places in (fits, done) if places), default=inf)
    ceiling: float = inf
    for at in range(len(kept) - 1, -1, -1):
        fits, done = kept[at]
        fits, done = (
            fits[: bisect_left(fits, ceiling, key=end)],
            done[: bisect_left(done, ceiling, key=end)],
        )
        if not fits and not done:
            return None
        kept[at] = fits, done
        ceiling = max(start(places[-1]) for places in (fits, done) if places)
    return kept

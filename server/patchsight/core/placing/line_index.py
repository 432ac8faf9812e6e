"""Where lines stand in a text: a look-up that reads only as much of the text as the questions ask
for.

A patch asks for a few lines of a file. Those it announces are found in one pass over the text, at
the speed of a set look-up per line; a table of every line is made only when the questions get many
or their lines common.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, compress

from patchsight.core.model.budget import Budget, Cost
from patchsight.core.text.pieces import pieces

_PASSES = 3  #: passes over the text, before every line is entered
_COMMON = 64  #: hits from which a rarer line of the block is worth a table of every line
_SEEDS = 2  #: lines of a block that are announced, the longest ones
_FEW = 4  #: lines that are looked for one by one, which takes no hash of every line


class Index:
    """Where each key of a table stands. The table may grow; keys that left the text stay in it."""

    def __init__(self, table: list[str], sentinel: int) -> None:
        self._table, self._sentinel = table, sentinel
        self._where: dict[str, list[int]] = {}
        self._complete = False
        self._passes = 0
        #: of so many lines the different keys, the short ones first
        self._sized: tuple[int, list[str]] = (0, [])
        #: which of these are like a text, with their scores, where that was looked for
        self.alike: dict[str, list[tuple[str, float]]] = {}
        #: how often keys were gone through for their start, and of so many lines all by their keys
        self._scans = 0
        self._sorted: tuple[int, list[int]] = (0, [])

    def of_copy(self, table: list[str]) -> Index:
        """The same for a copy of the table, which grows by itself."""
        copy = Index(table, self._sentinel)
        copy._where = {key: hits[:] for key, hits in self._where.items()}
        copy._complete, copy._passes = self._complete, self._passes
        return copy

    @property
    def is_fresh(self) -> bool:
        """Whether nothing was looked for so far."""
        return not self._passes and not self._complete

    def announce(self, blocks: Iterable[Sequence[str]]) -> None:
        """Say which blocks will be looked for, so that one pass finds all of them."""
        if not self._complete:
            self._look_for(chain.from_iterable(map(_longest, blocks)))

    def pivot(self, block: Sequence[str]) -> tuple[int, list[int]]:
        """A line of the block that is rare in the table, and where it stands."""
        key = max(block, key=len)
        known = self._where.get(key)
        if known is not None and len(known) < 2:
            return block.index(key), known
        if not self._complete:
            longest = _longest(block)
            self._look_for(longest)
            key, hits = self._rarest(longest)
            if len(hits) <= _COMMON:
                return block.index(key), hits
        _ = self.whole
        key, hits = self._rarest(block)
        return block.index(key), hits

    def _rarest(self, keys: Sequence[str]) -> tuple[str, list[int]]:
        """Of some keys the one that stands in the fewest places."""
        rarest, fewest = keys[0], self._where.get(keys[0], [])
        for key in keys[1:]:
            hits = self._where.get(key, [])
            if len(hits) < len(fewest):
                rarest, fewest = key, hits
        return rarest, fewest

    def where(self, keys: Iterable[str]) -> Mapping[str, list[int]]:
        """Where these keys stand, and perhaps others."""
        if not self._complete:
            self._look_for(keys)
        return self._where

    def keys_of_length(self, shortest: float, longest: float, budget: Budget) -> list[str]:
        """The different keys that are no shorter and no longer."""
        size, keys = self._sized
        if size != len(self._table):  # lines come, but never go
            budget.pay(Cost.KEY_SORTED, len(self._table))
            keys = sorted(dict.fromkeys(self._table), key=len)
            self._sized, self.alike = (len(self._table), keys), {}
        first, last = bisect_left(keys, shortest, key=len), bisect_right(keys, longest, key=len)
        budget.pay(Cost.KEY_CHOSEN, last - first)
        return keys[first:last]

    def starting_with(self, start: str, budget: Budget) -> list[int]:
        """The lines whose keys start with a text, in no order. The first questions go through all
        keys; when they get many, the lines are sorted.
        """
        table, (size, order) = self._table, self._sorted
        if size != len(table):  # lines come, but never go
            self._scans += 1
            if self._scans <= _PASSES:
                budget.pay(Cost.KEY_TRIED, len(table))
                return [line for line, key in enumerate(table) if key.startswith(start)]
            budget.pay(Cost.KEY_SORTED, len(table))
            order = sorted(range(len(table)), key=table.__getitem__)
            self._scans, self._sorted = 0, (len(table), order)
        length = len(start)
        first = bisect_left(order, start, key=table.__getitem__)
        last = bisect_right(order, start, first, key=lambda line: table[line][:length])
        budget.pay(Cost.HIT, last - first)
        return order[first:last]

    @property
    def whole(self) -> dict[str, list[int]]:
        """Where every key stands."""
        if not self._complete:
            self._complete = True
            where = self._where = {}
            for line, key in enumerate(self._table):
                if key in where:
                    where[key].append(line)
                else:
                    where[key] = [line]
            where[""] = [line for line in where.get("", ()) if line != self._sentinel]
        return self._where

    def enter(self, lines: Iterable[int], keys: Iterable[str]) -> None:
        """Take note of lines that were added to the table."""
        where = self._where
        for line, key in zip(lines, keys, strict=True):
            if key in where:
                where[key].append(line)
            elif self._complete:
                where[key] = [line]

    def _look_for(self, wanted: Iterable[str]) -> None:
        """Find lines that were not looked for before."""
        keys = {key for key in wanted if key not in self._where}
        if not keys:
            return
        self._passes += 1
        if self._passes > _PASSES:
            _ = self.whole
            return
        where, table = self._where, self._table
        if len(keys) <= _FEW:
            for key in keys:
                where[key] = [line for line in rows_of(key, table) if line != self._sentinel]
            return
        for key in keys:
            where[key] = []
        for some in pieces(range(len(table))):
            for line in compress(some, map(keys.__contains__, table[some[0] : some[-1] + 1])):
                if line != self._sentinel:
                    where[table[line]].append(line)


def rows_of(key: str, table: list[str]) -> list[int]:
    """Where a key stands in a table."""
    rows, row = [], -1
    for _ in range(table.count(key)):
        row = table.index(key, row + 1)
        rows.append(row)
    return rows


def _longest(block: Sequence[str]) -> Sequence[str]:
    """The lines of a block that are least likely to be common."""
    return block if len(block) <= _SEEDS else sorted(block, key=len)[-_SEEDS:]

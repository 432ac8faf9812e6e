"""A target's lines, which keep their identity while parts change the text around them.

Lines 0 … size-1 are the target's own, so an id below `size` is also a line number of the file the
user sees. Id `size` is the sentinel that closes the ring; later ids are lines that parts put in.
Removed lines leave the ring but not the tables. Every search goes through one index per grade,
which is only ever extended.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence, Set
from operator import add
from typing import Any, TypeVar

from patchsight.core.model.budget import Cost, Means
from patchsight.core.model.patch import Grade
from patchsight.core.placing.grades import KEYS, keys_of
from patchsight.core.placing.line_index import Index
from patchsight.core.placing.word_index import WordIndex
from patchsight.core.text.buffer import BOM, is_blank, split_ends
from patchsight.core.text.lazy import cached_property
from patchsight.core.text.pieces import pieces

_STEP = 1 << 40
_MUCH = 16  #: places from which on they are not looked for twice
_Key = TypeVar("_Key", bound=Hashable)
_Found = TypeVar("_Found")


class LineRing:
    """One text, its lines in a ring, an index per grade, and who changed what."""

    def __init__(self, text: str, means: Means | None = None) -> None:
        self.text = text
        self.means = means or Means()  #: what searches are paid from
        lines, ends = split_ends(text)
        self.size = len(lines)
        lines.append("")
        ends.append("")
        self.lines, self.ends = lines, ends
        self.pristine = True  #: no line was removed or put in: every line's id is its row
        self.gone: dict[int, int] = {}  #: removed line → the part that removed it
        self.owner: dict[int, int] = {}  #: inserted line → the part that put it in
        #: own line whose text or line end changed → what it was, line end included
        self.dirty: dict[int, str] = {}
        self.plain = "\r" not in text  #: every line end is a single `\\n`
        self.default_end = "\n" if self.plain else next(end for end in self.ends if end)
        #: the ids of all lines in order, and the row of each, until lines come or go
        self._order: list[int] | None = None
        self._rows: dict[int, int] | None = None
        self._rank: dict[int, int] = {}
        self._stand_in: dict[int, int] = {}
        self._keys: dict[Grade, list[str]] = {Grade.EXACT: self.lines}
        self._indexes: dict[Grade, Index] = {}
        self._answers: dict[Hashable, list[Any]] = {}

    def fork(self) -> LineRing:
        """A copy to try things on; line ids mean the same in both."""
        self.means.search.pay(Cost.LINE_COPIED, len(self.lines))
        copy = LineRing.__new__(LineRing)
        copy.text, copy.means, copy.pristine = self.text, self.means, self.pristine
        copy.size, copy.plain, copy.default_end = self.size, self.plain, self.default_end
        copy.lines, copy.ends, copy.next, copy.prev = (
            self.lines[:],
            self.ends[:],
            self.next[:],
            self.prev[:],
        )
        copy.gone, copy.owner, copy.dirty = dict(self.gone), dict(self.owner), dict(self.dirty)
        copy._order, copy._rows = self._order, self._rows
        copy._rank, copy._stand_in = dict(self._rank), dict(self._stand_in)
        copy._keys, copy._indexes = {Grade.EXACT: copy.lines}, {}
        copy._answers = {}
        if not self.dirty:  # whose new text the tables do not know
            others = [grade for grade in self._keys if grade is not Grade.EXACT]
            copy._keys.update((grade, self._keys[grade][:]) for grade in others)
            for grade, index in self._indexes.items():
                copy._indexes[grade] = index.of_copy(copy._keys[grade])
        return copy

    # ---- order
    @property
    def head(self) -> int:
        """The sentinel: before the first line and after the last."""
        return self.size

    @cached_property
    def next(self) -> list[int]:
        """The line below each; made where lines are stepped through, as in few files."""
        return [*range(1, self.size + 1), 0]

    @cached_property
    def prev(self) -> list[int]:
        """The line above each."""
        return [self.size, *range(self.size)]

    @property
    def first(self) -> int:
        return 0 if self.pristine else self.next[self.size]

    @property
    def last(self) -> int:
        return max(0, self.size - 1) if self.pristine else self.prev[self.size]

    def rank(self, line: int) -> int:
        """A number that orders lines as they stand in the text; the sentinel counts as the end."""
        if line <= self.size:
            return (line + 1) * _STEP
        if line not in self._rank:
            self._number(line)
        return self._rank[line]

    def walk(self, start: int | None = None) -> Iterator[int]:
        """The ids of the lines in order, from one line on."""
        line = self.first if start is None else start
        while line != self.size:
            yield line
            line = self.next[line]

    @property
    def order(self) -> Sequence[int]:
        """The ids of all lines in order."""
        if self.pristine:
            return range(self.size)
        if self._order is None:
            self._order = self._find_order()
        return self._order

    def _find_order(self) -> list[int]:
        ids, line, below = list[int](), self.first, self.next
        for seam in sorted(self.seams(self.gone.keys())):
            if seam >= 0:
                ids += range(line, seam + 1)
                line = below[seam]
            while line > self.size:
                ids.append(line)
                line = below[line]
        ids += range(line, self.size)
        return ids

    def seams(self, changed: Set[int]) -> set[int]:
        """The own lines that are not among these, below which lines are that are, or that were put
        in; -1 for the top.
        """
        size, above = self.size, self.prev
        seams = {line - 1 for line in changed if line < size and line - 1 not in changed}
        for line in self.owner:
            before = above[line]
            if before <= size and line not in changed and before not in changed:
                seams.add(before if before < size else -1)
        return seams

    def between(self, first: int, last: int) -> list[int]:
        """The ids from one line to another, both included."""
        if self.pristine:
            ids = list(range(first, last + 1))
        else:
            ids = [first]
            while ids[-1] != last:
                ids.append(self.next[ids[-1]])
        self.means.search.pay(Cost.LINE_WALKED, len(ids))
        return ids

    def shown(self, line: int) -> int:
        """The line of the user's file at or before which this line stands."""
        steps = 0
        while line > self.size:
            line = self.prev[line]
            steps += 1
        if steps:
            self.means.search.pay(Cost.INSERTED_LINE_CROSSED, steps)
        return line if line < self.size else 0

    @property
    def rows(self) -> Mapping[int, int] | None:
        """The row of each line; None while every line's id is its row."""
        if not self.knows_rows:
            self._rows = {line: row for row, line in enumerate(self.order)}
        return self._rows

    @property
    def knows_rows(self) -> bool:
        """Whether nothing must be counted to tell rows."""
        return self.pristine or self._rows is not None

    def row_of(self, line: int) -> int:
        """The row of a line; of one that is gone, the row it had."""
        return self.rows.get(line, line) if self.rows else line

    def holds_any(self, texts: Set[str]) -> bool:
        """Whether a line reads like one of these; the lines are counted, which takes no index."""
        all_lines = sum(map(texts.__contains__, self.lines)) - (self.lines[self.size] in texts)
        return all_lines > sum(map(texts.__contains__, map(self.lines.__getitem__, self.gone)))

    @property
    def has_lone_returns(self) -> bool:
        return not self.plain and "\r" in self.ends

    def is_last(self, line: int) -> bool:
        return line == self.last if self.pristine else self.next[line] == self.size

    @property
    def own_next(self) -> Sequence[int]:
        """What followed each own line in the beginning."""
        return range(1, self.size + 1)

    @cached_property
    def own_prev(self) -> Sequence[int]:
        """What stood before each own line in the beginning."""
        return [self.size, *range(self.size - 1)]

    # ---- what lines are found by
    @cached_property
    def words(self) -> WordIndex:
        return WordIndex(self.lines)

    def key(self, line: int, grade: Grade) -> str:
        return self.table(grade)[line]

    def table(self, grade: Grade) -> list[str]:
        """What stands for each line at a grade, removed lines included."""
        table = self._keys.get(grade)
        if table is None:
            table = self._keys[grade] = keys_of(self.lines, grade)
        return table

    def index(self, grade: Grade) -> Index:
        """Where each key stands, dead lines included."""
        index = self._indexes.get(grade)
        if index is None:
            index = self._indexes[grade] = Index(self.table(grade), self.size)
        return index

    def once(
        self,
        search: Callable[[LineRing, Sequence[str], _Key], list[_Found]],
        block: Sequence[str],
        key: _Key,
    ) -> list[_Found]:
        """What a search finds; if that is much, it is kept until the text changes, since a patch
        may ask again and again.
        """
        known = self._answers.get((search, key, *block)) if self._answers else None
        if known is not None:
            self.means.search.pay(Cost.REMEMBERED_RUN, len(known))
            return known
        answer = search(self, block, key)
        if len(answer) > _MUCH:
            asked = (search, key, *block)
            self._answers[asked] = answer
        return answer

    # ---- change
    def splice(
        self, left: int, removed: Sequence[int], added: Sequence[str], part: int
    ) -> list[int]:
        """Take lines out and put others in after `left` (the sentinel: at the top); the ids of the
        new lines.
        """
        self._answers.clear()
        self._order = self._rows = None
        self.pristine = self.pristine and not removed and not added
        if left in self.gone:
            left = self.now(left)
        if left == self.size and added and added[0].startswith(BOM):
            # a byte order mark is never part of the first line
            added = [added[0].lstrip(BOM), *added[1:]]
        end = self._neighbour_end(left, removed)
        new = list(range(len(self.lines), len(self.lines) + len(added)))
        last, above, below = new[-1] if new else left, self.prev, self.next
        for line in removed:
            before, after = above[line], below[line]
            below[before], above[after] = after, before
            self.gone[line], self._stand_in[line] = part, last
        if new:
            self._link(left, new, added, end)
            self.owner.update(dict.fromkeys(new, part))
        return new

    def now(self, line: int) -> int:
        """What stands in a line's place now: the line itself, or the last of those that took its
        place.
        """
        while line in self.gone:
            line = self._stand_in[line]
        return line

    def _neighbour_end(self, left: int, removed: Sequence[int]) -> str:
        if self.plain:
            return "\n"
        right = self.next[removed[-1]] if removed else self.next[left]
        # the last line of a file may have none, but then the one above it has
        candidates = (*removed[:1], left, right, self.prev[left])
        return next((self.ends[line] for line in candidates if self.ends[line]), self.default_end)

    def _link(self, left: int, new: list[int], added: Sequence[str], end: str) -> None:
        if left != self.size and not self.ends[left]:
            self.set_end(left, end)
        right = self.next[left]
        self.lines += added
        self.ends += [end] * len(new)
        self.next += [*new[1:], right]
        self.prev += [left, *new[:-1]]
        self.next[left], self.prev[right] = new[0], new[-1]
        for grade, table in self._keys.items():
            keys = added
            if grade is not Grade.EXACT:
                keys = list(map(KEYS[grade], added))
                table += keys
            if grade in self._indexes:
                self._indexes[grade].enter(new, keys)

    def _number(self, line: int) -> None:
        """Give numbers to a line that was put in, and to those beside it that have none."""
        while self._lacks_number(self.prev[line]):
            line = self.prev[line]
        left, run = self.prev[line], [line]
        while self._lacks_number(self.next[run[-1]]):
            run.append(self.next[run[-1]])
        low = 0 if left == self.size else self.rank(left)
        gap = (self.rank(self.next[run[-1]]) - low) // (len(run) + 1)
        if gap < 1:
            self._renumber()
            return
        self._rank.update((line, low + gap * place) for place, line in enumerate(run, 1))

    def _lacks_number(self, line: int) -> bool:
        return line > self.size and line not in self._rank

    def _renumber(self) -> None:
        """Spread the inserted lines of each gap anew; own lines keep their fixed ranks."""
        self.means.search.pay(Cost.LINE_RENUMBERED, len(self.lines))
        run: list[int] = []
        low = 0
        for line in [*self.walk(), self.size]:
            if line > self.size:
                run.append(line)
                continue
            gap = (self.rank(line) - low) // (len(run) + 1)
            self._rank.update(
                (inserted, low + gap * place) for place, inserted in enumerate(run, 1)
            )
            run, low = [], self.rank(line)

    def set_end(self, line: int, end: str) -> None:
        if self.ends[line] != end:
            self._keep(line)
            self.ends[line] = end

    def set_text(self, line: int, text: str) -> None:
        """Change a line in place; the indexes keep its old key, so this is for after the last
        search.
        """
        if self.lines[line] != text:
            self._keep(line)
            self.lines[line] = text

    def _keep(self, line: int) -> None:
        """Remember what an own line was, before it changes for the first time."""
        if line < self.size and line not in self.dirty:
            self.dirty[line] = self.lines[line] + self.ends[line]

    def own(self, line: int) -> str:
        """An own line as it was in the beginning, line end included."""
        kept = self.dirty.get(line)
        return self.lines[line] + self.ends[line] if kept is None else kept

    def end_with_newline(self, wanted: bool) -> None:
        """Give the last line a line end, or take it away; every other line has one."""
        last = self.last
        if last != self.size:
            end = self.ends[last] or self._neighbour_end(last, ())
            self.set_end(last, end if wanted else "")

    @property
    def result(self) -> str:
        """The text as the parts leave it."""
        if self.pristine and not self.dirty:
            return self.text
        line, end = self.lines.__getitem__, self.ends.__getitem__
        return "".join(
            ["".join(map(add, map(line, some), map(end, some))) for some in pieces(self.order)]
        )

    def blank(self, line: int) -> bool:
        return is_blank(self.lines[line])

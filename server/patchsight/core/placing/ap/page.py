"""The lines of a file, and where code stands in it. Lines that are named one by one are looked for in
the text; only those of many modifications take a pass over all lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from patchsight.core.model.patch import Grade
from patchsight.core.placing.ap.search import code_of_texts
from patchsight.core.placing.grades import keys_of
from patchsight.core.placing.line_index import Index, rows_of
from patchsight.core.text.buffer import WHITE, is_blank, split_lines
from patchsight.core.text.lazy import cached_property
from patchsight.core.text.pieces import pieces

_SEPARATORS = "\x1c\x1d\x1e\x1f"  #: of ASCII what `strip` takes for white space beside that
_FEW = 6  #: lines that are looked for one by one, which takes no hash of every line
_OFTEN = 4  #: places of a text, from which on it is looked for among the lines
_APART = 64  #: blank rows inside of a block, from which on it is left to those who pay for each


class Stretch(NamedTuple):
    """The rows of the first and the last line of a block."""

    first: int
    last: int


class Page:
    """The lines of a text that end in line feeds."""

    def __init__(self, text: str, named: Sequence[str]) -> None:
        """`named` are the lines of code that may be looked for."""
        self._text, self.lines = text, split_lines(text)
        self._rows: dict[str, list[int]] = {}
        if len(named) > _FEW:
            self._rows.update(Index(self._keys, len(self._keys)).where(set(named)))

    @cached_property
    def _keys(self) -> list[str]:
        text, keys = self._text, list[str]()
        if not text.isascii() or any(map(text.__contains__, _SEPARATORS)):
            return keys_of(self.lines, Grade.INDENTATION)
        for some in pieces(self.lines):
            keys += map(str.strip, some)  # which is quicker, and takes nothing else away here
        return keys

    def rows(self, line: str) -> list[int]:
        """The rows in which a line of code stands."""
        rows = self._rows.get(line)
        if rows is None:
            rows = self._rows[line] = self._find(line)
        return rows

    def _find(self, line: str) -> list[int]:
        text, hits = self._text, list[int]()
        at = text.find(line)
        while at >= 0:
            if len(hits) == _OFTEN:
                return rows_of(line, self._keys)
            hits.append(at)
            at = text.find(line, at + len(line))  # where one of two is a line, they do not overlap
        rows = [text.count("\n", 0, hit) for hit in hits]
        return [row for row in rows if self.lines[row].strip(WHITE) == line]

    def stretch(self, block: Sequence[str], row: int, at: int = 0) -> Stretch | None:
        """Where a block of code stands whose line with some number stands in a row; None if it does
        not, or if too much is between its lines.
        """
        first, size = row - at, len(block)
        # as most: without blank lines
        if first >= 0 and code_of_texts(self.lines[first : first + size]) == block:
            return Stretch(first, first + size - 1)
        above = self._code_rows(range(row - 1, -1, -1), at)
        rows = [*reversed(above), *self._code_rows(range(row, len(self.lines)), size - at)]
        if code_of_texts([self.lines[row] for row in rows]) != block:
            return None
        return Stretch(rows[0], rows[-1])

    def _code_rows(self, rows: Sequence[int], most: int) -> list[int]:
        """The first of some rows that hold code, up to so many."""
        near = rows[: most + _APART] if most else ()
        return list(islice((row for row in near if not is_blank(self.lines[row])), most))

    def goes_on_with(self, line: str, row: int) -> bool:
        """Whether the next line of code below a row may be this one."""
        rows = range(row + 1, len(self.lines))
        below = self._code_rows(rows, 1)
        return self.lines[below[0]].strip(WHITE) == line if below else len(rows) > _APART

    def count_blanks(self, rows: Sequence[int]) -> int:
        """How many of some rows are blank before the first other one."""
        filled = (at for at, row in enumerate(rows) if not is_blank(self.lines[row]))
        return next(filled, len(rows))

    def has_code(self, first: int, last: int) -> bool:
        """Whether there is code in some rows."""
        return not all(map(is_blank, self.lines[first:last]))

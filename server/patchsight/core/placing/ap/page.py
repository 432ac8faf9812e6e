"""The lines of a file, and where code stands in it. The lines of a few modifications are looked for one
by one; only those of many take a hash of every line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from patchsight.core.model.patch import Grade
from patchsight.core.placing.grades import keys_of
from patchsight.core.placing.line_index import Index, rows_of
from patchsight.core.text.buffer import split_lines
from patchsight.core.text.lazy import cached_property
from patchsight.core.text.pieces import pieces

_SEPARATORS = "\x1c\x1d\x1e\x1f"  #: of ASCII what `strip` takes for white space beside that
_APART = 64  #: blank rows inside of a block, from which on it is left to those who pay for each


class Stretch(NamedTuple):
    """The rows of the first and the last line of a block."""

    first: int
    last: int


class Page:
    """The lines of a text that end in line feeds."""

    def __init__(self, text: str) -> None:
        self._text, self.lines = text, split_lines(text)
        self._rows: dict[str, list[int]] = {}

    @cached_property
    def code(self) -> list[str]:
        """What is compared of each line; nothing of a blank one."""
        text, code = self._text, list[str]()
        if not text.isascii() or any(map(text.__contains__, _SEPARATORS)):
            return keys_of(self.lines, Grade.INDENTATION)
        for some in pieces(self.lines):
            code += map(str.strip, some)  # which is quicker, and takes nothing else away here
        return code

    @property
    def has_loose_ends(self) -> bool:
        """Whether a space or a tab stands at the end of a line."""
        # most lines have no white space there at all, which is told without a step for each
        odd = (some for some in pieces(self.lines) if list(map(str.rstrip, some)) != some)
        return any(line.endswith((" ", "\t")) for some in odd for line in some)

    def announce(self, lines: Iterable[str]) -> None:
        """Say which lines of code may be looked for, so that one pass finds all of them."""
        self._rows.update(Index(self.code, len(self.code)).where(set(lines)))

    def rows(self, line: str) -> list[int]:
        """The rows in which a line of code stands."""
        rows = self._rows.get(line)
        if rows is None:
            rows = self._rows[line] = rows_of(line, self.code)
        return rows

    def stretch(self, block: Sequence[str], row: int, at: int = 0) -> Stretch | None:
        """Where a block of code stands whose line with some number stands in a row; None if it does
        not, or if too much is between its lines.
        """
        first, size = row - at, len(block)
        if first >= 0 and self.code[first : first + size] == block:  # as most: without blank lines
            return Stretch(first, first + size - 1)
        above = self._code_rows(range(row - 1, -1, -1), at)
        rows = [*reversed(above), *self._code_rows(range(row, len(self.lines)), size - at)]
        if [self.code[row] for row in rows] != block:
            return None
        return Stretch(rows[0], rows[-1])

    def _code_rows(self, rows: Sequence[int], most: int) -> list[int]:
        """The first of some rows that hold code, up to so many."""
        near = rows[: most + _APART] if most else ()
        return list(islice((row for row in near if self.code[row]), most))

    def goes_on_with(self, line: str, row: int) -> bool:
        """Whether the next line of code below a row may be this one."""
        rows = range(row + 1, len(self.lines))
        below = self._code_rows(rows, 1)
        return self.code[below[0]] == line if below else len(rows) > _APART

    def count_blanks(self, rows: Sequence[int]) -> int:
        """How many of some rows are blank before the first other one."""
        filled = (at for at, row in enumerate(rows) if self.code[row])
        return next(filled, len(rows))

    def has_code(self, first: int, last: int) -> bool:
        """Whether there is code in some rows."""
        return any(self.code[first:last])

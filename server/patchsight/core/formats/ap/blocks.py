"""The rows of text blocks in a broken ap text, and those that fell out of them.

A text block is every row that is indented deeper than its key, as deep as its first row or deeper.
"""

from __future__ import annotations

from patchsight.core.formats.ap.entries import Entry, RawPair
from patchsight.core.formats.ap.failure import TAB
from patchsight.core.formats.ap.source import Source
from patchsight.core.text.buffer import Span

MARGIN = 2
_NEITHER = (
    "This line is neither a key with a colon (`key: value`) nor a list item (`- key: value`). "
    "Correct its indentation, or remove it."
)
_LONG_BLANK = (
    "This blank line has more spaces than the first line of the text below it. Remove its spaces."
)


class BlockScanner:
    """Keeps what is open while rows are read, and deals with the rows of values."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.rows = source.rows
        self.root = Entry(0, source.first)
        self.open = [self.root]  #: from the root to the entry at hand
        self.pair: RawPair | None = None
        #: a row that is a comment, if it is not a line that fell out of a text block
        self.comment: int | None = None
        self.noisy = False

    def takes(self, pair: RawPair, row: int, column: int) -> bool:
        """Whether a row belongs to the open text block."""
        if pair.indent is None and column > pair.column:
            pair.indent = column
            if pair.blank and pair.blank.end - pair.blank.start > column:
                self.report("yaml_error", pair.blank, _LONG_BLANK)
        if pair.indent is None or column < pair.indent:
            return False
        if self.comment is not None:
            self._misindent(self.comment, pair)
            self.comment = None
        self.extend(row)
        return True

    def skip_blank(self, row: int, column: int, text: str) -> None:
        """Pass over a blank row; in a text block even its spaces matter."""
        pair = self.pair
        if pair is None or not pair.style:
            return
        if "\t" in text and (pair.indent is None or column < pair.indent):
            self.report("yaml_error", self.rows.span(row, column, column + 1), TAB)
        elif pair.indent is None and (
            pair.blank is None or column > pair.blank.end - pair.blank.start
        ):
            pair.blank = self.rows.span(row, 0, column)

    def extend(self, row: int) -> None:
        """Count a row to the value at hand."""
        if self.pair:
            self.pair.last = row
        self.open[-1].last = row
        self.noisy = False

    def reject(self, row: int, column: int) -> None:
        """Deal with a row that is neither key nor item: text out of a block, a value, an error."""
        pair = self.pair
        if pair and pair.style:
            self._misindent(row, pair)
            if pair.indent is None:
                self.extend(row)
        elif pair and column > pair.column:
            self.extend(row)
        elif not self.noisy:
            self.pair = None
            self.noisy = True
            fits = (
                entry
                for entry in reversed(self.open)
                if entry.column is not None and entry.column <= column
            )
            next(fits, self.root).damaged = True
            self.source.report("yaml_error", self.rows.trimmed(row), _NEITHER)

    def report(self, code: str, span: Span, message: str, **data: object) -> None:
        """Report something about the entry at hand."""
        self.open[-1].damaged = True
        self.source.report(code, span, message, **data)

    def _misindent(self, row: int, pair: RawPair) -> None:
        """Report the first row that fell out of a block; the others mostly follow from it."""
        if pair.damaged:
            return
        pair.damaged = True
        column = pair.column + MARGIN if pair.indent is None else pair.indent
        message = f"This line is indented less than the text of `{pair.key}` it belongs to. Indent it by {column} spaces."
        self.report("misindented_block", self.rows.trimmed(row), message, column=column)

"""The outline of a broken ap text: its keys and list items, found row by row from their words and columns.

A text block is every row that is indented deeper than its key, as deep as its first row or deeper. What stands left of
that must be a key or an item again; if it is neither, or in a column of its own, that is what broke the text.
"""

from __future__ import annotations

import re

from patchsight.core.formats.ap_entries import Entry, RawPair, starts_document
from patchsight.core.formats.ap_failure import TAB, explain_documents
from patchsight.core.formats.ap_source import Source
from patchsight.core.formats.ap_words import LEVEL_OF, LEVELS, LISTS, shorten
from patchsight.core.text import WHITE, Span, is_blank

_DASH = re.compile(r"-(?:[ \t]+|$)")
_KEY = re.compile(r"""(["']?)([A-Za-z_][\w-]*)\1[ \t]*:(?=[ \t]|$)[ \t]*""")
_BLOCK = re.compile(r"([|>])(?:([1-9])|[+-])*[ \t]*(?:#.*)?$")
_MARGIN = 2
_NEITHER = (
    "This line is neither a key with a colon (`key: value`) nor a list item (`- key: value`). "
    "Correct its indentation, or remove it."
)


class Outline:
    """Reads rows one after the other, and keeps what is open."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.rows = source.rows
        self.root = Entry(0, source.first)
        self.open = [self.root]  #: from the root to the entry at hand
        self.pair: RawPair | None = None
        self.comment: int | None = None  #: a row that is a comment, if it is not a line that fell out of a text block
        self.noisy = False

    def scan(self) -> Entry:
        """Read all rows."""
        for row in range(self.source.first, self.source.last):
            if not self._scan_row(row):
                break
        return self.root

    def _scan_row(self, row: int) -> bool:
        """Read one row; False if the document ends with it."""
        line = self.rows.lines[row]
        text = line.lstrip(" ")
        column = len(line) - len(text)
        if is_blank(text):
            self._blank(row, column, text)
        elif self.pair and self.pair.style and self._takes(self.pair, row, column):
            pass
        elif text[0] == "\t":
            self._tab(row, column, text)
        elif text[0] == "#":
            self.comment = row if self.pair and self.pair.style else None
        elif column == 0 and text.startswith(("---", "...", "%")):
            return self._marker(row, text)
        else:
            self._structure(row, column, text, self.rows.starts[row] + column)
        return True

    # ---- inside a text block

    def _takes(self, pair: RawPair, row: int, column: int) -> bool:
        """Whether a row belongs to the open text block."""
        if pair.indent is None and column > pair.column:
            pair.indent = column
            if pair.blank and pair.blank.end - pair.blank.start > column:
                self._report(
                    "yaml_error",
                    pair.blank,
                    "This blank line has more spaces than the first line of the text below it. Remove its spaces.",
                )
        if pair.indent is None or column < pair.indent:
            return False
        if self.comment is not None:
            self._misindent(self.comment, pair)
            self.comment = None
        self._extend(row)
        return True

    def _blank(self, row: int, column: int, text: str) -> None:
        pair = self.pair
        if pair is None or not pair.style:
            return
        if "\t" in text and (pair.indent is None or column < pair.indent):
            self._report("yaml_error", self.rows.span(row, column, column + 1), TAB)
        elif pair.indent is None and (pair.blank is None or column > pair.blank.end - pair.blank.start):
            pair.blank = self.rows.span(row, 0, column)

    def _misindent(self, row: int, pair: RawPair) -> None:
        """Report a row that fell out of a block; the first one only, the others mostly follow from it."""
        if not pair.damaged:
            pair.damaged = True
            column = pair.column + _MARGIN if pair.indent is None else pair.indent
            self._report(
                "misindented_block",
                self.rows.trimmed(row),
                f"This line is indented less than the text of `{pair.key}` "
                f"it belongs to. Indent it by {column} spaces or more.",
                column=column,
            )

    def _extend(self, row: int) -> None:
        if self.pair:
            self.pair.last = row
        self.open[-1].last = row
        self.noisy = False

    # ---- rows that are no text

    def _tab(self, row: int, column: int, text: str) -> None:
        """Report the tab, and read the row as if it were indented right."""
        inner = text.lstrip(WHITE)
        width = len(text) - len(inner)
        self._report("yaml_error", self.rows.span(row, column, column + width), TAB)
        dash = _DASH.match(inner)
        key = _KEY.match(inner, dash.end() if dash else 0)
        level = LEVEL_OF.get(key[2]) if key else None
        known = self._column(level) if not dash else self._dash(level) if level else None
        if known is None:
            self._extend(row)
        else:
            self._structure(row, known, inner, self.rows.starts[row] + column + width)
            self.open[-1].damaged = True

    def _marker(self, row: int, text: str) -> bool:
        if not self.root.pairs and not self.root.entries:
            return True
        if text.startswith("...") or starts_document(self.source, row):
            if text.startswith("---"):
                self._report("yaml_error", self.rows.trimmed(row), explain_documents(0).message)
            return False
        self._structure(row, 0, text, self.rows.starts[row])
        return True

    def _structure(self, row: int, column: int, text: str, offset: int) -> None:
        """Read a row that starts an item or a pair, or is neither."""
        self.comment = None
        if self.open[-1].inline is not None and column > (self.open[-1].dash or 0):
            self._extend(row)
            return
        dash = _DASH.match(text)
        skip = dash.end() if dash else 0
        key = _KEY.match(text, skip)
        name = key[2] if key else ""
        level = self._item_level(column, name, text[skip:]) if dash else self._key_level(column, name)
        if level is None:
            self._noise(row, column)
            return
        entry = self._open_item(level, row, column) if dash else self._close_to(level)
        self.pair = None
        if key:
            self._open_pair(entry, row, column + skip, offset, key)
        elif text[skip:]:
            entry.inline = offset + skip
        self._extend(row)

    def _noise(self, row: int, column: int) -> None:
        """Deal with any other row: text that fell out of its block, the next row of a value, or an error."""
        pair = self.pair
        if pair and pair.style:
            self._misindent(row, pair)
            if pair.indent is None:
                self._extend(row)
        elif pair and column > pair.column:
            self._extend(row)
        elif not self.noisy:
            self.noisy = True
            fits = (entry for entry in reversed(self.open) if entry.column is not None and entry.column <= column)
            next(fits, self.root).damaged = True
            self.source.report("yaml_error", self.rows.trimmed(row), _NEITHER)

    # ---- items

    def _item_level(self, column: int, name: str, text: str) -> int | None:
        if LEVEL_OF.get(name):
            return LEVEL_OF[name]
        if not name and text and text[0] != "{":
            return None
        if self.pair and self.pair.key in LISTS and not self.open[-1].entries:
            return LISTS.index(self.pair.key) + 1
        return next((level for level in (2, 1) if self._has_items(level) and self._dash(level) == column), None)

    def _has_items(self, level: int) -> bool:
        return len(self.open) >= level and bool(self.open[level - 1].entries)

    def _dash(self, level: int) -> int | None:
        """The column in which the items of a level stand, or must at least stand; None if any will do."""
        if self._has_items(level):
            return self.open[level - 1].entries[0].dash
        column = self._column(level - 1)
        return None if column is None else column + _MARGIN

    def _column(self, level: int | None) -> int | None:
        return None if level is None or level >= len(self.open) else self.open[level].column

    def _open_item(self, level: int, row: int, column: int) -> Entry:
        if level > len(self.open):
            self._close_to(0)
            self.open.append(Entry(1, row, damaged=True))
            self.root.entries.append(self.open[-1])
        parent = self._close_to(level - 1)
        expected = self._dash(level)
        if expected is None or (not parent.entries and column >= expected - _MARGIN):
            expected = column
        entry = Entry(level, row, expected if not parent.entries else column)
        parent.entries.append(entry)
        self.open.append(entry)
        if column != expected:
            self._report(
                "misaligned_item",
                self.rows.trimmed(row),
                f"This `-` stands in column {column + 1}, but its list stands in "
                f"column {expected + 1}. Indent it by {expected} spaces.",
                column=expected,
            )
        return entry

    def _close_to(self, level: int) -> Entry:
        del self.open[level + 1 :]
        return self.open[level]

    # ---- pairs

    def _key_level(self, column: int, name: str) -> int | None:
        """The level a key belongs to: that of its column, or else that of its word if it may have been misplaced."""
        if not name:
            return None
        known = LEVEL_OF.get(name)
        for entry in reversed(self.open):
            fits = column > (entry.dash or 0) - (entry.dash is None) if entry.column is None else column == entry.column
            if fits and (known is None or name in LEVELS[entry.level]):
                return entry.level
        is_open = known is not None and known < len(self.open) and name not in self.open[known].keys
        return known if is_open else None

    def _open_pair(self, entry: Entry, row: int, column: int, offset: int, key: re.Match[str]) -> None:
        start = offset + key.start()
        pair = RawPair(key[2], row, column, start, start + len(key[1]) * 2 + len(key[2]), offset + key.end(), last=row)
        if block := _BLOCK.match(key.string, key.end()):
            pair.style = block[1]
            pair.indent = column + int(block[2]) if block[2] else None
        if entry.column is None:
            entry.column = column
        elif entry.column != column:
            self._report(
                "misaligned_key",
                Span(start, pair.key_end),
                f"{shorten(pair.key)} stands in column {column + 1}, but the keys "
                f"beside it stand in column {entry.column + 1}. Indent it by {entry.column} spaces.",
                column=entry.column,
            )
        entry.add(pair)
        self.pair = pair

    def _report(self, code: str, span: Span, message: str, **data: object) -> None:
        self.open[-1].damaged = True
        self.source.report(code, span, message, **data)

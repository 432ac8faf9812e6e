"""The outline of a broken ap text: its keys and list items, found row by row from their words and
columns.

What is no row of a text block must be a key or an item; if it is neither, or stands in a column of
its own, that is what broke the text.
"""

from __future__ import annotations

import re

from patchsight.core.formats.ap.blocks import MARGIN, BlockScanner
from patchsight.core.formats.ap.entries import Entry, RawPair, starts_document
from patchsight.core.formats.ap.failure import TAB, explain_documents
from patchsight.core.formats.ap.words import LEVEL_OF, LEVELS, LISTS
from patchsight.core.text.buffer import WHITE, Span, is_blank
from patchsight.core.text.phrases import quote

_DASH = re.compile(r"-(?:[ \t]+|$)")
_KEY = re.compile(r"""(["']?)([A-Za-z_][\w-]*)\1[ \t]*:(?=[ \t]|$)[ \t]*""")
_WORD = re.compile(r"[A-Za-z_]*")
_BLOCK = re.compile(r"([|>])(?:([1-9])|[+-])*[ \t]*(?:#.*)?$")
_NO_COLON = "This list item has no key with a colon. Write `- key: value`."


class Outline(BlockScanner):
    """Reads rows one after the other."""

    def scan(self) -> Entry:
        """Read all rows; the root of what they hold."""
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
            self.skip_blank(row, column, text)
        elif self.pair and self.pair.style and self.takes(self.pair, row, column):
            pass
        elif text[0] == "\t":
            self._read_tab(row, column, text)
        elif text[0] == "#":
            self.comment = row if self.pair and self.pair.style else None
        elif column == 0 and text.startswith(("---", "...", "%")):
            return self._read_marker(row, text)
        else:
            self._read_structure(row, column, text, self.rows.starts[row] + column)
        return True

    def _read_tab(self, row: int, column: int, text: str) -> None:
        """Report a tab, and read the row as if it were indented right."""
        inner = text.lstrip(WHITE)
        width = len(text) - len(inner)
        self.report("yaml_error", self.rows.span(row, column, column + width), TAB)
        dash = _DASH.match(inner)
        key = _KEY.match(inner, dash.end() if dash else 0)
        level = LEVEL_OF.get(key[2]) if key else None
        known = self._column(level) if not dash else self._dash(level) if level else None
        if known is not None:
            self._read_structure(row, known, inner, self.rows.starts[row] + column + width)
            self.open[-1].damaged = True
            return
        self.extend(row)
        if self.pair:
            self.pair.damaged = True

    def _read_marker(self, row: int, text: str) -> bool:
        """Read a row that may start or end a document; False if it does."""
        if not self.root.pairs and not self.root.entries:
            return True
        if text.startswith("...") or starts_document(self.source, row):
            if text.startswith("---"):
                self.report("yaml_error", self.rows.trimmed(row), explain_documents(0).message)
            return False
        self._read_structure(row, 0, text, self.rows.starts[row])
        return True

    def _read_structure(self, row: int, column: int, text: str, offset: int) -> None:
        """Read a row that starts an item or a pair, or is neither."""
        self.comment = None
        if self.open[-1].inline is not None and column > (self.open[-1].dash or 0):
            self.extend(row)
            return
        dash = _DASH.match(text)
        skip = dash.end() if dash else 0
        key = _KEY.match(text, skip)
        name = key[2] if key else ""
        level = (
            self._item_level(column, name, text[skip:]) if dash else self._key_level(column, name)
        )
        if level is None:
            self.reject(row, column)
            return
        entry = self._open_item(level, row, column) if dash else self._open_entry(level, row)
        self.pair = None
        if key:
            self._open_pair(entry, row, column + skip, offset, key)
        elif text[skip:].startswith("{"):
            entry.inline = offset + skip
        elif text[skip:]:
            self.report("yaml_error", self.rows.trimmed(row), _NO_COLON)
        self.extend(row)

    # ---- items

    def _item_level(self, column: int, name: str, text: str) -> int | None:
        """The level of an item: that of its first key, or else that of the list in its column."""
        if LEVEL_OF.get(name):
            return LEVEL_OF[name]
        word = _WORD.match(text)
        if not name and text and text[0] != "{" and not (word and LEVEL_OF.get(word[0])):
            return None
        if self.pair and self.pair.key in LISTS and not self.open[-1].entries:
            return LISTS.index(self.pair.key) + 1
        return next(
            (level for level in (2, 1) if self._has_items(level) and self._dash(level) == column),
            None,
        )

    def _has_items(self, level: int) -> bool:
        return len(self.open) >= level and bool(self.open[level - 1].entries)

    def _dash(self, level: int) -> int | None:
        """The column in which the items of a level stand, or may stand; None if any will do."""
        if self._has_items(level):
            return self.open[level - 1].entries[0].dash
        column = self._column(level - 1)
        return None if column is None else column + MARGIN

    def _column(self, level: int | None) -> int | None:
        return None if level is None or level >= len(self.open) else self.open[level].column

    def _open_item(self, level: int, row: int, column: int) -> Entry:
        if level > len(self.open):
            self._open_entry(1, row)
        parent = self._close_to(level - 1)
        expected = self._dash(level)
        if expected is None or (not parent.entries and column >= expected - MARGIN):
            expected = column
        entry = Entry(level, row, column if parent.entries else expected)
        parent.entries.append(entry)
        self.open.append(entry)
        if column != expected:
            self._report_item(entry, column, expected)
        return entry

    def _report_item(self, entry: Entry, column: int, expected: int) -> None:
        entry.is_shifted = True
        message = f"This `-` stands in column {column + 1}, but its list stands in column {expected + 1}. "
        hint = f"Indent it by {expected} spaces."
        self.report(
            "misaligned_item", self.rows.trimmed(entry.row), message + hint, column=expected
        )

    def _open_entry(self, level: int, row: int) -> Entry:
        """The open entry of a level; a new one, an error, if its first key is no list item."""
        if level < len(self.open):
            return self._close_to(level)
        entry = Entry(level, row)
        self.open[level - 1].entries.append(entry)
        self.open.append(entry)
        what = "`- file_path:`" if level == 1 else "`- action:`"
        message = (
            f"This line belongs to an entry of `{LISTS[level - 1]}`, but no {what} stands above it."
        )
        self.report(
            "missing_key",
            self.rows.trimmed(row),
            message,
            key="file_path" if level == 1 else "action",
        )
        return entry

    def _close_to(self, level: int) -> Entry:
        del self.open[level + 1 :]
        return self.open[level]

    # ---- pairs

    def _key_level(self, column: int, name: str) -> int | None:
        """The level a key belongs to: that of its column, or of its word if it was misplaced."""
        if not name:
            return None
        known = LEVEL_OF.get(name)
        for entry in reversed(self.open):
            fits = (
                column > (entry.dash or 0) - (entry.dash is None)
                if entry.column is None
                else column == entry.column
            )
            if fits and (known is None or name in LEVELS[entry.level]):
                return entry.level
        if known is None:
            return None
        if known < len(self.open):
            return known if name not in self.open[known].keys else None
        is_below_list = (
            self.pair is not None and self.pair.key == LISTS[known - 1] and not self.pair.style
        )
        return known if known == len(self.open) and is_below_list else None

    def _open_pair(
        self, entry: Entry, row: int, column: int, offset: int, key: re.Match[str]
    ) -> None:
        start = offset + key.start()
        pair = RawPair(
            key[2],
            row,
            column,
            start,
            start + len(key[1]) * 2 + len(key[2]),
            offset + key.end(),
            last=row,
        )
        if block := _BLOCK.match(key.string, key.end()):
            pair.style = block[1]
            pair.indent = column + int(block[2]) if block[2] else None
        if entry.column is None:
            entry.column = column
        elif entry.column != column:
            self._misalign(entry, pair, entry.column)
        entry.add(pair)
        self.pair = pair

    # ---- columns

    def _misalign(self, entry: Entry, pair: RawPair, column: int) -> None:
        """Deal with a key in another column than the key above it: one of the two is out of line."""
        if entry.is_shifted:
            entry.is_shifted = False
            entry.column = pair.column
        elif entry.level == 0 and pair.column < column and len(entry.pairs) == 1:
            entry.column = pair.column
            self._report_key(entry.pairs[0], column, pair.column)
        elif self._is_item_shifted(entry, pair):
            expected = max(0, (entry.dash or 0) + pair.column - column)
            self._report_item(entry, entry.dash or 0, expected)
            entry.dash, entry.column, entry.is_shifted = expected, pair.column, False
        else:
            pair.damaged = bool(pair.style)
            self._report_key(pair, pair.column, column)

    def _report_key(self, pair: RawPair, column: int, expected: int) -> None:
        message = f"{quote(pair.key)} stands in column {column + 1}, the keys beside it in column {expected + 1}. "
        hint = f"Indent it by {expected} spaces."
        self.report(
            "misaligned_key", Span(pair.start, pair.key_end), message + hint, column=expected
        )

    def _is_item_shifted(self, entry: Entry, pair: RawPair) -> bool:
        """Whether a list's first item is out of line, not the key below it: what follows tells."""
        if (
            entry.dash is None
            or len(entry.pairs) != 1
            or self.open[entry.level - 1].entries[0] is not entry
        ):
            return False
        for row in range(pair.row + 1, self.source.last):
            text = self.rows.lines[row].lstrip(" ")
            column = len(self.rows.lines[row]) - len(text)
            dash = _DASH.match(text)
            key = _KEY.match(text, dash.end() if dash else 0)
            if key is None or LEVEL_OF.get(key[2]) != entry.level:
                continue
            if dash or column in (entry.column, pair.column):
                return column != entry.dash if dash else column == pair.column
        return False

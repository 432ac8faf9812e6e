"""Between the core's offsets and the protocol's positions. Every Position is made or read here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from lsprotocol import types

from patchsight.core.model.report import Lines
from patchsight.core.text.buffer import BOM, Buffer, Span

_ASTRAL = 0xFFFF


class Codec(NamedTuple):
    """How the client counts characters: in UTF-8 bytes, UTF-16 units or code points."""

    encoding: str = "utf-16"
    #: the editor shows a byte order mark, which is no part of the text, before the first line
    marked: bool = False

    def position(self, buffer: Buffer, offset: int) -> types.Position:
        seen = buffer.outer.unjoined
        line, column = seen.position(buffer.shown(Span(offset, offset)).start)
        shown = seen.lines[line][:column]
        return types.Position(line, self._lead(line) + self._units(shown))

    def range(self, buffer: Buffer, span: Span) -> types.Range:
        shown, seen = buffer.shown(span), buffer.outer
        return types.Range(self.position(seen, shown.start), self.position(seen, shown.end))

    def lines(self, buffer: Buffer, lines: Lines) -> types.Range:
        """The range of whole lines, without the last end; an empty one is the start of its line."""
        rows = buffer.joined
        last = len(rows.lines) - 1
        top = types.Position(self.position(buffer, rows.starts[min(lines.start, last)]).line, 0)
        if lines.end <= lines.start:
            return types.Range(top, top)
        return types.Range(top, self.position(buffer, rows.span(min(lines.end - 1, last)).end))

    def offset(self, buffer: Buffer, position: types.Position) -> int:
        """The offset of a position; one past the end or inside a character is moved before it."""
        seen = buffer.outer.unjoined
        if position.line < 0:
            return 0
        if position.line >= len(seen.lines):
            return len(buffer.text)
        line = seen.lines[position.line]
        column = self._column(line, position.character - self._lead(position.line))
        return buffer.hidden(seen.starts[position.line] + column)

    def _lead(self, row: int) -> int:
        return self._units(BOM) if self.marked and row == 0 else 0

    def _units(self, text: str) -> int:
        if self.encoding == "utf-32" or text.isascii():
            return len(text)
        if self.encoding == "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) + sum(ord(char) > _ASTRAL for char in text)

    def _column(self, line: str, units: int) -> int:
        units = max(units, 0)
        if self.encoding == "utf-32" or line.isascii():
            return min(units, len(line))
        used = 0
        for column, char in enumerate(line):
            used += self._units(char)
            if used > units:
                return column
        return len(line)


class Address(NamedTuple):
    """What the client knows a file by, and how positions in its text count there."""

    uri: str
    version: int | None  #: None if it is not open
    codec: Codec


Addresses = Callable[[Path], Address]

"""What a word is, and the rows that are the format's own."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from patchsight.core.model.patch import FileChange, Kind, Patch, PatchLine
from patchsight.core.text.buffer import Span


class Word(str, Enum):
    """What a word of a patch is, by the name editors know it by."""

    #: what the format itself writes: `*** Update File:`, `@@`, `---`, `--- from`
    MARKER = "keyword"
    PATH = "string"
    NUMBER = "number"  #: in a hunk's header, and the value of `fuzz`
    SIGN = "operator"  #: the `+` or `-` in front of a line
    KEY = "property"  #: a key of ap, an option of ApplyDiff
    VALUE = "enumMember"  #: an action of ap, a mode of ApplyDiff
    HINT = "function"  #: the line that a hunk's header names
    NOTE = "comment"  #: metadata that is read and not used


class Token(NamedTuple):
    """A word in one row. A sign says what its line is."""

    span: Span
    word: Word
    kind: Kind = Kind.CONTEXT


class Page:
    """A patch row by row: some hold lines of parts, the others are the format's."""

    def __init__(self, patch: Patch) -> None:
        self.patch, self.buffer = patch, patch.buffer
        lines = (line for change in patch.files for line in _lines(change))
        #: rows with content, and the column at which it starts
        self.content = {
            place.line: place.column
            for place in (self.buffer.position(line.span.start) for line in lines)
        }

    def token(self, row: int, columns: tuple[int, int], word: Word) -> Token:
        return Token(self.buffer.span(row, *columns), word)

    def marker(self, row: int) -> Token:
        """A row that is a marker as a whole."""
        return Token(self.buffer.trimmed(row), Word.MARKER)

    def inside(self) -> Iterator[int]:
        """The rows of sections that are no content."""
        for change in self.patch.files:
            rows = range(self.buffer.row(change.span.start), self.buffer.row(change.span.end) + 1)
            yield from (row for row in rows if row not in self.content)


def _lines(change: FileChange) -> Iterator[PatchLine]:
    for part in change.parts:
        yield from part.lines
        for block in filter(None, (part.anchor, part.range_end)):
            yield from block.lines

"""The words of a patch by what they are: markers, paths, hints, numbers, signs, keys; and the rows that
are the format's own.
"""

from __future__ import annotations

import re
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


_HEADER = re.compile(r"(@@)(?: -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? (@@))?[ \t]*(.*)", re.ASCII)
_WORDS = (Word.MARKER, *(Word.NUMBER,) * 4, Word.MARKER, Word.HINT)


def read_header(page: Page, row: int) -> Iterator[Token]:
    """The words of a row that starts with `@@`; none of any other."""
    match = _HEADER.match(page.buffer.lines[row])
    if match:
        yield from (
            page.token(row, match.span(group), word)
            for group, word in enumerate(_WORDS, 1)
            if match[group]
        )


def find_tokens(patch: Patch) -> list[Token]:
    """The words of a patch in order; none overlaps another or leaves its row."""
    if patch.format is None:
        return []
    signs = _signs(patch) if patch.format.signed else ()
    found = [*_paths(patch), *signs, *patch.format.tokens(Page(patch))]
    return _apart(sorted(token for token in found if token.span.start < token.span.end))


def _apart(tokens: list[Token]) -> list[Token]:
    kept: list[Token] = []
    for token in tokens:
        if not kept or kept[-1].span.end <= token.span.start:
            kept.append(token)
    return kept


def _paths(patch: Patch) -> Iterator[Token]:
    for change in patch.files:
        for ref in filter(None, (change.path, change.new_path)):
            if ref.raw and patch.buffer.row(ref.span.start) == patch.buffer.row(ref.span.end):
                yield Token(ref.span, Word.PATH)


def _signs(patch: Patch) -> Iterator[Token]:
    text = patch.buffer.text
    for part in patch.parts:
        for line in part.lines:
            at = line.span.start - 1
            if line.kind is not Kind.CONTEXT and at >= 0 and text[at] == line.kind.value:
                yield Token(Span(at, at + 1), Word.SIGN, line.kind)

"""The entries of a broken ap text, as far as its rows show them."""

from __future__ import annotations

from patchsight.core.formats.ap.source import Source
from patchsight.core.formats.ap.words import ROOT_KEYS
from patchsight.core.model.record import field, record
from patchsight.core.text.buffer import Span, is_blank


@record
class RawPair:
    """A key, and the rows that hold its value."""

    key: str
    row: int
    column: int  #: where the key stands, or should
    start: int  #: the key's offset in the buffer
    key_end: int
    value: int  #: the offset at which the value starts
    style: str = ""  #: `|` or `>` of a text block
    indent: int | None = None  #: the column of the block's text, once known
    last: int = 0  #: the last row of the value
    blank: Span | None = None  #: the longest blank row above the block's text
    damaged: bool = False


@record
class Entry:
    """The root, a file change or a modification."""

    level: int
    row: int
    dash: int | None = None  #: the column of its `-`
    column: int | None = None  #: the column of its keys, once known
    inline: int | None = None  #: the offset of its value where that is no key
    pairs: list[RawPair] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    last: int = 0
    damaged: bool = False
    #: its `-` is reported as out of line; its keys may stand in the right column
    is_shifted: bool = False
    keys: set[str] = field(default_factory=set)

    def add(self, pair: RawPair) -> None:
        self.pairs.append(pair)
        self.keys.add(pair.key)


def starts_document(source: Source, row: int) -> bool:
    """Whether another patch, or nothing, follows a `---`; else it fell out of its block."""
    lines = source.rows.lines
    below = (
        lines[at]
        for at in range(row + 1, source.last)
        if not is_blank(lines[at]) and lines[at][0] != "#"
    )
    return next(below, "version:").startswith(ROOT_KEYS)

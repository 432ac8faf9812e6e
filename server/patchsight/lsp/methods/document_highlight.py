"""Document highlights: everything in a patch that is about the same file; in lines that take the place
of others, the words in which they differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from patchsight.core.describe.words import exchanges
from patchsight.core.model.patch import FileChange
from patchsight.core.text.buffer import Span
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.selection import file_at

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

_TEXT, _READ, _WRITE = (
    types.DocumentHighlightKind.Text,
    types.DocumentHighlightKind.Read,
    types.DocumentHighlightKind.Write,
)


def register(server: Server) -> None:
    """Answer on paths, headers and changed lines; elsewhere editors mark the word at the cursor."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    async def on_highlight(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        snapshot = await server.analysis.checked(params.text_document.uri)
        if snapshot is None:
            return []
        codec, buffer = snapshot.document.counting, snapshot.report.patch.buffer
        offset = codec.offset(buffer, params.position)
        found = _same_file(snapshot, offset) or _words(snapshot, offset)
        return [
            types.DocumentHighlight(codec.range(buffer, span), kind) for span, kind in found.items()
        ]


def _same_file(snapshot: Snapshot, offset: int) -> dict[Span, types.DocumentHighlightKind]:
    """The paths of all sections on the file of this one, and the headers of their parts."""
    section, row = file_at(snapshot, offset), snapshot.report.patch.buffer.row
    if section is None or row(offset) not in {row(span.start) for span in _places(section[1])}:
        return {}
    path_of = snapshot.report.path_of
    name = path_of(section[1])
    same = [change for change in snapshot.report.patch.files if path_of(change) == name]
    paths = {change.path.span: _TEXT for change in same}
    rows = {row(span.start) for span in paths}
    return paths | {
        part.header: _WRITE
        for change in same
        for part in change.parts
        if row(part.header.start) not in rows
    }


def _words(snapshot: Snapshot, offset: int) -> dict[Span, types.DocumentHighlightKind]:
    """The words that go and that come, where the cursor is in a line that takes part in it."""
    resolution, row = snapshot.report.part_at(offset), snapshot.report.patch.buffer.row
    for exchange in exchanges(resolution.part) if resolution else ():
        if row(offset) in {row(line.span.start) for line in exchange.lines}:
            return dict.fromkeys(exchange.old, _READ) | dict.fromkeys(exchange.new, _WRITE)
    return {}


def _places(change: FileChange) -> Iterator[Span]:
    yield from (change.path.span, change.header)
    yield from (part.header for part in change.parts)

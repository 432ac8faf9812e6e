"""Document highlights: everything in a patch that is about the same file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from patchsight.core.model.patch import FileChange
from patchsight.core.text.buffer import Span
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.selection import file_at

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

_TEXT, _WRITE = types.DocumentHighlightKind.Text, types.DocumentHighlightKind.Write


def register(server: Server) -> None:
    """Answer on paths and headers; in the lines of a part, words are what one wants to see."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    async def on_highlight(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        snapshot = await server.analysis.checked(params.text_document.uri)
        if snapshot is None:
            return []
        codec, buffer = snapshot.document.counting, snapshot.report.patch.buffer
        found = _same_file(snapshot, codec.offset(buffer, params.position))
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


def _places(change: FileChange) -> Iterator[Span]:
    yield from (change.path.span, change.header)
    yield from (part.header for part in change.parts)

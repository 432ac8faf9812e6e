"""On-type formatting: while the lines of a unified hunk are typed, the counts in its header follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from patchsight.core.recount import recount

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

_OPTIONS = types.DocumentOnTypeFormattingOptions("\n", ["+", "-", " "])


def register(server: Server) -> None:
    """One edit, of the numbers only; nothing in other formats."""

    @server.feature(types.TEXT_DOCUMENT_ON_TYPE_FORMATTING, _OPTIONS)
    async def on_type(params: types.DocumentOnTypeFormattingParams) -> list[types.TextEdit]:
        snapshot = await server.analyst.fresh(params.text_document.uri)
        if snapshot is None:
            return []
        codec, patch = snapshot.document.counting, snapshot.report.patch
        row, column = patch.buffer.position(codec.offset(patch.buffer, params.position))
        if params.ch != "\n" and column != 1:
            return []  # in the middle of a line, nothing becomes another kind of line
        change = recount(patch, row)
        return [types.TextEdit(codec.range(patch.buffer, change.span), change.text)] if change else []

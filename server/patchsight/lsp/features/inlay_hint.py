"""Inlay hints: behind each part's header, where it lands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from patchsight.core.brief import pointer
from patchsight.core.result import Resolution
from patchsight.core.text import Buffer
from patchsight.core.trace import places
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.refresh import Refresher

if TYPE_CHECKING:
    from patchsight.lsp.server import Server


def register(server: Server) -> None:
    """Hints for the rows a client shows; it is asked to fetch them again when a target changes."""
    refresher = Refresher(
        server, "workspace.inlay_hint.refresh_support", lambda server: server.workspace_inlay_hint_refresh_async(None)
    )

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT, types.InlayHintOptions())
    async def on_inlay_hint(params: types.InlayHintParams) -> list[types.InlayHint]:
        snapshot = await server.analyst.fresh(params.text_document.uri)
        if snapshot is None:
            return []
        refresher.given(snapshot)
        return list(_hints(server, snapshot, params.range))


def _hints(server: Server, snapshot: Snapshot, wanted: types.Range) -> Iterator[types.InlayHint]:
    patch = snapshot.report.patch
    for found in snapshot.report.resolutions:
        row = patch.buffer.row(found.part.header.start)
        text = pointer(found, patch.format)
        if text and wanted.start.line <= row <= wanted.end.line:
            at = snapshot.document.counting.position(patch.buffer, patch.buffer.span(row).end)
            yield types.InlayHint(at, [_label(server, snapshot, found, text)], padding_left=True)


def _label(server: Server, snapshot: Snapshot, found: Resolution, text: str) -> types.InlayHintLabelPart:
    """The hint's text, which leads to the first place it is about."""
    there = places(found)[:1] if found.path in snapshot.report.texts else []
    for place in there:
        address = server.address(snapshot.workspace.root / found.path)
        where = address.codec.lines(Buffer(snapshot.report.texts[found.path]), place)
        return types.InlayHintLabelPart(text, location=types.Location(address.uri, where))
    return types.InlayHintLabelPart(text)

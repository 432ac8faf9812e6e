"""Selection ranges: from the line to the part, the file section, the whole patch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from patchsight.core.text.buffer import Span
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.selection import file_at

if TYPE_CHECKING:
    from patchsight.lsp.server import Server


def register(server: Server) -> None:
    """One chain of ranges for each position, each range inside the next."""

    @server.feature(types.TEXT_DOCUMENT_SELECTION_RANGE)
    async def on_selection(params: types.SelectionRangeParams) -> list[types.SelectionRange] | None:
        snapshot = await server.analysis.checked(params.text_document.uri)
        return [_chain(snapshot, position) for position in params.positions] if snapshot else None


def _chain(snapshot: Snapshot, position: types.Position) -> types.SelectionRange:
    codec, buffer = snapshot.document.counting, snapshot.report.patch.buffer
    chain = types.SelectionRange(codec.range(buffer, Span(0, len(buffer.text))))
    for span in reversed(_spans(snapshot, codec.offset(buffer, position))):
        chain = types.SelectionRange(codec.range(buffer, span), chain)
    return chain


def _spans(snapshot: Snapshot, offset: int) -> list[Span]:
    """The spans around an offset, innermost first; the whole text comes by itself."""
    buffer = snapshot.report.patch.buffer
    part, section = snapshot.report.part_at(offset), file_at(snapshot, offset)
    row = buffer.row(offset)
    spans = [buffer.trimmed(row), buffer.span(row)]
    spans += [part.part.span] if part else []
    spans += [section[1].span] if section else []
    grown: list[Span] = []
    for span in spans:
        holds = span.start <= offset <= span.end and (span.start, span.end) != (0, len(buffer.text))
        if holds and (not grown or (_contains(span, grown[-1]) and span != grown[-1])):
            grown.append(span)
    return grown


def _contains(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end

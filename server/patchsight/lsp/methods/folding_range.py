"""Folding ranges: file sections, their parts, and an ApplyDiff session block."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.capabilities import get_capability

from patchsight.core.model.patch import Patch

if TYPE_CHECKING:
    from patchsight.lsp.server import Server


def register(server: Server) -> None:
    """Whole rows only, which every client can fold."""

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    async def on_folding(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        snapshot = await server.analysis.checked(params.text_document.uri)
        if snapshot is None:
            return []
        most = get_capability(
            server.client_capabilities, "text_document.folding_range.range_limit", None
        )
        return await server.show(partial(_folds, snapshot.report.patch, most), snapshot)


def _folds(patch: Patch, most: int | None) -> list[types.FoldingRange]:
    """The sections before their parts, so that a limit cuts off parts first."""
    spans = [change.span for change in patch.files] + [part.span for part in patch.parts]
    if patch.session:
        spans.insert(0, patch.session.span)
    row = patch.buffer.counted_row
    rows = ((row(span.start), row(span.end)) for span in spans)
    folds = dict.fromkeys((first, last) for first, last in rows if first < last)
    return [types.FoldingRange(first, last) for first, last in islice(folds, most)]

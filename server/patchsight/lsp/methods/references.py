"""References: from a line of a target to the parts of open patches that touch it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from patchsight.core.describe.line_map import Trace
from patchsight.core.model.report import Resolution
from patchsight.lsp.analysis import Snapshot

if TYPE_CHECKING:
    from patchsight.lsp.server import Server


def register(server: Server) -> None:
    """Answer for any open document: a target is whatever a patch names."""

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def on_references(params: types.ReferenceParams) -> list[types.Location]:
        target = server.documents.open(params.text_document.uri)
        if target is None or target.fs_path is None:
            return []
        real = os.path.realpath(target.fs_path)
        patches = await server.analysis.snapshots()
        places = (
            place for patch in patches for place in _touching(patch, real, params.position.line)
        )
        return await server.show(lambda: list(places), *patches)


def _touching(snapshot: Snapshot, real: str, line: int) -> Iterator[types.Location]:
    report, codec = snapshot.report, snapshot.document.counting
    for resolution in _about(snapshot, real):
        span = Trace(report, resolution).touching(line)
        if span:
            yield types.Location(snapshot.document.uri, codec.range(report.patch.buffer, span))


def _about(snapshot: Snapshot, real: str) -> Iterator[Resolution]:
    """The parts that are about a file, by its real path."""
    root, texts = snapshot.workspace.root, snapshot.report.texts
    same = {path for path in texts if os.path.realpath(root / path) == real}
    yield from (resolution for resolution in snapshot.report.parts if resolution.path in same)

"""Inlay hints: behind each part's header, where it lands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from patchsight.core.describe.line_map import places
from patchsight.core.describe.summary import pointer
from patchsight.core.model.report import Resolution
from patchsight.core.text.buffer import Buffer
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.positions import Address, Addresses
from patchsight.lsp.refresh import Refresher

if TYPE_CHECKING:
    from patchsight.lsp.server import Server


def register(server: Server) -> None:
    """Hints for the rows a client shows; it is asked to fetch them again when a target changes."""
    refresher = Refresher(server, "inlay_hint")

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT, types.InlayHintOptions())
    async def on_inlay_hint(params: types.InlayHintParams) -> list[types.InlayHint]:
        snapshot = await refresher.fresh(params.text_document.uri)
        if snapshot is None:
            return []
        hints = HintMaker(snapshot, server.documents.address).make(params.range)
        return await server.show(lambda: list(hints), snapshot)


class HintMaker:
    """Writes the hints of one patch. Many parts share a target, which is looked at once."""

    def __init__(self, snapshot: Snapshot, address: Addresses) -> None:
        self._snapshot, self._address = snapshot, address
        self._targets: dict[str, tuple[Address, Buffer]] = {}

    def make(self, wanted: types.Range) -> Iterator[types.InlayHint]:
        """The hints in some rows."""
        patch, codec = self._snapshot.report.patch, self._snapshot.document.counting
        for resolution in self._snapshot.report.parts:
            row = patch.buffer.row(resolution.part.header.start)
            if not wanted.start.line <= row <= wanted.end.line:
                continue
            if text := pointer(resolution, patch):
                at = codec.position(patch.buffer, patch.buffer.span(row).end)
                label = types.InlayHintLabelPart(text, location=self._location(resolution))
                yield types.InlayHint(at, [label], padding_left=True)

    def _location(self, resolution: Resolution) -> types.Location | None:
        """The first place a hint is about."""
        there = places(resolution)[:1] if resolution.path in self._snapshot.report.texts else []
        for place in there:
            address, buffer = self._target(resolution.path)
            return types.Location(address.uri, address.codec.lines(buffer, place))
        return None

    def _target(self, path: str) -> tuple[Address, Buffer]:
        if path not in self._targets:
            address = self._address(self._snapshot.workspace.root / path)
            self._targets[path] = address, Buffer(self._snapshot.report.texts[path])
        return self._targets[path]

"""Document links: every path that leads to a file, with what happens to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.capabilities import get_capability

from patchsight.core.describe.lookup import sections
from patchsight.core.describe.summary import fate
from patchsight.lsp.analysis import Snapshot

if TYPE_CHECKING:
    from patchsight.lsp.server import Server


def register(server: Server) -> None:
    """Links to files that exist inside the workspace folder; the resolver knows no others."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK, types.DocumentLinkOptions())
    async def on_document_link(params: types.DocumentLinkParams) -> list[types.DocumentLink]:
        snapshot = await server.analysis.checked(params.text_document.uri)
        if snapshot is None:
            return []
        links = _links(server, snapshot)
        return await server.show(lambda: list(links), snapshot)


def _links(server: Server, snapshot: Snapshot) -> Iterator[types.DocumentLink]:
    report, codec = snapshot.report, snapshot.document.counting
    tooltips = get_capability(
        server.client_capabilities, "text_document.document_link.tooltip_support", False
    )
    for change, parts in sections(report):
        for ref, path in report.targets_of(change):
            uri = server.documents.address(snapshot.workspace.root / path).uri
            tooltip = f"{path} {fate(change, parts)}" if tooltips else None
            yield types.DocumentLink(codec.range(report.patch.buffer, ref.span), uri, tooltip)

"""Definition: from a place in a patch to the place in the target that it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.capabilities import get_capability

from patchsight.core.describe.lookup import Aim, aim
from patchsight.core.text.buffer import Buffer
from patchsight.lsp.analysis import Snapshot

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

Answer = list[types.Location] | list[types.LocationLink]


def register(server: Server) -> None:
    """Answer with links where the client can take them: they say how much of the patch they are
    about.
    """

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def on_definition(params: types.DefinitionParams) -> Answer:
        snapshot = await server.analysis.fresh(params.text_document.uri)
        if snapshot is None:
            return []
        found = aim(
            snapshot.report,
            snapshot.document.counting.offset(snapshot.report.patch.buffer, params.position),
        )
        if found is None:
            return []
        locations = _locations(server, snapshot, found)
        if not get_capability(
            server.client_capabilities, "text_document.definition.link_support", False
        ):
            return locations
        origin = snapshot.document.counting.range(snapshot.report.patch.buffer, found.origin)
        return [
            types.LocationLink(place.uri, place.range, place.range, origin) for place in locations
        ]


def _locations(server: Server, snapshot: Snapshot, found: Aim) -> list[types.Location]:
    address = server.documents.address(snapshot.workspace.root / found.path)
    buffer = Buffer(snapshot.report.texts[found.path])
    return [
        types.Location(address.uri, address.codec.lines(buffer, lines)) for lines in found.lines
    ]

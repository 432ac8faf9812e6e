"""Definition: from a place in a patch to the place in the target that it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.capabilities import get_capability

from patchsight.core.describe.lookup import Subject, subject_at
from patchsight.core.text.buffer import Buffer
from patchsight.lsp.analysis import Snapshot

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

Answer = list[types.Location] | list[types.LocationLink]


def register(server: Server) -> None:
    """Answer with links if the client takes them: they say how much of the patch is meant."""

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def on_definition(params: types.DefinitionParams) -> Answer:
        snapshot = await server.analysis.checked(params.text_document.uri)
        if snapshot is None:
            return []
        subject = subject_at(
            snapshot.report,
            snapshot.document.counting.offset(snapshot.report.patch.buffer, params.position),
        )
        if subject is None:
            return []
        locations = _locations(server, snapshot, subject)
        if not get_capability(
            server.client_capabilities, "text_document.definition.link_support", False
        ):
            return locations
        origin = snapshot.document.counting.range(snapshot.report.patch.buffer, subject.origin)
        return [
            types.LocationLink(place.uri, place.range, place.range, origin) for place in locations
        ]


def _locations(server: Server, snapshot: Snapshot, subject: Subject) -> list[types.Location]:
    address = server.documents.address(snapshot.workspace.root / subject.path)
    buffer = Buffer(snapshot.report.texts[subject.path])
    return [
        types.Location(address.uri, address.codec.lines(buffer, lines)) for lines in subject.lines
    ]

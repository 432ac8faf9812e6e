"""initialize and initialized: who the client is, and what it shall tell this server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from patchsight.lsp.methods import diagnostics
from patchsight.lsp.methods.configuration import ask_settings, configure
from patchsight.lsp.requests import is_granted

if TYPE_CHECKING:
    from patchsight.lsp.server import Server


def register(server: Server) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.begin(params)
        if server.caps.pull:
            diagnostics.register_pull(server)
        configure(server, params.initialization_options)
        server.initial = server.analysis.settings

    @server.feature(types.INITIALIZED)
    async def initialized(_: types.InitializedParams) -> None:
        await _register_capabilities(server)
        await ask_settings(server)


async def _register_capabilities(server: Server) -> None:
    """Ask to be told about every open file and about files on disk: any of them may be a target."""
    everything = {"documentSelector": [{"scheme": "file"}]}
    registrations = []
    if server.caps.sync:
        registrations += [
            types.Registration("patchsight-open", types.TEXT_DOCUMENT_DID_OPEN, everything),
            types.Registration(
                "patchsight-change",
                types.TEXT_DOCUMENT_DID_CHANGE,
                {**everything, "syncKind": types.TextDocumentSyncKind.Incremental.value},
            ),
            types.Registration("patchsight-close", types.TEXT_DOCUMENT_DID_CLOSE, everything),
        ]
    if server.caps.watch:
        watchers = {"watchers": [{"globPattern": "**/*"}]}
        registrations.append(
            types.Registration(
                "patchsight-watch", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, watchers
            )
        )
    if registrations:
        request = server.client_register_capability_async(types.RegistrationParams(registrations))
        server.sees_targets |= await is_granted(request) and server.caps.sync

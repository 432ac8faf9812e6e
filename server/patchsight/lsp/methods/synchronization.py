"""What changed in the editor or on disk: documents, watched files, workspace folders."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lsprotocol import types

from patchsight.lsp.documents import path_of

if TYPE_CHECKING:
    from patchsight.lsp.server import Server


def register(server: Server) -> None:
    def changed(uri: str) -> None:
        document = server.documents.open(uri)
        if document is not None:
            server.analysis.changed(document)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(params: types.DidOpenTextDocumentParams) -> None:
        changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(params: types.DidChangeTextDocumentParams) -> None:
        changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def did_save(params: types.DidSaveTextDocumentParams) -> None:
        server.analysis.anything_changed()

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def did_close(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.analysis.close(uri)
        path = path_of(uri)
        if path:
            server.analysis.target_changed(os.path.realpath(path))

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def watched(params: types.DidChangeWatchedFilesParams) -> None:
        server.analysis.anything_changed()

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        server.analysis.anything_changed()

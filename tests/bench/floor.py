"""The floor: a bare pygls server that answers everything and knows nothing."""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer(
    "floor", "0", text_document_sync_kind=types.TextDocumentSyncKind.Incremental
)


def _publish(document: types.TextDocumentItem | types.VersionedTextDocumentIdentifier) -> None:
    server.text_document_publish_diagnostics(
        types.PublishDiagnosticsParams(document.uri, [], document.version)
    )


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
async def did_open(params: types.DidOpenTextDocumentParams) -> None:
    _publish(params.text_document)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
async def did_change(params: types.DidChangeTextDocumentParams) -> None:
    _publish(params.text_document)


@server.feature(types.TEXT_DOCUMENT_HOVER)
async def hover(_: types.HoverParams) -> types.Hover:
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "nothing"))


@server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(resolve_provider=True))
async def code_action(_: types.CodeActionParams) -> list[Any]:
    return [types.CodeAction("nothing", data={})]


@server.feature(types.CODE_ACTION_RESOLVE)
async def resolve(action: types.CodeAction) -> types.CodeAction:
    return action


if __name__ == "__main__":
    server.start_io()

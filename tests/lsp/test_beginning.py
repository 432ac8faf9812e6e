"""What is agreed at the beginning: the encoding, and what the server wants to be told."""

from __future__ import annotations

from typing import Any

import pytest
from lsprotocol import types

from lsp.client import EVERY
from lsp.harness import Session

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.parametrize("client", EVERY, ids=str, indirect=True),
]

OPENED = {
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
}
WATCHED = {types.WORKSPACE_DID_CHANGE_WATCHED_FILES}


async def test_the_encoding_is_one_that_was_offered(session: Session) -> None:
    offered = session.client.can("general.positionEncodings") or ["utf-16"]
    assert session.encoding == offered[0]


async def test_the_server_asks_for_what_the_editor_can_tell(session: Session) -> None:
    wanted = set()
    if session.client.can("textDocument.synchronization.dynamicRegistration"):
        wanted |= OPENED
    if session.client.can("workspace.didChangeWatchedFiles.dynamicRegistration"):
        wanted |= WATCHED
    assert set(session.client.registered) == wanted


async def test_any_open_file_may_be_a_target(session: Session) -> None:
    for method in OPENED & set(session.client.registered):
        options: Any = session.client.registered[method].register_options
        assert options["documentSelector"] == [{"scheme": "file"}]

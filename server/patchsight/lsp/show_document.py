"""Showing a text in an editor that can do no more: as a document, else as a message."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from patchsight.lsp.requests import quietly

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

_NAME = "feedback.log"  #: no editor takes a log for a patch


async def show_text(server: Server, text: str) -> None:
    """Put a text in front of the user, who copies it from there."""
    if not (server.caps.show_document and await _open(server, text)):
        server.tell(types.MessageType.Info, text)


async def _open(server: Server, text: str) -> bool:
    """Let the editor open the text; whether it did."""
    path = _folder() / _NAME
    path.write_text(text + "\n", encoding="utf-8", errors="backslashreplace", newline="\n")
    answer = await quietly(
        server.window_show_document_async(types.ShowDocumentParams(path.as_uri(), take_focus=True))
    )
    return bool(answer and answer.success)


@cache
def _folder() -> Path:
    """A folder of this server's own, which goes when the server does."""
    folder = tempfile.mkdtemp(prefix="patchsight-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)

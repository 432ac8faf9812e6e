"""Showing a text in an editor that can do no more, as a document, else as a message; showing a place."""

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


async def show_text(server: Server, text: str, what: str) -> None:
    """Put a text in front of the user, who copies it from there; its file is called what it is."""
    if not (server.caps.show_document and await _open(server, text, what)):
        server.tell(types.MessageType.Info, text)


async def _open(server: Server, text: str, what: str) -> bool:
    """Let the editor open the text; whether it did."""
    path = _folder() / f"{what}.log"  # which no editor takes for a patch
    path.write_text(text + "\n", encoding="utf-8", errors="backslashreplace", newline="\n")
    return await show_place(server, path.as_uri())


async def show_place(server: Server, uri: str, where: types.Range | None = None) -> bool:
    """Let the editor go to a document, and to a place in it; whether it did."""
    params = types.ShowDocumentParams(uri, take_focus=True, selection=where)
    answer = await quietly(server.window_show_document_async(params))
    return bool(answer and answer.success)


@cache
def _folder() -> Path:
    """A folder of this server's own, which goes when the server does."""
    folder = tempfile.mkdtemp(prefix="patchsight-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)

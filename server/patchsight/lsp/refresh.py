"""Asking the client to ask again, once an answer it was given does not hold any more."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pygls.capabilities import get_capability

from patchsight.core.model.patch import Patch
from patchsight.core.model.report import Report
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.documents import Document
from patchsight.lsp.requests import quietly

if TYPE_CHECKING:
    from patchsight.lsp.server import Server


class Refresher:
    """Knows which version of which patch an answer was given for, to a request like `code_lens`.

    A client asks again by itself when a patch is edited. It does not when a target changes: then,
    and only then, it is told.
    """

    def __init__(self, server: Server, request: str) -> None:
        self._server = server
        self._ability = f"workspace.{request}.refresh_support"
        self._request = getattr(server, f"workspace_{request}_refresh_async")
        self._given: dict[str, int | None] = {}
        self._asking: asyncio.Future[Any] | None = None
        server.listeners.append(self)

    async def fresh(self, uri: str) -> Snapshot | None:
        """What there is to say of a patch now that someone means to apply; the answer is about to
        leave.
        """
        snapshot = await self._server.analysis.fresh(uri)
        if snapshot and get_capability(self._server.client_capabilities, self._ability, False):
            self._given[snapshot.document.uri] = snapshot.version
        return snapshot if snapshot and snapshot.checked else None

    # ---- what the analysis tells
    def answered(self, document: Document, patch: Patch, report: Report | None) -> None:
        if not report or document.uri not in self._given:
            return
        if self._given.pop(document.uri) == document.version:
            self._asking = asyncio.ensure_future(quietly(self._request(None)))

    def closed(self, uri: str) -> None:
        self._given.pop(uri, None)

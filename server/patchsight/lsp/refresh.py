"""Asking the client to ask again, once an answer it was given does not hold any more."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
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
    """Knows which version of which patch an answer was given for.

    A client asks again by itself when a patch is edited. It does not when a target changes: then,
    and only then, it is told.
    """

    def __init__(
        self, server: Server, ability: str, request: Callable[[Server], Awaitable[Any]]
    ) -> None:
        self._server, self._ability, self._request = server, ability, request
        self._given: dict[str, int | None] = {}
        self._asking: asyncio.Future[Any] | None = None
        server.listeners.append(self)

    def given(self, snapshot: Snapshot) -> None:
        """An answer is about to leave."""
        if get_capability(self._server.client_capabilities, self._ability, False):
            self._given[snapshot.document.uri] = snapshot.version

    # ---- what the analysis tells
    def answered(self, document: Document, patch: Patch, report: Report | None) -> None:
        if not report or document.uri not in self._given:
            return
        if self._given.pop(document.uri) == document.version:
            self._asking = asyncio.ensure_future(quietly(self._request(self._server)))

    def closed(self, uri: str) -> None:
        self._given.pop(uri, None)

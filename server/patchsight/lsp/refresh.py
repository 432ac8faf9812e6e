"""Asking the client to ask again, once an answer it was given does not hold any more."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from pygls.capabilities import get_capability

from patchsight.lsp.analysis import Analyst, Snapshot
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
        self._analyst: Analyst | None = None
        self._given: dict[str, int | None] = {}
        self._asking: asyncio.Future[Any] | None = None

    def given(self, snapshot: Snapshot) -> None:
        """An answer is about to leave."""
        if not get_capability(self._server.client_capabilities, self._ability, False):
            return
        if self._analyst is not self._server.analyst:
            self._analyst = self._server.analyst
            self._analyst.watch(self._settled)
        self._given[snapshot.document.uri] = snapshot.version

    def _settled(self, document: Document) -> None:
        """There is another answer for a patch."""
        self._given = {
            uri: version for uri, version in self._given.items() if self._server.documents.open(uri)
        }
        if document.uri in self._given and self._given.pop(document.uri) == document.version:
            self._asking = asyncio.ensure_future(quietly(self._request(self._server)))

"""The wiring: one client's server, and which file answers which message."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from patchsight import __version__
from patchsight.core.text.invisible import visible
from patchsight.lsp.analysis import Analysis, Listener, Snapshot
from patchsight.lsp.capabilities import Capabilities, read_capabilities
from patchsight.lsp.documents import Documents
from patchsight.lsp.methods import (
    code_action,
    code_lens,
    completion,
    configuration,
    definition,
    diagnostics,
    document_highlight,
    document_link,
    document_symbol,
    folding_range,
    hover,
    inlay_hint,
    lifecycle,
    on_type_formatting,
    receipt,
    references,
    selection_range,
    semantic_tokens,
    signature_help,
    status,
    synchronization,
)
from patchsight.lsp.positions import Codec
from patchsight.lsp.protocol import Protocol
from patchsight.lsp.sent_edits import SentEdits
from patchsight.lsp.sessions import Sessions
from patchsight.lsp.settings import Settings

logger = logging.getLogger(__name__)
T = TypeVar("T")
_LARGE = 30_000  #: characters of patches from which making what is shown of them is felt

#: One for all servers of a process: what it has learnt of a message depends on no server.
_make_converter = cache(default_converter)
#: Each has a function `register`. Those that listen to the analysis are told in this order.
_METHODS = (
    lifecycle,
    synchronization,
    configuration,
    diagnostics,
    hover,
    code_action,
    receipt,
    status,
    definition,
    references,
    document_link,
    document_symbol,
    document_highlight,
    folding_range,
    selection_range,
    inlay_hint,
    code_lens,
    semantic_tokens,
    completion,
    signature_help,
    on_type_formatting,
)


def make_server() -> Server:
    """A server with every feature in its place."""
    server = Server()
    for method in _METHODS:
        method.register(server)
    return server


class Server(LanguageServer):
    """One client's server. What depends on the client is there from `initialize` on; until then
    the protocol lets no other message through.
    """

    protocol: Protocol
    caps: Capabilities
    documents: Documents
    analysis: Analysis

    def __init__(self) -> None:
        super().__init__(
            "patchsight",
            __version__,
            protocol_cls=Protocol,
            converter_factory=_make_converter,
            text_document_sync_kind=types.TextDocumentSyncKind.Incremental,
        )
        self.sent = SentEdits()
        self.sessions = Sessions(self.sent)
        self.listeners: list[Listener] = [self.sessions]
        self.initial = (
            Settings()
        )  #: what a client asked for to begin with, unless it says otherwise
        self._showing = asyncio.Lock()
        self.complaints: set[str] = set()  #: what was said about settings
        #: whether the client tells of every file it has open, so that unsaved text is known
        self.sees_targets = False

    async def show(self, make: Callable[[], T], *shown: Snapshot) -> T:
        """What an editor is shown of whole patches; of large ones it is made beside the loop, and put
        into the words of the protocol there.
        """
        if sum(len(snapshot.report.patch.buffer.outer.text) for snapshot in shown) < _LARGE:
            return make()
        async with self._showing:  # with each thread more the loop waits longer for its turn
            return await asyncio.to_thread(lambda: self.protocol.spell(make()))

    def begin(self, params: types.InitializeParams) -> None:
        """Take in who the client is and what is open."""
        name = params.client_info.name if params.client_info else ""
        self.caps = read_capabilities(params.capabilities, params.initialization_options, name)
        self.sees_targets = self.caps.opens_targets
        workspace = self.protocol.workspace
        alone = [types.WorkspaceFolder(workspace.root_uri, "")] if workspace.root_uri else []
        self.documents = Documents(None, workspace_folders=params.workspace_folders or alone)
        self.documents.codec = Codec(self.caps.encoding)
        self.protocol.use_documents(self.documents)
        self.analysis = Analysis(self.documents, self.sessions, self.sent, self.listeners)
        self.sessions.listeners = [self.analysis.session_changed]

    def tell(self, kind: types.MessageType, message: str) -> None:
        """Show a message. VS Code would make links of `[text](command:…)`, and obey them."""
        message = visible(message).replace("](", "] (")
        self.window_show_message(types.ShowMessageParams(kind, message))

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what went wrong; pygls would show a pop-up for each."""
        logger.error("%s: %s", getattr(source, "__name__", source), error, exc_info=error)

"""The wiring: which message goes to which feature. Reads like a table of contents."""

from __future__ import annotations

import asyncio
import logging
import os
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path

from patchsight import __version__
from patchsight.core.model.patch import Patch
from patchsight.core.model.report import FileOp, Report
from patchsight.lsp.analysis import Analyst, Snapshot
from patchsight.lsp.capabilities import Capabilities, read_capabilities
from patchsight.lsp.documents import Document, Documents, path_of
from patchsight.lsp.methods import (
    actions,
    apply,
    code_action,
    code_lens,
    completion,
    definition,
    document_highlight,
    document_link,
    document_symbol,
    feedback,
    folding_range,
    hover,
    inlay_hint,
    on_type_formatting,
    receipt,
    references,
    revert,
    selection_range,
    semantic_tokens,
    session,
    signature_help,
    status,
)
from patchsight.lsp.methods.diagnostics import DiagnosticMaker
from patchsight.lsp.positions import Address, Codec
from patchsight.lsp.protocol import Protocol
from patchsight.lsp.requests import quietly
from patchsight.lsp.selection import Selection
from patchsight.lsp.sessions import Sessions
from patchsight.lsp.settings import SECTION, read_settings
from patchsight.lsp.workspace_edit import EditBuilder

logger = logging.getLogger(__name__)


class Server(LanguageServer):
    """One client's server: its abilities, its documents, and the analyst that answers for them."""

    def __init__(self) -> None:
        super().__init__(
            "patchsight",
            __version__,
            protocol_cls=Protocol,
            text_document_sync_kind=types.TextDocumentSyncKind.Incremental,
        )
        self.caps = Capabilities()
        self.codec = Codec()
        self.documents = Documents(None)
        self.sessions = Sessions()
        self.analyst = self._hire()
        self._complaints: set[str] = set()
        self._refreshing: asyncio.Future[Any] | None = None

    @property
    def left_properly(self) -> bool:
        """Whether the client said `shutdown` before it went."""
        return bool(self.protocol._shutdown)

    def begin(self, params: types.InitializeParams) -> None:
        """Take in who the client is and what is open."""
        self.caps = read_capabilities(params.capabilities, params.initialization_options)
        self.codec = Codec(self.caps.encoding)
        workspace = self.protocol.workspace
        alone = [types.WorkspaceFolder(workspace.root_uri, "")] if workspace.root_uri else []
        self.documents = Documents(None, workspace_folders=params.workspace_folders or alone)
        self.documents.codec = self.codec
        assert isinstance(self.protocol, Protocol)
        self.protocol.use_documents(self.documents)
        self.analyst = self._hire()
        if self.caps.pull:
            _add_pull(self)
        self.configure(params.initialization_options)

    def _hire(self) -> Analyst:
        analyst = Analyst(self.documents, self.publish, self.withdraw)
        analyst.figures = self.sessions.figures
        return analyst

    def configure(self, raw: Any) -> None:
        """Take over settings; say once which ones cannot be used."""
        self.analyst.settings, complaints = read_settings(raw)
        self.sessions.most = self.analyst.settings.max_exchanges
        new = [complaint for complaint in complaints if complaint not in self._complaints]
        self._complaints.update(new)
        if new:
            self.tell(types.MessageType.Warning, " ".join(new))
        self.analyst.anything_changed()

    def tell(self, kind: types.MessageType, message: str) -> None:
        self.window_show_message(types.ShowMessageParams(kind, message))

    def address(self, path: Path) -> Address:
        """What the client knows a file by."""
        real = os.path.realpath(path)
        for document in self.documents.opened:
            if document.real == real:
                return Address(document.uri, document.version, document.counting)
        return Address(from_fs_path(str(path)) or path.as_uri(), None, self.codec)

    def publish(self, document: Document, patch: Patch, report: Report | None) -> None:
        """Send the diagnostics of a patch, or ask a client that pulls to do so."""
        if report and self.sessions.looked(document.uri, report.texts):
            self.analyst.session_changed()
        if self.caps.pull:
            self._refreshing = asyncio.ensure_future(
                quietly(self.workspace_diagnostic_refresh_async(None))
            )
            return
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(
                document.uri, self.diagnose(document, patch, report), document.version
            )
        )

    def withdraw(self, uri: str) -> None:
        """Take back what was said of a patch that is not open any more."""
        self.sessions.forget(uri)
        if not self.caps.pull:
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def diagnose(
        self, document: Document, patch: Patch, report: Report | None
    ) -> list[types.Diagnostic]:
        root = self.analyst.root_of(document, patch) if report else None
        maker = DiagnosticMaker(self.caps, document.counting, self.analyst.settings, self.address)
        return maker.make(document.uri, patch, report, root)

    async def named(self, data: Any) -> Snapshot | None:
        """The answer for the open patch that the argument of a command names."""
        asked = code_action.read_arguments(data)
        return await self.settled(asked[0]) if asked else None

    async def settled(self, uri: str) -> Snapshot | None:
        """The answer for a patch, once it is known which edits that left were carried out."""
        for other in self.sessions.waiting:
            await self.analyst.fresh(other)
        return await self.analyst.fresh(uri)

    def offer(self, snapshot: Snapshot, selection: Selection) -> apply.Offer | None:
        return apply.make_offer(snapshot, selection, self.caps)

    def offer_revert(self, snapshot: Snapshot) -> apply.Offer | None:
        return revert.make_offer(
            snapshot, self.analyst.last_handed(snapshot.document.uri), self.caps
        )

    def edit(self, snapshot: Snapshot, offer: apply.Offer) -> types.WorkspaceEdit:
        """The edit of an offer, which leaves for the editor now."""
        root, plans = snapshot.workspace.root, offer.report.plan
        if offer.deed == "apply":
            removed = (plan.path for plan in plans if plan.op in (FileOp.DELETE, FileOp.RENAME))
            paths = frozenset(os.path.realpath(root / path) for path in removed)
            self.analyst.handed_out(
                snapshot.document.uri, paths, plans if offer.selection == Selection() else ()
            )
            self.sessions.handed_out(snapshot, offer.report)
        return EditBuilder(root, self.caps, self.address).build(plans)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what went wrong; pygls would show a pop-up for each."""
        logger.error("%s: %s", getattr(source, "__name__", source), error, exc_info=error)


def make_server() -> Server:
    """A server with every feature in its place."""
    server = Server()
    _add_life(server)
    _add_sync(server)
    _add_workspace(server)
    hover.register(server)
    actions.register(server)
    feedback.register(server)
    session.register(server)
    receipt.register(server)
    status.register(server)
    definition.register(server)
    references.register(server)
    document_link.register(server)
    document_symbol.register(server)
    document_highlight.register(server)
    folding_range.register(server)
    selection_range.register(server)
    inlay_hint.register(server)
    code_lens.register(server)
    semantic_tokens.register(server)
    completion.register(server)
    signature_help.register(server)
    on_type_formatting.register(server)
    return server


def _add_life(server: Server) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.begin(params)

    @server.feature(types.INITIALIZED)
    async def initialized(_: types.InitializedParams) -> None:
        await _register(server)
        await _ask_settings(server)


async def _register(server: Server) -> None:
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
        await quietly(
            server.client_register_capability_async(types.RegistrationParams(registrations))
        )


async def _ask_settings(server: Server) -> None:
    if not server.caps.configuration:
        return
    item = types.ConfigurationItem(section=SECTION)
    answer = await quietly(server.workspace_configuration_async(types.ConfigurationParams([item])))
    if answer and answer[0] is not None:
        server.configure(answer[0])


def _add_sync(server: Server) -> None:
    def changed(uri: str) -> None:
        document = server.documents.open(uri)
        if document is not None:
            server.analyst.changed(document)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(params: types.DidOpenTextDocumentParams) -> None:
        changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(params: types.DidChangeTextDocumentParams) -> None:
        changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def did_save(params: types.DidSaveTextDocumentParams) -> None:
        server.analyst.anything_changed()

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def did_close(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.analyst.forget(uri)
        path = path_of(uri)
        if path:
            server.analyst.target_changed(os.path.realpath(path))


def _add_workspace(server: Server) -> None:
    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def watched(params: types.DidChangeWatchedFilesParams) -> None:
        server.analyst.anything_changed()

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        server.analyst.anything_changed()

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def configuration(params: types.DidChangeConfigurationParams) -> None:
        if server.caps.configuration:
            await _ask_settings(server)
        else:
            server.configure(params.settings)


def _add_pull(server: Server) -> None:
    """Pulled diagnostics, only for a client that cannot be pushed to; see `caps`."""
    options = types.DiagnosticOptions(
        inter_file_dependencies=True, workspace_diagnostics=False, identifier="patchsight"
    )

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)
    async def on_pull(
        params: types.DocumentDiagnosticParams,
    ) -> types.RelatedFullDocumentDiagnosticReport:
        snapshot = await server.analyst.fresh(params.text_document.uri)
        items = (
            server.diagnose(snapshot.document, snapshot.report.patch, snapshot.report)
            if snapshot
            else []
        )
        return types.RelatedFullDocumentDiagnosticReport(items)

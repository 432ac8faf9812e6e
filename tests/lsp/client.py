"""A client that is any of the captured editors, and that takes note of everything nobody asked for."""

from __future__ import annotations

import asyncio
import functools
import json
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cattrs import Converter
from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient, LanguageClientProtocol

from lsp.editor import Editor, Habits, RefusedError

CAPTURED = ("code-server", "emacs-eglot", "emacs-lspmode", "nvim-0.11.4", "nvim-0.7.2")
_FOLDER = Path(__file__).parent / "clients"
_PATIENCE = 30  #: seconds after which a message that was waited for counts as lost


@dataclass(frozen=True)
class Profile:
    """A captured editor, as it is or with an encoding it does not offer by itself."""

    name: str
    encoding: str | None = None
    without: tuple[str, ...] = ()  #: abilities that are taken away, as dotted paths
    silent: bool = False  #: Neovim without its plugin, which tells the server of patches only

    def __str__(self) -> str:
        return f"{self.name}-{self.encoding}" if self.encoding else self.name

    def parameters(self) -> dict[str, Any]:
        """What the editor sends with `initialize`."""
        raw: dict[str, Any] = json.loads(
            (_FOLDER / f"{self.name}.json").read_text(encoding="utf-8")
        )
        if self.encoding:
            raw["capabilities"].setdefault("general", {})["positionEncodings"] = [self.encoding]
        for path in self.without:
            *parents, last = path.split(".")
            del functools.reduce(dict.__getitem__, parents, raw["capabilities"])[last]
        if self.name.startswith("nvim") and not self.silent:
            raw["initializationOptions"] = {"opensTargets": True}
        return raw

    def habits(self, encoding: str) -> Habits:
        edit = self.parameters()["capabilities"].get("workspace", {}).get("workspaceEdit", {})
        return Habits(
            encoding=encoding,
            operations=frozenset(edit.get("resourceOperations", ())),
            annotations="changeAnnotationSupport" in edit,
            attaches=not (self.silent or self.name.startswith("emacs")),
            saves=self.name == "code-server",
            repeats=self.name == "code-server",
        )


AS_CAPTURED = [Profile(name) for name in CAPTURED]
#: Each editor as it is, which covers UTF-8 and UTF-16, and the encoding that none of them chooses. The list starts like the
#: one above, so that servers are shared between tests that use the one and tests that use the other.
EVERY = [*AS_CAPTURED, Profile("code-server", "utf-32")]


@dataclass
class Inbox:
    """What the server sent and no test has looked at yet."""

    messages: list[types.ShowMessageParams] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)
    selections: list[types.Range | None] = field(default_factory=list)  #: in them, one for each
    published: dict[str, types.PublishDiagnosticsParams] = field(default_factory=dict)
    closed: set[str] = field(default_factory=set)
    refreshes: Counter[str] = field(default_factory=Counter)
    surprises: list[str] = field(default_factory=list)


class _Protocol(LanguageClientProtocol):
    """Notes what the server sends that this client has no use for."""

    def handle_message(self, message: Any) -> None:
        method = getattr(message, "method", None)
        client = self._server
        assert isinstance(client, Client)
        if method and method not in _EXPECTED:
            client.inbox.surprises.append(f"{method}: {message.params}")
        super().handle_message(message)


_REFRESHES = {
    types.WORKSPACE_CODE_LENS_REFRESH: "codeLens",
    types.WORKSPACE_DIAGNOSTIC_REFRESH: "diagnostics",
    types.WORKSPACE_INLAY_HINT_REFRESH: "inlayHint",
    types.WORKSPACE_SEMANTIC_TOKENS_REFRESH: "semanticTokens",
}
_EXPECTED = frozenset(
    {
        types.CANCEL_REQUEST,
        types.CLIENT_REGISTER_CAPABILITY,
        types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS,
        types.WINDOW_SHOW_DOCUMENT,
        types.WINDOW_SHOW_MESSAGE,
        types.WORKSPACE_APPLY_EDIT,
        types.WORKSPACE_CONFIGURATION,
        *_REFRESHES,
    }
)


class Client(LanguageClient):
    """The wire end of an editor."""

    def __init__(self) -> None:
        super().__init__(converter_factory=_converter, protocol_cls=_Protocol)
        self.inbox = Inbox()
        self.editor = Editor(Habits(), self.protocol.notify)
        self.registered: dict[str, types.Registration] = {}
        self.settings: Any = None
        self.abilities: dict[str, Any] = {}
        self.refuse_edits: str | None = None  #: a reason makes the editor decline every edit
        self.pretend = False  #: the editor says it applied an edit, and does nothing
        self._asked = asyncio.Event()
        self._news = asyncio.Event()
        handlers: dict[str, Callable[[Any], Any]] = {
            types.CLIENT_REGISTER_CAPABILITY: self._register,
            types.WORKSPACE_CONFIGURATION: self._configure,
            types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: self._receive,
            **{method: self._refresh(method, ability) for method, ability in _REFRESHES.items()},
            types.WINDOW_SHOW_MESSAGE: self._show,
            types.WINDOW_SHOW_DOCUMENT: self._show_document,
            types.WORKSPACE_APPLY_EDIT: self._apply,
        }
        for method, handler in handlers.items():
            self.feature(method)(_as_function(handler))

    async def begin(
        self, profile: Profile, folders: list[Path], options: Any = None
    ) -> types.InitializeResult:
        """Introduce the editor, and wait until the server has asked what it wants to know."""
        raw = profile.parameters()
        raw["workspaceFolders"] = [
            {"uri": folder.as_uri(), "name": folder.name} for folder in folders
        ] or None
        raw["rootUri"] = folders[0].as_uri() if folders else None
        raw["processId"] = os.getpid()
        if options is not None:
            own = raw.get("initializationOptions") or {}
            raw["initializationOptions"] = {**own, **options} if own else options
        return await self.introduce(raw, profile)

    async def introduce(self, raw: dict[str, Any], profile: Profile) -> types.InitializeResult:
        self.abilities = raw["capabilities"]
        parameters = self.protocol._converter.structure(raw, types.InitializeParams)
        result = await self.initialize_session(parameters)
        encoding = result.capabilities.position_encoding
        assert encoding is not None
        self.editor.habits = profile.habits(str(getattr(encoding, "value", encoding)))
        if raw["capabilities"].get("workspace", {}).get("configuration"):
            await asyncio.wait_for(self._asked.wait(), _PATIENCE)
        return result

    def can(self, path: str) -> Any:
        """What the editor declares at a dotted path of its capabilities; None if nothing."""
        found: Any = self.abilities
        for name in path.split("."):
            found = found.get(name) if isinstance(found, dict) else None
        return found

    async def news(self) -> None:
        """Wait for the next message of the server."""
        await asyncio.wait_for(self._news.wait(), _PATIENCE)
        self._news.clear()

    def _register(self, params: types.RegistrationParams) -> None:
        self.registered |= {one.method: one for one in params.registrations}
        self.editor.watching = types.WORKSPACE_DID_CHANGE_WATCHED_FILES in self.registered

    def _configure(self, params: types.ConfigurationParams) -> list[Any]:
        self._asked.set()
        return [self.settings if item.section == "patchsight" else None for item in params.items]

    def _refresh(self, method: str, ability: str) -> Callable[[Any], None]:
        def refresh(_: Any) -> None:
            self.inbox.refreshes[method] += 1
            if not self.can(f"workspace.{ability}.refreshSupport"):
                self.inbox.surprises.append(f"{method}, which this editor does not know")
            self._news.set()

        return refresh

    def _show(self, params: types.ShowMessageParams) -> None:
        self.inbox.messages.append(params)
        self._news.set()

    def _show_document(self, params: types.ShowDocumentParams) -> types.ShowDocumentResult:
        if not self.can("window.showDocument.support"):
            self.inbox.surprises.append(f"{params.uri} to show, which this editor cannot")
        self.inbox.documents.append(params.uri)
        self.inbox.selections.append(params.selection)
        return types.ShowDocumentResult(success=True)

    def _receive(self, params: types.PublishDiagnosticsParams) -> None:
        """Take in diagnostics, and see that they can belong to what the editor shows."""
        page, before = self.editor.pages.get(params.uri), self.inbox.published.get(params.uri)
        if page is None:
            if params.diagnostics or params.version is not None:
                self.inbox.surprises.append(
                    f"diagnostics for {params.uri}, which is not open: {params}"
                )
        elif params.version is None or params.version > page.version:
            self._doubt(params, page.version)
        elif before and before.version is not None and before.version > params.version:
            self._doubt(params, before.version)
        self.inbox.published[params.uri] = params
        self._news.set()

    def _doubt(self, params: types.PublishDiagnosticsParams, version: int) -> None:
        if not (params.version is None and not params.diagnostics):
            self.inbox.surprises.append(
                f"diagnostics for version {params.version}, not {version}: {params}"
            )

    def _apply(self, params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        if self.refuse_edits:
            return types.ApplyWorkspaceEditResult(False, failure_reason=self.refuse_edits)
        if self.pretend:
            return types.ApplyWorkspaceEditResult(True)
        try:
            self.editor.apply(params.edit)
        except RefusedError as error:
            self.inbox.surprises.append(f"an edit that cannot be carried out: {error}")
            return types.ApplyWorkspaceEditResult(False, failure_reason=str(error))
        return types.ApplyWorkspaceEditResult(True)


def _as_function(handler: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A function, which pygls can mark as a handler; a method cannot be marked."""

    def handle(params: Any) -> Any:
        return handler(params)

    return handle


@functools.cache
def _converter() -> Converter:
    """pygls' converter, which would read a code action that has a command as a bare command. All
    clients share it: what it learns of the types is most of what starting a client costs.
    """
    converter: Converter = default_converter()  # type: ignore[no-untyped-call]

    def read(value: Any, _: Any) -> types.Command | types.CodeAction:
        if isinstance(value.get("command"), str):
            return converter.structure(value, types.Command)
        return converter.structure(value, types.CodeAction)

    converter.register_structure_hook_func(
        lambda kind: kind == types.Command | types.CodeAction, read
    )
    return converter

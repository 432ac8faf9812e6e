"""One test's view of a running server: a workspace, an editor in front of it, and a check that nothing was left unsaid."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types
from pytest_lsp import ClientServerConfig

from lsp.client import Client, Inbox, Profile
from lsp.editor import Editor, as_uri, place_of, position_of
from support.carets import Mark, split_marks, trim

COMMAND = [sys.executable, "-m", "patchsight", "--stdio"]
CONFIG = ClientServerConfig(server_command=COMMAND, client_factory=Client)
APPLY = "refactor.patchsight.apply"
Action = types.CodeAction | types.Command


class Session:
    """A workspace folder in an editor that a server serves."""

    def __init__(self, client: Client, root: Path) -> None:
        self.client, self.root = client, root
        self._folders: list[Path] = []

    @property
    def editor(self) -> Editor:
        return self.client.editor

    @property
    def encoding(self) -> str:
        return self.editor.habits.encoding

    # ---- folders, files and buffers
    def add_folder(self, folder: Path) -> None:
        self._folders.append(folder)
        self._tell_folders(added=[folder])

    def remove_folder(self, folder: Path) -> None:
        self._folders.remove(folder)
        self._tell_folders(removed=[folder])

    def _tell_folders(self, added: Sequence[Path] = (), removed: Sequence[Path] = ()) -> None:
        named = [
            [types.WorkspaceFolder(path.as_uri(), path.name) for path in paths]
            for paths in (added, removed)
        ]
        event = types.WorkspaceFoldersChangeEvent(*named)
        self.client.workspace_did_change_workspace_folders(
            types.DidChangeWorkspaceFoldersParams(event)
        )

    def uri(self, name: str) -> str:
        return as_uri(self.root / name)

    def write(self, files: Mapping[str, str | bytes | None]) -> None:
        """Put files on disk; None takes one away. An editor that watches files says so."""
        for name, data in files.items():
            self.editor.write(
                self.root / name, data.encode("utf-8") if isinstance(data, str) else data
            )

    def open(self, name: str, text: str | None = None, language: str = "") -> str:
        """Open a file of the workspace, or a text under its name; the address it is known by."""
        uri = name if name.startswith("untitled:") else self.uri(name)
        self.editor.open(uri, text, language)
        return uri

    def shown(self) -> dict[str, bytes]:
        """Every file of the workspace as the user sees it."""
        names = {
            path.relative_to(self.root).as_posix()
            for path in self.root.rglob("*")
            if path.is_file()
        }
        found = {name: self.editor.shown(self.uri(name)) for name in sorted(names)}
        return {name: data for name, data in found.items() if data is not None}

    # ---- what the server says
    async def settle(self) -> None:
        """Wait until the server has dealt with everything it was told."""
        for uri in [*self.editor.pages, "file:///no/such/file"]:
            await self.hover(uri, 0)

    async def diagnostics(self, uri: str) -> list[types.Diagnostic]:
        """The diagnostics of a buffer as it is now."""
        await self.hover(uri, 0)
        last = self.client.inbox.published[uri]
        assert last.version == self.editor.pages[uri].version
        return list(last.diagnostics)

    async def marks(self, uri: str) -> list[Mark]:
        """What is marked in a buffer: row, first column, column after the last, all in code points, and the code."""
        text = self.editor.pages[uri].text
        return sorted(as_mark(text, one, self.encoding) for one in await self.diagnostics(uri))

    async def check(self, name: str, patch: str, language: str = "") -> str:
        """Open a patch without its caret rows and see that exactly what they mark is marked."""
        text, wanted = split_marks(trim(patch))
        uri = self.open(name, text, language)
        assert await self.marks(uri) == sorted(wanted)
        return uri

    async def published(self, uri: str, wanted: set[str]) -> None:
        """Wait, without asking, until the server marks a buffer with these codes."""
        while True:
            last = self.client.inbox.published.get(uri)
            if last and {one.code for one in last.diagnostics} == wanted:
                return
            await self.client.news()

    async def hover(self, uri: str, offset: int) -> types.Hover | None:
        page = self.editor.pages.get(uri)
        position = position_of(page.text, offset, self.encoding) if page else types.Position(0, 0)
        return await self.client.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(uri), position)
        )

    async def hover_text(self, uri: str, at: str) -> str:
        """What a hover says over the first place where a text stands in a buffer."""
        found = await self.hover(uri, self.editor.pages[uri].text.index(at))
        assert found is not None
        assert isinstance(found.contents, types.MarkupContent)
        return found.contents.value

    async def actions(
        self, uri: str, at: str = "", only: Sequence[str] = (APPLY,)
    ) -> dict[str, Action]:
        """The actions of some kinds offered at the first place where a text stands, by title."""
        position = position_of(
            self.editor.pages[uri].text, self.editor.pages[uri].text.index(at), self.encoding
        )
        context = types.CodeActionContext([], list(only))
        where = types.Range(position, position)
        found = await self.client.text_document_code_action_async(
            types.CodeActionParams(types.TextDocumentIdentifier(uri), where, context)
        )
        assert len({one.title for one in found or []}) == len(found or [])
        return {one.title: one for one in found or []}

    async def offers(self, uri: str, at: str = "") -> dict[str, Action]:
        """The actions that can be carried out."""
        found = await self.actions(uri, at)
        return {
            title: one
            for title, one in found.items()
            if not (isinstance(one, types.CodeAction) and one.disabled)
        }

    async def choose(self, action: Action) -> None:
        """Do what an editor does with an action that a user picks."""
        if isinstance(action, types.CodeAction) and action.edit is None and action.command is None:
            action = await self.client.code_action_resolve_async(action)
        if isinstance(action, types.Command):
            await self.execute(action)
            return
        if action.edit:
            self.editor.apply(action.edit)
        if action.command:
            await self.execute(action.command)

    async def execute(self, command: types.Command) -> Any:
        parameters = types.ExecuteCommandParams(command.command, command.arguments)
        return await self.client.workspace_execute_command_async(parameters)

    async def apply(self, uri: str, *, prefix: str = "Apply patch (", at: str = "") -> None:
        """Pick the one action whose title starts so, and let the editor carry it out."""
        [action] = [
            one for title, one in (await self.offers(uri, at)).items() if title.startswith(prefix)
        ]
        await self.choose(action)

    async def status(self, uri: str, *, texts: bool = False, parts: list[int] | None = None) -> Any:
        """The whole patch at a glance."""
        params = {"uri": uri, "texts": texts, "parts": parts}
        return await self.client.protocol.send_request_async("patchsight/status", params)  # type: ignore[no-untyped-call]

    def told(self) -> list[tuple[types.MessageType, str]]:
        """The messages shown since the last look."""
        messages = [(one.type, one.message) for one in self.client.inbox.messages]
        self.client.inbox.messages.clear()
        return messages

    # ---- the end of a test
    async def leave(self) -> None:
        """Close everything; an error if the server said something that the test did not look at."""
        await self.settle()
        # Patches first: what closes before them would have them looked at again.
        for uri in sorted(
            self.editor.pages, key=lambda uri: uri not in self.client.inbox.published
        ):
            self.editor.close(uri)
        for folder in list(self._folders):
            self.remove_folder(folder)
        await self.settle()
        inbox, self.client.inbox = self.client.inbox, Inbox()
        assert not inbox.surprises, inbox.surprises
        assert not inbox.messages, inbox.messages
        assert not inbox.documents, inbox.documents
        left = {uri: last.diagnostics for uri, last in inbox.published.items() if last.diagnostics}
        assert not left, f"diagnostics of closed buffers: {left}"


def as_mark(text: str, diagnostic: types.Diagnostic, encoding: str) -> Mark:
    """A diagnostic's range in code points; an empty one as a caret."""
    row, start = place_of(text, diagnostic.range.start, encoding)
    last, end = place_of(text, diagnostic.range.end, encoding)
    assert row == last, f"{diagnostic.code} spans more than one row"
    return row, start, end, str(diagnostic.code)


@asynccontextmanager
async def running(
    profile: Profile, *folders: Path, options: Any = None, settings: Any = None
) -> AsyncIterator[Session]:
    """A server of one's own, for tests about its beginning and end."""
    client = await CONFIG.start()
    assert isinstance(client, Client)
    client.settings = settings
    await client.begin(profile, list(folders), options)
    session = Session(client, folders[0] if folders else Path("/"))
    try:
        await session.settle()
        yield session
        await session.leave()
    finally:
        await client.shutdown_session()
        await client.stop()  # type: ignore[no-untyped-call]

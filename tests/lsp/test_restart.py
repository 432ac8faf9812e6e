"""The server dies in the middle of something, and the editor starts another: nothing is lost, nothing is done twice."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.protocol import default_converter

from lsp.client import Profile
from lsp.editor import Editor, Habits, as_uri
from lsp.wire import Wire, wire

PATCH = (
    "*** Begin Patch\n*** Update File: app.py\n@@\n a = 1\n-b = 1\n+b = 2\n*** Add File: new.py\n+x\n"
    "*** Update File: old.py\n*** Move to: moved.py\n@@\n-c = 1\n+c = 2\n*** End Patch\n"
)
FILES = {"app.py": "a = 1\nb = 1\n", "old.py": "c = 1\n"}
DONE = {"app.py": "a = 1\nb = 2\n", "moved.py": "c = 2\n", "new.py": "x\n"}
_CONVERTER = default_converter()  # type: ignore[no-untyped-call]


def make(root: Path) -> Editor:
    """A workspace, and an editor that outlives its servers."""
    for name, text in FILES.items():
        (root / name).write_text(text)
    return Editor(Profile("code-server").habits("utf-16"), lambda method, params: None)


def shown(editor: Editor, root: Path) -> dict[str, str]:
    """Every file as the user sees it."""
    names = [path.name for path in root.iterdir() if path.suffix == ".py"]
    return {name: (editor.shown(as_uri(root / name)) or b"").decode() for name in sorted(names)}


@asynccontextmanager
async def serving(editor: Editor, root: Path) -> AsyncIterator[Wire]:
    """A server for the editor, which tells it what is open, as an editor does when it starts one anew."""
    async with wire() as server:
        raw = {**Profile("code-server").parameters(), "processId": None, "rootUri": root.as_uri()}
        raw["initializationOptions"] = {"opensTargets": True}
        raw["workspaceFolders"] = [{"uri": root.as_uri(), "name": "ws"}]
        await server.request("initialize", raw)
        server.notify("initialized", {})
        editor.tell = lambda method, params: server.notify(method, _CONVERTER.unstructure(params))
        for page in editor.pages.values():
            item = types.TextDocumentItem(page.uri, page.language, page.version, page.text)
            editor.tell(types.TEXT_DOCUMENT_DID_OPEN, types.DidOpenTextDocumentParams(item))
        yield server


async def ask(server: Wire, method: str, params: Any) -> Any:
    answer = await server.request(method, params)
    assert "error" not in answer, answer
    return answer["result"]


async def status(server: Wire, uri: str) -> Any:
    return await ask(server, "patchsight/status", {"uri": uri, "texts": False})


async def offers(server: Wire, uri: str) -> list[str]:
    where = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
    context = {"diagnostics": [], "only": ["refactor.patchsight.apply"]}
    found = await ask(
        server,
        "textDocument/codeAction",
        {"textDocument": {"uri": uri}, "range": where, "context": context},
    )
    return [one["title"] for one in found if not one.get("disabled")]


async def until_it_asks(server: Wire, uri: str) -> dict[str, Any]:
    """Tell the server to apply, and wait for the edit that it wants the editor to carry out."""
    server.send(
        {
            "id": "go",
            "method": "workspace/executeCommand",
            "params": {"command": "patchsight.applyPatch", "arguments": [{"uri": uri}]},
        }
    )
    while (message := await server.receive()).get("method") != "workspace/applyEdit":
        assert message.get("id") != "go", message
    return message


async def test_killed_while_the_user_types(tmp_path: Path) -> None:
    """Whatever was typed when, the next server says what one would say that had been there all the time."""
    editor, chance = make(tmp_path), random.Random(7)
    patch, target = as_uri(tmp_path / "p.patch"), as_uri(tmp_path / "app.py")
    editor.open(patch, PATCH, "v4a")
    editor.open(target, language="python")
    for _ in range(4):
        async with serving(editor, tmp_path) as server:
            for _ in range(chance.randrange(40)):
                page = editor.pages[chance.choice((patch, target))]
                at = chance.randrange(len(page.text))
                editor.type(
                    page.uri, at, at + chance.randrange(2), chance.choice(("", "é", "\n", "🦊"))
                )
            server.process.kill()
        async with serving(editor, tmp_path) as server:
            after_the_fall = await status(server, patch)
        async with serving(Editor(Habits(), editor.tell), tmp_path) as server:
            for page in editor.pages.values():
                item = {
                    "uri": page.uri,
                    "languageId": page.language,
                    "version": 1,
                    "text": page.text,
                }
                server.notify("textDocument/didOpen", {"textDocument": item})
            assert {**await status(server, patch), "version": 0} == {**after_the_fall, "version": 0}
    # no server ever writes
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == FILES


@pytest.mark.parametrize("carried_out", [False, True])
async def test_killed_while_the_editor_applies(carried_out: bool, tmp_path: Path) -> None:
    editor = make(tmp_path)
    uri = as_uri(tmp_path / "p.patch")
    editor.open(uri, PATCH, "v4a")
    async with serving(editor, tmp_path) as server:
        asked = await until_it_asks(server, uri)
        server.process.kill()
        await server.process.wait()
    if carried_out:
        editor.tell = lambda method, params: None
        editor.apply(_CONVERTER.structure(asked["params"]["edit"], types.WorkspaceEdit))
    assert shown(editor, tmp_path) == (DONE if carried_out else FILES)
    async with serving(editor, tmp_path) as server:
        found = await offers(server, uri)
        assert any(title.startswith("Apply patch (") for title in found) != carried_out
        if not carried_out:
            asked = await until_it_asks(server, uri)
            editor.apply(_CONVERTER.structure(asked["params"]["edit"], types.WorkspaceEdit))
            server.send({"id": asked["id"], "result": {"applied": True}})
            while (message := await server.receive()).get("id") != "go":
                pass
            assert message["result"] is True
    assert shown(editor, tmp_path) == DONE


async def test_an_edit_from_before_the_fall_is_not_offered_again(tmp_path: Path) -> None:
    """A code action that the editor still shows belongs to a server that is gone; the next one looks again first."""
    editor = make(tmp_path)
    uri = as_uri(tmp_path / "p.patch")
    editor.open(uri, PATCH, "v4a")
    where = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
    params = {
        "textDocument": {"uri": uri},
        "range": where,
        "context": {"diagnostics": [], "only": ["refactor.patchsight.apply"]},
    }
    async with serving(editor, tmp_path) as server:
        action = next(
            one
            for one in await ask(server, "textDocument/codeAction", params)
            if one["title"].startswith("Apply patch (")
        )
        server.process.kill()
    (tmp_path / "app.py").write_text("a = 1\nb = 1\n# more\n")
    async with serving(editor, tmp_path) as server:
        answer = await server.request("codeAction/resolve", action)
        assert "edit" not in (answer.get("result") or {})

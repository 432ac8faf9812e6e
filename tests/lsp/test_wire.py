"""Life and death of the process, and messages that no well-behaved editor sends."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from lsp.wire import Wire, wire

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602
NOT_INITIALIZED = -32002
PATCH = "*** Begin Patch\n*** Update File: none.py\n@@\n-a\n+b\n*** End Patch\n"
HOVER = {"textDocument": {"uri": "untitled:p"}, "position": {"line": 1, "character": 0}}


async def check_alive(server: Wire) -> None:
    """See that the server still does its work."""
    answer = await server.request("textDocument/hover", HOVER)
    assert "Update File" in answer["result"]["contents"]["value"]


async def test_shutdown_then_exit() -> None:
    async with wire() as server:
        await server.begin()
        assert (await server.request("shutdown"))["result"] is None
        refused = await server.request("textDocument/hover", HOVER)
        assert refused["error"]["code"] == INVALID_REQUEST
        server.notify("exit")
        assert await server.end() == (0, "")


async def test_exit_without_shutdown() -> None:
    async with wire() as server:
        await server.begin()
        server.notify("exit")
        assert await server.end() == (1, "")


async def test_the_end_of_the_input() -> None:
    async with wire() as server:
        await server.begin()
        await server.open("untitled:p", PATCH)
        assert await server.end() == (1, "")


async def test_requests_before_the_beginning() -> None:
    async with wire() as server:
        refused = await server.request("textDocument/hover", HOVER)
        assert refused["error"]["code"] == NOT_INITIALIZED
        server.notify(
            "textDocument/didOpen",
            {"textDocument": {"uri": "u", "languageId": "", "version": 1, "text": ""}},
        )
        await server.begin()
        published = await server.open("untitled:p", PATCH)
        assert [one["code"] for one in published["diagnostics"]] == ["file_not_found"]
        await check_alive(server)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def process() -> AsyncIterator[Wire]:
    async with wire() as server:
        await server.begin()
        yield server
        await server.request("shutdown")
        server.notify("exit")
        status, _ = await server.end()
        assert status == 0


@pytest_asyncio.fixture(loop_scope="module")
async def served(process: Wire) -> AsyncIterator[Wire]:
    """A server with a patch open, which must have survived the test."""
    await process.open("untitled:p", PATCH)
    yield process
    await check_alive(process)
    process.notify("textDocument/didClose", {"textDocument": {"uri": "untitled:p"}})
    await process.receive()


@pytest.mark.asyncio(loop_scope="module")
async def test_messages_that_cannot_be_read(served: Wire) -> None:
    malformed: list[tuple[str, Any]] = [
        ("textDocument/hover", None),
        ("textDocument/hover", {"textDocument": {}}),
        (
            "textDocument/hover",
            {"textDocument": {"uri": "untitled:p"}, "position": {"line": -1, "character": 0}},
        ),
        (
            "textDocument/hover",
            {"textDocument": {"uri": "untitled:p"}, "position": {"line": "one", "character": 0}},
        ),
        ("textDocument/codeAction", {"textDocument": {"uri": "untitled:p"}}),
        ("codeAction/resolve", {}),
        ("workspace/executeCommand", {}),
    ]
    for method, params in malformed:
        answer = await served.request(method, params)
        assert "error" in answer, (method, params)
    assert (await served.request("workspace/executeCommand", {"command": "no.such"}))["error"][
        "code"
    ] == INVALID_PARAMS
    assert (await served.request("no/suchMethod", {}))["error"]["code"] == METHOD_NOT_FOUND
    for body in (
        b"{",
        b"[]",
        b"7",
        b"null",
        b'{"jsonrpc": "2.0"}',
        b'{"method": "exit"}',
        b"\xff\xfe{}",
    ):
        served.send_bytes(body)
        await check_alive(served)


async def test_answers_that_cannot_be_read() -> None:
    """They count as declined, or the command that asked would never end."""
    async with wire() as server:
        window = {"showDocument": {"support": True}}
        await server.request(
            "initialize", {"processId": None, "rootUri": None, "capabilities": {"window": window}}
        )
        server.notify("initialized", {})
        await server.open("untitled:p", PATCH)
        command = {"command": "patchsight.showFeedback", "arguments": [{"uri": "untitled:p"}]}
        server.send({"id": "show", "method": "workspace/executeCommand", "params": command})
        while (message := await server.receive()).get("method") != "window/showDocument":
            pass
        server.send({"id": message["id"], "result": None})
        while (message := await server.receive()).get("id") != "show":
            pass
        assert message["result"] is True
        await check_alive(server)


@pytest.mark.asyncio(loop_scope="module")
async def test_notifications_that_make_no_sense(served: Wire) -> None:
    document = {"uri": "untitled:never-opened", "version": 3}
    span = {"start": {"line": 9, "character": 9}, "end": {"line": 2, "character": 1}}
    patch = {"uri": "untitled:p", "version": 4}
    far = {"start": {"line": 999, "character": 999}, "end": {"line": 9999, "character": 0}}
    notifications: list[tuple[str, Any]] = [
        ("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": "x"}]}),
        (
            "textDocument/didChange",
            {"textDocument": document, "contentChanges": [{"range": span, "text": "x"}]},
        ),
        (
            "textDocument/didChange",
            {"textDocument": {"uri": "untitled:p", "version": 2}, "contentChanges": []},
        ),
        ("textDocument/didChange", {"textDocument": {"uri": "untitled:p", "version": 3}}),
        (
            "textDocument/didChange",
            {"textDocument": patch, "contentChanges": [{"range": far, "text": ""}]},
        ),
        ("textDocument/didClose", {"textDocument": document}),
        ("textDocument/didSave", {"textDocument": document}),
        ("workspace/didChangeWatchedFiles", {"changes": []}),
        ("workspace/didChangeWatchedFiles", {}),
        (
            "workspace/didChangeWorkspaceFolders",
            {"event": {"added": [], "removed": [{"uri": "file:///no", "name": ""}]}},
        ),
        (
            "workspace/didChangeWorkspaceFolders",
            {"event": {"added": [{"uri": "vscode-remote://x/y", "name": ""}], "removed": []}},
        ),
        ("$/cancelRequest", {"id": 4711}),
        ("$/setTrace", {"value": "verbose"}),
        ("no/suchNotification", {"a": 1}),
        ("$/noSuchNotification", None),
    ]
    for method, params in notifications:
        served.notify(method, params)
    served.send({"id": 999, "result": {"unasked": True}})
    await check_alive(served)


@pytest.mark.asyncio(loop_scope="module")
async def test_positions_past_the_end_and_strange_addresses(served: Wire) -> None:
    for line, character in ((0, 999_999), (999_999, 0), (2**31 - 1, 2**31 - 1), (6, 0)):
        place = {"line": line, "character": character}
        params = {"textDocument": {"uri": "untitled:p"}, "position": place}
        assert "error" not in await served.request("textDocument/hover", params)
        where = {
            "textDocument": {"uri": "untitled:p"},
            "range": {"start": place, "end": place},
            "context": {"diagnostics": []},
        }
        assert "error" not in await served.request("textDocument/codeAction", where)
    long = "x" * 5000, f"file:///{'x' * 5000}"
    for uri in (
        "",
        "%",
        "file:",
        "file:///%00",
        "http://example.org/x.patch",
        "untitled:%E0%A4%A",
        "file:///../../x",
        *long,
    ):
        params = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
        assert (await served.request("textDocument/hover", params))["result"] is None
        published = await served.open(uri, PATCH, "diff")
        assert published["uri"] == uri
        served.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        assert (await served.receive())["params"]["diagnostics"] == []


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("language", "text", "row"),
    [("v4a", PATCH, 2), ("applydiff", ">>> file: none.py\n--- from\na\n--- to\nb\n<\n", 0)],
)
async def test_a_paste_that_switches_the_language(
    process: Wire, language: str, text: str, row: int
) -> None:
    """What VS Code sends when the first line gives the language away: it opens the text as pasted, then tells the paste."""
    which, start = {"uri": "untitled:Untitled-1"}, {"line": 0, "character": 0}

    def put_first(text: str, version: int) -> None:
        changes = [{"range": {"start": start, "end": start}, "rangeLength": 0, "text": text}]
        process.notify(
            "textDocument/didChange",
            {"textDocument": {**which, "version": version}, "contentChanges": changes},
        )

    async def version_and_rows() -> tuple[int, list[int]]:
        status = (await process.request("patchsight/status", which))["result"]
        return status["version"], [part["line"] for part in status["parts"]]

    process.notify(
        "textDocument/didOpen",
        {"textDocument": {**which, "languageId": "plaintext", "version": 1, "text": ""}},
    )
    process.notify("textDocument/didClose", {"textDocument": which})
    process.notify(
        "textDocument/didOpen",
        {"textDocument": {**which, "languageId": language, "version": 2, "text": text}},
    )
    put_first(text, version=2)
    assert await version_and_rows() == (2, [row])
    put_first("\n", version=3)
    assert await version_and_rows() == (3, [row + 1])
    process.notify("textDocument/didClose", {"textDocument": which})
    assert (await process.request("patchsight/status", which))["result"] is None


async def test_shutdown_gives_up_what_is_under_way() -> None:
    """Here: what was begun when the client said that it is ready, and asks it for its settings."""
    async with wire() as server:
        params = {"capabilities": {"workspace": {"configuration": True}}, "processId": None}
        await server.request("initialize", {**params, "rootUri": None, "workspaceFolders": None})
        server.notify("initialized", {})
        answer = await server.request("shutdown")
        assert "error" not in answer and answer["result"] is None
        server.notify("exit")
        assert await server.end() == (0, "")


async def test_the_log_goes_to_a_file_and_never_to_the_wire(tmp_path: Path) -> None:
    async with wire("--log-level", "debug", "--log-file", str(tmp_path / "log")) as server:
        await server.begin()
        document = {"uri": "untitled:never-opened", "version": 3}
        server.notify(
            "textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": "x"}]}
        )
        await server.request("shutdown")
        server.notify("exit")
        assert await server.end() == (0, "")
    assert "untitled:never-opened, which is not open" in (tmp_path / "log").read_text(
        encoding="utf-8"
    )

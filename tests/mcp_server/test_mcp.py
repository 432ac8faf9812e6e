"""The server for agents, driven over standard input and output by the client of the protocol's own package."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from mcp import StdioServerParameters
from mcp.client import Client
from mcp.shared.exceptions import MCPError

from support.faults import interrupt

GREET = 'def greet(name):\n    return "Hello"\n'
FINE = """\
--- a/greet.py
+++ b/greet.py
@@ -1,2 +1,2 @@
 def greet(name):
-    return "Hello"
+    return f"Hello, {name}"
"""
STALE = FINE.replace('-    return "Hello"', '-    return "Hi"')
OUTSIDE = "--- /dev/null\n+++ b/../outside.py\n@@ -0,0 +1 @@\n+x = 1\n"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mcp") / "root"


@pytest.fixture
def root(place: Path) -> Iterator[Path]:
    """The same folder for every test, so that they can share a server; nothing is left in it."""
    place.mkdir()
    (place / "greet.py").write_text(GREET)
    yield place
    shutil.rmtree(place)
    assert not list(place.parent.iterdir())


@asynccontextmanager
async def connect(root: Path, *words: str) -> AsyncIterator[Client]:
    command = ["-m", "patchsight", "mcp", "--root", str(root), *words]
    environment = {"XDG_STATE_HOME": os.environ["XDG_STATE_HOME"]}
    async with Client(
        StdioServerParameters(command=sys.executable, args=command, env=environment)
    ) as client:
        yield client


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client(place: Path) -> AsyncIterator[Client]:
    """A server that tests share: one takes more than a second to start. A task of its own holds it,
    for what the client opens must be closed by who opened it.
    """
    place.mkdir()
    ready: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
    done = asyncio.Event()

    async def hold() -> None:
        async with connect(place) as connected:
            ready.set_result(connected)
            await done.wait()

    holder = asyncio.create_task(hold())
    awaited: set[asyncio.Future[Any]] = {holder, ready}
    await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
    if holder.done():
        await holder
    place.rmdir()
    yield ready.result()
    done.set()
    await holder


async def call(client: Client, tool: str, **arguments: Any) -> tuple[str, Any, bool]:
    """What the agent reads, the same as data, and whether it failed."""
    result = await client.call_tool(tool, arguments)
    assert len(result.content) == 1 and result.content[0].type == "text"
    return result.content[0].text, result.structured_content, result.is_error


def run(root: Path, command: str, patch: str, form: str) -> str:
    """What the command line says of a patch."""
    words = [
        sys.executable,
        "-m",
        "patchsight",
        command,
        "--root",
        str(root),
        "--output-format",
        form,
        "-",
    ]
    return subprocess.run(
        words, input=patch, capture_output=True, encoding="utf-8", check=False
    ).stdout


def look(root: Path) -> dict[str, str]:
    return {
        path.relative_to(root.parent).as_posix(): path.read_text()
        for path in root.parent.rglob("*")
        if path.is_file()
    }


@pytest.mark.asyncio(loop_scope="module")
async def test_the_tools_say_what_they_take_and_give(root: Path, client: Client) -> None:
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert list(tools) == [
        "check_patch",
        "apply_patch",
        "convert_patch",
        "read_file",
        "session_context",
    ]
    required = {name: tool.input_schema.get("required", []) for name, tool in tools.items()}
    assert required == {
        "check_patch": ["patch"],
        "apply_patch": ["patch"],
        "convert_patch": ["patch", "to"],
        "read_file": ["path"],
        "session_context": [],
    }
    reading = [
        name for name, tool in tools.items() if tool.annotations and tool.annotations.read_only_hint
    ]
    assert reading == ["check_patch", "convert_patch", "read_file", "session_context"]
    assert (
        tools["check_patch"].output_schema
        and tools["check_patch"].output_schema["title"] == "Patchsight receipt"
    )


@pytest.mark.asyncio(loop_scope="module")
async def test_an_agent_gets_what_the_command_line_says(root: Path, client: Client) -> None:
    for patch in (FINE, STALE, OUTSIDE, "no patch at all\n"):
        text, receipt, failed = await call(client, "check_patch", patch=patch)
        assert f"{text}\n" == run(root, "check", patch, "feedback")
        printed = json.loads(run(root, "check", patch, "json"))
        assert printed.pop("feedback") == text and receipt == printed
        assert not failed, "a check that finds problems has not failed"


@pytest.mark.asyncio(loop_scope="module")
async def test_a_refused_patch_changes_nothing_and_says_what_the_file_says(
    root: Path, client: Client
) -> None:
    text, receipt, failed = await call(client, "apply_patch", patch=STALE)
    assert (
        failed and not receipt["applied"] and receipt["problems"][0]["code"] == "context_not_found"
    )
    assert '\n-    return "Hello"\n' in text
    assert look(root) == {"root/greet.py": GREET}


@pytest.mark.asyncio(loop_scope="module")
async def test_a_patch_is_applied_once_and_then_found_applied(root: Path, client: Client) -> None:
    text, receipt, failed = await call(client, "apply_patch", patch=FINE)
    assert not failed and receipt["applied"] and receipt["files"][0]["path"] == "greet.py", text
    once = look(root)
    assert once == {"root/greet.py": GREET.replace('"Hello"', 'f"Hello, {name}"')}
    _, receipt, failed = await call(client, "apply_patch", patch=FINE)
    assert look(root) == once
    [tool] = [t for t in (await client.list_tools()).tools if t.name == "apply_patch"]
    assert tool.annotations and tool.annotations.idempotent_hint, "as was seen"
    assert not failed and receipt["parts"][0]["state"] == "applied" and not receipt["files"]


@pytest.mark.asyncio(loop_scope="module")
async def test_requests_at_the_same_time_are_done_one_after_the_other(
    root: Path, client: Client
) -> None:
    answers = await asyncio.gather(*(call(client, "apply_patch", patch=FINE) for _ in range(4)))
    assert not any(failed for _, _, failed in answers), answers
    assert sorted(len(receipt["files"]) for _, receipt, _ in answers) == [0, 0, 0, 1]


@pytest.mark.asyncio(loop_scope="module")
async def test_a_text_that_takes_too_long_to_read_is_refused_with_its_size(
    root: Path, client: Client
) -> None:
    text, receipt, failed = await call(client, "apply_patch", patch=FINE * 30_000)
    assert failed and [one["code"] for one in receipt["problems"]] == ["budget_exceeded"]
    assert (
        "The text has 3,390,000 characters in 180,001 lines. To read it takes more than 2,000,000 steps, the limit for "
        "an answer, so nothing of it is read. Split the patch, or use the command line, which takes its time."
        in text
    )
    assert look(root) == {"root/greet.py": GREET}


@pytest.mark.asyncio(loop_scope="module")
async def test_a_path_outside_is_refused(root: Path, client: Client) -> None:
    (root / "link").symlink_to(root.parent)
    for path in ("../outside.py", "link/outside.py", "/etc/outside.py"):
        text, receipt, failed = await call(
            client, "apply_patch", patch=OUTSIDE.replace("../outside.py", path)
        )
        assert failed and receipt["problems"][0]["code"] == "path_escape", text
    assert look(root) == {"root/greet.py": GREET}


@pytest.mark.asyncio(loop_scope="module")
async def test_a_name_that_cannot_be_read_drives_no_terminal(root: Path, client: Client) -> None:
    text, _, failed = await call(client, "read_file", path="a\x1b[2J\x9b.py")
    assert failed and text.startswith("`a<U+001B>[2J<U+009B>.py` cannot be read")


@pytest.mark.asyncio(loop_scope="module")
async def test_a_patch_is_converted(root: Path, client: Client) -> None:
    text, _, failed = await call(client, "convert_patch", patch=FINE, to="v4a")
    assert not failed and text.startswith("*** Begin Patch\n*** Update File: greet.py\n")
    text, _, failed = await call(client, "convert_patch", patch=STALE, to="v4a")
    assert failed and "context_not_found" in text
    deletion = "--- a/greet.py\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-" + GREET.replace(
        "\n    ", "\n-    "
    )
    text, _, failed = await call(client, "convert_patch", patch=deletion, to="ap")
    assert failed and "cannot delete a file" in text


async def test_the_session_lasts_as_long_as_the_server(root: Path) -> None:
    async with connect(root) as client:
        begun, _, _ = await call(client, "session_context")
        await call(client, "apply_patch", patch=STALE)
        await call(client, "check_patch", patch=FINE)
        await call(client, "apply_patch", patch=FINE)
        text, _, failed = await call(client, "session_context")
    assert "Modified: none" in begun and "exchange 0/10" in begun
    assert not failed and "Modified: greet.py (1 patches, 50% changed" in text
    assert "Health: 1 errors, 0 ambiguous matches, exchange 2/10" in text
    async with connect(root) as client:
        assert (await call(client, "session_context"))[0] == begun


async def test_a_session_in_a_file_goes_on_and_comes_with_the_feedback(
    root: Path, tmp_path: Path
) -> None:
    words = ("--session", str(tmp_path / "session.json"))
    async with connect(root, *words) as client:
        text, _, _ = await call(client, "apply_patch", patch=STALE)
    assert text.endswith("Health: 1 errors, 0 ambiguous matches, exchange 1/10\n[/SESSION CONTEXT]")
    async with connect(root, *words) as client:
        assert (await call(client, "session_context"))[0] == text[text.index("[SESSION CONTEXT]") :]
        (tmp_path / "session.json").write_text("{}")
        text, _, failed = await call(client, "session_context")
        assert failed and "is not a session of Patchsight" in text
        text, receipt, failed = await call(client, "apply_patch", patch=FINE)
        assert not failed and receipt["applied"] and "is not a session of Patchsight" in text


@pytest.mark.asyncio(loop_scope="module")
async def test_wrong_calls_are_explained(root: Path, client: Client) -> None:
    assert await call(client, "check_patch") == (
        "The call is wrong: 'patch' is a required property.",
        None,
        True,
    )
    text, _, failed = await call(client, "convert_patch", patch=FINE, to="xml")
    assert failed and text.startswith("The call is wrong: 'xml' is not one of ['unified', 'v4a'")
    with pytest.raises(MCPError, match="There is no tool `rm`"):
        await call(client, "rm")
    assert not (await call(client, "check_patch", patch=FINE))[2], "the server is still there"


@pytest.mark.asyncio(loop_scope="module")
async def test_what_an_interrupted_run_left_is_not_touched(root: Path, client: Client) -> None:
    interrupt(root)
    text, receipt, failed = await call(client, "apply_patch", patch=FINE)
    assert failed and not receipt["applied"] and "--recover" in text
    assert (root / "greet.py").read_text() == GREET


def test_half_a_character_is_no_text(root: Path) -> None:
    from patchsight.core.model.patch import Options
    from patchsight.mcp.tools import PatchTools

    answer = PatchTools(root, Options()).apply(FINE.replace("Hello, ", "\ud800"))
    assert answer.failed and "not_text" in answer.text


def test_half_a_character_on_the_wire_gets_an_answer(root: Path) -> None:
    """Escaped as JSON allows; two halves that belong together are a character like any other."""
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}}
    hello["clientInfo"] = {"name": "test", "version": "1"}
    words = [sys.executable, "-m", "patchsight", "mcp", "--root", str(root)]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as server:
        assert server.stdin and server.stdout

        def ask(number: int, method: str, params: str) -> dict[str, Any]:
            assert server.stdin and server.stdout
            message = (
                f'{{"jsonrpc": "2.0", "id": {number}, "method": "{method}", "params": {params}}}'
            )
            server.stdin.write(message + "\n")
            server.stdin.flush()
            answer: dict[str, Any] = json.loads(server.stdout.readline())["result"]
            return answer

        ask(1, "initialize", json.dumps(hello))
        server.stdin.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
        call = '{"name": "check_patch", "arguments": {"patch": "%s"}}'
        half = ask(2, "tools/call", call % "a\\ud83d b")
        assert "half of a character" in half["content"][0]["text"]
        patch = json.dumps(FINE.replace("Hello, ", "\U0001f600"))[1:-1]
        assert "\\ud83d\\ude00" in patch
        assert ask(3, "tools/call", call % patch)["structuredContent"]["applicable"]


def test_the_package_that_is_missing_is_named(root: Path) -> None:
    code = "import sys; sys.modules['mcp_types'] = None\nfrom patchsight.cli import main\nsys.exit(main(['mcp']))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=root,
        input="",
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    said = "patchsight: this needs the package `mcp`, version 2: in a clone of Patchsight, `pip install '.[mcp]'`\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


@pytest.mark.parametrize(
    "words", [("tool", "--provider", "openai", "--format", "v4a"), ("explain", "no_patch")]
)
def test_nothing_else_loads_the_package(words: tuple[str, ...]) -> None:
    code = f"import sys\nfrom patchsight.cli import main\nmain({words!r})\nassert not {{'mcp', 'lark', 'pydantic'}} & sys.modules.keys()"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode
        == 0
    )

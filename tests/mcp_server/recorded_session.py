"""A session of a scripted agent, over the protocol's own client: it reads a file once, edits what it remembers, and
where an edit is refused does what the answer says, to the letter. What was asked and answered is written down."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from mcp import StdioServerParameters
from mcp.client import Client

from core.describe.follow_feedback import follow

CLOCK = "import time\n\n\ndef wait(seconds):\n    limit = 10\n    time.sleep(seconds)\n    return limit\n"


def hunk(*rows: str) -> str:
    lines = "".join(f"{row}\n" for row in rows)
    return f"*** Begin Patch\n*** Update File: clock.py\n@@\n{lines}*** End Patch\n"


#: What the agent sends, all of it as it remembers the file; `None`: somebody else edits the file.
SENDS = [
    hunk("-    limit = 10", "+    limit = 20", "     time.sleep(seconds)"),
    hunk("-    limit = 10", "+    limit = min(30, seconds)", "     time.sleep(seconds)"),
    None,
    hunk("-    return limit", "+    return limit * 2"),
]
OTHER = ("return limit", "return limit  # in seconds")
#: The file as the agent wanted it, with what somebody else has written.
RIGHT = CLOCK.replace("limit = 10", "limit = min(30, seconds)").replace(
    "return limit", "return limit * 2  # in seconds"
)


class Agent:
    """Calls tools and writes down what it asks for and gets."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.transcript: list[str] = []
        self.refused = 0

    async def call(self, tool: str, **arguments: Any) -> tuple[str, bool]:
        result = await self._client.call_tool(tool, arguments)
        [content] = result.content
        assert content.type == "text"
        asked = "\n".join(str(argument).rstrip("\n") for argument in arguments.values())
        self.note(f"agent: {tool}", asked)
        self.note("patchsight", content.text)
        return content.text, bool(result.is_error)

    async def send(self, patch: str) -> None:
        text, failed = await self.call("apply_patch", patch=patch)
        if failed:
            self.refused += 1
            _, failed = await self.call("apply_patch", patch=follow(patch, text, None))
            assert not failed

    def note(self, who: str, text: str) -> None:
        rows = "".join(f"    {row}".rstrip() + "\n" for row in text.split("\n"))
        self.transcript.append(f"{who}\n{rows}")


async def _play(folder: Path) -> tuple[str, int]:
    file = folder / "clock.py"
    file.write_text(CLOCK)
    words = ["-m", "patchsight", "mcp", "--root", str(folder)]
    environment = {"XDG_STATE_HOME": os.environ.get("XDG_STATE_HOME", str(folder / ".state"))}
    server = StdioServerParameters(command=sys.executable, args=words, env=environment)
    async with Client(server) as client:
        agent = Agent(client)
        await agent.call("read_file", path="clock.py")
        for patch in SENDS:
            if patch is None:
                file.write_text(file.read_text().replace(*OTHER))
                agent.note("somebody else, in an editor", f"{OTHER[0]}  →  {OTHER[1]}")
            else:
                await agent.send(patch)
    assert file.read_text() == RIGHT
    return "\n".join(agent.transcript), agent.refused


def play() -> tuple[str, int]:
    """The transcript of the session, and how many edits were refused at first."""
    with tempfile.TemporaryDirectory(prefix="patchsight-") as scratch:
        return asyncio.run(_play(Path(scratch)))

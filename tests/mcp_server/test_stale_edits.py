"""A recorded session: an agent that reads a file once and edits what it remembers. Its stale edits are caught, told as
such, and mended by what the feedback quotes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.describe.follow_feedback import follow
from mcp_server.recorded_session import play
from patchsight.core.model.patch import Options
from patchsight.mcp.tools import Answer, PatchTools

CLOCK = "import time\n\n\ndef wait(seconds):\n    limit = 10\n    time.sleep(seconds)\n    return limit\n"


def hunk(old: str, new: str, below: str) -> str:
    return f"*** Begin Patch\n*** Update File: clock.py\n@@\n-    {old}\n+    {new}\n     {below}\n*** End Patch\n"


class Agent:
    """Reads, sends, and where a patch is refused sends what the feedback says."""

    def __init__(self, tools: PatchTools) -> None:
        self.tools, self.log = tools, list[tuple[str, bool]]()

    def send(self, patch: str) -> Answer:
        answer = self.tools.apply(patch)
        self.log.append((answer.text, answer.failed))
        if answer.failed:
            mended = self.tools.apply(follow(patch, answer.text, None))
            self.log.append((mended.text, mended.failed))
        return answer


def start(tmp_path: Path) -> tuple[Path, Agent, Any]:
    file = tmp_path / "clock.py"
    file.write_text(CLOCK)
    tools = PatchTools(tmp_path, Options())
    return file, Agent(tools), tools


def test_a_file_is_shown_with_numbers_and_a_tag(tmp_path: Path) -> None:
    file, _, tools = start(tmp_path)
    head, *rows = tools.read_file("clock.py", 4, 5).text.split("\n")
    assert head.startswith("clock.py, lines 4-5 of 7, content ")
    assert rows == ["    4 | def wait(seconds):", "    5 |     limit = 10"]
    file.write_text(CLOCK + "\n")
    assert tools.read_file("clock.py", 4, 5).text.split("\n")[0] != head
    assert tools.read_file("../clock.py").failed and tools.read_file("none.py").failed


def test_stale_edits_are_told_as_such_and_mended(tmp_path: Path) -> None:
    file, agent, tools = start(tmp_path)
    tools.read_file("clock.py")
    agent.send(hunk("limit = 10", "limit = 20", "time.sleep(seconds)"))
    own = agent.send(hunk("limit = 10", "limit = 30", "time.sleep(seconds)"))
    assert own.failed
    assert (
        "Line 5 was `limit = 10` when you read it; your patch 1 changed it, and now it is `limit = 20`."
        in own.text
    )
    file.write_text(file.read_text().replace("return limit", "return limit  # in seconds"))
    other = agent.send(hunk("return limit", "return limit * 2", "").replace("     \n", ""))
    assert "Line 7 was `return limit` when you read it; it was changed since" in other.text
    assert [failed for _, failed in agent.log] == [False, True, False, True, False]
    assert file.read_text() == CLOCK.replace("limit = 10", "limit = 30").replace(
        "return limit", "return limit * 2  # in seconds"
    )


def test_what_was_never_there_is_not_called_stale(tmp_path: Path) -> None:
    _, agent, tools = start(tmp_path)
    tools.read_file("clock.py")
    answer = agent.send(hunk("limit = 11", "limit = 20", "time.sleep(seconds)"))
    assert answer.failed and "when you read it" not in answer.text


def test_a_recorded_session_over_the_wire() -> None:
    """The one that docs/agents.md shows: two stale edits, caught, told as such and mended by what the answers say."""
    transcript, refused = play()
    assert refused == 2
    assert (
        "Line 5 was `limit = 10` when you read it; your patch 1 changed it, and now it is `limit = 20`."
        in transcript
    )
    assert (
        "Line 7 was `return limit` when you read it; it was changed since, not by a patch of this session, "
        "and now it is `return limit  # in seconds`." in transcript
    )

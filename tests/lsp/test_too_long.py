"""Texts that it takes too long to read: the editor is told at once, and why."""

from __future__ import annotations

import json

import pytest
from lsprotocol import types

from lsp.harness import Session
from lsp.places import EDITORS

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.parametrize("client", EDITORS[:1], ids=str, indirect=True),
]

SECTIONS = (
    "*** Begin Patch\n" + "*** Update File: app.py\n@@\n-a\n+b\n" * 25_000 + "*** End Patch\n"
)
CALL = json.dumps(
    {
        "name": "Edit",
        "input": {"file_path": "app.py", "old_string": "a", "new_string": "\n" * 700_000},
    }
)


@pytest.mark.parametrize(
    ("name", "text", "size"),
    [
        ("long.v4a", SECTIONS, "825,030 characters in 100,003 lines"),
        ("long.stringedit", CALL, "1,400,087 characters in 1 line"),
        ("untitled:Untitled-1", SECTIONS, "825,030 characters in 100,003 lines"),
    ],
)
async def test_it_is_said_what_is_too_much_and_what_to_do(
    session: Session, name: str, text: str, size: str
) -> None:
    session.write({"app.py": "a\n"})
    uri = session.open(name, text)
    [told] = await session.diagnostics(uri)
    assert (told.code, told.severity) == ("budget_exceeded", types.DiagnosticSeverity.Error)
    assert told.message == (
        f"The text has {size}. To read it takes more than 2,000,000 steps, the limit for an answer, so nothing of it is "
        "read. Split the patch, or use the command line, which takes its time."
    )
    assert told.range.end.line == 0 and told.range.end.character <= 200


async def test_a_page_that_nobody_asked_about_is_left_alone(session: Session) -> None:
    uri = session.open("page.md", "```python\nx = 1\n```\n" * 20_000, "markdown")
    await session.settle()
    assert uri not in session.client.inbox.published

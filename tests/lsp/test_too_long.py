"""Texts that it takes too long to read: the editor is told at once, and why."""

from __future__ import annotations

import json

import pytest
from lsprotocol import types

from lsp.harness import Session
from lsp.places import EDITORS
from patchsight.core import formats
from patchsight.core.model.budget import ExhaustedError
from patchsight.lsp.attention import _GLANCE

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
        "input": {"file_path": "app.py", "old_string": "a", "new_string": "\n" * 900_000},
    }
)


@pytest.mark.parametrize(
    ("name", "text", "size"),
    [
        ("long.v4a", SECTIONS, "825,030 characters in 100,003 lines"),
        ("long.stringedit", CALL, "1,800,087 characters in 1 line"),
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


async def test_a_text_that_takes_long_to_search_is_told_by_reading_it(session: Session) -> None:
    """What is no patch is left alone; what is one is checked."""
    code = '    if (map["text"] == { key: [1, 2, { a: "b" }] }) { return [x, y, z]; }\n' * 25_000
    with pytest.raises(ExhaustedError):
        formats.recognise(code, options=_GLANCE)
    assert formats.recognise(code) is None
    uri = session.open("untitled:Untitled-2", code)
    await session.settle()
    assert not session.client.inbox.published[uri].diagnostics
    session.write({"app.py": "a\n"})
    patch = "--- a/app.py\n+++ b/app.py\n@@ -1 +1 @@\n-b\n+c\n"
    uri = session.open("untitled:Untitled-3", code + patch)
    assert [told.code for told in await session.diagnostics(uri)] == [
        "surrounding_noise",
        "context_not_found",
    ]


async def test_a_page_that_nobody_asked_about_is_left_alone(session: Session) -> None:
    uri = session.open("page.md", "```python\nx = 1\n```\n" * 20_000, "markdown")
    await session.settle()
    assert uri not in session.client.inbox.published

"""The call of an edit tool in an editor: what is shown on the characters of the JSON, and what may be done from there."""

from __future__ import annotations

import json

import pytest
from lsprotocol import types

from lsp.harness import Session
from lsp.places import EDITORS, here, span
from lsp.test_navigation import check_definition

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.parametrize("client", EDITORS, ids=str, indirect=True),
]

APP = 'def f():\n    x = say("🦊")\n    y = say("🦊")\n    return x\n'
MULTI = {
    "type": "tool_use",
    "name": "MultiEdit",
    "input": {
        "file_path": "app.py",
        "edits": [
            {"old_string": 'x = say("🦊")', "new_string": 'x = say("🐢")'},
            {"old_string": "return x", "new_string": "return y"},
        ],
    },
}


async def test_a_problem_stands_on_the_characters_of_the_json(session: Session) -> None:
    session.write({"app.py": APP})
    await session.check(
        "call.stringedit",
        r"""
        {"file_path": "app.py", "old_string": "def f():\n    🦊 = say(\"🦊\")", "new_string": "x"}
                                                         ^^^^^^^^^^^^^^^^^^ context_not_found
        """,
    )
    await session.check(
        "nested.stringedit",
        r"""
        {"arguments": "{\"path\": \"app.py\", \"old_str\": \"say(\\\"\\ud83e\\udd8a\\\")\", \"new_str\": \"x\"}"}
                                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^ ambiguous_context
        """,
    )


async def test_a_pasted_call_is_applied(session: Session) -> None:
    session.write({"app.py": APP})
    uri = session.open("untitled:Untitled-1", json.dumps(MULTI, ensure_ascii=False, indent=2))
    assert await session.marks(uri) == []
    await session.apply(uri)
    assert session.shown()["app.py"].decode() == APP.replace(
        'x = say("🦊")', 'x = say("🐢")'
    ).replace("return x", "return y")


async def test_a_fix_is_written_with_escapes(session: Session) -> None:
    session.write({"app.py": APP})
    call = {"path": "app.py", "old_str": 'say("🦊")', "new_str": 'say("🐢")'}
    uri = session.open("call.stringedit", json.dumps({"arguments": json.dumps(call)}))
    fixes = await session.actions(uri, "say", only=["quickfix"])
    [second] = [fix for title, fix in fixes.items() if "app.py:3" in title]
    await session.choose(second)
    assert await session.marks(uri) == []
    fixed = json.loads(json.loads(session.editor.pages[uri].text)["arguments"])
    assert fixed["old_str"].endswith('y = say("🦊")\n    return x')
    await session.apply(uri)
    assert session.shown()["app.py"].decode() == APP.replace('y = say("🦊")', 'y = say("🐢")')


async def test_hovers_say_where_a_text_lands_and_what_a_key_means(session: Session) -> None:
    session.write({"app.py": APP})
    uri = session.open("call.stringedit", json.dumps(MULTI))
    assert "The text as it is in the file" in await session.hover_text(uri, "old_string")
    assert "app.py:2" in await session.hover_text(uri, "x = say")
    assert "2 of 2 parts fit" in await session.hover_text(uri, "app.py")


async def test_a_line_of_a_text_leads_to_the_line_it_stands_for(session: Session) -> None:
    await check_definition(
        session,
        r"""
        {"file_path": "app.py", "old_string": "b = \"🦊\"\nc = 3", "new_string": "b\nc"}
                                                          ^ from
        """,
        """
        a = 1
        b = "🦊"
        c = 3
        ^^^^^ there
        """,
        "call.stringedit",
    )


async def test_the_outline_has_a_part_for_each_edit(session: Session) -> None:
    session.write({"app.py": APP})
    text = json.dumps(MULTI, indent=2)
    uri = session.open("call.stringedit", text)
    where = types.TextDocumentIdentifier(uri)
    found = await session.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(where)
    )
    assert found is not None
    [file] = [symbol for symbol in found if symbol.name.startswith("app.py")]
    if isinstance(file, types.DocumentSymbol):
        assert file.children is not None and len(file.children) == 2
        assert text.split("\n")[file.range.start.line].strip() == '"input": {'
    folds = await session.client.text_document_folding_range_async(types.FoldingRangeParams(where))
    rows = text.split("\n")
    assert [rows[fold.start_line].strip() for fold in folds or []] == ['"input": {', "{", "{"]


async def test_a_completion_is_escaped(session: Session) -> None:
    session.write({"app.py": APP})
    text = '{"file_path": "app.py", "old_string": "  x", "new_string": "y"}'
    uri = session.open("call.stringedit", text)
    document, position = here(session, uri, text.index("  x") + 3)
    found = await session.client.text_document_completion_async(
        types.CompletionParams(document, position)
    )
    assert isinstance(found, types.CompletionList)
    [item] = [item for item in found.items if item.label.startswith("x = ")]
    assert isinstance(item.text_edit, types.TextEdit)
    assert item.text_edit.new_text == r"    x = say(\"\ud83e\udd8a\")"
    start = text.index("  x")
    assert span(session, text, item.text_edit.range) == (0, start, start + 3)


async def test_json_that_is_no_call_gets_no_word(session: Session) -> None:
    uri = session.open("package.json", '{"name": "x", "files": ["a"], "search": "b"}', "json")
    await session.settle()
    assert uri not in session.client.inbox.published

"""SEARCH/REPLACE blocks in an editor: an answer is pasted, looked at, mended and applied."""

from __future__ import annotations

import pytest
from lsprotocol import types

from lsp.client import AS_CAPTURED
from lsp.editor import place_of, position_of
from lsp.harness import Session

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.parametrize("client", AS_CAPTURED, ids=str, indirect=True),
]

FILES = {"src/app.py": "# 🦊\ndef f():\n    a = 1\n    return a\n\n\nprint(f())\n"}
ANSWER = """\
Here is the change.

src/app.py
```python
<<<<<<< SEARCH
def f():
    a = 1
=======
def f():
    a = 2
>>>>>>> REPLACE
```

src/new.py
```python
<<<<<<< SEARCH
=======
b = 1
>>>>>>> REPLACE
```
"""


def at(session: Session, uri: str, text: str) -> types.TextDocumentPositionParams:
    page = session.editor.pages[uri].text
    position = position_of(page, page.index(text), session.encoding)
    return types.TextDocumentPositionParams(types.TextDocumentIdentifier(uri), position)


async def test_an_answer_is_applied(session: Session) -> None:
    session.write(FILES)
    uri = session.open("p.sr", ANSWER)
    assert {mark[3] for mark in await session.marks(uri)} <= {"surrounding_noise"}
    await session.apply(uri)
    shown = session.shown()
    assert shown["src/app.py"].decode() == FILES["src/app.py"].replace("a = 1", "a = 2")
    assert shown["src/new.py"] == b"b = 1\n"
    session.told()  # where the server writes it says so


async def test_what_is_at_fault_is_marked(session: Session) -> None:
    session.write(FILES)
    await session.check(
        "p.sr",
        """
        src/app.py
        <<<<<<< SEARCH
        def f():
            b = 1
        ^^^^^^^^^ context_not_found
            return a
        =======
        def f():
            return 1
        >>>>>>> REPLACE

        src/none.py
        ^^^^^^^^^^^ file_not_found
        <<<<<<< SEARCH
        x
        =======
        y
        >>>>>>> REPLACE
        """,
    )


async def test_a_hover_explains_markers_and_places(session: Session) -> None:
    session.write(FILES)
    uri = session.open("p.sr", ANSWER)
    assert "src/app.py" in await session.hover_text(uri, "src/app.py")
    assert "as they are" in await session.hover_text(uri, "<<<<<<< SEARCH")
    assert "src/app.py" in await session.hover_text(uri, "    a = 1")


async def test_a_definition_leads_to_the_line(session: Session) -> None:
    session.write(FILES)
    uri = session.open("p.sr", ANSWER)
    for text, row in (("src/app.py", 0), ("    a = 1", 2)):
        where = at(session, uri, text)
        found = await session.client.text_document_definition_async(
            types.DefinitionParams(where.text_document, where.position)
        )
        [place] = found if isinstance(found, list) else [found]
        link = isinstance(place, types.LocationLink)
        target = place.target_selection_range if link else place.range  # type: ignore[union-attr]
        assert target.start.line == row


async def test_outline_and_folds(session: Session) -> None:
    session.write(FILES)
    uri = session.open("p.sr", ANSWER)
    document = types.TextDocumentIdentifier(uri)
    symbols = await session.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(document)
    )
    assert next(one.name for one in symbols or []).startswith("src/app.py")
    folds = await session.client.text_document_folding_range_async(
        types.FoldingRangeParams(document)
    )
    assert {fold.start_line for fold in folds or []} >= {4, 15}


async def test_completion_offers_paths_markers_and_lines(session: Session) -> None:
    session.write(FILES)
    text = "src/app.py\n<<<<<<< SEARCH\n\n"
    uri = session.open("p.sr", text)

    async def labels(row: int, column: int) -> list[str]:
        found = await session.client.text_document_completion_async(
            types.CompletionParams(types.TextDocumentIdentifier(uri), types.Position(row, column))
        )
        items = found.items if isinstance(found, types.CompletionList) else found or []
        return [item.label for item in items]

    assert "src/app.py" in await labels(0, 3)
    assert "<<<<<<< SEARCH" in await labels(1, 3)
    assert "def f():" in await labels(2, 0)


async def test_a_quick_fix_writes_the_markers(session: Session) -> None:
    session.write(FILES)
    uri = session.open("p.sr", "src/app.py\n<<<< search\nprint(f())\n====\nf()\n>>>> replace\n")
    found = await session.actions(uri, "<<<<", only=("quickfix",))
    await session.choose(found["Write the markers as the format has them"])
    assert session.editor.pages[uri].text.startswith("src/app.py\n<<<<<<< SEARCH\n")
    assert await session.marks(uri) == []


async def test_columns_in_a_call_are_those_of_the_json(session: Session) -> None:
    """The third line of the diff is the stretch between its second and third escape."""
    session.write(FILES)
    text = '{"path": "src/app.py", "diff": "<<<<<<< SEARCH\\n# 🦊\\nx = 1\\n=======\\nx = 2\\n>>>>>>> REPLACE\\n"}'
    uri = session.open("p.sr", text)
    errors = [
        one
        for one in await session.diagnostics(uri)
        if one.severity is types.DiagnosticSeverity.Error
    ]
    [error] = errors
    _, start = place_of(text, error.range.start, session.encoding)
    _, end = place_of(text, error.range.end, session.encoding)
    assert text[start:end] == "x = 1"

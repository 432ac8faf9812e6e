"""An answer with whole files in an editor: quiet in a page, checked and applied once the user asks."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from lsp.client import Profile
from lsp.harness import Session, running

CODE = Profile("code-server")
BOM = "\ufeff"
ANSWER = """\
Here you are:

### src/app.py

```python
import os
retries = 5
print("🦊", retries)
```

`docs/new.md`:

````markdown
# New

```sh
make
```
````

Then:

```sh
make
```
"""
FILES = {"src/app.py": f'{BOM}import os\r\nretries = 3\r\nprint("🦊", retries)'}
APPLIED = {
    "src/app.py": f'{BOM}import os\r\nretries = 5\r\nprint("🦊", retries)',
    "docs/new.md": "# New\n\n```sh\nmake\n```\n",
}
SNIPPET = "### src/app.py\n\n```python\nretries = 7\n```\n"
PAGE = "# How\n\nIn `src/app.py` write:\n\n```python\nretries = 5\n```\n\n```json\n{}\n```\n"
SEVERITY = types.DiagnosticSeverity


def shown(session: Session) -> dict[str, str]:
    return {name: data.decode("utf-8") for name, data in session.shown().items()}


async def test_an_answer_is_applied(tmp_path: Path) -> None:
    async with running(CODE, tmp_path, options={"prose": "check"}) as session:
        session.write(dict(FILES))
        marked = ANSWER.removesuffix("make\n```\n") + "^^^^^ ignored_block\nmake\n```\n"
        uri = await session.check("answer.md", marked, "markdown")
        assert "gets a new text" in await session.hover_text(uri, "src/app.py")
        assert "The whole text of the file" in await session.hover_text(uri, "```python")
        params = types.DefinitionParams(types.TextDocumentIdentifier(uri), types.Position(2, 6))
        found = await session.client.text_document_definition_async(params)
        assert "src/app.py" in str(found)
        await session.apply(uri)
        assert shown(session) == APPLIED
        assert {one.code for one in await session.diagnostics(uri)} == {
            "already_applied",
            "ignored_block",
        }


async def test_an_outline_folds_and_tokens(tmp_path: Path) -> None:
    async with running(CODE, tmp_path, options={"prose": "check"}) as session:
        session.write(dict(FILES))
        uri = session.open("answer.md", ANSWER, "markdown")
        document = types.TextDocumentIdentifier(uri)
        outline = await session.client.text_document_document_symbol_async(
            types.DocumentSymbolParams(document)
        )
        assert [one.name for one in outline or []] == ["src/app.py", "docs/new.md"]
        folds = await session.client.text_document_folding_range_async(
            types.FoldingRangeParams(document)
        )
        assert (2, 8) in {(one.start_line, one.end_line) for one in folds or []}
        tokens = await session.client.text_document_semantic_tokens_full_async(
            types.SemanticTokensParams(document)
        )
        assert tokens is not None and tokens.data


async def test_a_snippet_is_refused_until_the_user_says_so(tmp_path: Path) -> None:
    async with running(CODE, tmp_path, options={"prose": "check"}) as session:
        session.write(dict(FILES))
        uri = session.open("answer.md", SNIPPET, "markdown")
        assert {one.code for one in await session.diagnostics(uri)} == {"large_drop"}
        assert await session.offers(uri) == {}
        fixes = await session.actions(uri, "```python", only=("quickfix",))
        await session.choose(fixes["Let these lines go"])
        assert await session.diagnostics(uri) == []
        await session.apply(uri)
        assert shown(session)["src/app.py"] == f"{BOM}retries = 7"


async def test_the_setting_lets_lines_go(tmp_path: Path) -> None:
    options = {"prose": "check", "allowDrop": True}
    async with running(CODE, tmp_path, options=options) as session:
        session.write(dict(FILES))
        uri = session.open("answer.md", SNIPPET, "markdown")
        [told] = await session.diagnostics(uri)
        assert (told.code, told.severity) == ("large_drop", SEVERITY.Warning)


async def test_a_page_without_files_gets_no_word(tmp_path: Path) -> None:
    async with running(CODE, tmp_path, options={"prose": "check"}) as session:
        session.write(dict(FILES))
        uri = session.open("page.md", PAGE, "markdown")
        await session.settle()
        assert not session.client.inbox.published.get(uri)
        assert await session.actions(uri, "```python", only=()) == {}

"""Hints and lenses that change: the client is told to ask again, if it can be. And what the plainest client gets."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from lsp.client import Profile
from lsp.harness import Session, running
from lsp.places import APP, EDITORS, MIXED, here
from support.carets import trim

pytestmark = pytest.mark.asyncio(loop_scope="session")
editors = pytest.mark.parametrize("client", EDITORS, ids=str, indirect=True)

PATCH = "*** Begin Patch\n*** Update File: app.py\n@@\n-a = 1\n+a = 2\n*** End Patch\n"
HINTS, LENSES = types.WORKSPACE_INLAY_HINT_REFRESH, types.WORKSPACE_CODE_LENS_REFRESH
PLAIN = Profile(
    "code-server",
    without=(
        "textDocument.definition.linkSupport",
        "textDocument.documentSymbol.hierarchicalDocumentSymbolSupport",
        "textDocument.documentLink.tooltipSupport",
        "workspace.inlayHint",
        "workspace.codeLens",
    ),
)


async def hints(session: Session, uri: str) -> list[str]:
    everything = types.Range(types.Position(0, 0), types.Position(99, 0))
    found = await session.client.text_document_inlay_hint_async(
        types.InlayHintParams(types.TextDocumentIdentifier(uri), everything)
    )
    return [
        "".join(part.value for part in hint.label if not isinstance(part, str))
        for hint in found or []
    ]


async def lenses(session: Session, uri: str) -> list[str]:
    found = await session.client.text_document_code_lens_async(
        types.CodeLensParams(types.TextDocumentIdentifier(uri))
    )
    return [lens.command.title for lens in found or [] if lens.command]


@editors
async def test_a_target_that_changes_makes_the_client_ask_again(session: Session) -> None:
    session.write({"app.py": "a = 1\n"})
    uri = session.open("p.patch", PATCH)
    target = session.open("app.py", language="python")
    assert await hints(session, uri) == ["→ line 1"]
    assert await lenses(session, uri) == ["Apply patch (1 file, 1 change)", "1 of 1 part fits"]
    asked = session.client.inbox.refreshes
    before = dict(asked)
    session.editor.type(target, 0, 0, "🦊\n")
    await session.settle()
    known = [
        name
        for name in ("inlayHint", "codeLens")
        if session.client.can(f"workspace.{name}.refreshSupport")
    ]
    assert known
    assert asked[HINTS] == before.get(HINTS, 0) + 1
    assert asked[LENSES] == before.get(LENSES, 0) + ("codeLens" in known)
    assert await hints(session, uri) == ["→ line 2"]
    session.editor.type(target, 0, 0, "🦊\n")
    await session.settle()
    assert asked[HINTS] == before.get(HINTS, 0) + 2
    assert asked[LENSES] == before.get(LENSES, 0) + ("codeLens" in known), (
        "nobody asked for lenses again"
    )


@editors
async def test_editing_the_patch_makes_no_noise(session: Session) -> None:
    session.write({"app.py": "a = 1\n"})
    uri = session.open("p.patch", PATCH)
    assert await hints(session, uri) == ["→ line 1"]
    before = dict(session.client.inbox.refreshes)
    session.editor.type(uri, PATCH.index("2"), PATCH.index("2"), "2")
    await session.settle()
    assert await hints(session, uri) == ["→ line 1"]
    assert dict(session.client.inbox.refreshes) == before


async def test_a_plain_client_gets_plain_answers(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text(APP, encoding="utf-8")
    async with running(PLAIN, tmp_path) as plain:
        uri = plain.open("p.patch", trim(MIXED))
        identifier, position = here(plain, uri, "return 1")
        found = await plain.client.text_document_definition_async(
            types.DefinitionParams(identifier, position)
        )
        assert isinstance(found, (list, tuple))
        assert list(found) == [
            types.Location(
                plain.uri("app.py"), types.Range(types.Position(1, 0), types.Position(1, 12))
            )
        ]
        symbols = await plain.client.text_document_document_symbol_async(
            types.DocumentSymbolParams(identifier)
        )
        shown = [(one.name, getattr(one, "container_name", "")) for one in symbols or []]
        assert shown[:2] == [
            ("app.py (2 of 4 parts fit)", None),
            ("Part 1: def 🦊(): (fits at line 2)", "app.py"),
        ]
        links = await plain.client.text_document_document_link_async(
            types.DocumentLinkParams(identifier)
        )
        assert [link.tooltip for link in links or []] == [None]
        assert (await hints(plain, uri))[0] == "→ line 2"
        plain.editor.type(plain.open("app.py", language="python"), 0, 0, "\n")
        await plain.settle()
        assert (await hints(plain, uri))[0] == "→ line 3"
        assert not plain.client.inbox.refreshes

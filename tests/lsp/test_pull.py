"""Clients that pull: diagnostics by request, and word when it is time to ask again. Never both ways at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from lsp.client import AS_CAPTURED, Profile
from lsp.harness import Session, running
from lsp.inside import Inside

PULLS = Profile("code-server", without=("textDocument.publishDiagnostics",))
REFRESH = types.WORKSPACE_DIAGNOSTIC_REFRESH
PATCH = "*** Begin Patch\n*** Update File: app.py\n@@\n-a = 1\n+a = 2\n*** End Patch\n"


async def pull(session: Session, uri: str) -> list[str]:
    """The codes a client gets when it asks."""
    params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
    report = await session.client.text_document_diagnostic_async(params)
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    for one in report.items:
        if one.code == "ambiguous_context":
            assert [item.location.range.start.line for item in one.related_information or []] == [
                0,
                1,
            ]
    return [str(one.code) for one in report.items]


async def refreshed(session: Session, seen: int) -> None:
    """Wait until the server asks to be asked again."""
    while session.client.inbox.refreshes[REFRESH] <= seen:
        await session.client.news()


async def test_a_client_that_pulls(tmp_path: Path) -> None:
    async with running(PULLS, tmp_path) as session:
        session.write({"app.py": "b = 1\n"})
        uri = session.open("p.patch", PATCH)
        assert await pull(session, uri) == ["context_not_found"]
        await session.settle()
        for typed, codes in (("a = 1\n", []), ("a = 1\na = 1\n", ["ambiguous_context"])):
            seen = session.client.inbox.refreshes[REFRESH]
            if session.uri("app.py") in session.editor.pages:
                session.editor.replace(session.uri("app.py"), typed)
            else:
                session.open("app.py", typed)
            await refreshed(session, seen)
            assert await pull(session, uri) == codes
        seen = session.client.inbox.refreshes[REFRESH]
        session.editor.close(session.uri("app.py"))
        await refreshed(session, seen)
        assert await pull(session, uri) == ["context_not_found"]
        assert await pull(session, session.uri("none.patch")) == []
        assert await pull(session, session.open("note.txt", "Dear reader,\n", "plaintext")) == []
        assert not session.client.inbox.published


async def test_asking_settles_down(tmp_path: Path) -> None:
    """A client asks again when it is told to; that must not make the server tell it again."""
    async with running(PULLS, tmp_path) as session:
        session.write({"app.py": "b = 1\n"})
        uri = session.open("p.patch", PATCH)
        await pull(session, uri)
        await session.settle()
        seen = session.client.inbox.refreshes[REFRESH]
        for _ in range(5):
            await pull(session, uri)
        await session.settle()
        assert session.client.inbox.refreshes[REFRESH] == seen


@pytest.mark.parametrize("profile", AS_CAPTURED, ids=str)
async def test_the_captured_editors_are_pushed_to(profile: Profile, tmp_path: Path) -> None:
    inside = Inside()
    result = await inside.begin(tmp_path, capabilities=profile.parameters()["capabilities"])
    assert result["capabilities"].get("diagnosticProvider") is None


@pytest.mark.parametrize(
    ("text_document", "workspace", "pulls"),
    [
        ({"diagnostic": {}}, {"diagnostics": {"refreshSupport": True}}, True),
        ({"diagnostic": {}}, {"diagnostics": {"refreshSupport": False}}, False),
        ({"diagnostic": {}}, {}, False),
        (
            {"diagnostic": {}, "publishDiagnostics": {}},
            {"diagnostics": {"refreshSupport": True}},
            False,
        ),
        ({}, {"diagnostics": {"refreshSupport": True}}, False),
    ],
)
async def test_only_who_cannot_be_pushed_to_pulls(
    text_document: dict[str, Any], workspace: dict[str, Any], pulls: bool, tmp_path: Path
) -> None:
    inside, uri = Inside(), (tmp_path / "p.patch").as_uri()
    result = await inside.begin(
        tmp_path, capabilities={"textDocument": text_document, "workspace": workspace}
    )
    assert bool(result["capabilities"].get("diagnosticProvider")) is pulls
    inside.open(uri, PATCH)
    await inside.hover(uri)
    assert bool(inside.published(uri)) is not pulls

"""Editors that can do less: what they cannot do is refused in words, and the rest works."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from lsp.client import Profile
from lsp.harness import Session, running

EGLOT = Profile("emacs-eglot")
FILES = {"one.txt": "one\n", "two.txt": "🦊 two\n", "old.txt": "old\n"}
PATCH = """\
*** Begin Patch
*** Update File: two.txt
@@
-🦊 two
+🐙 zwei
*** Add File: new.txt
+new
*** Update File: old.txt
*** Move to: older.txt
*** Delete File: one.txt
*** End Patch
"""
EDIT = "*** Begin Patch\n*** Update File: two.txt\n@@\n-🦊 two\n+🐙 zwei\n*** End Patch\n"


def apply_command(uri: str) -> types.Command:
    return types.Command("", "patchsight.applyPatch", arguments=[{"uri": uri}])


async def check_refused(session: Session, uri: str, beginning: str) -> None:
    """See that nothing is applied and that a message says why."""
    before = session.shown()
    assert await session.execute(apply_command(uri)) is False
    [(kind, message)] = session.told()
    assert kind is types.MessageType.Warning
    assert message.startswith(beginning)
    assert session.shown() == before


async def test_no_file_operations(tmp_path: Path) -> None:
    async with running(EGLOT, tmp_path) as session:
        session.write(FILES)
        uri = session.open("p.patch", PATCH)
        assert await session.diagnostics(uri) == []
        assert "Part 2 creates new.txt:1." in await session.hover_text(uri, "+new")
        assert list(await session.actions(uri, "+new")) == []
        await check_refused(
            session,
            uri,
            "This editor cannot create or delete or rename files, which the patch needs.",
        )
        await session.apply(uri, prefix="Apply to this file only (two.txt)", at="+🐙")
        assert [kind for kind, _ in session.told()] == [types.MessageType.Info]
        assert session.shown()["two.txt"] == "🐙 zwei\n".encode()


async def test_no_edits_at_all(tmp_path: Path) -> None:
    async with running(
        Profile("emacs-eglot", without=("workspace", "textDocument")), tmp_path
    ) as session:
        session.write(FILES)
        uri = session.open("p.patch", EDIT)
        assert await session.diagnostics(uri) == []
        assert "Part 1 matches exactly at two.txt:1." in await session.hover_text(uri, "+🐙")
        assert list(await session.actions(uri)) == []
        await check_refused(session, uri, "This editor takes no edits from a language server.")


async def test_neither_action_literals_nor_document_changes(tmp_path: Path) -> None:
    without = (
        "textDocument.codeAction.codeActionLiteralSupport",
        "workspace.workspaceEdit.documentChanges",
    )
    async with running(Profile("emacs-eglot", without=without), tmp_path) as session:
        session.write(FILES)
        session.open("two.txt")
        uri = session.open("p.patch", EDIT)
        [action] = (await session.actions(uri)).values()
        assert isinstance(action, types.Command)
        await session.choose(action)
        assert session.told() == [(types.MessageType.Info, "Applied to 1 file.")]
        assert session.editor.edits[-1].document_changes is None
        assert session.shown()["two.txt"] == "🐙 zwei\n".encode()

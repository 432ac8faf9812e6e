"""Editors that can do less: no action literals, no document changes; see also test_unseen_targets.py."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from lsp.client import Profile
from lsp.harness import running

FILES = {"two.txt": "🦊 two\n"}
EDIT = "*** Begin Patch\n*** Update File: two.txt\n@@\n-🦊 two\n+🐙 zwei\n*** End Patch\n"


async def test_what_was_there_before_is_told(tmp_path: Path) -> None:
    half = (
        "*** Begin Patch\n*** Update File: half.txt\n@@\n-one = 1\n+one = 11\n"
        "@@\n-two = 2\n+two = 22\n*** End Patch\n"
    )
    without = ("textDocument.codeAction.codeActionLiteralSupport",)
    async with running(Profile("emacs-eglot", without=without), tmp_path) as session:
        session.write({"half.txt": "one = 11\ntwo = 2\n"})
        session.open("half.txt")
        uri = session.open("p.patch", half)
        [told] = await session.diagnostics(uri)
        assert (told.code, told.severity) == ("already_applied", types.DiagnosticSeverity.Warning)
        [action] = (await session.actions(uri)).values()
        await session.choose(action)
        words = (
            f"Applied to 1 file in {tmp_path.name}: 1 part applied, 1 was there already (line 1)."
        )
        assert session.told() == [(types.MessageType.Info, words)]
        assert {one.severity for one in await session.diagnostics(uri)} == {
            types.DiagnosticSeverity.Information
        }


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
        assert session.told() == [
            (types.MessageType.Info, f"Applied to 1 file in {tmp_path.name}.")
        ]
        assert session.editor.edits[-1].document_changes is None
        assert session.shown()["two.txt"] == "🐙 zwei\n".encode()

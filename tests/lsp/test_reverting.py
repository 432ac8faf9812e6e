"""Reverting: what a patch did is taken back as one edit, for every editor and every encoding, or refused in words."""

from __future__ import annotations

import pytest
from lsprotocol import types

from lsp.client import EVERY
from lsp.harness import Action, Session

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.parametrize("client", EVERY, ids=str, indirect=True),
]

REVERT = "refactor.patchsight.revert"
FILES = {
    "one.py": "# 🦊 é\r\ndef one():\r\n        return 'fox 🦊'  \r\n",
    "two.txt": "\ufefffirst\nlast 🦊",
    "old.py": "\ufeff𝒳 = 1\nkeep = 2\n",
    "gone.txt": "bye 🦊\r\n",
}
EDITS = """\
*** Begin Patch
*** Update File: one.py
@@
 def one():
-    return 'fox 🦊'
+    return 'octopus 🐙'
*** Update File: two.txt
@@
 last 🦊
+more 𝒳
"""
OPERATIONS = """\
*** Add File: new/file.txt
+made 🦊
*** Update File: old.py
*** Move to: fresh/name.py
@@
-𝒳 = 1
+𝒳 = 3
*** Delete File: gone.txt
"""
AP = """\
version: "2.0"
changes:
  - file_path: one.py
    modifications:
      - action: REPLACE
        snippet: return 'fox 🦊'
        content: return 'octopus 🐙'
"""
PLAIN = "*** Begin Patch\n*** Update File: a.txt\n@@\n-🦊\n+🐙 and more\n*** End Patch\n"


def as_bytes(files: dict[str, str]) -> dict[str, bytes]:
    return {name: text.encode("utf-8") for name, text in files.items()}


async def reverts(session: Session, uri: str) -> dict[str, Action]:
    """What is offered, possible or not."""
    return await session.actions(uri, only=[REVERT])


async def apply_and_take_back(session: Session, name: str, text: str, title: str) -> None:
    """Apply a patch in the editor, save everything, then revert it, and see that every byte is as it was."""
    session.write(dict(FILES))
    for target in FILES:
        session.open(target)
    uri = session.open(name, text)
    assert await reverts(session, uri) == {}
    await session.apply(uri)
    assert session.shown() != as_bytes(FILES)
    session.write(dict(session.shown()))
    await session.settle()
    [(found, action)] = (await reverts(session, uri)).items()
    assert found == title
    await session.choose(action)
    assert session.shown() == as_bytes(FILES)
    assert await reverts(session, uri) == {}
    assert [kind for kind, _ in session.told() if kind is not types.MessageType.Info] == []


async def test_edits_that_fitted_loosely(session: Session) -> None:
    await apply_and_take_back(
        session, "p.patch", f"{EDITS}*** End Patch\n", "Revert patch (2 files, 2 changes)"
    )


async def test_files_that_were_made_moved_and_removed(session: Session) -> None:
    if not session.editor.habits.attaches:
        return  # written to disk: tests/lsp/test_unseen_targets.py
    await apply_and_take_back(
        session,
        "p.patch",
        f"{EDITS}{OPERATIONS}*** End Patch\n",
        "Revert patch (5 files, 5 changes)",
    )


async def test_a_file_that_was_made_and_is_not_saved(session: Session) -> None:
    session.write({"a.txt": "x\n"})
    session.open("new.txt", "made 🦊\n")
    uri = session.open(
        "p.patch", "*** Begin Patch\n*** Add File: new.txt\n+made 🦊\n*** End Patch\n"
    )
    assert (
        await session.execute(types.Command("", "patchsight.revertPatch", arguments=[uri])) is False
    )
    [(kind, message)] = session.told()
    assert kind is types.MessageType.Warning
    assert message.startswith("new.txt has unsaved changes") and message.endswith(
        "Save or close it first."
    )


async def test_a_format_that_does_not_say_what_was_there(session: Session) -> None:
    await apply_and_take_back(session, "p.ap", AP, "Revert patch (1 file, 1 change)")


async def test_a_patch_that_was_applied_long_ago(session: Session) -> None:
    session.write({"a.txt": "one\n🐙 and more\r\n".replace("\n", "\r\n", 1), "b.txt": "x\n"})
    session.open("a.txt")
    uri = session.open("p.patch", PLAIN)
    [action] = (await reverts(session, uri)).values()
    await session.choose(action)
    assert session.shown()["a.txt"] == "one\r\n🦊\r\n".encode()
    if not session.client.can("textDocument.codeAction.resolveSupport"):
        assert session.told() == [(types.MessageType.Info, "Reverted 1 file in work space.")]


async def test_the_command(session: Session) -> None:
    session.write({"a.txt": "🐙 and more\n"})
    session.open("a.txt")
    uri = session.open("p.patch", PLAIN)
    assert (
        await session.execute(types.Command("", "patchsight.revertPatch", arguments=[uri])) is True
    )
    assert session.told() == [(types.MessageType.Info, "Reverted 1 file in work space.")]
    assert session.shown()["a.txt"] == "🦊\n".encode()
    assert (
        await session.execute(types.Command("", "patchsight.revertPatch", arguments=[uri])) is False
    )
    assert session.told() == [
        (types.MessageType.Warning, "The patch is not applied, so there is nothing to take back.")
    ]
    assert await session.execute(types.Command("", "patchsight.revertPatch", arguments=[])) is False
    assert session.told() == [(types.MessageType.Warning, "There is no open patch to apply.")]


async def test_what_cannot_be_proved_is_refused_with_the_reason(session: Session) -> None:
    session.write({"a.txt": "x\n"})
    text = ">>> file: a.txt | mode=replace\n--- from\n--- to\nx\n<\n"
    reason = (
        "The patch replaces the whole text of `a.txt` and does not say what stood there before."
    )
    uri = session.open("p.applydiff", text)
    found = await reverts(session, uri)
    if session.client.can("textDocument.codeAction.disabledSupport"):
        [action] = found.values()
        assert (
            isinstance(action, types.CodeAction)
            and action.disabled
            and action.disabled.reason == reason
        )
        assert action.title.startswith("Revert patch: The patch replaces the whole text")
    else:
        assert found == {}
    assert (
        await session.execute(types.Command("", "patchsight.revertPatch", arguments=[uri])) is False
    )
    assert session.told() == [(types.MessageType.Warning, reason)]


async def test_files_that_moved_on_since_the_offer(session: Session) -> None:
    session.write({"a.txt": "🐙 and more\n"})
    target = session.open("a.txt")
    uri = session.open("p.patch", PLAIN)
    [action] = (await reverts(session, uri)).values()
    session.editor.replace(target, "above\n🐙 and more\n")
    before = session.shown()
    await session.choose(action)
    [(kind, message)] = session.told()
    assert kind is types.MessageType.Warning and message.startswith(
        "The files changed since this was offered"
    )
    assert session.shown() == before


async def test_a_lens_for_it(session: Session) -> None:
    session.write({"a.txt": "🐙 and more\n"})
    uri = session.open("p.patch", PLAIN)
    found = await session.client.text_document_code_lens_async(
        types.CodeLensParams(types.TextDocumentIdentifier(uri))
    )
    commands = [(lens.range.start.line, lens.command) for lens in found or [] if lens.command]
    assert [(row, command.title) for row, command in commands] == [
        (0, "Revert patch (1 file, 1 change)"),
        (1, "already applied"),
    ]
    assert await session.execute(commands[0][1]) is True
    assert next(message for _, message in session.told()).startswith(
        "Reverted 1 file in work space."
    )
    assert session.shown()["a.txt"] == "🦊\n".encode()

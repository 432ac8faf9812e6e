"""Applying: the bytes that stand in the files afterwards, for every editor and every encoding."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import pytest
from lsprotocol import types

from lsp.client import EVERY
from lsp.harness import Session

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.parametrize("client", EVERY, ids=str, indirect=True),
]

BOM = "\ufeff"
FILES = {
    "one.py": "# 🦊 é\r\ndef one():\r\n    return 'fox 🦊'\r\n",
    "two.txt": "first\nlast 🦊e\u0301",
    "old/name.py": f"{BOM}𝒳 = 1\nkeep = 2\n",
    "gone.txt": "bye\n",
    "other.txt": "untouched\r\n",
}
EDITS = """\
*** Update File: one.py
@@
 def one():
-    return 'fox 🦊'
+    return 'octopus 🐙'
*** Update File: two.txt
@@
 last 🦊e\u0301
+more 𝒳
"""
OPERATIONS = """\
*** Add File: new/deep/file.txt
+made 🦊
+twice
*** Update File: old/name.py
*** Move to: fresh/name.py
@@
-𝒳 = 1
+𝒳 = 3
*** Delete File: gone.txt
"""
EDITED = {
    "one.py": "# 🦊 é\r\ndef one():\r\n    return 'octopus 🐙'\r\n",
    "two.txt": "first\nlast 🦊e\u0301\nmore 𝒳",
    "other.txt": "untouched\r\n",
}
MADE = {"new/deep/file.txt": "made 🦊\ntwice\n", "fresh/name.py": f"{BOM}𝒳 = 3\nkeep = 2\n"}


def envelope(sections: str) -> str:
    return f"*** Begin Patch\n{sections}*** End Patch\n"


def as_bytes(files: dict[str, str]) -> dict[str, bytes]:
    return {name: text.encode("utf-8") for name, text in files.items()}


def is_written(session: Session) -> bool:
    """Whether the server writes to disk itself: the editor tells it of patches only."""
    return not session.editor.habits.attaches


def check_told(session: Session, files: int, *, written: bool | None = None) -> None:
    """See that the user was told that it worked, except where an editor carries out an edit by itself."""
    written = is_written(session) if written is None else written
    if written or not session.client.can("textDocument.codeAction.resolveSupport"):
        [(kind, message)] = session.told()
        assert kind is types.MessageType.Info
        assert message.startswith(f"Applied to {files} file")
        assert message.endswith("The change is on disk: reload files that are open.") == written
    assert session.told() == []


async def open_patch(session: Session, sections: str, files: dict[str, str] = FILES) -> str:
    session.write(dict(files))
    uri = session.open("p.patch", envelope(sections))
    await session.settle()
    return uri


async def test_two_files_are_edited(session: Session) -> None:
    uri = await open_patch(session, EDITS)
    assert "Apply patch (2 files, 2 changes)" in await session.offers(uri)
    await session.apply(uri)
    check_told(session, 2)
    assert session.shown() == as_bytes(FILES | EDITED)


async def test_edit_create_rename_and_delete_in_one_go(session: Session) -> None:
    uri = await open_patch(session, EDITS + OPERATIONS)
    await session.apply(uri)
    check_told(session, 5)
    assert session.shown() == as_bytes(EDITED | MADE)


async def test_targets_that_are_open_are_edited_in_their_buffers(session: Session) -> None:
    session.write(dict(FILES))
    for name in ("one.py", "two.txt", "old/name.py", "gone.txt"):
        session.open(name)
    # What is made is open nowhere.
    uri = session.open("p.patch", envelope(EDITS if is_written(session) else EDITS + OPERATIONS))
    await session.apply(uri)
    check_told(session, 2, written=False)
    assert session.shown() == as_bytes(FILES | EDITED if is_written(session) else EDITED | MADE)


async def test_a_buffer_with_a_byte_order_mark(session: Session) -> None:
    session.write({"a.py": f"{BOM}𝒳 = 1", "b.py": f"{BOM}b = 1\nc = 1\n"})
    session.open("a.py", f"{BOM}𝒳 = 1")
    session.open("b.py", f"{BOM}b = 1\nc = 1\n")
    uri = session.open(
        "p.patch",
        envelope(
            "*** Update File: a.py\n@@\n 𝒳 = 1\n+more = 2\n*** Update File: b.py\n@@\n-b = 1\n+b = 2\n"
        ),
    )
    await session.apply(uri)
    check_told(session, 2, written=False)
    assert session.shown() == as_bytes(
        {"a.py": f"{BOM}𝒳 = 1\nmore = 2", "b.py": f"{BOM}b = 2\nc = 1\n"}
    )


async def test_a_patch_with_an_error_is_not_offered(session: Session) -> None:
    uri = await open_patch(session, EDITS + "*** Update File: none.py\n@@\n-a\n+b\n")
    actions = await session.actions(uri)
    if session.client.can("textDocument.codeAction.disabledSupport"):
        [action] = actions.values()
        assert isinstance(action, types.CodeAction) and action.disabled
        assert action.disabled.reason.startswith("none.py does not exist in the workspace.")
        assert action.edit is None and action.command is None and action.data is None
    else:
        assert actions == {}


async def test_a_patch_that_was_applied_has_nothing_to_offer(session: Session) -> None:
    uri = await open_patch(session, EDITS, FILES | EDITED)
    assert await session.offers(uri) == {}
    if session.client.can("textDocument.codeAction.disabledSupport"):
        [action] = (await session.actions(uri)).values()
        assert isinstance(action, types.CodeAction) and action.disabled
        assert action.disabled.reason == "Nothing to do: everything is applied already."
        assert action.title == f"Apply patch: {action.disabled.reason}"


async def test_one_file_of_a_patch(session: Session) -> None:
    uri = await open_patch(session, EDITS)
    assert list(await session.offers(uri, "+more")) == [
        "Apply patch (2 files, 2 changes)",
        "Apply to this file only (two.txt)",
        "Apply this part only",
    ]
    await session.apply(uri, prefix="Apply to this file only (two.txt)", at="+more")
    check_told(session, 1)
    assert session.shown() == as_bytes({**FILES, "two.txt": EDITED["two.txt"]})


async def test_one_fence_of_an_answer(session: Session) -> None:
    def section(path: str, old: str) -> str:
        return f"--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-{old}\n+{old.upper()}\n"

    answer = (
        f"First:\n```diff\n{section('a.txt', 'a')}{section('b.txt', 'b')}```\n"
        f"Then:\n```diff\n{section('c.txt', 'c')}```\n"
    )
    files = {"a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n"}
    session.write(dict(files))
    uri = session.open("answer.patch", answer)
    await session.settle()
    assert list(await session.offers(uri, "+B")) == [
        "Apply patch (3 files, 3 changes)",
        "Apply this block only (2 files)",
        "Apply to this file only (b.txt)",
        "Apply this part only",
    ]
    await session.apply(uri, prefix="Apply this block only", at="+B")
    check_told(session, 2)
    assert session.shown() == as_bytes({**files, "a.txt": "A\n", "b.txt": "B\n"})


async def test_one_part_of_a_patch(session: Session) -> None:
    patch = "*** Update File: a.txt\n@@\n-a\n+A\n@@\n-🦊\n+🐙\n"
    uri = await open_patch(session, patch, {"a.txt": "a\nb\n🦊\n"})
    assert list(await session.offers(uri, "+🐙")) == [
        "Apply patch (1 file, 2 changes)",
        "Apply this part only",
    ]
    await session.apply(uri, prefix="Apply this part only", at="+🐙")
    check_told(session, 1)
    assert session.shown() == as_bytes({"a.txt": "a\nb\n🐙\n"})


async def test_a_sound_part_of_a_patch_that_has_errors_elsewhere(session: Session) -> None:
    patch = "*** Update File: a.txt\n@@\n-a\n+A\n@@\n-no such line\n+c\n*** Update File: none.txt\n@@\n-a\n+b\n"
    uri = await open_patch(session, patch, {"a.txt": "a\nb\n"})
    assert list(await session.offers(uri, "-a")) == ["Apply this part only"]
    assert list(await session.offers(uri, "-no such")) == []
    await session.apply(uri, prefix="Apply this part only", at="-a")
    check_told(session, 1)
    assert session.shown() == as_bytes({"a.txt": "A\nb\n"})


async def test_what_fits_of_a_patch_that_has_errors(session: Session) -> None:
    patch = """\
        *** Update File: a.txt
        *** Move to: b.txt
        @@
        -a
        +A
        @@
        -no such line
        +c
        @@
        -c
        +C
        *** Update File: other.txt
        @@
        -x
        +y
        """
    uri = await open_patch(session, dedent(patch), {"a.txt": "a\nb\nc\n", "other.txt": "x\n"})
    assert (await session.status(uri)).refusal
    status = await session.status(uri, parts=[0, 2, 3])
    assert (status.refusal, [file.path for file in status.files]) == (None, ["a.txt", "other.txt"])
    asked = {"uri": uri, "parts": [0, 2, 3]}
    assert await session.execute(types.Command("", "patchsight.applyPatch", arguments=[asked]))
    [(_, message)] = session.told()
    assert message.startswith("Applied to 2 files")
    # It moves when all of its parts are applied.
    assert session.shown() == as_bytes({"a.txt": "A\nb\nC\n", "other.txt": "y\n"})
    states = [part.state for part in (await session.status(uri)).parts]
    assert states == ["applied", "missing", "applied", "applied"]
    assert list(await session.offers(uri)) == []


@pytest.mark.parametrize("parts", [[], [7], "all", [None]])
async def test_parts_that_are_not_there(session: Session, parts: object) -> None:
    uri = await open_patch(session, EDITS)
    asked = {"uri": uri, "parts": parts}
    assert not await session.execute(types.Command("", "patchsight.applyPatch", arguments=[asked]))
    session.told()
    assert session.shown() == as_bytes(FILES)


async def test_one_part_is_taken_back(session: Session) -> None:
    uri = await open_patch(session, EDITS)
    applied, without = {**FILES, **EDITED}, {**FILES, "one.py": EDITED["one.py"]}
    await session.apply(uri)
    session.told()
    assert session.shown() == as_bytes(applied)
    asked = {"uri": uri, "part": 1}
    assert await session.execute(types.Command("", "patchsight.revertPatch", arguments=[asked]))
    assert session.shown() == as_bytes(without)
    session.told()
    assert not await session.execute(types.Command("", "patchsight.revertPatch", arguments=[asked]))
    [(_, message)] = session.told()
    assert message == "The patch is not applied, so there is nothing to take back."
    assert session.shown() == as_bytes(without)


async def test_kinds_of_actions_that_are_not_asked_for(session: Session) -> None:
    uri = await open_patch(session, EDITS)
    for kinds in (
        ["quickfix"],
        ["refactor.rewrite"],
        ["refactor.patch"],
        ["source", "refactor.patchsight.apply.more"],
    ):
        assert not [
            title
            for title in await session.actions(uri, only=kinds)
            if title.startswith("Apply patch")
        ]
    for kind in ("", "refactor", "refactor.patchsight", "refactor.patchsight.apply"):
        assert "Apply patch (2 files, 2 changes)" in await session.actions(
            uri, only=["quickfix", kind]
        )
    assert "Apply patch (2 files, 2 changes)" in await session.actions(uri, only=[])


async def test_the_command(session: Session) -> None:
    uri = await open_patch(session, EDITS)
    assert (
        await session.execute(types.Command("", "patchsight.applyPatch", arguments=[uri])) is True
    )
    [(kind, message)] = session.told()
    assert kind is types.MessageType.Info
    assert message.startswith("Applied to 2 files in ")
    assert session.shown() == as_bytes(FILES | EDITED)
    assert await session.offers(uri) == {}


async def test_the_command_without_a_patch(session: Session) -> None:
    target = session.open("app.py", "a = 1\n", "python")
    nonsense: list[list[Any] | None] = [
        [],
        None,
        [target],
        [7],
        [{"uri": 7}],
        [{}],
        ["untitled:none"],
        [None],
        [[]],
    ]
    for arguments in nonsense:
        assert (
            await session.execute(types.Command("", "patchsight.applyPatch", arguments=arguments))
            is False
        )
        assert session.told() == [(types.MessageType.Warning, "There is no open patch to apply.")]


async def test_a_message_holds_no_link(session: Session) -> None:
    """VS Code makes links of some messages, and would run the command."""
    uri = session.open(
        "p.patch",
        "*** Begin Patch\n*** Delete File: [read me](command:workbench.action.quit)\x9b\n*** End Patch\n",
    )
    assert not await session.execute(types.Command("", "patchsight.applyPatch", arguments=[uri]))
    [(_, message)] = session.told()
    assert "[read me] (command:workbench.action.quit)" in message
    assert message.isprintable()


async def test_the_editor_declines(session: Session) -> None:
    uri = await open_patch(session, EDITS)
    for name in FILES:
        session.open(name)
    before = session.shown()
    session.client.refuse_edits = "not now"
    try:
        assert (
            await session.execute(types.Command("", "patchsight.applyPatch", arguments=[uri]))
            is False
        )
    finally:
        session.client.refuse_edits = None
    [(kind, message)] = session.told()
    assert kind is types.MessageType.Error
    assert message.startswith("The editor did not apply the patch. It says: not now.")
    assert session.shown() == before


@pytest.mark.parametrize("sections", [EDITS, OPERATIONS], ids=["edit", "operations"])
async def test_an_editor_that_says_it_applied_what_it_did_not(
    session: Session, sections: str
) -> None:
    uri = await open_patch(session, sections)
    for name in FILES:
        session.open(name)
    if is_written(session) and sections == OPERATIONS:
        return
    session.client.pretend = True
    try:
        assert (
            await session.execute(types.Command("", "patchsight.applyPatch", arguments=[uri]))
            is False
        )
    finally:
        session.client.pretend = False
    [(kind, message)] = session.told()
    assert kind is types.MessageType.Warning
    assert message.startswith("The editor reported the patch as applied, but ")
    assert message.endswith(" does not have the change. Check the files.")


async def test_an_edit_is_labelled_where_labels_are_shown(session: Session) -> None:
    uri = await open_patch(session, EDITS)
    for name in FILES:
        session.open(name)
    await session.apply(uri)
    check_told(session, 2, written=False)
    [edit] = session.editor.edits[-1:]
    labels = sorted((edit.change_annotations or {}).keys())
    assert labels == (
        ["Part 1: one.py", "Part 2: two.txt"] if session.editor.habits.annotations else []
    )


async def test_afterwards_the_patch_shows_what_is_applied(session: Session) -> None:
    session.write({"gone.txt": "bye\n", "old.txt": "stays\n", "a.txt": "one\n"})
    moves = "*** Delete File: gone.txt\n*** Update File: old.txt\n*** Move to: new.txt\n"
    uri = session.open(
        "change.patch", envelope(f"{moves}*** Update File: a.txt\n@@\n-one\n+uno prima\n")
    )
    await session.apply(uri)
    session.told()
    await session.settle()
    assert {one.code for one in await session.diagnostics(uri)} == {"already_applied"}

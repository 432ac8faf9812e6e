"""Editors that tell the server of nothing but the patch: no edit lands in text that it has not seen.

Whatever is unsaved stays as it is, what is written goes to disk, and a second run changes nothing.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from lsprotocol import types

from lsp.client import Profile
from lsp.harness import Session, running

#: As Helix, ALE and Neovim with nothing but a configuration are; some take edits and some do not.
SILENT = [
    Profile("nvim-0.11.4", silent=True),
    Profile("emacs-eglot"),
    Profile("emacs-lspmode"),
    Profile("emacs-eglot", without=("workspace", "textDocument.codeAction")),
]
PATCH = """\
*** Begin Patch
*** Update File: app.py
@@
 def one():
-    return 1
+    return 11
*** Add File: new/made.py
+made = 🦊
*** Delete File: gone.py
*** Update File: old.py
*** Move to: moved/new.py
@@
-a = 1
+a = 2
*** End Patch
"""
FILES: dict[str, str | bytes | None] = {
    "app.py": "\ufeffdef one():\r\n    return 1\r\n",
    "gone.py": "x\n",
    "old.py": "a = 1\n",
}
APPLIED = {
    "app.py": "\ufeffdef one():\r\n    return 11\r\n".encode(),
    "new/made.py": "made = 🦊\n".encode(),
    "moved/new.py": b"a = 2\n",
}
DONE = "The change is on disk: reload files that are open."


@asynccontextmanager
async def at_work(profile: Profile, root: Path) -> AsyncIterator[tuple[Session, str]]:
    async with running(profile, root) as session:
        session.write(FILES)
        yield session, session.open("p.patch", PATCH)


def on_disk(session: Session) -> dict[str, bytes]:
    files = (path for path in session.root.rglob("*") if path.is_file())
    return {path.relative_to(session.root).as_posix(): path.read_bytes() for path in files}


async def apply(session: Session, uri: str) -> bool:
    return bool(
        await session.execute(types.Command("", "patchsight.applyPatch", arguments=[{"uri": uri}]))
    )


@pytest.mark.parametrize("profile", SILENT, ids=str)
async def test_everything_is_carried_out_on_disk(profile: Profile, tmp_path: Path) -> None:
    async with at_work(profile, tmp_path) as (session, uri):
        assert (await session.status(uri)).refusal is None
        offers = await session.offers(uri)
        if offers:
            await session.choose(offers["Apply patch (4 files, 4 changes)"])
        else:
            assert await apply(session, uri)
        assert session.editor.edits == []
        assert session.told() == [
            (types.MessageType.Info, f"Applied to 4 files in {tmp_path.name}. {DONE}")
        ]
        assert on_disk(session) == APPLIED
        assert await session.offers(uri) == {}


async def test_unsaved_lines_above_the_place_stay(tmp_path: Path) -> None:
    async with at_work(SILENT[0], tmp_path) as (session, uri):
        buffer = session.editor.open(session.uri("app.py"), synced=False)
        session.editor.replace(buffer.uri, "# mine\r\n" + buffer.text)
        await session.apply(uri)
        assert session.told() == [
            (types.MessageType.Info, f"Applied to 4 files in {tmp_path.name}. {DONE}")
        ]
        assert buffer.text == "# mine\r\ndef one():\r\n    return 1\r\n"
        assert on_disk(session) == APPLIED


async def test_twice_is_once(tmp_path: Path) -> None:
    async with at_work(SILENT[0], tmp_path) as (session, uri):
        session.editor.open(session.uri("app.py"), synced=False)
        await session.apply(uri)
        session.told()
        assert not await apply(session, uri)
        nothing = "Nothing to do: everything is applied already."
        assert session.told() == [(types.MessageType.Warning, nothing)]
        assert on_disk(session) == APPLIED


async def test_a_file_that_changes_on_disk_between_offer_and_choice(tmp_path: Path) -> None:
    async with at_work(SILENT[0], tmp_path) as (session, uri):
        action = (await session.offers(uri))["Apply patch (4 files, 4 changes)"]
        changed = b"# theirs\r\ndef one():\r\n    return 1\r\n"
        (tmp_path / "app.py").write_bytes(changed)
        await session.choose(action)
        [(kind, message)] = session.told()
        assert (kind, message.startswith("The files changed since")) == (
            types.MessageType.Warning,
            True,
        )
        assert on_disk(session)["app.py"] == changed
        await session.apply(uri)
        session.told()
        assert on_disk(session)["app.py"] == changed.replace(b"1", b"11")


async def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    async with at_work(SILENT[0], tmp_path) as (session, uri):
        await session.settle()
        (tmp_path / "moved").symlink_to(tmp_path.parent)
        before = on_disk(session)
        assert not await apply(session, uri)
        [(kind, message)] = session.told()
        assert kind is types.MessageType.Warning and "outside" in message
        assert on_disk(session) == before


async def test_what_the_server_sees_and_the_disk_does_not_have_is_saved_first(
    tmp_path: Path,
) -> None:
    async with at_work(SILENT[0], tmp_path) as (session, uri):
        target = session.open("app.py")
        session.editor.type(target, 0, 0, "# mine\r\n")
        assert await session.offers(uri) == {}
        assert not await apply(session, uri)
        words = "app.py says something else in the editor than on disk. Save or reload it first."
        assert session.told() == [(types.MessageType.Warning, words)]
        session.editor.save(target)
        assert await apply(session, uri)
        session.told()
        assert on_disk(session)["app.py"] == b"\xef\xbb\xbf# mine\r\n" + APPLIED["app.py"][3:]


async def test_a_patch_whose_every_file_the_server_sees_is_edited_there(tmp_path: Path) -> None:
    async with running(SILENT[0], tmp_path) as session:
        session.write(FILES)
        target = session.open("app.py")
        session.editor.type(target, 0, 0, "# mine\r\n")
        uri = session.open("p.patch", PATCH.partition("*** Add")[0] + "*** End Patch\n")
        await session.apply(uri)
        assert session.shown()["app.py"] == b"\xef\xbb\xbf# mine\r\n" + APPLIED["app.py"][3:]
        assert on_disk(session)["app.py"] == FILES["app.py"].encode()  # type: ignore[union-attr]


@pytest.mark.parametrize("profile", SILENT[:2], ids=str)
async def test_taking_back(profile: Profile, tmp_path: Path) -> None:
    async with at_work(profile, tmp_path) as (session, uri):
        before = on_disk(session)
        await session.apply(uri)
        [(title, action)] = (
            await session.actions(uri, only=["refactor.patchsight.revert"])
        ).items()
        assert title == "Revert patch (4 files, 4 changes)"
        await session.choose(action)
        words = f"Reverted 4 files in {tmp_path.name}. {DONE}"
        assert session.told()[1:] == [(types.MessageType.Info, words)]
        assert on_disk(session) == before
        assert session.editor.edits == []

"""Targets: what the editor shows counts, saved or not, and whatever happens to a file is followed."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from lsp.client import AS_CAPTURED
from lsp.harness import Session

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.parametrize("client", AS_CAPTURED, ids=str, indirect=True),
]

PATCH = "*** Begin Patch\n*** Update File: app.py\n@@\n-a = 1\n+a = 2\n*** End Patch\n"
MISSING = [(3, 1, 6, "context_not_found")]
NO_FILE = [(1, 17, 23, "file_not_found")]


def forget_told(session: Session) -> None:
    """Drop what an editor that applies by command is told about success."""
    assert all(kind is types.MessageType.Info for kind, _ in session.told())


async def test_an_unsaved_buffer_counts(session: Session) -> None:
    session.write({"app.py": "b = 1\n"})
    uri, target = session.open("p.patch", PATCH), session.open("app.py")
    assert await session.marks(uri) == MISSING
    session.editor.type(target, 0, 0, "# 🦊\na = 1\n")
    await session.published(uri, set())
    assert await session.marks(uri) == []
    await session.apply(uri)
    forget_told(session)
    assert session.editor.shown(target) == "# 🦊\na = 2\nb = 1\n".encode()
    session.editor.close(target)


async def test_a_buffer_that_is_closed_unsaved_counts_no_more(session: Session) -> None:
    session.write({"app.py": "a = 1\n"})
    target, uri = session.open("app.py"), session.open("p.patch", PATCH)
    session.editor.replace(target, "c = 1\n")
    assert await session.marks(uri) == MISSING
    session.editor.close(target)
    await session.published(uri, set())


async def test_a_file_that_is_only_in_a_buffer(session: Session) -> None:
    session.open("app.py", "a = 1\n")
    uri = session.open("p.patch", PATCH)
    assert await session.marks(uri) == []


@pytest.mark.parametrize("where", ["buffer", "disk"])
async def test_a_target_that_changes_between_offer_and_choice(session: Session, where: str) -> None:
    session.write({"app.py": "a = 1\n"})
    target, uri = session.uri("app.py"), session.open("p.patch", PATCH)
    if where == "buffer":
        session.editor.open(target)
    [action] = (await session.offers(uri)).values()
    if where == "buffer":
        session.editor.type(target, 0, 0, "x = 0\n")
    else:
        session.write({"app.py": "x = 0\na = 1\n"})
    await session.choose(action)
    [(kind, message)] = session.told()
    assert kind is types.MessageType.Warning
    assert message.startswith("The files changed since this was offered, so nothing was applied.")
    assert session.editor.shown(target) == b"x = 0\na = 1\n"
    await session.apply(uri)
    forget_told(session)
    assert session.editor.shown(target) == b"x = 0\na = 2\n"


async def test_a_patch_that_changes_between_offer_and_choice(session: Session) -> None:
    session.write({"app.py": "a = 1\n"})
    uri = session.open("p.patch", PATCH)
    [action] = (await session.offers(uri)).values()
    session.editor.type(uri, PATCH.index("+a = 2"), PATCH.index("+a = 2") + 6, "+a = 3")
    await session.choose(action)
    assert [kind for kind, _ in session.told()] == [types.MessageType.Warning]
    assert session.shown() == {"app.py": b"a = 1\n"}


async def test_a_patch_that_is_closed_between_offer_and_choice(session: Session) -> None:
    session.write({"app.py": "a = 1\n"})
    uri = session.open("p.patch", PATCH)
    [action] = (await session.offers(uri)).values()
    session.editor.close(uri)
    await session.choose(action)
    assert session.told() == [(types.MessageType.Warning, "There is no open patch to apply.")]


@pytest.mark.parametrize(
    ("name", "patch", "span"),
    [
        ("gone.txt", "*** Begin Patch\n*** Delete File: gone.txt\n*** End Patch\n", (1, 17, 25)),
        ("gone.txt", "--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-typed\n", (0, 4, 14)),
        (
            "a/gone.txt",
            "diff --git a/gone.txt a/gone.txt\n--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-typed\n",
            (1, 4, 14),
        ),
    ],
    ids=["v4a", "unified", "literal"],
)
async def test_deleting_a_file_with_unsaved_changes(
    session: Session, name: str, patch: str, span: tuple[int, int, int]
) -> None:
    session.write({name: "bye\n"})
    target, uri = session.open(name), session.open("p.patch", patch)
    session.editor.replace(target, "typed\n")
    assert await session.marks(uri) == [(*span, "unsaved_changes")]
    assert await session.offers(uri) == {}
    session.editor.save(target)
    codes = {code for *_, code in await session.marks(uri)}
    assert "unsaved_changes" not in codes


async def test_a_change_on_disk(session: Session) -> None:
    session.write({"app.py": "b = 1\n"})
    uri = session.open("p.patch", PATCH)
    assert await session.marks(uri) == MISSING
    session.write({"app.py": "a = 1\n"})
    if session.editor.watching:
        await session.published(uri, set())
    assert await session.marks(uri) == []
    session.write({"app.py": "a = 1\na = 1\n"})
    assert await session.marks(uri) == [(2, 0, 2, "ambiguous_context")]


async def test_a_file_that_comes_and_goes(session: Session) -> None:
    uri = session.open("p.patch", PATCH)
    assert await session.marks(uri) == NO_FILE
    session.write({"app.py": "a = 1\n"})
    assert await session.marks(uri) == []
    assert await session.offers(uri)
    (session.root / "app.py").rename(session.root / "ape.py")
    assert await session.offers(uri) == {}
    assert await session.marks(uri) == NO_FILE


async def test_a_folder_that_takes_the_place_of_a_file(session: Session) -> None:
    session.write({"app.py": "a = 1\n"})
    uri = session.open("p.patch", PATCH)
    assert await session.marks(uri) == []
    (session.root / "app.py").unlink()
    (session.root / "app.py").mkdir()
    assert await session.marks(uri) == [(1, 17, 23, "is_directory")]


async def test_a_patch_in_an_untitled_buffer(session: Session) -> None:
    session.write({"app.py": "a = 1\n"})
    uri = session.open("untitled:Untitled-1", PATCH, "plaintext")
    assert await session.marks(uri) == []
    await session.apply(uri)
    forget_told(session)
    assert session.shown() == {"app.py": b"a = 2\n"}


async def test_an_untitled_patch_without_a_folder_can_make_nothing(session: Session) -> None:
    session.remove_folder(session.root)
    uri = session.open(
        "untitled:Untitled-1",
        "*** Begin Patch\n*** Add File: new.txt\n+new\n*** End Patch\n",
        "plaintext",
    )
    assert await session.offers(uri) == {}
    assert (
        await session.execute(types.Command("", "patchsight.applyPatch", arguments=[uri])) is False
    )
    [(kind, message)] = session.told()
    assert kind is types.MessageType.Warning
    assert "folder" in message
    session.editor.replace(uri, PATCH)
    assert await session.marks(uri) == NO_FILE


async def test_a_status_leads_nowhere_but_to_files_of_the_folder(
    session: Session, tmp_path: Path
) -> None:
    (tmp_path / "secret.py").write_bytes(b"a = 1\n")
    (session.root / "link").symlink_to(tmp_path)
    session.write({"app.py": "a = 1\n"})
    uri = session.open("p.patch", PATCH)
    for path, wanted in {
        "app.py": session.uri("app.py"),
        "../secret.py": None,
        "link/secret.py": None,
        "gone.py": None,
    }.items():
        session.editor.replace(uri, PATCH.replace("app.py", path))
        [part] = (await session.status(uri)).parts
        assert (part.path, part.uri) == (path, wanted)


async def test_a_target_reached_by_a_link(session: Session) -> None:
    session.write({"real/app.py": "b = 1\n"})
    (session.root / "app.py").symlink_to("real/app.py")
    uri, target = session.open("p.patch", PATCH), session.open("real/app.py")
    assert await session.marks(uri) == MISSING
    session.editor.replace(target, "a = 1\n")
    await session.published(uri, set())
    await session.apply(uri)
    forget_told(session)
    assert session.editor.pages[target].text == "a = 2\n"


async def test_ap_paths_start_at_the_patch(session: Session) -> None:
    session.write({"sub/app.py": "a = 1\n", "app.py": "b = 1\n"})
    text = (
        'version: "2.0"\nchanges:\n  - file_path: app.py\n    modifications:\n      - action: REPLACE\n'
        "        snippet: a = 1\n        content: a = 2\n"
    )
    uri = session.open("sub/p.ap", text)
    assert await session.marks(uri) == []
    await session.apply(uri)
    forget_told(session)
    assert session.shown() == {"sub/app.py": b"a = 2\n", "app.py": b"b = 1\n"}

"""Which folder a patch is about: the one it lies in, the one that has its files, or the one the user names."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from lsp.client import AS_CAPTURED
from lsp.editor import as_uri
from lsp.harness import Session

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.parametrize("client", AS_CAPTURED[:2], ids=str, indirect=True),
]

PATCH = "*** Begin Patch\n*** Update File: app.py\n@@\n-a = 1\n+a = 2\n*** End Patch\n"
MAKES = "*** Begin Patch\n*** Add File: new.py\n+a = 2\n*** End Patch\n"
MISSING = [(3, 1, 6, "context_not_found")]
NO_FILE = [(1, 17, 23, "file_not_found")]
FOLDER = "refactor.patchsight.folder"


def make(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return folder


def choose(uri: str, folder: str | None) -> types.Command:
    arguments = [{"uri": uri, "folder": folder}]
    return types.Command("", "patchsight.chooseFolder", arguments=arguments)


def open_outside(session: Session, folder: Path, patch: str = PATCH) -> str:
    uri = as_uri(make(folder) / "p.patch")
    session.editor.open(uri, patch)
    return uri


async def test_a_patch_elsewhere_is_about_the_open_folder_that_has_its_files(
    session: Session, tmp_path: Path
) -> None:
    session.write({"app.py": "a = 1\n"})
    uri = open_outside(session, tmp_path / "downloads")
    assert await session.marks(uri) == []
    status = await session.status(uri)
    assert (status.folder.path, status.folder.name) == (str(session.root), session.root.name)
    assert [other.name for other in status.otherFolders] == ["downloads"]
    assert f"Folder: `{session.root}`." in await session.hover_text(uri, "app.py") or (
        f"Folder: {session.root}." in await session.hover_text(uri, "app.py")
    )
    assert await session.execute(types.Command("", "patchsight.applyPatch", arguments=[uri]))
    [(_, message)] = session.told()
    assert message.startswith(f"Applied to 1 file in {session.root.name}.")
    assert session.shown()["app.py"] == b"a = 2\n"
    assert [path.name for path in (tmp_path / "downloads").iterdir()] == []


async def test_where_a_file_was_looked_for_is_said_and_other_folders_are_offered(
    session: Session, tmp_path: Path
) -> None:
    session.write({"other.py": "a = 1\n"})
    uri = open_outside(session, tmp_path / "downloads")
    assert await session.marks(uri) == NO_FILE
    [diagnostic] = session.client.inbox.published[uri].diagnostics
    assert diagnostic.message == (
        f"app.py does not exist in the workspace. It was looked for in {session.root}."
    )
    actions = await session.actions(uri, "app.py", only=[FOLDER])
    assert list(actions) == ["Take the patch to be about downloads"]


async def test_a_patch_beside_its_files_is_about_them(session: Session, tmp_path: Path) -> None:
    beside = make(tmp_path / "elsewhere", app="a = 1\n")
    session.write({"other.py": "a = 1\n"})
    uri = open_outside(session, beside)
    assert await session.marks(uri) == []
    assert (await session.status(uri)).folder.path == str(beside)


async def test_where_both_have_its_files_the_open_folder_is_meant(
    session: Session, tmp_path: Path
) -> None:
    beside = make(tmp_path / "elsewhere", app="a = 1\n")
    session.write({"app.py": "b = 1\n"})
    uri = open_outside(session, beside)
    assert await session.marks(uri) == MISSING
    assert await session.execute(choose(uri, beside.as_uri()))
    await session.published(uri, set())
    assert (await session.status(uri)).folder.path == str(beside)
    assert await session.execute(choose(uri, None))
    await session.published(uri, {"context_not_found"})


async def test_a_patch_deep_in_a_repository_that_is_not_open(
    session: Session, tmp_path: Path
) -> None:
    repository = make(tmp_path / "repository", app="a = 1\n")
    (repository / ".git").mkdir()
    uri = open_outside(session, repository / "patches")
    assert await session.marks(uri) == []
    make(repository / "patches", app="a = 1\n")
    assert (await session.status(uri)).refusal == (
        "It is not clear which folder this patch is about: patches or repository. Choose one of them."
    )


async def test_a_folder_that_does_not_count_before_its_files_are_there(
    session: Session, tmp_path: Path
) -> None:
    uri = open_outside(session, tmp_path / "downloads")
    assert await session.marks(uri) == NO_FILE
    session.write({"app.py": "a = 1\n"})
    assert await session.marks(uri) == []
    (session.root / "app.py").unlink()
    make(tmp_path / "downloads", app="a = 1\n")
    assert (await session.status(uri)).folder.path == str(tmp_path / "downloads")


@pytest.mark.parametrize("patch", [PATCH, MAKES], ids=["update", "create"])
async def test_two_open_folders_that_may_both_be_meant(
    session: Session, tmp_path: Path, patch: str
) -> None:
    second = make(tmp_path / "second", app="a = 1\n")
    session.write({"app.py": "a = 1\n"})
    session.add_folder(second)
    uri = session.open("untitled:Untitled-1", patch, "plaintext")
    assert await session.offers(uri) == {}
    unclear = "It is not clear which folder this patch is about: work space or second. Choose one of them."
    assert (await session.status(uri)).refusal == unclear
    titles = [f"Take the patch to be about {name}" for name in ("work space", "second")]
    actions = await session.actions(uri, only=[FOLDER])
    assert list(actions) == titles
    await session.choose(actions[titles[1]])
    assert await session.actions(uri, only=[FOLDER]) == {}
    await session.apply(uri)
    session.told()
    assert session.shown() == {"app.py": b"a = 1\n"}
    name = "app.py" if patch is PATCH else "new.py"
    assert session.editor.shown(as_uri(second / name)) == b"a = 2\n"


async def test_folders_of_one_name_are_told_apart(session: Session, tmp_path: Path) -> None:
    second = make(tmp_path / "other" / session.root.name)
    session.add_folder(second)
    uri = session.open("untitled:Untitled-1", MAKES, "plaintext")
    assert f"about: {session.root} or {second}." in (await session.status(uri)).refusal


@pytest.mark.parametrize("folder", ["file:///no/such/folder", "app.py", 7, "untitled:x"])
async def test_what_cannot_be_chosen(session: Session, folder: str) -> None:
    session.write({"app.py": "a = 1\n"})
    uri = session.open("p.patch", PATCH)
    assert await session.execute(choose(uri, folder)) is False
    words = f"There is no folder {folder} to choose."
    assert session.told() == [(types.MessageType.Warning, words)]
    assert await session.execute(choose("untitled:none", None)) is False
    words = "There is no open patch to choose a folder for."
    assert session.told() == [(types.MessageType.Warning, words)]
    assert await session.marks(uri) == []


async def test_a_choice_ends_with_its_document(session: Session, tmp_path: Path) -> None:
    second = make(tmp_path / "second", app="a = 1\n")
    session.write({"app.py": "b = 1\n"})
    uri = session.open("p.patch", PATCH)
    assert await session.execute(choose(uri, second.as_uri()))
    assert await session.marks(uri) == []
    session.editor.close(uri)
    session.open("p.patch", PATCH)
    assert await session.marks(uri) == MISSING


async def test_two_folders(session: Session, tmp_path: Path) -> None:
    second = tmp_path / "second"
    second.mkdir()
    (second / "app.py").write_bytes(b"a = 1\n")
    session.write({"app.py": "b = 1\n", "other.py": ""})
    session.add_folder(second)
    first = session.open("p.patch", PATCH)
    other = as_uri(second / "sub/p.patch")
    session.editor.open(other, PATCH)
    assert await session.marks(first) == MISSING
    assert await session.marks(other) == []


async def test_an_untitled_patch_belongs_to_the_folder_that_has_its_files(
    session: Session, tmp_path: Path
) -> None:
    second = tmp_path / "second"
    second.mkdir()
    (second / "app.py").write_bytes(b"a = 1\n")
    session.add_folder(second)
    uri = session.open("untitled:Untitled-1", PATCH, "plaintext")
    assert await session.marks(uri) == []
    long = "x" * 300
    session.editor.replace(uri, PATCH.replace("app.py", long))
    assert [code for *_, code in await session.marks(uri)] == ["unreadable"]
    session.editor.replace(uri, PATCH.replace("app.py", "/etc/passwd"))
    assert [code for *_, code in await session.marks(uri)] == ["path_escape"]


async def test_a_folder_inside_a_folder_is_the_nearer_one(session: Session) -> None:
    session.write({"app.py": "b = 1\n", "inner/app.py": "a = 1\n"})
    session.add_folder(session.root / "inner")
    uri = session.open("inner/p.patch", PATCH)
    assert await session.marks(uri) == []
    session.remove_folder(session.root / "inner")
    assert await session.marks(uri) == MISSING


async def test_a_folder_that_is_added_later(session: Session, tmp_path: Path) -> None:
    second = tmp_path / "second"
    (second / "patches").mkdir(parents=True)
    (second / "app.py").write_bytes(b"a = 1\n")
    uri = as_uri(second / "patches/p.patch")
    session.editor.open(uri, PATCH)
    assert await session.marks(uri) == NO_FILE
    session.add_folder(second)
    await session.published(uri, set())
    assert await session.marks(uri) == []
    session.remove_folder(second)
    await session.published(uri, {"file_not_found"})


SPANNING = """\
*** Begin Patch
*** Update File: work space/app.py
@@
-a = 1
+a = 2
*** Update File: second/app.py
@@
-a = 1
+a = 3
*** End Patch
"""


DIFF = """\
--- a/work space/app.py
+++ b/work space/app.py
@@ -1 +1 @@
-a = 1
+a = 2
--- a/second/app.py
+++ b/second/app.py
@@ -1 +1 @@
-a = 1
+a = 3
"""


@pytest.mark.parametrize("spanning", [SPANNING, DIFF], ids=["v4a", "unified"])
@pytest.mark.parametrize("place", ["untitled:Untitled-1", "p.patch"])
async def test_a_patch_that_names_the_folders(session: Session, place: str, spanning: str) -> None:
    second = make(session.root.parent / "second", app="a = 1\n")
    session.write({"app.py": "a = 1\n"})
    session.add_folder(second)
    patch = spanning.replace("work space", session.root.name)
    uri = session.open(place, patch, "plaintext")
    assert await session.marks(uri) == []
    await session.apply(uri)
    session.told()
    assert session.shown()["app.py"] == b"a = 2\n"
    assert session.editor.shown(as_uri(second / "app.py")) == b"a = 3\n"


async def test_a_patch_that_names_a_folder_beside_the_open_ones(session: Session) -> None:
    make(session.root.parent / "closed", app="a = 1\n")
    session.add_folder(make(session.root.parent / "second", app="a = 1\n"))
    session.write({"app.py": "a = 1\n"})
    uri = session.open("untitled:Untitled-1", SPANNING.replace("work space", "closed"), "v4a")
    assert (await session.status(uri)).refusal is not None
    assert {mark[3] for mark in await session.marks(uri)} == {"file_not_found"}

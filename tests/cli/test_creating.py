"""Making a patch on the command line: from two folders or from git, in any format, and applying it gives the new files."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from patchsight.cli import main
from support.five import FORMATS
from support.projects import make_project

SUFFIX = {"unified": "diff", "v4a": "patch"}
BOM = "\ufeff"


def lay_out(root: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())
    root.mkdir(exist_ok=True)
    return root


def tree(root: Path) -> dict[str, str]:
    found = (path for path in root.rglob("*") if path.is_file() and ".git" not in path.parts)
    return {path.relative_to(root).as_posix(): path.read_bytes().decode() for path in found}


class Desk:
    """Two folders, and a patch between them."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys

    def run(self, *words: str) -> tuple[int, str, str]:
        status = main(words)
        captured = self.capsys.readouterr()
        return status, captured.out, captured.err

    def make(
        self, old: dict[str, str], new: dict[str, str], wanted: str = "v4a"
    ) -> tuple[int, str, str]:
        return self.run(
            "create",
            "--to",
            wanted,
            str(lay_out(self.folder / "old", old)),
            str(lay_out(self.folder / "new", new)),
        )

    def check(self, old: dict[str, str], new: dict[str, str], wanted: str) -> str:
        """Make a patch, apply it to the old files, and compare with the new ones."""
        status, text, err = self.make(old, new, wanted)
        assert (status, err) == (0, "")
        self.apply(text, wanted)
        return text

    def apply(self, text: str, wanted: str) -> None:
        patch = self.folder / f"made.{SUFFIX.get(wanted, wanted)}"
        patch.write_bytes(text.encode())
        status, out, err = self.run("apply", "--root", str(self.folder / "old"), str(patch))
        assert status == 0, out + err
        assert tree(self.folder / "old") == tree(self.folder / "new")


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(tmp_path, capsys)


# ---- two folders
@pytest.mark.parametrize("wanted", FORMATS)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_in_any_format(wanted: str, end: str, desk: Desk) -> None:
    old = {
        "a.py": f"{BOM}one{end}two{end}three{end}",
        "sub/b.txt": f"x{end}y",
        "same.txt": "same\n",
    }
    new = {
        "a.py": f"{BOM}one{end}2{end}three{end}",
        "sub/b.txt": f"x{end}z",
        "same.txt": "same\n",
        "new/c.txt": f"{BOM}made\nhere\n",
    }
    desk.check(old, new, wanted)


@pytest.mark.parametrize("wanted", FORMATS)
def test_a_new_file_without_a_final_newline(wanted: str, desk: Desk) -> None:
    if wanted in ("applydiff", "searchreplace"):
        reason = (
            f"{wanted} cannot describe the change of a.txt: it makes files that end in a newline."
        )
        assert desk.make({}, {"a.txt": "one\ntwo"}, wanted) == (1, "", f"patchsight: {reason}\n")
    else:
        desk.check({}, {"a.txt": "one\ntwo"}, wanted)


@pytest.mark.parametrize("seed", range(6))
def test_whole_projects(seed: int, desk: Desk) -> None:
    project = make_project(seed)
    desk.check(project.before, project.after, "unified")


def test_git_takes_the_diff(desk: Desk) -> None:
    project = make_project(1)
    _, text, _ = desk.make(project.before, project.after, "unified")
    subprocess.run(
        ["git", "apply", "--whitespace=nowarn", "-"],
        cwd=desk.folder / "old",
        input=text.encode(),
        check=True,
    )
    assert tree(desk.folder / "old") == project.after


def test_a_file_that_moved(desk: Desk) -> None:
    text = "".join(f"line {number}\n" for number in range(9))
    made = desk.check(
        {"old.txt": text, "gone.txt": "x\n"}, {"new.txt": text.replace("7", "seven")}, "v4a"
    )
    assert made.startswith("*** Begin Patch\n*** Update File: old.txt\n*** Move to: new.txt\n@@\n")
    assert "*** Delete File: gone.txt" in made


def test_a_file_that_moved_in_a_format_without_moves(desk: Desk) -> None:
    made = desk.check({"old.txt": "one\ntwo\n"}, {"new.txt": "one\ntwo\n"}, "zenpatch")
    assert "*** Add File: new.txt" in made and "*** Delete File: old.txt" in made


def test_what_a_format_cannot_say(desk: Desk) -> None:
    assert desk.make({"a": "x\n"}, {}, "ap") == (
        1,
        "",
        "patchsight: ap cannot delete a file, as the patch does with `a`.\n",
    )


def test_a_mark_that_no_patch_can_add(desk: Desk) -> None:
    status, out, err = desk.make({"a": "x\n"}, {"a": f"{BOM}x\n"})
    assert (status, out) == (1, "")
    assert (
        err
        == "patchsight: v4a cannot describe the change of a: no patch can add or remove a byte order mark.\n"
    )


@pytest.mark.parametrize("wanted", FORMATS)
def test_a_new_file_with_other_line_ends(wanted: str, desk: Desk) -> None:
    if wanted in ("ap", "unified"):
        desk.check({}, {"a.txt": "one\r\ntwo\r\n"}, wanted)
        return
    status, out, err = desk.make({}, {"a.txt": "one\r\ntwo\r\n"}, wanted)
    assert (status, out) == (1, "")
    assert (
        err
        == f"patchsight: {wanted} cannot describe the change of a.txt: it makes files with line feeds only.\n"
    )


def test_what_is_no_text_is_left_out_and_said_to_be(desk: Desk) -> None:
    lay_out(desk.folder / "new", {}).joinpath("link").symlink_to("a")
    status, out, err = desk.make(
        {"a": "one\n", "b": "\0", "c": "\0same"}, {"a": "two\n", "b": "\0\0", "c": "\0same"}
    )
    assert (status, out) == (
        1,
        "*** Begin Patch\n*** Update File: a\n@@\n-one\n+two\n*** End Patch\n",
    )
    assert err == (
        "patchsight: b is left out: the file is not utf-8 text: the byte at offset 0 (line 1) is a NUL byte\n"
        "patchsight: link is left out: it is a symbolic link\n"
    )


def test_nothing_differs(desk: Desk) -> None:
    assert desk.make({"a": "x\n"}, {"a": "x\n"}, "ap") == (0, "", "patchsight: nothing differs\n")


@pytest.mark.parametrize("words", [["one"], ["one", "two", "three"], ["one", "none"]])
def test_folders_that_are_not_there(words: list[str], desk: Desk) -> None:
    lay_out(desk.folder / "one", {})
    paths = [str(desk.folder / word) for word in words]
    status, out, err = desk.run("create", "--to", "ap", *paths)
    assert (status, out, err) == (
        2,
        "",
        "patchsight: name two folders, the old and the new one; or use --git\n",
    )


# ---- git
def commit(root: Path, *words: str) -> None:
    for command in (
        ["init", "-q"],
        ["add", "."],
        ["commit", "-qm", "first"],
        *([list(words)] if words else []),
    ):
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@b", *command],
            cwd=root,
            check=True,
            capture_output=True,
        )


@pytest.mark.parametrize("wanted", FORMATS)
def test_from_git_in_any_format(wanted: str, desk: Desk) -> None:
    root = lay_out(
        desk.folder / "new", {"a.txt": "one\ntwo\n", "sub/b.txt": "x\n", "new.txt": "made\n"}
    )
    lay_out(desk.folder / "old", {"a.txt": "one\ntwo\n", "sub/b.txt": "x\n"})
    (root / "new.txt").unlink()
    commit(root)
    lay_out(root, {"a.txt": "one\n2\n", "sub/b.txt": "y\n", "new.txt": "made\n"})
    subprocess.run(["git", "add", "-N", "new.txt"], cwd=root, check=True)
    status, text, err = desk.run("create", "--to", wanted, "--git", "--root", str(root))
    assert (status, err) == (0, "")
    desk.apply(text, wanted)


def test_from_git_below_a_folder_and_since_a_revision(desk: Desk) -> None:
    root = lay_out(desk.folder, {"sub/a.txt": "one\n", "other.txt": "x\n"})
    commit(root, "tag", "before")
    lay_out(root, {"sub/a.txt": "two\n", "other.txt": "y\n"})
    commit(root)
    assert desk.run("create", "--to", "v4a", "--git", "--root", str(root)) == (
        0,
        "",
        "patchsight: nothing differs\n",
    )
    found = desk.run("create", "--to", "v4a", "--git", "before", "--root", str(root / "sub"))
    assert found == (
        0,
        "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+two\n*** End Patch\n",
        "",
    )


def test_files_that_git_does_not_know(desk: Desk) -> None:
    root = lay_out(desk.folder, {"a.txt": "one\n", "[b]*.txt": "x\n"})
    commit(root)
    lay_out(root, {"[b]*.txt": "y\n", "new.txt": "new\n"})
    status, out, err = desk.run("create", "--to", "v4a", "--git", "--root", str(root))
    assert (status, out.split("\n")[1]) == (0, "*** Update File: [b]*.txt")
    assert (
        err
        == "patchsight: git does not know 1 of the files here, so they are left out; `git add -N` makes it see them\n"
    )


def test_revisions_that_are_none(desk: Desk) -> None:
    root = lay_out(desk.folder, {"a.txt": "one\n"})
    commit(root)
    assert desk.run("create", "--to", "v4a", "--git=--output=x", "--root", str(root))[0] == 2
    assert desk.run("create", "--to", "v4a", "--git", "nosuch", "--root", str(root))[0] == 2
    assert not (root / "x").exists()

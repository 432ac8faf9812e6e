"""Bad input: whatever is wrong with a patch or its targets, one clear problem says so, nothing is written, nothing hangs."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from patchsight.cli import main
from patchsight.core.model.patch import Options
from patchsight.core.model.report import Report
from patchsight.workspace.workspace import Workspace
from support.check import answer, codes
from support.five import FORMATS, write

in_every_format = pytest.mark.parametrize("form", FORMATS)
CHANGE = " one\n-two\n+2\n"
HEAD = (
    'version: "2.0"\nchanges:\n  - file_path: f.txt\n    modifications:\n      - action: REPLACE\n'
)

Refuse = Callable[..., list[str]]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "f.txt").write_bytes(b"one\ntwo\n")
    return folder


@pytest.fixture
def refuse(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Refuse:
    """Apply a patch by the command line, see that it is refused and nothing changes, and give the codes of its errors."""

    def run(patch: bytes | str, name: str = "change.patch") -> list[str]:
        path = tmp_path / name
        path.write_bytes(patch if isinstance(patch, bytes) else patch.encode())
        before = list_tree(tmp_path)
        assert main(["apply", str(path), "--root", str(root), "--output-format", "json"]) == 1
        out, err = capsys.readouterr()
        assert "Traceback" not in err and "should not have happened" not in err
        assert list_tree(tmp_path) == before
        return [
            problem["code"]
            for problem in json.loads(out)["problems"]
            if problem["severity"] == "error"
        ]

    return run


def list_tree(folder: Path) -> list[tuple[str, bytes]]:
    """Every name below a folder, with the bytes of regular files."""
    paths = sorted(folder.rglob("*"))
    return [
        (str(path), path.read_bytes() if path.is_file() and not path.is_symlink() else b"")
        for path in paths
    ]


# ---- patches that are no text, or too much of it


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\x01\x02",
        b"*** Begin Patch\n\xff\xfe\n",
        "*** Begin Patch\n".encode("utf-16"),
        b"\x89PNG\r\n\x1a\n",
        b"--- a/f\n+++ b/f\n\xc3",
    ],
)
def test_a_patch_that_is_not_text(data: bytes, refuse: Refuse) -> None:
    assert refuse(data) == ["not_text"]


@pytest.mark.parametrize("text", ["", "\n\n\n", "   ", "\ufeff"])
@pytest.mark.parametrize("name", ["x.patch", "x.diff", "x.zenpatch", "x.applydiff", "x.txt"])
def test_an_empty_patch(text: str, name: str, refuse: Refuse) -> None:
    assert refuse(text, name) == ["no_patch"]


def test_an_empty_ap_patch(refuse: Refuse) -> None:
    assert refuse("", "x.ap")


def test_a_patch_above_the_limit(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "large.patch").write_bytes(b"x" * (1 << 20) + b"\n")
    words = [
        str(tmp_path / "large.patch"),
        "--root",
        str(root),
        "--max-size",
        "1",
        "--output-format",
        "json",
    ]
    assert main(["check", *words]) == 1
    assert [problem["code"] for problem in json.loads(capsys.readouterr().out)["problems"]] == [
        "patch_too_large"
    ]


def test_a_buffer_above_the_limit() -> None:
    assert codes(answer("*** Begin Patch\n", {}, options=Options(max_patch_bytes=5))) == [
        "patch_too_large"
    ]


def test_a_patch_that_is_not_there(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["apply", str(root / "none.patch"), "--root", str(root)]) == 2
    assert "there is no such file" in capsys.readouterr().err


LINE = "a line of text that is neither long nor short, as lines in a file are, and there are many like it"
MANY = 10 * 1024 * 1024 // len(LINE)


@pytest.mark.parametrize(
    ("patch", "name"),
    [
        ((LINE + "\n") * MANY, "x.patch"),
        ("x" * 10 * 1024 * 1024, "x.diff"),
        ("--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,9 @@\n" + f"+{LINE}\n" * MANY, "x.diff"),
        (
            "*** Begin Patch\n*** Add File: new.txt\n" + f"+{LINE}\n" * MANY + "*** End Patch\n",
            "x.patch",
        ),
        (
            "*** Begin Patch\n*** Update File: f.txt\n@@\n"
            + f"-{LINE}\n" * MANY
            + "*** End Patch\n",
            "x.zenpatch",
        ),
        (
            ">>> file: f.txt\n--- from\n"
            + f"{LINE}\n" * (MANY // 2)
            + "--- to\n"
            + f"x{LINE}\n" * (MANY // 2)
            + "<\n",
            "x.applydiff",
        ),
        (
            HEAD
            + "        snippet: |\n          one\n        content: |\n"
            + f"          {LINE}\n" * MANY,
            "x.ap",
        ),
    ],
    ids=["prose", "one-line", "unified", "v4a", "zenpatch", "applydiff", "ap"],
)
def test_ten_megabytes(patch: str, name: str, root: Path) -> None:
    report = Workspace(root).analyse(patch, root / name)
    assert report.ok or report.errors


@pytest.mark.parametrize(
    ("patch", "name"),
    [
        ("--- a/f.txt\n+++ b/f.txt\n" + "@@ -2 +2 @@\n-two\n+2\n" * 2000, "x.diff"),
        (
            "*** Begin Patch\n*** Update File: f.txt\n"
            + "@@ one\n-two\n+2\n" * 2000
            + "*** End Patch\n",
            "x.patch",
        ),
        ("*** Begin Patch\n" + "*** Delete File: g.txt\n" * 2000 + "*** End Patch\n", "x.patch"),
        (">>> file: f.txt\n--- from\ntwo\n--- to\n2\n<\n" * 2000, "x.applydiff"),
        (
            HEAD.split("      - action")[0]
            + "      - action: DELETE\n        snippet: |\n          three\n" * 2000,
            "x.ap",
        ),
    ],
    ids=["unified", "v4a", "files", "applydiff", "ap"],
)
def test_thousands_of_parts(patch: str, name: str, root: Path) -> None:
    report = Workspace(root).analyse(patch, root / name)
    assert len(report.parts) == 2000


# ---- patches that are cut off


@in_every_format
def test_a_patch_cut_off_anywhere(form: str) -> None:
    patch = write(form, ("f.txt", CHANGE), ("new.txt", "+x\n"))
    for end in range(len(patch.text)):
        report = answer(patch.text[:end], {"f.txt": "one\ntwo\n"}, name=patch.name)
        assert report.ok or report.errors


@pytest.mark.parametrize("form", ["v4a", "zenpatch", "applydiff"])
def test_a_patch_that_lost_its_end_is_refused(form: str, refuse: Refuse) -> None:
    patch = write(form, ("f.txt", CHANGE))
    lost = patch.text.removesuffix("*** End Patch\n").removesuffix("<\n")
    assert "truncated_patch" in refuse(lost, patch.name)


# ---- YAML


@pytest.mark.parametrize(
    "text",
    [
        "[" * 50_000,
        "{" * 50_000,
        "- " * 50_000,
        "? " * 50_000,
        "a: " * 50_000,
        "{a: " * 20_000,
        "&a " * 20_000,
        "\n".join(" " * depth + "a:" for depth in range(3000)),
        "!!python/object/apply:os.system ['true']",
    ],
    ids=["lists", "maps", "dashes", "keys", "colons", "both", "anchors", "indented", "tag"],
)
@pytest.mark.parametrize("head", ["", HEAD + "        content: "], ids=["alone", "inside"])
def test_deeply_nested_yaml(head: str, text: str, refuse: Refuse) -> None:
    assert refuse(head + text + "\n", "x.ap")


def test_an_alias_bomb(refuse: Refuse) -> None:
    names = "abcdefghij"
    rows = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    rows += [f"{new}: &{new} [{', '.join(['*' + old] * 9)}]" for old, new in pairwise(names)]
    assert refuse('version: "2.0"\n' + "\n".join(rows) + "\nchanges: *j\n", "x.ap")


def test_an_alias_to_itself(refuse: Refuse) -> None:
    assert refuse('version: "2.0"\nchanges: &a\n  - *a\n', "x.ap")


# ---- targets


@in_every_format
def test_a_target_that_is_missing(form: str, refuse: Refuse) -> None:
    patch = write(form, ("none.txt", CHANGE))
    assert refuse(patch.text, patch.name) == ["file_not_found"]


@in_every_format
def test_a_target_that_is_a_folder(form: str, root: Path, refuse: Refuse) -> None:
    (root / "folder").mkdir()
    patch = write(form, ("folder", CHANGE))
    assert refuse(patch.text, patch.name) == ["is_directory"]


@in_every_format
def test_a_target_that_is_a_pipe(form: str, root: Path, refuse: Refuse) -> None:
    os.mkfifo(root / "pipe")
    patch = write(form, ("pipe", CHANGE))
    assert refuse(patch.text, patch.name) == ["not_a_file"]


def test_a_target_that_is_a_socket(
    root: Path, monkeypatch: pytest.MonkeyPatch, refuse: Refuse
) -> None:
    monkeypatch.chdir(root)  # a socket's path must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        assert refuse(write("v4a", ("socket", CHANGE)).text) == ["not_a_file"]


@in_every_format
@pytest.mark.parametrize(
    "data", [b"one\ntwo\xff\n", "one\ntwo\n".encode("utf-16"), b"one\0\ntwo\n", b"caf\xe9\n"]
)
def test_a_target_that_is_not_text(form: str, data: bytes, root: Path, refuse: Refuse) -> None:
    (root / "binary").write_bytes(data)
    patch = write(form, ("binary", CHANGE))
    assert refuse(patch.text, patch.name) == ["not_text"]


@in_every_format
def test_a_target_that_cannot_be_read(form: str, root: Path, refuse: Refuse) -> None:
    (root / "loop").symlink_to("loop")
    patch = write(form, ("loop", CHANGE))
    assert refuse(patch.text, patch.name) == ["unreadable"]


@in_every_format
def test_a_target_that_is_too_large(form: str, root: Path) -> None:
    patch = write(form, ("f.txt", CHANGE))
    report = Workspace(root, Options(max_target_bytes=4)).analyse(patch.text, root / patch.name)
    assert errors(report) == ["target_too_large"]


@in_every_format
def test_a_file_below_a_file(form: str, refuse: Refuse) -> None:
    patch = write(form, ("f.txt/new.txt", "+x\n"))
    assert refuse(patch.text, patch.name) == ["not_a_file"]


@in_every_format
def test_a_name_that_is_too_long(form: str, refuse: Refuse) -> None:
    patch = write(form, ("x" * 300, "+x\n"))
    assert refuse(patch.text, patch.name) == ["unreadable"]


def errors(report: Report) -> list[str]:
    return [problem.code for problem in report.errors]


# ---- hostile paths

ESCAPES = [
    "../outside.txt",
    "a/../../outside.txt",
    "./../outside.txt",
    "sub/..",
    "/etc/passwd",
    "//host/share",
    "C:/x.txt",
    "c:x.txt",
    "~",
    "~/x",
    "~root/x",
    ".git/config",
    ".git",
    "sub/.git/hooks/x",
    ".GIT/config",
    ".git./config",
    "git~1/config",
    ".git\u200c/config",
    "x\x07y",
    "folder/",
    ".",
    "./",
    "%2e%2e/x",
    "..%2fx",
    "%252e%252e/x",
    "．．/x",
    "..／x",
    "file:///etc/passwd",
    "http://host/x",
    "con",
    "aux.txt",
    "x.txt.",
    "x ./y",
    "a:b",
    "x" * 5000,
    "\u202ex.txt",
]


@pytest.mark.parametrize("path", ESCAPES)
@pytest.mark.parametrize("lines", [CHANGE, "+x\n"], ids=["update", "create"])
@in_every_format
def test_a_path_that_is_not_allowed(form: str, lines: str, path: str, root: Path) -> None:
    patch = write(form, (path, lines))
    report = Workspace(root).analyse(patch.text, root / patch.name)
    assert errors(report) == ["path_escape"] and not report.plan and not report.texts


@pytest.mark.parametrize(
    "path", ["../x", "/x", "~/x", ".git/x", "C:\\x", "..\\x", "\\\\host\\x", "a\\..\\..\\x"]
)
@pytest.mark.parametrize(
    "patch",
    [
        "*** Begin Patch\n*** Update File: f.txt\n*** Move to: {}\n*** End Patch\n",
        "*** Begin Patch\n*** Delete File: {}\n*** End Patch\n",
        "diff --git a/f.txt b/x\nrename from f.txt\nrename to {}\n",
        ">>> file: {} | mode=replace\n--- from\n--- to\nx\n<\n",
    ],
    ids=["move", "delete", "rename", "replace"],
)
def test_a_path_that_is_not_allowed_for_other_operations(
    patch: str, path: str, refuse: Refuse
) -> None:
    assert "path_escape" in refuse(patch.replace("{}", path))


@in_every_format
def test_links_out_of_the_workspace(form: str, root: Path, tmp_path: Path, refuse: Refuse) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "x.txt").write_bytes(b"one\ntwo\n")
    (root / "link").symlink_to(tmp_path / "outside")
    (root / "chain").symlink_to("link")
    (root / "file").symlink_to("../outside/x.txt")
    for path, lines in [
        ("link/x.txt", CHANGE),
        ("link/new.txt", "+x\n"),
        ("chain/x.txt", CHANGE),
        ("file", CHANGE),
    ]:
        patch = write(form, (path, lines))
        assert refuse(patch.text, patch.name) == ["path_escape"]


@in_every_format
def test_a_link_into_git(form: str, root: Path, refuse: Refuse) -> None:
    (root / ".git").mkdir()
    (root / ".git" / "config").write_bytes(b"one\ntwo\n")
    (root / "link").symlink_to(".git")
    patch = write(form, ("link/config", CHANGE))
    assert refuse(patch.text, patch.name) == ["path_escape"]


def test_two_names_of_one_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("one\ntwo\n")
    (tmp_path / "link.txt").symlink_to("real.txt")
    hunks = "".join(
        f"*** Update File: {name}\n@@\n-{old}\n+x\n"
        for name, old in (("real.txt", "one"), ("link.txt", "two"))
    )
    report = Workspace(tmp_path).analyse(f"*** Begin Patch\n{hunks}*** End Patch\n")
    [error] = report.errors
    assert error.code == "duplicate_file_patch"
    assert "a link leads to the same file as `real.txt`" in error.message

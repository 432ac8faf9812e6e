"""What stands at a path: every kind of file, link and trick, with open buffers over the disk."""

from __future__ import annotations

import os
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from patchsight.core.model.problems import CATALOGUE
from patchsight.core.model.target import Target
from patchsight.workspace.content import Cache, Content, Stamp, decode
from patchsight.workspace.files import Files, read_text
from patchsight.workspace.regular_file import read_regular


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace with one file, and a secret beside it."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text("secret\n")
    root = tmp_path / "ws"
    (root / "src").mkdir(parents=True)
    (root / "src" / "a.py").write_text("one\n")
    return root


def see(target: Target) -> tuple[str | None, str | None]:
    return target.text, target.problem


# ---- texts


@pytest.mark.parametrize(
    ("data", "text", "bom"),
    [
        (b"", "", False),
        (b"one\ntwo\n", "one\ntwo\n", False),
        (b"one\r\ntwo\rthree", "one\r\ntwo\rthree", False),
        (b"\xef\xbb\xbfone\n", "one\n", True),
        (b"\xef\xbb\xbf", "", True),
        (b"one\xef\xbb\xbf", "one\ufeff", False),
        ("ä😀\u2028\n".encode(), "ä😀\u2028\n", False),
    ],
)
def test_text_is_read_as_it_is(root: Path, data: bytes, text: str, bom: bool) -> None:
    (root / "f").write_bytes(data)
    assert Files(root).read("f") == Target("f", text, bom)
    assert Files(root).read("f").exists


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        (b"ab\0cd\xff", "the byte at offset 2 (line 1) is a NUL byte"),
        (b"a\nb\xe9 c\n", "the byte at offset 3 (line 2) is 0xE9, which is not UTF-8"),
        (b"a\xff\0", "the byte at offset 1 (line 1) is 0xFF, which is not UTF-8"),
        (b"\xef\xbb\xbfab\xe9", "the byte at offset 5 (line 1) is 0xE9, which is not UTF-8"),
        (b"ab\xe2\x82", "the byte at offset 2 (line 1) is 0xE2, which is not UTF-8"),
        (b"\xed\xa0\x80", "the byte at offset 0 (line 1) is 0xED, which is not UTF-8"),
        (b"\xff\xfea\0", "it is UTF-16 text (it starts with FF FE)"),
        (b"\xfe\xff\0a", "it is UTF-16 text (it starts with FE FF)"),
        (b"\xff\xfe\0\0a\0\0\0", "it is UTF-32 text (it starts with FF FE 00 00)"),
        (b"\0\0\xfe\xff\0\0\0a", "it is UTF-32 text (it starts with 00 00 FE FF)"),
        (b"a\0b\0", "the byte at offset 1 (line 1) is a NUL byte"),
    ],
)
def test_what_is_not_text_is_named(root: Path, data: bytes, detail: str) -> None:
    (root / "f").write_bytes(data)
    target = Files(root).read("f")
    assert (target.problem, target.detail, target.text) == ("not_text", detail, None)
    assert target.exists


def test_size_limit(root: Path) -> None:
    (root / "f").write_text("x" * 1001)
    assert Files(root, max_bytes=1001).read("f").text == "x" * 1001
    target = Files(root, max_bytes=1000).read("f")
    assert (target.problem, target.detail) == (
        "target_too_large",
        "it has 1,001 bytes; the limit is 1,000",
    )


# ---- what is not a file


def test_missing(root: Path) -> None:
    target = Files(root).read("src/b.py")
    assert target == Target("src/b.py", None)
    assert not target.exists


def test_missing_root(tmp_path: Path) -> None:
    assert Files(tmp_path / "none").read("a") == Target("a", None)
    assert Files(tmp_path / "none").known() == []


def test_folder(root: Path) -> None:
    assert see(Files(root).read("src")) == (None, "is_directory")
    assert Files(root).read("src").exists


def test_parent_is_a_file(root: Path) -> None:
    for path in ("src/a.py/b", "src/a.py/b/c"):
        target = Files(root).read(path)
        assert (target.problem, target.detail) == (
            "not_a_file",
            "`src/a.py` is a file, not a folder",
        )
        assert not target.exists


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))


@pytest.mark.parametrize(
    ("make", "detail"), [(os.mkfifo, "it is a named pipe"), (make_socket, "it is a socket")]
)
def test_special_files_are_never_opened(
    root: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[Path], None], detail: str
) -> None:
    monkeypatch.chdir(root)  # a socket's path must be short
    make(Path("f"))
    monkeypatch.setattr(os, "open", refuse_to_open)
    target = Files(root).read("f")
    assert (target.problem, target.detail) == ("not_a_file", detail)


def refuse_to_open(path: str, flags: int) -> int:
    raise AssertionError(f"{path} was opened")


def test_device_behind_a_root_that_holds_it() -> None:
    assert see(Files(Path("/dev")).read("null")) == (None, "not_a_file")


def test_unreadable(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def deny(path: str, flags: int) -> int:
        raise PermissionError(13, "Permission denied", path)

    (root / "src" / "a.py").chmod(0)
    monkeypatch.setattr(os, "open", deny)  # the superuser may read it all the same
    target = Files(root).read("src/a.py")
    assert (target.problem, target.detail) == ("unreadable", "the system says: Permission denied")
    assert target.exists


def test_name_too_long(root: Path) -> None:
    target = Files(root).read("x" * 300)
    assert (target.problem, target.exists) == ("unreadable", False)


@pytest.mark.parametrize(
    "path", ["../outside/secret.txt", "/etc/passwd", ".git/config", "a\0b", "~/x", "src/"]
)
def test_refused_before_anything_is_read(
    root: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(os, "lstat", refuse_to_open)
    files = Files(Path("/"))
    assert see(files.read(path)) == (None, "path_escape")
    assert not files.read(path).exists


# ---- links


LINKS = [
    # link, what it points to, the path read, text, problem
    ("l", "src/a.py", "l", "one\n", None),
    ("l", "src", "l/a.py", "one\n", None),
    ("src/l", "../src/a.py", "src/l", "one\n", None),
    ("l", "src", "l", None, "is_directory"),
    ("l", "src/none", "l", None, None),
    ("l", "../outside/secret.txt", "l", None, "path_escape"),
    ("l", "../outside", "l/secret.txt", None, "path_escape"),
    ("l", "../outside", "l/new.txt", None, "path_escape"),
    ("l", "../outside", "l/new/deep.txt", None, "path_escape"),
    ("l", "../outside/none", "l", None, "path_escape"),
    ("l", "..", "l/outside/secret.txt", None, "path_escape"),
    ("l", "..", "l/ws/src/a.py", "one\n", None),
    ("l", "/", "l/etc/passwd", None, "path_escape"),
    ("l", "../ws2", "l", None, "path_escape"),
    ("l", "l", "l", None, "unreadable"),
    ("l", "l", "l/x", None, "unreadable"),
    ("l", ".git/config", "l", None, "path_escape"),
    ("l", ".git", "l/hooks/new", None, "path_escape"),
]


@pytest.mark.parametrize(("link", "to", "path", "text", "problem"), LINKS)
def test_link(
    root: Path, link: str, to: str, path: str, text: str | None, problem: str | None
) -> None:
    (root / ".git").mkdir()
    (root / ".git" / "config").write_text("x")
    (root / link).symlink_to(to)
    assert see(Files(root).read(path)) == (text, problem)


def test_absolute_link_inside(root: Path) -> None:
    (root / "l").symlink_to(root / "src")
    assert Files(root).read("l/a.py") == Target("l/a.py", "one\n", real="src/a.py")
    (root / "m").symlink_to("src/a.py")
    assert Files(root).read("m") == Target("m", "one\n", real="src/a.py", link=True)


def test_link_chain_to_the_outside(root: Path) -> None:
    (root / "src" / "hop").symlink_to("..")
    (root / "door").symlink_to("../outside")
    (root / "chain").symlink_to("src/hop/door/secret.txt")
    for path in (
        "src/hop/door/secret.txt",
        "src/hop/src/hop/door/secret.txt",
        "chain",
        "src/hop/door/new",
    ):
        assert see(Files(root).read(path)) == (None, "path_escape")


def test_link_through_a_circle_does_not_hide_the_way_out(root: Path) -> None:
    (root / "circle").symlink_to("circle")
    (root / "door").symlink_to("../outside")
    (root / "evil").symlink_to("circle/../door/secret.txt")
    assert Files(root).read("evil").text is None
    assert not Files(root).read("evil").exists


def test_endless_chain_of_links(root: Path) -> None:
    (root / "l0").symlink_to("src/a.py")
    for n in range(1, 300):
        (root / f"l{n}").symlink_to(f"l{n - 1}")
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(250)
    try:
        target = Files(root).read("l299")
    finally:
        sys.setrecursionlimit(limit)
    assert see(target) in [(None, "unreadable"), ("one\n", None)]


def test_root_may_be_a_link(root: Path) -> None:
    (root.parent / "alias").symlink_to(root)
    files = Files(root.parent / "alias")
    assert files.read("src/a.py").text == "one\n"


def test_folder_with_a_longer_name_is_outside(root: Path) -> None:
    twin = root.parent / "ws-twin"
    twin.mkdir()
    (twin / "f").write_text("x")
    (root / "l").symlink_to(twin)
    assert see(Files(root).read("l/f")) == (None, "path_escape")


# ---- races


def swap_before_open(monkeypatch: pytest.MonkeyPatch, *swaps: Callable[[], object]) -> None:
    """Let something happen between the look at a file and its opening."""
    real_open, waiting = os.open, list(swaps)

    def open_late(path: str, flags: int) -> int:
        while waiting:
            waiting.pop(0)()
        return real_open(path, flags)

    monkeypatch.setattr(os, "open", open_late)


def test_swapped_for_a_pipe(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = root / "src" / "a.py"
    swap_before_open(monkeypatch, path.unlink, lambda: os.mkfifo(path))
    assert see(Files(root).read("src/a.py")) == (None, "not_a_file")


def test_swapped_for_a_link_to_the_outside(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = root / "src" / "a.py"
    swap_before_open(monkeypatch, path.unlink, lambda: path.symlink_to("../../outside/secret.txt"))
    assert see(Files(root).read("src/a.py")) == (None, "unreadable")


def test_folder_swapped_for_a_link_to_the_outside(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root.parent / "outside" / "a.py").write_text("secret\n")
    src = root / "src"
    swap_before_open(
        monkeypatch, lambda: src.rename(root / "old"), lambda: src.symlink_to("../outside")
    )
    assert see(Files(root).read("src/a.py")) == (None, "unreadable")


def test_grown_meanwhile(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    swap_before_open(monkeypatch, lambda: (root / "src" / "a.py").write_text("x" * 5000))
    assert see(Files(root, max_bytes=1000).read("src/a.py")) == (None, "target_too_large")


def test_removed_meanwhile(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    swap_before_open(monkeypatch, lambda: (root / "src" / "a.py").unlink())
    assert see(Files(root).read("src/a.py")) == (None, "unreadable")


def test_changed_meanwhile_is_not_cached(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(settle_ns=0)
    swap_before_open(monkeypatch, lambda: (root / "src" / "a.py").write_text("two two\n"))
    assert Files(root, cache=cache).read("src/a.py").text == "two two\n"
    assert not cache._kept


def test_more_than_the_size_says() -> None:
    """Also what is added while a file is read belongs to it."""
    path = os.path.realpath("/proc/version")
    assert Path(path).stat().st_size == 0
    assert read_regular(path, 10_000)[0] == Path(path).read_bytes() != b""
    assert len(read_regular(path, 10)[0]) == 11


def test_no_file_is_left_open(root: Path) -> None:
    os.mkfifo(root / "pipe")
    (root / "bin").write_bytes(b"\xff")
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    for path in ("src/a.py", "bin", "pipe", "src"):
        Files(root).read(path)
    with pytest.raises(OSError):
        read_regular(str(root / "src"), 10)
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208


# ---- buffers


def test_buffer_beats_the_disk(root: Path) -> None:
    real = os.path.realpath(root / "src" / "a.py")
    assert Files(root, buffers={real: "unsaved\r\n"}).read("src/a.py").text == "unsaved\r\n"
    (root / "src" / "a.py").write_bytes(b"\xff\xfe\0")
    assert Files(root, buffers={real: "latin"}).read("src/a.py").text == "latin"


def test_buffer_of_a_file_that_is_not_saved_yet(root: Path) -> None:
    files = Files(root, buffers={os.path.realpath(root / "new" / "b.py"): "\ufeffnew\n"})
    assert files.read("new/b.py") == Target("new/b.py", "new\n", True)
    assert files.read("new/b.py").exists
    assert "new/b.py" in files.known()


def test_buffer_is_found_through_a_link(root: Path) -> None:
    (root / "l.py").symlink_to("src/a.py")
    assert (
        Files(root, buffers={os.path.realpath(root / "src" / "a.py"): "open"}).read("l.py").text
        == "open"
    )


def test_buffer_outside_stays_outside(root: Path) -> None:
    secret = root.parent / "outside" / "secret.txt"
    (root / "l").symlink_to(secret)
    files = Files(root, buffers={os.path.realpath(secret): "open"})
    assert see(files.read("l")) == (None, "path_escape")
    assert files.known() == ["src/a.py"]


def test_buffer_has_a_limit_too(root: Path) -> None:
    real = os.path.realpath(root / "src" / "a.py")
    assert see(Files(root, max_bytes=3, buffers={real: "four"}).read("src/a.py")) == (
        None,
        "target_too_large",
    )


# ---- base folder


@pytest.fixture
def nested(root: Path) -> Path:
    (root / "sub" / "src").mkdir(parents=True)
    (root / "sub" / "both.txt").write_text("sub\n")
    (root / "both.txt").write_text("root\n")
    (root / "sub" / "file").write_text("")
    (root / "file").mkdir()
    (root / "file" / "x").write_text("x\n")
    return root


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("both.txt", Target("sub/both.txt", "sub\n")),
        ("src/a.py", Target("src/a.py", "one\n", found_from_root=True)),
        ("none.txt", Target("sub/none.txt", None)),
        ("file/x", Target("file/x", "x\n", found_from_root=True)),
        ("sub/both.txt", Target("sub/both.txt", "sub\n", found_from_root=True)),
        (
            "outside",
            Target(
                "outside",
                None,
                problem="is_directory",
                detail="it is a folder",
                found_from_root=True,
            ),
        ),
    ],
)
def test_base_folder(nested: Path, path: str, target: Target) -> None:
    (nested / "outside").mkdir()
    files = Files(nested, base=nested / "sub")
    assert files.read(path) == target


def test_base_only(nested: Path) -> None:
    files = Files(nested, base=nested / "sub")
    assert files.read("src/a.py", base_only=True) == Target("sub/src/a.py", None)


def test_escape_from_the_base_is_not_looked_up_in_the_root(nested: Path) -> None:
    (nested / "sub" / "l").symlink_to("../../outside")
    (nested / "l").mkdir()
    (nested / "l" / "secret.txt").write_text("mine")
    assert see(Files(nested, base=nested / "sub").read("l/secret.txt")) == (None, "path_escape")


def test_base_outside_the_root_is_the_root(nested: Path) -> None:
    for base in (nested.parent / "outside", nested.parent, nested, nested / ".git"):
        assert Files(nested, base=base).read("both.txt") == Target("both.txt", "root\n")


def test_buffer_in_the_root_counts_as_found(nested: Path) -> None:
    files = Files(nested, base=nested / "sub", buffers={os.path.realpath(nested / "draft"): "d"})
    assert files.read("draft") == Target("draft", "d", found_from_root=True)


# ---- cache


def test_cache_saves_reading(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(settle_ns=0)
    assert Files(root, cache=cache).read("src/a.py").text == "one\n"
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refuse_to_open)
        assert Files(root, cache=cache).read("src/a.py").text == "one\n"
    (root / "src" / "a.py").write_text("two\n")
    assert Files(root, cache=cache).read("src/a.py").text == "two\n"


def test_cache_sees_a_change_that_keeps_size_and_time(root: Path) -> None:
    cache, path = Cache(settle_ns=0), root / "src" / "a.py"
    status = path.stat()
    Files(root, cache=cache).read("src/a.py")
    time.sleep(0.02)
    path.write_text("two\n")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert Files(root, cache=cache).read("src/a.py").text == "two\n"


def test_cache_distrusts_a_file_that_changed_a_moment_ago(root: Path) -> None:
    cache = Cache()
    Files(root, cache=cache).read("src/a.py")
    assert not cache._kept


def test_cache_is_bounded() -> None:
    cache, old = Cache(max_files=3, max_bytes=4000), Stamp(0, 0, 0, 0)
    for n in range(9):
        cache.put(str(n), old, Content("x"))
    assert list(cache._kept) == ["6", "7", "8"]
    cache.put("big", old, Content("x" * 3950))
    assert list(cache._kept) == ["big"]
    cache.put("huge", old, Content("x" * 9000))
    assert not cache._kept and cache._bytes == 0


# ---- all files


def test_known_files(root: Path) -> None:
    for path in (
        ".git/HEAD",
        "node_modules/p/i.js",
        "src/__pycache__/a.pyc",
        ".venv/x",
        ".github/ci.yml",
        "b/c/d.py",
    ):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("")
    (root / "door").symlink_to("../outside")
    (root / "l.txt").symlink_to("../outside/secret.txt")
    os.mkfifo(root / "pipe")
    assert Files(root).known() == [".github/ci.yml", "src/a.py", "b/c/d.py"]
    assert Files(root).known(limit=2) == [".github/ci.yml", "src/a.py"]


def test_known_files_are_remembered_for_a_while(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = Cache()
    assert Files(root, cache=cache).known() == ["src/a.py"]
    (root / "b").write_text("")
    assert Files(root, cache=cache).known() == ["src/a.py"]
    later = time.monotonic() + 60
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert Files(root, cache=cache).known() == ["b", "src/a.py"]


def test_known_files_stop_after_a_while(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("patchsight.workspace.listing._WALK_SECONDS", -1)
    assert Files(root).known() == []


# ---- one file by itself


def test_any_file_can_be_read_as_text(root: Path) -> None:
    assert read_text(root.parent / "outside" / "secret.txt") == Content("secret\n")
    assert read_text(root / "none").problem == "unreadable"
    assert read_text(root).problem == "is_directory"


def test_every_problem_is_in_the_catalogue(root: Path) -> None:
    os.mkfifo(root / "pipe")
    (root / "bin").write_bytes(b"\xff")
    (root / "l").symlink_to("../outside")
    found = {
        Files(root, max_bytes=3).read(path).problem
        for path in ("pipe", "bin", "src", "l", "src/a.py", "x" * 300)
    }
    assert found == {
        "not_a_file",
        "not_text",
        "is_directory",
        "path_escape",
        "target_too_large",
        "unreadable",
    }
    assert found <= set(CATALOGUE)


def test_decoding_never_fails() -> None:
    for first in range(256):
        content = decode(bytes([first, 0x80]))
        assert (content.text is None) == (content.problem == "not_text")


# ---- what was looked at


def test_files_that_nobody_touched_are_unchanged(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d/a").write_text("a")
    files = Files(tmp_path)
    for path in ("d/a", "d/missing", "no/folder"):
        files.read(path)
    assert files.unchanged()


def test_a_root_that_is_not_there_is_seen_to_come(tmp_path: Path) -> None:
    files = Files(tmp_path / "root")
    assert files.read("a").text is None
    assert files.unchanged()
    (tmp_path / "root").mkdir()
    assert not files.unchanged()


@pytest.mark.parametrize(
    "touch",
    [
        lambda root: (root / "d/a").write_text("longer"),
        lambda root: (root / "d/a").unlink(),
        lambda root: (root / "d/missing").write_text(""),
        lambda root: (root / "no").symlink_to(root / "d"),
        lambda root: ((root / "d").rename(root / "e"), (root / "d").symlink_to(root / "e")),
        lambda root: ((root / "d/a").unlink(), (root / "d/a").symlink_to(root / "b")),
    ],
)
def test_a_change_to_what_was_looked_at_is_seen(
    touch: Callable[[Path], object], tmp_path: Path
) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d/a").write_text("a")
    files = Files(tmp_path)
    for path in ("d/a", "d/missing", "no/folder"):
        files.read(path)
    touch(tmp_path)
    assert not files.unchanged()


def test_what_is_behind_a_link_is_seen_to_change(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a")
    (tmp_path / "b").write_text("a")
    (tmp_path / "link").symlink_to("a")
    files = Files(tmp_path)
    files.read("link")
    assert files.unchanged()
    (tmp_path / "a").write_text("longer")
    assert not files.unchanged()
    files = Files(tmp_path)
    files.read("link")
    (tmp_path / "link").unlink()
    (tmp_path / "link").symlink_to("b")
    assert not files.unchanged()

"""All or nothing on disk: whatever fails, whenever the process is killed, the files are the old ones or the new ones."""

from __future__ import annotations

import errno
import json
import os
import stat
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count, product
from pathlib import Path
from typing import Any, get_args

import pytest

from patchsight.core.model.reserved_names import name_marker
from patchsight.workspace.apply import disk, lock
from patchsight.workspace.apply.journal import Phase, Run, digest_of, make_step
from patchsight.workspace.apply.state_folder import make_home
from patchsight.workspace.apply.writer import Change, WriteError, pending, recover, write_all
from support.faults import (
    ALL,
    CHANGING,
    WORKING,
    Tree,
    every_call,
    in_memory,
    injected,
    look,
    make_tree,
    places,
    trials,
)

TOKEN = "0123456789abcdef"


@pytest.fixture
def root() -> Iterator[Path]:
    """Where a workspace may be made, in memory if there is such a place: many small trees come and go."""
    with in_memory() as folder:
        yield folder / "ws"


@pytest.fixture(scope="module")
def new_tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    root = tmp_path_factory.mktemp("new") / "ws"
    write_all(make_tree(root), root)
    return look(root)


# ---- what it does


def test_every_kind_of_change(root: Path) -> None:
    write_all(make_tree(root), root)
    tree = look(root)
    umask = os.umask(0)
    os.umask(umask)
    assert tree == {
        "edit.txt": ("-", 0o640, b"new\r\n"),
        "new": ("d", 0o777 & ~umask, None),
        "new/deep": ("d", 0o777 & ~umask, None),
        "new/deep/moved.py": ("-", 0o711, b"moved on\n"),
        "empty/added.txt": ("-", 0o666 & ~umask, b"added\n"),
        "alias": ("l", 0o777, "src/real.txt"),
        "src/real.txt": ("-", 0o755, b"real new\n"),
        "keep.txt": ("-", 0o444, b"keep\n"),
        "src": tree["src"],
        "empty": tree["empty"],
    }
    assert pending(root) == []


def test_nothing_to_do(root: Path) -> None:
    make_tree(root)
    before = (root / "keep.txt").stat()
    write_all([], root)
    write_all([Change(root / "keep.txt", b"keep\n", b"keep\n")], root)
    assert (root / "keep.txt").stat() == before


def test_empty_and_large_texts(root: Path) -> None:
    root.mkdir()
    big = os.urandom(3_000_000)
    write_all([Change(root / "a", None, b""), Change(root / "b", None, big)], root)
    write_all([Change(root / "a", b"", big), Change(root / "b", big, b"")], root)
    assert (root / "a").read_bytes() == big and (root / "b").read_bytes() == b""


def test_relative_paths_and_a_root_that_is_a_link(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_tree(root)
    (root.parent / "way").symlink_to(root)
    write_all([Change(root.parent / "way" / "edit.txt", b"old\r\n", b"1")], root.parent / "way")
    monkeypatch.chdir(root)
    write_all([Change(Path("edit.txt"), b"1", b"2")], Path())
    assert (root / "edit.txt").read_bytes() == b"2"


def test_long_names(root: Path) -> None:
    root.mkdir()
    names = ["ö" * 127, "ö" * 126]
    write_all([Change(root / name, None, b"x") for name in names], root)
    assert {path.name for path in root.iterdir()} == set(names)


def test_short_writes(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, data[:3]))
    root.mkdir()
    write_all([Change(root / "a", None, b"0123456789")], root)
    assert (root / "a").read_bytes() == b"0123456789"


def test_owner_is_kept_if_allowed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    make_tree(root)
    (root / "edit.txt").chmod(0o4750)
    status = os.stat_result([0o104750, 0, 0, 1, 4321, 4322, 5, 0, 0, 0])

    def refuse(descriptor: int, user: int, group: int) -> None:
        asked.append((user, group))
        raise PermissionError(errno.EPERM, "no")

    monkeypatch.setattr(os, "fchown", refuse)
    with disk.Folder(str(root), str(root)) as folder:
        folder.create("copy", b"x", disk.Look(status, {}))
    assert asked == [(4321, 4322)]
    assert stat.S_IMODE((root / "copy").stat().st_mode) == 0o750


NOBODY = 0xFFFFFFFF  #: who an entry is about that names nobody
#: An access control list by which user 12345 may read the file.
READER = struct.pack("<I", 2) + b"".join(
    struct.pack("<HHI", *entry)
    for entry in [(1, 6, NOBODY), (2, 4, 12345), (4, 4, NOBODY), (16, 4, NOBODY), (32, 0, NOBODY)]
)


@pytest.mark.parametrize(
    ("name", "value"), [("user.origin", b"https"), ("system.posix_acl_access", READER)]
)
def test_extended_attributes_are_kept(root: Path, name: str, value: bytes) -> None:
    root.mkdir()
    (root / "a").write_bytes(b"old")
    (root / "b").write_bytes(b"old")
    for path in (root / "a", root / "b"):
        os.setxattr(path, name, value)
    moved = Change(root / "c", None, b"new", mode_from=root / "b")
    write_all([Change(root / "a", b"old", b"new"), moved, Change(root / "b", b"old", None)], root)
    assert [os.getxattr(root / path, name) for path in ("a", "c")] == [value, value]
    assert (root / "a").read_bytes() == b"new"


def test_extended_attributes_that_cannot_be_kept(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the user set is kept or nothing is changed; what belongs to the system is its own affair."""

    def refuse(_: int, name: str, __: bytes) -> None:
        raise PermissionError(errno.EPERM, "no")

    root.mkdir()
    (root / "a").write_bytes(b"old")
    os.setxattr(root / "a", "user.origin", b"x")
    monkeypatch.setattr(os, "setxattr", refuse)
    with pytest.raises(WriteError, match=r"cannot keep the attribute user\.origin"):
        write_all([Change(root / "a", b"old", b"new")], root)
    assert (root / "a").read_bytes() == b"old"
    os.removexattr(root / "a", "user.origin")
    monkeypatch.setattr(os, "listxattr", lambda *_, **__: ["security.label"])
    monkeypatch.setattr(os, "getxattr", lambda *_, **__: b"x")
    write_all([Change(root / "a", b"old", b"new")], root)
    assert (root / "a").read_bytes() == b"new"


# ---- what it refuses


REFUSALS: list[tuple[Callable[[Path], Change], str]] = [
    (
        lambda root: Change(root / "edit.txt", b"other", b"x"),
        "`edit.txt` has changed since it was read",
    ),
    (
        lambda root: Change(root / "edit.txt", b"old", b"x"),
        "`edit.txt` has changed since it was read",
    ),
    (lambda root: Change(root / "none", b"old", b"x"), "`none` is not there any more"),
    (lambda root: Change(root / "edit.txt", None, b"x"), "`edit.txt` exists already"),
    (lambda root: Change(root / "src", None, b"x"), "`src` exists already"),
    (lambda root: Change(root / "src", b"x", b"y"), "`src` cannot be written: not a regular file"),
    (lambda root: Change(root / "edit.txt/x", None, b"x"), "`edit.txt` is a file, not a folder"),
    (lambda root: Change(root / "alias", b"real\n", None), "`alias` is a symbolic link"),
    (lambda root: Change(root / "../x", None, b"x"), "lies outside"),
    (lambda root: Change(root, None, b"x"), "lies outside"),
    (lambda root: Change(root / "door/x", None, b"x"), "lies outside"),
    (lambda root: Change(root / "door/secret", b"secret", b"x"), "lies outside"),
    (lambda root: Change(root / "dangling", None, b"x"), "lies outside"),
    (lambda root: Change(root / "evil", b"secret", b"x"), "lies outside"),
    (lambda root: Change(root / "circle", None, b"x"), "`circle` exists already"),
    (lambda root: Change(root / ".git/config", None, b"x"), "lies in `.git`"),
    (lambda root: Change(root / "git/config", None, b"x"), "lies in `.git`"),
    (lambda root: Change(root / "pipe", b"", b"x"), "not a regular file"),
    (lambda root: Change(root / ("x" * 300), None, b"x"), "File name too long"),
    (lambda root: Change(root / "a\0b", None, b"x"), "null"),
    (
        lambda root: Change(root / "n", None, b"x", root / "none"),
        "`n` cannot be written: No such file",
    ),
    (lambda root: Change(root / "src/../empty/added.txt", None, b"x"), "is changed twice"),
]


@pytest.mark.parametrize(("make", "message"), REFUSALS, ids=[message for _, message in REFUSALS])
def test_refused(root: Path, make: Callable[[Path], Change], message: str) -> None:
    changes = make_tree(root)
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "secret").write_bytes(b"secret")
    (root / ".git").mkdir()
    for link, to in (
        ("door", "../outside"),
        ("dangling", "../outside/none"),
        ("circle", "circle"),
        ("git", ".git"),
        ("evil", "circle/../door/secret"),
    ):
        (root / link).symlink_to(to)
    os.mkfifo(root / "pipe")
    (root / "pipe").chmod(0)
    make_home()
    before = look(root.parent)
    with pytest.raises(WriteError, match="Nothing was changed") as caught:
        write_all([*changes[1:4], make(root)], root)
    assert message in str(caught.value)
    assert caught.value.path == make(root).path
    assert look(root.parent) == before


def test_a_target_that_another_needs_as_a_folder(root: Path) -> None:
    root.mkdir()
    with pytest.raises(WriteError, match="Nothing was changed"):
        write_all([Change(root / "a", None, b""), Change(root / "a/b", None, b"")], root)
    assert look(root) == {}


def test_read_only_folder(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changes = make_tree(root)
    before, real = look(root), os.open

    def deny(path: str, flags: int, mode: int = 0o777, **named: Any) -> int:
        if flags & os.O_CREAT and path.startswith(".added.txt"):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return real(path, flags, mode, **named)

    monkeypatch.setattr(os, "open", deny)  # the superuser may write there all the same
    with pytest.raises(WriteError) as caught:
        write_all(changes, root)
    assert (
        str(caught.value)
        == "`empty/added.txt` cannot be written: Permission denied. Nothing was changed."
    )
    assert caught.value.path == root / "empty/added.txt"
    assert look(root) == before


# ---- faults


@pytest.fixture(params=["links", "no links"])
def links(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """With and without hard links: a USB stick has none."""

    def refuse(old: str, new: str, **named: Any) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted", old)

    if request.param == "no links":
        monkeypatch.setattr(os, "link", refuse)
    return str(request.param)


def fail(name: str, words: tuple[Any, ...]) -> None:
    if name == "close":
        os.closerange(words[0], words[0] + 1)
    raise OSError(errno.ENOSPC, "No space left on device")


def test_one_fault_at_every_call(root: Path, new_tree: Tree, links: str) -> None:
    failed = 0
    for before, error, faults in every_call(root, fail, ALL if links == "links" else WORKING):
        if error is None:
            recover(root)  # only the cleaning up can have failed
            assert look(root) == new_tree, (faults.at, faults.name)
        else:
            failed += 1
            assert str(error).endswith("Nothing was changed.")
            assert look(root) == before, (faults.at, faults.name)
        assert pending(root) == []
    assert failed > 60


def test_old_files_come_back_themselves(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is restored is the very file, not a copy."""
    changes = make_tree(root)
    before = {path: path.lstat() for path in root.rglob("*") if path.is_file()}
    real = os.link

    def link(old: str, new: str, **named: Any) -> None:
        if new == "late.txt":
            raise OSError(errno.EIO, "Input/output error")
        real(old, new, **named)

    monkeypatch.setattr(os, "link", link)
    with pytest.raises(WriteError) as caught:
        write_all([*changes, Change(root / "late.txt", None, b"x")], root)
    assert (
        str(caught.value)
        == "`late.txt` cannot be written: Input/output error. Nothing was changed."
    )
    for path, status in before.items():
        now = path.lstat()
        assert (now.st_ino, now.st_mtime_ns, now.st_nlink) == (status.st_ino, status.st_mtime_ns, 1)


def test_disk_that_stays_broken(root: Path, new_tree: Tree, links: str) -> None:
    """From some call on nothing can be written, not even to undo; later the disk is well again."""
    half_done = 0
    for before, error, faults in every_call(root, break_for_good, CHANGING):
        broken = look(root)
        recover(root)
        assert pending(root) == []
        assert look(root) == (new_tree if error is None else before), faults.at
        if error is not None and "Nothing was changed" not in str(error):
            half_done += 1
            assert f"The journal is `{places(root)[1]}/patchsight/.patchsight-journal-" in str(
                error
            )
            for name, entry in before.items():
                assert broken.get(name) == entry or f"`{name}` could not be restored" in str(error)
            for name in new_tree.keys() - before.keys():
                assert name not in broken or f"`{name}` could not be removed" in str(error)
    assert half_done > 20


def break_for_good(name: str, words: tuple[Any, ...]) -> None:
    def refuse(*words: Any, **named: Any) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    for broken in CHANGING - {"open"}:
        setattr(os, broken, refuse)  # undone by `injected`
    raise OSError(errno.EROFS, "Read-only file system")


def test_interrupt_rolls_back(root: Path, new_tree: Tree) -> None:
    def interrupt(name: str, words: tuple[Any, ...]) -> None:
        raise KeyboardInterrupt

    for at, changes, before in trials(root, range(1, 80, 3)):
        with injected(root, at, interrupt) as faults, suppress(KeyboardInterrupt):
            write_all(changes, root)
        recover(root)
        assert look(root) in (before, new_tree), (at, faults.name)


# ---- kills


class Killed(BaseException):
    """Stands for the end of the process: nothing it tries to do after this reaches the disk."""


def dies(root: Path, work: Callable[[], object], at: int) -> bool:
    """Do some work that is cut off at one of its calls; False if it came to its end."""
    real_write = os.write

    def die(name: str, words: tuple[Any, ...]) -> None:
        if name == "write":  # half of it reaches the disk
            real_write(words[0], bytes(words[1])[: len(words[1]) // 2])
        for call in CHANGING:
            setattr(os, call, refuse)  # undone by `injected`
        raise Killed

    def refuse(*words: Any, **named: Any) -> None:
        raise Killed

    killed = False
    with injected(root, at, die, CHANGING):
        try:
            work()
        except Killed:
            killed = True
    close_all(root)
    return killed


def close_all(root: Path) -> None:
    """Close what the end of a process would close."""
    for entry in list(Path("/proc/self/fd").iterdir()):
        with suppress(OSError):
            if str(entry.readlink()).startswith(places(root)):
                os.close(int(entry.name))


def dies_elsewhere(root: Path, work: Callable[[], object], at: int) -> bool:
    """The same in earnest, in another process."""
    child = os.fork()
    if child == 0:
        try:
            with injected(root, at, lambda name, words: os._exit(9), CHANGING):
                work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


def test_kill_at_every_call(root: Path, new_tree: Tree, links: str) -> None:
    outcomes = []
    for at, changes, before in trials(root, count(1)):
        if not dies(root, partial(write_all, changes, root), at):
            break
        for name, entry in look(root).items():  # no half of a file, even before the recovery
            if name in before or name in new_tree:
                assert entry in (before.get(name), new_tree.get(name))
        was_pending = bool(pending(root))
        assert bool(recover(root)) == was_pending
        after = look(root)
        assert after in (before, new_tree), at
        assert recover(root) == []
        outcomes.append(after == new_tree)
    assert len(outcomes) > 40
    assert outcomes == sorted(outcomes) and outcomes[-1]  # old up to some call, new from there on


def test_kill_during_the_recovery(root: Path, new_tree: Tree) -> None:
    kills = 0
    for first in range(36, 66, 8):
        folder = root / str(first)
        for second, changes, before in trials(folder, count(1)):
            dies(folder, partial(write_all, changes, folder), first)
            killed = dies(folder, partial(recover, folder), second)
            recover(folder)
            assert look(folder) in (before, new_tree), (first, second)
            if not killed:
                break
            kills += 1
    assert kills > 30


def test_kill_of_another_process(root: Path, new_tree: Tree) -> None:
    for at, changes, before in trials(root, range(3, 66, 9)):
        dies_elsewhere(root, partial(write_all, changes, root), at)
        recover(root)
        assert look(root) in (before, new_tree), at


def test_kill_by_a_signal(root: Path) -> None:
    """A process that gets the signal, and a lock that goes with it."""
    changes = make_tree(root)
    before = look(root)
    script = (
        "import os, signal; from pathlib import Path; from patchsight.workspace.apply.writer import Change, write_all\n"
        "real = os.replace\n"
        "def replace(*old, **new): real(*old, **new); os.kill(os.getpid(), signal.SIGKILL)\n"
        "os.replace = replace\n"
        "write_all([Change(Path('edit.txt'), b'old\\r\\n', b'new\\r\\n'), Change(Path('b'), None, b'b')], Path())\n"
    )
    process = subprocess.run(
        [sys.executable, "-c", script],
        cwd=root,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.returncode == -9
    assert (root / "edit.txt").read_bytes() == b"new\r\n"
    with pytest.raises(WriteError, match="another run was interrupted; recover first"):
        write_all(changes, root)
    assert recover(root) == ["`edit.txt` has its old text again."]
    assert look(root) == before
    write_all(changes, root)


# ---- other programs


def test_changed_meanwhile_at_every_call(root: Path, links: str) -> None:
    """Another program writes a file at any moment of the run. What it wrote is never lost."""

    def interfere(name: str, words: tuple[Any, ...]) -> None:
        (root / "edit.txt").write_bytes(b"theirs\n")

    refused = 0
    for before, error, faults in every_call(root, interfere):
        if faults.name == "replace":
            continue  # in the very moment of the move nobody can see it
        assert (root / "edit.txt").read_bytes() == b"theirs\n", (faults.at, faults.name)
        if error is not None:
            refused += 1
            assert str(error).startswith("`edit.txt` ")
            assert look(root) == {**before, "edit.txt": ("-", 0o640, b"theirs\n")}
    assert refused > 40


@pytest.mark.parametrize("text", [b"theirs\n", b"added\n"])
def test_created_meanwhile_at_every_call(root: Path, text: bytes) -> None:
    """Another program makes the file that the run wants to make, with other or with the same text."""

    def interfere(name: str, words: tuple[Any, ...]) -> None:
        (root / "empty/added.txt").write_bytes(text)

    refused = 0
    for before, error, faults in every_call(root, interfere, CHANGING):
        assert (root / "empty/added.txt").read_bytes() == text, (faults.at, faults.name)
        if error is not None:
            refused += 1
            assert str(error).startswith("`empty/added.txt` ")
            now = look(root)
            assert {**before, "empty/added.txt": now["empty/added.txt"]} == now
    assert refused > 30


def test_changed_by_another_program_while_it_is_undone(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run fails after a file was replaced, and another program has changed that file since."""
    make_tree(root)
    real = os.link

    def link(old: str, new: str, **named: Any) -> None:
        if new == "late":
            (root / "edit.txt").write_bytes(b"theirs\n")
            raise OSError(errno.EIO, "Input/output error")
        real(old, new, **named)

    monkeypatch.setattr(os, "link", link)
    with pytest.raises(WriteError) as caught:
        write_all(
            [Change(root / "edit.txt", b"old\r\n", b"new"), Change(root / "late", None, b"x")], root
        )
    assert (root / "edit.txt").read_bytes() == b"theirs\n"
    [saved] = root.glob(".edit.txt.patchsight-*.bak")
    assert saved.read_bytes() == b"old\r\n"
    assert f"its text from before the run is in `{saved.name}`" in str(caught.value)
    assert pending(root) == []


def test_folder_swapped_for_a_link_meanwhile(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changes = make_tree(root)
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "real.txt").write_bytes(b"real\n")
    real = Run.enter

    def enter(self: Run, phase: Any) -> None:
        real(self, phase)
        if phase == "move":
            (root / "src").rename(root / "moved")
            (root / "src").symlink_to("../outside")

    monkeypatch.setattr(Run, "enter", enter)
    with pytest.raises(WriteError, match="symbolic link"):
        write_all(changes, root)
    assert {path.name: path.read_bytes() for path in outside.iterdir()} == {"real.txt": b"real\n"}


def test_a_run_that_goes_on_is_left_alone(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changes = make_tree(root)
    refused = 0
    real = Run.enter

    def enter(self: Run, phase: Any) -> None:
        nonlocal refused
        real(self, phase)
        for work in (partial(recover, root), partial(write_all, changes, root)):
            with pytest.raises(WriteError, match="another run of Patchsight is still writing"):
                work()
            refused += 1

    monkeypatch.setattr(lock, "_PATIENCE", 0.0)
    monkeypatch.setattr(Run, "enter", enter)
    write_all(changes, root)
    assert refused == 4
    assert pending(root) == []


# ---- journals that say what no run has written


def plant(root: Path, phase: Phase, record: object, token: str = TOKEN) -> Path:
    """A journal where this user's journals are kept, with its marker."""
    run = Run(str(root), token, phase=phase, home=make_home())
    Path(run.marker).touch()
    path = Path(run.path)
    path.write_text(
        json.dumps({"root": str(root), **record}) if isinstance(record, dict) else str(record)
    )
    return path


def entry(
    target: str, kind: str = "create", data: bytes = b"secret", old: bytes = b"secret"
) -> dict[str, str]:
    return {"kind": kind, "target": target, "new": digest_of(data), "old": digest_of(old)}


@pytest.mark.parametrize(
    "target",
    [
        "../outside/secret",
        "/etc/passwd",
        "door/secret",
        ".git/config",
        "git/config",
        "src/../../outside/secret",
        "..\\outside\\secret",
        "circle/../door/secret",
        "x\0y",
        "",
    ],
)
def test_journal_cannot_reach_outside(root: Path, target: str) -> None:
    make_tree(root)
    outside = root.parent / "outside"
    (root / ".git").mkdir()
    for folder in (outside, root / ".git"):
        folder.mkdir(exist_ok=True)
        for name in ("secret", "config"):
            step = make_step("edit", str(folder / name), "", "", TOKEN, 0)
            for path in (folder / name, folder / step.fresh, folder / step.saved):
                path.write_bytes(b"secret")
    (root / "door").symlink_to("../outside")
    (root / "git").symlink_to(".git")
    (root / "circle").symlink_to("circle")
    make_home()
    before = look(root.parent)
    for kind, phase in product(("create", "edit", "delete"), get_args(Phase)):
        journal = plant(root, phase, {"steps": [entry(target, kind)], "folders": [target]})
        recover(root)
        unplant(root, journal)
        assert look(root.parent) == before, (kind, phase)


def unplant(root: Path, journal: Path) -> None:
    journal.unlink(missing_ok=True)
    (root / name_marker(TOKEN)).unlink(missing_ok=True)


@pytest.mark.parametrize(
    "record",
    [
        "",
        "{",
        "[]",
        "1",
        "null",
        "[" * 100_000,
        '{"steps": 1, "folders": []}',
        "\ud7ff",
        '{"steps": [], "folders": [1]}',
        '{"steps": [{"kind": "eat"}], "folders": []}',
        '{"root": "/", "steps": [], "folders": []}',
        '{"steps": [{"kind": "edit", "target": 5, "new": "", "old": ""}], "folders": []}',
    ],
)
def test_journal_that_is_not_one(root: Path, record: str) -> None:
    make_tree(root)
    before = look(root)
    plant(root, "prepare", record)
    recover(root)
    assert look(root) == before
    journal = plant(root, "move", record)
    assert "remove it by hand" in recover(root)[0]
    unplant(root, journal)
    assert look(root) == before


def test_journals_are_private(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modes: list[int] = []
    real = Run.enter

    def enter(self: Run, phase: Phase) -> None:
        modes.extend(
            stat.S_IMODE(path.stat().st_mode) for path in (Path(self.path), Path(self.home))
        )
        real(self, phase)

    monkeypatch.setattr(Run, "enter", enter)
    write_all(make_tree(root), root)
    assert modes == [0o600, 0o700] * 2
    assert look(Path(make_home())) == {}, "neither a journal nor a lock stays there"


def test_journal_does_not_touch_what_was_changed(root: Path) -> None:
    make_tree(root)
    before = look(root)
    plant(
        root,
        "move",
        {
            "steps": [
                entry("edit.txt"),
                entry("src/real.txt", "edit"),
                entry("keep.txt", "delete"),
            ],
            "folders": ["src", "empty/none"],
        },
    )
    recover(root)
    assert look(root) == before


def test_saved_text_that_is_another_one(root: Path) -> None:
    """Only what the run saved itself is put back, not what somebody put in its place."""
    make_tree(root)
    plant(
        root,
        "move",
        {
            "steps": [
                entry("edit.txt", "edit", b"old\r\n", b"older"),
                entry("gone.txt", "delete", b"", b"gone"),
            ],
            "folders": [],
        },
    )
    saved = [
        ".edit.txt.patchsight-0123456789abcdef-0.bak",
        ".gone.txt.patchsight-0123456789abcdef-1.bak",
    ]
    for name in saved:
        (root / name).write_bytes(b"evil")
    before = look(root)
    assert recover(root) == [
        f"`{name}` is left as it is: `{copy}` is not the text from before the run, or was changed since."
        for name, copy in zip(("gone.txt", "edit.txt"), reversed(saved), strict=True)
    ]
    assert look(root) == {
        name: entry for name, entry in before.items() if name != name_marker(TOKEN)
    }
    assert pending(root) == []


def test_folder_that_is_another_one_by_now(root: Path) -> None:
    """The folder of an interrupted run was removed, and another one stands in its place: there is nothing to undo."""
    make_tree(root)
    for phase in get_args(Phase):
        plant(
            root,
            phase,
            {"steps": [entry("edit.txt", "create", b"old\r\n")], "folders": ["empty"]},
            token=TOKEN,
        )
        (root / name_marker(TOKEN)).unlink()
    before = look(root)
    assert pending(root) == [] == recover(root)
    assert look(root) == before
    write_all([Change(root / "edit.txt", b"old\r\n", b"new")], root)


def test_two_folders_are_told_apart(root: Path) -> None:
    one, two = root / "one", root / "two"
    for folder in (one, two):
        changes = make_tree(folder)
        assert dies_elsewhere(folder, partial(write_all, changes, folder), 60)
    assert pending(one) and pending(two) and pending(one) != pending(two) and not pending(root)
    half_done = look(two)
    assert recover(one) and not pending(one) and recover(one) == recover(root) == []
    assert look(two) == half_done and pending(two)
    assert recover(two)
    assert look(one) == look(two) and not pending(two)


def test_journal_of_a_run_that_touched_nothing_yet(root: Path) -> None:
    make_tree(root)
    before = look(root)
    plant(root, "prepare", {"steps": [entry("edit.txt", "create", b"old\r\n")], "folders": []})
    recover(root)
    assert look(root) == before


def test_run_that_ends_while_the_recovery_starts(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_tree(root)
    before = look(root)
    journal = plant(
        root, "move", {"steps": [entry("edit.txt", "create", b"old\r\n")], "folders": []}
    )

    def end(path: str) -> int:
        unplant(root, journal)
        return wait(path)

    wait = lock._wait
    monkeypatch.setattr(lock, "_wait", end)
    assert recover(root) == []
    assert look(root) == before


def test_saved_text_must_be_a_file(root: Path) -> None:
    make_tree(root)
    before = look(root)
    step = make_step("edit", str(root / "edit.txt"), "", "", TOKEN, 0)
    (root / step.saved).symlink_to("../outside")
    plant(root, "move", {"steps": [entry("edit.txt", "edit", b"old\r\n")], "folders": []})
    recover(root)
    assert look(root) == before


def test_journal_that_is_a_link_or_a_pipe_is_no_journal(root: Path) -> None:
    make_tree(root)
    plant(root, "move", "").unlink()
    before = look(root)
    Path(Run(str(root), TOKEN, phase="move", home=make_home()).path).symlink_to(root / "edit.txt")
    os.mkfifo(Run(str(root), TOKEN, phase="done", home=make_home()).path)
    assert len(pending(root)) == 2
    assert all("could not be dealt with" in said for said in recover(root))
    assert look(root) == before
    assert pending(root / "none") == []


# ---- the folder of the journals


def refuse(root: Path, cause: str) -> None:
    """Neither is anything written nor any journal believed."""
    changes, home = make_tree(root), places(root)[1] + "/patchsight"
    before = look(root)
    said = (
        f"a journal cannot be kept in `{home}`: {cause}; `XDG_STATE_HOME` can name another folder"
    )
    with pytest.raises(WriteError) as caught:
        write_all(changes, root)
    assert str(caught.value) == f"{said}. Nothing was changed."
    assert look(root) == before


@pytest.mark.parametrize(
    ("mode", "cause"), [(0o770, "others may write in it"), (0o702, "others may write in it")]
)
def test_state_folder_that_others_may_write(root: Path, mode: int, cause: str) -> None:
    Path(make_home()).chmod(mode)
    refuse(root, cause)
    with pytest.raises(WriteError, match=cause):
        recover(root)


def test_state_folder_of_another_user(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_home()
    user = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: user + 1)
    refuse(root, "it belongs to another user")
    with pytest.raises(WriteError, match="another user"):
        recover(root)


def test_state_folder_that_is_a_link(root: Path) -> None:
    (root.parent / "elsewhere").mkdir(mode=0o700)
    (root.parent / "state").mkdir()
    (root.parent / "state/patchsight").symlink_to("../elsewhere")
    refuse(root, "it is not a folder")


def test_state_folder_behind_a_link(root: Path) -> None:
    """As where the home folder itself is one."""
    (root.parent / "elsewhere").mkdir()
    (root.parent / "state").symlink_to("elsewhere")
    changes = make_tree(root)
    before = look(root)
    assert dies_elsewhere(root, partial(write_all, changes, root), 70)
    assert look(root) != before
    assert recover(root)
    assert look(root) == before


def test_state_folder_that_cannot_be_made(root: Path) -> None:
    (root.parent / "state").write_text("a file")
    refuse(root, "Not a directory")


@pytest.mark.parametrize("named", ["", "here", "./here"])
def test_state_folder_is_never_looked_for_in_the_current_one(
    root: Path, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = make_tree(root)
    monkeypatch.chdir(root)
    monkeypatch.setenv("HOME", str(root.parent / "home"))
    monkeypatch.setenv("XDG_STATE_HOME", named)
    write_all(changes, root)
    assert (root.parent / "home/.local/state/patchsight").is_dir() and not (root / "here").exists()
    monkeypatch.setenv("HOME", "here")
    with pytest.raises(WriteError, match="no home folder is known"):
        write_all([Change(root / "edit.txt", b"new\r\n", b"newer")], root)
    assert not (root / "here").exists()

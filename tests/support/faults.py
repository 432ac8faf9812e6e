"""A workspace that things happen to while it is written: a fault, a kill, another program, at any call that touches the disk."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

from patchsight.workspace.apply.journal import Run, new_token
from patchsight.workspace.apply.writer import Change, WriteError, write_all

Tree = dict[str, tuple[str, int, object]]
#: The calls through which the writer changes the disk, those that work on a file, and all that it makes.
CHANGING = frozenset(
    {
        "open",
        "write",
        "fsync",
        "replace",
        "rename",
        "link",
        "unlink",
        "mkdir",
        "rmdir",
        "fchmod",
        "fchown",
    }
)
WORKING = CHANGING | {"close", "fstat"}
ALL = WORKING | {"lstat", "stat", "scandir", "listdir"}


@contextmanager
def in_memory() -> Iterator[Path]:
    """A folder, in memory if there is such a place: many small trees come and go. Journals are kept in its folder `state`."""
    memory = Path("/dev/shm")
    with (
        TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("XDG_STATE_HOME", f"{folder}/state")
        yield Path(folder)


def places(root: Path) -> tuple[str, str]:
    """Where the writer works: in the workspace, and where journals are kept."""
    return str(root), os.environ["XDG_STATE_HOME"]


def look(root: Path) -> Tree:
    """Names, kinds, modes and contents of everything below a folder."""
    tree: Tree = {}
    for folder, folders, files in os.walk(root):
        for path in (Path(folder, name) for name in folders + files):
            mode = path.lstat().st_mode
            content = (
                str(path.readlink())
                if stat.S_ISLNK(mode)
                else path.read_bytes()
                if stat.S_ISREG(mode)
                else None
            )
            tree[str(path.relative_to(root))] = (
                stat.filemode(mode)[0],
                stat.S_IMODE(mode),
                content,
            )
    return tree


def make_tree(root: Path) -> list[Change]:
    """A workspace, and a set of changes of every kind."""
    (root / "src").mkdir(parents=True)
    (root / "empty").mkdir()
    for name, data, mode in (
        ("edit.txt", b"old\r\n", 0o640),
        ("src/old.py", b"moved\n", 0o711),
        ("src/real.txt", b"real\n", 0o755),
        ("keep.txt", b"keep\n", 0o444),
    ):
        (root / name).write_bytes(data)
        (root / name).chmod(mode)
    (root / "alias").symlink_to("src/real.txt")
    return [
        Change(root / "edit.txt", b"old\r\n", b"new\r\n"),
        Change(root / "src/old.py", b"moved\n", None),
        Change(root / "new/deep/moved.py", None, b"moved on\n", root / "src/old.py"),
        Change(root / "empty/added.txt", None, b"added\n"),
        Change(root / "alias", b"real\n", b"real new\n"),
        Change(root / "keep.txt", b"keep\n", b"keep\n"),
    ]


def interrupt(root: Path) -> None:
    """Leave behind what a run does that is killed before it changes anything."""
    run = Run(os.path.realpath(root), new_token())
    run.begin()
    run.mark()


Act = Callable[[str, tuple[Any, ...]], None]


class Injected:
    """Counts calls that touch the disk where the writer works, and does something at one of them."""

    def __init__(self, root: Path, at: int, act: Act) -> None:
        self.places, self.at, self.act, self.count, self.name = places(root), at, act, 0, ""

    def wrap(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*words: Any, **named: Any) -> Any:
            inside = any(key.endswith("dir_fd") and held is not None for key, held in named.items())
            if inside or isinstance(words[0], int) or str(words[0]).startswith(self.places):
                self.count += 1
                if self.count == self.at:
                    self.name = name
                    self.act(name, words)
            # waiting for the disk proves nothing here
            return None if name == "fsync" else real(*words, **named)

        return call


@contextmanager
def injected(root: Path, at: int, act: Act, calls: frozenset[str] = WORKING) -> Iterator[Injected]:
    faults = Injected(root, at, act)
    with pytest.MonkeyPatch.context() as patch:
        for name in calls:
            patch.setattr(os, name, faults.wrap(name, getattr(os, name)))
        yield faults


class Trial(NamedTuple):
    """One of many runs of the same changes: what was there before, what came of it, and what happened when."""

    before: Tree
    error: WriteError | None
    faults: Injected


def trials(root: Path, numbers: Iterable[int]) -> Iterator[tuple[int, list[Change], Tree]]:
    """The same tree again and again; it is only made anew if the trial before changed it. Nothing is left of its journal."""
    changes = make_tree(root)
    before = look(root)
    for number in numbers:
        shutil.rmtree(places(root)[1], ignore_errors=True)
        if look(root) != before:
            shutil.rmtree(root)
            make_tree(root)
        yield number, changes, before


def every_call(root: Path, act: Act, calls: frozenset[str] = WORKING) -> Iterator[Trial]:
    """Run the same changes again and again, with something happening at the first call, the second, to the last."""
    for at, changes, before in trials(root, count(1)):
        error = None
        with injected(root, at, act, calls) as faults:
            try:
                write_all(changes, root)
            except WriteError as caught:
                error = caught
        if faults.count < at:
            return
        yield Trial(before, error, faults)

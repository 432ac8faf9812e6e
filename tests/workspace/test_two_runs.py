"""Two runs at once: one waits for the other or is refused, and whoever says it is done has done all of it."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

import patchsight
from fuzz import two_runs
from patchsight.cli import main
from patchsight.workspace.apply import lock
from patchsight.workspace.apply.lock import only_run
from patchsight.workspace.apply.writer import Change, WriteError, write_all
from patchsight.workspace.workspace import Workspace
from support.faults import in_memory, interrupt, places


@pytest.fixture
def root() -> Iterator[Path]:
    with in_memory() as folder:
        (folder / "ws").mkdir()
        (folder / "ws" / "a.txt").write_text("old\n")
        yield folder / "ws"


def test_nothing_is_ever_half_done() -> None:
    """A few of the races that `python tests/fuzz/two_runs.py --times 5000` runs."""
    assert two_runs.run(times=60, seed=22).total() == 60


# ---- the lock


def is_held(path: Path) -> bool:
    """Whether another process would have to wait."""
    script = "import fcntl, sys; fcntl.flock(open(sys.argv[1]), fcntl.LOCK_EX | fcntl.LOCK_NB)"
    done = subprocess.run([sys.executable, "-c", script, path], stderr=subprocess.PIPE, check=False)
    return b"BlockingIOError" in done.stderr


def test_it_is_held_by_one_process_at_a_time_and_leaves_nothing(root: Path) -> None:
    with only_run():
        path = Path(places(root)[1], "patchsight", "lock")
        assert is_held(path)
    assert not path.exists()


def test_a_file_that_a_killed_run_left_is_no_lock(root: Path) -> None:
    path = Path(places(root)[1], "patchsight", "lock")
    path.parent.mkdir(parents=True, mode=0o700)
    path.touch()
    with only_run():
        assert is_held(path)


def test_a_lock_whose_file_was_removed_is_none(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run before removes the file after this one opened it."""
    path, take, files = Path(places(root)[1], "patchsight", "lock"), lock._take, []

    def lose_the_first(descriptor: int) -> bool:
        files.append(os.fstat(descriptor))
        if len(files) == 1:
            path.unlink()
        return take(descriptor)

    monkeypatch.setattr(lock, "_take", lose_the_first)
    with only_run():
        assert len(files) == 2 and is_held(path)


def test_whoever_waits_too_long_is_refused(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "_PATIENCE", 0.0)
    with only_run(), pytest.raises(WriteError) as caught:
        write_all([Change(root / "a.txt", b"old\n", b"new\n")], root)
    path = Path(places(root)[1], "patchsight", "lock")
    assert str(caught.value) == (
        f"another run of Patchsight is still writing (it holds `{path}`); try again when it is done. Nothing was changed."
    )
    assert (root / "a.txt").read_text() == "old\n"


def test_folders_in_each_other_share_one_lock(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "inner").mkdir()
    monkeypatch.setattr(lock, "_PATIENCE", 0.0)
    with only_run(), pytest.raises(WriteError, match="still writing"):
        write_all([Change(root / "inner/a.txt", None, b"new\n")], root / "inner")


def test_a_run_that_is_going_on_is_waited_for_and_not_taken_for_an_interrupted_one(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its journal is there when the other run starts, and gone when that has its turn."""
    interrupt(root)
    patch = root.parent / "p.patch"
    patch.write_text("*** Begin Patch\n*** Update File: a.txt\n@@\n-old\n+new\n*** End Patch\n")
    traces = [*root.glob(".patchsight-*"), *Path(places(root)[1]).rglob("*.json")]
    assert len(traces) == 2

    def end(path: str) -> int:
        for trace in traces:
            trace.unlink(missing_ok=True)
        return wait(path)

    wait = lock._wait
    monkeypatch.setattr(lock, "_wait", end)
    assert main(["apply", str(patch), "--root", str(root)]) == 0
    assert (root / "a.txt").read_text() == "new\n"


def test_a_disk_without_locks_is_refused(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(descriptor: int, operation: int) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(WriteError, match="No locks available; `XDG_STATE_HOME` can name another"):
        write_all([Change(root / "a.txt", b"old\n", b"new\n")], root)
    assert (root / "a.txt").read_text() == "old\n"


def test_windows_locks_a_byte(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As far as it can be tried here: a stand-in for Windows' own module."""
    held: set[int] = set()

    def locking(descriptor: int, mode: int, count: int) -> None:
        assert (mode, count) == (2, 1)
        file = os.fstat(descriptor).st_ino
        if file in held:
            raise PermissionError(13, "Permission denied")
        held.add(file)

    stand_in = types.ModuleType("msvcrt")
    stand_in.__dict__.update(locking=locking, LK_NBLCK=2)
    monkeypatch.setitem(sys.modules, "msvcrt", stand_in)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(lock, "_PATIENCE", 0.0)
    with only_run(), pytest.raises(WriteError, match="still writing"), only_run():
        pass


# ---- what a report rests on


TWO = "*** Begin Patch\n*** Update File: a.txt\n@@\n-old\n+new\n*** Update File: b.txt\n@@\n-old\n+new\n*** End Patch\n"


def test_what_was_applied_already_must_still_be(root: Path) -> None:
    """Another run had written one of the files when this one looked, and was undone since."""
    (root / "a.txt").write_text("new\n")
    (root / "b.txt").write_text("old\n")
    report = patchsight.check(TWO, root)
    assert report.ok and [plan.path for plan in report.plan] == ["b.txt"]
    (root / "a.txt").write_text("old\n")
    with pytest.raises(WriteError, match=r"`a.txt` has changed since it was read. Nothing was"):
        Workspace(root).apply(report)
    assert (root / "b.txt").read_text() == "old\n"


def test_a_byte_order_mark_is_no_change(root: Path) -> None:
    (root / "a.txt").write_bytes(b"\xef\xbb\xbfnew\n")
    (root / "b.txt").write_text("old\n")
    assert patchsight.apply(TWO, root).ok
    assert (root / "b.txt").read_text() == "new\n"


def test_what_was_gone_already_must_still_be(root: Path) -> None:
    patch = "*** Begin Patch\n*** Delete File: gone.txt\n*** Update File: a.txt\n@@\n-old\n+new\n*** End Patch\n"
    report = patchsight.check(patch, root)
    assert report.ok and [plan.path for plan in report.plan] == ["a.txt"]
    (root / "gone.txt").write_text("back\n")
    with pytest.raises(WriteError, match=r"`gone.txt` exists already. Nothing was changed"):
        Workspace(root).apply(report)
    assert (root / "a.txt").read_text() == "old\n"

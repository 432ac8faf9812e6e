"""`patchsight apply` while the disk fails, rights go, files turn into folders, links appear, and the process is killed."""

from __future__ import annotations

import gc
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from patchsight.cli import main
from patchsight.core.model.path_rules import check
from patchsight.workspace.apply.journal import digest_of
from patchsight.workspace.apply.writer import pending, write_all
from support.faults import (
    ALL,
    CHANGING,
    Tree,
    every_call,
    in_memory,
    injected,
    look,
    make_tree,
    places,
)

PATCH = """\
*** Begin Patch
*** Update File: edit.txt
@@
-old
+new
*** Update File: src/old.py
*** Move to: new/deep/moved.py
@@
-moved
+moved on
*** Add File: empty/added.txt
+added
*** Update File: alias
@@
-real
+real new
*** Delete File: gone.txt
*** End Patch
"""
_NOBODY = 65534


@pytest.fixture
def root() -> Iterator[Path]:
    with in_memory() as folder:
        yield folder / "ws"


def lay_out(root: Path) -> Path:
    """A workspace and, beside it, a patch that does everything a patch can; the patch's path."""
    for place in places(root):
        shutil.rmtree(place, ignore_errors=True)
    make_tree(root)
    (root / "gone.txt").write_text("gone\n")
    patch = root.parent / "p.patch"
    patch.write_text(PATCH)
    return patch


def apply(root: Path, *words: str) -> int:
    return main(["apply", *words, "--root", str(root)])


def settled(root: Path) -> tuple[Tree, Tree]:
    """The tree before the patch and after it."""
    patch = lay_out(root)
    before = look(root)
    assert apply(root, str(patch)) == 0
    return before, look(root)


# ---- killed


def killed_at(root: Path, at: int, *words: str) -> bool:
    """Run `apply` in a process that is killed when it makes one of the calls that write; False if it came to its end."""
    child = os.fork()
    if child == 0:
        gc.disable()  # it would touch, and thus copy, all that the parent has in memory
        try:
            with injected(
                root, at, lambda name, words: os.kill(os.getpid(), signal.SIGKILL), CHANGING
            ):
                apply(root, *words)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def test_killed_at_every_call_that_writes(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The next start says exactly what to do, and does it on request: the tree is the old one or the new one."""
    before, after = settled(root)
    outcomes, told = [], 0
    for at in count(1):
        patch = lay_out(root)
        if not killed_at(root, at, str(patch)):
            break
        # no half of a file, even before anything is recovered
        for name, entry in look(root).items():
            if name in before or name in after:
                assert entry in (before.get(name), after.get(name)), (at, name)
        if pending(root):
            told += 1
            half_done = look(root)
            assert apply(root, str(patch)) == 2
            assert (
                "`patchsight apply --recover` undoes what it left half done. Nothing was changed."
                in capfd.readouterr().err
            )
            assert look(root) == half_done
            for name in half_done.keys() - before.keys() - after.keys():
                assert check(name)[1], f"no patch may name {name}"
        assert apply(root, "--recover") == 0
        assert not pending(root) and not list(Path(places(root)[1]).rglob("*.json"))
        assert look(root) in (before, after), at
        outcomes.append(look(root) == after)
        if not outcomes[-1]:
            assert apply(root, str(patch)) == 0
            assert look(root) == after
    assert outcomes == sorted(outcomes) and outcomes[-1] and told > 40


def test_killed_while_it_recovers(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    before, after = settled(root)
    kills = 0
    for first in (45, 65, 85):
        for second in count(1):
            patch = lay_out(root)
            killed_at(root, first, str(patch))
            cut_off = killed_at(root, second, "--recover")
            apply(root, "--recover")
            assert look(root) in (before, after), (first, second)
            if not cut_off:
                break
            kills += 1
    assert kills > 30


_WATCH = """
import json, os, sys
from contextlib import contextmanager

calls = {calls!r}
inside, missed, seen = 0, [], []
events = {{"os.rename", "os.link", "os.symlink", "os.remove", "os.rmdir", "os.mkdir", "os.chmod", "os.chown", "os.truncate",
           "os.utime", "os.setxattr", "os.removexattr", "os.mkfifo", "os.mknod", "shutil.move", "shutil.copyfile"}}

def watch(event, words):
    if event == "open" and isinstance(words[2], int) and words[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC) or event in events:
        seen.append(event)
        if not inside:
            missed.append(f"{{event}} {{words}}")

def wrap(real):
    def call(*words, **named):
        global inside
        inside += 1
        try:
            return real(*words, **named)
        finally:
            inside -= 1
    return call

for name in calls:
    setattr(os, name, wrap(getattr(os, name)))
sys.dont_write_bytecode = True
sys.addaudithook(watch)
from patchsight.cli import main
status = main(["apply", sys.argv[1], "--root", sys.argv[2]])
print(json.dumps([status, missed, sorted(set(seen))]), file=sys.stderr)
"""


def test_no_call_that_writes_is_left_out(root: Path) -> None:
    """The interpreter itself tells of every change that `apply` makes: each is one of the calls at which it was killed."""
    patch = lay_out(root)
    script = _WATCH.format(calls=sorted(CHANGING))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", script, patch, root],
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    status, missed, seen = json.loads(done.stderr.splitlines()[-1])
    assert (status, missed) == (0, [])
    assert {"open", "os.rename", "os.link", "os.remove", "os.mkdir", "os.chmod"} <= set(seen)


# ---- journals that somebody else put there


def bring(root: Path, token: str, journal: str) -> None:
    """What a cloned repository could bring along: a journal of a run that never was, and the texts that it would "bring back"."""
    steps = [
        ("edit", "edit.txt", b"old\r\n"),
        ("create", "src/old.py", b"moved\n"),
        ("delete", "back.txt", b""),
    ]
    record = {
        "root": str(root),
        "folders": ["empty"],
        "steps": [
            {"kind": kind, "target": target, "new": digest_of(data), "old": digest_of(b"evil\n")}
            for kind, target, data in steps
        ],
    }
    (root / journal).write_text(json.dumps(record))
    (root / f".patchsight-{token}.run").touch()
    for index, (_, target, _) in enumerate(steps):
        path = root / target
        (path.parent / f".{path.name}.patchsight-{token}-{index}.bak").write_bytes(b"evil\n")


@pytest.mark.parametrize("phase", ["prepare", "move", "done"])
@pytest.mark.parametrize(
    "pattern",
    [".patchsight-journal-{token}.{phase}.json", ".patchsight-journal-{key}-{token}.{phase}.json"],
)
def test_a_planted_journal_changes_nothing(
    root: Path, pattern: str, phase: str, capfd: pytest.CaptureFixture[str]
) -> None:
    patch, token, key = lay_out(root), "0123456789abcdef", digest_of(os.fsencode(root))[:32]
    bring(root, token, pattern.format(token=token, key=key, phase=phase))
    before = look(root)
    assert apply(root, "--recover") == 0
    assert look(root) == before
    told = capfd.readouterr().err
    assert "There is nothing to recover." in told
    assert f"`.patchsight-{token}.run` is not believed and left as it is" in told
    assert apply(root, str(patch)) == 0, "nor does it stand in the way"
    assert {name: entry for name, entry in look(root).items() if "patchsight" in name} == {
        name: entry for name, entry in before.items() if "patchsight" in name
    }


# ---- the disk is full


@pytest.mark.parametrize("room", [0, 1, 100, 400, 5000])
def test_no_room(root: Path, room: int) -> None:
    """The system itself refuses to write more than so many bytes into a file."""
    patch = lay_out(root)
    (root / "edit.txt").write_text("old\n" + "more\n" * 2000)
    before = look(root)
    done = subprocess.run(
        [sys.executable, "-B", "-m", "patchsight", "apply", str(patch), "--root", str(root)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 2
    assert ": File too large" in done.stderr and done.stderr.endswith(". Nothing was changed.\n"), (
        done.stderr
    )
    assert look(root) == before


# ---- rights


def as_nobody(root: Path, work: Callable[[], None]) -> None:
    """Do something with the rights of a user who has none; the superuser has all, whatever the modes say."""
    for path in [root.parent, *root.parent.rglob("*")] if os.geteuid() == 0 else ():
        os.lchown(path, _NOBODY, _NOBODY)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            if os.geteuid() == 0:
                os.setgid(_NOBODY)
                os.setuid(_NOBODY)
            work()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.parametrize("folder", ["", "src", "empty"])
def test_a_folder_that_may_not_be_written(
    root: Path, folder: str, capfd: pytest.CaptureFixture[str]
) -> None:
    settled(root)  # what is loaded late is loaded now: nobody may not read it
    patch = lay_out(root)

    def work() -> None:
        (root / folder).chmod(0o555)
        before = look(root)
        assert apply(root, str(patch)) == 2
        assert look(root) == before
        (root / folder).chmod(0o755)

    as_nobody(root, work)
    assert "Permission denied. Nothing was changed." in capfd.readouterr().err


def test_rights_that_go_at_any_moment(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A folder loses its mode in the middle of a run. When it has it back, the tree is the old one or the new one."""
    before, after = settled(root)
    lay_out(root)

    def lose(name: str, words: tuple[Any, ...]) -> None:
        for folder in ("", "src", "empty"):
            (root / folder).chmod(0o500 if folder else 0o555)

    def work() -> None:
        half_done = 0
        for at in count(1):
            patch = lay_out(root)
            with injected(root, at, lose, CHANGING) as faults:
                status = apply(root, str(patch))
            if faults.count < at:
                break
            for folder in ("", "src", "empty"):
                (root / folder).chmod(0o755)
            half_done += bool(pending(root))
            apply(root, "--recover")
            assert not pending(root)
            assert modeless(look(root)) == modeless(before if status else after), at
        assert half_done > 10

    as_nobody(root, work)


def modeless(tree: Tree) -> dict[str, object]:
    return {name: content for name, (_, _, content) in tree.items()}


def test_a_state_folder_that_may_not_be_written(
    root: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Nothing is applied without a journal; what was interrupted before is undone all the same."""
    before, after = settled(root)
    home = Path(places(root)[1], "patchsight")
    patch = lay_out(root)
    home.mkdir(mode=0o700, parents=True)

    def work() -> None:
        home.chmod(0o500)
        assert apply(root, str(patch)) == 2
        assert look(root) == before
        home.chmod(0o700)
        assert killed_at(root, 75, str(patch))
        assert look(root) not in (before, after)
        home.chmod(0o500)
        assert apply(root, "--recover", str(patch)) == 2
        home.chmod(0o700)
        assert modeless(look(root)) == modeless(before)
        assert apply(root, "--recover", str(patch)) == 0
        assert modeless(look(root)) == modeless(after)

    as_nobody(root, work)
    said = capfd.readouterr().err
    assert (
        f"a journal cannot be kept in `{home}`: Permission denied; `XDG_STATE_HOME` can name another folder. Nothing was changed."
        in said
    )
    assert "could not be removed (Permission denied)" in said


def test_a_target_that_may_not_be_read(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    settled(root)
    patch = lay_out(root)

    def work() -> None:
        (root / "edit.txt").chmod(0)
        assert apply(root, str(patch)) == 1

    as_nobody(root, work)
    assert "error[unreadable]" in capfd.readouterr().out


# ---- other programs


def test_a_target_that_turns_into_a_folder(root: Path) -> None:
    """At any moment; the folder, and what was there, are as the other program left them."""

    def turn(name: str, words: tuple[Any, ...]) -> None:
        (root / "edit.txt").rename(root / "theirs")
        (root / "edit.txt").mkdir()
        (root / "edit.txt" / "x").write_text("x")

    make_tree(root)
    old = look(root)
    write_all_of(root)
    new = look(root)
    shutil.rmtree(root)
    refused = 0
    for _, error, faults in every_call(root, turn):
        now = {name: entry for name, entry in look(root).items() if not name.startswith("edit.txt")}
        theirs = now.pop("theirs")
        tree = new if error is None else old
        assert theirs in (old["edit.txt"], new["edit.txt"]), faults.at
        assert now == {name: entry for name, entry in tree.items() if name != "edit.txt"}, (
            faults.at,
            faults.name,
        )
        assert (root / "edit.txt" / "x").read_text() == "x"
        refused += error is not None
    assert refused > 40


def write_all_of(root: Path) -> None:
    shutil.rmtree(root)
    write_all(make_tree(root), root)


@pytest.mark.parametrize("folder", ["src", "new", "new/deep", "empty"])
def test_a_folder_swapped_for_a_link(root: Path, folder: str) -> None:
    """At any call a folder makes way for a link to a place outside that looks the same. Nothing outside changes, ever."""
    outside = root.parent / "outside"

    def swap(name: str, words: tuple[Any, ...]) -> None:
        if (root / folder).is_dir():
            (root / folder).rename(root / "was")
        (root / folder).parent.mkdir(exist_ok=True)
        (root / folder).symlink_to(outside)

    outside.mkdir()
    for name, data in (("old.py", b"moved\n"), ("real.txt", b"real\n"), ("keep", b"")):
        (outside / name).write_bytes(data)
    (outside / "deep").mkdir()
    before, refused = look(outside), 0
    for _, error, faults in every_call(root, swap, ALL):
        assert look(outside) == before, (faults.at, faults.name)
        refused += error is not None
    assert refused > 40


@pytest.mark.parametrize("name", ["edit.txt", "src/old.py", "src/real.txt"])
def test_a_target_swapped_for_a_link(root: Path, name: str) -> None:
    """The same with the file itself: the link's target outside is neither read nor written."""
    secret = root.parent / "secret"

    def swap(call: str, words: tuple[Any, ...]) -> None:
        (root / name).unlink(missing_ok=True)
        (root / name).symlink_to(secret)

    secret.write_bytes(b"secret\n")
    secret.chmod(0o600)
    for _, _, faults in every_call(root, swap, ALL):
        assert secret.read_bytes() == b"secret\n" and secret.stat().st_nlink == 1, (
            faults.at,
            faults.name,
        )


# ---- a slow disk


def test_a_slow_disk(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Every call takes its time, as over a network; another program writes into the middle of it."""
    before, _ = settled(root)
    patch = lay_out(root)

    def wait(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*words: Any, **named: Any) -> Any:
            time.sleep(0.002)
            if name == "link":  # the old texts are being saved
                (root / "edit.txt").write_bytes(b"theirs\r\n")
            return real(*words, **named)

        return call

    with pytest.MonkeyPatch.context() as monkeypatch:
        for name in ALL:
            monkeypatch.setattr(os, name, wait(name, getattr(os, name)))
        assert apply(root, str(patch)) == 2
    assert (
        "`edit.txt` was changed by another program meanwhile. Nothing was changed."
        in capfd.readouterr().err
    )
    assert look(root) == {**before, "edit.txt": ("-", 0o640, b"theirs\r\n")}

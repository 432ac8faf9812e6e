"""A session on the command line: figures that last from run to run in a file, and a file that nothing damages."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from patchsight.cli import main
from patchsight.workspace import session_file
from patchsight.workspace.apply import disk, lock

STALE = ">>> file: a.txt\n--- from\none\ntwo\nsomething else\n--- to\none\n2\nsomething else\n<\n"
FINE = STALE.replace("something else", "three")
AGAIN = ">>> file: a.txt\n--- from\n2\n--- to\nzwei\n<\n"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace, which is also the current folder."""
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "a.txt": "one\ntwo\nthree\nfour\n",
        "stale": STALE,
        "fine": FINE,
        "again": AGAIN,
    }.items():
        Path(name).write_text(text)
    return tmp_path


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    def call(*words: str) -> tuple[int, str, str]:
        status = main(words)
        said = capfd.readouterr()
        return status, said.out, said.err

    return call


def block(modified: str, health: str, guidance: str = "none") -> str:
    return f"[SESSION CONTEXT]\nModified: {modified}\nGuidance: {guidance}\nHealth: {health}\n[/SESSION CONTEXT]\n"


# ---- from run to run


def test_a_session(run: Run) -> None:
    assert run("session", "s", "--guidance", "Write digits.", "--max-exchanges", "5")[0] == 0
    assert run("check", "--session", "s", "stale")[0] == 1
    assert run("apply", "--session", "s", "fine")[0] == 0
    status, said, _ = run("apply", "--session", "s", "--output-format", "feedback", "again")
    health = "1 errors, 0 ambiguous matches, exchange 3/5"
    after = block("a.txt (2 patches, 25% changed)", health, "Write digits.")
    assert (status, said) == (
        0,
        "✅ Patch Applied\nApply succeeded. Health updated in [SESSION CONTEXT].\nAction: Continue to next task step or end.\n"
        + after,
    )
    assert run("session", "s") == (0, after, "")


def test_after_an_apply_people_see_the_block_too(run: Run) -> None:
    _, said, _ = run("apply", "--session", "s", "fine")
    assert said.endswith(
        "\n"
        + block("a.txt (1 patches, 25% changed)", "0 errors, 0 ambiguous matches, exchange 1/10")
    )


def test_a_receipt_is_the_same_with_and_without_a_session(run: Run) -> None:
    calls = (("check",), ("check", "--session", "s"))
    plain, kept = (json.loads(run(*call, "--output-format", "json", "fine")[1]) for call in calls)
    assert "[SESSION CONTEXT]" in kept.pop("feedback") and plain.pop("feedback")
    assert plain == kept


def test_a_dry_run_leaves_the_session_alone(run: Run) -> None:
    run("apply", "--session", "s", "--dry-run", "fine")
    run("apply", "--session", "s", "--dry-run", "stale")
    assert not Path("s").exists()


def test_a_session_that_has_not_begun(run: Run) -> None:
    status, said, complaint = run("session", "s")
    assert (status, said) == (0, block("none", "0 errors, 0 ambiguous matches, exchange 0/10"))
    assert complaint == "patchsight: there is no s yet: this is a session that has not begun\n"
    assert not Path("s").exists()


def test_what_the_session_says_about_the_next_patch(run: Run) -> None:
    for number in range(8):
        Path("p").write_text(f">>> file: a.txt\n--- from\nfour\n--- to\nfour\n{number}\n<\n")
        assert run("apply", "--session", "s", "p")[0] == 0
    Path("p").write_text(AGAIN.replace("2", "one"))
    status, said, _ = run("check", "--session", "s", "p")
    assert status == 0
    assert (
        "warning[large_change]: a.txt took 8 patches in this session and 67% of it has changed. Consider writing it whole"
        in said
    )


def test_keystone_files_are_named_with_or_without_a_session(run: Run) -> None:
    status, said, _ = run("check", "--keystone", "b.txt", "--keystone", "a.*", "fine")
    assert status == 0
    assert "warning[keystone_file]: a.txt is a keystone file" in said


# ---- a file that is something else


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "[]",
        "{}",
        '{"patchsight_session": 2}',
        "precious notes\n",
        "[" * 100_000,
        "\xff\0",
        "x" * 9_000_000,
    ],
)
def test_what_is_no_session_is_never_written_over_and_nothing_is_applied(
    content: str, run: Run
) -> None:
    Path("s").write_bytes(content.encode("latin-1"))
    for words in (
        ["check", "fine", "--session", "s"],
        ["apply", "fine", "--session", "s"],
        ["session", "s", "--guidance", "x"],
    ):
        status, _, complaint = run(*words)
        assert status == 2
        assert complaint.startswith(
            "patchsight: s is not a session of Patchsight, or is damaged; name another file, or remove it"
        )
    assert Path("s").read_bytes() == content.encode("latin-1")
    assert Path("a.txt").read_text().startswith("one\ntwo\n")


def test_an_empty_file_is_a_session_that_has_not_begun(run: Run) -> None:
    Path("s").write_text("\n")
    assert run("apply", "--session", "s", "fine")[0] == 0
    assert json.loads(Path("s").read_text())["exchange"] == 1


def test_links_folders_and_pipes_are_refused(run: Run) -> None:
    Path("elsewhere").write_text("")
    Path("link").symlink_to("elsewhere")
    Path("dangling").symlink_to("nowhere")
    Path("folder").mkdir()
    os.mkfifo("pipe")
    for name, reason in {
        "link": "it is a symbolic link",
        "dangling": "it is a symbolic link",
        "folder": "Is a directory",
        "pipe": "it is not a regular file",
        "no/such/folder": "No such file or directory",
    }.items():
        status, _, complaint = run("session", name, "--guidance", "x")
        assert (status, complaint) == (
            2,
            f"patchsight: the session {name} cannot be used: {reason}\n",
        )
    assert Path("elsewhere").read_text() == "" and not Path("nowhere").exists()


def test_a_session_that_the_patch_itself_destroys(run: Run) -> None:
    """The patch is applied by then: say so, and leave the file as it is."""
    run("session", "s", "--guidance", "x")
    Path("p").write_text(">>> file: s | mode=replace\n--- from\n--- to\njunk\n<\n")
    status, said, complaint = run("apply", "--session", "s", "p")
    assert status == 2
    assert said.startswith("Applied p: 1 file.\n")
    assert (
        "p was applied before and stays applied" in complaint
        and "s is not a session of Patchsight" in complaint
    )
    assert Path("s").read_text() == "junk"


# ---- writing it


def test_nothing_is_left_beside_it_and_its_mode_is_kept(run: Run) -> None:
    Path("s").write_text("")
    Path("s").chmod(0o640)
    before = set(Path().iterdir())
    run("check", "--session", "s", "stale")
    assert set(Path().iterdir()) == before
    assert stat.S_IMODE(Path("s").stat().st_mode) == 0o640


def test_a_full_disk_leaves_the_old_figures(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("check", "--session", "s", "stale")
    before, names = Path("s").read_bytes(), set(Path().iterdir())

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(disk, "write", fail)
    assert run("check", "--session", "s", "fine")[::2] == (
        2,
        "patchsight: the session s cannot be used: No space left on device\n",
    )
    assert Path("s").read_bytes() == before and set(Path().iterdir()) == names


def test_runs_at_the_same_time_all_count() -> None:
    for number in range(12):
        Path(f"p{number}").write_text(AGAIN.replace("2", f"nothing like it {number}"))
    runs = [
        subprocess.Popen(
            [sys.executable, "-m", "patchsight", "check", "--session", "s", f"p{number}"],
            stdout=subprocess.DEVNULL,
        )
        for number in range(12)
    ]
    assert {one.wait() for one in runs} == {1}
    figures = session_file.FileStore(Path("s")).read()
    assert (figures.exchange, figures.errors) == (12, 12)


def test_a_file_that_another_run_never_lets_go(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "_PATIENCE", 0.0)
    run("session", "s", "--guidance", "x")
    with lock.only_run():
        status, _, complaint = run("session", "s", "--guidance", "y")
    assert status == 2
    assert complaint.startswith(
        "patchsight: the session s cannot be used: another run of Patchsight is still writing"
    )

"""What runs as a process of its own: from the start of the program to its end, files on disk."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench.contest import Contestant, Outcome, Turn
from bench.scenes import Scene
from bench.writers import write

_PATCH = "change.diff"
GIT, GNU = "git apply (process)", "GNU patch (process)"
CHECK, APPLY = "patchsight check (process)", "patchsight apply (process)"
VERSION, NOTHING = "patchsight --version (process)", "python -c pass (process)"
#: Those that do the job; the others are there to compare with.
WORKING = (GIT, GNU, CHECK, APPLY)
_COMMANDS = {
    GIT: ["git", "apply", _PATCH],
    GNU: ["patch", "-p1", "-s", "-f", "--no-backup-if-mismatch", "-i", _PATCH],
    CHECK: [str(Path(sys.executable).parent / "patchsight"), "check", _PATCH],
    APPLY: [str(Path(sys.executable).parent / "patchsight"), "apply", _PATCH],
    VERSION: [str(Path(sys.executable).parent / "patchsight"), "--version"],
    NOTHING: [sys.executable, "-c", "pass"],
}


def make_programs(scratch: Path, compiled: Path) -> dict[str, Contestant]:
    """The programs there are, by name; they work below a folder for what is only needed for a moment."""
    environment = {**make_environment(compiled), "GIT_CEILING_DIRECTORIES": str(scratch)}
    return {
        name: Contestant(name, partial(_prepare, scratch, words, environment), "unified", batch=2)
        for name, words in _COMMANDS.items()
        if shutil.which(words[0])
    }


def missing() -> list[str]:
    return [name for name, words in _COMMANDS.items() if not shutil.which(words[0])]


def _prepare(scratch: Path, words: list[str], environment: dict[str, str], scene: Scene) -> Turn:
    folder = Path(tempfile.mkdtemp(dir=scratch))
    for path, text in {**scene.files, _PATCH: write("unified", scene)}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text.encode())
    return Turn(partial(_run, words, environment, folder), _reader(folder, scene))


def make_environment(compiled: Path) -> dict[str, str]:
    """The environment of a program that, like an installed one, starts from compiled files; its journals are kept beside them."""
    return {
        **os.environ,
        "PYTHONPYCACHEPREFIX": str(compiled),
        "PYTHONDONTWRITEBYTECODE": "",
        "XDG_STATE_HOME": str(compiled),
    }


def _run(words: list[str], environment: dict[str, str], folder: Path) -> int:
    """Run a program to its end; its exit status."""
    return subprocess.run(
        words,
        cwd=folder,
        env=environment,
        check=False,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ).returncode


def _reader(folder: Path, scene: Scene) -> Callable[[object], Outcome]:
    def read(status: object) -> Outcome:
        after = (
            {path: (folder / path).read_bytes().decode() for path in scene.files}
            if status == 0
            else None
        )
        shutil.rmtree(folder)
        return after

    return read

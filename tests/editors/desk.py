"""A workspace to open in a real editor, the patches in it, and what they should lead to."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
SAMPLES = ROOT / "samples"
BIN = Path(sys.executable).parent
SERVER = BIN / "patchsight"
_SECONDS = 100


@dataclass(frozen=True)
class Desk:
    """A workspace with patches, an untouched copy of it, and a copy in which the command line applied a patch."""

    folder: Path

    @property
    def workspace(self) -> Path:
        return self.folder / "workspace"

    def lay_out(self, patches: list[str], applied: str) -> None:
        """Put the samples' workspace and some patches in place; `applied` is the one the command line applies."""
        for name in ("workspace", "original", "expected"):
            shutil.copytree(SAMPLES / "workspace", self.folder / name)
            for patch in patches:
                self._put(patch, self.folder / name)
        if applied:
            command = [str(SERVER), "apply", "--root", ".", Path(applied).name]
            subprocess.run(command, cwd=self.folder / "expected", check=True, capture_output=True)

    def _put(self, patch: str, folder: Path) -> None:
        own = HERE / "patches" / patch
        shutil.copy(own if own.exists() else SAMPLES / "patches" / patch, folder)

    def environment(self, **more: str) -> dict[str, str]:
        """What an editor finds around it: a home of its own, the server on its path, the other folders."""
        home = self.folder / "home"
        home.mkdir()
        folders = {
            f"XDG_{name}_HOME": str(home / name.lower())
            for name in ("CONFIG", "DATA", "STATE", "CACHE")
        }
        return {
            **folders,
            **more,
            "HOME": str(home),
            "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
            "EXPECTED": str(self.folder / "expected"),
            "ORIGINAL": str(self.folder / "original"),
        }

    def run(self, command: list[str | Path], **environment: str) -> str:
        """Run an editor in the workspace with a home of its own; fail with what it says if it fails."""
        done = subprocess.run(
            command,
            cwd=self.workspace,
            env={**os.environ, **self.environment(**environment)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
        )
        said = done.stdout + done.stderr
        assert done.returncode == 0, said
        return said


def find_editor(path: Path | str, oldest: tuple[int, int], newest: tuple[int, int]) -> Path:
    """An editor whose version lies in a range; skips the test, which counts as a failure in CI, if there is none."""
    found = shutil.which(path)
    if found is None:
        pytest.skip(f"{path} is not installed: run tests/editors/install")
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"(\d+)\.(\d+)", said)
    if version is None or not oldest <= (int(version[1]), int(version[2])) <= newest:
        pytest.skip(
            f"{found} is {said.splitlines()[0]}, which is not the version this test is about"
        )
    return Path(found)

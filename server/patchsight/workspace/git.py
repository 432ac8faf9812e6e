"""Asking git."""

from __future__ import annotations

import subprocess
from pathlib import Path

from patchsight.workspace.errors import UserError


def run_git(root: Path, *words: str) -> bytes:
    """What git answers in a folder; `UserError` if it cannot."""
    try:
        run = subprocess.run(["git", "-C", str(root), *words], capture_output=True, check=False)
    except FileNotFoundError:
        raise UserError("git is not installed") from None
    if run.returncode:
        raise UserError(f"git {words[0]}: {run.stderr.decode('utf-8', 'replace').strip()}")
    return run.stdout

"""The VS Code extension: its types, its unit tests, and the snapshots of its grammars."""

from __future__ import annotations

import subprocess
from pathlib import Path

EXTENSION = Path(__file__).parent.parent.parent / "client-vscode"


def test_the_extension_passes_its_own_tests() -> None:
    """`make test` has installed what this needs."""
    run = subprocess.run(
        ["npm", "test", "--silent"], cwd=EXTENSION, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr

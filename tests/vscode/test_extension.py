"""The VS Code extension: its types, its unit tests, the snapshots of its grammars, and the libraries that ship with it."""

from __future__ import annotations

import json
import subprocess
import warnings
from pathlib import Path

EXTENSION = Path(__file__).parent.parent.parent / "client-vscode"


def test_the_extension_passes_its_own_tests() -> None:
    """`make test` has installed what this needs."""
    run = subprocess.run(["npm", "test", "--silent"], cwd=EXTENSION, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_no_library_that_ships_has_a_known_hole() -> None:
    """The registry knows; some mirrors do not answer this question, which the run then warns of."""
    run = subprocess.run(["npm", "run", "-s", "audit", "--", "--json"], cwd=EXTENSION, capture_output=True, text=True, check=False)
    said = json.loads(run.stdout)
    if "metadata" not in said:
        warnings.warn(f"npm audit was not answered, so nothing is known: {said.get('message') or run.stderr}", stacklevel=1)
        return
    assert run.returncode == 0, run.stdout

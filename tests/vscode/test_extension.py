"""The VS Code extension: its types, its unit tests, the snapshots of its grammars, and the libraries that ship with it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

EXTENSION = Path(__file__).parent.parent.parent / "client-vscode"


def test_the_extension_passes_its_own_tests() -> None:
    """`make test` has installed what this needs."""
    run = subprocess.run(["npm", "test", "--silent"], cwd=EXTENSION, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_no_library_that_ships_has_a_known_hole() -> None:
    """The registry knows; some mirrors do not answer this question."""
    run = subprocess.run(["npm", "run", "-s", "audit", "--", "--json"], cwd=EXTENSION, capture_output=True, text=True, check=False)
    said = json.loads(run.stdout)
    if "metadata" not in said:
        pytest.skip(f"the registry gave no answer: {said.get('message', run.stderr)}")
    assert run.returncode == 0, run.stdout

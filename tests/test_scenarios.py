"""Whole patches on whole trees, through the command line and judged by the files it leaves.

Each folder in scenarios/ has `input/` (the tree; left out if empty), `patch.*` (beside it, or somewhere in it where its
place matters), `expected/` (the tree afterwards), `problems.txt` (one line each) and perhaps `options.txt` (words for the
command line). `UPDATE_SCENARIOS=1 pytest tests/test_scenarios.py` writes `expected/` and `problems.txt` anew: look at each
difference before you keep it.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from patchsight.cli import main

SCENARIOS = sorted(
    path for path in (Path(__file__).parent / "scenarios").iterdir() if path.is_dir()
)
UPDATE = bool(os.environ.get("UPDATE_SCENARIOS"))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: str(scenario.name))
def test_scenario(scenario: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = tmp_path / "root"
    copy_tree(scenario / "input", root)
    patch = find_patch(scenario, root, tmp_path)
    words = [
        str(patch),
        "--root",
        str(root),
        "--output-format",
        "json",
        *read_words(scenario / "options.txt"),
    ]

    status = main(["check", *words])
    problems = [show(problem) for problem in json.loads(capsys.readouterr().out)["problems"]]
    assert read_tree(root) == read_tree(scenario / "input"), "check changed something"
    assert main(["apply", *words]) == status
    assert json.loads(capsys.readouterr().out)["applied"] is (status == 0)
    if UPDATE:
        update(scenario, root, problems)

    assert problems == (scenario / "problems.txt").read_text(encoding="utf-8").splitlines()
    assert status == int(any(problem.startswith("error ") for problem in problems))
    assert read_tree(root) == read_tree(scenario / "expected")
    if status:
        assert read_tree(root) == read_tree(scenario / "input"), "refused, but something changed"


def find_patch(scenario: Path, root: Path, beside: Path) -> Path:
    """The patch inside the copied tree, or a copy of the one beside the tree."""
    if inside := list(root.rglob("patch.*")):
        return inside[0]
    (source,) = scenario.glob("patch.*")
    return Path(shutil.copy(source, beside))


def read_words(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split() if path.exists() else []


def show(problem: dict[str, Any]) -> str:
    start, end = problem["range"]["start"], problem["range"]["end"]
    return f"{problem['severity']} {problem['code']} {start['line']}:{start['column']}-{end['line']}:{end['column']}"


def read_tree(root: Path) -> dict[str, bytes]:
    """Every file by its path, with its bytes; of a symbolic link where it leads."""
    found = {}
    for path in sorted(root.rglob("*")) if root.exists() else ():
        if path.is_symlink():
            found[path.relative_to(root).as_posix()] = b"-> " + bytes(path.readlink())
        elif not path.is_dir():
            found[path.relative_to(root).as_posix()] = path.read_bytes()
    return found


def copy_tree(source: Path, target: Path) -> None:
    if source.exists():
        shutil.copytree(source, target, symlinks=True)
    else:
        target.mkdir()


def update(scenario: Path, root: Path, problems: list[str]) -> None:
    shutil.rmtree(scenario / "expected", ignore_errors=True)
    if read_tree(root):
        copy_tree(root, scenario / "expected")
    (scenario / "problems.txt").write_text(
        "".join(f"{problem}\n" for problem in problems), encoding="utf-8", newline="\n"
    )

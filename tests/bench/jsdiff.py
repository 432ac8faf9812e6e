"""jsdiff, which is JavaScript: it runs in Node, stays there between two scenes, and times its own work."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache, partial
from pathlib import Path
from typing import cast

from bench.contest import Contestant, Outcome, Timed, Turn
from bench.scenes import Scene
from bench.writers import write

NAME = "jsdiff (Node)"
_SCRIPT = Path(__file__).with_name("jsdiff.mjs")


def make_jsdiff(modules: Path) -> dict[str, Contestant]:
    """jsdiff, if Node is there and `modules` has it."""
    there = shutil.which("node") and (modules / "node_modules" / "diff").is_dir()
    return {NAME: Contestant(NAME, partial(_prepare, modules), "unified")} if there else {}


def _prepare(modules: Path, scene: Scene) -> Turn:
    question = json.dumps({"patch": write("unified", scene), "files": scene.files}).encode() + b"\n"
    return Turn(
        partial(_ask, modules, question), lambda answer: cast(Outcome, cast(Timed, answer).result)
    )


def _ask(modules: Path, question: bytes) -> Timed:
    node = _start(modules)
    assert node.stdin and node.stdout
    node.stdin.write(question)
    node.stdin.flush()
    answer = json.loads(node.stdout.readline())
    return Timed(answer["seconds"], answer["work"], answer["after"])


@cache
def _start(modules: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        ["node", str(_SCRIPT), str(modules)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )

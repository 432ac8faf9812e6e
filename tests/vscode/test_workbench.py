"""The VS Code extension in the real workbench: each step of `run.mjs` is a test, and keeps its pictures in out/vscode."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import warnings
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
RUN = Path(__file__).with_name("run.mjs")
_SECONDS = 1200

if shutil.which("node") is None and not os.environ.get("CI"):
    pytest.skip("the workbench needs Node", allow_module_level=True)


def _list_steps() -> list[str]:
    return subprocess.run(
        ["node", RUN, "--list"], capture_output=True, text=True, check=True
    ).stdout.splitlines()


@pytest.fixture(scope="module")
def results() -> dict[str, dict[str, Any]]:
    """One run for all tests: a window is dear to open."""
    subprocess.run(["make", "builds"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    with subprocess.Popen(
        ["node", RUN], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        try:
            said, wrong = run.communicate(timeout=_SECONDS)
        except subprocess.TimeoutExpired:
            run.terminate()  # it ends the editor and the browser with itself
            said, wrong = run.communicate()
    found = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    assert found, said + wrong
    return {result["name"]: result for result in found}


@pytest.mark.parametrize("step", _list_steps())
def test_the_real_workbench(step: str, results: dict[str, dict[str, Any]]) -> None:
    assert step in results, f"the run ended before this step, after {list(results)[-1]!r}"
    error, pictures = results[step]["error"], results[step]["pictures"]
    if repeated := results[step].get("repeated"):
        warnings.warn(f"{step!r} needed a second try: {repeated}", stacklevel=1)
    assert error is None, "\n".join([error, "Pictures:", *pictures])
    assert all(Path(picture).stat().st_size for picture in pictures)


IMAGES = ROOT / "client-vscode" / "images"
TAKEN = ROOT / "out" / "vscode" / "images"
_SMALLEST = 20_000  #: bytes; an icon has less


def _size(picture: Path) -> tuple[int, int]:
    """Width and height, as the head of a PNG says."""
    head = picture.read_bytes()[:24]
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def test_the_pictures_of_the_pages_are_those_that_the_tests_take(
    results: dict[str, dict[str, Any]],
) -> None:
    """`make pictures` takes them anew."""
    kept = {picture.name: _size(picture) for picture in IMAGES.glob("*.png")}
    assert kept == {picture.name: _size(picture) for picture in TAKEN.glob("*.png")}
    assert [name for name in kept if (IMAGES / name).stat().st_size < _SMALLEST] == []


@pytest.mark.parametrize("page", ["README.md", "package.json"])
def test_every_picture_that_a_page_shows_is_there(page: str) -> None:
    text = (IMAGES.parent / page).read_text("utf-8")
    shown = re.findall(r"images/[\w-]+\.png", text)
    assert shown
    assert [name for name in shown if not (IMAGES.parent / name).is_file()] == []

"""The playground of the site in a real browser: each step of `playground.mjs` is a test. It answers as Patchsight does elsewhere."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import fuzz, fuzz_py, process, process_py
from rapidfuzz.distance import (
    OSA,
    DamerauLevenshtein,
    Indel,
    Levenshtein,
    Prefix,
    metrics_py,
)

from project.playground import examples
from support.folders import ROOT
from support.once import shared
from support.site import built_site

HERE = Path(__file__).parent
STEPS = (
    "it loads, and marks the line that differs",
    "the marks lie on the text that is typed",
    "a quick fix mends the patch, and the preview shows what it does",
    "what is typed is answered while it is typed",
    "a patch is converted",
    "a link holds the whole example",
    "an applied patch changes the files, and is told as applied",
    "what was applied can be undone, until a file is edited",
    "a quick fix is taken back as if it had been typed",
    "a sample of every format is pasted and named",
    "keys alone reach everything",
    "what was typed is there after a look at another page",
    "two files with one path are refused",
    "a patch of a megabyte is answered, and fits into a link",
    "markup in a patch, a path or a link stays text",
    "offsets beyond the basic plane stand on their characters",
    "ap works without a compiled scanner",
    "it is readable in the dark",
    "nothing was asked of another machine, and nothing failed",
)
#: Refuses whatever is compiled, as a browser does.
PURE = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name == "_ruamel_yaml" or name.rpartition("_cpp")[1]:
            raise ImportError(name)
sys.meta_path.insert(0, Refuse())
"""
ASK = """
import json, sys
import answer
for request in json.load(sys.stdin):
    print(answer.answer(json.dumps(request)))
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """One run for all tests: Python takes seconds to load in a page."""
    if shutil.which("npm") is None and not os.environ.get("CI"):
        pytest.skip("the playground is built with npm")
    site = built_site(tmp_path_factory)
    with shared(tmp_path_factory, "playground") as steps:
        if not steps.exists():
            steps.write_text(_run(site), encoding="utf-8")
        found = [json.loads(line) for line in steps.read_text("utf-8").splitlines()]
    return {one["name"]: one["error"] for one in found}


def _run(site: Path) -> str:
    """A line of JSON for each step."""
    pictures = ROOT / "out/site-pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    run = subprocess.run(
        ["node", HERE / "playground.mjs", site, pictures],
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=900,
    )
    told = [line for line in run.stdout.splitlines() if line.startswith("{")]
    assert told, run.stdout + run.stderr
    return "\n".join(told)


@pytest.mark.parametrize("step", STEPS)
def test_in_a_browser(step: str, results: dict[str, Any]) -> None:
    assert set(results) == set(STEPS)
    assert results[step] is None, results[step]


def test_without_anything_compiled_the_answers_are_the_same(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(PURE)
    requests = [
        {"patch": one["patch"], "files": {file["path"]: file["text"] for file in one["files"]}}
        for one in examples()
    ]
    compiled, pure = (
        subprocess.run(
            [sys.executable, "-c", ASK],
            input=json.dumps(requests),
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(ROOT / "docs/playground"), *more]),
            },
            capture_output=True,
            check=True,
            encoding="utf-8",
        ).stdout
        for more in ((), (str(tmp_path),))
    )
    assert pure == compiled
    assert pure.count('"ok": false') >= len(requests) // 2


#: RapidFuzz without what is compiled, which has no types
measures, ratios, extracts = (cast("Any", part) for part in (metrics_py, fuzz_py, process_py))
TEXTS = st.text(alphabet="aab (\n", max_size=30)


@given(TEXTS, TEXTS, st.lists(TEXTS, max_size=6))
def test_measures_in_python_are_those_that_are_compiled(a: str, b: str, more: list[str]) -> None:
    for name, compiled in (
        ("levenshtein", Levenshtein),
        ("osa", OSA),
        ("damerau_levenshtein", DamerauLevenshtein),
    ):
        measure = getattr(measures, f"{name}_normalized_similarity")
        assert measure(a, b) == compiled.normalized_similarity(a, b)
    assert measures.prefix_similarity(a, b) == Prefix.similarity(a, b)
    assert ratios.ratio(a, b) == fuzz.ratio(a, b)
    assert list(measures.indel_opcodes(a, b)) == list(Indel.opcodes(a, b))
    found = extracts.extract(a, more, scorer=ratios.ratio, score_cutoff=60, limit=3)
    assert found == process.extract(a, more, scorer=fuzz.ratio, score_cutoff=60, limit=3)

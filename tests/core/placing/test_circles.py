"""What was read and placed goes when nobody refers to it any more: the server keeps the collector of
circles away from it (`lsp/beside_loop.py`).
"""

from __future__ import annotations

import gc
from collections.abc import Generator

import pytest

from bench.curves import KINDS, Text, make_text
from patchsight.core import formats
from patchsight.core.model.target import Target
from patchsight.core.placing.memo import Memory
from patchsight.core.placing.resolver import paths_of, resolve

_YAML = 60  #: what ruamel.yaml leaves behind each time, whatever it read


def go_through(text: Text) -> None:
    patch = formats.parse(text.patch, text.name)
    targets = {path: Target(path, text.files.get(path)) for path in paths_of(patch)}
    for plan in resolve(patch, targets, memory=Memory()).plan:
        plan.edits, plan.after  # noqa: B018


@pytest.fixture(scope="module", autouse=True)
def alone() -> Generator[None, None, None]:
    """Looking for circles takes as long as there are things: what other tests left does not count."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.parametrize("kind", KINDS)
def test_no_answer_leaves_circles(kind: str) -> None:
    text = make_text(kind, 10_000)
    go_through(text)  # which loads what is needed
    gc.collect()
    gc.disable()
    try:
        go_through(text)
        assert gc.collect() <= (_YAML if kind.startswith("ap ") else 0)
    finally:
        gc.enable()

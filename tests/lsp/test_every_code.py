"""Every problem in the catalogue, with its exact squiggle, as an editor gets it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lsp.codes import Case
from lsp.codes_ap import AP
from lsp.codes_placing import PLACING
from lsp.codes_reading import READING
from lsp.codes_stringedit import STRINGEDIT
from lsp.inside import Inside
from patchsight.core.model.problems import CATALOGUE
from support.carets import Mark

CASES = {**READING, **AP, **PLACING, **STRINGEDIT}
#: Figures of a session of many patches; they are shown with the session, and no single patch has them.
NO_PATCH_ALONE_HAS_THEM = {"high_ambiguity", "large_change"}


def test_no_code_is_left_out() -> None:
    assert len(CASES) == sum(map(len, (READING, AP, PLACING, STRINGEDIT)))
    assert set(CASES) == set(CATALOGUE) - NO_PATCH_ALONE_HAS_THEM


@pytest.mark.parametrize("code", CASES)
async def test_the_squiggle(code: str, tmp_path: Path) -> None:
    case = CASES[code]
    make(case, tmp_path)
    text, wanted = case.marked(tmp_path)
    inside, uri = Inside(), (tmp_path / case.name).as_uri()
    await inside.begin(tmp_path, initializationOptions=case.settings)
    for name, shown in case.buffers.items():
        inside.open((tmp_path / name).as_uri(), shown)
    inside.open(uri, text)
    await inside.hover(uri)
    assert code in inside.codes(uri)
    assert marks(inside, uri) == sorted(wanted)
    assert inside.messages() == []


def make(case: Case, root: Path) -> None:
    """Put on disk what the patch meets."""
    for name, data in case.files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode("utf-8") if isinstance(data, str) else data)
    if case.fifo:
        os.mkfifo(root / case.fifo)
    if case.link:
        (root / case.link).symlink_to(case.link)
    if case.twin:
        (root / case.twin).hardlink_to(root / "app.py")


def marks(inside: Inside, uri: str) -> list[Mark]:
    """What is marked; every mark stays in one row."""
    found = []
    for one in inside.published(uri)[-1]["diagnostics"]:
        start, end = one["range"]["start"], one["range"]["end"]
        assert start["line"] == end["line"]
        assert one["severity"] == CATALOGUE[one["code"]].severity
        found.append((start["line"], start["character"], end["character"], one["code"]))
    return sorted(found)

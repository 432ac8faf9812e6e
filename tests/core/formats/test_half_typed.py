"""Whatever stands in a buffer, cut off anywhere: nothing that looks at it raises, and every place it names exists."""

from __future__ import annotations

from pathlib import Path

import pytest

from patchsight.core import formats
from patchsight.core.model.report import Report
from patchsight.core.placing.resolver import paths_of, resolve
from support.check import as_target
from support.folders import SAMPLES
from support.views import check_views, check_views_at

PATCHES = sorted(path for path in (SAMPLES / "patches").rglob("*") if path.is_file())
_CUTS = 40


@pytest.mark.parametrize("patch", PATCHES, ids=lambda path: path.name)
def test_a_patch_cut_off_anywhere(patch: Path) -> None:
    text = patch.read_bytes().decode("utf-8", "replace")
    for end in range(0, len(text) + 1, max(1, len(text) // _CUTS)):
        report = look(text[:end], patch.name)
        for offset in range(0, end + 1, max(1, end // 20)):
            check_views_at(report, offset)
        check_views_at(report, end)


def look(text: str, name: str) -> Report:
    """Resolve a text against the sample workspace, and see that what is said about it as a whole holds."""
    patch = formats.parse(text, name)
    report = resolve(
        patch,
        {path: as_target(path, _read(path)) for path in paths_of(patch)},
        known=lambda: ["shop/cart.py"],
    )
    check_views(report)
    return report


def _read(path: str) -> str | None:
    file = SAMPLES / "workspace" / path
    return file.read_bytes().decode("utf-8", "replace") if file.is_file() else None

"""Whatever stands in a buffer, cut off anywhere: nothing that looks at it raises, and every place it names exists."""

from __future__ import annotations

from pathlib import Path

import pytest

from check import as_target
from patchsight.core import formats
from patchsight.core.aim import aim, sections
from patchsight.core.brief import fate, pointer, title, verdict
from patchsight.core.complete import complete
from patchsight.core.recount import recount
from patchsight.core.resolve import paths_of, resolve
from patchsight.core.result import Report
from patchsight.core.text import split_lines
from patchsight.core.tokens import find_tokens
from patchsight.core.trace import Trace

SAMPLES = Path(__file__).parent.parent / "samples"
PATCHES = sorted(path for path in (SAMPLES / "patches").rglob("*") if path.is_file())
_CUTS = 40


@pytest.mark.parametrize("patch", PATCHES, ids=lambda path: path.name)
def test_a_patch_cut_off_anywhere(patch: Path) -> None:
    text = patch.read_bytes().decode("utf-8", "replace")
    for end in range(0, len(text) + 1, max(1, len(text) // _CUTS)):
        report = look(text[:end], patch.name)
        for offset in range(0, end + 1, max(1, end // 20)):
            look_at(report, offset)
        look_at(report, end)


def look(text: str, name: str) -> Report:
    """Resolve a text against the sample workspace, and see that what is said about it as a whole holds."""
    patch = formats.parse(text, name)
    report = resolve(patch, {path: as_target(path, _read(path)) for path in paths_of(patch)}, known=lambda: ["shop/cart.py"])
    for change, parts in sections(report):
        assert fate(change, parts)
    for found in report.resolutions:
        assert verdict(found) and title(found.part) and "\n" not in pointer(found, patch.format)
        if found.path in report.texts:
            for line in range(0, len(split_lines(report.texts[found.path])), 7):
                Trace(report, found).touching(line)
    at = 0
    for token in find_tokens(patch):
        assert at <= token.span.start < token.span.end <= len(text)
        assert patch.buffer.row(token.span.start) == patch.buffer.row(token.span.end)
        at = token.span.end
    return report


def look_at(report: Report, offset: int) -> None:
    """See that what is said about one place names places that exist."""
    patch = report.patch
    found = aim(report, offset)
    if found:
        size = len(split_lines(report.texts[found.path]))
        assert found.lines and all(0 <= lines.start <= lines.end <= size for lines in found.lines), found
    ending = complete(report, offset, lambda: ["shop/cart.py"])
    if ending:
        assert ending.span.end == offset and ending.choices
        assert patch.buffer.row(ending.span.start) == patch.buffer.row(offset)
        assert all("\n" not in choice.text for choice in ending.choices)
    change = recount(patch, patch.buffer.row(offset))
    assert change is None or change.text


def _read(path: str) -> str | None:
    file = SAMPLES / "workspace" / path
    return file.read_bytes().decode("utf-8", "replace") if file.is_file() else None

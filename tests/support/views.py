"""What is said about a patch as a whole and at a place of it: nothing of it raises, and every place it names exists."""

from __future__ import annotations

from patchsight.core.describe.line_map import Trace
from patchsight.core.describe.lookup import sections, subject_at
from patchsight.core.describe.summary import fate, pointer, title, verdict
from patchsight.core.formats.completion import complete
from patchsight.core.formats.tokens import find_tokens
from patchsight.core.model.report import Report
from patchsight.core.rewrite.recount import recount
from patchsight.core.text.buffer import split_lines

_KNOWN = ["shop/cart.py"]


def check_views(report: Report) -> None:
    """See that what is said about a patch as a whole holds."""
    patch = report.patch
    for change, parts in sections(report):
        assert fate(change, parts)
    for found in report.parts:
        assert verdict(found) and title(found.part) and "\n" not in pointer(found, patch)
        if found.path in report.texts:
            for line in range(0, len(split_lines(report.texts[found.path])), 7):
                Trace(report, found).touching(line)
    at = 0
    for token in find_tokens(patch):
        assert at <= token.span.start < token.span.end <= len(patch.buffer.text)
        assert patch.buffer.row(token.span.start) == patch.buffer.row(token.span.end)
        at = token.span.end


def check_views_at(report: Report, offset: int) -> None:
    """See that what is said about one place names places that exist."""
    patch = report.patch
    found = subject_at(report, offset)
    if found:
        size = len(split_lines(report.texts[found.path]))
        assert found.lines and all(
            0 <= lines.start <= lines.end <= size for lines in found.lines
        ), found
    ending = complete(report, offset, lambda: _KNOWN)
    if ending:
        assert ending.span.end == offset and ending.choices
        assert patch.buffer.row(ending.span.start) == patch.buffer.row(offset)
        assert all("\n" not in choice.text for choice in ending.choices)
    change = recount(patch, patch.buffer.row(offset))
    assert change is None or change.text

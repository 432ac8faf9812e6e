"""What a plan changes, as a diff that git applies to the byte, whatever the line ends."""

from __future__ import annotations

from collections.abc import Iterable

from patchsight.core.formats.unified.render import render
from patchsight.core.model.record import replace
from patchsight.core.model.report import FilePlan
from patchsight.core.rewrite.compose import as_unified
from patchsight.core.text.buffer import BOM, Span
from patchsight.core.text.edits import Edit


def as_diff(plans: Iterable[FilePlan]) -> str:
    """The diff of all files."""
    return render(as_unified(map(_with_mark, plans), lf_only=True))


def _with_mark(plan: FilePlan) -> FilePlan:
    """A byte order mark is no part of a text, but git sees it as the first character of line 1."""
    if not plan.bom:
        return plan
    before, after = (text if text is None else BOM + text for text in (plan.before, plan.after))
    edits = [Edit(Span(edit.start + 1, edit.end + 1), edit.text) for edit in plan.edits]
    return replace(plan, before=before, after=after, edits=edits)

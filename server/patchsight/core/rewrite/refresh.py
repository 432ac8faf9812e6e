"""Refreshing a patch: written anew from where its parts stand now, unless it is fresh."""

from __future__ import annotations

from collections.abc import Iterator

from patchsight.core.formats.spec import FormatSpec, policy_of
from patchsight.core.model.patch import FileChange, Grade
from patchsight.core.model.report import FileOp, FilePlan, Report, State
from patchsight.core.rewrite.convert import Rewritten, place, write_patch
from patchsight.core.rewrite.git_diff import as_diff
from patchsight.core.text.buffer import Span
from patchsight.core.text.edits import Edit, apply_edits

#: Findings that do not say that a patch is stale.
_HARMLESS = frozenset(
    {
        "few_context_lines",
        "found_from_root",
        "hidden_characters",
        "ignored_metadata",
        "mixed_line_endings",
        "move_in_zenpatch",
        "same_file_again",
        "trailing_space_removed",
    }
)


def refresh(report: Report) -> Rewritten:
    """A patch that does the same, with fresh numbers and context."""
    own = report.patch.format
    if not report.ok or own is None:
        return Rewritten(None, "The patch has errors; only one that fits can be rewritten.")
    if _is_fresh(report):
        return Rewritten(report.patch.buffer.outer.text)
    kept = _with_other_hunks(report, own) if own.composition == "numbered" else None
    return Rewritten(kept) if kept is not None else write_patch(report.plan, own)


def _is_fresh(report: Report) -> bool:
    """Whether every part stands where the patch says, literally, with nothing left to say."""
    grades = (
        {resolution.grade for resolution in report.parts}
        if not policy_of(report.patch).by_code
        else set()
    )
    fits = all(resolution.state is State.FITS for resolution in report.parts) and grades <= {
        None,
        Grade.EXACT,
    }
    return fits and all(problem.code in _HARMLESS for problem in report.problems)


# ---- a unified diff: its headers say more than can be told from the files
def _with_other_hunks(report: Report, own: FormatSpec) -> str | None:
    """The text with other hunks in it, if that does the same and leaves nothing to say."""
    plans = {plan.path: plan for plan in report.plan}
    sections = report.patch.files
    if len(plans) != len(sections) or any(
        _path(report, change) not in plans for change in sections
    ):
        return None
    changes = tuple(
        change
        for section in sections
        for change in _rewrite(report, section, plans[_path(report, section)])
    )
    text = apply_edits(report.patch.buffer.text, changes)
    again = place(text, report.plan, own)
    return text if again.ok and again.outcome == report.outcome and _is_fresh(again) else None


def _path(report: Report, section: FileChange) -> str:
    return next(resolution.path for resolution in report.parts if resolution.change is section)


def _rewrite(report: Report, section: FileChange, plan: FilePlan) -> Iterator[Edit]:
    """Fresh hunks for a section, each with what stood behind the old one's numbers."""
    hunks = [part for part in section.parts if part.lines]
    if plan.op not in (FileOp.EDIT, FileOp.RENAME) or not hunks:
        return
    buffer = report.patch.buffer
    rows = as_diff([plan]).split("\n")[:-1]
    # lines of hunks have a prefix
    starts = [row for row, text in enumerate(rows) if text.startswith("@@")]
    if len(starts) == len(hunks):
        for start, part in zip(starts, hunks, strict=True):
            rows[start] += buffer.lines[buffer.row(part.header.start)].split("@@", 2)[-1]
    yield Edit(Span(hunks[0].span.start, hunks[-1].span.end), "\n".join(rows[starts[0] :]))

"""Fixes that take a part out of the patch, or put the sections of one file together."""

from __future__ import annotations

from collections.abc import Iterator

from patchsight.core import formats
from patchsight.core.fixes.trial import Edits, Fix, Trial
from patchsight.core.model.patch import FileChange, Options, Patch
from patchsight.core.model.problems import Problem
from patchsight.core.model.report import FileOp, Report
from patchsight.core.model.target import Target
from patchsight.core.placing.resolver import resolve
from patchsight.core.rewrite.compose import as_unified
from patchsight.core.text.buffer import Span, is_blank
from patchsight.core.text.edits import Edit


def drop_applied(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """Take out a part that is applied already, or its section; never the last one of a patch."""
    resolution = trial.resolution(problem)
    if resolution is None:
        return
    whole = len(resolution.change.parts) == 1
    if whole and len(trial.patch.files) == 1:
        return
    edits = (Edit(rows_of(trial, resolution.change.span if whole else resolution.part.span), ""),)
    if trial.keeps(edits) and len(trial.answer(edits).errors) <= len(trial.report.errors):
        yield Fix("Drop this part, it is applied already", edits)


def drop_empty(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """Take out a header below which no line stands, with the blank rows behind it."""
    first = last = trial.buffer.row(problem.span.start)
    while last + 1 < len(trial.buffer.lines) and is_blank(trial.buffer.lines[last + 1]):
        last += 1
    edits = (Edit(trial.row_span(first, last), ""),)
    if problem.part is None and trial.helps(edits, problem) and trial.keeps(edits):
        yield Fix("Remove this header, no line follows it", edits, safe=True)


def rows_of(trial: Trial, span: Span) -> Span:
    """The whole rows that a span lies in."""
    return trial.row_span(
        trial.buffer.row(span.start), trial.buffer.row(max(span.start, span.end - 1))
    )


# ---- two sections for one file
def merge(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """Bring the hunks of a file's second section into the first: as they are, or as they mean."""
    section = trial.section(problem.span)
    first = next(
        (
            change
            for change in trial.patch.files
            if section and change.path.choices == section.path.choices
        ),
        None,
    )
    if section is None or first is None or first is section or not section.parts or not first.parts:
        return
    after_it = _one_after_the_other(trial, first, section)
    made = None
    for title, edits in (
        ("Merge into the file patch above", _join(trial, first, section)),
        ("Merge into the file patch above, as what comes after it", after_it),
    ):
        if edits and trial.helps(edits, problem) and trial.answer(edits).outcome != made:
            made = trial.answer(edits).outcome
            yield Fix(title, edits)


def _join(trial: Trial, first: FileChange, second: FileChange) -> Edits:
    """Move a section's hunks to the end of another, to be read against the same text."""
    hunks = trial.buffer.starts[trial.buffer.row(second.parts[0].span.start)]
    end, own = rows_of(trial, first.span).end, rows_of(trial, second.span)
    if is_blank(trial.buffer.text[end : own.start].replace("\n", "").replace("\r", "")):
        return (Edit(Span(end, hunks), ""),)
    return Edit(Span(end, end), trial.buffer.text[hunks : own.end]), Edit(own, "")


def _one_after_the_other(trial: Trial, first: FileChange, second: FileChange) -> Edits:
    """Write anew what two sections do if the second one knows of the first."""
    both = Patch(trial.patch.format, trial.buffer, [first, second])
    report = _resolve_in_turn(trial, both)
    if not report.ok or len(report.plan) != 1 or report.plan[0].op is not FileOp.EDIT:
        return ()
    assert trial.patch.format is not None
    text = formats.render_files(as_unified(report.plan), trial.patch.format)
    return Edit(rows_of(trial, first.span), text), Edit(rows_of(trial, second.span), "")


def _resolve_in_turn(trial: Trial, patch: Patch) -> Report:
    texts = trial.report.texts
    targets = {
        path: Target(path, texts.get(path))
        for change in patch.files
        for path in change.path.choices
    }
    return resolve(patch, targets, Options(duplicate_files="sequential"))

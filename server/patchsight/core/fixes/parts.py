"""Fixes that take a part out of the patch, or put the sections of one file together."""

from __future__ import annotations

from collections.abc import Iterator

from patchsight.core import formats
from patchsight.core.fixes.trial import Desk, Edits, Fix, outcome
from patchsight.core.model.patch import FileChange, Options, Patch
from patchsight.core.model.problems import Problem
from patchsight.core.model.report import FileOp, Report
from patchsight.core.model.target import Target
from patchsight.core.placing.resolver import resolve
from patchsight.core.rewrite.compose import as_unified
from patchsight.core.text.buffer import Span, is_blank
from patchsight.core.text.edits import Edit


def drop_applied(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """Take out a part that is applied already, or its section if it has no other; never the last
    one of a patch.
    """
    found = desk.resolution(problem)
    if found is None:
        return
    whole = len(found.change.parts) == 1
    if whole and len(desk.patch.files) == 1:
        return
    changes = (Edit(_rows(desk, found.change.span if whole else found.part.span), ""),)
    if desk.keeps(changes) and len(desk.answer(changes).errors) <= len(desk.report.errors):
        yield Fix("Drop this part, it is applied already", changes)


def drop_empty(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """Take out a header below which no line stands, with the blank rows behind it."""
    first = last = desk.buffer.row(problem.span.start)
    while last + 1 < len(desk.buffer.lines) and is_blank(desk.buffer.lines[last + 1]):
        last += 1
    changes = (Edit(desk.row_span(first, last), ""),)
    if problem.part is None and desk.helps(changes, problem) and desk.keeps(changes):
        yield Fix("Remove this header, no line follows it", changes, safe=True)


def _rows(desk: Desk, span: Span) -> Span:
    """The whole rows that a span lies in."""
    return desk.row_span(
        desk.buffer.row(span.start), desk.buffer.row(max(span.start, span.end - 1))
    )


# ---- two sections for one file
def merge(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """Bring the hunks of a second section for a file into the first: as they are, or as they mean
    after those of the first.
    """
    section = desk.section(problem.span)
    first = next(
        (
            change
            for change in desk.patch.files
            if section and change.path.choices == section.path.choices
        ),
        None,
    )
    if section is None or first is None or first is section or not section.parts or not first.parts:
        return
    after_it = _one_after_the_other(desk, first, section)
    made = None
    for title, changes in (
        ("Merge into the file patch above", _join(desk, first, section)),
        ("Merge into the file patch above, as what comes after it", after_it),
    ):
        if changes and desk.helps(changes, problem) and outcome(desk.answer(changes)) != made:
            made = outcome(desk.answer(changes))
            yield Fix(title, changes)


def _join(desk: Desk, first: FileChange, second: FileChange) -> Edits:
    """Move the hunks of a section to the end of another, where they are read against the same
    text.
    """
    hunks = desk.buffer.starts[desk.buffer.row(second.parts[0].span.start)]
    end, own = _rows(desk, first.span).end, _rows(desk, second.span)
    if is_blank(desk.buffer.text[end : own.start].replace("\n", "").replace("\r", "")):
        return (Edit(Span(end, hunks), ""),)
    return Edit(Span(end, end), desk.buffer.text[hunks : own.end]), Edit(own, "")


def _one_after_the_other(desk: Desk, first: FileChange, second: FileChange) -> Edits:
    """Write anew what two sections do if the second one knows of the first."""
    both = Patch(desk.patch.format, desk.buffer, [first, second])
    report = _resolve_in_turn(desk, both)
    if not report.applicable or len(report.plan) != 1 or report.plan[0].op is not FileOp.EDIT:
        return ()
    assert desk.patch.format is not None
    text = formats.render_files(as_unified(report.plan), desk.patch.format)
    return Edit(_rows(desk, first.span), text), Edit(_rows(desk, second.span), "")


def _resolve_in_turn(desk: Desk, patch: Patch) -> Report:
    texts = desk.report.texts
    targets = {
        path: Target(path, texts.get(path))
        for change in patch.files
        for path in change.path.choices
    }
    return resolve(patch, targets, Options(duplicate_files="sequential"))

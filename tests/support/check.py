"""Resolving as examples: a patch and the files it meets in, what becomes of them and carets under what is reported out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import jsonschema  # type: ignore[import-untyped]

import patchsight
from patchsight.core import formats
from patchsight.core.describe.receipt import receipt
from patchsight.core.model.patch import Options, Part, Patch
from patchsight.core.model.problems import CATALOGUE, Severity
from patchsight.core.model.record import replace
from patchsight.core.model.report import FileOp, FilePlan, Report
from patchsight.core.model.target import Target
from patchsight.core.placing.resolver import paths_of, resolve
from patchsight.core.text.buffer import BOM, Span, split_lines
from support.carets import check_marks, split_marks, trim

REFUSED: Final = "refused"
Files = Mapping[str, "str | Target"]
#: The files that differ afterwards, None for one that is gone; or that nothing is applied.
After = Mapping[str, "str | None"] | Literal["refused"]
_DEFAULTS: Final = Options()


def check(
    patch: str,
    files: Files,
    after: After,
    *,
    name: str = "",
    options: Options = _DEFAULTS,
    everything: bool = False,
    crlf: bool = False,
) -> Report:
    """Resolve a patch without its caret rows and compare every error and warning with them, then the files.

    With `everything`, information counts too. With `crlf`, the patch's lines end in CRLF.
    """
    text, wanted = split_marks(trim(patch))
    there = {path: trim(file) if isinstance(file, str) else file for path, file in files.items()}
    report = answer(text.replace("\n", "\r\n") if crlf else text, there, name=name, options=options)
    least = Severity.HINT if everything else Severity.WARNING
    buffer = report.patch.buffer
    told = [
        replace(problem, span=buffer.shown(problem.span))
        for problem in report.problems
        if problem.severity <= least
    ]
    check_marks(buffer.outer.text, told, wanted)
    if after == REFUSED:
        assert not report.ok, "the patch should be refused"
    else:
        assert report.ok, messages(report)
        assert changed(report) == {
            path: text if text is None else trim(text) for path, text in after.items()
        }
    return report


def answer(text: str, files: Files, *, name: str = "", options: Options = _DEFAULTS) -> Report:
    """What a patch does to these files, once everything that always holds was found to hold; the receipt's schema, too."""
    report = place(text, files, name=name, options=options)
    _validator().validate(receipt(report, "patch"))
    return report


def place(text: str, files: Files, *, name: str = "", options: Options = _DEFAULTS) -> Report:
    """The same without the receipt, which takes longer than all the rest."""
    patch = formats.parse(text, name, options)
    targets = {path: as_target(path, files.get(path)) for path in paths_of(patch)}
    report = resolve(patch, targets, options, known=lambda: sorted(files))
    check_spans(patch)
    check_report(report)
    for plan in report.plan:
        check_plan(plan)
    touched = [path for plan in report.plan for path in (plan.path, plan.new_path) if path]
    assert len(set(touched)) == len(touched), "a path stands in two plans"
    return report


def outcome(path: str, before: str, after: str | None) -> After:
    """What becomes of one file, as `check` wants it: its new text, or None where the patch is refused."""
    if after is None:
        return REFUSED
    return {path: after} if trim(after) != trim(before) else {}


def apply(report: Report, files: Files) -> dict[str, str | Target]:
    """The files as a report leaves them; as they were if it may not be applied."""
    after = dict(files)
    for path, text in changed(report).items() if report.ok else ():
        if text is None:
            del after[path]
        else:
            after[path] = text
    return after


def as_target(path: str, file: str | Target | None) -> Target:
    """A file as the core sees it: a byte order mark is not part of its text."""
    if isinstance(file, Target):
        return file
    if file is None:
        return Target(path, None)
    return Target(path, file.removeprefix(BOM), bom=file.startswith(BOM))


def changed(report: Report) -> dict[str, str | None]:
    """The files a report would change, as they are then; None for one that is gone."""
    after: dict[str, str | None] = {}
    for plan in report.plan:
        text = None if plan.after is None else BOM * plan.bom + plan.after
        if plan.op is FileOp.RENAME and plan.new_path:
            after[plan.path] = None
        after[plan.new_path or plan.path] = text
    return after


def messages(report: Report) -> str:
    return "\n".join(
        f"{problem.severity.name} {problem.code}: {problem.message}" for problem in report.problems
    )


def codes(report: Report) -> list[str]:
    return [problem.code for problem in report.problems]


def states(report: Report) -> list[str]:
    return [resolution.state.value for resolution in report.parts]


def grades(report: Report) -> list[str | None]:
    return [None if part.grade is None else part.grade.label for part in report.parts]


# ---- what always holds


def check_spans(patch: Patch) -> None:
    """Every span lies in the text."""
    size = len(patch.buffer.text)
    for span in _spans(patch):
        assert 0 <= span.start <= span.end <= size, span


def _spans(patch: Patch) -> Iterator[Span]:
    yield from (problem.span for problem in patch.problems)
    for change in patch.files:
        yield from (change.span, change.header, change.path.span)
        if change.new_path:
            yield change.new_path.span
        for part in change.parts:
            yield from _part_spans(part)


def _part_spans(part: Part) -> Iterator[Span]:
    yield from (
        part.span,
        part.header,
        *(line.span for line in part.lines),
        *(hint.span for hint in part.hints),
    )
    if part.numbers:
        yield part.numbers.span
    for block in (part.anchor, part.range_end):
        if block:
            yield from (block.span, *(line.span for line in block.lines))


def check_report(report: Report) -> None:
    """Problems are known ones and point somewhere, and every part has an answer."""
    size = len(report.patch.buffer.text)
    for problem in report.problems:
        assert problem.code in CATALOGUE and problem.message
        assert 0 <= problem.span.start <= problem.span.end <= size, problem
        for place in problem.related:
            assert place.path is None or place.end <= max(
                1, len(split_lines(report.texts[place.path]))
            ), place
    assert [part.index for part in report.patch.parts] == [
        found.part.index for found in report.parts
    ]
    if report.ok:
        assert all(found.state.sound for found in report.parts), (
            "applicable, but not every part has a place"
        )


def check_plan(plan: FilePlan) -> None:
    """A file's edits are in order, do not overlap, and lead from what it is to what it becomes."""
    assert (plan.before is None) == (plan.op is FileOp.CREATE)
    assert (plan.after is None) == (plan.op is FileOp.DELETE)
    if plan.before is None or plan.after is None:
        assert not plan.edits
        return
    at, pieces = 0, []
    for edit in plan.edits:
        assert at <= edit.start <= edit.end <= len(plan.before), plan.edits
        pieces += [plan.before[at : edit.start], edit.text]
        at = edit.end
    assert "".join([*pieces, plan.before[at:]]) == plan.after


@cache
def _validator() -> Any:
    schema = json.loads(
        (Path(patchsight.__file__).parent / "receipt.schema.json").read_text(encoding="utf-8")
    )
    return jsonschema.Draft202012Validator(schema)

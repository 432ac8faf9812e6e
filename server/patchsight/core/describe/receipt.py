"""The receipt: everything a view shows, as plain data. Its schema is receipt.schema.json."""

from __future__ import annotations

from typing import Any

from patchsight.core.formats.spec import default_words
from patchsight.core.model.problems import Problem, Related, Severity
from patchsight.core.model.report import FilePlan, Lines, Nearest, Report, Resolution
from patchsight.core.text.buffer import Buffer, Span, split_lines
from patchsight.core.text.edits import line_edits
from patchsight.core.text.phrases import shorten

VERSION = 1
_LONGEST = 10_000


def receipt(
    report: Report, name: str, *, applied: bool = False, feedback: str = ""
) -> dict[str, Any]:
    """The whole answer for one patch; with the feedback for its model, if there is one to go with it."""
    buffer = report.patch.buffer
    files = [_file(plan) for plan in report.plan]
    return {
        "version": VERSION,
        "patch": name,
        "format": report.patch.format.name if report.patch.format else None,
        **({"wrapped_in": report.patch.wrapped_in} if report.patch.wrapped_in else {}),
        "applicable": report.ok,
        "applied": applied,
        "totals": _totals(report, files),
        "files": files,
        "parts": [_part(resolution, buffer) for resolution in report.parts],
        "problems": [_problem(problem, report) for problem in report.problems],
        "ignored_metadata": [row for change in report.patch.files for row in change.metadata],
        **({"feedback": feedback} if feedback else {}),
    }


def _totals(report: Report, files: list[dict[str, Any]]) -> dict[str, int]:
    return {
        "files": len(files),
        "added": sum(file["added"] for file in files),
        "removed": sum(file["removed"] for file in files),
        "parts": len(report.parts),
        "sound": sum(resolution.state.sound for resolution in report.parts),
        "errors": report.count(Severity.ERROR),
        "warnings": report.count(Severity.WARNING),
    }


def _file(plan: FilePlan) -> dict[str, Any]:
    edits = line_edits(plan.before or "", plan.edits)
    removed = sum(edit.end - edit.start for edit in edits)
    added = sum(len(edit.new) for edit in edits)
    if plan.before is None or plan.after is None:
        removed, added = len(split_lines(plan.before or "")), len(split_lines(plan.after or ""))
    return {
        "operation": plan.op.value,
        "path": plan.path,
        "new_path": plan.new_path,
        "added": added,
        "removed": removed,
        "parts": list(plan.parts),
    }


def _part(resolution: Resolution, buffer: Buffer) -> dict[str, Any]:
    part = resolution.part
    return {
        "index": part.index,
        "line": buffer.shown_row(part.header.start) + 1,
        "operation": resolution.change.op.value,
        "action": part.action,
        "path": resolution.path,
        "state": resolution.state.value,
        "grade": resolution.grade.label if resolution.grade is not None else None,
        "score": round(resolution.score, 4),
        "lines": _lines(resolution.where),
        "candidates": [_lines(lines) for lines in resolution.candidates],
        "candidate_count": resolution.total_candidates,
        "nearest": _nearest(resolution.nearest),
    }


def _lines(lines: Lines | None) -> dict[str, int] | None:
    """Lines counted from 1; for a place between lines `end` is `start - 1`."""
    return None if lines is None else {"start": lines.start + 1, "end": lines.end}


def _nearest(nearest: Nearest | None) -> dict[str, Any] | None:
    if nearest is None:
        return None
    difference = nearest.difference
    return {
        "lines": _lines(nearest.lines),
        "score": round(nearest.score, 4),
        "difference": None
        if difference is None
        else {
            "line": difference.line + 1,
            "expected": _cut(difference.expected),
            "found": _cut(difference.found),
        },
    }


def _cut(line: str | None) -> str | None:
    """A line of the file or the patch; one of megabytes is of no use in a receipt."""
    return line and shorten(line, _LONGEST)


def _problem(problem: Problem, report: Report) -> dict[str, Any]:
    buffer, spec = report.patch.buffer, report.patch.format
    words = spec.words(problem) if spec else default_words(problem)
    return {
        "code": problem.code,
        "severity": Severity(problem.severity).name.lower(),
        "message": problem.message,
        "rule": words.rule,
        "hint": words.action,
        "range": _range(problem.span, buffer),
        "part": problem.part,
        "related": [_related(related, buffer) for related in problem.related],
    }


def _range(span: Span, buffer: Buffer) -> dict[str, dict[str, int]]:
    span = buffer.shown(span)
    start, end = buffer.outer.position(span.start), buffer.outer.position(span.end)
    return {
        "start": {"line": start.line + 1, "column": start.column + 1},
        "end": {"line": end.line + 1, "column": end.column + 1},
    }


def _related(related: Related, buffer: Buffer) -> dict[str, Any]:
    if related.path is None:
        lines = Lines(buffer.shown_row(related.start), buffer.shown_row(related.end) + 1)
    else:
        lines = Lines(related.start, related.end)
    return {"message": related.message, "path": related.path, "lines": _lines(lines)}

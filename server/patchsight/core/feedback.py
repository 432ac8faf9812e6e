"""Feedback for the model that wrote a patch: what failed, by which rule, what the file really says, one way to recover.

Made to be pasted back: plain text, the most useful part first, bounded in size. ApplyDiff's statuses and actions are worded
as its specification words them.
"""

from __future__ import annotations

from patchsight.core.explain import percent
from patchsight.core.model import Format
from patchsight.core.problems import CATALOGUE, Problem, Severity
from patchsight.core.result import Lines, Report, Resolution
from patchsight.core.text import Buffer, split_lines

MOST_FOR_ONE = 1500
MOST_FOR_ALL = 8000
_AROUND = 3
_MOST_LINES = 12
_MOST_PLACES = 4
_LONGEST = 160

_AMBIGUOUS = frozenset({"ambiguous_context", "ambiguous_anchor"})
_MISSING = frozenset(
    {"context_not_found", "context_not_exact", "anchor_not_found", "end_not_found", "cannot_insert", "file_not_found"}
)
#: ApplyDiff section 5: status, what it means, what the model must do.
_APPLYDIFF = {
    "ambiguous": (
        "❌ Ambiguous match detected",
        'Your "from" block matched multiple locations in the file with near-equal confidence.',
        "Submit the same patch content but use MORE surrounding context lines (5+) to uniquely define the target location.",
    ),
    "missing": (
        "❌ No match found",
        'Your "from" block did not match any location in the file.',
        "Use the file's current text shown here, or request the current state of the relevant section.",
    ),
    "invalid": (
        "❌ Patch Format Invalid",
        "The output did not conform to the required Classic Style (`>>> file:`, `--- from`, `--- to`, `<`).",
        "Regenerate output strictly adhering to the mandated format.",
    ),
    "applied": ("✅ Patch Applied", "Apply succeeded.", "Continue to next task step or end."),
}
#: The rule of a unified diff that failed, as its contract puts it.
_UNIFIED = {
    "missing_file_header": "Expected `--- old_path` followed by `+++ new_path`.",
    "invalid_hunk_header": "Expected `@@ -old_start,old_count +new_start,new_count @@`.",
    "context_not_found": "The hunk's context and removed lines must match the current file.",
    "ambiguous_context": "The hunk matches several locations; include more surrounding context.",
    "duplicate_file_patch": "The same file may appear in one file patch only; merge the hunks.",
    "rename_path_mismatch": "The rename headers and the `---`/`+++` paths must agree.",
    "unsupported_git_patch_feature": "Binary patches, copies and submodules are not supported.",
    "path_escape": "Paths must stay inside the workspace.",
}


def feedback(report: Report) -> str:
    """All that the model should know about a patch, errors first."""
    worst = sorted((found for found in report.problems if found.severity <= Severity.WARNING), key=lambda found: found.severity)
    if not report.errors:
        return _success(report, worst)
    head = f"{len(report.errors)} problem{'s' * (len(report.errors) != 1)}; nothing was applied."
    return _bounded([head, *(explain(report, found) for found in worst)], MOST_FOR_ALL)


def explain(report: Report, problem: Problem) -> str:
    """One problem, complete in itself."""
    found = next((found for found in report.resolutions if found.part.index == problem.part), None)
    status, rule, action = _words(report.patch.format, problem)
    row = report.patch.buffer.row(problem.span.start)
    place = f"line {row + 1} of the patch" + (f", for {found.path}" if found else "")
    blocks = [f"{status} [{problem.code}] {place}", problem.message, f"Rule: {rule}"]
    blocks += [_said(report.patch.buffer, row)]
    blocks += _there(report, found) if found else []
    return _bounded([*blocks, f"Action: {action}"], MOST_FOR_ONE)


def _words(patch_format: Format | None, problem: Problem) -> tuple[str, str, str]:
    """The status, the rule and the hint of a problem in its format's own words."""
    entry = CATALOGUE[problem.code]
    kind = _kind(problem)
    if patch_format is Format.APPLYDIFF and problem.severity is Severity.ERROR:
        return _APPLYDIFF[kind]
    status = "ERROR" if problem.severity is Severity.ERROR else "WARNING"
    rule = _UNIFIED.get(problem.code, entry.why) if patch_format is Format.UNIFIED else entry.why
    return status, rule, entry.fix


def _kind(problem: Problem) -> str:
    if problem.code in _AMBIGUOUS:
        return "ambiguous"
    return "missing" if problem.code in _MISSING else "invalid"


def _said(buffer: Buffer, row: int) -> str:
    return f"The patch says:\n{_number(buffer.lines, row, row + 1)}"


def _there(report: Report, found: Resolution) -> list[str]:
    """What the file really says: at every candidate, or at the nearest place."""
    lines = split_lines(report.texts.get(found.path, ""))
    if found.candidates:
        places = found.candidates[:_MOST_PLACES]
        shown = [f"{found.path} says at line {place.start + 1}:\n{_around(lines, place, 2)}" for place in places]
        more = found.total_candidates - len(places)
        return [*shown, f"… and in {more} more places."] if more > 0 else shown
    if found.nearest:
        return [f"{found.path} says there ({percent(found.nearest.score)} alike):\n{_around(lines, found.nearest.lines, _AROUND)}"]
    return []


def _around(lines: list[str], place: Lines, margin: int) -> str:
    return _number(lines, max(0, place.start - margin), min(len(lines), place.end + margin))


def _number(lines: list[str], first: int, last: int) -> str:
    rows = [f"{row + 1:>5} | {lines[row][:_LONGEST]}".rstrip() for row in range(first, min(last, first + _MOST_LINES))]
    return "\n".join([*rows, "      | …"] if last - first > _MOST_LINES else rows)


def _success(report: Report, warnings: list[Problem]) -> str:
    count = len(report.plan)
    status = _APPLYDIFF["applied"][0] if report.patch.format is Format.APPLYDIFF else "OK"
    head = (
        f"{status}: every part fits; {count} file{'s' * (count != 1)} change{'s' * (count == 1)}."
        if count
        else f"{status}: nothing left to change."
    )
    return _bounded([head, *(explain(report, found) for found in warnings)], MOST_FOR_ALL)


def _bounded(blocks: list[str], most: int) -> str:
    """Blocks one after the other, as many as fit; the last one cut rather than left out."""
    text = "\n".join(block for block in blocks if block)
    return text if len(text) <= most else text[: most - 2].rstrip() + "\n…"

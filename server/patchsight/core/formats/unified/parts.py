"""What a hunk must be like in its file: lines that fit the operation, a change, counts that are
right.
"""

from __future__ import annotations

from patchsight.core.formats.unified.rows import DiffRows
from patchsight.core.model.hunk_lines import kinds_of
from patchsight.core.model.patch import Numbers, Op, Part
from patchsight.core.model.problems import Problem, Severity, problem


def check_part(part: Part, op: Op, rows: DiffRows, problems: list[Problem]) -> None:
    """Complete a hunk now that the operation is known, and report what is wrong with it."""
    if op is Op.CREATE:
        part.lines = part.lines[: len(part.lines) - part.droppable]
        part.droppable = 0
    if part.broken:
        return
    kinds = kinds_of(part.lines)
    misfit = _find_misfit(kinds, op)
    if misfit >= 0:
        part.broken = True
        row = rows.buffer.row(part.lines[misfit].span.start)
        problems.append(problem("invalid_hunk_line", rows.trimmed(row), _MISFITS[op]))
    elif not kinds.strip():
        _report_empty(part, problems)
    elif part.numbers:
        _check_counts(part, kinds, part.numbers, problems)


_MISFITS = {
    Op.CREATE: "This line does not start with `+`, but the file is created (`--- /dev/null`), so it has no old lines. "
    "Put `+` in front of it, or name the file on `---` if it exists.",
    Op.DELETE: "This line starts with `+`, but the file is deleted (`+++ /dev/null`), so it gets no new lines. "
    "Remove the line, or name the file on `+++` to keep it.",
}


def _find_misfit(kinds: str, op: Op) -> int:
    """The index of the first line that a created or deleted file cannot have; -1 if there is none."""
    if op is Op.DELETE:
        return kinds.find("+")
    if op is Op.CREATE and kinds.strip("+"):
        return len(kinds) - len(kinds.lstrip("+"))
    return -1


def _report_empty(part: Part, problems: list[Problem]) -> None:
    if part.lines:
        message = "The hunk has context lines only, so it changes nothing. Mark the lines that change with `-` and `+`."
        problems.append(problem("empty_hunk", part.header, message, severity=Severity.WARNING))
        return
    part.broken = True
    message = "No line follows the hunk header. Write the lines of the hunk, or remove the header."
    problems.append(problem("empty_hunk", part.header, message))


def _check_counts(part: Part, kinds: str, numbers: Numbers, problems: list[Problem]) -> None:
    """Compare the header's counts with the lines; blank rows that may be noise count for neither
    reading.
    """
    said = [1 if count is None else count for count in (numbers.old_count, numbers.new_count)]
    size = len(kinds) - part.droppable
    there = [size - kinds.count("+"), size - kinds.count("-")]
    if said == there:
        return
    message = (
        f"The header counts {said[0]} old and {said[1]} new lines, the hunk has {there[0]} and {there[1]}. "
        "The counts are not used to find the place."
    )
    text = f"-{numbers.old_start},{there[0]} +{numbers.new_start},{there[1]}"
    problems.append(
        problem(
            "hunk_count_mismatch",
            numbers.span,
            message,
            old_count=there[0],
            new_count=there[1],
            replacement=text,
        )
    )

"""What a hunk must be like: lines that fit the operation, a change, right counts."""

from __future__ import annotations

from patchsight.core.formats.unified.rows import DiffRows
from patchsight.core.model.hunk_lines import in_columns
from patchsight.core.model.patch import Numbers, Op, Part
from patchsight.core.model.problems import Problem, Severity, problem


def check_part(part: Part, op: Op, rows: DiffRows, problems: list[Problem]) -> None:
    """Complete a hunk now that the operation is known, and report what is wrong with it."""
    if op is Op.CREATE:
        part.lines = part.lines[: len(part.lines) - part.droppable]
        part.droppable = 0
    if part.repaired and op in (Op.CREATE, Op.DELETE):
        part.broken = True
        found = problem(part.repaired.code, part.repaired.span, part.repaired.refused)
        found.data.update(part.repaired.data)
        problems.append(found)
    if part.broken:
        return
    kinds = in_columns(part.lines).kinds
    misfit = _find_misfit(kinds, op)
    if misfit >= 0:
        part.broken = True
        row = rows.buffer.row(part.lines[misfit].span.start)
        problems.append(problem("invalid_hunk_line", rows.trimmed(row), _MISFITS[op]))
    elif not kinds.strip():
        _report_empty(part, problems)
    elif part.numbers:
        _check_counts(part, op, kinds, part.numbers, rows, problems)


#: A text that ends in added lines and lacks more than this share of those its header counts is cut
#: off, if nothing else tells.
_SCARCE = 0.2
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
    if part.lines and part.short:
        part.broken = True
        message = (
            "The text ends before the first line that this hunk changes, and its header counts more lines: the rest is "
            "missing. Ask for it, or remove the hunk."
        )
        problems.append(problem("truncated_patch", part.header, message))
        return
    if part.lines:
        message = "The hunk has context lines only, so it changes nothing. Mark the lines that change with `-` and `+`."
        problems.append(problem("empty_hunk", part.header, message, severity=Severity.WARNING))
        return
    part.broken = True
    message = "No line follows the hunk header. Write the lines of the hunk, or remove the header."
    problems.append(problem("empty_hunk", part.header, message))


def _is_cut_off(
    part: Part, kinds: str, lacking: int, said: int, *, makes: bool, whole_old: bool, unended: bool
) -> bool:
    """Whether added lines are missing at the end of the text: of a file that is made any, if not even
    the last row has an end, else so many that the count is hardly wrong.
    """
    if makes and part.short and unended:
        return lacking > 0
    adds_last = part.short and whole_old and kinds.endswith("+")
    return (makes or adds_last) and lacking > max(1, _SCARCE * said)


def _check_counts(
    part: Part, op: Op, kinds: str, numbers: Numbers, rows: DiffRows, problems: list[Problem]
) -> None:
    """Compare the header's counts with the lines; blank rows that may be noise count for none."""
    said = [1 if count is None else count for count in (numbers.old_count, numbers.new_count)]
    size = len(kinds) - part.droppable
    there = [size - kinds.count("+"), size - kinds.count("-")]
    if said == there:
        return
    makes = op is Op.CREATE or numbers.old_start == said[0] == there[0] == 0
    whole_old, unended = said[0] == there[0], part.span.end == len(rows.buffer.text)
    lacking = said[1] - there[1]
    if _is_cut_off(
        part, kinds, lacking, said[1], makes=makes, whole_old=whole_old, unended=unended
    ):
        part.broken = True
        message = (
            f"The header counts {said[1]} new lines, but only {there[1]} follow: the text is cut off. "
            "Ask for the rest, or correct the count if nothing is missing."
        )
        problems.append(problem("truncated_patch", part.header, message))
        return
    if said[0] and not there[0] and numbers.old_start and op is Op.UPDATE:
        part.broken = True
        message = (
            f"The header counts {said[0]} old lines, but the hunk has added ones only, so nothing says where they belong. "
            f"Write the lines around them, or `-{numbers.old_start},0` to put them behind line {numbers.old_start}."
        )
        problems.append(
            problem("invalid_hunk_header", numbers.span, message, reason="no_old_lines")
        )
        return
    message = (
        f"The header counts {said[0]} old and {said[1]} new lines, the hunk has {there[0]} and {there[1]}. "
        "The counts are not used to find the place."
    )
    found = problem("hunk_count_mismatch", numbers.span, message)
    found.data.update(old_count=there[0], new_count=there[1])
    if not part.short:  # of a hunk that is cut off the counts may be right
        text = f"-{numbers.old_start},{there[0]} +{numbers.new_start},{there[1]}"
        found.data["replacement"] = text
    problems.append(found)

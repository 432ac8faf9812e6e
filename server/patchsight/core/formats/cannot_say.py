"""What each format has no words for."""

from __future__ import annotations

from patchsight.core.formats.spec import FormatSpec
from patchsight.core.model.patch import FileChange, Op
from patchsight.core.model.report import FilePlan
from patchsight.core.text.buffer import BOM, split_ends, split_lines


def cannot_say(files: list[FileChange], wanted: FormatSpec) -> str | None:
    """Why a format has no words for some change, as a sentence; None if it can say them all."""
    for change in files:
        reason = _reason(change, wanted)
        if reason:
            return f"{wanted.name} {reason}, as the patch does with `{change.path.choices[0]}`."
    return None


def _reason(change: FileChange, wanted: FormatSpec) -> str | None:
    if change.op not in wanted.operations:
        whole = change.op is Op.REPLACE
        return f"cannot {'replace the whole text of' if whole else change.op.value} a file"
    if not wanted.policy.by_code and any(part.anchor or part.range_end for part in change.parts):
        return "cannot name an anchor or a range"
    return wanted.cannot_say(change)


def why_lost(plan: FilePlan, wanted: FormatSpec) -> str:
    """Why a patch in a format would not leave a file exactly as it should, as a sentence."""
    reason = _lost_spaces(plan, wanted) or _lost_line_ends(plan, wanted)
    change = f"{wanted.name} cannot describe the change of {plan.path}"
    return f"{change}: {reason}." if reason else f"{change} exactly."


def _lost_spaces(plan: FilePlan, wanted: FormatSpec) -> str:
    if wanted.policy.keeps_bytes:
        return ""
    for text, which in ((plan.before, "line {}"), (plan.after, "a new line")):
        for row, line in enumerate(split_lines(text or "")):
            if line.endswith((" ", "\t")):
                number = which.format(row + 1)
                return f"it removes white space at the ends of lines, and {number} has some"
    return ""


def _lost_line_ends(plan: FilePlan, wanted: FormatSpec) -> str:
    before, after = _line_ends(plan.before), _line_ends(plan.after)
    creates, deletes = plan.before is None, plan.after is None
    has_final = {ends[-1] != "" for ends in (before, after) if ends}
    if not wanted.states_final_newline and len(has_final) > 1:
        return "it cannot add or remove the newline at the end of a file"
    if not creates and not deletes and _has_bom(plan.before) != _has_bom(plan.after):
        return "no patch can add or remove a byte order mark"
    if creates and not {*after} <= {"", "\n"}:
        return "it makes files with line feeds only"
    if len({*before} - {""}) > 1:
        return "the file mixes kinds of line ends, and those of the new lines would be others"
    if creates and not wanted.states_final_newline and has_final == {False}:
        return "it makes files that end in a newline"
    return ""


def _line_ends(text: str | None) -> list[str]:
    return split_ends(text or "")[1]


def _has_bom(text: str | None) -> bool:
    return (text or "").startswith(BOM)

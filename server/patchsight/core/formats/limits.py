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
    name = f"{wanted.name} cannot describe the change of {plan.path}"
    spaced = next(
        (
            row
            for row, line in enumerate(split_lines(plan.before or ""))
            if line[-1:] in (" ", "\t")
        ),
        None,
    )
    if not wanted.policy.keeps_bytes and spaced is not None:
        return (
            f"{name}: it removes white space at the ends of lines, and line {spaced + 1} has some."
        )
    if not wanted.policy.keeps_bytes and any(
        line[-1:] in (" ", "\t") for line in split_lines(plan.after or "")
    ):
        return f"{name}: it removes white space at the ends of lines, and a new line has some."
    ends = [text.endswith(("\n", "\r")) for text in (plan.before, plan.after) if text]
    if not wanted.states_final_newline and len(set(ends)) > 1:
        return f"{name}: it cannot add or remove the newline at the end of a file."
    if (
        plan.before is not None
        and plan.after is not None
        and plan.before.startswith(BOM) != plan.after.startswith(BOM)
    ):
        return f"{name}: no patch can add or remove a byte order mark."
    if plan.before is None and any(
        end not in ("", "\n") for end in split_ends(plan.after or "")[1]
    ):
        return f"{name}: it makes files with line feeds only."
    if len({end for end in split_ends(plan.before or "")[1] if end}) > 1:
        return f"{name}: the file mixes kinds of line ends, and those of the new lines would be others."
    if plan.before is None and not wanted.states_final_newline and ends == [False]:
        return f"{name}: it makes files that end in a newline."
    return f"{name} exactly."

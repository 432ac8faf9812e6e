"""What each format has no words for."""

from __future__ import annotations

from patchsight.core.formats import ap
from patchsight.core.formats.applydiff.patch import cannot_hold
from patchsight.core.model.patch import FileChange, Format, Op
from patchsight.core.model.report import FilePlan
from patchsight.core.text.buffer import BOM, split_ends, split_lines


def cannot_say(files: list[FileChange], wanted: Format) -> str | None:
    """Why a format has no words for some change, as a sentence; None if it can say them all."""
    for change in files:
        reason = _reason(change, wanted)
        if reason:
            return f"{wanted.value} {reason}, as the patch does with `{change.path.choices[0]}`."
    return None


def _reason(change: FileChange, wanted: Format) -> str | None:
    if change.op in (Op.DELETE, Op.RENAME) and wanted in (Format.AP, Format.APPLYDIFF):
        return f"cannot {change.op.value} a file"
    if change.op is Op.REPLACE and wanted is not Format.APPLYDIFF:
        return "cannot replace the whole text of a file"
    if wanted is Format.AP:
        return _cannot_locate(change)
    if any(part.anchor or part.range_end for part in change.parts):
        return "cannot name an anchor or a range"
    return _cannot_block(change) if wanted is Format.APPLYDIFF else None


def _cannot_locate(change: FileChange) -> str | None:
    if any(ap.cannot_hold(change, part) for part in change.parts):
        return (
            "cannot insert lines without a line beside them, or lines further left than that line"
        )
    return None


def _cannot_block(change: FileChange) -> str | None:
    if change.op is Op.UPDATE and not all(part.old for part in change.parts):
        return "cannot insert lines without a line beside them"
    if any(cannot_hold(part) for part in change.parts):
        return "cannot hold a line that reads like one of its own"
    return None


def why_lost(plan: FilePlan, wanted: Format) -> str:
    """Why a patch in a format would not leave a file exactly as it should, as a sentence."""
    name = f"{wanted.value} cannot describe the change of {plan.path}"
    spaced = next(
        (
            row
            for row, line in enumerate(split_lines(plan.before or ""))
            if line[-1:] in (" ", "\t")
        ),
        None,
    )
    if wanted is Format.AP and spaced is not None:
        return (
            f"{name}: it removes white space at the ends of lines, and line {spaced + 1} has some."
        )
    if wanted is Format.AP and any(
        line[-1:] in (" ", "\t") for line in split_lines(plan.after or "")
    ):
        return f"{name}: it removes white space at the ends of lines, and a new line has some."
    ends = [text.endswith(("\n", "\r")) for text in (plan.before, plan.after) if text]
    if wanted in (Format.AP, Format.APPLYDIFF) and len(set(ends)) > 1:
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
    if plan.before is None and wanted is Format.APPLYDIFF and ends == [False]:
        return f"{name}: it makes files that end in a newline."
    return f"{name} exactly."

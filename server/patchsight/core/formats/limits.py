"""What each format has no words for."""

from __future__ import annotations

from patchsight.core.formats import ap, applydiff
from patchsight.core.model import FileChange, Format, Op


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
        return "cannot insert lines without a line beside them, or lines further left than that line"
    return None


def _cannot_block(change: FileChange) -> str | None:
    if change.op is Op.UPDATE and not all(part.old for part in change.parts):
        return "cannot insert lines without a line beside them"
    if any(applydiff.cannot_hold(part) for part in change.parts):
        return "cannot hold a line that reads like one of its own"
    return None

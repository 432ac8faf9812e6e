"""What became of parts and files in a few words, for outlines, hints and tooltips."""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.formats.spec import policy_of
from patchsight.core.model.patch import FileChange, Op, Part, Patch
from patchsight.core.model.report import Report, Resolution, State
from patchsight.core.text.buffer import is_trivial
from patchsight.core.text.phrases import count, percent, shorten

_OPS = {
    Op.UPDATE: "is changed",
    Op.CREATE: "is created",
    Op.REPLACE: "gets a new text",
    Op.DELETE: "is deleted",
    Op.RENAME: "is moved",
}
_REST = {
    State.APPLIED: "already applied",
    State.SKIPPED: "nothing to do",
    State.MISSING: "not found",
    State.CONFLICT: "in conflict",
    State.INVALID: "not placed",
}

_PREDICATES = {
    State.FITS: "fits",
    State.APPLIED: "is already applied",
    State.SKIPPED: "has nothing to do",
    State.AMBIGUOUS: "stands in several places",
    State.MISSING: "was not found",
    State.CONFLICT: "is in conflict with another part",
    State.INVALID: "cannot be placed",
}


def verdict(found: Resolution) -> str:
    """`fits at line 42`, `3 places`, `not found, 94% alike`, `already applied`."""
    if found.state is State.FITS:
        return _whole(found) or (f"fits at line {found.where.start + 1}" if found.where else "fits")
    if found.state is State.AMBIGUOUS:
        return f"{found.total_candidates} places" if found.total_candidates else "several places"
    if found.state is State.MISSING and found.nearest:
        return f"not found, {percent(found.nearest.score)} alike"
    return _REST[found.state]


def pointer(found: Resolution, patch: Patch) -> str:
    """`→ line 42, drift +7`, `3 matches`, `not found (94% at line 40)`; nothing where only its
    problems can tell.
    """
    if found.state is State.FITS:
        where = f"line {found.where.start + 1}" if found.where else "this file"
        return f"→ {_whole(found) or where + _drift(found, patch)}"
    if found.state is State.AMBIGUOUS:
        return f"{found.total_candidates or 'several'} matches"
    if found.state is State.MISSING and found.nearest:
        return f"not found ({percent(found.nearest.score)} at line {found.nearest.lines.start + 1})"
    return "" if found.state is State.INVALID else _REST[found.state]


def predicate(found: Resolution) -> str:
    """The same as the end of a sentence about the part: `stands in 3 places`, `was not found`."""
    if found.state is State.AMBIGUOUS and found.total_candidates > 1:
        return f"stands in {found.total_candidates} places"
    line = f" at line {found.where.start + 1}" if found.where else ""
    return _PREDICATES[found.state] + (line if found.state is State.FITS else "")


def headline(report: Report) -> str:
    """The whole patch in a few words: `3 of 4 parts fit`, `Already applied`, `No patch`."""
    if not report.patch.format:
        return "No patch"
    if report.applicable and report.resolutions and not report.plan:
        return "Already applied"
    return _fit(report.resolutions)


def tally(parts: Sequence[Resolution]) -> str:
    """`3 of 4 parts fit`, or that everything is done already."""
    if parts and all(found.state is State.APPLIED for found in parts):
        return "already applied"
    return _fit(parts)


def _fit(parts: Sequence[Resolution]) -> str:
    sound = sum(found.state.sound for found in parts)
    return f"{sound} of {count(len(parts), 'part')} fit{'s' * (len(parts) == 1)}"


def fate(change: FileChange, parts: Sequence[Resolution]) -> str:
    """What happens to a file: `is moved to b.py; 3 of 4 parts fit`."""
    to = f" to {change.new_path.raw}" if change.op is Op.RENAME and change.new_path else ""
    return f"{_OPS[change.op]}{to}; {tally(parts)}"


def title(part: Part) -> str:
    """A part's number and the line that tells most about it."""
    telling = part.hints[-1].text if part.hints else _telling(part)
    short = shorten(telling.strip())
    action = "" if part.action == "EDIT" else f" {part.action}"
    return f"Part {part.index + 1}{action}{f': {short}' if short else ''}"


def _telling(part: Part) -> str:
    """The first changed line that says something, else the first line that does."""
    changed = [line.text for line in part.lines if line.kind != " " and not is_trivial(line.text)]
    return next(
        iter(changed), next((line.text for line in part.lines if not is_trivial(line.text)), "")
    )


def _whole(found: Resolution) -> str:
    """What a part does that is about a file as a whole; nothing for all others."""
    op, part = found.change.op, found.part
    if op is Op.CREATE and part.action in ("EDIT", "CREATE_FILE"):
        return "new file"
    if op is Op.RENAME and not part.lines:
        return "file moved"
    return {Op.DELETE: "file deleted", Op.REPLACE: "whole file"}.get(op, "")


def _drift(found: Resolution, patch: Patch) -> str:
    """How far a hunk stands from where its header says."""
    numbers = found.part.numbers
    if (
        not policy_of(patch).numbers
        or numbers is None
        or found.where is None
        or not numbers.old_start
    ):
        return ""
    drift = found.where.start - numbers.old_start + bool(found.part.old)
    return f", drift {drift:+}" if drift else ""

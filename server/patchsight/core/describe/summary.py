"""What became of parts and files in a few words, for outlines, hints and tooltips."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from patchsight.core.formats.spec import policy_of
from patchsight.core.model.patch import FileChange, Op, Part, Patch
from patchsight.core.model.report import Report, Resolution, State
from patchsight.core.text.buffer import is_trivial
from patchsight.core.text.phrases import count, line_list, percent, shorten, word_list

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


def verdict(resolution: Resolution) -> str:
    """`fits at line 42`, `3 places`, `not found, 94% alike`, `already applied`."""
    if resolution.state is State.FITS:
        return _whole(resolution) or (
            f"fits at line {resolution.where.start + 1}" if resolution.where else "fits"
        )
    if resolution.state is State.AMBIGUOUS:
        return (
            f"{resolution.total_candidates} places"
            if resolution.total_candidates
            else "several places"
        )
    if resolution.state is State.MISSING and resolution.nearest:
        return f"not found, {percent(resolution.nearest.score)} alike"
    return _REST[resolution.state]


def pointer(resolution: Resolution, patch: Patch) -> str:
    """`→ line 42, drift +7`, `3 matches`, `not found (94% at line 40)`, or nothing."""
    if resolution.state is State.FITS:
        where = f"line {resolution.where.start + 1}" if resolution.where else "this file"
        return f"→ {_whole(resolution) or where + _drift(resolution, patch)}"
    if resolution.state is State.AMBIGUOUS:
        return f"{resolution.total_candidates or 'several'} matches"
    if resolution.state is State.MISSING and resolution.nearest:
        return f"not found ({percent(resolution.nearest.score)} at line {resolution.nearest.lines.start + 1})"
    return "" if resolution.state is State.INVALID else _REST[resolution.state]


def predicate(resolution: Resolution) -> str:
    """The same as the end of a sentence about the part: `stands in 3 places`, `was not found`."""
    if resolution.state is State.AMBIGUOUS and resolution.total_candidates > 1:
        return f"stands in {resolution.total_candidates} places"
    line = f" at line {resolution.where.start + 1}" if resolution.where else ""
    return _PREDICATES[resolution.state] + (line if resolution.state is State.FITS else "")


def headline(report: Report) -> str:
    """The whole patch in a few words: `3 of 4 parts fit`, `Already applied`, `No patch`."""
    if not report.patch.format:
        return "No patch"
    if report.ok and report.parts and not report.plan:
        return "Already applied"
    return _fit(report.parts)


def before_and_now(report: Report, *, applied: bool) -> str:
    """``2 parts applied, 1 was there already (line 12)``; nothing unless there are parts of both
    kinds. `applied` says that the patch has been applied.
    """
    now = sum(resolution.state is State.FITS for resolution in report.parts)
    before = [resolution for resolution in report.parts if resolution.state is State.APPLIED]
    if not now or not before:
        return ""
    verb = "applied" if applied else "fits" if now == 1 else "fit"
    was = ("was", "were") if applied else ("is", "are")
    where = _lines_of(before, {resolution.path for resolution in report.parts})
    return f"{count(now, 'part')} {verb}, {len(before):,} {was[len(before) > 1]} there already" + (
        f" ({where})" if where else ""
    )


def _lines_of(parts: Sequence[Resolution], paths: Collection[str]) -> str:
    """The lines at which parts stand, with their files if the patch has several."""
    starts: dict[str, list[int]] = {}
    for resolution in parts:
        if resolution.where:
            starts.setdefault(resolution.path, []).append(resolution.where.start)
    return word_list(
        [
            line_list(rows, len(rows)) + (f" of {path}" if len(paths) > 1 else "")
            for path, rows in starts.items()
        ]
        or [""]
    )


def tally(parts: Sequence[Resolution]) -> str:
    """`3 of 4 parts fit`, or that everything is done already."""
    if parts and all(resolution.state is State.APPLIED for resolution in parts):
        return "already applied"
    return _fit(parts)


def _fit(parts: Sequence[Resolution]) -> str:
    sound = sum(resolution.state.sound for resolution in parts)
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


def _whole(resolution: Resolution) -> str:
    """What a part does that is about a file as a whole; nothing for all others."""
    op, part = resolution.change.op, resolution.part
    if op is Op.CREATE and part.action in ("EDIT", "CREATE_FILE"):
        return "new file"
    if op is Op.RENAME and not part.lines:
        return "file moved"
    return {Op.DELETE: "file deleted", Op.REPLACE: "whole file"}.get(op, "")


def _drift(resolution: Resolution, patch: Patch) -> str:
    """How far a hunk stands from where its header says."""
    numbers = resolution.part.numbers
    if (
        not policy_of(patch).numbers
        or numbers is None
        or resolution.where is None
        or not numbers.old_start
    ):
        return ""
    drift = resolution.where.start - numbers.old_start + bool(resolution.part.old)
    return f", drift {drift:+}" if drift else ""

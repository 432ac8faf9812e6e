"""Taking back a patch that is applied: its parts the other way round, to the letter, and proved by
applying it again.

A patch says less than the files held: how a part that fitted loosely was indented, what a whole
file said. Where that matters nothing is taken back; the caller gets a sentence that says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from patchsight.core.formats.spec import policy_of
from patchsight.core.model.patch import (
    FileChange,
    Grade,
    Kind,
    Numbers,
    Op,
    Options,
    Part,
    Patch,
    PatchLine,
    PathRef,
)
from patchsight.core.model.record import replace
from patchsight.core.model.report import FileOp, FilePlan, Report, Resolution, State
from patchsight.core.model.target import Target
from patchsight.core.placing.resolver import paths_of, resolve
from patchsight.core.rewrite.convert import reverse
from patchsight.core.text.buffer import BOM, split_ends
from patchsight.core.text.phrases import quote

_KINDS = {Kind.CONTEXT: Kind.CONTEXT, Kind.ADDED: Kind.REMOVED, Kind.REMOVED: Kind.ADDED}
_OPS = {Op.UPDATE: Op.UPDATE, Op.RENAME: Op.RENAME, Op.CREATE: Op.DELETE, Op.DELETE: Op.CREATE}
#: Findings after which the place, or what stood there, is not certain.
_DOUBTS = {
    "placed_by_order": "stands in several places, and which of them the patch changed cannot be told",
    "delete_content_differs": "is not all that the file says now, and deleting it would lose the rest",
    "mixed_line_endings": "is in a file that mixes kinds of line ends, so those of the old lines cannot be told",
}


class Reversal(NamedTuple):
    """The report of what takes a patch back; or a sentence that says why nothing does."""

    report: Report | None
    reason: str = ""


def take_back(patch: Patch, place: Callable[[Patch], Report], options: Options) -> Reversal:
    """The report of a patch the other way round, which `place` places against the files."""
    reason = _cannot(patch)
    if reason:
        return Reversal(None, reason)
    report = place(_turn(patch, numbered=True))
    if not report.errors and any(problem.code == "line_drift" for problem in report.problems):
        # the file has moved on; then the lines must tell the place by themselves
        report = place(_turn(patch, numbered=False))
    if all(_is_undone(resolution, report) for resolution in report.parts):
        return Reversal(replace(report, plan=[], problems=[]))
    reason = _doubt(report)
    if not reason and not _leads_back(patch, report, options):
        reason = "Applying the patch again would not give the files as they are, so what they were cannot be told."
    return Reversal(report, reason)


# ---- what a patch does not say
def _cannot(patch: Patch) -> str:
    if not policy_of(patch).keeps_bytes:
        return "ap ignores indentation and removes white space at line ends, so the patch does not say what the files were."
    if any(part.broken for part in patch.parts) or not patch.parts:
        return "The patch cannot be read as a whole."
    reasons = (_what_is_lost(patch, change) for change in patch.files)
    return next(filter(None, reasons), "")


def _what_is_lost(patch: Patch, change: FileChange) -> str:
    """What a section takes away without saying what, or where, it was."""
    name = quote(change.path.choices[0] if change.path.choices else change.path.raw)
    if change.op is Op.REPLACE:
        return (
            f"The patch replaces the whole text of {name} and does not say what stood there before."
        )
    if change.op is Op.DELETE and (
        not policy_of(patch).deletion_states_text or len(_line_ends(patch, change)) > 1
    ):
        return f"The patch deletes {name}, and what that held cannot be told from it to the byte."
    for part in change.parts if change.op in (Op.UPDATE, Op.RENAME) else ():
        if part.substitution and (part.substitution.every or part.substitution.times):
            what = f"Part {part.index + 1} replaces a text of {name} wherever it stands"
            return f"{what}, and nothing says where the new one stood before."
        if part.lines and not part.new and not (part.numbers and _is_numbered(patch, change)):
            return f"Part {part.index + 1} only removes lines of {name}, and nothing says where they stood."
    return ""


def _is_numbered(patch: Patch, change: FileChange) -> bool:
    """Whether line numbers say where the parts of a section stand; elsewhere they only help to tell
    equal places apart.
    """
    policy = change.format.policy if change.format else policy_of(patch)
    return policy.numbers


def _doubt(report: Report) -> str:
    """Why a place, or what stood there, is not certain."""
    for resolution in report.parts:
        if _is_undone(resolution, report):
            return f"Part {resolution.part.index + 1} is not applied, but others are."
    if report.errors:
        return report.errors[0].message
    for resolution in report.parts:
        if resolution.grade not in (None, Grade.EXACT):
            return f"{_name(resolution)} does not stand there to the letter, so what was there before cannot be told."
    for problem in report.problems:
        if problem.code in _DOUBTS:
            resolution = report.part(problem.part) or report.parts[0]
            return f"{_name(resolution)} {_DOUBTS[problem.code]}."
    for plan in report.plan:
        if plan.before is not None and _gains_ends(plan.before, plan.after or ""):
            return f"{plan.path} has no line end left that would tell which kind the old lines had."
    return ""


def _gains_ends(before: str, after: str) -> bool:
    """Whether a text that has no line end becomes one that does."""
    return not any(split_ends(before)[1]) and any(split_ends(after)[1])


def _is_undone(resolution: Resolution, report: Report) -> bool:
    """Whether a part has nothing to take back: its old text stands there, or its file is gone."""
    return resolution.state is State.APPLIED or (
        resolution.change.op is Op.DELETE and resolution.path not in report.texts
    )


def _name(resolution: Resolution) -> str:
    return f"The new text of part {resolution.part.index + 1} in {resolution.path}"


# ---- the other way round
def _turn(patch: Patch, *, numbered: bool) -> Patch:
    """The patch that takes a patch back: later sections first, as they saw the earlier ones."""
    files = [_turn_section(change, patch, numbered) for change in reversed(patch.files)]
    return Patch(patch.format, patch.buffer, files)


def _turn_section(change: FileChange, patch: Patch, numbered: bool) -> FileChange:
    parts = [_turn_part(part, numbered) for part in change.parts]
    turned = replace(change, op=_OPS[change.op], parts=parts)
    if change.new_path:
        turned.path, turned.new_path = change.new_path, _first(change.path)
    if change.op is Op.DELETE:
        turned.path = _first(change.path)
        turned.newline = next(iter(_line_ends(patch, change)), None)
    return turned


def _first(ref: PathRef) -> PathRef:
    """A path that nothing stands at, so that there is no choice."""
    return replace(ref, choices=ref.choices[:1])


def _line_ends(patch: Patch, change: FileChange) -> set[str]:
    """The line ends of a deleted file's rows: git writes them as they are in the file."""
    lines = [line for part in change.parts for line in part.lines]
    if len(lines) > 1 and change.parts[-1].old_newline is False:
        lines.pop()  # its row ends in a newline that is not the file's
    return {
        "\r\n" if patch.buffer.text.startswith("\r\n", line.span.end) else "\n" for line in lines
    }


def _turn_part(part: Part, numbered: bool) -> Part:
    """A part the other way round, without the hints: they name lines as they stood before."""
    numbers = part.numbers
    if numbers:
        new, old = (numbers.new_start, numbers.new_count), (numbers.old_start, numbers.old_count)
        numbers = Numbers(*new, *old, numbers.span)
    lines = tuple(
        PatchLine(_KINDS[line.kind], line.text, line.span, line.bare) for line in part.lines
    )
    exact = part.substitution
    if exact:
        exact = exact._replace(
            old=exact.new, new=exact.old, old_span=exact.new_span, new_span=exact.old_span
        )
    return replace(
        part,
        lines=lines,
        substitution=exact,
        repairs=(),
        hints=(),
        numbers=numbers if numbered else None,
        old_newline=part.new_newline,
        new_newline=part.old_newline,
        fuzz=1.0,
    )


# ---- proof
def _leads_back(patch: Patch, report: Report, options: Options) -> bool:
    """Whether applying the patch to what taking it back leaves gives the files to the byte."""
    now = report.texts
    before = carry_out(report.plan, now)
    marks = {plan.new_path or plan.path: plan.bom for plan in report.plan}
    targets = {
        path: Target(path, before.get(path), bom=marks.get(path, False)) for path in paths_of(patch)
    }
    forward = resolve(patch, targets, options)
    moves = (State.FITS, State.SKIPPED)  # a mode is left alone both ways
    done = all(resolution.state in moves for resolution in forward.parts)
    return forward.ok and done and carry_out(forward.plan, before) == now


def carry_out(plans: Sequence[FilePlan], texts: Mapping[str, str]) -> dict[str, str]:
    """Texts by path, as plans leave them."""
    after = dict(texts)
    for plan in plans:
        after.pop(plan.path, None)
    for plan in plans:
        if plan.after is not None:
            after[plan.new_path or plan.path] = plan.after
    return after


# ---- what is known, because it was just done
def undo(plans: Sequence[FilePlan], texts: Mapping[str, str]) -> list[FilePlan] | None:
    """The plans that undo plans carried out; None if the files are not as these left them."""
    left = all(
        texts.get(plan.new_path or plan.path) == (plan.after and plan.after.removeprefix(BOM))
        for plan in plans
    )
    gone = all(plan.path not in texts for plan in plans if plan.op is FileOp.RENAME)
    return reverse(plans) if plans and left and gone else None

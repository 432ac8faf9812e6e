"""Saying a change in other words: in another format, with fresh context, or backwards. What is
said is proved by resolving it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from patchsight.core import formats
from patchsight.core.formats.cannot_say import cannot_say, why_lost
from patchsight.core.formats.spec import FormatSpec
from patchsight.core.model.patch import FileChange, Options
from patchsight.core.model.report import FileOp, FilePlan, Report
from patchsight.core.model.target import Target
from patchsight.core.placing.resolver import paths_of, resolve
from patchsight.core.rewrite.compose import as_ap, as_blocks, as_context, as_unified, as_whole
from patchsight.core.rewrite.git_diff import as_diff
from patchsight.core.text.buffer import BOM, Span
from patchsight.core.text.edits import Edit

_INVERSE = {
    FileOp.EDIT: FileOp.EDIT,
    FileOp.RENAME: FileOp.RENAME,
    FileOp.CREATE: FileOp.DELETE,
    FileOp.DELETE: FileOp.CREATE,
}
_NO_PLACE = "no lines around it stand in one place only, or it takes too long to find them"
_EMPTY = "the file is empty, so there is no line to find the place by"


class Rewritten(NamedTuple):
    """A patch as text, or a sentence that says why there is none."""

    text: str | None
    reason: str = ""


def write_patch(plans: Sequence[FilePlan], wanted: FormatSpec) -> Rewritten:
    """Plans as a patch that does exactly what they do; refused where a format cannot say it."""
    if not plans:
        return Rewritten(None, "The patch changes nothing, so there is nothing to say.")
    if wanted.composition == "numbered":
        # With the line ends of the files, as git writes it; where that cannot be read back, with
        # line feeds.
        return _prove(
            [as_diff(plans), formats.render_files(as_unified(plans), wanted)], plans, wanted
        )
    changes: list[FileChange] = []
    for plan in plans:
        change = _change(plan, wanted)
        if change is None:
            return Rewritten(
                None,
                f"{wanted.name} cannot describe the change of {plan.path}: {_NO_PLACE if plan.before else _EMPTY}.",
            )
        changes.append(change)
    reason = cannot_say(changes, wanted)
    if reason:
        return Rewritten(None, reason)
    return _prove([formats.render_files(changes, wanted)], plans, wanted)


def _change(plan: FilePlan, wanted: FormatSpec) -> FileChange | None:
    if wanted.composition == "modifications":
        return as_ap(plan)
    if wanted.composition == "whole":
        return as_whole(plan) if plan.op is FileOp.EDIT else as_context(plan)
    if wanted.composition == "blocks":
        return as_blocks(plan) or as_whole(plan)
    return as_context(plan)


def _prove(texts: Sequence[str], plans: Sequence[FilePlan], wanted: FormatSpec) -> Rewritten:
    """The first text that does what the plans do."""
    lost: FilePlan | None = None
    for text in texts:
        lost = _lost(text, plans, wanted)
        if lost is None:
            return Rewritten(text)
    assert lost is not None
    return Rewritten(None, why_lost(lost, wanted))


def _lost(text: str, plans: Sequence[FilePlan], wanted: FormatSpec) -> FilePlan | None:
    """The first file that a patch text would not leave as the plans do."""
    report = place(text, plans, wanted)
    if not report.ok:
        return plans[0]
    made = {(plan.op, plan.path, plan.new_path): _left(plan) for plan in report.plan}
    for plan in plans:
        if made.get((plan.op, plan.path, plan.new_path), ...) != _left(plan):
            return plan
    return None


def _left(plan: FilePlan) -> str | None:
    """What a plan leaves of its file, with its byte order mark."""
    return None if plan.after is None else BOM * plan.bom + plan.after


def place(text: str, plans: Sequence[FilePlan], wanted: FormatSpec) -> Report:
    """Resolve a patch text against the files as the plans found them."""
    patch = formats.parse(text, f"x.{wanted.name}", Options(profile=wanted.name))
    texts = {plan.path: plan for plan in plans}
    targets = {path: _target(path, texts.get(path)) for path in paths_of(patch)}
    return resolve(patch, targets)


def _target(path: str, plan: FilePlan | None) -> Target:
    if plan is None or plan.before is None:
        return Target(path, None)
    # what another plan has left at the top of a file is its byte order mark when it is read
    marked = plan.bom or plan.before.startswith(BOM)
    return Target(path, plan.before if plan.bom else plan.before.removeprefix(BOM), bom=marked)


def reverse(plans: Sequence[FilePlan]) -> list[FilePlan]:
    """The plans that take these back."""
    return [_inverse(plan) for plan in reversed(plans)]


def _inverse(plan: FilePlan) -> FilePlan:
    path, new_path = (plan.new_path, plan.path) if plan.new_path else (plan.path, None)
    back = FilePlan(
        _INVERSE[plan.op],
        path,
        plan.after,
        plan.before,
        _back(plan),
        new_path,
        plan.bom,
        plan.parts,
    )
    # Of a file that is made, a byte order mark is text; of one that stands there, it is not.
    if back.op is FileOp.CREATE and back.after is not None:
        back.after, back.bom = BOM * plan.bom + back.after, False
    elif back.op is FileOp.DELETE and back.before is not None:
        back.before, back.bom = back.before.removeprefix(BOM), back.before.startswith(BOM)
    return back


def _back(plan: FilePlan) -> list[Edit]:
    """The edits that take a plan's edits back, in the text these leave."""
    shift, edits = 0, []
    for edit in plan.edits:
        start = edit.start + shift
        old = (plan.before or "")[edit.start : edit.end]
        edits.append(Edit(Span(start, start + len(edit.text)), old, edit.parts))
        shift += len(edit.text) - (edit.end - edit.start)
    return edits

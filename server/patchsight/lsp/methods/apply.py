"""Applying: what may be applied, why not if not, and the edit, computed again at the moment it
leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from lsprotocol import types

from patchsight.core.model.problems import Severity
from patchsight.core.model.report import FilePlan, Report, State
from patchsight.core.text.buffer import BOM, split_lines
from patchsight.core.text.phrases import count
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.capabilities import Capabilities
from patchsight.lsp.selection import Selection
from patchsight.lsp.workspace_edit import unsupported

MOVED_ON = "The files changed since this was offered, so nothing was applied. Look at the patch again and repeat."

NO_FOLDER = (
    "No folder is open that this patch could be about. Open the folder, or save the patch into it."
)


class Offer(NamedTuple):
    """One thing that could be applied: what it would do, and why it may not."""

    title: str
    selection: Selection
    report: Report
    refusal: str | None
    deed: Literal["apply", "revert"] = "apply"

    @property
    def fingerprint(self) -> str:
        """A text that differs whenever the edit would."""
        return str(
            hash(
                tuple(
                    (plan.op, plan.path, plan.new_path, plan.before, plan.after)
                    for plan in self.report.plan
                )
            )
        )


def make_offer(snapshot: Snapshot, selection: Selection, caps: Capabilities) -> Offer | None:
    """What applying a selection would do; None if there is nothing to select."""
    report = _report(snapshot, selection)
    if report is None:
        return None
    refusal = NO_FOLDER if snapshot.homeless else _refusal(report, caps)
    return Offer(_title(selection, report), selection, report, refusal)


def _report(snapshot: Snapshot, selection: Selection) -> Report | None:
    if selection == Selection():
        return snapshot.report
    patch = selection.of(snapshot.report.patch)
    return snapshot.workspace.resolve(patch, snapshot.document.fs_path) if patch else None


def _title(selection: Selection, report: Report) -> str:
    if selection.part is not None:
        return "Apply this part only"
    if selection.file is not None:
        return (
            f"Apply to this file only ({report.plan[0].path})"
            if report.plan
            else "Apply to this file only"
        )
    changes = sum(found.state is State.FITS for found in report.resolutions)
    return f"Apply patch ({count(len(report.plan), 'file')}, {count(changes, 'change')})"


def _refusal(report: Report, caps: Capabilities) -> str | None:
    """Why the edit may not leave, in a sentence."""
    if report.errors:
        errors = report.count(Severity.ERROR)
        more = f" ({errors - 1} more)" if errors > 1 else ""
        return report.errors[0].message + more
    if not report.patch.format:
        return "There is no patch here."
    if not report.plan:
        return "Nothing to do: everything is applied already."
    return unsupported(report.plan, caps)


def judge(
    offer: Offer, texts: Mapping[str, str], is_open: Callable[[str], bool]
) -> tuple[bool, str]:
    """Whether files that an editor says it changed now say what was planned, and the sentence to
    tell the user.
    """
    plans = offer.report.plan
    done = (
        f"{'Applied to' if offer.deed == 'apply' else 'Taken back in'} {count(len(plans), 'file')}."
    )
    undone = [plan for plan in plans if not _stands(plan, texts)]
    if not undone:
        return True, done
    hidden = [
        plan
        for plan in undone
        if _place(plan) in texts and plan.after is not None and not is_open(_place(plan))
    ]
    if hidden == undone:
        return (
            True,
            f"{done} {_place(hidden[0])} does not have the change on disk yet: save it in the editor.",
        )
    path = next(_place(plan) for plan in undone if plan not in hidden)
    return (
        False,
        f"The editor reported the patch as applied, but {path} does not have the change. Check the files.",
    )


def is_carried_out(plans: Sequence[FilePlan], texts: Mapping[str, str]) -> bool:
    """Whether all files say what was planned."""
    return all(_stands(plan, texts) for plan in plans)


def _stands(plan: FilePlan, texts: Mapping[str, str]) -> bool:
    """Whether a plan was carried out; editors may change kinds of line ends on the way."""
    there = texts.get(_place(plan))
    if there is None or plan.after is None:
        return there is plan.after
    return split_lines(there) == split_lines(plan.after.removeprefix(BOM)) and not (
        plan.new_path and plan.path in texts
    )


def _place(plan: FilePlan) -> str:
    return plan.new_path or plan.path


def parameters(
    edit: types.WorkspaceEdit, label: str, caps: Capabilities
) -> types.ApplyWorkspaceEditParams:
    """The request that asks the editor to apply; VS Code saves what a refactoring changes."""
    metadata = types.WorkspaceEditMetadata(is_refactoring=True) if caps.refactoring else None
    return types.ApplyWorkspaceEditParams(edit, label, metadata)

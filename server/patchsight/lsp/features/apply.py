"""Applying: what may be applied, why not if not, and the edit, computed again at the moment it leaves."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol import types

from patchsight.core.result import Report, State
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.caps import Capabilities
from patchsight.lsp.edit import unsupported
from patchsight.lsp.selection import Selection

MOVED_ON = "The files changed since this was offered, so nothing was applied. Look at the patch again and repeat."


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that could be applied: what it would do, and why it may not."""

    title: str
    selection: Selection
    report: Report
    refusal: str | None

    @property
    def fingerprint(self) -> str:
        """A text that differs whenever the edit would."""
        return str(hash(tuple((plan.op, plan.path, plan.new_path, plan.before, plan.after) for plan in self.report.plan)))


def make_offer(snapshot: Snapshot, selection: Selection, caps: Capabilities) -> Offer | None:
    """What applying a selection would do; None if there is nothing to select."""
    report = _report(snapshot, selection)
    if report is None:
        return None
    return Offer(_title(selection, report), selection, report, _refusal(report, caps))


def _report(snapshot: Snapshot, selection: Selection) -> Report | None:
    if selection == Selection():
        return snapshot.report
    patch = selection.of(snapshot.report.patch)
    return snapshot.workspace.resolve(patch, snapshot.document.fs_path) if patch else None


def _title(selection: Selection, report: Report) -> str:
    if selection.part is not None:
        return "Apply this part only"
    if selection.file is not None:
        return f"Apply to {report.plan[0].path if report.plan else 'this file'} only"
    changes = sum(found.state is State.FITS for found in report.resolutions)
    return f"Apply patch ({_count(len(report.plan), 'file')}, {_count(changes, 'change')})"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _refusal(report: Report, caps: Capabilities) -> str | None:
    """Why the edit may not leave, in a sentence."""
    if report.errors:
        more = f" ({len(report.errors) - 1} more)" if len(report.errors) > 1 else ""
        return report.errors[0].message + more
    if not report.patch.format:
        return "There is no patch here."
    if not report.plan:
        return "Nothing to do: everything is applied already."
    return unsupported(report.plan, caps)


def after_apply(report: Report) -> str | None:
    """What to tell when an edit was reported as applied but the files say otherwise."""
    left = [found for found in report.resolutions if found.state is not State.APPLIED and found.state is not State.SKIPPED]
    waiting = [found for found in left if found.state is State.FITS and found.before != found.after]
    if not waiting:
        return None
    return f"The editor reported the patch as applied, but {waiting[0].path} does not have the change. Check the files."


def done(report: Report) -> str:
    return f"Applied to {_count(len(report.plan), 'file')}."


def parameters(edit: types.WorkspaceEdit, label: str, caps: Capabilities) -> types.ApplyWorkspaceEditParams:
    """The request that asks the editor to apply; VS Code saves what a refactoring changes."""
    metadata = types.WorkspaceEditMetadata(is_refactoring=True) if caps.refactoring else None
    return types.ApplyWorkspaceEditParams(edit, label, metadata)

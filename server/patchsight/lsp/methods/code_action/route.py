"""Who changes the files: the editor, or this server on disk.

An edit names places in a text. An editor that tells the server of nothing but the patch shows other
text than the server has read from disk as soon as something is unsaved, and the edit would land on
other lines, without a word. Such an editor gets no edit. The files are written as `patchsight
apply` writes them: it reloads what it shows, and asks before it overwrites what is unsaved.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from patchsight.core.model.record import replace
from patchsight.core.model.report import FilePlan, Report
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.workspace_edit import can_carry_out

if TYPE_CHECKING:
    from patchsight.lsp.server import Server


def is_for_editor(server: Server, snapshot: Snapshot, plans: Sequence[FilePlan]) -> bool:
    """Whether the editor can carry out these plans, and would have told of unsaved text in them."""
    return can_carry_out(plans, server.caps) and (
        server.sees_targets or all(_is_open(server, snapshot, plan) for plan in plans)
    )


def _is_open(server: Server, snapshot: Snapshot, plan: FilePlan) -> bool:
    return server.documents.address(snapshot.workspace.root / plan.path).version is not None


def refuse(server: Server, snapshot: Snapshot, plans: Sequence[FilePlan]) -> str | None:
    """Why plans cannot be carried out: what is open here and not on disk would be passed over."""
    if is_for_editor(server, snapshot, plans):
        return None
    path = next((plan.path for plan in plans if snapshot.workspace.is_unsaved(plan.path)), None)
    if path:
        return f"{path} says something else in the editor than on disk. Save or reload it first."
    return None


async def write(snapshot: Snapshot, report: Report) -> None:
    """Write what a report plans; `WriteError`, and nothing changed, if that is not possible."""
    workspace = snapshot.workspace
    # An open buffer hides the mark that its file begins with.
    plans = [
        plan if plan.before is None else replace(plan, bom=workspace.has_bom(plan.path))
        for plan in report.plan
    ]
    await asyncio.to_thread(workspace.write, replace(report, plan=plans))

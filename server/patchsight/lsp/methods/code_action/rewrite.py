"""Rewriting the whole patch: fresh context and numbers, backwards, or in another format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from patchsight.core.formats.registry import FORMATS
from patchsight.core.rewrite.convert import Rewritten, reverse, write_patch
from patchsight.core.rewrite.refresh import refresh
from patchsight.core.text.buffer import Span
from patchsight.core.text.edits import Edit
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.methods.code_action.carry_out import MOVED_ON
from patchsight.lsp.methods.code_action.provider import Action, Provider, Request
from patchsight.lsp.requests import quietly
from patchsight.lsp.workspace_edit import edit_patch

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

_COMMAND = "patchsight.rewritePatch"
#: the same where editors would list a rewrite above what applies the patch
_LATER = "refactor.patchsight.rewrite"


def _offer(request: Request) -> list[Action]:
    """What a patch that fits can be turned into; the edit is made when one is chosen."""
    report = request.snapshot.report
    own = report.patch.format
    if not report.ok or not report.plan or own is None:
        return []
    names = [("refresh", "Refresh the patch"), ("reverse", "Reverse the patch")]
    names += [(spec.name, f"Convert to {spec.title}") for spec in FORMATS if spec is not own]
    return [_action(request, word, title) for word, title in names]


def _action(request: Request, word: str, title: str) -> types.CodeAction:
    snapshot = request.snapshot
    data = {"uri": snapshot.document.uri, "rewrite": word, "version": snapshot.version}
    kind = _LATER if request.server.caps.sorts_by_kind else PROVIDER.kind
    if request.server.caps.action_resolve:
        return types.CodeAction(title, kind=kind, data=data)
    command = types.Command(title, _COMMAND, arguments=[data])
    return types.CodeAction(title, kind=kind, command=command)


async def _resolve(server: Server, data: Any) -> types.WorkspaceEdit | None:
    """The edit that gives the patch its new text, unless it was edited since."""
    names = (data.get("uri"), data.get("rewrite")) if isinstance(data, dict) else (None, None)
    uri, word = names
    if not isinstance(uri, str) or not isinstance(word, str):
        return None
    snapshot = await server.analysis.fresh(uri)
    if snapshot is None or snapshot.version != data.get("version"):
        server.tell(types.MessageType.Warning, MOVED_ON)
        return None
    rewritten = _rewrite(snapshot, word)
    if rewritten.text is None:
        server.tell(types.MessageType.Warning, rewritten.reason)
        return None
    whole = Span(0, len(snapshot.report.patch.buffer.text))
    return edit_patch(snapshot, [Edit(whole, rewritten.text)], server.caps)


def _rewrite(snapshot: Snapshot, word: str) -> Rewritten:
    """The patch's new text, or why there is none."""
    report = snapshot.report
    own = report.patch.format
    if not report.ok or own is None:
        return Rewritten(None, "The patch has errors; only one that fits can be rewritten.")
    if word == "refresh":
        return refresh(report)
    if word == "reverse":
        return write_patch(reverse(report.plan), own)
    wanted = next((spec for spec in FORMATS if spec.name == word), None)
    if wanted:
        return write_patch(report.plan, wanted)
    return Rewritten(None, f"There is no format {word}.")


async def _run(server: Server, data: Any) -> bool:
    """For editors that cannot resolve an action: let them apply the edit."""
    edit = await _resolve(server, data)
    if edit is None:
        return False
    params = types.ApplyWorkspaceEditParams(edit)
    answer = await quietly(server.workspace_apply_edit_async(params))
    return answer is not None and answer.applied


PROVIDER = Provider(
    "refactor.rewrite.patchsight", _offer, _resolve, {_COMMAND: _run}, other_kinds=(_LATER,)
)

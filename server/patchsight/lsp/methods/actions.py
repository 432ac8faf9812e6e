"""Code actions and commands: which ones are offered, what they do when chosen, computed again at
that moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from patchsight.core.fixes import Change
from patchsight.core.text.buffer import Span
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.methods import apply, code_action, feedback, fixes, rewrite, session
from patchsight.lsp.requests import quietly

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

_NO_PATCH = "There is no open patch to apply."
_NOT_APPLIED = "The patch is not applied, so there is nothing to take back."


def register(server: Server) -> None:
    """Declare code actions, their resolution, and the commands for key bindings."""
    kinds = [
        code_action.KIND,
        code_action.REVERT_KIND,
        fixes.FIX_KIND,
        fixes.FIX_ALL_KIND,
        rewrite.REWRITE_KIND,
        feedback.KIND,
    ]
    options = types.CodeActionOptions(code_action_kinds=kinds, resolve_provider=True)

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    async def on_code_action(
        params: types.CodeActionParams,
    ) -> list[types.CodeAction | types.Command]:
        snapshot = await server.settled(params.text_document.uri)
        # Fixes are tried out, which takes as long as looking at the patch several times.
        return await asyncio.to_thread(_offer, server, snapshot, params) if snapshot else []

    @server.feature(types.CODE_ACTION_RESOLVE)
    async def on_resolve(action: types.CodeAction) -> types.CodeAction:
        if action.data is None:  # it lacks nothing; Neovim and Helix ask all the same
            return action
        if not rewrite.is_rewrite(action.data):
            return await _resolve(server, action)
        action.edit = await _rewrite(server, action.data)
        return action

    @server.command(code_action.APPLY_COMMAND)
    async def on_apply(*arguments: Any) -> bool:
        return await _carry_out(server, arguments[0] if arguments else None, reverts=False)

    @server.command(code_action.REVERT_COMMAND)
    async def on_revert(*arguments: Any) -> bool:
        return await _carry_out(server, arguments[0] if arguments else None, reverts=True)

    @server.command(rewrite.REWRITE_COMMAND)
    async def on_rewrite(*arguments: Any) -> bool:
        edit = (
            await _rewrite(server, arguments[0])
            if arguments and rewrite.is_rewrite(arguments[0])
            else None
        )
        answer = (
            await quietly(server.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit)))
            if edit
            else None
        )
        return answer is not None and answer.applied


async def _carry_out(server: Server, data: Any, *, reverts: bool) -> bool:
    """Do what a command asks for, or say why not."""
    snapshot, offer, refusal = await _recompute(server, data, reverts)
    if not snapshot or not offer or refusal is not None:
        server.tell(types.MessageType.Warning, refusal or _NO_PATCH)
        return False
    return await _send(server, snapshot, offer)


def _offer(
    server: Server, snapshot: Snapshot, params: types.CodeActionParams
) -> list[types.CodeAction | types.Command]:
    """Everything that can be done from a place in the patch, of the kinds the client asks for."""
    buffer, codec, only = (
        snapshot.report.patch.buffer,
        snapshot.document.counting,
        params.context.only,
    )
    asked = Span(codec.offset(buffer, params.range.start), codec.offset(buffer, params.range.end))
    found: list[types.CodeAction | types.Command | None] = []
    if code_action.wanted(only, code_action.KIND):
        offers = [
            server.offer(snapshot, selection)
            for selection in code_action.selections(snapshot, asked.start)
        ]
        found += [
            code_action.make_action(offer, snapshot, server.caps) for offer in offers if offer
        ]
    if code_action.wanted(only, code_action.REVERT_KIND) and (
        offer := server.offer_revert(snapshot)
    ):
        found.append(code_action.make_action(offer, snapshot, server.caps))
    if code_action.wanted(only, feedback.KIND):
        found += feedback.offers(snapshot, asked, server.caps)
    if server.caps.action_literals:
        found += _edits(server, snapshot, asked, params.context)
    return [action for action in found if action]


def _edits(
    server: Server, snapshot: Snapshot, asked: Span, context: types.CodeActionContext
) -> Sequence[types.CodeAction]:
    """Actions that edit the patch itself."""
    maker = fixes.FixMaker(snapshot, server.caps, snapshot.document.counting)
    found: list[types.CodeAction] = []
    if code_action.wanted(context.only, fixes.FIX_KIND):
        found += maker.quick_fixes(asked, context.diagnostics)
    if code_action.wanted(context.only, fixes.FIX_ALL_KIND):
        found += maker.fix_everything()
    if code_action.wanted(context.only, session.KIND):
        found += session.offers(snapshot, maker)
    if code_action.wanted(context.only, rewrite.REWRITE_KIND):
        found += rewrite.offers(snapshot, server.caps)
    return found


async def _resolve(server: Server, action: types.CodeAction) -> types.CodeAction:
    snapshot, offer, refusal = await _recompute(
        server, action.data, isinstance(action.data, dict) and "revert" in action.data
    )
    if snapshot and offer and refusal is None:
        action.edit = server.edit(snapshot, offer)
    elif refusal:
        server.tell(types.MessageType.Warning, refusal)
    return action


async def _rewrite(server: Server, data: Any) -> types.WorkspaceEdit | None:
    """The edit that gives the patch its new text, unless it was edited since."""
    snapshot = await server.analyst.fresh(data["uri"])
    if snapshot is None or snapshot.version != data.get("version"):
        server.tell(types.MessageType.Warning, apply.MOVED_ON)
        return None
    said = rewrite.rewrite(snapshot, data["rewrite"])
    if said.text is None:
        server.tell(types.MessageType.Warning, said.reason)
        return None
    maker = fixes.FixMaker(snapshot, server.caps, snapshot.document.counting)
    return maker.edit([Change(rewrite.whole(snapshot), said.text)])


async def _recompute(
    server: Server, data: Any, reverts: bool
) -> tuple[Snapshot | None, apply.Offer | None, str | None]:
    """What an action asks for, computed again from what the editor shows now; a refusal if it may
    not leave.
    """
    asked = code_action.read_arguments(data)
    snapshot = await server.analyst.fresh(asked[0]) if asked else None
    if asked is None or snapshot is None:
        return None, None, _NO_PATCH
    offer = server.offer_revert(snapshot) if reverts else server.offer(snapshot, asked[1])
    if offer is None and reverts:
        return snapshot, None, _NOT_APPLIED
    if offer is None or (asked[2] is not None and offer.fingerprint != asked[2]):
        return snapshot, offer, apply.MOVED_ON
    return snapshot, offer, offer.refusal


async def _send(server: Server, snapshot: Snapshot, offer: apply.Offer) -> bool:
    """Let the editor apply an edit, then look at what really stands there."""
    parameters = apply.parameters(server.edit(snapshot, offer), offer.title, server.caps)
    answer = await quietly(server.workspace_apply_edit_async(parameters))
    if answer is None or not answer.applied:
        reason = f" It says: {answer.failure_reason}." if answer and answer.failure_reason else ""
        advice = "Undo what it changed, if anything, and try again."
        server.tell(
            types.MessageType.Error, f"The editor did not apply the patch.{reason} {advice}"
        )
        return False
    later = await server.analyst.fresh(snapshot.document.uri)
    if later is None:
        return True
    root = later.workspace.root
    is_open = lambda path: server.address(root / path).version is not None  # noqa: E731
    done, words = apply.judge(offer, later.report.texts, is_open)
    server.tell(types.MessageType.Info if done else types.MessageType.Warning, words)
    if done and offer.deed == "apply":
        server.sessions.applied(snapshot.document.uri)
        server.analyst.session_changed()
    return done

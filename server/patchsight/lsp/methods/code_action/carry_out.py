"""Carrying out what changes the files: applying a patch and taking it back. What was offered is
computed again at the moment it leaves, and what the editor did is looked at afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types

from patchsight import WriteError
from patchsight.core.describe.summary import before_and_now
from patchsight.core.model.report import Report
from patchsight.core.text.phrases import count, shorten
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.arguments import read_arguments
from patchsight.lsp.methods.code_action import route
from patchsight.lsp.methods.code_action.provider import Action
from patchsight.lsp.requests import quietly
from patchsight.lsp.selection import WHOLE, Selection
from patchsight.lsp.sent_edits import SentEdit, is_carried_out, planned_path
from patchsight.lsp.workspace_edit import EditBuilder

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

MOVED_ON = "The files changed since this was offered, so nothing was applied. Look at the patch again and repeat."
_NO_FOLDER = (
    "No folder is open that this patch could be about. Open the folder, or save the patch into it."
)
_UNCLEAR = "It is not clear which folder this patch is about: {}. Choose one of them."
_ON_DISK = "The change is on disk: reload files that are open."
_NO_PATCH = "There is no open patch to apply."
_LONGEST_TITLE = 100


class Offer(NamedTuple):
    """One thing that could be done to the files: what it would do, and why it may not."""

    title: str
    selection: Selection
    report: Report
    refusal: str | None

    @property
    def fingerprint(self) -> str:
        """A text that differs whenever the edit would."""
        plans = self.report.plan
        texts = ((plan.op, plan.path, plan.new_path, plan.before, plan.after) for plan in plans)
        return str(hash(tuple(texts)))


def refuse_root(snapshot: Snapshot) -> str | None:
    """Why nothing can be done for want of a folder that the patch is certain to be about."""
    if not snapshot.has_root:
        return _NO_FOLDER
    root = snapshot.root
    if root.rivals:
        return _UNCLEAR.format(" or ".join(map(root.name, (root.path, *root.rivals))))
    return None


class Operation(NamedTuple):
    """Applying, or taking back."""

    name: str  #: in front of the reason, where it may not be done
    kind: str
    command: str
    offer: Callable[[Server, Snapshot, Selection], Offer | None]
    no_offer: str  #: what to say where there is nothing to offer
    done: str
    applies: bool = True

    def action(self, server: Server, offer: Offer, snapshot: Snapshot) -> Action | None:
        """An offer as the client takes it: resolved later, by command, or greyed out."""
        caps = server.caps
        if offer.refusal and not (offer.selection == WHOLE and caps.action_disabled):
            return None
        arguments: dict[str, Any] = {
            "uri": snapshot.document.uri,
            "file": offer.selection.file,
            "part": offer.selection.part,
            "parts": offer.selection.parts,
            "block": offer.selection.block,
            "rows": offer.selection.rows,
            "fingerprint": offer.fingerprint,
        }
        command = types.Command(offer.title, self.command, arguments=[arguments])
        if not caps.action_literals:
            return command
        action = types.CodeAction(offer.title, kind=self.kind)
        if offer.refusal:
            # Few editors show the reason anywhere else.
            action.title = shorten(f"{self.name}: {offer.refusal}", _LONGEST_TITLE)
            action.disabled = types.CodeActionDisabled(offer.refusal)
        elif caps.action_resolve and route.is_for_editor(server, snapshot, offer.report.plan):
            action.data = arguments
        else:
            action.command = command
        return action

    async def resolve(self, server: Server, data: Any) -> types.WorkspaceEdit | None:
        """The edit of a chosen action, which leaves for the editor now."""
        snapshot, offer, refusal = await self._recompute(server, data)
        if snapshot and offer and refusal is None:
            if route.is_for_editor(server, snapshot, offer.report.plan):
                return self._edit(server, snapshot, offer)
            refusal = MOVED_ON
        if refusal:
            server.tell(types.MessageType.Warning, refusal)
        return None

    async def run(self, server: Server, data: Any) -> bool:
        """Do what a command asks for, or say why not."""
        snapshot, offer, refusal = await self._recompute(server, data)
        if not snapshot or not offer or refusal is not None:
            server.tell(types.MessageType.Warning, refusal or _NO_PATCH)
            return False
        if route.is_for_editor(server, snapshot, offer.report.plan):
            return await self._send(server, snapshot, offer)
        return await self._write(server, snapshot, offer)

    async def _write(self, server: Server, snapshot: Snapshot, offer: Offer) -> bool:
        """Carry it out on disk."""
        try:
            await route.write(snapshot, offer.report)
        except WriteError as error:
            verb = "applied" if self.applies else "taken back"
            server.tell(types.MessageType.Error, f"The patch was not {verb}: {error}")
            return False
        if self.applies:
            self._note(server, snapshot, offer)
            server.sessions.applied(snapshot.document.uri)
        server.analysis.anything_changed()
        server.tell(types.MessageType.Info, f"{self._success(snapshot, offer.report)} {_ON_DISK}")
        return True

    async def _send(self, server: Server, snapshot: Snapshot, offer: Offer) -> bool:
        """Have the editor carry it out, and look at what it did."""
        metadata = (
            types.WorkspaceEditMetadata(is_refactoring=True) if server.caps.refactoring else None
        )
        edit = self._edit(server, snapshot, offer)
        answer = await quietly(
            server.workspace_apply_edit_async(
                types.ApplyWorkspaceEditParams(edit, offer.title, metadata)
            )
        )
        if answer is None or not answer.applied:
            server.tell(types.MessageType.Error, _not_applied(answer))
            return False
        return await self._check(server, snapshot, offer)

    async def _recompute(
        self, server: Server, data: Any
    ) -> tuple[Snapshot | None, Offer | None, str | None]:
        """What an action asks for, computed from what the editor shows now; or a refusal."""
        asked = read_arguments(data)
        snapshot = await server.analysis.fresh(asked.uri) if asked else None
        if asked is None or snapshot is None:
            return None, None, _NO_PATCH
        offer = self.offer(server, snapshot, asked.selection)
        if offer is None:
            return snapshot, None, self.no_offer
        if asked.fingerprint is not None and offer.fingerprint != asked.fingerprint:
            return snapshot, offer, MOVED_ON
        return snapshot, offer, offer.refusal

    def _edit(self, server: Server, snapshot: Snapshot, offer: Offer) -> types.WorkspaceEdit:
        if self.applies:
            self._note(server, snapshot, offer)
        builder = EditBuilder(snapshot.workspace.root, server.caps, server.documents.address)
        return builder.build(offer.report.plan)

    def _note(self, server: Server, snapshot: Snapshot, offer: Offer) -> None:
        """Remember what is about to be applied, which counts as applied once it stands there."""
        sent = SentEdit(snapshot.workspace.root, snapshot.name, offer.report)
        server.sent.add(snapshot.document.uri, sent, whole=offer.selection == WHOLE)

    def _success(self, snapshot: Snapshot, report: Report) -> str:
        files, folder = count(len(report.plan), "file"), snapshot.root.name()
        mixed = before_and_now(report, applied=True) if self.applies else ""
        return f"{self.done} {files} in {folder}{mixed and f': {mixed}'}."

    async def _check(self, server: Server, snapshot: Snapshot, offer: Offer) -> bool:
        """Look at what really stands in the files after an editor said that it applied an edit."""
        later = await server.analysis.fresh(snapshot.document.uri)
        if later is None:
            return True
        done, words = self._judge(later, offer.report)
        server.tell(types.MessageType.Info if done else types.MessageType.Warning, words)
        if done and self.applies:
            server.sessions.applied(snapshot.document.uri)
        return done

    def _judge(self, later: Snapshot, report: Report) -> tuple[bool, str]:
        """Whether files say what was planned, and the sentence to tell the user."""
        texts = later.report.texts
        undone = (planned_path(plan) for plan in report.plan if not is_carried_out(plan, texts))
        path = next(undone, None)
        if path is None:
            return True, self._success(later, report)
        return (
            False,
            f"The editor reported the patch as applied, but {path} does not have the change. Check the files.",
        )


def _not_applied(answer: types.ApplyWorkspaceEditResult | None) -> str:
    reason = f" It says: {answer.failure_reason}." if answer and answer.failure_reason else ""
    advice = "Undo what it changed, if anything, and try again."
    return f"The editor did not apply the patch.{reason} {advice}"

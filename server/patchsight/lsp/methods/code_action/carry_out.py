"""Carrying out what changes the files: applying a patch and taking it back. What was offered is
computed again at the moment it leaves, and what the editor did is looked at afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types

from patchsight.core.model.report import Report
from patchsight.core.text.phrases import count
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.arguments import read_arguments
from patchsight.lsp.capabilities import Capabilities
from patchsight.lsp.methods.code_action.provider import Action
from patchsight.lsp.requests import quietly
from patchsight.lsp.selection import WHOLE, Selection
from patchsight.lsp.sent_edits import SentEdit, is_carried_out, planned_path
from patchsight.lsp.workspace_edit import EditBuilder

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

MOVED_ON = "The files changed since this was offered, so nothing was applied. Look at the patch again and repeat."
NO_FOLDER = (
    "No folder is open that this patch could be about. Open the folder, or save the patch into it."
)
_NO_PATCH = "There is no open patch to apply."


class Offer(NamedTuple):
    """One thing that could be done to the files: what it would do, and why it may not."""

    title: str
    selection: Selection
    report: Report
    refusal: str | None

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


class Operation(NamedTuple):
    """Applying, or taking back."""

    kind: str
    command: str
    offer: Callable[[Server, Snapshot, Selection], Offer | None]
    no_offer: str  #: what to say where there is nothing to offer
    done: str
    applies: bool = True

    def action(self, offer: Offer, snapshot: Snapshot, caps: Capabilities) -> Action | None:
        """An offer as the client can take it: resolved later, by command, or greyed out with its
        reason.
        """
        if offer.refusal and not (offer.selection == WHOLE and caps.action_disabled):
            return None
        arguments: dict[str, Any] = {
            "uri": snapshot.document.uri,
            "file": offer.selection.file,
            "part": offer.selection.part,
            "fingerprint": offer.fingerprint,
        }
        command = types.Command(offer.title, self.command, arguments=[arguments])
        if not caps.action_literals:
            return command
        action = types.CodeAction(offer.title, kind=self.kind)
        if offer.refusal:
            action.disabled = types.CodeActionDisabled(offer.refusal)
        elif caps.action_resolve:
            action.data = arguments
        else:
            action.command = command
        return action

    async def resolve(self, server: Server, data: Any) -> types.WorkspaceEdit | None:
        """The edit of a chosen action, which leaves for the editor now."""
        snapshot, offer, refusal = await self._recompute(server, data)
        if snapshot and offer and refusal is None:
            return self._edit(server, snapshot, offer)
        if refusal:
            server.tell(types.MessageType.Warning, refusal)
        return None

    async def run(self, server: Server, data: Any) -> bool:
        """Do what a command asks for, or say why not."""
        snapshot, offer, refusal = await self._recompute(server, data)
        if not snapshot or not offer or refusal is not None:
            server.tell(types.MessageType.Warning, refusal or _NO_PATCH)
            return False
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
        """What an action asks for, computed again from what the editor shows now; a refusal if it
        may not leave.
        """
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
        root = snapshot.workspace.root
        if self.applies:
            sent = SentEdit(root, snapshot.name, offer.report)
            whole = offer.selection == WHOLE
            server.sent.add(snapshot.document.uri, sent, whole=whole)
        return EditBuilder(root, server.caps, server.documents.address).build(offer.report.plan)

    async def _check(self, server: Server, snapshot: Snapshot, offer: Offer) -> bool:
        """Look at what really stands in the files after an editor said that it applied an edit."""
        later = await server.analysis.fresh(snapshot.document.uri)
        if later is None:
            return True
        root, address = later.workspace.root, server.documents.address
        done, words = self._judge(
            offer.report, later.report.texts, lambda path: address(root / path).version is not None
        )
        server.tell(types.MessageType.Info if done else types.MessageType.Warning, words)
        if done and self.applies:
            server.sessions.applied(snapshot.document.uri)
        return done

    def _judge(
        self, report: Report, texts: Mapping[str, str], is_open: Callable[[str], bool]
    ) -> tuple[bool, str]:
        """Whether files say what was planned, and the sentence to tell the user."""
        done = f"{self.done} {count(len(report.plan), 'file')}."
        undone = [plan for plan in report.plan if not is_carried_out(plan, texts)]
        if not undone:
            return True, done
        # An editor that changed a file without opening it may not have written it to disk yet.
        unsaved = [
            plan
            for plan in undone
            if planned_path(plan) in texts
            and plan.after is not None
            and not is_open(planned_path(plan))
        ]
        if unsaved == undone:
            path = planned_path(unsaved[0])
            return (
                True,
                f"{done} {path} does not have the change on disk yet: save it in the editor.",
            )
        path = next(planned_path(plan) for plan in undone if plan not in unsaved)
        return (
            False,
            f"The editor reported the patch as applied, but {path} does not have the change. Check the files.",
        )


def _not_applied(answer: types.ApplyWorkspaceEditResult | None) -> str:
    reason = f" It says: {answer.failure_reason}." if answer and answer.failure_reason else ""
    advice = "Undo what it changed, if anything, and try again."
    return f"The editor did not apply the patch.{reason} {advice}"

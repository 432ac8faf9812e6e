"""Code actions: apply the patch, one file of it, or one part, or take it back, anywhere in the
buffer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lsprotocol import types

from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.capabilities import Capabilities
from patchsight.lsp.methods.apply import Offer
from patchsight.lsp.selection import Selection, file_at, part_at

APPLY_COMMAND = "patchsight.applyPatch"
REVERT_COMMAND = "patchsight.revertPatch"
#: Below `refactor`, so that editors list them in the quick menu and VS Code can preview them.
KIND = "refactor.patchsight.apply"
REVERT_KIND = "refactor.patchsight.revert"


def selections(snapshot: Snapshot, offset: int) -> list[Selection]:
    """What may be applied from a place in the patch, all of it first."""
    found = [Selection()]
    section, part = file_at(snapshot, offset), part_at(snapshot, offset)
    if section and len(snapshot.report.patch.files) > 1:
        found.append(Selection(file=section[0]))
    if part and len(snapshot.report.patch.parts) > 1:
        found.append(Selection(part=part.part.index))
    return found


def wanted(only: Sequence[types.CodeActionKind | str] | None, ours: str) -> bool:
    """Whether the client asks for actions of a kind: that kind, one above it, or any."""
    if not only:
        return True
    kinds = [str(getattr(kind, "value", kind)) for kind in only]
    return any(not kind or kind == ours or ours.startswith(kind + ".") for kind in kinds)


def make_action(
    offer: Offer, snapshot: Snapshot, caps: Capabilities
) -> types.CodeAction | types.Command | None:
    """An offer as the client can take it: resolved later, by command, or greyed out with its
    reason.
    """
    whole = offer.selection == Selection()
    if offer.refusal and not (whole and caps.action_disabled):
        return None
    arguments: dict[str, Any] = {
        "uri": snapshot.document.uri,
        "file": offer.selection.file,
        "part": offer.selection.part,
        "fingerprint": offer.fingerprint,
    }
    applies = offer.deed == "apply"
    command = types.Command(
        offer.title, APPLY_COMMAND if applies else REVERT_COMMAND, arguments=[arguments]
    )
    if not caps.action_literals:
        return command
    action = types.CodeAction(offer.title, kind=KIND if applies else REVERT_KIND)
    if offer.refusal:
        action.disabled = types.CodeActionDisabled(offer.refusal)
    elif caps.action_resolve:
        action.data = arguments if applies else {**arguments, "revert": True}
    else:
        action.command = command
    return action


def read_arguments(data: Any) -> tuple[str, Selection, str | None] | None:
    """The patch, the selection and the fingerprint an action or a key binding names; None if that
    cannot be read.
    """
    if isinstance(data, str):
        return data, Selection(), None
    if not isinstance(data, dict) or not isinstance(data.get("uri"), str):
        return None
    numbers = [
        data.get(name) if isinstance(data.get(name), int) else None for name in ("file", "part")
    ]
    fingerprint = data.get("fingerprint")
    return data["uri"], Selection(*numbers), fingerprint if isinstance(fingerprint, str) else None

"""Checking a patch that stands in prose or a source file: nothing is said aloud until it is asked
for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.capabilities import get_capability

from patchsight.lsp.arguments import read_arguments
from patchsight.lsp.methods.code_action.provider import Action, Provider, Request
from patchsight.lsp.requests import quietly

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

_COMMAND = "patchsight.checkPatch"
_TITLE = "Check this patch"


def _offer(request: Request) -> list[Action]:
    if request.snapshot.checked:
        return []
    arguments = [{"uri": request.snapshot.document.uri}]
    command = types.Command(_TITLE, _COMMAND, arguments=arguments)
    if not request.server.caps.action_literals:
        return [command]
    return [types.CodeAction(_TITLE, kind=PROVIDER.kind, command=command)]


async def _run(server: Server, data: Any) -> bool:
    """Check a document from now on, whatever it is."""
    asked = read_arguments(data)
    if asked:
        server.analysis.ask(asked.uri)
    snapshot = await server.analysis.fresh(asked.uri) if asked else None
    if snapshot is None:
        server.tell(types.MessageType.Info, "No patch was found here.")
    elif get_capability(
        server.client_capabilities, "workspace.semantic_tokens.refresh_support", False
    ):
        # These are asked for once per version; what else changes with a target asks for itself.
        await quietly(server.workspace_semantic_tokens_refresh_async(None))
    return snapshot is not None


PROVIDER = Provider(
    "refactor.patchsight.check",
    _offer,
    commands={_COMMAND: _run},
    as_command=True,
    quietly=True,
)

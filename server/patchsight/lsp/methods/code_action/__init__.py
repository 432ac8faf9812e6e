"""Code actions. A new one is a file in this folder and an entry in `PROVIDERS`: its kind, what it
offers, how a chosen one gets its edit, and its commands.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from patchsight.lsp.methods.code_action import (
    apply,
    check,
    feedback,
    fix_all,
    fixes,
    folder,
    part,
    revert,
    rewrite,
    session,
)
from patchsight.lsp.methods.code_action.provider import (
    Action,
    Command,
    Provider,
    Request,
    is_wanted,
)

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

#: In the order in which editors list the actions.
PROVIDERS: tuple[Provider, ...] = (
    check.PROVIDER,
    apply.PROVIDER,
    revert.PROVIDER,
    folder.PROVIDER,
    fixes.PROVIDER,
    fix_all.PROVIDER,
    part.PROVIDER,
    feedback.PROVIDER,
    session.PROVIDER,
    rewrite.PROVIDER,
)
_RESOLVERS = {
    kind: provider.resolve
    for provider in PROVIDERS
    if provider.resolve
    for kind in (provider.kind, *provider.other_kinds)
}


def register(server: Server) -> None:
    """Declare code actions, their resolution, and the commands for key bindings."""
    options = types.CodeActionOptions(code_action_kinds=_kinds(), resolve_provider=True)

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    async def on_code_action(params: types.CodeActionParams) -> list[Action]:
        snapshot = await server.analysis.settled(params.text_document.uri)
        if snapshot is None:
            return []
        request = Request(server, snapshot, params)
        # Fixes are tried out, which takes as long as looking at the patch several times.
        return await asyncio.to_thread(_offer, request, params.context)

    @server.feature(types.CODE_ACTION_RESOLVE)
    async def on_resolve(action: types.CodeAction) -> types.CodeAction:
        # Clients that only want the edit of a patch ask for it without a kind.
        kind = action.kind or apply.PROVIDER.kind
        resolve = _RESOLVERS.get(str(getattr(kind, "value", kind)))
        # Without data it lacks nothing; Neovim and Helix ask all the same.
        if resolve and action.data is not None:
            action.edit = await resolve(server, action.data)
        return action

    for provider in PROVIDERS:
        for name, command in provider.commands.items():
            _add_command(server, name, command)


def _add_command(server: Server, name: str, command: Command) -> None:
    @server.command(name)
    async def on_command(*arguments: Any) -> Any:
        return await command(server, arguments[0] if arguments else None)


def _kinds() -> list[str]:
    """The kinds to declare: one that lies below another goes without saying."""
    kinds = [provider.kind for provider in PROVIDERS]
    return [kind for kind in kinds if not any(kind.startswith(other + ".") for other in kinds)]


def _offer(request: Request, context: types.CodeActionContext) -> list[Action]:
    """Everything that can be done from a place in the patch, of the kinds the client asks for. On a
    page that nobody asked about, that is little, and at the patch only.
    """
    checked = request.snapshot.checked
    if not checked and not request.touches_patch:
        return []
    literals = request.server.caps.action_literals
    return [
        action
        for provider in PROVIDERS
        if is_wanted(context.only, provider.kind)
        and (literals or provider.as_command)
        and (checked or provider.quietly)
        for action in provider.offer(request)
    ]

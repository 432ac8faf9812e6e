"""Settings: from `initialize`, asked for where a client can be asked, sent by all others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from patchsight.lsp.requests import quietly
from patchsight.lsp.settings import SECTION, read_settings

if TYPE_CHECKING:
    from patchsight.lsp.server import Server


def register(server: Server) -> None:
    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def configuration(params: types.DidChangeConfigurationParams) -> None:
        if server.caps.configuration:
            await ask_settings(server)
        else:
            configure(server, params.settings)


async def ask_settings(server: Server) -> None:
    if not server.caps.configuration:
        return
    item = types.ConfigurationItem(section=SECTION)
    answer = await quietly(server.workspace_configuration_async(types.ConfigurationParams([item])))
    if answer and answer[0] is not None:
        configure(server, answer[0])


def configure(server: Server, raw: Any) -> None:
    """Take over settings; say once which ones cannot be used."""
    settings, complaints = read_settings(raw, server.initial)
    server.sessions.max_exchanges = settings.max_exchanges
    new = [complaint for complaint in complaints if complaint not in server.complaints]
    server.complaints.update(new)
    if new:
        server.tell(types.MessageType.Warning, " ".join(new))
    server.analysis.configure(settings)

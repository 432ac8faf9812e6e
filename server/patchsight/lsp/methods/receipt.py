"""The receipt of a patch, as the command line writes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from patchsight.core.describe.receipt import receipt
from patchsight.lsp.arguments import named_patch

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

RECEIPT_COMMAND = "patchsight.receipt"


def register(server: Server) -> None:
    """What `check` says of a patch now; with `applied: true` what the last `apply` said."""

    @server.command(RECEIPT_COMMAND)
    async def on_receipt(*arguments: Any) -> dict[str, Any] | None:
        data = arguments[0] if arguments else None
        snapshot = await named_patch(server, data)
        if snapshot is None:
            return None
        if isinstance(data, dict) and data.get("applied") is True:
            return server.sessions.receipt(snapshot.document.uri)
        return receipt(snapshot.report, snapshot.name)

"""What commands and chosen actions are about. Clients and key bindings may send anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.selection import WHOLE, Selection

if TYPE_CHECKING:
    from patchsight.lsp.server import Server


class Arguments(NamedTuple):
    """A patch, what of it is meant, and which edit was offered, if one was."""

    uri: str
    selection: Selection = WHOLE
    fingerprint: str | None = None


def read_arguments(data: Any) -> Arguments | None:
    """A command's argument, an address or `{uri, file?, part?, rows?, fingerprint?}`, or None."""
    if isinstance(data, str):
        return Arguments(data)
    if not isinstance(data, dict) or not isinstance(data.get("uri"), str):
        return None
    numbers = (data.get(name) for name in ("file", "part"))
    file, part = (number if isinstance(number, int) else None for number in numbers)
    selection = Selection(file, part, _read_rows(data.get("rows")))
    fingerprint = data.get("fingerprint")
    return Arguments(data["uri"], selection, fingerprint if isinstance(fingerprint, str) else None)


def _read_rows(rows: Any) -> tuple[int, int] | None:
    if isinstance(rows, list) and len(rows) == 2 and all(isinstance(row, int) for row in rows):
        return rows[0], rows[1]
    return None


async def named_patch(server: Server, data: Any) -> Snapshot | None:
    """The answer for the open patch that the argument of a command names."""
    arguments = read_arguments(data)
    return await server.analysis.settled(arguments.uri) if arguments else None

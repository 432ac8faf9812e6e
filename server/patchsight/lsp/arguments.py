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
    """A command's argument, an address or `{uri, file?, part?, parts?, block?, rows?,
    fingerprint?}`, or None.
    """
    if isinstance(data, str):
        return Arguments(data)
    if not isinstance(data, dict) or not isinstance(data.get("uri"), str):
        return None
    numbers = (data.get(name) for name in ("file", "part", "block"))
    file, part, block = (number if isinstance(number, int) else None for number in numbers)
    parts, rows = read_parts(data.get("parts")), _read_rows(data.get("rows"))
    selection = Selection(file, part, parts, block, rows)
    fingerprint = data.get("fingerprint")
    return Arguments(data["uri"], selection, fingerprint if isinstance(fingerprint, str) else None)


def read_parts(given: Any) -> tuple[int, ...] | None:
    """The numbers of parts; what is no list of numbers selects no part rather than all."""
    if given is None:
        return None
    numbers = given if isinstance(given, list) else []
    return tuple(number for number in numbers if isinstance(number, int))


def _read_rows(rows: Any) -> tuple[int, int] | None:
    if isinstance(rows, list) and len(rows) == 2 and all(isinstance(row, int) for row in rows):
        return rows[0], rows[1]
    return None


async def named_patch(server: Server, data: Any) -> Snapshot | None:
    """The answer for the open patch that the argument of a command names."""
    arguments = read_arguments(data)
    return await server.analysis.settled(arguments.uri) if arguments else None

"""Document symbols: the outline of a patch by file and part, with what became of each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.capabilities import get_capability

from patchsight.core.describe.lookup import sections
from patchsight.core.describe.summary import tally, title, verdict
from patchsight.core.model.patch import FileChange
from patchsight.core.model.report import Resolution
from patchsight.lsp.analysis import Snapshot

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

_FILE, _PART = types.SymbolKind.File, types.SymbolKind.Property


def register(server: Server) -> None:
    """A tree where the client shows trees, a list otherwise."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def on_symbols(
        params: types.DocumentSymbolParams,
    ) -> list[types.DocumentSymbol] | list[types.SymbolInformation]:
        snapshot = await server.analysis.checked(params.text_document.uri)
        if snapshot is None:
            return []
        ability = "text_document.document_symbol.hierarchical_document_symbol_support"
        trees = get_capability(server.client_capabilities, ability, False)
        return await server.show(partial(_tree if trees else _list, snapshot), snapshot)


def _tree(snapshot: Snapshot) -> list[types.DocumentSymbol]:
    return [_file(snapshot, change, parts) for change, parts in sections(snapshot.report)]


def _list(snapshot: Snapshot) -> list[types.SymbolInformation]:
    return [symbol for file in _tree(snapshot) for symbol in _flat(snapshot.document.uri, file)]


def _file(snapshot: Snapshot, change: FileChange, parts: list[Resolution]) -> types.DocumentSymbol:
    codec, buffer = snapshot.document.counting, snapshot.report.patch.buffer
    name = f"{change.path.raw} → {change.new_path.raw}" if change.new_path else change.path.raw
    whole, header = codec.range(buffer, change.span), codec.range(buffer, change.header)
    children = [_part(snapshot, resolution) for resolution in parts]
    return types.DocumentSymbol(
        name.strip() or "(no path)", _FILE, whole, header, tally(parts), children=children
    )


def _part(snapshot: Snapshot, resolution: Resolution) -> types.DocumentSymbol:
    codec, buffer = snapshot.document.counting, snapshot.report.patch.buffer
    whole, header = (
        codec.range(buffer, resolution.part.span),
        codec.range(buffer, resolution.part.header),
    )
    return types.DocumentSymbol(title(resolution.part), _PART, whole, header, verdict(resolution))


def _flat(uri: str, file: types.DocumentSymbol) -> Iterator[types.SymbolInformation]:
    """A file and its parts one after the other; a list has no place for details but the name."""
    yield types.SymbolInformation(
        types.Location(uri, file.range), f"{file.name} ({file.detail})", file.kind
    )
    for part in file.children or ():
        location = types.Location(uri, part.range)
        yield types.SymbolInformation(
            location, f"{part.name} ({part.detail})", part.kind, container_name=file.name
        )

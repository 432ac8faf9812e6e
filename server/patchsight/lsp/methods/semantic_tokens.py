"""Semantic tokens: the words of a patch by what they are.

The legend, in standard token types so that every theme colours them: `keyword` what the format
itself writes, `string` paths, `number` numbers of headers, `operator` the sign in front of a line,
`property` keys of ap and options of ApplyDiff, `enumMember` their values, `function` the line a
header names, `comment` metadata that is not used. The modifiers `added` and `removed` tell the two
signs apart.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lsprotocol import types

from patchsight.core.formats.tokens import Word, find_tokens
from patchsight.core.model.patch import Kind
from patchsight.lsp.analysis import Snapshot

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

LEGEND = types.SemanticTokensLegend([word.value for word in Word], ["added", "removed"])
_TYPES = {word: number for number, word in enumerate(Word)}
_MODIFIERS = {Kind.ADDED: 1, Kind.REMOVED: 2}


def register(server: Server) -> None:
    """Tokens of the whole patch at once."""

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    async def on_tokens(params: types.SemanticTokensParams) -> types.SemanticTokens:
        snapshot = await server.analysis.checked(params.text_document.uri)
        if snapshot is None:
            return types.SemanticTokens([])
        return await server.show(partial(_encode, snapshot), snapshot)


def _encode(snapshot: Snapshot) -> types.SemanticTokens:
    """Five numbers a token: row and column from the last, length, type, modifiers."""
    codec, buffer = snapshot.document.counting, snapshot.report.patch.buffer
    data: list[int] = []
    row = column = 0
    for token in find_tokens(snapshot.report.patch):
        where = codec.range(buffer, token.span)
        start, length = where.start, where.end.character - where.start.character
        column = start.character - (column if start.line == row else 0)
        data += [
            start.line - row,
            column,
            length,
            _TYPES[token.word],
            _MODIFIERS.get(token.kind, 0),
        ]
        row, column = start.line, start.character
    return types.SemanticTokens(data)

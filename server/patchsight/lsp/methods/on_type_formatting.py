"""On-type formatting: a unified hunk's numbers come and follow while its lines are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from patchsight.core.fixes import find_fixes
from patchsight.core.rewrite.recount import reaches, recount
from patchsight.core.text.edits import Edit
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.trial import try_out

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

_OPTIONS = types.DocumentOnTypeFormattingOptions("\n", ["+", "-", " "])


def register(server: Server) -> None:
    """One edit, of the numbers only; nothing in other formats."""

    @server.feature(types.TEXT_DOCUMENT_ON_TYPE_FORMATTING, _OPTIONS)
    async def on_type(params: types.DocumentOnTypeFormattingParams) -> list[types.TextEdit]:
        snapshot = await server.analysis.checked(params.text_document.uri)
        if snapshot is None:
            return []
        codec, patch = snapshot.document.counting, snapshot.report.patch
        if patch.wrapped_in:
            return []
        row, column = patch.buffer.position(codec.offset(patch.buffer, params.position))
        if params.ch != "\n" and column != 1:
            return []  # in the middle of a line, nothing becomes another kind of line
        change = recount(patch, row) or (_number(snapshot, row) if params.ch == "\n" else None)
        return (
            [types.TextEdit(codec.range(patch.buffer, change.span), change.text)] if change else []
        )


def _number(snapshot: Snapshot, row: int) -> Edit | None:
    """What to write in a bare header above a row, once the lines stand in one place only."""
    patch = snapshot.report.patch
    part = next((part for part in patch.parts if reaches(patch, part, row)), None)
    if part is None:
        return None
    told = [problem for problem in snapshot.report.problems if problem.part == part.index]
    # a hunk that is repaired otherwise, too, is not finished
    bad = told if all(problem.code == "invalid_hunk_header" for problem in told) else []
    fixes = [fix for problem in bad for fix in find_fixes(try_out(snapshot), problem) if fix.safe]
    return fixes[0].edits[0] if fixes else None

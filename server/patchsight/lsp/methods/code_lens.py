"""Code lenses above a patch and its sections: what can be applied, how much of it fits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from lsprotocol import types

from patchsight.core.describe.lookup import sections
from patchsight.core.describe.summary import tally
from patchsight.core.model.report import Resolution, State
from patchsight.core.text.buffer import Span
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.methods.code_action.apply import APPLY, name_block, offer_apply
from patchsight.lsp.methods.code_action.revert import REVERT, offer_revert
from patchsight.lsp.refresh import Refresher
from patchsight.lsp.selection import blocks_by_section

if TYPE_CHECKING:
    from patchsight.lsp.server import Server


def register(server: Server) -> None:
    """Lenses come complete; the client is asked to fetch them again when a target changes."""
    refresher = Refresher(server, "code_lens")

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions())
    async def on_code_lens(params: types.CodeLensParams) -> list[types.CodeLens]:
        snapshot = await refresher.fresh(params.text_document.uri)
        if snapshot is None:
            return []
        return await server.show(partial(_lenses, server, snapshot), snapshot)


def _lenses(server: Server, snapshot: Snapshot) -> list[types.CodeLens]:
    return [*_whole(server, snapshot), *_blocks(snapshot), *_sections(snapshot)]


def _whole(server: Server, snapshot: Snapshot) -> Iterator[types.CodeLens]:
    """`Apply patch (2 files, 3 changes)`, or `Revert patch`, when that may be done."""
    for offer, command in (
        (offer_apply(server, snapshot), APPLY.command),
        (offer_revert(server, snapshot), REVERT.command),
    ):
        if offer and offer.refusal is None:
            yield _lens(
                snapshot,
                0,
                types.Command(offer.title, command, arguments=[{"uri": snapshot.document.uri}]),
            )


def _blocks(snapshot: Snapshot) -> Iterator[types.CodeLens]:
    """`Apply this block only (2 files)` above a fence with several files that is ready."""
    report, blocks = snapshot.report, blocks_by_section(snapshot.report.patch)
    if not blocks:
        return
    told = list(sections(report))
    for block in dict.fromkeys(blocks.values()):
        chosen = [told[section] for section in blocks if blocks[section] == block]
        if _is_ready([resolution for _, parts in chosen for resolution in parts]):
            row = report.patch.buffer.row(chosen[0][0].header.start)
            arguments = [{"uri": snapshot.document.uri, "block": block}]
            title = name_block(len(chosen))
            yield _lens(snapshot, row, types.Command(title, APPLY.command, arguments=arguments))


def _sections(snapshot: Snapshot) -> Iterator[types.CodeLens]:
    """`Apply` where a section of several may be applied by itself, and how much of each fits."""
    report = snapshot.report
    for number, (change, parts) in enumerate(sections(report)):
        row = report.patch.buffer.row(change.header.start)
        if len(report.patch.files) > 1 and _is_ready(parts):
            arguments = [{"uri": snapshot.document.uri, "file": number}]
            yield _lens(snapshot, row, types.Command("Apply", APPLY.command, arguments=arguments))
        # An empty command is how a lens shows a text that does nothing.
        yield _lens(snapshot, row, types.Command(tally(parts), ""))


def _is_ready(parts: list[Resolution]) -> bool:
    return all(resolution.state.sound for resolution in parts) and any(
        resolution.state is State.FITS for resolution in parts
    )


def _lens(snapshot: Snapshot, row: int, command: types.Command) -> types.CodeLens:
    buffer = snapshot.report.patch.buffer
    start = buffer.starts[row]
    return types.CodeLens(snapshot.document.counting.range(buffer, Span(start, start)), command)

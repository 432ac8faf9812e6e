"""Status: the whole patch at a glance, for editors that show more than diagnostics. A request of
our own.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from patchsight.core.model.report import FilePlan, Lines, Report, Resolution
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.methods.apply import Offer
from patchsight.lsp.positions import Addresses
from patchsight.lsp.selection import Selection

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

METHOD = "patchsight/status"


class StatusMaker:
    """Describes patches to one client. Lines count from 0; a range of lines ends before its `end`."""

    def __init__(self, address: Addresses) -> None:
        self._address = address

    def make(self, snapshot: Snapshot, offer: Offer | None, *, texts: bool) -> dict[str, Any]:
        """How many parts fit, where each lands, and what happens to each file; with `texts`, the
        files before and after.
        """
        report, root = snapshot.report, snapshot.workspace.root
        sections = {id(change): number for number, change in enumerate(report.patch.files)}
        return {
            "version": snapshot.version,
            "format": report.patch.format.value if report.patch.format else None,
            "total": len(report.resolutions),
            "sound": sum(found.state.sound for found in report.resolutions),
            "applicable": report.applicable,
            "refusal": offer.refusal if offer else None,
            "parts": [self._part(found, sections, report, root) for found in report.resolutions],
            "files": [self._file(plan, root, texts=texts) for plan in report.plan],
        }

    def _part(
        self, found: Resolution, sections: dict[int, int], report: Report, root: Path
    ) -> dict[str, Any]:
        return {
            "index": found.part.index,
            "section": sections.get(id(found.change)),
            "line": report.patch.buffer.row(found.part.header.start),
            "path": found.path,
            "uri": self._uri(root, found.path) if found.path in report.texts else None,
            "state": found.state.value,
            "where": _lines(found.where),
            "candidates": [_lines(place) for place in found.candidates],
        }

    def _file(self, plan: FilePlan, root: Path, *, texts: bool) -> dict[str, Any]:
        described = {
            "op": plan.op.value,
            "path": plan.path,
            "newPath": plan.new_path,
            "uri": self._uri(root, plan.path),
            "newUri": self._uri(root, plan.new_path) if plan.new_path else None,
            "parts": list(plan.parts),
        }
        return {**described, "before": plan.before, "after": plan.after} if texts else described

    def _uri(self, root: Path, path: str) -> str:
        return self._address(root / path).uri


def _lines(lines: Lines | None) -> dict[str, int] | None:
    return {"start": lines.start, "end": lines.end} if lines else None


def register(server: Server) -> None:
    """Answer `patchsight/status` for `{uri, texts?}`; null if that is no open patch."""

    @server.feature(METHOD)
    async def on_status(params: Any) -> dict[str, Any] | None:
        snapshot = await server.analyst.fresh(str(getattr(params, "uri", "")))
        if snapshot is None:
            return None
        offer = server.offer(snapshot, Selection())
        return StatusMaker(server.address).make(
            snapshot, offer, texts=bool(getattr(params, "texts", False))
        )

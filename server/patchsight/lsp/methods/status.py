"""`patchsight/status`: the whole patch at a glance, for editors that show more than diagnostics.

`report` is the receipt. Beside it stands what only an editor needs: addresses, and lines as the
protocol counts them, from 0 and up to but without `end`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from patchsight.core.describe.receipt import receipt
from patchsight.core.describe.summary import headline, predicate
from patchsight.core.model.report import FilePlan, Lines, Report, Resolution
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.methods.code_action.apply import offer_apply
from patchsight.lsp.methods.code_action.carry_out import Offer
from patchsight.lsp.positions import Addresses

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

METHOD = "patchsight/status"


def register(server: Server) -> None:
    """Answer `patchsight/status` for `{uri, texts?}`; null if that is no open patch."""

    @server.feature(METHOD)
    async def on_status(params: Any) -> dict[str, Any] | None:
        snapshot = await server.analysis.fresh(str(getattr(params, "uri", "")))
        if snapshot is None:
            return None
        offer = offer_apply(server, snapshot)
        return StatusMaker(server.documents.address).make(
            snapshot, offer, texts=bool(getattr(params, "texts", False))
        )


class StatusMaker:
    """Describes patches to one client."""

    def __init__(self, address: Addresses) -> None:
        self._address = address

    def make(self, snapshot: Snapshot, offer: Offer | None, *, texts: bool) -> dict[str, Any]:
        """How many parts fit, where each lands, and what happens to each file; with `texts`, the
        files before and after.
        """
        report, root = snapshot.report, snapshot.workspace.root
        told = receipt(report, snapshot.name)
        sections = {id(change): number for number, change in enumerate(report.patch.files)}
        return {
            "version": snapshot.version,
            "refusal": offer.refusal if offer else None,
            "summary": headline(report),
            "format": told["format"],
            "applicable": told["applicable"],
            "total": told["totals"]["parts"],
            "sound": told["totals"]["sound"],
            "parts": [self._part(found, sections, report, root) for found in report.resolutions],
            "files": [self._file(plan, root, texts=texts) for plan in report.plan],
            "report": told,
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
            "sound": found.state.sound,
            "description": predicate(found),
            "where": _lines(found.where),
            "candidates": [_lines(place) for place in found.candidates],
            "candidateCount": found.total_candidates,
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

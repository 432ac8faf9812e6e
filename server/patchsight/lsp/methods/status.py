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
from patchsight.core.text.buffer import Span
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.arguments import read_parts
from patchsight.lsp.methods.code_action.apply import offer_apply
from patchsight.lsp.methods.code_action.carry_out import Offer
from patchsight.lsp.positions import Addresses
from patchsight.lsp.roots import Root
from patchsight.lsp.selection import Selection, blocks_by_section

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

METHOD = "patchsight/status"


def register(server: Server) -> None:
    """Answer `patchsight/status` for `{uri, texts?, parts?}`; null if that is no open patch.

    With `parts`, `refusal` and `files` are about these parts only.
    """

    @server.feature(METHOD)
    async def on_status(params: Any) -> dict[str, Any] | None:
        snapshot = await server.analysis.fresh(str(getattr(params, "uri", "")))
        if snapshot is None:
            return None
        offer = offer_apply(
            server, snapshot, Selection(parts=read_parts(getattr(params, "parts", None)))
        )
        return StatusMaker(server.documents.address).make(
            snapshot, offer, texts=bool(getattr(params, "texts", False))
        )


class StatusMaker:
    """Describes patches to one client."""

    def __init__(self, address: Addresses) -> None:
        self._address = address

    def make(self, snapshot: Snapshot, offer: Offer | None, *, texts: bool) -> dict[str, Any]:
        """How many parts fit, where each lands, what happens to each file, perhaps with `texts`."""
        report, root = snapshot.report, snapshot.root.path
        told = receipt(report, snapshot.name)
        sections = {id(change): number for number, change in enumerate(report.patch.files)}
        blocks = blocks_by_section(report.patch)
        return {
            "version": snapshot.version,
            "checked": snapshot.checked,
            "refusal": offer.refusal if offer else None,
            "summary": headline(report),
            "folder": _folder(snapshot.root, root) if snapshot.has_root else None,
            "otherFolders": [_folder(snapshot.root, other) for other in snapshot.root.others],
            "format": told["format"],
            "applicable": told["applicable"],
            "total": told["totals"]["parts"],
            "sound": told["totals"]["sound"],
            "parts": [
                self._part(resolution, sections, blocks, report, root)
                for resolution in report.parts
            ],
            "files": [
                self._file(plan, root, texts=texts) for plan in (offer.report.plan if offer else [])
            ],
            "report": told,
        }

    def _part(
        self,
        resolution: Resolution,
        sections: dict[int, int],
        blocks: dict[int, int],
        report: Report,
        root: Path,
    ) -> dict[str, Any]:
        section = sections.get(id(resolution.change))
        return {
            "index": resolution.part.index,
            "section": section,
            "block": blocks.get(section) if section is not None else None,
            "line": report.patch.buffer.counted_row(resolution.part.header.start),
            "end": _end(resolution.part.span, report),
            "path": resolution.path,
            "uri": self._uri(root, resolution.path) if resolution.path in report.texts else None,
            "state": resolution.state.value,
            "sound": resolution.state.sound,
            "description": predicate(resolution),
            "where": _lines(resolution.where),
            "candidates": [_lines(place) for place in resolution.candidates],
            "candidateCount": resolution.total_candidates,
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


def _end(span: Span, report: Report) -> int:
    """The line behind a part."""
    return report.patch.buffer.counted_row(max(span.start, span.end - 1)) + 1


def _folder(root: Root, path: Path) -> dict[str, str]:
    return {"uri": path.as_uri(), "path": str(path), "name": root.name(path)}


def _lines(lines: Lines | None) -> dict[str, int] | None:
    return {"start": lines.start, "end": lines.end} if lines else None

"""The sessions of a running server, one per workspace folder: what was handed back to a model, and
what was applied.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from patchsight.core.describe.receipt import receipt
from patchsight.core.model.report import Report
from patchsight.core.session.figures import DEFAULT_EXCHANGES, Figures, record
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.methods.apply import is_carried_out


class _Handed(NamedTuple):
    """An edit that left for the editor; whether it is carried out shows later."""

    root: Path
    name: str
    report: Report


class Sessions:
    """Figures for as long as the server runs, and receipts for as long as a patch is open."""

    def __init__(self) -> None:
        self.most = DEFAULT_EXCHANGES
        self._figures: dict[Path, Figures] = {}
        self._handed: dict[str, _Handed] = {}
        self._receipts: dict[str, dict[str, Any]] = {}

    def figures(self, root: Path) -> Figures:
        return self._figures.get(root, Figures())._replace(most=self.most)

    def told(self, snapshot: Snapshot) -> None:
        """The model is told about a patch: that is an exchange."""
        self._record(snapshot.workspace.root, snapshot.report, applied=False)

    def handed_out(self, snapshot: Snapshot, report: Report) -> None:
        """An edit leaves for the editor."""
        self._handed[snapshot.document.uri] = _Handed(
            snapshot.workspace.root, name_of(snapshot), report
        )

    @property
    def waiting(self) -> list[str]:
        """The patches of which an edit left and was not seen carried out yet."""
        return list(self._handed)

    def looked(self, uri: str, texts: Mapping[str, str]) -> bool:
        """The targets of a patch were looked at again: whether an edit that was handed out proves
        to be carried out.
        """
        handed = self._handed.get(uri)
        if handed is None or not is_carried_out(handed.report.plan, texts):
            return False
        self.applied(uri)
        return True

    def applied(self, uri: str) -> None:
        """What was handed out last was carried out."""
        handed = self._handed.pop(uri, None)
        if handed:
            self._receipts[uri] = receipt(handed.report, handed.name, applied=True)
            self._record(handed.root, handed.report, applied=True)

    def receipt(self, uri: str) -> dict[str, Any] | None:
        """The receipt of what was applied last from a patch."""
        return self._receipts.get(uri)

    def forget(self, uri: str) -> None:
        """A patch was closed."""
        self._handed.pop(uri, None)
        self._receipts.pop(uri, None)

    def _record(self, root: Path, report: Report, *, applied: bool) -> None:
        self._figures[root] = record(self.figures(root), report, applied=applied)


def name_of(snapshot: Snapshot) -> str:
    """What a receipt calls a patch."""
    return str(snapshot.document.fs_path or snapshot.document.uri)

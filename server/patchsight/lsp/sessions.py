"""A server's sessions, one per workspace folder: what a model was told, what was applied."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from patchsight.core.describe.receipt import receipt
from patchsight.core.model.patch import Patch
from patchsight.core.model.report import Report, Resolution
from patchsight.core.session.figures import DEFAULT_EXCHANGES, Figures
from patchsight.core.session.readings import Readings, Stale, find_stale, follow_patch, show
from patchsight.core.session.store import MemoryStore
from patchsight.lsp.documents import Document
from patchsight.lsp.sent_edits import SentEdits, is_carried_out


class Sessions:
    """Figures for as long as the server runs, and receipts for as long as a patch is open.

    Listens to the analysis, to see whether an edit that left was carried out.
    """

    def __init__(self, sent: SentEdits) -> None:
        self.max_exchanges = DEFAULT_EXCHANGES
        self.listeners: list[Callable[[], None]] = []  #: told when the figures changed
        self._sent = sent
        self._stores: defaultdict[Path, MemoryStore] = defaultdict(MemoryStore)
        self._receipts: dict[str, dict[str, Any]] = {}
        #: files as they were when a patch first named them, by folder; no model has read them
        self._seen: defaultdict[str, Readings] = defaultdict(dict)
        self._names = [""]  #: of the patches that were applied, counted from 1

    def figures(self, root: Path) -> Figures:
        return self._stores[root].read()._replace(max_exchanges=self.max_exchanges)

    def receipt(self, uri: str) -> dict[str, Any] | None:
        """The receipt of what was applied last from a patch."""
        return self._receipts.get(uri)

    def told(self, root: Path, report: Report) -> None:
        """The model is told about a patch: that is an exchange."""
        self._record(root, report, applied=False)

    def applied(self, uri: str) -> None:
        """The edit that left last was carried out."""
        edit = self._sent.pending.pop(uri, None)
        if edit:
            self._receipts[uri] = receipt(edit.report, edit.patch_name, applied=True)
            self._record(edit.root, edit.report, applied=True)
            self._names.append(Path(edit.patch_name).name)
            root, number = str(edit.root), len(self._names) - 1
            self._seen[root] = follow_patch(self._seen[root], edit.report, number)

    def find_stale(self, report: Report, resolution: Resolution) -> tuple[Stale, str] | None:
        """The line that a part which is not found expects as it once was, and the name of the patch
        that changed it, empty if it was none.
        """
        seen = self._seen[report.around.root] if report.around else {}
        stale = find_stale(seen, report, resolution)
        return (stale, self._names[stale.patch]) if stale else None

    def _record(self, root: Path, report: Report, *, applied: bool) -> None:
        self._stores[root].record(report, applied=applied, again=False)
        for changed in self.listeners:
            changed()

    # ---- what the analysis tells
    def answered(self, document: Document, patch: Patch, report: Report | None) -> None:
        edit = self._sent.pending.get(document.uri)
        if report and edit and all(is_carried_out(plan, report.texts) for plan in edit.report.plan):
            self.applied(document.uri)
        root = report.around.root if report and report.around else ""
        if report and root:
            seen = self._seen[root]
            new = {path: text for path, text in report.texts.items() if path not in seen}
            self._seen[root] = show(seen, new) if new else seen

    def closed(self, uri: str) -> None:
        self._receipts.pop(uri, None)

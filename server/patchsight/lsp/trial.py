"""Trying out other texts in the place of a patch, on its files as the editor shows them."""

from __future__ import annotations

from patchsight.core.fixes import Surroundings, Trial
from patchsight.lsp.analysis import Snapshot


def try_out(snapshot: Snapshot) -> Trial:
    document, workspace = snapshot.document, snapshot.workspace
    around = Surroundings(
        lambda text: workspace.analyse(text, document.fs_path, document.language_id or ""),
        lambda: workspace.files(snapshot.report.patch, document.fs_path).known(),
        str(workspace.root),
    )
    return Trial(snapshot.report, around)

"""The session that a run of the command line belongs to, if it belongs to one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from patchsight.core.model.report import Report
    from patchsight.core.session.figures import Figures


class Keeper:
    """The figures of a session, kept in a file; without a file there are none, and nothing is kept
    or loaded.
    """

    def __init__(self, path: Path | None, *, keeps: bool = True) -> None:
        self._path, self._keeps = path, keeps
        self.figures: Figures | None = None
        if path:
            from patchsight.workspace.session_file import read_session

            self.figures = read_session(path)

    def record(self, report: Report, *, applied: bool = False) -> str:
        """Take a patch into account; the session's block, if there is a session."""
        if self._path is None or self.figures is None:
            return ""
        from patchsight.core.session.figures import record, render
        from patchsight.workspace.session_file import update_session

        if self._keeps:
            self.figures = update_session(
                self._path, lambda figures: record(figures, report, applied=applied)
            )
        return render(self.figures)

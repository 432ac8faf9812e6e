"""Where the figures of a session are kept: in memory for as long as a server runs, or, as
`workspace.session_file` does it, in a file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from patchsight.core.model.report import Report
from patchsight.core.session.figures import Figures, record


class SessionStore(ABC):
    """Keeps the figures of one session."""

    @abstractmethod
    def read(self) -> Figures:
        """The figures so far."""

    @abstractmethod
    def update(self, change: Callable[[Figures], Figures]) -> Figures:
        """Change the figures; what they are then."""

    def record(self, report: Report, *, applied: bool, again: bool = True) -> Figures:
        """Take a patch into account that was tried or applied; the same one counts `again` unless
        it is only looked at once more.
        """
        return self.update(lambda figures: record(figures, report, applied=applied, again=again))


class MemoryStore(SessionStore):
    """Figures that end with the process."""

    def __init__(self) -> None:
        self._figures = Figures()

    def read(self) -> Figures:
        return self._figures

    def update(self, change: Callable[[Figures], Figures]) -> Figures:
        self._figures = change(self._figures)
        return self._figures


class UnchangedStore(SessionStore):
    """Figures of another store, for a run that must leave no trace."""

    def __init__(self, store: SessionStore) -> None:
        self._figures = store.read()

    def read(self) -> Figures:
        return self._figures

    def update(self, change: Callable[[Figures], Figures]) -> Figures:
        return self._figures

"""A progress bar on a terminal, for work that takes longer than a second."""

from __future__ import annotations

import sys
import time
from types import TracebackType

_PATIENCE = 1.0
_WIDTH = 30


class Progress:
    """Counts steps; draws on standard error only after a second, and only where somebody looks."""

    def __init__(self, total: int) -> None:
        self._total, self._done = total, 0
        self._started = time.monotonic()
        self._shown = False

    def __enter__(self) -> Progress:
        return self

    def step(self) -> None:
        """Note that one more piece of work is done."""
        self._done += 1
        if sys.stderr.isatty() and time.monotonic() - self._started > _PATIENCE:
            filled = _WIDTH * self._done // max(self._total, 1)
            sys.stderr.write(f"\r[{'#' * filled}{'.' * (_WIDTH - filled)}] {self._done} of {self._total} patches")
            sys.stderr.flush()
            self._shown = True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

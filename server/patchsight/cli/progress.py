"""A progress bar on a terminal, for work that takes longer than a second."""

from __future__ import annotations

import sys
import time

_PATIENCE = 1.0
_WIDTH = 30


class Progress:
    """Counts patches; draws on standard error only after a second, and only where somebody looks."""

    def __init__(self, total: int) -> None:
        self._total, self._done = total, 0
        self._started = time.monotonic()
        self._shown = False

    def __enter__(self) -> Progress:
        return self

    def step(self) -> None:
        """Note that one more patch is done."""
        self._done += 1
        if self._done == self._total or time.monotonic() - self._started < _PATIENCE:
            return
        if sys.stderr is not None and sys.stderr.isatty():
            filled = _WIDTH * self._done // self._total
            self._draw(
                f"\r[{'#' * filled}{'.' * (_WIDTH - filled)}] {self._done} of {self._total} patches"
            )
            self._shown = True

    def hide(self) -> None:
        """Make room for text."""
        if self._shown:
            self._draw("\r\x1b[K")
            self._shown = False

    def _draw(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()

    def __exit__(self, *_: object) -> None:
        self.hide()

"""A progress bar on a terminal, for work that takes longer than a second."""

from __future__ import annotations

import sys
import time

_PATIENCE = 1.0
_WIDTH = 30


class Progress:
    """Counts what is done; draws on standard error only after a second, and only where somebody looks."""

    def __init__(self, total: int, nouns: str = "patches") -> None:
        self._total, self._done, self._nouns = total, 0, nouns
        self._started = time.monotonic()
        self._shown = False

    def __enter__(self) -> Progress:
        return self

    def step(self) -> None:
        """Note that one more is done."""
        self.show(self._done + 1, self._total)

    def show(self, done: int, total: int) -> None:
        """Note how many are done, of how many."""
        self._done, self._total = done, total
        if self._done == self._total or time.monotonic() - self._started < _PATIENCE:
            return
        if sys.stderr is not None and sys.stderr.isatty():
            filled = _WIDTH * self._done // self._total
            self._draw(
                f"\r[{'#' * filled}{'.' * (_WIDTH - filled)}] {self._done} of {self._total} {self._nouns}"
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

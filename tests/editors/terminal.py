"""An editor in a terminal of its own: keys go in, and what the screen shows is waited for."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

_PATIENCE = 60  #: seconds after which what was waited for counts as lost; the machine may be busy


class Terminal:
    """A tmux server with one window."""

    def __init__(self, socket: Path, environment: Mapping[str, str]) -> None:
        self._command = ["tmux", "-S", str(socket), "-f", "/dev/null"]
        self._environment = {**os.environ, **environment}

    def run(self, *arguments: str) -> str:
        return subprocess.run(
            [*self._command, *arguments],
            env=self._environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    @property
    def screen(self) -> str:
        return self.run("capture-pane", "-p")

    def press(self, *keys: str) -> None:
        """Press keys by their names."""
        self.run("send-keys", *keys)

    def type(self, text: str) -> None:
        self.run("send-keys", "-l", text)

    def wait(self, text: str, again: Callable[[], None] | None = None) -> str:
        """Wait until the screen shows a text; `again` is what to try in the meantime, each second."""
        end = time.monotonic() + _PATIENCE
        asked = time.monotonic()
        while text not in self.screen:
            assert time.monotonic() < end, f"waited in vain for {text}\n{self.screen}"
            if again and time.monotonic() > asked + 1:
                again()
                asked = time.monotonic()
            time.sleep(0.05)
        return self.screen


@contextmanager
def terminal(
    folder: Path, command: Sequence[str], environment: Mapping[str, str]
) -> Iterator[Terminal]:
    """Run a program in a folder, and end it with all that it started."""
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed: run tests/editors/install")
    shown = Terminal(folder.parent / "tmux", environment)
    shown.run("new-session", "-d", "-x", "140", "-y", "40", "-c", str(folder), *command)
    try:
        yield shown
    finally:
        with suppress(subprocess.CalledProcessError):  # it ends with the editor
            shown.run("kill-server")

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

PATIENCE = 60  #: seconds after which what was waited for counts as lost; the machine may be busy


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

    def wait(self, *texts: str) -> str:
        """Wait until the screen shows one of some texts."""
        return self._until(lambda screen: any(text in screen for text in texts), " or ".join(texts))

    def wait_without(self, text: str) -> str:
        """Wait until the screen shows a text no longer."""
        return self._until(lambda screen: text not in screen, f"a screen without {text}")

    def _until(self, holds: Callable[[str], bool], what: str) -> str:
        end = time.monotonic() + PATIENCE
        while not holds(screen := self.screen):
            assert time.monotonic() < end, f"waited in vain for {what}\n{screen}"
            time.sleep(0.05)
        return screen


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

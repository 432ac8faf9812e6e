"""What is made once for all tests of a run, whichever of its processes asks first."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def shared(factory: pytest.TempPathFactory, name: str) -> Generator[Path, None, None]:
    """A place that all processes of a run share, for one of them at a time: the first finds nothing there."""
    base = factory.getbasetemp()
    # The processes of one run have folders side by side.
    folder = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder / name

"""One run at a time: whoever writes holds a lock in the user's state folder.

There is one lock for all workspace folders, since one may lie in another. The system lets go of it
when the process ends, however that happens. The file stays: to remove it would let two runs hold
one each.
"""
# Which call follows a link matters here, and pathlib hides it.
# ruff: noqa: PTH118

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from patchsight.workspace.apply import disk
from patchsight.workspace.apply.journal import WriteError, keeping
from patchsight.workspace.apply.state_folder import make_home

_NAME = "lock"
_PATIENCE = 30.0  #: seconds to wait for another run
_PAUSE = 0.01
_FLAGS = os.O_RDWR | os.O_CREAT | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_CLOEXEC"))


@contextmanager
def only_run() -> Iterator[None]:
    """Wait until no other run of this user writes, and keep others waiting; WriteError if one takes
    too long.
    """
    with keeping():
        path = os.path.join(make_home(), _NAME)
        descriptor = os.open(path, _FLAGS, 0o600)
    try:
        _wait(descriptor, path)
        yield
    finally:
        disk.let_go(descriptor)


def _wait(descriptor: int, path: str) -> None:
    until = time.monotonic() + _PATIENCE
    while not _take(descriptor):
        if time.monotonic() >= until:
            raise WriteError(
                f"another run of Patchsight is still writing (it holds `{path}`); try again when it is done",
                Path(path),
            )
        time.sleep(_PAUSE)


def _take(descriptor: int) -> bool:
    """Whether the lock is ours now."""
    with keeping():
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):  # what Unix and Windows say if another has it
            return False
    return True

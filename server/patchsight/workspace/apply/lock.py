"""One run at a time: whoever writes holds a lock in the user's state folder.

There is one lock for all workspace folders, since one may lie in another. The system lets go of it
when the process ends, however that happens. Whoever has it removes its file before letting go, so
that nothing is left behind; a run that waited for that file looks for the one that counts now.
"""
# Which call follows a link matters here, and pathlib hides it.
# ruff: noqa: PTH108, PTH118

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
    descriptor = _wait(path)
    try:
        yield
    finally:
        if sys.platform != "win32":  # where a file that is open cannot be removed
            with suppress(OSError):
                os.unlink(path)
        disk.let_go(descriptor)


def _wait(path: str) -> int:
    """The open file that the lock is held by."""
    until = time.monotonic() + _PATIENCE
    while True:
        with keeping():
            descriptor = os.open(path, _FLAGS, 0o600)
            try:
                held = _take(descriptor) and _is_current(descriptor, path)
            except OSError:
                disk.let_go(descriptor)
                raise
        if held:
            return descriptor
        disk.let_go(descriptor)
        if time.monotonic() >= until:
            raise WriteError(
                f"another run of Patchsight is still writing (it holds `{path}`); try again when it is done",
                Path(path),
            )
        time.sleep(_PAUSE)


def _take(descriptor: int) -> bool:
    """Whether the lock is ours now."""
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


def _is_current(descriptor: int, path: str) -> bool:
    """Whether the file that was locked still stands there: its last holder may have removed it."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.lstat(path))
    except FileNotFoundError:
        return False

"""The few things done to the disk when writing: make a file that lasts, make names last, remove, lock."""

from __future__ import annotations

import errno
import os
import stat
import sys

_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | sum(getattr(os, name, 0) for name in
                                                     ("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY"))
#: What systems answer when a file system has no hard links, or not for this file.
_NO_LINKS = frozenset({errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EXDEV})


def create(path: str, data: bytes, like: os.stat_result | None = None) -> None:
    """Write a file that must not exist yet, with the owner and mode of another if one is given."""
    descriptor = open_new(path, 0o666 if like is None else 0o600)
    try:
        write(descriptor, data)
        if like is not None:
            _take_mode(descriptor, like)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def open_new(path: str, mode: int) -> int:
    return os.open(path, _CREATE, mode)


def write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view):]


def _take_mode(descriptor: int, like: os.stat_result) -> None:
    if sys.platform == "win32":
        return
    mode, mine = stat.S_IMODE(like.st_mode), os.fstat(descriptor)
    if (mine.st_uid, mine.st_gid) != (like.st_uid, like.st_gid):
        try:
            os.fchown(descriptor, like.st_uid, like.st_gid)
        except PermissionError:
            mode &= ~(stat.S_ISUID | stat.S_ISGID)  # these would now mean somebody else
    os.fchmod(descriptor, mode)


def link(old: str, new: str) -> bool:
    """Give a file a second name; False if this file system cannot."""
    try:
        os.link(old, new)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        return False
    return True


def remove(path: str) -> None:
    """Remove a file if it is there."""
    try:
        os.unlink(path)  # noqa: PTH108
    except OSError:  # which one it is for a missing file depends on the disk
        if os.path.lexists(path):
            raise


def sync_folder(path: str) -> None:
    """Make the names in a folder last, where the system can."""
    if sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def lock(descriptor: int) -> bool:
    """Hold an open file until it is closed or its process ends; False if another process holds it."""
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # no locks on this file system
        return True
    return True

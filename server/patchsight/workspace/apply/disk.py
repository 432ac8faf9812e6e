"""What writing does to the disk: make files and names that last, move, remove."""
# Which call follows a link matters here, and pathlib hides it.
# ruff: noqa: PTH116, PTH118, PTH206

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

_CREATE = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_EXCL
    | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY"))
)
#: What systems answer when a file system has no hard links, or not for this file.
_NO_LINKS = frozenset(
    {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EXDEV}
)
#: Whether a folder can be held open and worked in.
_CAN_HOLD = (
    os.open in os.supports_dir_fd and hasattr(os, "O_DIRECTORY") and hasattr(os, "O_NOFOLLOW")
)
#: Extended attributes that people set; an access control list is one.
_OF_USERS = ("user.", "system.posix_acl_")
_HOLD = sum(getattr(os, name, 0) for name in ("O_PATH", "O_DIRECTORY", "O_CLOEXEC"))


def open_new(path: str, mode: int, folder: int | None = None) -> int:
    return os.open(path, _CREATE, mode, dir_fd=folder)


def write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


class Look(NamedTuple):
    """What a file has besides its text, and a new one in its place takes over."""

    status: os.stat_result
    #: extended attributes, access control lists among them, where Python can read these
    attributes: Mapping[str, bytes]


def look_of(path: str | os.PathLike[str] | int, *, follow: bool = False) -> Look:
    """The same of a file by its name, or of one that is open."""
    follow = follow or isinstance(path, int)
    status = os.stat(path, follow_symlinks=follow)
    attributes: dict[str, bytes] = {}
    if sys.platform == "linux":
        with suppress(OSError):  # a disk that has none
            for name in os.listxattr(path, follow_symlinks=follow):
                attributes[name] = os.getxattr(path, name, follow_symlinks=follow)
    return Look(status, attributes)


def _take_over(descriptor: int, look: Look) -> None:
    if sys.platform == "win32":
        return
    like = look.status
    mode, mine = stat.S_IMODE(like.st_mode), os.fstat(descriptor)
    if (mine.st_uid, mine.st_gid) != (like.st_uid, like.st_gid):
        try:
            os.fchown(descriptor, like.st_uid, like.st_gid)
        except PermissionError:
            mode &= ~(stat.S_ISUID | stat.S_ISGID)  # these would now mean somebody else
    os.fchmod(descriptor, mode)
    if sys.platform == "linux":
        for name, value in look.attributes.items():
            _set_attribute(descriptor, name, value)


def _set_attribute(descriptor: int, name: str, value: bytes) -> None:
    """Set what the user gave the file, or fail; labels of the system's own the system sets."""
    if sys.platform == "linux":
        try:
            os.setxattr(descriptor, name, value)
        except OSError as error:
            if name.startswith(_OF_USERS):
                raise OSError(error.errno, f"cannot keep the attribute {name}") from error


class Folder:
    """A folder that is held open: what is done to its files happens there, whatever its path leads
    to by then.

    It is reached from the root step by step, through no symbolic link. Windows knows no such thing;
    there paths must do.
    """

    def __init__(self, path: str, root: str) -> None:
        self._path = path
        self._descriptor = _descend(root, path) if _CAN_HOLD else None

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, *_: object) -> None:
        if self._descriptor is not None:
            let_go(self._descriptor)

    def _at(self, name: str) -> str:
        return name if self._descriptor is not None else os.path.join(self._path, name)

    def status(self, name: str) -> os.stat_result | None:
        """What stands at a name, links not followed; None if nothing does that can be seen."""
        try:
            return os.stat(self._at(name), dir_fd=self._descriptor, follow_symlinks=False)
        except OSError:
            return None

    def create(self, name: str, data: bytes, like: Look | None = None) -> None:
        """Write a file that must not exist yet, with the owner, mode and attributes of another if given."""
        descriptor = open_new(self._at(name), 0o666 if like is None else 0o600, self._descriptor)
        try:
            write(descriptor, data)
            if like is not None:
                _take_over(descriptor, like)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def link(self, old: str, new: str) -> bool:
        """Give a file a second name; False if this file system cannot."""
        try:
            os.link(
                self._at(old),
                self._at(new),
                src_dir_fd=self._descriptor,
                dst_dir_fd=self._descriptor,
                follow_symlinks=False,
            )
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            return False
        return True

    def replace(self, old: str, new: str) -> None:
        """Move a file over another."""
        os.replace(
            self._at(old), self._at(new), src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor
        )

    def rename(self, old: str, new: str) -> None:
        """Move a file to a name that is free."""
        os.rename(
            self._at(old), self._at(new), src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor
        )

    def remove(self, name: str) -> None:
        """Remove a file if it is there."""
        try:
            os.unlink(self._at(name), dir_fd=self._descriptor)
        except OSError:  # which one it is for a missing file depends on the disk
            if self.status(name) is not None:
                raise

    def make_folder(self, name: str) -> None:
        os.mkdir(self._at(name), dir_fd=self._descriptor)

    def remove_folder(self, name: str) -> None:
        os.rmdir(self._at(name), dir_fd=self._descriptor)


def _descend(root: str, path: str) -> int:
    descriptor = os.open(root, _HOLD)
    try:
        for step in os.path.relpath(path, root).split(os.sep) if path != root else ():
            inner = os.open(step, _HOLD | os.O_NOFOLLOW, dir_fd=descriptor)
            let_go(descriptor)
            descriptor = inner
    except NotADirectoryError:
        let_go(descriptor)
        raise OSError(errno.ELOOP, "a symbolic link or a file was put in its way", path) from None
    except BaseException:
        let_go(descriptor)
        raise
    return descriptor


def let_go(descriptor: int) -> None:
    """Close what nothing was written through."""
    with suppress(OSError):
        os.close(descriptor)


def sync_folder(path: str) -> None:
    """Make the names in a folder last, where the system can."""
    if sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

"""This user's journals, outside the workspace: what came with one is never believed."""
# Which call follows a link matters here, and pathlib hides it.
# ruff: noqa: PTH102, PTH111, PTH117, PTH118, PTH120

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress

from patchsight.workspace.apply import disk


def find_home() -> str:
    """Where the folder is or would be; a path that is not absolute if there is no place for it."""
    folder = os.environ.get("XDG_STATE_HOME", "")
    if not os.path.isabs(folder):  # a relative one could lie in the workspace
        folder = (
            os.environ.get("LOCALAPPDATA", "")
            if sys.platform == "win32"
            else os.path.expanduser("~/.local/state")
        )
    return os.path.join(os.path.realpath(folder) if os.path.isabs(folder) else folder, "patchsight")


def check_home(home: str) -> None:
    """OSError unless nobody but this user can put anything into the folder; FileNotFoundError if
    it is not there.
    """
    if not os.path.isabs(home):
        raise FileNotFoundError(errno.ENOENT, "no home folder is known", home)
    status = os.lstat(home)
    if not stat.S_ISDIR(status.st_mode):
        raise OSError(errno.ENOTDIR, "it is not a folder", home)
    if sys.platform != "win32":
        if status.st_uid != os.geteuid():
            raise OSError(errno.EPERM, "it belongs to another user", home)
        if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise OSError(errno.EPERM, "others may write in it", home)


def make_home() -> str:
    """The folder, which is made if it is not there yet."""
    home = find_home()
    if os.path.isabs(home):
        _make(home)
    check_home(home)
    return home


def _make(folder: str) -> None:
    """Make a folder that lasts, and those above it."""
    parent = os.path.dirname(folder)
    if parent == folder or os.path.lexists(folder):
        return
    _make(parent)
    with suppress(FileExistsError):  # another run was faster
        os.mkdir(folder, 0o700)
    disk.sync_folder(parent)

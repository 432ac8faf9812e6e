"""The file in which the command line keeps a session from run to run.

Only a file that is a session, empty, or not there yet is ever written, and always as a whole: the
new text is put beside it and takes its place. One run at a time writes, so that none loses what
another one has counted.
"""
# Which call follows a link matters here, and pathlib hides it.

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from patchsight.core.session.data import as_data, from_data
from patchsight.core.session.figures import Figures
from patchsight.core.session.store import SessionStore
from patchsight.workspace.apply import disk
from patchsight.workspace.apply.journal import WriteError, new_token
from patchsight.workspace.apply.lock import only_run
from patchsight.workspace.errors import UserError

_MOST_BYTES = 8 * 1024 * 1024
_FLAGS = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY", "O_NONBLOCK"))


class FileStore(SessionStore):
    """Figures in a file; as long as there is no such file, those of a session that has not begun."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> Figures:
        with _explaining(self._path):
            try:
                descriptor = os.open(self._path, os.O_RDONLY | _FLAGS)
            except FileNotFoundError:
                return Figures()
            with os.fdopen(descriptor, "rb") as file:
                return _read(file, self._path)

    def update(self, change: Callable[[Figures], Figures]) -> Figures:
        with _explaining(self._path), only_run():
            with os.fdopen(
                os.open(self._path, os.O_RDWR | os.O_CREAT | _FLAGS, 0o666), "rb"
            ) as file:
                figures, like = change(_read(file, self._path)), disk.look_of(file.fileno())
            data = json.dumps(as_data(figures), separators=(",", ":")).encode("ascii")
            _replace(self._path, data, like)
            return figures


@contextmanager
def _explaining(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        cause = (
            "it is a symbolic link" if error.errno == errno.ELOOP else error.strerror or str(error)
        )
        raise UserError(f"the session {path} cannot be used: {cause}") from None
    except WriteError as error:
        raise UserError(f"the session {path} cannot be used: {error}") from None


def _read(file: BinaryIO, path: Path) -> Figures:
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        raise UserError(f"the session {path} cannot be used: it is not a regular file")
    data = file.read(_MOST_BYTES + 1)
    figures = _parse(data) if data.strip() else Figures()
    if figures is None:
        raise UserError(
            f"{path} is not a session of Patchsight, or is damaged; name another file, or remove it to start anew"
        )
    return figures


def _parse(data: bytes) -> Figures | None:
    try:
        return from_data(json.loads(data)) if len(data) <= _MOST_BYTES else None
    except (ValueError, RecursionError):
        return None


def _replace(path: Path, data: bytes, like: disk.Look) -> None:
    fresh, parent = f".{path.name}.{new_token()}", str(path.parent)
    with disk.Folder(parent, parent) as folder:
        try:
            folder.create(fresh, data, like)
            folder.replace(fresh, path.name)
        except BaseException:
            folder.remove(fresh)
            raise
    disk.sync_folder(parent)

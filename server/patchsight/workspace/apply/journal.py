"""The record of a run that writes, kept on disk while the run lasts.

The journal is written before anything else and names every file and folder of the run. Its phase
stands in its name: `prepare` (no target is touched yet), `move` (targets are being replaced) and
`done` (only clean-up is left). A rename changes the phase at once. The names of the temporary files
beside a target follow from the journal's own name.

It is kept in the user's own folder, under a name that follows from the root. A marker in the root
comes after it and goes before it; a journal without its marker says nothing of the folder that is
there now.
"""
# Which call follows a link matters here, and pathlib hides it.
# ruff: noqa: PTH104, PTH118, PTH119

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple

from patchsight.core.model.record import field, record
from patchsight.core.model.reserved_names import name_beside, name_journal, name_marker
from patchsight.workspace.apply import disk
from patchsight.workspace.apply.state_folder import find_home, make_home

Kind = Literal["edit", "create", "delete"]
Phase = Literal["prepare", "move", "done"]


class WriteError(Exception):
    """Why nothing was written, in plain words; or exactly what was, if it could not be undone."""

    def __init__(self, message: str, path: Path) -> None:
        super().__init__(message)
        self.path = path


@contextmanager
def keeping() -> Iterator[None]:
    """Turn what goes wrong with a journal into an error that names the folder in which it is kept."""
    try:
        yield
    except OSError as error:
        home, cause = find_home(), error.strerror or str(error)
        message = f"a journal cannot be kept in `{home}`: {cause}; `XDG_STATE_HOME` can name another folder"
        raise WriteError(message, Path(home)) from error


class Step(NamedTuple):
    """What a run does to one file, all in one folder, whose path is real and absolute."""

    kind: Kind
    folder: str
    name: str
    fresh: str  #: the name of the new text, until it is moved into place
    saved: str  #: the name of the old text, until the run is done
    new: str  #: the digest of the new text
    old: str  #: the digest of the old text

    @property
    def target(self) -> str:
        return os.path.join(self.folder, self.name)


@record
class Run:
    """A run and its journal."""

    root: str
    token: str
    steps: Sequence[Step] = ()
    folders: list[str] = field(default_factory=list)  #: made by the run, outer ones first
    phase: Phase = "prepare"
    home: str = ""  #: the folder of the journal, once there may be one

    @property
    def path(self) -> str:
        return self._path(self.phase)

    @property
    def marker(self) -> str:
        return os.path.join(self.root, name_marker(self.token))

    def begin(self) -> None:
        """Write the journal."""
        self.home = make_home()
        descriptor = disk.open_new(self.path, 0o600)
        try:
            disk.write(descriptor, self._record())
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        disk.sync_folder(self.home)

    def mark(self) -> None:
        """Say in the root that a run works there."""
        with disk.Folder(self.root, self.root) as folder:
            folder.create(os.path.basename(self.marker), b"")

    def is_marked(self) -> bool:
        """Whether the root is still the folder that the run works in, as far as can be told."""
        try:
            os.lstat(self.marker)
        except OSError as error:
            return not isinstance(error, FileNotFoundError)
        return True

    def enter(self, phase: Phase) -> None:
        os.rename(self.path, self._path(phase))
        self.phase = phase

    def forget(self) -> None:
        """Remove the marker and then the journal: nothing is left to do."""
        if self.home:
            if self.is_marked():
                _remove(self.marker)
            _remove(self.path)

    def name(self, path: str) -> str:
        """A path as the user reads it."""
        return os.path.relpath(path, self.root).replace(os.sep, "/")

    def _path(self, phase: Phase) -> str:
        return os.path.join(self.home, name_journal(key_of(self.root), self.token, phase))

    def _record(self) -> bytes:
        steps = [
            {"kind": step.kind, "target": self.name(step.target), "new": step.new, "old": step.old}
            for step in self.steps
        ]
        folders = [self.name(folder) for folder in self.folders]
        return json.dumps(
            {"root": self.root, "steps": steps, "folders": folders}, indent=1
        ).encode()


def _remove(path: str) -> None:
    place, name = os.path.split(path)
    with disk.Folder(place, place) as folder:
        folder.remove(name)


def new_token() -> str:
    return os.urandom(8).hex()


def key_of(root: str) -> str:
    """What the journals of a root are found by."""
    return digest_of(os.fsencode(root))[:32]


def make_step(kind: Kind, target: str, new: str, old: str, token: str, index: int) -> Step:
    folder, name = os.path.split(target)
    beside = name_beside(name, token, index)
    return Step(kind, folder, name, beside + ".tmp", beside + ".bak", new, old)


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()

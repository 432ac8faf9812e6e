"""The record of a run that writes, kept on disk while the run lasts.

The journal is written before anything else and names every file and folder of the run. Its phase stands in its name:
`prepare` (no target is touched yet), `move` (targets are being replaced) and `done` (only clean-up is left). A rename
changes the phase at once. The names of the temporary files beside a target follow from the journal's own name.
"""
# Which call follows a link matters here, and pathlib hides it.
# ruff: noqa: PTH104, PTH118, PTH119

from __future__ import annotations

import errno
import hashlib
import json
import os
import sys
from collections.abc import Sequence
from typing import Literal, NamedTuple

from patchsight import disk
from patchsight.core.record import field, record

Kind = Literal["edit", "create", "delete"]
Phase = Literal["prepare", "move", "done"]


class Step(NamedTuple):
    """What a run does to one file. All of it happens in one folder, whose path is real and absolute."""

    kind: Kind
    folder: str
    name: str
    fresh: str  #: the name of the new text, until it is moved into place
    saved: str  #: the name of the old text, until the run is done
    digest: str  #: of the new text

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
    descriptor: int | None = None

    @property
    def path(self) -> str:
        return self._path(self.phase)

    def begin(self) -> None:
        """Write the journal, and hold it so that nobody undoes a run that is still going on."""
        self.descriptor = disk.open_new(self.path, 0o600)
        if not disk.lock(self.descriptor):
            raise OSError(errno.EBUSY, "another run is in the way", self.path)
        disk.write(self.descriptor, self._record())
        os.fsync(self.descriptor)
        if sys.platform == "win32":  # an open file cannot be renamed there
            self.release()
        disk.sync_folder(self.root)

    def enter(self, phase: Phase) -> None:
        os.rename(self.path, self._path(phase))
        self.phase = phase

    def forget(self) -> None:
        """Remove the journal: nothing is left to do."""
        with disk.Folder(self.root, self.root) as folder:
            folder.remove(os.path.basename(self.path))
        self.release()

    def release(self) -> None:
        if self.descriptor is not None:
            descriptor, self.descriptor = self.descriptor, None
            os.close(descriptor)

    def name(self, path: str) -> str:
        """A path as the user reads it."""
        return os.path.relpath(path, self.root).replace(os.sep, "/")

    def _path(self, phase: Phase) -> str:
        return os.path.join(self.root, f".patchsight-journal-{self.token}.{phase}.json")

    def _record(self) -> bytes:
        steps = [{"kind": step.kind, "target": self.name(step.target), "new": step.digest} for step in self.steps]
        folders = [self.name(folder) for folder in self.folders]
        return json.dumps({"steps": steps, "folders": folders}, indent=1).encode()


def new_token() -> str:
    return os.urandom(8).hex()


def make_step(kind: Kind, target: str, digest: str, token: str, index: int) -> Step:
    """A step; the names beside the target are short enough for any file system."""
    folder, name = os.path.split(target)
    beside = f".{name[:40]}.patchsight-{token}-{index}"
    return Step(kind, folder, name, beside + ".tmp", beside + ".bak", digest)


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()

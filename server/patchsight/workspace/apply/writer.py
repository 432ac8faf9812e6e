"""Write to disk all or nothing: every file gets its new text, or none does.

New texts are written beside their targets and old ones saved there before the first target is
touched, so that every moment has a way back. A kill never leaves half a file, and its journal lets
`recover` undo the rest. Where no journal can be kept, nothing is written.
"""
# Which call follows a link matters here, and pathlib hides it.
# ruff: noqa: PTH112, PTH114, PTH118, PTH119, PTH120

from __future__ import annotations

import errno
import os
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, NoReturn

from patchsight.core.model.path_rules import check
from patchsight.core.model.record import record
from patchsight.workspace.apply import disk
from patchsight.workspace.apply.disk import Folder
from patchsight.workspace.apply.journal import (
    Kind,
    Run,
    Step,
    WriteError,
    digest_of,
    keeping,
    make_step,
    new_token,
)
from patchsight.workspace.apply.lock import only_run
from patchsight.workspace.apply.recovery import (
    clean_up,
    disbelieved,
    pending,
    recover,
    sync_folders,
    undo,
)
from patchsight.workspace.content import Stamp
from patchsight.workspace.regular_file import read_regular

__all__ = ["Change", "WriteError", "disbelieved", "pending", "recover", "write_all"]


class Change(NamedTuple):
    """What must stand at a path now, and what shall stand there; None is nothing."""

    path: Path  #: absolute
    before: bytes | None
    after: bytes | None
    mode_from: Path | None = None  #: the file whose mode this one takes: it is being moved here

    @property
    def is_kept(self) -> bool:
        """Whether it only says what must stand there."""
        return self.before == self.after


class _RefusedError(Exception):
    """What is wrong with the file at hand, as the rest of a sentence that starts with its name."""


@record
class _Job:
    """A change that was found possible."""

    change: Change
    step: Step
    like: disk.Look | None  #: of the file whose owner, mode and attributes the new one takes
    stamp: Stamp | None = None  #: of the target, when it was last seen to hold the old text


def write_all(changes: Sequence[Change], root: Path) -> None:
    """Make every change or none; if cleaning up fails, a journal stays for `recover`."""
    run = Run(os.path.realpath(root), new_token())
    with ExitStack() as stack:
        try:
            stack.enter_context(only_run())
            if left := pending(root):
                raise WriteError(
                    f"`{left[0]}` shows that another run was interrupted; recover first", left[0]
                )
            jobs = _plan(changes, run)
            if not jobs:
                return
            _carry_out(run, jobs)
        except BaseException as error:
            _roll_back(run, error)
        with suppress(OSError):
            clean_up(run)


# ---- before anything is touched


def _plan(changes: Sequence[Change], run: Run) -> list[_Job]:
    """Check every change."""
    jobs: list[_Job] = []
    seen: set[str] = set()
    for change in changes:
        with _naming(change.path, run):
            real = _resolve(change, run)
            _require_before(change, real)
            if change.is_kept:
                continue
            if real in seen:
                raise _RefusedError("is changed twice")
            seen.add(real)
            _require_way(change, real, run)
            jobs.append(_make_job(change, real, run.token, len(jobs)))
    run.steps = [job.step for job in jobs]
    return jobs


@contextmanager
def _naming(path: Path, run: Run) -> Iterator[None]:
    """Turn what goes wrong into an error that names the file it is about."""
    try:
        yield
    except _RefusedError as refused:
        raise WriteError(f"`{_show(path, run)}` {refused}", path) from None
    except (OSError, ValueError, RecursionError) as error:
        cause = getattr(error, "strerror", None) or str(error)
        raise WriteError(f"`{_show(path, run)}` cannot be written: {cause}", path) from error


def _show(path: Path, run: Run) -> str:
    name = run.name(os.path.join(os.path.realpath(path.parent), path.name))
    return str(path) if name.startswith("../") else name


def _resolve(change: Change, run: Run) -> str:
    """The real path of a target, which must lie inside the root."""
    real = os.path.realpath(change.path)
    if not real.startswith(os.path.join(run.root, "")) or os.path.realpath(real) != real:
        raise _RefusedError(f"lies outside `{run.root}`")
    if reason := check(run.name(real))[1]:
        raise _RefusedError(f"is not allowed: {reason}")
    return real


def _require_way(change: Change, real: str, run: Run) -> None:
    """A target that changes must lie below folders only, and not be a link that goes."""
    if change.after is None and os.path.islink(change.path):
        raise _RefusedError(f"is a symbolic link; name the file it leads to, `{run.name(real)}`")
    parent = os.path.dirname(real)
    while not os.path.lexists(parent):
        parent = os.path.dirname(parent)
    if not os.path.isdir(parent):
        raise _RefusedError(f"cannot be written: `{run.name(parent)}` is a file, not a folder")


def _require_before(change: Change, real: str) -> None:
    """Refuse to write over anything but what was read."""
    if change.before is None:
        if os.path.lexists(real):
            raise _RefusedError("exists already")
    elif not os.path.lexists(real):
        raise _RefusedError("is not there any more")
    elif _read(change, real) != change.before:
        raise _RefusedError("has changed since it was read")


def _read(change: Change, real: str) -> bytes:
    """What stands there; of a file that is kept nobody has said if it has a byte order mark."""
    data = read_regular(real, len(change.before or b"") + len(BOM_UTF8))[0]
    return data.removeprefix(BOM_UTF8) if change.is_kept else data


def _make_job(change: Change, real: str, token: str, index: int) -> _Job:
    kind: Kind = "create" if change.before is None else "delete" if change.after is None else "edit"
    like = disk.look_of(real) if kind == "edit" else None
    if kind != "delete" and change.mode_from is not None:
        like = disk.look_of(change.mode_from, follow=True)
    new, old = (digest_of(data or b"") for data in (change.after, change.before))
    return _Job(change, make_step(kind, real, new, old, token, index), like)


# ---- the run


def _carry_out(run: Run, jobs: Sequence[_Job]) -> None:
    _begin(run)
    for job in jobs:
        with _naming(job.change.path, run):
            _prepare(job, run.root)
    for job in jobs:
        with _naming(job.change.path, run):
            _confirm(job)
    with _naming(Path(run.root), run):
        sync_folders(run)
    with keeping():
        run.enter("move")
        disk.sync_folder(run.home)
    for job in jobs:
        with _naming(job.change.path, run):
            _move(job, run.root)
    with _naming(Path(run.root), run):
        sync_folders(run)
    with keeping():
        run.enter("done")


def _begin(run: Run) -> None:
    """Write the journal, then its marker, then make the folders that new files need."""
    missing: set[str] = set()
    for step in run.steps:
        folder = os.path.dirname(step.target)
        while folder not in missing and not os.path.lexists(folder):
            missing.add(folder)
            folder = os.path.dirname(folder)
    run.folders = sorted(missing, key=len)
    with keeping():
        run.begin()
    planned, run.folders = run.folders, []
    with _naming(Path(run.root), run):
        run.mark()
        for folder in planned:
            with Folder(os.path.dirname(folder), run.root) as parent:
                parent.make_folder(os.path.basename(folder))
                run.folders.append(folder)  # only these are removed if the run fails


def _prepare(job: _Job, root: str) -> None:
    """Put the new text beside the target, and give the old one a second name."""
    step = job.step
    with Folder(step.folder, root) as folder:
        if job.change.after is not None:
            folder.create(step.fresh, job.change.after, job.like)
        if step.kind == "edit" and not folder.link(step.name, step.saved):
            folder.create(step.saved, job.change.before or b"", job.like)


def _confirm(job: _Job) -> None:
    """See once more that the target is what it was, now that everything else is ready."""
    if job.change.before is None:
        if os.path.lexists(job.step.target):
            raise _RefusedError("was created by another program meanwhile")
        return
    # first: what is written during the read then shows
    job.stamp = Stamp.of(os.lstat(job.step.target))
    if read_regular(job.step.target, len(job.change.before))[0] != job.change.before:
        raise _RefusedError("was changed by another program meanwhile")


def _move(job: _Job, root: str) -> None:
    step = job.step
    with Folder(step.folder, root) as folder:
        there = folder.status(step.name)
        if job.stamp is not None and (there is None or Stamp.of(there) != job.stamp):
            raise _RefusedError("was changed by another program meanwhile")
        if step.kind == "edit":
            folder.replace(step.fresh, step.name)
        elif step.kind == "delete":
            folder.rename(step.name, step.saved)
        else:
            _place(step, folder)


def _place(step: Step, folder: Folder) -> None:
    """Move a new file into place, never over one that appeared there meanwhile."""
    if folder.link(step.fresh, step.name):
        folder.remove(step.fresh)
    elif folder.status(step.name) is not None:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), step.target)
    else:
        folder.rename(step.fresh, step.name)


def _roll_back(run: Run, error: BaseException) -> NoReturn:
    """Undo what was done so far, and say so."""
    undone = undo(run)
    if not isinstance(error, WriteError):
        raise error
    trouble = [*undone.left, *undone.failed]
    ending = (
        "Not everything could be undone: " + " ".join(trouble)
        if trouble
        else "Nothing was changed."
    )
    if undone.failed:
        ending += f" The journal is `{run.path}`."
    raise WriteError(f"{error}. {ending}", error.path) from error.__cause__

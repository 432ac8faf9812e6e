"""Undo a run that failed or was interrupted, from its journal.

A journal may come from a hostile workspace. It names targets only; nothing is touched that lies outside the root or
below `.git`, that a link leads to, or that was changed since.
"""
# Which call follows a link matters here, and pathlib hides it.
# ruff: noqa: PTH112, PTH118, PTH119, PTH120

from __future__ import annotations

import errno
import json
import os
import re
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, cast, get_args

from patchsight import disk
from patchsight.core.paths import check
from patchsight.disk import Folder
from patchsight.journal import Kind, Phase, Run, Step, digest_of, make_step
from patchsight.regular import read_regular

_NAME = re.compile(r"\.patchsight-journal-([0-9a-f]{16})\.(prepare|move|done)\.json")
_MAX_JOURNAL = 16 * 1024 * 1024
_MAX_TARGET = 1024 * 1024 * 1024


class Undone(NamedTuple):
    """What undoing a run did, what it left alone because somebody else changed it, and what failed."""

    done: list[str]
    left: list[str]
    failed: list[str]


def is_confined(path: str, root: str) -> bool:
    """Whether a real path still lies inside the root with no link on the way, and a patch may name it."""
    folder = os.path.dirname(path)
    if os.path.realpath(folder) != folder or not path.startswith(os.path.join(root, "")):
        return False
    return check(os.path.relpath(path, root).replace(os.sep, "/"))[1] is None


def pending(root: Path) -> list[Path]:
    """The journals of runs that have not ended."""
    try:
        with os.scandir(os.path.realpath(root)) as entries:
            names = sorted(entry.name for entry in entries
                           if _NAME.fullmatch(entry.name) and entry.is_file(follow_symlinks=False))
    except OSError:
        return []
    return [root / name for name in names]


def recover(root: Path) -> list[str]:
    """Undo every run that was interrupted, and say in plain sentences what was done."""
    said: list[str] = []
    for path in pending(root):
        try:
            said += _recover(os.path.realpath(root), path.name)
        except OSError as error:
            said.append(f"`{path.name}` could not be dealt with: {error.strerror}.")
    return said


def _recover(root: str, name: str) -> list[str]:
    path = os.path.join(root, name)
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    try:
        if not disk.lock(descriptor):
            return [f"Another run is still going on; its journal `{name}` is left alone."]
        if not os.path.lexists(path):  # that run ended a moment ago
            return []
        return _settle(_load(root, name), path)
    finally:
        os.close(descriptor)


def _settle(run: Run | None, path: str) -> list[str]:
    """End a run whose process is gone."""
    if run is None:
        return [f"`{os.path.basename(path)}` cannot be read as a journal and is left alone; remove it by hand."]
    if run.phase == "done":
        clean_up(run)
        return ["A finished run was cleaned up."]
    undone = undo(run)
    said = [*undone.done, *undone.left, *undone.failed]
    return said or ["A run was interrupted before it changed anything; nothing is left of it."]


def _load(root: str, name: str) -> Run | None:
    """The run a journal tells of; None if it tells nothing that can be trusted."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    token, phase = match[1], cast(Phase, match[2])
    try:
        steps, folders = _parse(root, token, read_regular(os.path.join(root, name), _MAX_JOURNAL)[0])
    except (ValueError, KeyError, TypeError, RecursionError):
        # A journal that is not whole was never acted on.
        return Run(root, token) if phase == "prepare" else None
    return Run(root, token, steps, folders, phase)


def _parse(root: str, token: str, data: bytes) -> tuple[list[Step], list[str]]:
    record = json.loads(data)
    steps = [make_step(_kind(entry["kind"]), _absolute(root, entry["target"]), str(entry["new"]), token, index)
             for index, entry in enumerate(record["steps"])]
    return steps, [_absolute(root, folder) for folder in record["folders"]]


def _kind(value: object) -> Kind:
    if value not in get_args(Kind):
        raise ValueError(value)
    return cast(Kind, value)


def _absolute(root: str, name: object) -> str:
    if not isinstance(name, str) or check(name) != (name, None):
        raise ValueError(name)
    return os.path.join(root, *name.split("/"))


def clean_up(run: Run) -> None:
    """Remove what a finished run no longer needs, once it is sure that it is finished."""
    try:
        disk.sync_folder(run.root)
        for step in run.steps:
            if is_confined(step.target, run.root):
                with Folder(step.folder, run.root) as folder:
                    folder.remove(step.saved)
                    folder.remove(step.fresh)
        run.forget()
    finally:
        run.release()


def sync_folders(run: Run) -> None:
    """Make every name that a run touches last."""
    folders = {os.path.dirname(path) for path in (*run.folders, *(step.target for step in run.steps))}
    for folder in sorted(folders):
        if os.path.isdir(folder):
            disk.sync_folder(folder)


def undo(run: Run) -> Undone:
    """Bring back what was there before a run, last step first. The journal stays if anything fails."""
    undone = Undone([], [], [])
    for step in reversed(run.steps):
        try:
            _undo_step(run, step, undone)
        except OSError as error:
            undone.failed.append(_confess(run, step, error))
    for folder in reversed(run.folders):
        _remove_folder(run, folder, undone)
    _close(run, undone)
    return undone


def _close(run: Run, undone: Undone) -> None:
    """Remove the journal of a run that is undone, once that is sure to last."""
    try:
        if run.phase == "move":
            sync_folders(run)
        if not undone.failed:
            run.forget()
    except OSError as error:
        undone.failed.append(f"The journal `{run.name(run.path)}` could not be removed ({error.strerror}).")
    finally:
        with suppress(OSError):
            run.release()


def _undo_step(run: Run, step: Step, undone: Undone) -> None:
    if not is_confined(step.target, run.root):
        undone.left.append(f"`{run.name(step.target)}` is no place inside the workspace folder; it is left alone.")
        return
    if not os.path.lexists(step.folder):  # it was never made
        return
    with Folder(step.folder, run.root) as folder:
        if run.phase == "move" and not _UNDO[step.kind](run, step, folder, undone):
            return
        # The old text goes first: as long as the new one is there, the target is known not to be replaced.
        folder.remove(step.saved)
        folder.remove(step.fresh)


def _undo_edit(run: Run, step: Step, folder: Folder, undone: Undone) -> bool:
    if folder.status(step.fresh) or not _is_regular(folder.status(step.saved)):
        return True
    if folder.status(step.name) and not _holds(step.target, step.digest):
        return _leave(run, step, undone)
    folder.replace(step.saved, step.name)
    undone.done.append(f"`{run.name(step.target)}` has its old text again.")
    return True


def _undo_create(run: Run, step: Step, folder: Folder, undone: Undone) -> bool:
    there, fresh = folder.status(step.name), folder.status(step.fresh)
    if there is None:
        return True
    if fresh is not None and not os.path.samestat(fresh, there):
        return True  # somebody else's file
    if not _holds(step.target, step.digest):
        undone.left.append(f"`{run.name(step.target)}` was created by the run and changed since; it is left as it is.")
        return True
    folder.remove(step.name)
    undone.done.append(f"`{run.name(step.target)}`, which the run had created, is removed again.")
    return True


def _undo_delete(run: Run, step: Step, folder: Folder, undone: Undone) -> bool:
    if not _is_regular(folder.status(step.saved)):
        return True
    if folder.status(step.name):
        return _leave(run, step, undone)
    folder.rename(step.saved, step.name)
    undone.done.append(f"`{run.name(step.target)}` is back.")
    return True


_UNDO: dict[Kind, Callable[[Run, Step, Folder, Undone], bool]] = {
    "edit": _undo_edit, "create": _undo_create, "delete": _undo_delete,
}


def _leave(run: Run, step: Step, undone: Undone) -> bool:
    undone.left.append(f"`{run.name(step.target)}` was changed since and is left as it is; "
                       f"its text from before the run is in `{_beside(run, step)}`.")
    return False


def _beside(run: Run, step: Step) -> str:
    return run.name(os.path.join(step.folder, step.saved))


def _is_regular(status: os.stat_result | None) -> bool:
    return status is not None and stat.S_ISREG(status.st_mode)


def _holds(path: str, digest: str) -> bool:
    return digest_of(read_regular(path, _MAX_TARGET)[0]) == digest


def _confess(run: Run, step: Step, error: OSError) -> str:
    """Say what stands where when a step could not be undone."""
    name, cause = run.name(step.target), error.strerror or type(error).__name__
    if os.path.lexists(os.path.join(step.folder, step.saved)):
        return f"`{name}` could not be restored ({cause}); its old text is in `{_beside(run, step)}`."
    if step.kind == "create" and os.path.lexists(step.target):
        return f"`{name}` could not be removed ({cause}); the run had created it."
    return f"`{name}` is as it was, but a temporary file beside it could not be removed ({cause})."


def _remove_folder(run: Run, folder: str, undone: Undone) -> None:
    try:
        if is_confined(folder, run.root) and os.path.lexists(folder):
            with Folder(os.path.dirname(folder), run.root) as parent:
                parent.remove_folder(os.path.basename(folder))
    except OSError as error:
        if os.path.isdir(folder) and error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
            undone.failed.append(f"The new folder `{run.name(folder)}` could not be removed ({error.strerror}).")

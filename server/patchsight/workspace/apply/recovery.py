"""Undo a run that failed or was interrupted, from its journal.

Only journals in the user's own folder are believed, and saved texts only if they are what the
journal says. Even so nothing is touched that lies outside the root or below `.git`, that a link
leads to, or that was changed since.
"""
# Which call follows a link matters here, and pathlib hides it.
# ruff: noqa: PTH112, PTH118, PTH119, PTH120, PTH208

from __future__ import annotations

import errno
import json
import os
import re
import stat
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, cast, get_args

from patchsight.core.model.path_rules import check
from patchsight.workspace.apply import disk
from patchsight.workspace.apply.disk import Folder
from patchsight.workspace.apply.journal import (
    Kind,
    Phase,
    Run,
    Step,
    digest_of,
    keeping,
    key_of,
    make_step,
)
from patchsight.workspace.apply.lock import only_run
from patchsight.workspace.apply.state_folder import check_home, find_home
from patchsight.workspace.regular_file import read_regular

_NAME = re.compile(r"\.patchsight-journal-([0-9a-f]{32})-([0-9a-f]{16})\.(prepare|move|done)\.json")
#: What says in a workspace folder that a run works there: a marker or, in version 0.1, the journal
#: itself.
_CLAIM = re.compile(
    r"\.patchsight-(?:[0-9a-f]{16}\.run|journal-[0-9a-f-]+\.(?:prepare|move|done)\.json)"
)
_MAX_JOURNAL = 16 * 1024 * 1024
_MAX_TARGET = 1024 * 1024 * 1024


class Undone(NamedTuple):
    """What undoing a run did, what it left alone as others changed it, and what failed."""

    done: list[str]
    left: list[str]
    failed: list[str]


def is_confined(path: str, root: str) -> bool:
    """Whether a real path is inside the root without a link, and a patch may name it."""
    folder = os.path.dirname(path)
    if os.path.realpath(folder) != folder or not path.startswith(os.path.join(root, "")):
        return False
    return check(os.path.relpath(path, root).replace(os.sep, "/"))[1] is None


def pending(root: Path) -> list[Path]:
    """This user's journals of runs that have not ended; WriteError if that cannot be told."""
    return [Path(run.path) for run in _runs(root) if run.is_marked()]


def _runs(root: Path) -> list[Run]:
    """The runs in a folder that have a journal, as far as its name tells."""
    real, home = os.path.realpath(root), find_home()
    with keeping():
        try:
            check_home(home)
        except FileNotFoundError:
            return []
        matches = [
            match
            for match in map(_NAME.fullmatch, sorted(os.listdir(home)))
            if match and match[1] == key_of(real)
        ]
    return [Run(real, match[2], phase=cast(Phase, match[3]), home=home) for match in matches]


def recover(root: Path) -> list[str]:
    """Undo every run of this user that was interrupted, and say in plain sentences what was done."""
    if not _runs(root):
        return []
    said: list[str] = []
    with only_run():
        for run in _runs(root):  # those that are still there, now that no run is going on
            try:
                said += _settle(run)
            except OSError as error:
                said.append(f"`{run.path}` could not be dealt with: {error.strerror}.")
    return said


def disbelieved(root: Path) -> list[str]:
    """A sentence about what looks like the trace of a run but has no journal of this user: it may
    have come with the workspace.
    """
    mine, claims = {os.path.basename(run.marker) for run in _runs(root)}, list[str]()
    with suppress(OSError):
        claims = [
            name for name in sorted(os.listdir(root)) if _CLAIM.fullmatch(name) and name not in mine
        ]
    return [
        f"`{name}` is not believed and left as it is: `{find_home()}` holds no journal of it."
        for name in claims[:1]
    ]


def _settle(run: Run) -> list[str]:
    """End a run whose process is gone."""
    # it had not begun, or it had ended; or the folder it worked in is not here at the moment
    if not run.is_marked():
        if run.phase != "move":
            run.forget()
        return []
    if not _load(run):
        return [f"`{run.path}` cannot be read as a journal and is left alone; remove it by hand."]
    if run.phase == "done":
        clean_up(run)
        return ["A finished run was cleaned up."]
    undone = undo(run)
    said = [*undone.done, *undone.left, *undone.failed]
    return said or ["A run was interrupted before it changed anything; nothing is left of it."]


def _load(run: Run) -> bool:
    """Read what a run does from its journal; False if that tells nothing that can be trusted."""
    try:
        run.steps, run.folders = _parse(run, read_regular(run.path, _MAX_JOURNAL)[0])
    except (ValueError, KeyError, TypeError, RecursionError):
        return run.phase == "prepare"  # a journal that is not whole was never acted on
    return True


def _parse(run: Run, data: bytes) -> tuple[list[Step], list[str]]:
    record = json.loads(data)
    if record["root"] != run.root:
        raise ValueError(record["root"])
    steps = [_parse_step(run, index, entry) for index, entry in enumerate(record["steps"])]
    return steps, [_absolute(run.root, folder) for folder in record["folders"]]


def _parse_step(run: Run, index: int, entry: Mapping[str, object]) -> Step:
    target = _absolute(run.root, entry["target"])
    return make_step(
        _kind(entry["kind"]), target, str(entry["new"]), str(entry["old"]), run.token, index
    )


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
    disk.sync_folder(run.home)
    for step in run.steps:
        if is_confined(step.target, run.root):
            with Folder(step.folder, run.root) as folder:
                folder.remove(step.saved)
                folder.remove(step.fresh)
    run.forget()


def sync_folders(run: Run) -> None:
    """Make every name that a run touches last."""
    folders = {
        run.root,
        *(os.path.dirname(path) for path in (*run.folders, *(step.target for step in run.steps))),
    }
    for folder in sorted(folders):
        if os.path.isdir(folder):
            disk.sync_folder(folder)


def undo(run: Run) -> Undone:
    """Bring back what was there, last step first; the journal stays if anything fails."""
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
        undone.failed.append(f"The journal `{run.path}` could not be removed ({error.strerror}).")


def _undo_step(run: Run, step: Step, undone: Undone) -> None:
    if not is_confined(step.target, run.root):
        undone.left.append(
            f"`{run.name(step.target)}` is no place inside the workspace folder; it is left alone."
        )
        return
    if not os.path.lexists(step.folder):  # it was never made
        return
    with Folder(step.folder, run.root) as folder:
        if run.phase == "move" and not _UNDO[step.kind](run, step, folder, undone):
            return
        # The old text goes first: as long as the new one is there, the target is known not to be
        # replaced.
        folder.remove(step.saved)
        folder.remove(step.fresh)


def _undo_edit(run: Run, step: Step, folder: Folder, undone: Undone) -> bool:
    if folder.status(step.fresh) or not _is_regular(folder.status(step.saved)):
        return True
    if not _holds(os.path.join(step.folder, step.saved), step.old):
        return _distrust(run, step, undone)
    if folder.status(step.name) and not _holds(step.target, step.new):
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
    if not _holds(step.target, step.new):
        undone.left.append(
            f"`{run.name(step.target)}` was created by the run and changed since; it is left as it is."
        )
        return True
    folder.remove(step.name)
    undone.done.append(f"`{run.name(step.target)}`, which the run had created, is removed again.")
    return True


def _undo_delete(run: Run, step: Step, folder: Folder, undone: Undone) -> bool:
    if not _is_regular(folder.status(step.saved)):
        return True
    if not _holds(os.path.join(step.folder, step.saved), step.old):
        return _distrust(run, step, undone)
    if folder.status(step.name):
        return _leave(run, step, undone)
    folder.rename(step.saved, step.name)
    undone.done.append(f"`{run.name(step.target)}` is back.")
    return True


_UNDO: dict[Kind, Callable[[Run, Step, Folder, Undone], bool]] = {
    "edit": _undo_edit,
    "create": _undo_create,
    "delete": _undo_delete,
}


def _leave(run: Run, step: Step, undone: Undone) -> bool:
    undone.left.append(
        f"`{run.name(step.target)}` was changed since and is left as it is; "
        f"its text from before the run is in `{_beside(run, step)}`."
    )
    return False


def _distrust(run: Run, step: Step, undone: Undone) -> bool:
    undone.left.append(
        f"`{run.name(step.target)}` is left as it is: "
        f"`{_beside(run, step)}` is not the text from before the run, or was changed since."
    )
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
        return (
            f"`{name}` could not be restored ({cause}); its old text is in `{_beside(run, step)}`."
        )
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
            undone.failed.append(
                f"The new folder `{run.name(folder)}` could not be removed ({error.strerror})."
            )

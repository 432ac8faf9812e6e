"""The command that makes a patch: from two folders, or from what git says has changed."""

from __future__ import annotations

import argparse
import filecmp
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from patchsight.cli.streams import CLEAN, PROBLEMS, complain, write_literal
from patchsight.core.formats.registry import find_format
from patchsight.core.formats.spec import FormatSpec
from patchsight.core.model.patch import Op, Options
from patchsight.core.model.problems import CATALOGUE
from patchsight.core.rewrite.convert import Rewritten, write_patch
from patchsight.core.rewrite.tree_diff import plans_between
from patchsight.core.text.buffer import BOM
from patchsight.workspace.content import Content, decode
from patchsight.workspace.errors import UserError
from patchsight.workspace.files import read_text
from patchsight.workspace.git import run_git

_LINK, _SUBMODULE = "120000", "160000"
_LIMIT = Options().max_target_bytes


class Pair(NamedTuple):
    """A file that differs: what it was and what it is; None where it does not exist."""

    path: str
    old: Content | None
    new: Content | None


def create(options: argparse.Namespace) -> int:
    """Write the patch that turns one tree into another, or a git revision into the working tree."""
    before, after, whole = dict[str, str](), dict[str, str](), True
    for path, old, new in _from_git(options) if options.git is not None else _from_folders(options):
        unread = next((content for content in (old, new) if content and content.text is None), None)
        if unread:
            complain(f"{path} is left out: {_explain(unread)}")
            whole = False
            continue
        before |= {path: _text(old)} if old else {}
        after |= {path: _text(new)} if new else {}
    if before == after:
        complain("nothing differs" if whole else "nothing else differs")
        return CLEAN if whole else PROBLEMS
    rewritten = _write(before, after, find_format(options.to))
    if rewritten.text is None:
        complain(rewritten.reason)
        return PROBLEMS
    write_literal(rewritten.text)
    return CLEAN if whole else PROBLEMS


def _write(before: dict[str, str], after: dict[str, str], wanted: FormatSpec) -> Rewritten:
    """The patch, with moves where its format has them and they can be said: a file may be like
    another, but for its line ends.
    """
    rewritten = (
        write_patch(plans_between(before, after, moves=True), wanted)
        if Op.RENAME in wanted.operations and not wanted.profile_of
        else None
    )
    if rewritten and rewritten.text:
        return rewritten
    return write_patch(plans_between(before, after, moves=False), wanted)


def _explain(content: Content) -> str:
    """Why a file says nothing that a patch could repeat."""
    return ": ".join(
        filter(
            None,
            [CATALOGUE[content.problem].title.lower() if content.problem else "", content.detail],
        )
    )


def _text(content: Content) -> str:
    return BOM * content.bom + (content.text or "")


# ---- two folders
def _from_folders(options: argparse.Namespace) -> Iterator[Pair]:
    if len(options.trees) != 2 or not all(tree.is_dir() for tree in options.trees):
        raise UserError("name two folders, the old and the new one; or use --git")
    old, new = options.trees
    for path in sorted({*_list_files(old), *_list_files(new)}):
        if not _is_same(old / path, new / path):
            yield Pair(path, _read(old / path), _read(new / path))


def _list_files(tree: Path) -> Iterable[str]:
    """Every file below a folder; what git keeps for itself is none of it."""
    for folder, folders, files in os.walk(tree):
        links = [name for name in folders if (Path(folder) / name).is_symlink()]
        folders[:] = [name for name in folders if name != ".git" and name not in links]
        yield from ((Path(folder) / name).relative_to(tree).as_posix() for name in (*files, *links))


def _is_same(old: Path, new: Path) -> bool:
    if old.is_symlink() or new.is_symlink():
        return old.is_symlink() and new.is_symlink() and old.readlink() == new.readlink()
    return old.is_file() and new.is_file() and filecmp.cmp(old, new, shallow=False)


def _read(path: Path) -> Content | None:
    """What a file says; None if it does not exist. Of a link or a folder no patch can speak."""
    if path.is_symlink():
        return Content(None, detail="it is a symbolic link")
    if path.is_dir():
        return Content(None, detail="it is a folder of its own")
    return read_text(path, _LIMIT) if path.exists() else None


# ---- git
def _from_git(options: argparse.Namespace) -> Iterator[Pair]:
    """What differs below the root between a revision and the files that are there."""
    revision: str = options.git
    if revision.startswith("-"):
        raise UserError(f"{revision} is not a revision")
    root: Path = options.root
    for name in _names(run_git(root, "diff", "--relative", "--name-only", "-z", revision, "--")):
        yield Pair(name, _show(root, revision, name), _read(root / name))
    unknown = len(list(_names(run_git(root, "ls-files", "--others", "--exclude-standard", "-z"))))
    if unknown:
        complain(
            f"git does not know {unknown} of the files here, so they are left out; `git add -N` makes it see them"
        )


def _names(listing: bytes) -> Iterator[str]:
    return filter(None, os.fsdecode(listing).split("\0"))


def _show(root: Path, revision: str, name: str) -> Content | None:
    """What a file said at a revision."""
    entry = run_git(root, "ls-tree", "-z", revision, "--", f":(literal){name}")
    if not entry:
        return None
    mode, _, blob = entry.decode("utf-8", "replace").partition("\t")[0].split(" ")
    if mode in (_LINK, _SUBMODULE):
        return Content(
            None, detail="it is a symbolic link" if mode == _LINK else "it is a submodule"
        )
    return decode(run_git(root, "cat-file", "blob", blob))

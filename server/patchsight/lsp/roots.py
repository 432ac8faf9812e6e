"""Which folder a patch is about, where its paths start, and the buffers open over it.

A patch in an open folder is about that one. One that lies elsewhere, in a mail or among downloads,
or nowhere, is about the open folder in which its files are; where two have as many of them, only
the user can tell. Where several folders lie side by side, a patch may begin its paths with their
names, as VS Code does, and so be about more than one. The user's word counts before everything else.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from patchsight.core.model.patch import Options, Patch, PathRef
from patchsight.core.placing.resolver import paths_of
from patchsight.lsp.documents import Document, Documents
from patchsight.workspace.workspace import Workspace

#: where nothing stands and nothing can be made
NO_ROOT = Path(os.devnull).parent / "no-folder-is-open"


class Root(NamedTuple):
    """The folder that a patch is about, or is taken to be about."""

    path: Path
    rivals: tuple[Path, ...] = ()  #: folders that it may be about just as well
    others: tuple[Path, ...] = ()  #: folders that the user may choose instead, the likeliest first

    def name(self, path: Path | None = None) -> str:
        """A folder as it is told from the others."""
        path = path or self.path
        names = [other.name for other in (self.path, *self.others)]
        return path.name if path.name and names.count(path.name) < 2 else str(path)


class Roots:
    """The folders that are open, and which of them each patch is about."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._chosen: dict[str, Path] = {}

    def choose(self, uri: str, folder: Path | None) -> None:
        """The user says which folder a document is about; None leaves it to the files again."""
        self._chosen.pop(uri, None)
        if folder:
            self._chosen[uri] = folder

    def depends_on_files(self, document: Document) -> bool:
        """Whether a patch is about another folder once other files are there."""
        many = len(self._documents.roots) > 1
        return document.uri not in self._chosen and (many or not self._around(document))

    def find(self, document: Document, patch: Patch, options: Options) -> Root:
        """The folder that a patch is about."""
        opened = self._documents.roots
        chosen = self._chosen.get(document.uri)
        above = _folder_of_folders(opened, patch)
        if chosen is None and (around := self._around(document)):
            chosen = max(around, key=lambda root: len(str(root)))
            counts = self._count_targets([chosen, *above], patch, options)
            if above and counts[above[0]] and not counts[chosen]:
                chosen = above[0]
        if chosen:
            return _make_root(chosen, (), (*opened, *_own_folders(document)))
        opened, own = [*opened, *above], _own_folders(document)
        counts = self._count_targets([*opened, *own], patch, options)
        if not counts:
            return Root(NO_ROOT)
        ranked = sorted(counts, key=lambda folder: -counts[folder])  # open ones first among equals
        path, most = ranked[0], counts[ranked[0]]
        # With nothing to go by, what is made goes beside a patch that belongs to no open folder.
        peers = opened if path in opened else own if most else []
        rivals = [peer for peer in ranked[1:] if counts[peer] == most and peer in peers]
        return _make_root(path, rivals if patch.files else (), ranked)

    def _count_targets(
        self, folders: Sequence[Path], patch: Patch, options: Options
    ) -> dict[Path, int]:
        """How many of the patch's files each folder has."""
        counts = dict.fromkeys(folders, 0)
        for folder in counts if len(counts) > 1 else ():
            workspace = Workspace(folder, options, buffers=self.buffers)
            files = workspace.files(patch, None)
            paths = paths_of(workspace.localise(patch, None))
            counts[folder] = sum(files.stands(path) for path in paths)
        return counts

    def _around(self, document: Document) -> list[Path]:
        """The open folders that a document lies in."""
        path = document.real
        return [root for root in self._documents.roots if path and _is_below(path, root)]

    @property
    def buffers(self) -> dict[str, str]:
        """What the editor shows, by real path."""
        return {
            document.real: document.text for document in self._documents.opened if document.real
        }


def _make_root(path: Path, rivals: Sequence[Path], folders: Sequence[Path]) -> Root:
    others = dict.fromkeys(folder for folder in folders if folder != path)
    return Root(path, tuple(rivals), tuple(others))


def _folder_of_folders(opened: Sequence[Path], patch: Patch) -> list[Path]:
    """The folder around the open ones, if every path of a patch begins with the name of one of them."""
    if len(opened) < 2 or len({folder.parent for folder in opened}) > 1:
        return []
    names, parent = {folder.name for folder in opened}, opened[0].parent
    refs = [ref for change in patch.files for ref in (change.path, change.new_path) if ref]
    return [parent] if refs and all(_names_one(ref, names, parent) for ref in refs) else []


def _names_one(ref: PathRef, names: set[str], parent: Path) -> bool:
    """Whether a path begins with one of some names, and can mean nothing else."""
    named = [path for path in ref.choices if "/" in path and path.split("/", 1)[0] in names]
    return bool(named) and not any(
        (parent / path).exists() for path in ref.choices if path not in named
    )


def _own_folders(document: Document) -> list[Path]:
    """The folder of a document, and the repository that it lies in."""
    path = document.fs_path
    if path is None:
        return []
    repository = next((folder for folder in path.parents if (folder / ".git").exists()), None)
    return [path.parent, *([repository] if repository and repository != path.parent else [])]


def _is_below(path: str, root: Path) -> bool:
    return path.startswith(os.path.realpath(root).rstrip(os.sep) + os.sep)

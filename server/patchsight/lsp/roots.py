"""Where a patch belongs: the folder that its paths start from, and the buffers that are open over
its files.
"""

from __future__ import annotations

import os
from pathlib import Path

from patchsight.core.model.patch import Options, Patch
from patchsight.core.placing.resolver import paths_of
from patchsight.lsp.documents import Documents
from patchsight.workspace.workspace import Workspace

#: where nothing stands and nothing can be made
NO_ROOT = Path(os.devnull).parent / "no-folder-is-open"


class Roots:
    """The folders that are open, and which of them each patch is about."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents

    def find(self, path: Path | None, patch: Patch, options: Options) -> Path:
        """The folder a patch is about: the one it lies in, else its own; for an untitled one the
        folder that fits best.
        """
        roots = self._documents.roots
        if path is not None:
            inside = [root for root in roots if _is_below(path, root)]
            return max(inside, key=lambda root: len(str(root))) if inside else path.parent
        if not roots:
            return NO_ROOT
        return (
            max(roots, key=lambda root: self._count_targets(root, patch, options))
            if len(roots) > 1
            else roots[0]
        )

    def _count_targets(self, root: Path, patch: Patch, options: Options) -> int:
        workspace = Workspace(root, options, buffers=self.buffers)
        files = workspace.files(patch, None)
        return sum(files.stands(path) for path in paths_of(workspace.localise(patch, None)))

    @property
    def buffers(self) -> dict[str, str]:
        """What the editor shows, by real path."""
        return {
            document.real: document.text for document in self._documents.opened if document.real
        }


def _is_below(path: Path, root: Path) -> bool:
    real, real_root = os.path.realpath(path), os.path.realpath(root)
    return real.startswith(real_root.rstrip(os.sep) + os.sep)

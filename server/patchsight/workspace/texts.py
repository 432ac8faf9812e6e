"""Files that are texts in memory, by path: nothing on disk is looked at."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from patchsight.core.model.patch import Options, Patch
from patchsight.core.model.path_rules import check
from patchsight.core.model.target import Target
from patchsight.workspace.files import Files, Location
from patchsight.workspace.workspace import Workspace

_NOWHERE = Path(os.sep)


class TextWorkspace(Workspace):
    """A folder that exists only as texts by path; a patch's own path starts there, too."""

    def __init__(self, texts: Mapping[str, str], options: Options | None = None) -> None:
        super().__init__(_NOWHERE, options)
        self._texts = {_clean(path): text for path, text in texts.items()}

    def localise(self, patch: Patch, own: Path | None) -> Patch:
        return patch

    def apply(self, report: object) -> None:
        raise ValueError("these files are texts in memory; `Report.files` has the new ones")

    def _files(self, base: Path | None) -> TextFiles:
        prefix = base.as_posix() + "/" if base and base.parts else ""
        return TextFiles(self._texts, prefix, self.options.max_target_bytes)

    def _name(self, own: Path | None) -> str | None:
        return own.as_posix() if own else None


class TextFiles(Files):
    """The files of a `TextWorkspace`."""

    def __init__(self, texts: Mapping[str, str], prefix: str, max_bytes: int) -> None:
        super().__init__(_NOWHERE, max_bytes=max_bytes)
        self._texts, self._prefix = texts, prefix
        self._parents = {
            "/".join(steps[:count])
            for steps in (path.split("/") for path in texts)
            for count in range(1, len(steps))
        }

    def known(self, limit: int = 50_000) -> list[str]:
        return list(self._texts)[:limit]

    def is_unsaved(self, path: str) -> bool:
        return False

    def _look(self, path: str) -> Location:
        if path in self._parents:
            return Location(
                Target(path, None, problem="is_directory", detail="it is a folder"), path
            )
        steps = path.split("/")
        parents = ("/".join(steps[:count]) for count in range(1, len(steps)))
        file = next((parent for parent in parents if parent in self._texts), None)
        if file is not None:
            detail = f"`{file}` is a file, not a folder"
            return Location(
                Target(path, None, problem="not_a_file", detail=detail, blocked=True), path
            )
        return Location(Target(path, None), path, buffer=self._texts.get(path))


def _clean(path: str) -> str:
    clean, reason = check(path)
    if reason:
        raise ValueError(f"{path!r} cannot be the path of a file: {reason}")
    return clean

"""A dry run of several patches, each on what the ones before it would leave."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from patchsight.core.model.patch import Options, Patch
from patchsight.core.model.report import FilePlan
from patchsight.core.model.target import Target
from patchsight.workspace.files import Files
from patchsight.workspace.workspace import Workspace


class Rehearsal(Workspace):
    """A workspace in which patches follow each other as if applied; nothing is written."""

    def __init__(self, root: Path, options: Options) -> None:
        super().__init__(root, options)
        self._done: dict[str, tuple[str | None, bool]] = {}

    def pretend(self, plans: Iterable[FilePlan]) -> None:
        """From now on see the files as these plans would leave them."""
        for plan in plans:
            self._done[plan.path] = (None if plan.new_path else plan.after, plan.bom)
            if plan.new_path:
                self._done[plan.new_path] = (plan.after, plan.bom)

    def targets(self, patch: Patch, files: Files) -> dict[str, Target]:
        return {path: self._see(target) for path, target in super().targets(patch, files).items()}

    def _see(self, target: Target) -> Target:
        text, bom = self._done.get(target.path, (target.text, target.bom))
        return target._replace(text=text, bom=bom)

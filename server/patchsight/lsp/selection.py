"""Which part of a patch an action is about: all of it, one file section, one part."""

from __future__ import annotations

from typing import NamedTuple

from patchsight.core.model.patch import FileChange, Op, Part, Patch
from patchsight.core.model.problems import Problem
from patchsight.core.model.record import replace
from patchsight.lsp.analysis import Snapshot


class Selection(NamedTuple):
    """`file` numbers a file section, `part` a part; neither means the whole patch."""

    file: int | None = None
    part: int | None = None

    def of(self, patch: Patch) -> Patch | None:
        """The patch with what is selected, without problems elsewhere; None if that is nothing."""
        if self == WHOLE:
            return patch
        files = self._files(patch)
        if not files:
            return None
        problems = [problem for problem in patch.problems if self._concerns(problem, patch)]
        return replace(patch, files=files, problems=problems)

    def _files(self, patch: Patch) -> list[FileChange]:
        if self.part is None:
            return [change for number, change in enumerate(patch.files) if number == self.file]
        return [
            _only(change, part)
            for change in patch.files
            for part in change.parts
            if part.index == self.part
        ]

    def _concerns(self, problem: Problem, patch: Patch) -> bool:
        """Whether a syntax problem is about the selection, or about no section or part at all."""
        at = problem.span.start
        for number, change in enumerate(patch.files):
            if change.span.touches(at):
                if self.part is None:
                    return number == self.file
                part = next((part for part in change.parts if part.span.touches(at)), None)
                if part:
                    return part.index == self.part
                return any(selected.index == self.part for selected in change.parts)
        return True


WHOLE = Selection()  #: the whole patch


def _only(change: FileChange, part: Part) -> FileChange:
    """A section with one part, which does no move: the others would not find their file."""
    if change.op is Op.RENAME and len(change.parts) > 1:
        return replace(change, parts=[part], op=Op.UPDATE, new_path=None)
    return replace(change, parts=[part])


def file_at(snapshot: Snapshot, offset: int) -> tuple[int, FileChange] | None:
    """The file section an offset lies in, with its number."""
    files = enumerate(snapshot.report.patch.files)
    return next(
        ((number, change) for number, change in files if change.span.touches(offset)),
        None,
    )

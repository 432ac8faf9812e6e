"""Which part of a patch an action is about: all of it, one file section, one part, several parts."""

from __future__ import annotations

from typing import NamedTuple

from patchsight.core.model.patch import FileChange, Op, Patch
from patchsight.core.model.problems import Problem
from patchsight.core.model.record import replace
from patchsight.lsp.analysis import Snapshot


class Selection(NamedTuple):
    """`file` numbers a file section, `part` a part, `parts` several; none means the whole patch."""

    file: int | None = None
    part: int | None = None
    parts: tuple[int, ...] | None = None

    def of(self, patch: Patch) -> Patch | None:
        """The patch with what is selected, without problems elsewhere; None if that is nothing."""
        if self == WHOLE:
            return patch
        files = self._files(patch)
        if not files:
            return None
        problems = [problem for problem in patch.problems if self._concerns(problem, patch)]
        return replace(patch, files=files, problems=problems)

    @property
    def numbers(self) -> tuple[int, ...] | None:
        """The numbers of the parts, if it is parts that are selected."""
        return self.parts if self.part is None else (self.part,)

    def _files(self, patch: Patch) -> list[FileChange]:
        if self.numbers is None:
            return [change for number, change in enumerate(patch.files) if number == self.file]
        sections = (_only(change, self.numbers) for change in patch.files)
        return [change for change in sections if change.parts]

    def _concerns(self, problem: Problem, patch: Patch) -> bool:
        """Whether a syntax problem is about the selection, or about no section or part at all."""
        at, numbers = problem.span.start, self.numbers
        for number, change in enumerate(patch.files):
            if change.span.touches(at):
                if numbers is None:
                    return number == self.file
                part = next((part for part in change.parts if part.span.touches(at)), None)
                if part:
                    return part.index in numbers
                return any(selected.index in numbers for selected in change.parts)
        return True


WHOLE = Selection()  #: the whole patch


def _only(change: FileChange, numbers: tuple[int, ...]) -> FileChange:
    """A section with some of its parts, which do no move: the others would not find their file."""
    parts = [part for part in change.parts if part.index in numbers]
    if change.op is Op.RENAME and len(parts) < len(change.parts):
        return replace(change, parts=parts, op=Op.UPDATE, new_path=None)
    return replace(change, parts=parts)


def file_at(snapshot: Snapshot, offset: int) -> tuple[int, FileChange] | None:
    """The file section an offset lies in, with its number."""
    files = enumerate(snapshot.report.patch.files)
    return next(
        ((number, change) for number, change in files if change.span.touches(offset)),
        None,
    )

"""Which part of a patch an action is about: all of it, one fence of an answer, one file section, one
part.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from patchsight.core.formats.noise import Fence
from patchsight.core.model.patch import FileChange, Op, Part, Patch
from patchsight.core.model.problems import Problem
from patchsight.core.model.record import replace
from patchsight.lsp.analysis import Snapshot


class Selection(NamedTuple):
    """`file` numbers a file section, `part` a part, `block` the sections in one fence; none of them
    means the whole patch.
    """

    file: int | None = None
    part: int | None = None
    block: int | None = None

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
            sections = self._sections(patch)
            return [change for number, change in enumerate(patch.files) if number in sections]
        return [
            _only(change, part)
            for change in patch.files
            for part in change.parts
            if part.index == self.part
        ]

    def _sections(self, patch: Patch) -> range | tuple[int | None, ...]:
        """The numbers of the sections that are selected as a whole."""
        if self.block is None:
            return (self.file,)
        blocks = blocks_of(patch)
        return blocks[self.block] if 0 <= self.block < len(blocks) else ()

    def _concerns(self, problem: Problem, patch: Patch) -> bool:
        """Whether a syntax problem is about the selection, or about no section or part at all."""
        at = problem.span.start
        for number, change in enumerate(patch.files):
            if change.span.touches(at):
                if self.part is None:
                    return number in self._sections(patch)
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


def blocks_of(patch: Patch) -> list[range]:
    """The numbers of the sections that stand in one fence each, or between fences."""
    rows = patch.buffer.row
    breaks = [0]
    for number, (upper, lower) in enumerate(pairwise(patch.files), 1):
        between = patch.buffer.lines[rows(upper.span.end) + 1 : rows(lower.span.start)]
        if any(Fence.opened_by(line) for line in between):
            breaks.append(number)
    return [range(*ends) for ends in pairwise([*breaks, len(patch.files)])]


def file_at(snapshot: Snapshot, offset: int) -> tuple[int, FileChange] | None:
    """The file section an offset lies in, with its number."""
    files = enumerate(snapshot.report.patch.files)
    return next(
        ((number, change) for number, change in files if change.span.touches(offset)),
        None,
    )

"""Which part of a patch an action is about: all of it, one file section, one part, some rows of one."""

from __future__ import annotations

from typing import NamedTuple

from patchsight.core.model.patch import FileChange, Kind, Op, Part, Patch, PatchLine
from patchsight.core.model.problems import Problem
from patchsight.core.model.record import replace
from patchsight.core.text.buffer import Span
from patchsight.lsp.analysis import Snapshot


class Selection(NamedTuple):
    """`file` numbers a file section, `part` a part; neither means the whole patch. `rows` are the
    first and the last row of the buffer whose changes are meant, within a part.
    """

    file: int | None = None
    part: int | None = None
    rows: tuple[int, int] | None = None

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
            _only(change, part if self.rows is None else _cut(patch, part, self.rows))
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


def _cut(patch: Patch, part: Part, rows: tuple[int, int]) -> Part:
    """A part that makes the changes of some rows only: what it looks for stays the same."""
    lines: list[PatchLine] = []
    for line in part.lines:
        if line.kind is Kind.CONTEXT or _is_in(patch, line, rows):
            lines.append(line)
        elif line.kind is Kind.REMOVED:
            lines.append(line._replace(kind=Kind.CONTEXT))
    return replace(part, lines=tuple(lines), repairs=(), substitution=None)


def _is_in(patch: Patch, line: PatchLine, rows: tuple[int, int]) -> bool:
    return rows[0] <= patch.buffer.row(line.span.start) <= rows[1]


def selected_rows(snapshot: Snapshot, span: Span) -> Selection | None:
    """The rows that a user selected in one part; None if they are not some of its changes."""
    patch = snapshot.report.patch
    row = patch.buffer.row
    found = snapshot.report.part_at(span.start)
    if found is None or span.start == span.end or not (patch.format and patch.format.signed):
        return None
    part, rows = found.part, (row(span.start), row(span.end - 1))
    changes = [line for line in part.lines if line.kind is not Kind.CONTEXT]
    chosen = [line for line in changes if _is_in(patch, line, rows)]
    if not 0 < len(chosen) < len(changes) or part.old_newline != part.new_newline:
        return None
    return Selection(part=part.index, rows=rows)


def file_at(snapshot: Snapshot, offset: int) -> tuple[int, FileChange] | None:
    """The file section an offset lies in, with its number."""
    files = enumerate(snapshot.report.patch.files)
    return next(
        ((number, change) for number, change in files if change.span.touches(offset)),
        None,
    )

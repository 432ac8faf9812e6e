"""Which part of a patch an action is about: all of it, one fence of an answer, one file section, some
parts, some rows of one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Set
from functools import cache
from itertools import groupby, pairwise
from typing import NamedTuple

from patchsight.core.formats.noise import Fence
from patchsight.core.model.patch import FileChange, Kind, Op, Part, Patch, PatchLine
from patchsight.core.model.problems import Problem
from patchsight.core.model.record import replace
from patchsight.core.text.buffer import Span
from patchsight.lsp.analysis import Snapshot


class Selection(NamedTuple):
    """`file` numbers a file section, `part` a part, `parts` several, `block` the sections in one
    fence; none of them means the whole patch. `rows` are the first and the last row of the buffer
    whose changes are meant, within a part.
    """

    file: int | None = None
    part: int | None = None
    parts: tuple[int, ...] | None = None
    block: int | None = None
    rows: tuple[int, int] | None = None

    def of(self, patch: Patch) -> Patch | None:
        """The patch with what is selected, without problems elsewhere; None if that is nothing."""
        if self == WHOLE:
            return patch
        files = self._files(patch)
        if not files:
            return None
        return replace(patch, files=files, problems=self._problems(patch))

    @property
    def numbers(self) -> tuple[int, ...] | None:
        """The numbers of the parts, if it is parts that are selected."""
        return self.parts if self.part is None else (self.part,)

    def _files(self, patch: Patch) -> list[FileChange]:
        if self.numbers is None:
            sections = self._sections(patch)
            return [change for number, change in enumerate(patch.files) if number in sections]
        numbers = frozenset(self.numbers)
        changes = (_only(change, numbers) for change in patch.files)
        changes = (change for change in changes if change.parts)
        if self.rows is None:
            return list(changes)
        return [
            replace(change, parts=[_cut(patch, part, self.rows) for part in change.parts])
            for change in changes
        ]

    def _sections(self, patch: Patch) -> range | tuple[int | None, ...]:
        """The numbers of the sections that are selected as a whole."""
        if self.block is None:
            return (self.file,)
        blocks = blocks_of(patch)
        return blocks[self.block] if 0 <= self.block < len(blocks) else ()

    def _problems(self, patch: Patch) -> list[Problem]:
        """The syntax problems that are about the selection, or about no section or part at all."""
        files, chosen = patch.files, self._sections(patch)
        numbers = None if self.numbers is None else frozenset(self.numbers)
        sections = _Stretches(change.span for change in files)
        parts = cache(lambda number: _Stretches(part.span for part in files[number].parts))

        def concerns(problem: Problem) -> bool:
            number = sections.at(problem.span.start)
            if number is None:
                return True
            if numbers is None:
                return number in chosen
            part = parts(number).at(problem.span.start)
            near = files[number].parts if part is None else [files[number].parts[part]]
            return any(meant.index in numbers for meant in near)

        return list(filter(concerns, patch.problems))


class _Stretches:
    """Stretches of a text that do not overlap, found by where they stand."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._placed = sorted((span, number) for number, span in enumerate(spans))
        self._ends = [span.end for span, _ in self._placed]

    def at(self, offset: int) -> int | None:
        """The number of the one that an offset touches; of two the upper one."""
        at = bisect_left(self._ends, offset)
        if at == len(self._ends) or self._placed[at][0].start > offset:
            return None
        return self._placed[at][1]


WHOLE = Selection()  #: the whole patch


def _only(change: FileChange, numbers: Set[int]) -> FileChange:
    """A section with some of its parts, which do no move: the others would not find their file."""
    parts = [part for part in change.parts if part.index in numbers]
    if change.op is Op.RENAME and len(parts) < len(change.parts):
        return replace(change, parts=parts, op=Op.UPDATE, new_path=None)
    return replace(change, parts=parts)


def _cut(patch: Patch, part: Part, rows: tuple[int, int]) -> Part:
    """A part that makes the changes of some rows only: what it looks for stays the same."""
    lines: list[PatchLine] = []
    chosen = _chosen(patch, part, rows)
    for line in part.lines:
        if line.kind is Kind.CONTEXT or line in chosen:
            lines.append(line)
        elif line.kind is Kind.REMOVED:
            lines.append(line._replace(kind=Kind.CONTEXT))
    return replace(part, lines=tuple(lines), repairs=(), substitution=None)


def _chosen(patch: Patch, part: Part, rows: tuple[int, int]) -> set[PatchLine]:
    """The changes that some rows mean: those with a sign in one of them. Where old and new lines
    stand apart, a row of either means all that takes the place of each other.
    """
    by_sign = patch.format is not None and patch.format.signed
    chosen: set[PatchLine] = set()
    for is_context, run in groupby(part.lines, lambda line: line.kind is Kind.CONTEXT):
        lines = () if is_context else tuple(run)
        inside = {line for line in lines if _is_in(patch, line, rows)}
        chosen |= inside if by_sign or not inside else set(lines)
    return chosen


def _is_in(patch: Patch, line: PatchLine, rows: tuple[int, int]) -> bool:
    return rows[0] <= patch.buffer.row(line.span.start) <= rows[1]


def selected_rows(snapshot: Snapshot, span: Span) -> Selection | None:
    """The rows that a user selected in one part; None if they are not some of its changes."""
    patch = snapshot.report.patch
    row = patch.buffer.row
    found = snapshot.report.part_at(span.start)
    if found is None or span.start == span.end or not _has_rows(found.part):
        return None
    part, rows = found.part, (row(span.start), row(span.end - 1))
    changes = [line for line in part.lines if line.kind is not Kind.CONTEXT]
    chosen = _chosen(patch, part, rows)
    if not 0 < len(chosen) < len(changes) or part.old_newline != part.new_newline:
        return None
    return Selection(part=part.index, rows=rows)


def _has_rows(part: Part) -> bool:
    """Whether the lines of a part stand in rows of their own, and change others line by line."""
    return part.substitution is None and part.action == "EDIT" and part.range_end is None


def blocks_of(patch: Patch) -> list[range]:
    """The numbers of the sections that stand in one fence each, or between fences."""
    rows = patch.buffer.row
    breaks = [0]
    for number, (upper, lower) in enumerate(pairwise(patch.files), 1):
        between = patch.buffer.lines[rows(upper.span.end) + 1 : rows(lower.span.start)]
        if any(Fence.opened_by(line) for line in between):
            breaks.append(number)
    return [range(*ends) for ends in pairwise([*breaks, len(patch.files)])]


def blocks_by_section(patch: Patch) -> dict[int, int]:
    """The number of the block that each section stands in, where that is several files of more."""
    blocks = blocks_of(patch)
    if len(blocks) == 1:
        return {}
    return {
        section: number
        for number, block in enumerate(blocks)
        for section in block
        if len(block) > 1
    }


def file_at(snapshot: Snapshot, offset: int) -> tuple[int, FileChange] | None:
    """The file section an offset lies in, with its number."""
    files = enumerate(snapshot.report.patch.files)
    return next(
        ((number, change) for number, change in files if change.span.touches(offset)),
        None,
    )

"""What a place in a patch is about: which file, and which lines of it."""

from __future__ import annotations

from typing import NamedTuple

from patchsight.core.describe.line_map import Trace
from patchsight.core.model.patch import FileChange
from patchsight.core.model.report import Lines, Report, Resolution
from patchsight.core.text.buffer import Span

TOP = Lines(0, 0)


class Subject(NamedTuple):
    """A place in a patch, and the places in a target that it is about."""

    origin: Span
    path: str
    lines: list[Lines]


def subject_at(report: Report, offset: int) -> Subject | None:
    """What an offset of the patch is about; None if that is no file that exists."""
    change = report.section_at(offset)
    if change is None:
        return None
    targets = report.targets_of(change)
    for ref, path in targets:
        if ref.span.touches(offset):
            return Subject(ref.span, path, [TOP])
    row = report.patch.buffer.row(offset)
    if not targets:
        return None
    _, target = targets[0]
    part = report.part_at(offset)
    lines = Trace(report, part).at(row) if part and part.path == target else []
    return Subject(report.patch.buffer.trimmed(row), target, lines or [TOP])


def sections(report: Report) -> list[tuple[FileChange, list[Resolution]]]:
    """Every section with the answers for its parts."""
    parts: dict[int, list[Resolution]] = {id(change): [] for change in report.patch.files}
    for found in report.parts:
        parts[id(found.change)].append(found)
    return [(change, parts[id(change)]) for change in report.patch.files]

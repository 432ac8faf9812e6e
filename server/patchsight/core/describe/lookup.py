"""What a place in a patch is about: which file, and which lines of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from patchsight.core.describe.line_map import Trace
from patchsight.core.model import path_rules
from patchsight.core.model.patch import FileChange, PathRef
from patchsight.core.model.report import Lines, Report, Resolution
from patchsight.core.text.buffer import Span

TOP = Lines(0, 0)


class Aim(NamedTuple):
    """A place in a patch, and the places in a target that it is about."""

    origin: Span
    path: str
    lines: list[Lines]


def aim(report: Report, offset: int) -> Aim | None:
    """What an offset of the patch is about; None if that is no file that exists."""
    change = report.section_at(offset)
    if change is None:
        return None
    for ref, path in existing(report, change):
        if ref.span.touches(offset):
            return Aim(ref.span, path, [TOP])
    row = report.patch.buffer.row(offset)
    target = target_of(report, change)
    if target is None:
        return None
    found = report.part_at(offset)
    lines = Trace(report, found).at(row) if found and found.path == target else []
    return Aim(report.patch.buffer.trimmed(row), target, lines or [TOP])


def sections(report: Report) -> list[tuple[FileChange, list[Resolution]]]:
    """Every section with the answers for its parts."""
    parts: dict[int, list[Resolution]] = {id(change): [] for change in report.patch.files}
    for found in report.resolutions:
        parts[id(found.change)].append(found)
    return [(change, parts[id(change)]) for change in report.patch.files]


def target_of(report: Report, change: FileChange) -> str | None:
    """The workspace path of the file a section is about, old or new; None if neither exists."""
    return next((path for _, path in existing(report, change)), None)


def path_of(report: Report, change: FileChange) -> str:
    """The workspace path a section names; as it is written if that cannot be told."""
    first = change.parts[0].index if change.parts else -1
    return (
        report.resolutions[first].path if 0 <= first < len(report.resolutions) else change.path.raw
    )


def existing(report: Report, change: FileChange) -> Iterator[tuple[PathRef, str]]:
    """The paths of a section that lead to a file, each with the workspace path it means."""
    path = path_of(report, change)
    if path in report.texts:
        yield change.path, path
    new = (
        path_rules.check(change.new_path.choices[0])[0]
        if change.new_path and change.new_path.choices
        else None
    )
    if change.new_path and new in report.texts:
        yield change.new_path, new

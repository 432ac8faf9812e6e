"""Unified diffs as examples: a patch in; what it means, or carets under what is reported, out."""

from __future__ import annotations

from textwrap import dedent

from patchsight.core.formats.unified.parse import parse
from patchsight.core.model.patch import FileChange, Options, Part
from patchsight.core.model.problems import Problem
from patchsight.core.text.buffer import Buffer
from support import carets


def read(text: str) -> tuple[list[FileChange], list[Problem]]:
    buffer, problems = Buffer(text), list[Problem]()
    return parse(buffer, 0, len(buffer.lines), problems, Options()), problems


def check_problems(source: str) -> list[Problem]:
    """Compare what is reported with the caret rows, each of which marks a span of the row above it."""
    return carets.check_problems(source, lambda text: read(text)[1])


def outline(files: list[FileChange]) -> str:
    """What a patch means, one row per file, part and line."""
    return "".join(f"{row}\n" for change in files for row in outline_file(change))


def outline_file(change: FileChange) -> list[str]:
    arrow = f" -> {change.new_path.choices[0]}" if change.new_path else ""
    rows = [f"{change.op.value} {change.path.choices[0]}{arrow}"]
    for part in change.parts:
        rows += [outline_part(part), *(f"  {line.kind.value}|{line.text}" for line in part.lines)]
    return rows


def outline_part(part: Part) -> str:
    at = f" {part.numbers.old_start} {part.numbers.new_start}" if part.numbers else ""
    return f"@{at}{' broken' if part.broken else ''}{f' droppable {part.droppable}' if part.droppable else ''}"


def check(source: str, expected: str) -> list[Problem]:
    """Compare what a patch means, without regard to what is reported about it."""
    files, problems = read(dedent(source).lstrip("\n"))
    assert outline(files) == dedent(expected).lstrip("\n")
    return problems

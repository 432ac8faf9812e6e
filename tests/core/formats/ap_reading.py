"""ap texts as examples: a text in; what it says, or carets under what is reported, out."""

from __future__ import annotations

from typing import Any

from patchsight.core.formats.ap.parse import parse
from patchsight.core.model.patch import FileChange, Options, Part
from patchsight.core.model.problems import Problem
from patchsight.core.text.buffer import Buffer
from support.carets import check_problems

SOUND = """\
# Summary: rename and clean up
version: "2.0"
changes:
  - file_path: "src/a.py"
    modifications:
      - action: REPLACE
        anchor: |
          def f():
        snippet: |
          return 1
        content: |
          # why not
          return 2

      - action: INSERT_AFTER
        snippet: |
          import math
        content: |
          import os
      - action: DELETE
        start_snippet: |
          def g():
        end_snippet: |
          return 3
        include_leading_blank_lines: 2
  - file_path: "src/new.py"
    newline: "CRLF"
    modifications:
      - action: CREATE_FILE
        content: |
          x = 1
"""
HEAD = 'version: "2.0"\nchanges:\n  - file_path: "a.py"\n    modifications:\n'


def read(text: str) -> tuple[list[FileChange], list[Problem]]:
    problems: list[Problem] = []
    buffer = Buffer(text)
    files = parse(buffer, 0, len(buffer.lines), problems, Options())
    return files, problems


def find_problems(text: str) -> list[Problem]:
    return read(text)[1]


def check(source: str) -> list[Problem]:
    return check_problems(source, find_problems)


def check_parts(rows: str) -> list[Problem]:
    """Check the modifications of a file, written with the indentation they have below `modifications`."""
    return check(HEAD + rows.removeprefix("\n"))


def parts_of(rows: str) -> list[Part]:
    files, _ = read(HEAD + rows.removeprefix("\n"))
    return [part for change in files for part in change.parts]


def meaning(files: list[FileChange]) -> list[Any]:
    """What file changes say, without where it stands."""
    return [
        (change.op, change.path.raw, change.newline, [part_meaning(part) for part in change.parts])
        for change in files
    ]


def part_meaning(part: Part) -> tuple[Any, ...]:
    blocks = [
        [line.text for line in block.lines] if block else None
        for block in (part.anchor, part.range_end)
    ]
    lines = [(line.kind, line.text) for line in part.lines]
    return (
        part.action,
        lines,
        blocks,
        part.leading_blank,
        part.trailing_blank,
        part.new_newline,
        part.broken,
    )

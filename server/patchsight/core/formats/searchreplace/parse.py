"""SEARCH/REPLACE blocks.

    src/greet.py                    the path: here, on the fence, or between fence and marker
    ```python                       a fence, which may be left out
    <<<<<<< SEARCH                  5 to 9 signs; also `------- SEARCH`, `<<<<<<< ORIGINAL`
    :start_line:12                  a line number, by those who write one; also `SEARCH line=12`
    -------
    the old lines                   whole lines; none: the file is created
    =======
    the new lines                   none: the old lines are removed
    >>>>>>> REPLACE                 also `+++++++ REPLACE`, `>>>>>>> UPDATED`
    ```

There are no prefixes: what a block changes is the difference between the two texts. A block without
a path is for the file of the block before. Blocks work on what those before them left.
"""

from __future__ import annotations

from patchsight.core.formats.named_paths import path_in_row
from patchsight.core.formats.noise import Noise, Rows
from patchsight.core.formats.searchreplace.blocks import Block, Conflict, Fences, find_blocks
from patchsight.core.formats.searchreplace.markers import (
    DIVIDER,
    ORDERED_REPLACE,
    ORDERED_SEARCH,
    REPLACE,
    SEARCH,
    end_of,
    reads_as_marker,
)
from patchsight.core.formats.searchreplace.paths import Element, find_paths, is_frame
from patchsight.core.formats.searchreplace.read import BlockReader
from patchsight.core.model.patch import FileChange, Op, Options, Part, PathRef
from patchsight.core.model.problems import Problem, problem
from patchsight.core.text.buffer import Buffer, Span, is_blank
from patchsight.core.text.phrases import quote_line


def parse(
    buffer: Buffer, first: int, last: int, problems: list[Problem], options: Options
) -> list[FileChange]:
    """Read every block between rows first and last."""
    reader = _Reader(Rows(buffer), first, last, problems)
    reader.read()
    return reader.files


class _Reader:
    """Goes through an answer, and takes note of what stands around its blocks."""

    def __init__(self, rows: Rows, first: int, last: int, problems: list[Problem]) -> None:
        self._rows, self._first, self._last = rows, first, last
        self._problems = problems
        self._noise = Noise(rows)
        self._element = Element()
        self._fences = Fences()
        self._prose: list[int] = []  #: rows since the last block that say nothing so far
        self._free = first  #: the row behind the last block
        self._open: Block | None = None  #: the last block, if it has no end
        self._path: PathRef | None = None
        self._opened: int | None = None  #: the fence that a section starts with
        self.files: list[FileChange] = []

    def read(self) -> None:
        for found in find_blocks(self._rows, self._first, self._last, self._fences):
            if isinstance(found, Block):
                self._read_block(found)
            elif isinstance(found, Conflict):
                self._refuse_conflict(found)
            else:
                self._pass(found)
        self._skip_prose()
        if self.files and (note := self._noise.problem()):
            self._problems.append(note)

    def _pass(self, row: int) -> None:
        line = self._rows.lines[row]
        self._element.pass_row(line, row)
        if end_of(line):
            self._refuse_end(row)
        elif is_frame(line):
            self._close_section(row)
        elif not is_blank(line):
            self._prose.append(row)

    def _refuse_end(self, row: int) -> None:
        """An end marker without a block: what stands above it would be lost."""
        message = (
            f"No block is open here: the line `{SEARCH}` that belongs to this end marker is missing, "
            "and what stands in between would be lost. Write it above the lines to search for."
        )
        self._problems.append(problem("invalid_block", self._rows.trimmed(row), message))

    def _close_section(self, row: int) -> None:
        """A section that starts above its fence ends below it."""
        opened = self._opened
        if opened is None or self._prose or self._fences.opened != opened:
            return
        change = self.files[-1]
        change.span = Span(change.span.start, self._rows.trimmed(row).end)
        self._opened = None

    def _read_block(self, block: Block) -> None:
        found = find_paths(self._rows, block.start, self._free, self._element.path)
        change = BlockReader(self._rows, block, found, self._path, self._problems).read()
        self._refuse_nested(block, change)
        self.files.append(change)
        guess = found.guess.row if found.guess else None
        self._prose = [row for row in self._prose if row < found.first and row != guess]
        self._skip_prose()
        self._noise.enter()
        if self._fences.opened is not None and self._fences.opened >= found.first:
            self._opened = self._fences.opened
        self._path = change.path if change.path.raw else self._path
        self._free = block.last
        self._open = block if block.end is None else None

    def _refuse_nested(self, block: Block, change: FileChange) -> None:
        """A block that starts among the lines of one without an end: which of them are its own
        cannot be told.
        """
        around = self._open
        if (
            around is None
            or around.last != block.start
            or change.span.start < change.parts[0].span.start
        ):
            return
        above = self._rows.last_filled(around.start, block.start)
        if above is not None and is_frame(self._rows.lines[above]):
            return
        message = (
            f"A block starts here inside of the one that starts at line {around.start + 1} and has no end marker. "
            "Remove this line if it is too much, or write the end of the block above it."
        )
        self._problems.append(problem("misplaced_line", change.header, message))
        change.parts[0].broken = True

    def _skip_prose(self) -> None:
        for row in self._prose:
            self._noise.skip(row, row + 1)
        self._prose = []

    def _refuse_conflict(self, conflict: Conflict) -> None:
        line = self._rows.lines[conflict.start]
        message = (
            f"{quote_line(line)} starts a merge conflict, which is no edit: neither side says what should become of the "
            f"file. Write `{SEARCH}` and the lines to replace, or solve the conflict first."
        )
        span = self._rows.trimmed(conflict.start)
        self._problems.append(problem("conflict_markers", span, message))
        self._free = conflict.last + 1


# ---- writing
def render(files: list[FileChange]) -> str:
    """One block per part, below the path of its file; what is no edit has no words here."""
    changes = [change for change in files if change.op in (Op.UPDATE, Op.CREATE)]
    blocks = (_render_block(change, part) for change in changes for part in change.parts)
    return "\n".join(line for block in blocks for line in [*block, ""])


def _render_block(change: FileChange, part: Part) -> list[str]:
    search, replace = (ORDERED_SEARCH, ORDERED_REPLACE) if part.in_order else (SEARCH, REPLACE)
    old, new = ([line.text for line in side] for side in (part.old, part.new))
    path = change.path.choices[-1]
    # what is a path only if it exists stays that
    row = path if change.path.guess and len(change.path.choices) == 1 else write_path(path)
    return [row, search, *old, DIVIDER, *new, replace]


def write_path(path: str) -> str:
    """A path so that a row which is nothing else names it."""
    for row in (path, f"./{path}", f"`{path}`"):
        named = path_in_row(row, 0)
        if named and named.path.removeprefix("./") == path:
            return row
    return f"<path>{path}</path>"


def cannot_say(change: FileChange) -> str | None:
    """Why a block cannot hold a change."""
    if change.op is Op.UPDATE and any(
        all(is_blank(line.text) for line in part.old) for part in change.parts
    ):
        return "cannot insert lines without a line beside them"
    lines = [line.text for part in change.parts for line in part.lines]
    if change.op is Op.CREATE and all(map(is_blank, lines)):
        return "cannot create a file without text"
    if any(map(reads_as_marker, lines)):
        return "cannot hold a line that reads like one of its own"
    return None

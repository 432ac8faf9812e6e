"""Whole files, as chats write them.

    ### src/a.ts            the path: in a row of its own, decorated or labelled, or in a heading
    ```ts                   or here: `ts src/a.ts`, `ts:src/a.ts`, `title="src/a.ts"`
    // file: src/a.ts       or here, in a comment with a label; that line is no content
    the whole text
    ```

    <file path="src/a.ts">  or `<write_to_file>` with `<path>` and `<content>`
    the whole text
    </file>

A row `<!-- allow-drop -->` above says that the text is the whole file, whatever it leaves out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from operator import add
from typing import Any, Literal

from patchsight.core.formats.detect import find_strong_signal
from patchsight.core.formats.named_paths import NamedPath
from patchsight.core.formats.noise import Rows
from patchsight.core.formats.wholefile.blocks import DIFFS, Block, Blocks
from patchsight.core.model import path_rules
from patchsight.core.model.hunk_lines import HunkLines
from patchsight.core.model.patch import FileChange, Op, Options, Part, PathRef
from patchsight.core.model.problems import Problem, Related, problem
from patchsight.core.text.buffer import Buffer, Span, indent_of, is_blank
from patchsight.core.text.phrases import quote

_ALLOWED = re.compile(r"[ \t]*<!--[ \t]*allow-drop[ \t]*-->[ \t]*")
_PREAMBLE = 5  #: rows that may stand in a block above a patch which it is for
#: The rows of an edit by SEARCH and REPLACE, or of a merge conflict.
_STARTS = re.compile(r"<{5,9}[ \t]+\S|-{5,9}[ \t]+SEARCH\b")
_DIVIDES = re.compile(r"={5,9}[ \t]*$")
_ENDS = re.compile(r"(?:>{5,9}|\+{5,9})[ \t]+\S")
_NEW = ("new", "create", "created")


def find_row(lines: list[str]) -> int | None:
    """The first row that makes a text an answer with whole files."""
    blocks = Blocks(lines, bytes(len(lines)))
    rows = [block.row for block in blocks.found if block.is_file]
    rows += [name.row for block in blocks.found if block.is_file for name in block.names]
    rows += blocks.gone() if blocks.found else ()
    return min(rows, default=None)


def content_rows(lines: list[str]) -> list[tuple[int, int]]:
    """The rows inside of blocks that are files although something in them reads as a patch: it
    stands too deep inside to be what the block is for. A block counts only if no patch starts above
    it, whose lines may be anything.
    """
    hidden: list[tuple[int, int]] = []
    found = find_strong_signal(lines, 0, len(lines))
    if found is None:
        return hidden
    files = [block for block in Blocks(lines, bytes(len(lines))).found if _is_plainly_file(block)]
    while found is not None:
        around = (block for block in files if block.first <= found.row < block.last)
        block = next(around, None)
        if block is None or found.row in _first_filled(lines, block, _PREAMBLE):
            break
        hidden.append((block.first, block.last))
        found = find_strong_signal(lines, block.last, len(lines))
    return hidden


def _is_plainly_file(block: Block) -> bool:
    sound = block.end is not None and not block.is_ambiguous and not block.rivals
    return sound and block.is_file


def _first_filled(lines: Sequence[str], block: Block, most: int) -> list[int]:
    filled = (row for row in range(block.first, block.last) if not is_blank(lines[row]))
    return list(islice(filled, most))


def parse(
    buffer: Buffer, first: int, last: int, problems: list[Problem], options: Options
) -> list[FileChange]:
    """Read the files of a text in which there is nothing else."""
    taken = bytearray(b"\1" * len(buffer.lines))
    taken[first:last] = bytes(last - first)
    return read_rest(buffer, taken, problems, options)


def read_rest(
    buffer: Buffer, taken: Sequence[int], problems: list[Problem], options: Options
) -> list[FileChange]:
    """Read the files among the rows that nothing else has taken."""
    return _Reader(Rows(buffer), taken, problems).read()


class _Reader:
    """Reads the blocks of one text."""

    def __init__(self, rows: Rows, taken: Sequence[int], problems: list[Problem]) -> None:
        self.rows, self.lines, self.taken, self.problems = rows, rows.lines, taken, problems

    def read(self) -> list[FileChange]:
        blocks = Blocks(self.lines, self.taken)
        for row in blocks.gone():
            message = (
                "That a file is deleted or renamed cannot be said by the text of a file, so nothing of this answer is "
                "applied. Do it by hand and remove this heading, or ask for a patch."
            )
            self._report("unsupported_command", row, message)
        files = [change for block in blocks.found if (change := self._read(block))]
        for block in blocks.found if files else ():
            if not block.names and not block.is_taken:
                message = "Nothing names a file for this block, so it is taken for an illustration and ignored."
                self._report("ignored_block", block.row, message)
        return files

    def _report(self, code: str, row: int, message: str, **more: Any) -> None:
        self.problems.append(problem(code, self.rows.trimmed(row), message, **more))

    def _read(self, block: Block) -> FileChange | None:
        """The section that a block is, if it is a file."""
        if block.is_taken:
            self._judge_taken(block)
        elif block.names and block.language in DIFFS:
            name = quote(block.names[0].path)
            message = f"This is a diff of {name} that cannot be read. Write `--- a/…`, `+++ b/…` and `@@` above its lines."
            self._report("missing_file_header", block.row, message)
        elif block.rivals:
            self._refuse_rivals(block)
        elif block.names:
            return self._section(block)
        elif block.is_ambiguous:
            self._refuse_end(block)
        return None

    def _section(self, block: Block) -> FileChange:
        name = block.names[0]
        first = min(block.row, *(named.row for named in block.names))
        title = next((named for named in block.names if named.row == block.first), None)
        title = title if block.fence else None
        part = Part(
            self.rows.between(block.row, block.last_row),
            self.rows.trimmed(block.row),
            self._content(block, block.first if title is None else block.first + 1),
            title=self._lines(block, block.first, block.first + 1)[0] if title else None,
            is_whole=self._is_allowed(first),
        )
        part.broken = self._is_flawed(block, part)
        labels = {named.label for named in block.names} - {""}
        op = Op.CREATE if labels.intersection(_NEW) else Op.REPLACE
        return FileChange(
            op,
            PathRef.plain(name.path, self.rows.span(name.row, name.start, name.end)),
            self.rows.between(first, block.last_row),
            part.header,
            [part],
            if_missing=_if_missing(name.path, labels),
        )

    def _content(self, block: Block, first: int) -> HunkLines:
        last = block.last
        if block.end is None and last == len(self.lines) and not self.lines[-1]:
            last -= 1  # the text ends in a line end
        return self._lines(block, first, last)

    def _lines(self, block: Block, first: int, last: int) -> HunkLines:
        """Rows of a block; inside of a list they lose the list's indentation."""
        texts, starts = self.lines[first:last], self.rows.starts[first:last]
        if block.fence and block.fence.column:
            cuts = [min(block.fence.column, len(indent_of(text))) for text in texts]
            texts = [text[cut:] for text, cut in zip(texts, cuts, strict=True)]
            starts = list(map(add, starts, cuts))
        return HunkLines("+" * len(texts), texts, starts)

    def _is_allowed(self, row: int) -> bool:
        """Whether the row above says that a text may leave out what it likes."""
        above = self.rows.last_filled(0, row)
        return above is not None and _ALLOWED.fullmatch(self.lines[above]) is not None

    # ---- what is wrong with a block
    def _is_flawed(self, block: Block, part: Part) -> bool:
        name, *others = block.names
        plain = path_rules.check(name.path)[0]
        differing = (other for other in others if path_rules.check(other.path)[0] != plain)
        other = next(differing, None)
        if other:
            self._refuse_paths(name, other)
        if not name.path:
            self._report(
                "missing_path", block.row, "The path is empty, so it is unclear which file this is."
            )
        if block.is_ambiguous:
            self._refuse_end(block)
        elif block.end is None:
            self._refuse_open(block)
        elif (row := self._find_markers(block)) is not None:
            message = (
                f"These are the markers of an edit or of a merge conflict, so this is not the text of {quote(name.path)}. "
                "Write the whole text without them, or the edit in its own format."
            )
            self._report("mixed_formats", row, message)
        elif not part.lines:
            message = f"There is no text in this block, so it does not say what {quote(name.path)} shall be."
            self._report("invalid_block", block.row, message)
        else:
            return other is not None or not name.path
        return True

    def _find_markers(self, block: Block) -> int | None:
        """The first row of an edit or a conflict inside a file; a page may show one."""
        inside = range(block.first, block.last)
        start = next((row for row in inside if _STARTS.match(self.lines[row])), None)
        if start is None:
            return None
        markers = iter(range(start + 1, block.last))
        complete = all(
            any(marker.match(self.lines[row]) for row in markers) for marker in (_DIVIDES, _ENDS)
        )
        shown = block.is_page and start not in _first_filled(self.lines, block, _PREAMBLE)
        return start if complete and not shown else None

    def _refuse_paths(self, name: NamedPath, other: NamedPath) -> None:
        here = self.rows.span(name.row, name.start, name.end)
        message = f"{quote(other.path)} stands here, but {quote(name.path)} names the same text. Write one path."
        related = [Related(f"{quote(name.path)} stands here", None, here.start, here.end)]
        span = self.rows.span(other.row, other.start, other.end)
        self.problems.append(problem("conflicting_paths", span, message, related=related))

    def _refuse_rivals(self, block: Block) -> None:
        if block.row != block.rivals[0]:
            return  # told once
        name, spans = block.names[0], [self.rows.trimmed(row) for row in block.rivals]
        message = (
            f"{len(spans)} blocks stand under {quote(name.path)}, and nothing says which of them is the file. "
            "Write the path right above that one."
        )
        related = [Related("this may be the file", None, span.start, span.end) for span in spans]
        span = self.rows.span(name.row, name.start, name.end)
        self.problems.append(problem("ambiguous_block", span, message, related=related))

    def _refuse_end(self, block: Block) -> None:
        assert block.fence is not None
        longest = max(map(_fence_length, self.lines[block.row : block.last_row + 1]))
        opening = self._mark(block.row, block.fence.column)
        message = (
            "There are fences inside of this one, and where it ends depends on how they are counted. "
            "Write the outer fence with more signs than any inside."
        )
        self._report(
            "ambiguous_fence",
            block.row,
            message,
            mark=block.fence.mark[0] * (longest + 1),
            opening=opening,
            closings=[self._mark(row, 0) for row in block.other_ends],
        )

    def _mark(self, row: int, column: int) -> Span:
        """Where the signs of a fence stand."""
        line = self.lines[row]
        start = column + len(indent_of(line[column:]))
        return self.rows.span(row, start, start + _fence_length(line[start:]))

    def _refuse_open(self, block: Block) -> None:
        closing = block.fence.mark if block.fence else "</file>"
        last = self.rows.last_filled(block.row, len(self.lines)) or block.row
        message = f"The text ends before this block is closed by {quote(closing)}, so the rest of the file may be missing."
        below = self.rows.trimmed(last).start
        data = {"insert": closing, "below": below} if self._is_plain_tag(block) else {}
        self._report("truncated_patch", block.row, message, **data)

    def _is_plain_tag(self, block: Block) -> bool:
        """Whether a row of its own closes a block."""
        return block.fence is not None or block.names[0].row == block.row

    def _judge_taken(self, block: Block) -> None:
        """What reads as a patch in the middle of a file may be content."""
        if not block.is_file or self._begins_with_patch(block):
            return
        name = block.names[0].path
        message = (
            f"A patch stands inside of what reads as the whole text of {quote(name)}, so it may be content. "
            "Write the patch in a block of its own, or leave out the path."
        )
        self._report("mixed_formats", block.row, message)

    def _begins_with_patch(self, block: Block) -> bool:
        """Whether a block is a patch from its first row on, but for a path above it."""
        filled = _first_filled(self.lines, block, 2)
        found = find_strong_signal(self.lines, block.first, block.last)
        return any(self.taken[row] for row in filled) or (found is not None and found.row in filled)


def _if_missing(path: str, labels: set[str]) -> Literal["make", "refuse", "ignore"]:
    if path_rules.check(path)[0].startswith("path/to/"):
        return "ignore"
    return "refuse" if labels.difference(_NEW) else "make"


def _fence_length(line: str) -> int:
    """How many signs of a fence a row starts with."""
    bare = line.lstrip(" \t")
    return len(bare) - len(bare.lstrip(bare[:1])) if bare[:1] in ("`", "~") else 0

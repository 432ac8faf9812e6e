"""The blocks of an answer: its fences and tags, where each ends, and which paths name it.

A block is a file if its path is unmistakable: on the fence, in the nearest row above that is not
blank, in a heading above it, in a labelled comment that is its first line, or in its tag. Any other
block is illustration.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from patchsight.core.formats.layout import open_fence
from patchsight.core.formats.named_paths import (
    NamedPath,
    path_in_comment,
    path_in_row,
    path_on_fence,
)
from patchsight.core.formats.noise import Fence
from patchsight.core.formats.wholefile.spec import GONE
from patchsight.core.model.record import field, record
from patchsight.core.text.buffer import WHITE, indent_of, is_blank

_HEADING = re.compile(r" {0,3}#{1,6}[ \t]")
_TAG = re.compile(r"[ \t]*<file[ \t]+(?:path|name)=([\"'])([^\"'<>]*)\1[ \t]*>[ \t]*")
_WRITE = re.compile(r"[ \t]*<write_to_file>[ \t]*")
_PATH = re.compile(r"[ \t]*<path>[ \t]*([^<>]*?)[ \t]*</path>[ \t]*")
_CONTENT = re.compile(r"[ \t]*<content>[ \t]*")
_BEHIND = re.compile(r"[ \t]*(?:</write_to_file>|<line_count>.*)[ \t]*")
_LANGUAGE = re.compile(r"[ \t]*([^\s:]*)")
_LAST_WORD = re.compile(r"[^\s]+[ \t]*$")
_BULLET = re.compile(r"[ \t]*(?:[-*+]|[0-9]{1,3}[.)])[ \t]+")
#: A heading over a file that is to go or to move, which no text of a file can say.
_GONE = re.compile(GONE + r"[*`_ \t]*:.*\w", re.IGNORECASE)
#: Fences that show what to type or what comes out: files only if the fence itself names one.
_TYPED = ("sh", "shell", "bash", "zsh", "fish", "console", "terminal", "powershell", "pwsh", "ps1")
_SHOWN = ("cmd", "bat", "batch", "text", "txt", "plaintext", "plain", "output", "log")
_ASIDES = frozenset((*_TYPED, *_SHOWN))
DIFFS = frozenset(("diff", "patch", "udiff"))
_DIFF_FILES = (".diff", ".patch")
_PAGES = (".md", ".markdown", ".mdx", ".mdc")
_PAGE_LANGUAGES = ("md", "markdown", "mdx")
_CODE_INDENT = 4  #: columns from which Markdown takes a row for code, outside of lists
_FAR = 100  #: rows above a fence that may tell that it stands in a list


@record
class Block:
    """A fence or a tag: the row that opens it, the rows inside, the row that closes it."""

    row: int
    first: int
    last: int
    end: int | None = None  #: None if the text ends first
    fence: Fence | None = None  #: None for a tag
    language: str = ""
    names: tuple[NamedPath, ...] = ()
    #: the rows where it may end as well, where that depends on how the fences inside are counted
    other_ends: tuple[int, ...] = ()
    is_ambiguous: bool = False
    is_taken: bool = False  #: something else stands in it that was read
    rivals: tuple[int, ...] = ()  #: the rows of all blocks under the one heading that names it

    @property
    def is_file(self) -> bool:
        """Whether it is the text of a file, unless it is a diff."""
        is_diff = any(name.path.lower().endswith(_DIFF_FILES) for name in self.names)
        return bool(self.names) and self.language not in DIFFS and not (is_diff and self.is_taken)

    @property
    def is_page(self) -> bool:
        """Whether it is a file in Markdown, in which fences are content."""
        named = any(name.path.lower().endswith(_PAGES) for name in self.names)
        return named or (bool(self.names) and self.language in _PAGE_LANGUAGES)

    @property
    def last_row(self) -> int:
        """The last row that belongs to it."""
        return self.last - 1 if self.end is None else self.end


@record
class _Heading:
    """A heading that is a path, and the blocks below it that have no other."""

    path: NamedPath
    blocks: list[Block] = field(default_factory=list)
    closed: bool = False  #: one of the blocks below it is named otherwise


class Blocks:
    """The blocks of a text in order; rows that are `taken` belong to something else."""

    def __init__(self, lines: Sequence[str], taken: Sequence[int]) -> None:
        self.lines, self._taken = lines, taken
        self._heading: _Heading | None = None
        self._endless = False  #: fences that are opened and closed in turn came to no end
        self.found = list(self._find())

    def gone(self) -> Iterator[int]:
        """The rows that say that a file is deleted or renamed."""
        inside = bytearray(self._taken)
        for block in self.found:
            inside[block.row : block.last_row + 1] = b"\1" * (block.last_row + 1 - block.row)
        rows = (row for row, line in enumerate(self.lines) if not inside[row] and _GONE.match(line))
        yield from rows

    def _find(self) -> Iterator[Block]:
        row, above = 0, -1
        while row < len(self.lines):
            block = None if self._taken[row] else self._block_at(row, above)
            if block:
                yield block
                row, above = block.last_row + 1, -1
                continue
            above = self._pass(row, above)
            row += 1

    def _pass(self, row: int, above: int) -> int:
        """Go past a row outside of blocks; the nearest row so far that is not blank."""
        line = self.lines[row]
        if self._taken[row]:
            self._heading = None
            return -1
        if _HEADING.match(line):
            path = path_in_row(line, row)
            self._heading = _Heading(path) if path else None
        return above if is_blank(line) else row

    def _block_at(self, row: int, above: int) -> Block | None:
        """The block that a row opens."""
        fence = open_fence(self.lines[row])
        if fence is not None:
            return self._fenced(row, fence, above)
        tag = _TAG.fullmatch(self.lines[row])
        if tag:
            return self._tagged(row, NamedPath(tag[2], row, *tag.span(2)))
        return self._written(row) if _WRITE.fullmatch(self.lines[row]) else None

    def _holds_taken(self, first: int, last: int) -> bool:
        return any(self._taken[first:last])

    def _filled(self, first: int, last: int) -> Iterator[int]:
        return (row for row in range(first, last) if not is_blank(self.lines[row]))

    # ---- fences
    def _fenced(self, row: int, fence: Fence, above: int) -> Block:
        rows = range(row + 1, len(self.lines))
        ends = (at for at in rows if not self._taken[at] and fence.is_closed_by(self.lines[at]))
        end = next(ends, None)
        block = Block(row, row + 1, len(self.lines) if end is None else end, end, fence)
        block.is_taken = self._holds_taken(block.first, block.last)
        self._name(block, fence, above)
        if end is not None and not block.is_taken:
            self._judge_end(block, fence)
        return block

    def _name(self, block: Block, fence: Fence, above: int) -> None:
        """Find the paths that name a fence."""
        on_fence = self._read_info(block, fence)
        if self._is_code(block.row, fence) or (block.language in _ASIDES and not on_fence):
            return
        right_above = path_in_row(self.lines[above], above) if above >= 0 else None
        found = (right_above, on_fence, self._path_in_first_line(block))
        block.names = tuple(name for name in found if name and not _is_vain(name))
        heading = self._heading
        if heading and right_above:
            heading.closed = True
        elif heading:
            self._name_by(heading, block)
            hinted = self._path_at_end(above)
            if hinted and heading.path in block.names:
                block.names = (*block.names, hinted)

    def _read_info(self, block: Block, fence: Fence) -> NamedPath | None:
        """Read what stands behind the signs of a fence: its language, and the path if it has one."""
        line = self.lines[block.row]
        language = _LANGUAGE.match(line, fence.column + len(fence.mark))
        # what stands in front of the fence is the bullet of a list
        path = path_on_fence(" " * fence.column + line[fence.column :], block.row)
        if language and not (path and path.start == language.start(1)):
            block.language = language[1].lower()
        return path

    def _path_in_first_line(self, block: Block) -> NamedPath | None:
        row = block.first
        return path_in_comment(self.lines[row], row) if row < block.last else None

    def _path_at_end(self, above: int) -> NamedPath | None:
        """The path that the row above a block ends in: it names nothing by itself, but what a heading
        says must not contradict it.
        """
        last = _LAST_WORD.search(self.lines[above]) if above >= 0 else None
        found = path_in_row(last[0], above) if last else None
        if last is None or found is None:
            return None
        shift = last.start()
        return found._replace(start=found.start + shift, end=found.end + shift)

    def _name_by(self, heading: _Heading, block: Block) -> None:
        """Give a block the path of the heading above it, if no other block stands between; of
        several that have no other path, any may be meant.
        """
        if heading.closed:
            return
        own, rivals = block.names, heading.blocks
        if not rivals:
            block.names = (heading.path, *own)
        if own or block.is_taken:
            heading.closed = True
            return
        rivals.append(block)
        for rival in rivals if len(rivals) > 1 else ():
            rival.names, rival.rivals = (heading.path,), tuple(one.row for one in rivals)

    def _is_code(self, row: int, fence: Fence) -> bool:
        """Whether a fence is an example itself: indented like code, and not by a list."""
        if fence.column < _CODE_INDENT or _BULLET.match(self.lines[row]):
            return False
        for at in range(row - 1, max(-1, row - _FAR), -1):
            line = self.lines[at]
            if not is_blank(line) and len(indent_of(line)) < fence.column:
                bullet = _BULLET.match(line)
                return bullet is None or bullet.end() > fence.column
        return True

    def _judge_end(self, block: Block, fence: Fence) -> None:
        """See whether the fences inside of one make it end elsewhere."""
        inside = range(block.first, block.last)
        if not any(_opens(self.lines[at], fence) for at in inside):
            bare = self._bare_below(block, fence) if block.is_page else []
            block.is_ambiguous = bool(bare)
            block.other_ends = (block.last, *bare[1:2])
            return
        end = self._count_to_end(block, fence)
        if end != block.end:
            block.is_ambiguous = bool(block.names) or any(map(self._is_named, inside))
            block.other_ends = (block.last,) if end is None else (end,)
        if block.is_ambiguous and end is not None:
            block.end = block.last = end

    def _count_to_end(self, block: Block, outer: Fence) -> int | None:
        """The row that closes a fence if those inside of it are opened and closed in turn."""
        stack = [outer]
        for at in range(block.first, block.last if self._endless else len(self.lines)):
            if self._taken[at]:
                break
            if stack[-1].is_closed_by(self.lines[at]):
                stack.pop()
                if not stack:
                    return at
            elif fence := _opens(self.lines[at], outer):
                stack.append(fence)
        self._endless = True
        return None

    def _is_named(self, row: int) -> bool:
        """Whether a row inside a fence opens another one that has a path."""
        if Fence.opened_by(self.lines[row]) is None:
            return False
        above = next((at for at in range(row - 1, 0, -1) if not is_blank(self.lines[at])), 0)
        return bool(path_on_fence(self.lines[row], row) or path_in_row(self.lines[above], above))

    def _bare_below(self, block: Block, fence: Fence) -> list[int]:
        """The bare fences that follow the one which closes a page: it may as well open an example
        in it, and one of these close the page.
        """
        bare: list[int] = []
        for at in range(block.last + 1, len(self.lines)):
            if self._taken[at] or len(bare) > 1:
                break
            if open_fence(self.lines[at]):
                if not fence.is_closed_by(self.lines[at]):
                    break
                bare.append(at)
        return bare

    # ---- tags
    def _tagged(self, row: int, name: NamedPath) -> Block:
        """`<file path="…">`, and what stands below it up to the `</file>` that belongs to it."""
        depth, end = 1, None
        for at in range(row + 1, len(self.lines)):
            line = self.lines[at]
            depth += bool(_TAG.fullmatch(line)) - (line.strip(WHITE) == "</file>")
            if depth == 0:
                end = at
                break
        return self._tag(name, Block(row, row + 1, len(self.lines) if end is None else end, end))

    def _written(self, row: int) -> Block | None:
        """`<write_to_file>`, with its path and its content."""
        filled = self._filled(row + 1, len(self.lines))
        named, opened = next(filled, row), next(filled, row)
        path = _PATH.fullmatch(self.lines[named])
        if path is None or not _CONTENT.fullmatch(self.lines[opened]):
            return None
        rows = range(opened + 1, len(self.lines))
        last = next((at for at in rows if self._closes(at)), None)
        end = last
        if last is not None:
            behind = (at for at in range(last, len(self.lines)) if "</wri" in self.lines[at])
            end = next(behind, last)
        block = Block(row, opened + 1, len(self.lines) if last is None else last, end)
        return self._tag(NamedPath(path[1], named, *path.span(1)), block)

    def _closes(self, row: int) -> bool:
        if self.lines[row].strip(WHITE) != "</content>":
            return False
        below = next(self._filled(row + 1, len(self.lines)), row)
        return _BEHIND.fullmatch(self.lines[below]) is not None

    def _tag(self, name: NamedPath, block: Block) -> Block:
        block.names = (name,)
        block.is_taken = self._holds_taken(block.first, block.last)
        if not block.is_page:
            self._step_inside(block)
        return block

    def _step_inside(self, block: Block) -> None:
        """A fence around all that stands between two tags is no part of the file."""
        filled = list(self._filled(block.first, block.last))
        fence = Fence.opened_by(self.lines[filled[0]]) if len(filled) > 1 else None
        if fence and fence.is_closed_by(self.lines[filled[-1]]):
            block.first, block.last = filled[0] + 1, filled[-1]


def _is_vain(name: NamedPath) -> bool:
    """Whether a path stands for any other, or is the address of a page."""
    return name.path.startswith("/path/to/") or "://" in name.path


def _opens(line: str, outer: Fence) -> Fence | None:
    """The fence that a row opens inside of another one, if the two may be taken for each other."""
    fence = Fence.opened_by(line)
    if fence is None or line.strip(WHITE) == fence.mark:
        return None
    return fence if fence.mark.startswith(outer.mark) or fence.mark[0] != outer.mark[0] else None

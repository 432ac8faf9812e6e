"""What a completion works with: the row up to the cursor, its section, that one's target."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple

from patchsight.core.model.patch import FileChange, Patch
from patchsight.core.model.report import Report
from patchsight.core.text.buffer import WHITE, Span, is_blank, split_lines


class Sort(Enum):
    """What a choice is."""

    WORD = "word"  #: of the format
    VALUE = "value"
    FILE = "file"
    FOLDER = "folder"
    LINE = "line"  #: of the target


class Choice(NamedTuple):
    """One text that may be put in."""

    text: str
    sort: Sort
    detail: str = ""


class Ending(NamedTuple):
    """What may stand in the place of a span that ends at the cursor."""

    span: Span
    choices: list[Choice]


class Signature(NamedTuple):
    """The keys an entry takes, whether each must be there, and the one at the cursor."""

    name: str
    keys: list[tuple[str, bool]]
    active: int | None


class Cursor:
    """One cursor in one patch."""

    def __init__(self, report: Report, offset: int, known: Callable[[], Sequence[str]]) -> None:
        self.report, self.offset, self.known = report, offset, known
        self.patch: Patch = report.patch
        self.lines = report.patch.buffer.lines
        self.row, column = report.patch.buffer.position(offset)
        self.before = self.lines[self.row][:column]  #: the row up to the cursor

    def ending(self, column: int, choices: list[Choice]) -> Ending:
        """Choices for what stands from a column of this row up to the cursor."""
        return Ending(Span(self.offset - len(self.before) + column, self.offset), choices)

    @property
    def change(self) -> FileChange | None:
        """The section the cursor stands in or below."""
        above = [change for change in self.patch.files if change.span.start <= self.offset]
        return max(above, key=lambda change: change.span.start, default=None)

    def paths(self, prefix: str = "") -> list[Choice]:
        """The workspace's files."""
        return [Choice(prefix + path, Sort.FILE) for path in self.known()]

    def folders(self) -> list[Choice]:
        """The workspace's folders, for files that do not exist yet."""
        folders = {path.rpartition("/")[0] + "/": None for path in self.known() if "/" in path}
        return [Choice(folder, Sort.FOLDER) for folder in folders]

    def target_lines(self, *, stripped: bool) -> list[Choice]:
        """The target's lines that are not blank, each once; those that stand there once first."""
        targets = self.report.targets_of(self.change) if self.change else []
        lines = split_lines(self.report.texts[targets[0][1]]) if targets else []
        lines = [line.strip(WHITE) if stripped else line for line in lines]
        counts, rows = Counter(lines), dict[str, int]()
        for row, line in enumerate(lines):
            rows.setdefault(line, row)
        ordered = sorted(
            (line for line in rows if not is_blank(line)),
            key=lambda line: (counts[line], rows[line]),
        )
        return [Choice(line, Sort.LINE, _where(counts[line], rows[line])) for line in ordered]


def _where(count: int, row: int) -> str:
    return f"line {row + 1}" if count == 1 else f"stands {count} times"


def words(texts: Sequence[str]) -> list[Choice]:
    return [Choice(text, Sort.WORD) for text in texts]


def complete(report: Report, offset: int, known: Callable[[], Sequence[str]]) -> Ending | None:
    """The choices at an offset, best first; `known` lists files as the format names them."""
    spec = report.patch.format
    ending = spec.complete(Cursor(report, offset, known)) if spec else None
    return ending if ending and ending.choices else None


def sign(report: Report, offset: int) -> Signature | None:
    """The keys of the entry at an offset, in a format that has entries."""
    spec = report.patch.format
    return spec.sign(Cursor(report, offset, tuple)) if spec else None

"""What is no part of a patch: prose, fences, heredocs, a common margin, decorated markers."""

from __future__ import annotations

import re

from patchsight.core.model.problems import Problem, problem
from patchsight.core.text.buffer import BOM, WHITE, Buffer, Span, is_blank
from patchsight.core.text.lazy import cached_property
from patchsight.core.text.phrases import count, word_list

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_INDENTED = re.compile(r" {4}|\t| {1,3}\t")
_HEREDOC = re.compile(r"<<-?[ \t]*(['\"]?)([A-Za-z_][A-Za-z0-9_]*)\1")
_QUOTES = "`'\""


class Rows:
    """A buffer's rows as a format reads them: without the BOM, and a margin all rows share."""

    def __init__(self, buffer: Buffer) -> None:
        self._buffer = buffer
        self.text = buffer.text  #: all of it, whatever the rows leave out
        self.lines = buffer.lines
        self.starts = buffer.starts  #: the offset in the buffer of each row's first character
        if buffer.text.startswith(BOM):
            self.remove_margin(1, 0, 1)

    def remove_margin(self, width: int, first: int, last: int) -> None:
        """Forget the first `width` columns of rows first to last."""
        if not width:
            return
        if self.lines is self._buffer.lines:  # which keeps them as they are
            self.lines, self.starts = list(self.lines), list(self.starts)
        for row in range(first, last):
            cut = min(width, len(self.lines[row]))
            self.lines[row] = self.lines[row][cut:]
            self.starts[row] += cut

    def span(self, row: int, start: int = 0, end: int | None = None) -> Span:
        """The span of a row, or of columns start to end of it."""
        base = self.starts[row]
        return Span(base + start, base + (len(self.lines[row]) if end is None else end))

    def trimmed(self, row: int) -> Span:
        """The span of a row without its surrounding white space."""
        return self.span(row, *trim(self.lines[row]))

    def between(self, first: int, last: int) -> Span:
        """The span from the start of one row to the end of another."""
        return Span(self.starts[first], self.span(last).end)

    def next_filled(self, row: int, last: int) -> int:
        """The first row from `row` on that is not blank, or `last`."""
        while row < last and is_blank(self.lines[row]):
            row += 1
        return row

    def last_filled(self, first: int, last: int) -> int | None:
        """The last row before `last` that is not blank."""
        return next(
            (row for row in range(last - 1, first - 1, -1) if not is_blank(self.lines[row])), None
        )


class Fence:
    """An open Markdown fence, and what closes it."""

    def __init__(self, line: str, mark: str) -> None:
        self.column = line.index(mark)
        self.mark = mark

    @classmethod
    def opened_by(cls, line: str) -> Fence | None:
        if "```" not in line and "~~~" not in line:  # as in most rows
            return None
        match = _FENCE.match(line)
        return cls(line, match[1]) if match else None

    def is_closed_by(self, line: str) -> bool:
        """Deeper rows are content: ` ``` ` is a context line of a hunk, or text in an ap block."""
        if self.mark not in line:  # as in most rows
            return False
        found = Fence.opened_by(line)
        return (
            found is not None
            and found.column <= self.column
            and found.mark.startswith(self.mark)
            and line.strip(WHITE) == found.mark
        )


def opens_heredoc(line: str) -> bool:
    """Whether a command in a row is given what stands below it."""
    return _HEREDOC.search(line) is not None


class Examples:
    """Rows indented like code beside rows that are not: examples, unless a fence is open."""

    def __init__(self, lines: list[str], first: int, last: int) -> None:
        self._lines, self._first, self._last = lines, first, last

    def hold(self, row: int) -> bool:
        return _INDENTED.match(self._lines[row]) is not None and row in self._rows

    @cached_property
    def _rows(self) -> set[int]:
        """All indented rows outside of fences; none if there is nothing but indented rows."""
        rows, flush, fence = set[int](), False, None
        for row in range(self._first, self._last):
            line = self._lines[row]
            if fence is not None:
                fence = None if fence.is_closed_by(line) else fence
            elif _INDENTED.match(line):
                rows.add(row)
            else:
                fence = Fence.opened_by(line)
                flush = flush or (
                    fence is None and not is_blank(line) and not _HEREDOC.search(line)
                )
        return rows if flush else set()


class Noise:
    """Takes note of what stands around a patch, so that one message can name all of it."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.fence: Fence | None = None
        self.heredoc = ""
        self._row: int | None = None
        self._prose = {"before": 0, "between": 0, "after": 0}
        self._pending = 0
        self._entered = False
        self._fences = self._heredocs = 0
        self._skipped: list[tuple[int, int]] = []
        self._markers: list[int] = []

    def skip(self, first: int, last: int) -> None:
        """Pass over rows that are not part of the patch."""
        if self._skipped and self._skipped[-1][1] == first:
            self._skipped[-1] = (self._skipped[-1][0], last)
        else:
            self._skipped.append((first, last))
        for row in range(first, last):
            if not is_blank(self.rows.lines[row]):
                self._note(row)
                self._classify(self.rows.lines[row])

    def enter(self) -> None:
        """A part of the patch starts here."""
        self._prose["between" if self._entered else "before"] += self._pending
        self._pending, self._entered = 0, True

    def pass_between(self, row: int) -> None:
        """Pass over a row between two parts of the patch."""
        self._note(row)
        self._prose["between"] += 1
        self._skipped = sorted([*self._skipped, (row, row + 1)])

    def decorated(self, row: int) -> None:
        """A marker of the patch is padded, starred or in the wrong case."""
        self._note(row)
        self._markers.append(row)

    def ends_at(self, row: int) -> bool:
        """Whether a row closes the fence or heredoc that is open."""
        line = self.rows.lines[row]
        if self.fence is not None and self.fence.is_closed_by(line):
            return True
        return bool(self.heredoc) and line.strip(WHITE) == self.heredoc

    def problem(self) -> Problem | None:
        """One message for everything that was passed over."""
        if self._row is None:
            return None
        message = " ".join(filter(None, (self._ignored(), self._tolerated())))
        prose = any(self._prose.values())
        return problem(
            "surrounding_noise",
            self.rows.trimmed(self._row),
            message,
            skipped=[list(rows) for rows in self._skipped],
            markers=self._markers,
            prose=prose,
        )

    def _note(self, row: int) -> None:
        self._row = row if self._row is None else min(self._row, row)

    def _classify(self, line: str) -> None:
        if self.fence is not None and self.fence.is_closed_by(line):
            self.fence = None
        elif self.fence is None and (fence := Fence.opened_by(line)):
            self.fence = fence
            self._fences += 1
        elif self.heredoc and line.strip(WHITE).startswith(self.heredoc):
            self.heredoc = ""
        elif heredoc := _HEREDOC.search(line):
            self.heredoc = heredoc[2]
            self._heredocs += 1
        else:
            self._pending += 1

    def _ignored(self) -> str:
        self._prose["after" if self._entered else "before"] += self._pending
        self._pending = 0
        places = {
            "before": "before the patch",
            "between": "between its parts",
            "after": "after the patch",
        }
        pieces = [
            f"{count(lines, 'line')} of prose {places[place]}"
            for place, lines in self._prose.items()
            if lines
        ]
        pieces += [count(self._fences, "Markdown fence")] if self._fences else []
        pieces += [count(self._heredocs, "heredoc")] if self._heredocs else []
        if not pieces:
            return ""
        verb = "is" if len(pieces) == 1 and pieces[0].startswith("1 ") else "are"
        return f"{word_list(pieces)} {verb} ignored."

    def _tolerated(self) -> str:
        if not self._markers:
            return ""
        verb = "is" if len(self._markers) == 1 else "are"
        return f"{count(len(self._markers), 'marker')} {verb} not written as the format has it, and read all the same."


def trim(line: str, start: int = 0, end: int | None = None) -> tuple[int, int]:
    """The columns of a line, or of a stretch of it, without surrounding white space."""
    end = len(line) if end is None else end
    stretch = line[start:end]
    filled = stretch.lstrip(WHITE)
    return (end - len(filled), start + len(stretch.rstrip(WHITE))) if filled else (start, start)


def trim_path(line: str, start: int, end: int | None = None) -> tuple[int, int]:
    """The columns of a path in a line: without spaces, and without backticks or quotes around it."""
    start, end = trim(line, start, end)
    if end - start >= 2 and line[start] == line[end - 1] and line[start] in _QUOTES:
        return trim(line, start + 1, end - 1)
    return start, end


def write_path(path: str) -> str:
    """A path so that `trim_path` gives it back."""
    start, end = trim_path(path, 0)
    return path if path[start:end] == path and not path.endswith("***") else f'"{path}"'

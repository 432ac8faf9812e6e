"""The hunks of a v4a Update section."""

from __future__ import annotations

import re
from collections.abc import Sequence

from patchsight.core.formats.noise import Rows, trim
from patchsight.core.formats.v4a.envelope import END_OF_FILE, MOVE, read_directive
from patchsight.core.model.hunk_lines import HunkLines
from patchsight.core.model.patch import Hint, Kind, Numbers, Part, PatchLine
from patchsight.core.model.problems import Problem, Severity, problem
from patchsight.core.model.record import field, record
from patchsight.core.text.buffer import Span, is_blank
from patchsight.core.text.phrases import quote

NO_NEWLINE = "\\ No newline"
#: Nine digits are more lines than any file has, and far from what `int` refuses.
_NUMBERS = re.compile(
    r"@@[ \t]*-([0-9]{1,9})(?:,([0-9]{1,9}))?[ \t]+\+([0-9]{1,9})(?:,([0-9]{1,9}))?[ \t]*(?:@@|$)"
)

_SIGNED = re.compile("[ +-]+")


@record
class _Hunk:
    """A hunk while it is read."""

    row: int
    last: int = 0
    hints: list[Hint] = field(default_factory=list)
    numbers: Numbers | None = None
    # its lines so far: their signs, the text of each and where that stands, which have no sign
    kinds: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    bare: list[int] = field(default_factory=list)
    filled: bool = False  #: has a line that is not a bare blank one
    at_end: bool = False
    #: lines that `\\ No newline at end of file` follows
    unended: list[int] = field(default_factory=list)

    @property
    def stacks(self) -> bool:
        """Whether a further `@@` row adds to this hunk, which has said something but no lines."""
        return not self.filled and not self.at_end and self.says_where

    @property
    def says_where(self) -> bool:
        """Whether something follows `@@`."""
        return bool(self.hints or self.numbers)

    @property
    def trailing_blanks(self) -> int:
        """How many rows at its end are blank and lack even the prefix: empty context, or noise."""
        count, bare = 0, set(self.bare)
        for at in range(len(self.texts) - 1, -1, -1):
            if at not in bare or not is_blank(self.texts[at]):
                break
            count += 1
        return count

    @property
    def lines(self) -> HunkLines:
        return HunkLines("".join(self.kinds), self.texts, self.starts, frozenset(self.bare))


class HunkReader:
    """Reads rows into parts; of the row at which someone still writes nothing is said."""

    def __init__(self, rows: Rows, problems: list[Problem], unfinished: int | None) -> None:
        self.rows = rows
        self.problems = problems
        self.unfinished = unfinished
        self.parts: list[Part] = []
        self.hunk: _Hunk | None = None
        self.closed = False  #: after `*** End of File` no line can follow
        self.told = False

    def read(self, first: int, last: int) -> list[Part]:
        lines = self.rows.lines
        signs = "".join([line[:1] or "." for line in lines[first:last]])
        row = first
        while row < last:
            line = lines[row]
            if run := _SIGNED.match(signs, row - first):
                self._read_signed(row, run[0])
                row += len(run[0])
                continue
            if line.startswith("@@"):
                self._read_marker(row, line)
            elif line.startswith(NO_NEWLINE):
                self._mark_unended()
            elif not (line.startswith("***") and self._read_directive(row, line)):
                self._read_bare(row, line)
            row += 1
        self._finish(is_last=True)
        return self.parts

    def _read_signed(self, row: int, signs: str) -> None:
        """Rows with these signs in front of them."""
        if hunk := self._hunk_at(row):
            last = row + len(signs)
            hunk.kinds.append(signs)
            hunk.texts += [line[1:] for line in self.rows.lines[row:last]]
            hunk.starts += [start + 1 for start in self.rows.starts[row:last]]
            hunk.filled, hunk.last = True, last - 1

    def _mark_unended(self) -> None:
        if self.hunk and self.hunk.texts:
            self.hunk.unended.append(len(self.hunk.texts) - 1)

    def _read_marker(self, row: int, line: str) -> None:
        if self.hunk is None or not self.hunk.stacks:
            self._finish()
            self.hunk = _Hunk(row)
        self.closed = self.told = False
        hunk = self.hunk
        hunk.last = row
        for column in (hunk.kinds, hunk.texts, hunk.starts, hunk.bare, hunk.unended):
            column.clear()
        match = _NUMBERS.match(line)
        if match:
            hunk.numbers = _read_numbers(match, self.rows.span(row, 0, match.end()))
            self._report(
                "line_number_hint",
                hunk.numbers.span,
                "A hunk of this format has no line numbers; these serve only to tell equal places apart. "
                "Write `@@` alone, or `@@` and a line that stands above the change.",
            )
        start, end = _hint_columns(line, match.end() if match else 2)
        if start < end:
            hunk.hints.append(Hint(line[start:end], self.rows.span(row, start, end)))

    def _read_directive(self, row: int, line: str) -> bool:
        found = read_directive(line)
        if found is None:
            return False
        if found.name == END_OF_FILE and self.hunk:
            self.hunk.at_end, self.hunk.last, self.closed = True, row, True
            self._finish()
        elif found.name == MOVE:
            self._report(
                "misplaced_line",
                self.rows.trimmed(row),
                "`*** Move to:` stands below a hunk; it belongs right below `*** Update File:`.",
            )
        else:
            self._report(
                "misplaced_line",
                self.rows.trimmed(row),
                f"{quote(line.strip())} cannot stand here.",
            )
        return True

    def _read_bare(self, row: int, line: str) -> None:
        """A row without a prefix: a context line that lost it, or noise."""
        blank = is_blank(line)
        if blank and (self.closed or self.hunk is None):
            return
        if hunk := self._hunk_at(row):
            hunk.bare.append(len(hunk.texts))
            hunk.kinds.append(" ")
            hunk.texts.append(line)
            hunk.starts.append(self.rows.starts[row])
            if not blank:
                hunk.filled, hunk.last = True, row

    def _hunk_at(self, row: int) -> _Hunk | None:
        """The hunk that a row is a line of; None where none can stand."""
        if self.closed:
            if not self.told:
                self.told = True
                self._report(
                    "misplaced_line",
                    self.rows.trimmed(row),
                    "This line follows `*** End of File`, the end of "
                    "the hunk. Write `@@` above it to start another.",
                )
            return None
        if self.hunk is None:
            self.hunk = _Hunk(row)
        return self.hunk

    def _finish(self, is_last: bool = False) -> None:
        hunk, self.hunk = self.hunk, None
        if hunk is None:
            return
        header = self.rows.trimmed(hunk.row)
        unfinished = is_last and self.unfinished is not None
        if not hunk.filled and not hunk.says_where and not unfinished:
            self._report(
                "empty_hunk",
                header,
                "No line follows this `@@`, so it is ignored. Remove it.",
                Severity.WARNING,
            )
            return
        part = Part(
            self.rows.between(hunk.row, hunk.last),
            header,
            hunk.lines,
            hints=tuple(hunk.hints),
            numbers=hunk.numbers,
            at_end=hunk.at_end,
            droppable=hunk.trailing_blanks if hunk.bare else 0,
        )
        self.parts.append(part)
        if not hunk.filled:
            part.lines, part.droppable, part.broken = (), 0, True
            if not unfinished:
                self._report(
                    "empty_hunk",
                    header,
                    "No line follows this `@@`. Write the hunk's lines, or remove it.",
                )
        elif hunk.unended:
            solid = "".join(hunk.kinds)[: len(part.lines) - part.droppable]
            old, new = (len(solid.rstrip(other)) - 1 in hunk.unended for other in "+-")
            # A mark on one side says that the other side has its newline.
            part.old_newline, part.new_newline = (not old, not new) if old or new else (None, None)

    def _report(
        self, code: str, span: Span, message: str, severity: Severity | None = None
    ) -> None:
        self.problems.append(problem(code, span, message, severity=severity))


def body_line(kind: Kind, line: str, start: int) -> PatchLine:
    """A prefixed row as a line of a part."""
    return PatchLine(kind, line[1:], Span(start + 1, start + len(line)))


def _read_numbers(match: re.Match[str], span: Span) -> Numbers:
    old_count, new_count = (int(count) if count else None for count in match.group(2, 4))
    return Numbers(int(match[1]), old_count, int(match[3]), new_count, span)


def _hint_columns(line: str, start: int) -> tuple[int, int]:
    """The columns of the text after `@@`, without a closing `@@` as unified diffs have it."""
    start, end = trim(line, start)
    return trim(line, start, end - 2) if is_closed(line[start:end]) else (start, end)


def is_closed(hint: str) -> bool:
    """Whether a hint ends in `@@`, which is no part of it."""
    return hint == "@@" or hint.endswith((" @@", "\t@@"))


def is_bare_blank(line: PatchLine) -> bool:
    """Whether a row is blank and lacks even the prefix: an empty context line, or noise."""
    return line.bare and is_blank(line.text)


def last_except(other: Kind, lines: Sequence[PatchLine]) -> int:
    """The index of the last line that is not of the other side alone; -1 if there is none."""
    return max((index for index, line in enumerate(lines) if line.kind is not other), default=-1)

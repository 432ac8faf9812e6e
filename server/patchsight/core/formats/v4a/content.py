"""The lines below a v4a Add or Delete directive: one prefix for all of them."""

from __future__ import annotations

from patchsight.core.formats.noise import Rows
from patchsight.core.formats.v4a.envelope import END_OF_FILE, MOVE, read_directive
from patchsight.core.formats.v4a.hunks import NO_NEWLINE, body_line
from patchsight.core.model.patch import Kind, Part, PatchLine
from patchsight.core.model.problems import Problem, problem
from patchsight.core.text.buffer import is_blank
from patchsight.core.text.phrases import count


class ContentReader:
    """Reads the text of a file that is added (`+`) or deleted (`-`)."""

    def __init__(self, rows: Rows, kind: Kind, problems: list[Problem]) -> None:
        self.rows = rows
        self.kind = kind
        self.problems = problems
        self.lines: list[PatchLine] = []
        #: blank rows that are content only if more content follows
        self.blank: list[PatchLine] = []
        self.bad: list[int] = []
        self.moved = False
        self.no_newline = False

    def read(self, directive: int, last: int) -> Part:
        for row in range(directive + 1, last):
            self._read_row(row, self.rows.lines[row])
        if self.bad:
            self._report_prefix()
        end = self.rows.last_filled(directive, last)
        part = Part(
            self.rows.between(directive, directive if end is None else end),
            self.rows.trimmed(directive),
            tuple(self.lines),
            broken=bool(self.bad) or self.moved,
        )
        if self.no_newline and self.kind is Kind.ADDED:
            part.new_newline = False
        elif self.no_newline:
            part.old_newline = False
        return part

    def _read_row(self, row: int, line: str) -> None:
        if line.startswith(self.kind.value):
            self._add(body_line(self.kind, line, self.rows.starts[row]))
        elif is_blank(line):
            self.blank.append(PatchLine(self.kind, "", self.rows.span(row, 0, 0), bare=True))
        elif line.startswith(NO_NEWLINE):
            self.no_newline = bool(self.lines)
        elif not self._read_directive(row, line):
            self.bad.append(row)

    def _add(self, line: PatchLine) -> None:
        self.lines += [*self.blank, line]
        self.blank.clear()
        self.no_newline = False

    def _read_directive(self, row: int, line: str) -> bool:
        """Refuse a move; an end-of-file marker is harmless here."""
        found = read_directive(line)
        if found is None or found.name not in (MOVE, END_OF_FILE):
            return False
        if found.name == MOVE and not self.moved:
            self.moved = True
            self.problems.append(
                problem(
                    "misplaced_line",
                    self.rows.trimmed(row),
                    "Only a file that is updated can be "
                    "moved: `*** Move to:` belongs right below `*** Update File:`.",
                )
            )
        return True

    def _report_prefix(self) -> None:
        """One message for all lines without prefix: who forgets it forgets it everywhere."""
        section = "an added" if self.kind is Kind.ADDED else "a deleted"
        others = len(self.bad) - 1
        more = f" The same goes for {count(others, 'further line')}." if others else ""
        message = f"Every line of {section} file starts with `{self.kind.value}`; this one does not.{more}"
        self.problems.append(
            problem(
                "invalid_hunk_line",
                self.rows.trimmed(self.bad[0]),
                message,
                rows=self.bad,
                prefix=self.kind.value,
            )
        )

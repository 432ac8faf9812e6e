"""The sections of a v4a envelope: one per file directive."""

from __future__ import annotations

import re
from typing import NamedTuple

from patchsight.core.formats.line_repairs import add_repairs
from patchsight.core.formats.noise import Noise, Rows
from patchsight.core.formats.v4a.content import ContentReader
from patchsight.core.formats.v4a.envelope import (
    ADD,
    DELETE,
    END,
    FILE_SECTIONS,
    MOVE,
    SPELLING,
    UNKNOWN,
    UPDATE,
    Directive,
    Envelope,
    is_prefixed_end,
    read_directive,
    read_path,
)
from patchsight.core.formats.v4a.hunks import HunkReader
from patchsight.core.formats.v4a.plain import read_hunks, signs_of
from patchsight.core.model.hunk_lines import in_columns
from patchsight.core.model.patch import FileChange, Kind, Op, Part, PathRef
from patchsight.core.model.problems import Problem, Severity, problem
from patchsight.core.text.buffer import Span
from patchsight.core.text.phrases import quote

_DIFF_HEADER = re.compile(
    r"diff --git |index [0-9a-f]+\.\.|--- |\+\+\+ |@@ -[0-9]+(?:,[0-9]+)? \+[0-9]"
)

_OTHER_NAMES = {
    "create": ADD,
    "new": ADD,
    "write": ADD,
    "modify": UPDATE,
    "edit": UPDATE,
    "change": UPDATE,
    "patch": UPDATE,
    "replace": UPDATE,
    "remove": DELETE,
    "rename": MOVE,
    "move": MOVE,
}


class SectionRows(NamedTuple):
    """A file directive and the rows below it, up to `last`."""

    directive: Directive
    last: int


class SectionReader:
    """Reads what stands inside one envelope."""

    def __init__(
        self, rows: Rows, envelope: Envelope, noise: Noise, problems: list[Problem], zenpatch: bool
    ) -> None:
        self.rows = rows
        self.envelope = envelope
        self.noise = noise
        self.problems = problems
        self.zenpatch = zenpatch
        self.unfinished: int | None = None  #: the row at which someone is still writing
        self.last = envelope.last

    def read(self) -> list[FileChange]:
        self.rows.remove_margin(self.envelope.margin, self.envelope.first, self.envelope.last)
        self._judge_end()
        sections = self._split()
        head = sections[0].directive.row if sections else self.last
        stray = self.rows.next_filled(self.envelope.first, head)
        if stray < head:
            report_stray(self.rows, stray, self.problems)
        elif not sections and self.unfinished is None and self.envelope.begin is not None:
            self._report(
                "no_patch",
                self.envelope.begin,
                "The patch is empty: nothing stands between `*** Begin Patch` and `*** End Patch`.",
            )
        return [change for section in sections for change in self._read_section(section)]

    def _judge_end(self) -> None:
        """Say what is wrong with a patch without end: it is cut off, or still being written."""
        begin = self.envelope.begin
        row = self.rows.last_filled(
            self.envelope.first if begin is None else begin, self.envelope.last
        )
        if self.envelope.end is not None and is_prefixed_end(self.rows.lines[self.envelope.end]):
            message = "`+*** End Patch` is read as the end of the patch, not as an added line. Remove the `+`."
            found = problem("prefixed_marker", self.rows.trimmed(self.envelope.end), message)
            found.data["replacement"] = SPELLING[END]
            self.problems.append(found)
        if row is None or not self.envelope.open:
            return
        line = self.rows.lines[row]
        if row == begin or _is_unfinished(line):
            self.unfinished = row
            self.last = row if _is_half_directive(line) else self.last
            self._report(
                "unfinished_part",
                row,
                f"The text ends here: nothing follows {quote(line.strip())}.",
            )
        elif begin is not None:
            message = (
                "The text ends here without `*** End Patch`; the rest may be missing. Add that line if the "
                "patch is complete."
            )
            self.problems.append(
                problem("truncated_patch", self.rows.trimmed(row), message, insert=SPELLING[END])
            )

    def _split(self) -> list[SectionRows]:
        """The envelope's sections. An indented `***` row is content in a hunk, else a directive."""
        starts: list[Directive] = []
        for row in range(self.envelope.first, self.last):
            found = (
                read_directive(self.rows.lines[row], row) if "***" in self.rows.lines[row] else None
            )
            if found is None or found.name not in (UNKNOWN, *FILE_SECTIONS):
                continue
            in_hunks = bool(starts) and starts[-1].name == UPDATE
            if found.column == 0 or (found.name and not in_hunks):
                starts.append(found)
        ends = [start.row for start in starts[1:]] + [self.last]
        return [SectionRows(start, end) for start, end in zip(starts, ends, strict=False)]

    def _read_section(self, section: SectionRows) -> list[FileChange]:
        directive = section.directive
        if directive.name == UNKNOWN:
            self._report_unknown(directive)
            return []
        if not directive.neat:
            self.noise.decorated(directive.row)
        span = self.rows.span(directive.row)
        change = FileChange(
            Op.UPDATE, self._read_path(directive), span, self.rows.trimmed(directive.row)
        )
        if directive.name == UPDATE:
            self._read_update(change, section)
        else:
            change.op, kind = (
                (Op.CREATE, Kind.ADDED) if directive.name == ADD else (Op.DELETE, Kind.REMOVED)
            )
            change.parts = [
                ContentReader(self.rows, kind, self.problems).read(directive.row, section.last)
            ]
        self._mark_broken(change, section)
        change.span = Span(span.start, max(part.span.end for part in change.parts))
        return [change]

    def _mark_broken(self, change: FileChange, section: SectionRows) -> None:
        """A section without its path, and a part that is still being written, are never applied."""
        for part in change.parts:
            part.broken = part.broken or not change.path.raw
        if self.unfinished is not None and section.directive.row <= self.unfinished < section.last:
            change.parts[-1].broken = True

    def _read_update(self, change: FileChange, section: SectionRows) -> None:
        if self.envelope.end is not None:  # nobody is still writing
            first = section.directive.row + 1
            signs = signs_of(self.rows.lines[first : section.last])
            change.parts = read_hunks(self.rows, first, signs)
        if not change.parts:
            self._read_by_row(change, section)

    def _read_by_row(self, change: FileChange, section: SectionRows) -> None:
        row = self.rows.next_filled(section.directive.row + 1, section.last)
        found = read_directive(self.rows.lines[row], row) if row < section.last else None
        moves = found is not None and found.name == MOVE
        if found is not None and moves:
            self._read_move(change, found)
            row += 1
        row = self._skip_diff_header(row, section.last)
        is_last = section.last == self.last
        unfinished = self.unfinished if is_last else None
        change.parts = HunkReader(self.rows, self.problems, unfinished).read(row, section.last)
        self._judge_changes(change, self.envelope.open and is_last)
        for part in change.parts:
            add_repairs(part)
        if not change.parts:
            end = change.new_path.span.end if change.new_path else change.span.end
            change.parts = [Part(Span(change.span.start, end), change.header)]
            if not moves:
                self._report_no_hunks(change, section.directive.row, unfinished)
        for part in change.parts:
            part.broken = part.broken or (moves and change.new_path is None)

    def _judge_changes(self, change: FileChange, cut: bool) -> None:
        """Warn of hunks that change nothing; a move needs no change, one cut off may go on."""
        for part in change.parts[: len(change.parts) - cut] if change.op is not Op.RENAME else ():
            if part.lines and not in_columns(part.lines).kinds.strip():
                message = "This hunk removes nothing and adds nothing: it has context lines only."
                if part is not change.parts[-1]:
                    message = "This hunk has context lines only: it serves to say where the next one belongs."
                self.problems.append(
                    problem("empty_hunk", part.header, message, severity=Severity.WARNING)
                )

    def _report_no_hunks(self, change: FileChange, row: int, unfinished: int | None) -> None:
        change.parts[0].broken = True
        if unfinished is None:
            self._report(
                "no_hunks",
                row,
                "No hunk follows, so nothing would change. Write `@@` and the lines of a "
                "hunk below, or remove this line.",
            )

    def _read_move(self, change: FileChange, directive: Directive) -> None:
        target = self._read_path(directive)
        if target.raw:
            change.op, change.new_path = Op.RENAME, target
        if not directive.neat:
            self.noise.decorated(directive.row)
        if self.zenpatch:
            self._report(
                "move_in_zenpatch",
                directive.row,
                "Zenpatch has no `*** Move to:`; the file is moved all the same.",
            )

    def _skip_diff_header(self, row: int, last: int) -> int:
        """Pass over a unified header, which models copy below Update, and refuse it once."""
        lines = self.rows.lines
        start = row
        while row < last and lines[row].startswith(("diff --git ", "index ")):
            row += 1
        if row + 1 < last and lines[row].startswith("--- ") and lines[row + 1].startswith("+++ "):
            row += 2
        if row > start:
            self._report(
                "misplaced_line",
                start,
                "This is the header of a unified diff inside `*** Update File:`. "
                "Remove it; the path above is enough.",
            )
        return row

    def _read_path(self, directive: Directive) -> PathRef:
        if directive.start == directive.end and directive.row != self.unfinished:
            self._report(
                "missing_path", directive.row, f"No path follows `{SPELLING[directive.name]}`."
            )
        return read_path(self.rows, directive)

    def _report_unknown(self, directive: Directive) -> None:
        line = self.rows.lines[directive.row]
        guess = _OTHER_NAMES.get(line[directive.start :].split(None, 1)[0].lower())
        advice = (
            f"Did you mean `{SPELLING[guess]}`?"
            if guess
            else "Known are Add, Update and Delete File and Move to."
        )
        message = f"{quote(line.strip())} is not a directive of this format. {advice} The lines below it are skipped."
        self._report("unknown_directive", directive.row, message)
        if guess:
            self.problems[-1].data["replacement"] = (
                f"{SPELLING[guess]} {line.partition(':')[2].strip()}"
            )

    def _report(self, code: str, row: int, message: str) -> None:
        self.problems.append(problem(code, self.rows.trimmed(row), message))


def report_stray(rows: Rows, row: int, problems: list[Problem]) -> None:
    """Complain once about rows that stand before any file directive."""
    if _DIFF_HEADER.match(rows.lines[row]):
        message = (
            "This is a unified diff inside `*** Begin Patch`. Remove the two markers around it, or write "
            "`*** Update File:` with hunks."
        )
    else:
        message = f"{quote(rows.lines[row].strip())} stands before any file. Write `*** Update File:` and the path above it."
    problems.append(problem("misplaced_line", rows.trimmed(row), message))


def _is_unfinished(line: str) -> bool:
    """Whether a text that ends in this line was left in the middle of a part."""
    if line.startswith("@@") or _is_half_directive(line):
        return True
    found = read_directive(line)
    if found is None:
        return False
    return found.name in (ADD, UPDATE) or (
        found.name in (DELETE, MOVE) and found.start == found.end
    )


def _is_half_directive(line: str) -> bool:
    half = line.rstrip()
    return half.startswith("***") and any(
        full != half and full.startswith(half) for full in SPELLING.values()
    )

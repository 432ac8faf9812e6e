"""Hunks of a unified diff: the header's numbers, the lines below it, and where the hunk ends."""

from __future__ import annotations

from patchsight.core.formats.unified.numbers import explain_header, read_numbers
from patchsight.core.formats.unified.rows import DiffRows
from patchsight.core.model.hunk_lines import HunkLines
from patchsight.core.model.patch import Numbers, Part, Repair
from patchsight.core.model.problems import Problem, Severity, problem
from patchsight.core.text.buffer import Span
from patchsight.core.text.phrases import quote

#: What is left to read when the header does not say: more than any hunk has.
_UNKNOWN = 1 << 40


class HunkReader:
    """Reads one hunk: `part` is the result, `row` the first row behind it."""

    def __init__(
        self, rows: DiffRows, row: int, problems: list[Problem], *, headed: bool = True
    ) -> None:
        """`headed` is False where the row above the lines is not the header of a hunk."""
        self.rows, self.header, self.problems, self._headed = rows, row, problems, headed
        self.row = row + 1
        # its lines so far: the sign of each, its text and where that stands, which have no sign
        self.kinds: list[str] = []
        self.texts: list[str] = []
        self.starts: list[int] = []
        self.bare: list[int] = []
        #: (number of lines above it, row) of each `\ No newline` row
        self.markers: list[tuple[int, int]] = []
        self.broken = False
        self.repaired: Repair | None = None
        self._rest = -1  #: the row behind those that the counts were seen to ask for
        numbers = read_numbers(rows.lines[row], rows.starts[row])
        self.old_left = self.new_left = _UNKNOWN
        if numbers:
            self.old_left = 1 if numbers.old_count is None else numbers.old_count
            self.new_left = 1 if numbers.new_count is None else numbers.new_count
        self._read_body()
        self.part = self._finish(numbers)

    def _read_body(self) -> None:
        """Take rows until one ends the hunk; plain lines here, on local names, for speed."""
        lines, row_starts, last = self.rows.lines, self.rows.starts, self.rows.last
        kinds, texts, starts = self.kinds, self.texts, self.starts
        row, old_left, new_left = self.row, self.old_left, self.new_left
        while row < last:
            text = lines[row]
            lead = text[:1]
            if lead == " ":
                old_left -= 1
                new_left -= 1
            elif lead not in ("+", "-") or text[1:2] == lead:
                self.row, self.old_left, self.new_left = row, old_left, new_left
                if not self._read_special(row, text):
                    return
                row, old_left, new_left = self.row, self.old_left, self.new_left
                continue
            elif lead == "+":
                new_left -= 1
            else:
                old_left -= 1
            kinds.append(lead)
            texts.append(text[1:])
            starts.append(row_starts[row] + 1)
            row += 1
        self.row, self.old_left, self.new_left = row, old_left, new_left

    def _read_special(self, row: int, text: str) -> bool:
        """Take a row that needs a closer look; False if it ends the hunk."""
        if text.startswith("++"):
            return not self._is_new_header(row, text) and self._take(row, "+", text[1:])
        if text.startswith("--"):
            return not self._is_end(row, text) and self._take(row, "-", text[1:])
        if not text:
            return self._read_blanks(row)
        if text.startswith("\\") and (text.startswith("\\ ") or "no newline" in text.lower()):
            self.markers.append((len(self.texts), row))
            self.row += 1
            return True
        if (
            text.startswith("@@")
            or self.rows.is_boundary(row)
            or self._is_complete()
            or not (self.rows.has_more(row) or self._covers_rest(row))
        ):
            return False
        return self._take(row, " ", text, bare=True)

    def _is_new_header(self, row: int, text: str) -> bool:
        """Whether `+++ ` is a header that lost its `---`: the hunk is complete and `@@` follows."""
        return (
            text.startswith("+++ ")
            and self._is_complete()
            and self.rows.at(row + 1).startswith("@@")
        )

    def _is_end(self, row: int, text: str) -> bool:
        """Whether a row that starts with `--` is the next file's header or a mail's signature."""
        if text.startswith("--- ") and self.rows.opens_file(row, self.old_left, self.new_left):
            return True
        if (
            text == "---"
            and self.old_left == self.new_left == 0
            and self.rows.is_pathless_pair(row)
        ):
            return True
        if self._is_complete() and len(text) > 2 and not text.strip(" -"):
            return not self.rows.changes_follow(row + 1)  # a rule; what is below it is prose
        return self.rows.is_signature(row, self.old_left <= 0 and self.new_left <= 0)

    def _covers_rest(self, row: int) -> bool:
        """Whether the counts ask for the rows that follow up to a blank one, as context: these
        lost the space in front of them.
        """
        if row < self._rest:
            return True
        rows, end = self.rows, row
        while end < rows.last and rows.lines[end].strip() and end - row <= self.old_left:
            end += 1
        covered = end - row == self.old_left == self.new_left
        self._rest = end if covered else row
        return covered

    def _is_complete(self) -> bool:
        """Whether the counts are met to the line; a hunk without a change is never complete."""
        return not (self.old_left or self.new_left) and self._has_change()

    def _has_change(self) -> bool:
        return "+" in self.kinds or "-" in self.kinds

    def _read_blanks(self, row: int) -> bool:
        """Take blank rows: as far as the counts cover them, or all if the hunk goes on behind."""
        rows, end = self.rows, row
        while end < rows.last and not rows.lines[end]:
            end += 1
        covered = max(0, min(end - row, self.old_left, self.new_left))
        if covered < end - row and self._goes_on(end, covered):
            covered = end - row
        for at in range(row, row + covered):
            self._take(at, " ", "", bare=True)
        return self.row == end

    def _goes_on(self, row: int, covered: int) -> bool:
        """Whether the hunk goes on behind blank rows, so that its counts are too small."""
        rows, text = self.rows, self.rows.at(row)
        if not text or not rows.looks_like_body(row):
            return False
        if text.startswith("--- ") and rows.opens_file(
            row, self.old_left - covered, self.new_left - covered
        ):
            return False
        if self.old_left != covered or self.new_left != covered or not self._has_change():
            return True
        return rows.changes_follow(row) and not (
            text.startswith("+++ ") and rows.at(row + 1).startswith("@@")
        )

    def _take(self, row: int, kind: str, text: str, *, bare: bool = False) -> bool:
        """Add a row's text as a line."""
        if bare:
            self.bare.append(len(self.texts))
        self.kinds.append(kind)
        self.texts.append(text)
        self.starts.append(self.rows.starts[row] + len(self.rows.lines[row]) - len(text))
        self.old_left -= kind != "+"
        self.new_left -= kind != "-"
        self.row = row + 1
        return True

    def _finish(self, numbers: Numbers | None) -> Part:
        """The part, once its last row is known."""
        empty = len(self.bare) == len(self.texts) and not any(self.texts)
        kinds = "" if empty else "".join(self.kinds)
        header = self.rows.trimmed(self.header)
        self._check_header(numbers, header, empty)
        span = self.rows.span(self.header, self.row - 1)
        lines = () if empty else HunkLines(kinds, self.texts, self.starts, frozenset(self.bare))
        part = Part(span, header, lines, numbers=numbers, broken=self.broken)
        part.repaired = self.repaired
        if numbers is None or self.old_left or self.new_left:
            part.droppable = self._count_trailing_blank() if lines else 0
        if self.markers:
            self._set_newlines(part, kinds)
        lacking = max(self.old_left, self.new_left) + part.droppable
        if numbers and lacking > 0 and self.row > self.rows.final:
            solid = kinds[: len(part.lines) - part.droppable]
            part.short = not solid.endswith(" ") or not solid.strip()
            part.short = part.short and not self.markers
        return part

    def _count_trailing_blank(self) -> int:
        """How many bare blank rows end the hunk; one that is said to have no line end is a line."""
        count, bare = 0, set(self.bare)
        marked = self.markers[-1][0] if self.markers else 0
        for at in range(len(self.texts) - 1, marked - 1, -1):
            if self.texts[at] or at not in bare:
                break
            count += 1
        return count

    def _check_header(self, numbers: Numbers | None, span: Span, empty: bool) -> None:
        """Report a header that cannot be read, or one behind which the text ends."""
        if empty and self.header >= self.rows.final:
            message = "The text ends at this hunk header; its lines are missing. Go on writing, or ask for the rest."
            self.problems.append(problem("unfinished_part", span, message))
        elif numbers is None:
            if not self._headed:
                self.repaired = _without_header(span)
                return
            reason, message = explain_header(self.rows.lines[self.header].strip())
            if reason == "no_numbers" and not empty:
                self.repaired = _without_numbers(self.rows.lines[self.header].strip(), span)
                return
            self.problems.append(problem("invalid_hunk_header", span, message, reason=reason))
        else:
            return
        self.broken = True

    def _set_newlines(self, part: Part, kinds: str) -> None:
        """Let each `\\ No newline` row speak for the side or sides whose last line stands above
        it.
        """
        last_old, last_new = len(kinds.rstrip("+")) - 1, len(kinds.rstrip("-")) - 1
        for count, row in self.markers:
            if not count or count - 1 not in (last_old, last_new):
                message = "This row says that the file ends here, but lines of the hunk follow; it is ignored."
                span = self.rows.trimmed(row)
                self.problems.append(
                    problem("invalid_hunk_line", span, message, severity=Severity.WARNING)
                )
                continue
            if count - 1 == last_old:
                part.old_newline = False
            if count - 1 == last_new:
                part.new_newline = False
        # a side without a marker has its newline
        if part.old_newline is False or part.new_newline is False:
            part.old_newline, part.new_newline = part.old_newline is None, part.new_newline is None


def _without_numbers(header: str, span: Span) -> Repair:
    said = f"The hunk header {quote(header)} has no line numbers"
    return Repair(
        "invalid_hunk_header",
        span,
        f"{said}. The lines stand in one place only, so that is taken.",
        f"{said}, and the lines do not stand exactly in one place. "
        "Write `@@ -old_start,old_count +new_start,new_count @@`, or more lines around the change.",
        data={"reason": "no_numbers"},
    )


def _without_header(span: Span) -> Repair:
    said = "No hunk header `@@ … @@` stands below this row"
    return Repair(
        "invalid_hunk_header",
        span,
        f"{said}. The lines stand in one place only, so that is taken.",
        f"{said}, and the lines do not stand exactly in one place. "
        "Write `@@ -old_start,old_count +new_start,new_count @@`, or more lines around the change.",
        data={"reason": "no_header"},
    )

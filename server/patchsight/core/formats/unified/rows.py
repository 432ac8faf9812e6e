"""The rows of a unified diff: which opens a file, which ends a hunk, which is prose."""

from __future__ import annotations

import re

from patchsight.core.formats.unified.paths import read_name, strip_pair
from patchsight.core.text.buffer import BOM, WHITE, Buffer, Span, is_blank
from patchsight.core.text.git_names import NULL

_MAIL = re.compile(r"From [0-9a-f]{40} |commit [0-9a-f]{7,64}(?: |$)")
_VERSION = re.compile(r"\d+\.\d+[\w.() -]{0,60}$")


class DiffRows:
    """A stretch of a buffer, read row by row."""

    def __init__(self, buffer: Buffer, first: int, last: int) -> None:
        self.buffer, self.lines, self.starts = buffer, buffer.lines, buffer.starts
        if first == 0 and buffer.text.startswith(BOM):
            self.lines, self.starts = [self.lines[0][1:], *self.lines[1:]], [1, *self.starts[1:]]
        if last == len(self.lines) and last > first and not self.lines[-1]:
            last -= 1  # what follows the last line end is not a row
        self.first, self.last = first, last
        self.final = last - 1  #: the last row that is not blank
        while self.final >= first and not self.lines[self.final].strip():
            self.final -= 1
        self._boundary = self._evidence = -1

    def at(self, row: int) -> str:
        """A row's text; empty behind the end."""
        return self.lines[row] if row < self.last else ""

    def span(self, first: int, last: int) -> Span:
        """From the start of one row to the end of another."""
        return Span(self.starts[first], self.starts[last] + len(self.lines[last]))

    def trimmed(self, row: int) -> Span:
        """A row without its surrounding white space."""
        line, start = self.lines[row], self.starts[row]
        left = 0 if is_blank(line) else len(line) - len(line.lstrip(WHITE))
        return Span(start + left, start + (len(line.rstrip(WHITE)) or len(line)))

    def is_pair(self, row: int) -> bool:
        """Whether `--- ` stands here and `+++ ` below it."""
        return self.at(row).startswith("--- ") and self.at(row + 1).startswith("+++ ")

    def is_pathless_pair(self, row: int) -> bool:
        """Whether `---` and `+++` stand above a hunk with no path behind them."""
        return (
            self.at(row) == "---"
            and self.at(row + 1) == "+++"
            and self.at(row + 2).startswith("@@")
        )

    def is_boundary(self, row: int) -> bool:
        """Whether a row can only be the start of something new, whatever the counts say."""
        text = self.lines[row]
        lead = text[:1]
        if lead == "d":
            return text.startswith("diff -")
        if lead == "I":
            return text.startswith("Index: ") and self.at(row + 1).startswith("=====")
        if lead == "B":
            return text.startswith("Binary files ") and text.endswith(" differ")
        return lead in ("F", "c") and _MAIL.match(text) is not None

    def is_lone_header(self, row: int) -> bool:
        """Whether a `--- ` or `+++ ` row without its partner is a file header, not prose."""
        name = self.lines[row][4:]
        if self.at(row + 1).startswith("@@") or name.startswith(("a/", "b/", NULL)):
            return True
        return row >= self.final and bool(name) and " " not in name

    def is_signature(self, row: int, satisfied: bool) -> bool:
        """Whether a `-- ` row ends a mail: above a version, or any text if the hunk is complete."""
        if self.lines[row].rstrip() != "--":
            return False
        below = self.at(row + 1)
        return _VERSION.match(below) is not None or (satisfied and below[:1] not in (" ", "+", "-"))

    def opens_file(self, row: int, old_left: int, new_left: int) -> bool:
        """Whether a `--- ` row inside a hunk is the next file's header and not the removed line
        `-- …`.

        The counts decide where they can: nothing left means header. Otherwise it is one only if
        `+++ ` and then `@@` or the end follow, and even so not if these two rows complete the hunk
        and the text, or do not name one file.
        """
        satisfied = old_left <= 0 and new_left <= 0
        exact = old_left == new_left == 0
        if not self.is_pair(row):
            clear = exact or self.lines[row].startswith(("--- a/", "--- /dev/null"))
            return satisfied and clear and self.is_lone_header(row)
        if exact:
            return True
        same, at_end = self._names_agree(row), row + 2 >= self.last
        if not at_end and not self.lines[row + 2].startswith("@@"):
            return satisfied and same
        completes = old_left == new_left == 1
        return not completes or (same and not at_end)

    def _names_agree(self, row: int) -> bool:
        old, new = (read_name(self.lines[at], at, 0, 4).text for at in (row, row + 1))
        if NULL in (old, new):
            return True
        old, new = strip_pair(old, new, None)
        return old == new

    def has_more(self, row: int) -> bool:
        """Whether rows that look like lines of a hunk follow before anything new starts."""
        if row >= self._boundary:
            self._look_ahead(row)
        return row < self._evidence

    def _look_ahead(self, row: int) -> None:
        """Find the next boundary and the last hunk-like row before it; each row is looked at once."""
        self._evidence = -1
        for at in range(row, self.last):
            lead = self.lines[at][:1]
            if (
                (lead == "@" and self.lines[at].startswith("@@"))
                or self.is_pair(at)
                or self.is_boundary(at)
            ):
                self._boundary = at
                return
            if self.looks_like_body(at):
                self._evidence = at
        self._boundary = self.last

    def looks_like_body(self, row: int) -> bool:
        """Whether a row reads as a line of a hunk, not as a list item, a signature or dashes."""
        text = self.lines[row]
        lead = text[:1]
        if lead in (" ", "+"):
            return True
        if lead != "-" or (text[1:2] == " " and text[2:3] not in ("", " ")):
            return False
        return len(text) == 1 or text.rstrip(" ").strip("-") != ""

    def changes_follow(self, row: int) -> bool:
        """Whether a change stands in the run of hunk-like and blank rows that begins here."""
        while (
            row < self.last and self.lines[row][:1] in ("", " ", "+", "-") and not self.is_pair(row)
        ):
            if self.lines[row][:1] in ("+", "-") and self.looks_like_body(row):
                return True
            row += 1
        return False

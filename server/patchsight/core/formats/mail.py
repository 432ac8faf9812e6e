"""Commit messages: what git writes above a diff is prose, whatever it quotes."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: The first row of a commit as `git show` has it, of a mail as `git format-patch` has it, of any
#: other mail.
HEAD = re.compile(r"commit [0-9a-f]{7,64}(?: |$)|From [0-9a-f]{40} |(?:From|Subject): \S")
HEAD_SIGNS = frozenset("cFS")  #: what such a row starts with
HEADER = re.compile(r"[A-Z][A-Za-z-]*: |[ \t]+\S")
_NEEDED = ("Author: ", "AuthorDate: ", "Subject: ", "Merge: ", "From: ")
_DIFF = re.compile(r"diff -|Index: ")
_DIFFSTAT = re.compile(r" .+ +\| +(?:\d+|Bin)| \d+ files? changed")


class Messages:
    """The commit messages of a text, up to its row `last`."""

    def __init__(self, lines: Sequence[str], last: int) -> None:
        self._lines, self._last = lines, last
        #: False once no diff follows: then nothing is a message, and nothing is looked for again
        self._any = True

    def skip(self, row: int) -> int:
        """The row behind the message that starts at a row; the row itself if none does."""
        if (
            not self._any
            or not HEAD.match(self._lines[row])
            or not _has_header(self._lines, row, self._last)
        ):
            return row
        behind = self._find_diff(row + 1)
        self._any = behind is not None
        return row if behind is None else behind

    def _find_diff(self, first: int) -> int | None:
        """Where the diff below a message starts: git ends it at `---`, even if it quotes a diff."""
        found = None
        for row in range(first, self._last):
            line = self._lines[row]
            if line == "---" and row + 1 < self._last and _DIFFSTAT.match(self._lines[row + 1]):
                return row + 1
            if found is None and (_DIFF.match(line) or self._is_pair(row)):
                found = row
            elif found is not None and HEAD.match(line):
                break  # the next commit
        return found

    def _is_pair(self, row: int) -> bool:
        lines = self._lines
        return (
            lines[row].startswith("--- ")
            and row + 1 < self._last
            and lines[row + 1].startswith("+++ ")
        )


def _has_header(lines: Sequence[str], row: int, last: int) -> bool:
    """Whether header rows name an author or a subject; both, where they are all there is."""
    is_plain_mail = HEADER.match(lines[row]) is not None
    at = row if is_plain_mail else row + 1
    found: set[str] = set()
    while at < last and HEADER.match(lines[at]):
        found.update(name for name in _NEEDED if lines[at].startswith(name))
        at += 1
    return len(found) >= 1 + is_plain_mail

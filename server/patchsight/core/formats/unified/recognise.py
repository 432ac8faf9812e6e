"""How a unified diff gives itself away, and where it begins in a text."""

from __future__ import annotations

import re

from patchsight.core.formats.mail import Messages
from patchsight.core.formats.noise import Rows
from patchsight.core.formats.spec import Frame, Recogniser

_NUMBERED = re.compile(r"@@ -[0-9]+(?:,[0-9]+)? \+[0-9]+(?:,[0-9]+)? @@")
#: A header without numbers that no other format writes.
_DOTTED = re.compile(r"@@ (?:\.{3}|…) @@$")
_OTHER = re.compile(r"\*\*\* (?:Begin Patch|(?:Add|Update|Delete) File: )|>>> file:")
_OTHER_MARKS = ("*** ", ">>> file:")  #: one of which such a row starts with
_GIT = re.compile(r"diff --git \S.* \S")
#: Rows that stand above a diff by right: a mail, a commit message, what svn and hg write.
COMMIT = re.compile(
    r"From |(?:From|Subject|Author|Date|Index|Signed-off-by): |commit [0-9a-f]{7}|diff |# HG |Only in"
)


def _proves(lines: list[str], row: int, last: int, hints: dict[str, int]) -> int | None:
    line = lines[row]
    if line.startswith("--- "):
        return row if row + 1 < last and lines[row + 1].startswith("+++ ") else None
    return row if _GIT.match(line) or _NUMBERED.match(line) or _DOTTED.match(line) else None


def _first_row(row: int, rows: Rows) -> int:
    """The first row if a commit message stands above the diff, else the diff's own."""
    if any(COMMIT.match(line) for line in rows.lines[:row]):
        return 0
    return row - (row > 0 and rows.lines[row - 1].startswith(("--- ", "+++ ")))


def _last_row(first: int, rows: Rows) -> int:
    """Where a patch in another format starts: no row of a diff reads like these, but in the
    message of a commit.
    """
    row, last = first, len(rows.lines)
    if not any(mark in rows.text for mark in _OTHER_MARKS):
        return last
    others = {
        at
        for at, line in enumerate(rows.lines[first:], first)
        if line.startswith(_OTHER_MARKS) and _OTHER.match(line)
    }
    messages, final = Messages(rows.lines, last), max(others, default=-1)
    while row <= final:
        if row in others:
            return row
        row = max(row + 1, messages.skip(row))
    return last


RECOGNISER = Recogniser(
    r"--- |diff --git |@@ [-.…]", _proves, r"--- |\+\+\+ |@@|diff |Index: |Binary files "
)
FRAME = Frame(_first_row, _last_row, tells_tail=True)

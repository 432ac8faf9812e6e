"""Which of the five formats a text is in. Its content decides; its name only where the content
says too little.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from patchsight.core.formats.applydiff.blocks import FROM, SESSION, TO, header_end, is_marker
from patchsight.core.formats.mail import Messages
from patchsight.core.formats.v4a.envelope import BEGIN, FILE_SECTIONS, read_directive
from patchsight.core.model.patch import Format

#: What the first characters of a row must be for the row to say anything: one cheap test for most
#: rows of most texts.
_LEAD = re.compile(
    r"[ \t]*\*\*\*|>>>|--- |diff --git |@@ -|\[session|(?:version|changes) *:|[0-9a-f]{8}[ \t]+AP |"
    r"commit [0-9a-f]|from[: ]|subject:",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"@@ -[0-9]+(?:,[0-9]+)? \+[0-9]+(?:,[0-9]+)? @@")
_GIT = re.compile(r"diff --git \S.* \S")
_KEY = re.compile(r"(version|changes) *:(?:[ \t]|$)")
_FIRST_ITEM = re.compile(r"[ \t]*-[ \t]+['\"]?file_path['\"]?[ \t]*:")
_AP_3 = re.compile(r"[0-9a-f]{8}[ \t]+AP +[0-9]+\.[0-9]")

_BY_NAME = {
    "ap": Format.AP,
    "diff": Format.UNIFIED,
    "patch": Format.UNIFIED,
    "unified": Format.UNIFIED,
    "v4a": Format.V4A,
    "zenpatch": Format.ZENPATCH,
    "applydiff": Format.APPLYDIFF,
}
#: Rows that mean something only in a text whose name says what it is.
_WEAK = {
    Format.UNIFIED: re.compile(r"--- |\+\+\+ |@@|diff |Index: |Binary files "),
    Format.V4A: re.compile(r"\*\*\*|@@"),
    Format.ZENPATCH: re.compile(r"\*\*\*|@@"),
    Format.APPLYDIFF: re.compile(r">>>|--- (?:from|to)[ \t]*$|\[/?session", re.IGNORECASE),
    Format.AP: re.compile(r"(?:-[ \t]+)?['\"]?[A-Za-z_]+['\"]?[ \t]*:(?:[ \t]|$)|[{\[]"),
}


class Signal(NamedTuple):
    """A format, and the row that gives it away."""

    format: Format
    row: int


def suggest_format(name: str, language: str) -> Format | None:
    """What a file's name says, or else what the editor calls its language."""
    return _BY_NAME.get(name.rpartition(".")[2].lower()) or _BY_NAME.get(language.lower())


def find_signal(lines: list[str], first: int, last: int) -> Signal | None:
    """The first row that belongs to one of the formats and to nothing else."""
    hints: dict[str, int] = {}
    for row in _leading_rows(lines, first, last):
        if found := _read_row(lines, row, last, hints):
            return Signal(found, row)
        if "version" in hints and "changes" in hints:
            return Signal(Format.AP, min(hints["version"], hints["changes"]))
    if FROM in hints and TO in hints:
        return Signal(Format.APPLYDIFF, min(hints[FROM], hints[TO]))
    return None


def _leading_rows(lines: list[str], first: int, last: int) -> Iterator[int]:
    """The rows that may say something; those of a commit message do not."""
    row, messages = first, Messages(lines, last)
    while row < last:
        behind = messages.skip(row) if _LEAD.match(lines[row]) else row + 1
        if behind == row:
            yield row
        row = max(behind, row + 1)


def find_weak_signal(lines: list[str], suggested: Format | None) -> Signal | None:
    """The first row that may belong to the format that the text's name suggests."""
    weak = _WEAK[suggested] if suggested else None
    rows = (row for row, line in enumerate(lines) if weak and weak.match(line))
    row = next(rows, None)
    return None if row is None or suggested is None else Signal(suggested, row)


def _read_row(lines: list[str], row: int, last: int, hints: dict[str, int]) -> Format | None:
    """The format a row proves; what it only hints at is noted in `hints`."""
    line = lines[row]
    lead = line[0]
    if lead == "-":
        return Format.UNIFIED if _is_pair(lines, row, last, hints) else None
    if lead in "d@" and (_GIT.match(line) or _NUMBERED.match(line)):
        return Format.UNIFIED
    if lead in ">[":
        return (
            Format.APPLYDIFF if header_end(line) is not None or is_marker(line, SESSION) else None
        )
    if lead in "* \t":
        return Format.V4A if _is_v4a(line, "version" in hints or "changes" in hints) else None
    return Format.AP if _is_ap(lines, row, last, hints) else None


def _is_pair(lines: list[str], row: int, last: int, hints: dict[str, int]) -> bool:
    """Whether `+++ ` stands below `--- `. Two rows of ApplyDiff start like this as well."""
    if row + 1 < last and lines[row + 1].startswith("+++ "):
        return True
    marker = lines[row].rstrip().lower()
    if marker in (FROM, TO):
        hints.setdefault(marker, row)
    return False


def _is_v4a(line: str, in_yaml: bool) -> bool:
    """Whether a row opens a v4a patch; inside a YAML document an indented marker is text."""
    found = read_directive(line)
    if found is None or (found.column and in_yaml):
        return False
    return found.name == BEGIN or (found.name in FILE_SECTIONS and found.column == 0)


def _is_ap(lines: list[str], row: int, last: int, hints: dict[str, int]) -> bool:
    line = lines[row]
    if _AP_3.match(line):
        return True
    if key := _KEY.match(line):
        hints.setdefault(key[1], row)
        return (
            key[1] == "changes" and row + 1 < last and _FIRST_ITEM.match(lines[row + 1]) is not None
        )
    return False

"""How an ap document gives itself away, and where it begins and ends in a text."""

from __future__ import annotations

import re

from patchsight.core.formats.ap.words import VERSION
from patchsight.core.formats.noise import Rows
from patchsight.core.formats.spec import Frame, Recogniser
from patchsight.core.text.buffer import is_blank

_KEY = re.compile(r"(version|changes) *:(?:[ \t]|$)")
_FIRST_ITEM = re.compile(r"[ \t]*-[ \t]+['\"]?file_path['\"]?[ \t]*:")
_AP_3 = re.compile(r"[0-9a-f]{8}[ \t]+AP +[0-9]+\.[0-9]")
_YAML = re.compile(r"[ \t]*(?:#|-(?:[ \t]|$)|---|%|[{\[]|['\"]?[\w.-]+['\"]?[ \t]*:)")
_PROSE = re.compile(r"[^\W\d_][^:]*(?: |[.!?]$)")


def _proves(lines: list[str], row: int, last: int, hints: dict[str, int]) -> int | None:
    line = lines[row]
    if _AP_3.match(line):
        return row
    key = _KEY.match(line)
    if key is None:
        return None
    hints.setdefault(key[1], row)
    if key[1] == "changes" and row + 1 < last and _FIRST_ITEM.match(lines[row + 1]):
        return row
    return (
        min(hints["version"], hints["changes"]) if {"version", "changes"} <= hints.keys() else None
    )


def _first_row(row: int, rows: Rows) -> int:
    """The first of the rows above a document that belong to it."""
    while row > 0 and (is_blank(rows.lines[row - 1]) or _YAML.match(rows.lines[row - 1])):
        row -= 1
    return row


def _last_row(first: int, rows: Rows) -> int:
    """Where the document ends: above a last paragraph of plain prose, all else is an error."""
    last = rows.last_filled(first, len(rows.lines))
    row = len(rows.lines) if last is None else last + 1
    start = row
    while start > first and _is_prose(rows.lines[start - 1]):
        start -= 1
    return start if first < start < row and is_blank(rows.lines[start - 1]) else len(rows.lines)


def _is_prose(line: str) -> bool:
    return _PROSE.match(line) is not None and not _YAML.match(line)


RECOGNISER = Recogniser(
    r"(?:version|changes) *:|[0-9a-f]{8}[ \t]+AP ",
    _proves,
    r"(?:-[ \t]+)?['\"]?[A-Za-z_]+['\"]?[ \t]*:(?:[ \t]|$)|[{\[]",
)
FRAME = Frame(
    _first_row,
    _last_row,
    heads=tuple(f"version: {sign}{VERSION}{sign}\nchanges:\n" for sign in "\"'"),
)

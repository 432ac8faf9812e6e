"""The rows that a SEARCH/REPLACE block is made of: its markers as they should be written, and as
models write them.
"""

from __future__ import annotations

import re
from typing import NamedTuple

SEARCH, DIVIDER, REPLACE = "<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE"
#: Cline's, which says by them that blocks stand in the order of the file.
ORDERED_SEARCH, ORDERED_REPLACE = "------- SEARCH", "+++++++ REPLACE"

_TAIL = r"[ \t]*>?[ \t]*"
_START = re.compile(
    rf"(?P<signs><{{5,9}}|-{{5,9}})[ \t]+(?P<word>SEARCH|ORIGINAL)(?:[ \t]+line=(?P<line>[0-9]+))?{_TAIL}"
)
_DIVIDER = re.compile(r"(?P<signs>={5,9})[ \t]*")
_END = re.compile(rf"(?P<signs>>{{5,9}}|\+{{5,9}})[ \t]+(?P<word>REPLACE|UPDATED){_TAIL}")
_LOOSE_START = re.compile(
    rf"(?P<signs><{{3,}}|-{{3,}}(?=[ \t]*search))[ \t]*(?P<word>SEARCH|ORIGINAL)"
    rf"(?:[ \t]+line=(?P<line>[0-9]+))?{_TAIL}",
    re.IGNORECASE,
)
_LOOSE_DIVIDER = re.compile(r"(?P<signs>={3,})[ \t]*")
_LOOSE_END = re.compile(
    rf"(?P<signs>>{{3,}}|\+{{3,}}(?=[ \t]*replace))[ \t]*(?P<word>REPLACE|UPDATED){_TAIL}",
    re.IGNORECASE,
)
#: What a merge leaves, and nobody means as an edit.
_CONFLICT = re.compile(r"<{7}(?:[ \t]+(?!(?:SEARCH|ORIGINAL)\b)\S.*)?[ \t]*")
_CONFLICT_END = re.compile(r">{7}(?:[ \t]+(?!(?:REPLACE|UPDATED)\b)\S.*)?[ \t]*")
#: Roo's lines below a start marker.
HINT = re.compile(r":(?P<key>start|end)_line:[ \t]*(?P<number>.*?)[ \t]*")
RULE = re.compile(r"-{5,9}[ \t]*")
#: Roo writes a line that reads like a marker with a backslash in front.
ESCAPED = re.compile(r"\\(?=<{5,9}|={5,9}|>{5,9}|-{5,9}|\+{5,9}|:(?:start|end)_line:)")
#: aider's fences for models that write backticks in their texts.
TAG_FENCE = re.compile(
    r"[ \t]*<(?P<close>/?)(?:source|code|pre|codeblock|sourcecode)>[ \t]*(?P<info>.*?)[ \t]*"
)
#: Rows of the calls that blocks come in.
TAG = re.compile(
    r"[ \t]*(?:</?(?:replace_in_file|apply_diff|args|file|diff|content|edits?|search_replace|tool_call)>[ \t]*|"
    r"<!\[CDATA\[[ \t]*|\]\]>[ \t]*)+"
)


class Marker(NamedTuple):
    """A row that is a marker: its signs, its word, and whether it is written as it should be."""

    signs: str
    word: str
    line: int | None = None  #: the line number that stands on it
    loose: bool = False


def start_of(line: str, *, loose: bool = False) -> Marker | None:
    """The marker that a row is if it starts a block; with `loose`, in whatever spelling."""
    if line[:1] not in "<-":
        return None
    return _marker(line, _START, _LOOSE_START if loose else None)


def divider_of(line: str, *, loose: bool = False) -> Marker | None:
    if line[:1] != "=":
        return None
    return _marker(line, _DIVIDER, _LOOSE_DIVIDER if loose else None)


def end_of(line: str, *, loose: bool = False) -> Marker | None:
    if line[:1] not in ">+":
        return None
    return _marker(line, _END, _LOOSE_END if loose else None)


def _marker(
    line: str, shape: re.Pattern[str], loose_shape: re.Pattern[str] | None
) -> Marker | None:
    match = shape.fullmatch(line)
    loose = match is None
    if match is None and loose_shape is not None:
        match = loose_shape.fullmatch(line)
    if match is None:
        return None
    named = match.groupdict()
    number = named.get("line")
    word = (named.get("word") or "").upper()
    return Marker(match["signs"], word, int(number[:9]) if number else None, loose)


def conflict_end(lines: list[str], row: int, last: int) -> int | None:
    """The row that ends the merge conflict which starts in a row; None if none does."""
    if not _CONFLICT.fullmatch(lines[row]):
        return None
    divided = False
    for at in range(row + 1, last):
        divided = divided or divider_of(lines[at]) is not None
        if divided and _CONFLICT_END.fullmatch(lines[at]):
            return at
        if start_of(lines[at]) or _CONFLICT.fullmatch(lines[at]):
            return None
    return None


def reads_as_marker(line: str) -> bool:
    """Whether a line cannot be told from one of the format's own, inside a block."""
    return bool(start_of(line) or divider_of(line) or end_of(line) or HINT.fullmatch(line))

"""How a line looks on a terminal: harmless, of known width, cut to size around a place."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

_TAB = "    "
_BLANKS = str.maketrans({" ": "·", "\t": "→   "})
_GONE = "…"


class Style(NamedTuple):
    """How text is shown: in colour or not, how wide, and the folder that targets are named from."""

    colour: bool = False
    columns: int = 120
    root: str = ""

    def paint(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text


class Cut(NamedTuple):
    """A line as it is shown, and the cells of it that are marked."""

    text: str
    lead: int  #: cells in front of the mark
    length: int  #: cells of the mark, at least one


def safe(text: str, *, blanks: bool = False) -> str:
    """A text in which every character can be seen; spaces and tabs too, if asked for."""
    if blanks:
        text = text.translate(_BLANKS)
    return text if text.isprintable() else "".join(map(_picture, text))


def _picture(char: str) -> str:
    """A character as it is shown: a tab as spaces, what cannot be seen by its name."""
    if char.isprintable():
        return char
    if char == "\t":
        return _TAB
    return chr(0x2400 + ord(char)) if char < " " else f"<U+{ord(char):04X}>"


def width(shown: str) -> int:
    """How many cells a text takes that is made safe already."""
    return len(shown) if shown.isascii() else sum(map(_cells, shown))


def _cells(char: str) -> int:
    # The marks of a letter, and the later parts of a Hangul syllable, share the cell of the letter
    # before them.
    if unicodedata.category(char) in ("Mn", "Me") or "\u1160" <= char <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def cut(
    line: str, start: int, end: int, room: int, *, focus: int | None = None, blanks: bool = False
) -> Cut:
    """A line in at most `room` cells, with columns marked; these, or the focus, stay in sight."""
    start = min(start, len(line))
    left, right = _window(line, start if focus is None else min(focus, len(line)), room)
    start = max(start, left)
    end = min(max(start, end), right)
    pieces = (line[left:start], line[start:end], line[end:right])
    lead, mark, tail = (safe(piece, blanks=blanks) for piece in pieces)
    lead, tail = _GONE * (left > 0) + lead, tail + _GONE * (right < len(line))
    return Cut(lead + mark + tail, width(lead), max(1, width(mark)))


def _window(line: str, focus: int, room: int) -> tuple[int, int]:
    """The columns that are shown: a third of the room, or what is free, is before the focus."""
    if len(line) <= room and width(safe(line)) <= room:
        return 0, len(line)
    room -= 2 * len(_GONE)
    # However many characters share a cell, no more are looked at than this.
    before, behind = line[max(0, focus - 4 * room) : focus][::-1], line[focus : focus + 4 * room]
    _, lead = _fill(before, room // 3)
    count, tail = _fill(behind, room - lead)
    return focus - _fill(before, room - tail)[0], focus + count


def _fill(chars: Iterable[str], room: int) -> tuple[int, int]:
    """How many of these characters there is room for, and the cells they take."""
    count = used = 0
    for char in chars:
        cells = width(_picture(char))
        if used + cells > room:
            break
        count, used = count + 1, used + cells
    return count, used

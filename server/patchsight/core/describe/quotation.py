"""Lines as they are quoted to a model: numbered, to the letter, within so many characters."""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.model.report import Lines
from patchsight.core.text.invisible import visible

_GAP = "      | …"
_CUT = " …"
_FRAME = len(_GAP)  #: what stands before a line, with its end
_LONGEST = 300  #: characters of one line; a line that is cut says so


def quote_lines(lines: Sequence[str], within: Lines, focus: Lines, room: int) -> str:
    """As many lines `within` as there is room for, from the focus on; gaps are marked."""
    first = min(max(focus.start, within.start), within.end - 1)
    room -= 2 * (len(_GAP) + 1)
    if not 0 <= first < len(lines) or room < 2 * _FRAME:
        return _GAP
    shown: dict[int, str] = {}
    top = bottom = first
    row: int | None = first
    text = _show(lines, first, room - _FRAME - len(_CUT))
    while row is not None and len(text) < room:
        shown[row] = text
        room -= len(text) + 1
        top, bottom = min(top, row), max(bottom, row + 1)
        row = _next(within, focus, top, bottom)
        text = "" if row is None else _show(lines, row, _LONGEST)
    head, tail = [_GAP] * (top > within.start), [_GAP] * (bottom < within.end)
    return "\n".join([*head, *(shown[row] for row in sorted(shown)), *tail])


def _next(within: Lines, focus: Lines, top: int, bottom: int) -> int | None:
    """The row to add: the focus first, then both sides in turn, above first: it tells more."""
    below = bottom if bottom < within.end else None
    above = top - 1 if top > within.start else None
    if below is None or above is None:
        return above if below is None else below
    return below if bottom < focus.end or bottom - focus.end < focus.start - top else above


def _show(lines: Sequence[str], row: int, room: int) -> str:
    room = min(_LONGEST, room)
    text = visible(lines[row])
    if text:
        return f"{row + 1:>5} | {text if len(text) <= room else text[:room] + _CUT}"
    return f"{row + 1:>5} |"

"""Completions for ApplyDiff: headers, their options, the markers of a block, and lines of the
target.
"""

from __future__ import annotations

import re

from patchsight.core.complete.desk import Choice, Desk, Ending, Sort, words
from patchsight.core.formats.applydiff.blocks import FROM, TO, header_end, is_marker

_HEADER = ">>> file: "
_STARTED = re.compile(r">{1,3}(?: [a-z]*)?$|$")
_MARKED = re.compile(r"-{1,3}(?: [a-z]*)?$")
_OPTION = re.compile(r"[ \t]*(\w*)[ \t]*$")
_VALUE = re.compile(r"[ \t]*mode[ \t]*=[ \t]*(\w*)$")
_OPTIONS = {
    "mode=patch": "change the lines of `--- from`",
    "mode=replace": "replace the whole text",
    "fuzz=0.85": "least likeness",
}


def suggest(desk: Desk) -> Ending | None:
    """What may be written at the cursor."""
    before = desk.before
    end = header_end(before)
    if end is not None:
        return _options(desk) if "|" in before else _path(desk, end)
    state = _state(desk)
    if state == "outside" and _STARTED.match(before):
        return desk.ending(0, words([_HEADER]))
    if before and _MARKED.match(before) and state in ("header", FROM):
        return desk.ending(0, words([FROM if state == "header" else TO]))
    return desk.ending(0, desk.target_lines(stripped=False)) if state == FROM else None


def _path(desk: Desk, end: int) -> Ending:
    return desk.ending(len(desk.before) - len(desk.before[end:].lstrip(" ")), desk.paths())


def _options(desk: Desk) -> Ending | None:
    """The options that the header does not have yet, or the modes."""
    bar = desk.before.rindex("|") + 1
    value, option = _VALUE.match(desk.before, bar), _OPTION.match(desk.before, bar)
    if value:
        return desk.ending(
            value.start(1), [Choice(mode, Sort.VALUE) for mode in ("patch", "replace")]
        )
    if option is None:
        return None
    used = desk.before[:bar]
    choices = [
        Choice(text, Sort.WORD, detail)
        for text, detail in _OPTIONS.items()
        if text.split("=")[0] + "=" not in used
    ]
    return desk.ending(option.start(1), choices)


def _state(desk: Desk) -> str:
    """Where the cursor stands: outside of blocks, below a header, or in one of the two texts."""
    for row in range(desk.row - 1, -1, -1):
        line = desk.lines[row]
        if is_marker(line, FROM, TO):
            return FROM if is_marker(line, FROM) else TO
        if header_end(line) is not None:
            return "header"
        if line.rstrip() in ("<", "<<<"):
            return "outside"
    return "outside"

"""Completions for ApplyDiff: headers, options, the markers of a block, lines of the target."""

from __future__ import annotations

import re

from patchsight.core.formats.applydiff.blocks import FROM, TO, header_end, is_marker
from patchsight.core.formats.completion import Choice, Cursor, Ending, Sort, words

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


def suggest(cursor: Cursor) -> Ending | None:
    """What may be written at the cursor."""
    before = cursor.before
    end = header_end(before)
    if end is not None:
        return _options(cursor) if "|" in before else _path(cursor, end)
    state = _state(cursor)
    if state == "outside" and _STARTED.match(before):
        return cursor.ending(0, words([_HEADER]))
    if before and _MARKED.match(before) and state in ("header", FROM):
        return cursor.ending(0, words([FROM if state == "header" else TO]))
    return cursor.ending(0, cursor.target_lines(stripped=False)) if state == FROM else None


def _path(cursor: Cursor, end: int) -> Ending:
    return cursor.ending(len(cursor.before) - len(cursor.before[end:].lstrip(" ")), cursor.paths())


def _options(cursor: Cursor) -> Ending | None:
    """The options that the header does not have yet, or the modes."""
    bar = cursor.before.rindex("|") + 1
    value, option = _VALUE.match(cursor.before, bar), _OPTION.match(cursor.before, bar)
    if value:
        return cursor.ending(
            value.start(1), [Choice(mode, Sort.VALUE) for mode in ("patch", "replace")]
        )
    if option is None:
        return None
    used = cursor.before[:bar]
    choices = [
        Choice(text, Sort.WORD, detail)
        for text, detail in _OPTIONS.items()
        if text.split("=")[0] + "=" not in used
    ]
    return cursor.ending(option.start(1), choices)


def _state(cursor: Cursor) -> str:
    """Where the cursor stands: outside of blocks, below a header, or in one of the two texts."""
    for row in range(cursor.row - 1, -1, -1):
        line = cursor.lines[row]
        if is_marker(line, FROM, TO):
            return FROM if is_marker(line, FROM) else TO
        if header_end(line) is not None:
            return "header"
        if line.rstrip() in ("<", "<<<"):
            return "outside"
    return "outside"

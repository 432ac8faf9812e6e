"""Completions for SEARCH/REPLACE blocks: paths, the markers of a block, lines of the target."""

from __future__ import annotations

import re

from patchsight.core.formats.completion import Cursor, Ending, words
from patchsight.core.formats.searchreplace.markers import (
    DIVIDER,
    ORDERED_REPLACE,
    ORDERED_SEARCH,
    REPLACE,
    SEARCH,
    divider_of,
    end_of,
    start_of,
)

_BEGUN = re.compile(r"(?:<{1,9}|-{1,9})(?: [A-Z]*)?")
_DIVIDING = re.compile(r"={1,9}")
_ENDING = re.compile(r"(?:>{1,9}|\+{1,9})(?: [A-Z]*)?")
_NAME = re.compile(r"[\w./-]*")


def suggest(cursor: Cursor) -> Ending | None:
    """What may be written at the cursor."""
    before, start = cursor.before, _start_above(cursor)
    if start is None:
        if before and _BEGUN.fullmatch(before):
            return cursor.ending(0, words([ORDERED_SEARCH if before[0] == "-" else SEARCH]))
        return cursor.ending(0, cursor.paths()) if _NAME.fullmatch(before) else None
    divided = any(map(divider_of, cursor.lines[start + 1 : cursor.row]))
    if divided:
        ordered = cursor.lines[start].startswith("-")
        ends = words([ORDERED_REPLACE if ordered else REPLACE])
        return cursor.ending(0, ends) if before and _ENDING.fullmatch(before) else None
    if before and _DIVIDING.fullmatch(before):
        return cursor.ending(0, words([DIVIDER]))
    return cursor.ending(0, cursor.target_lines(stripped=False))


def _start_above(cursor: Cursor) -> int | None:
    """The row of the start marker of the block that the cursor stands in."""
    for row in range(cursor.row - 1, -1, -1):
        if end_of(cursor.lines[row]):
            return None
        if start_of(cursor.lines[row]):
            return row
    return None

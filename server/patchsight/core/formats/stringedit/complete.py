"""Completions for string edits, inside the quotes: paths, lines of the target, commands."""

from __future__ import annotations

import re

from patchsight.core.formats.completion import Choice, Cursor, Ending, Sort
from patchsight.core.formats.stringedit.keys import COMMANDS, MEANINGS, Means

_ROW = re.compile(r"(\w+):?(?: (.*))?")


def suggest(cursor: Cursor) -> Ending | None:
    """What may be written at the cursor."""
    part = next((part for part in cursor.patch.parts if part.span.touches(cursor.offset)), None)
    exact = part.substitution if part else None
    if exact and exact.old_span.touches(cursor.offset):
        return cursor.ending(0, cursor.target_lines(stripped=False))
    if exact and exact.new_span.touches(cursor.offset):
        return None
    match = _ROW.fullmatch(cursor.before)
    means = MEANINGS.get(match[1]) if match else None
    if match is None or match[2] is None:
        return None
    if means is Means.PATH:
        return cursor.ending(match.start(2), cursor.paths())
    if means is Means.COMMAND:
        commands = [Choice(command, Sort.VALUE) for command in sorted(COMMANDS)]
        return cursor.ending(match.start(2), commands)
    return None

"""Completions for v4a and Zenpatch: directives, paths, hints, and lines of the target."""

from __future__ import annotations

import re

from patchsight.core.formats.completion import Cursor, Ending, words
from patchsight.core.formats.v4a.envelope import (
    ADD,
    BEGIN,
    DELETE,
    END,
    END_OF_FILE,
    MOVE,
    SPELLING,
    UPDATE,
    read_directive,
)
from patchsight.core.model.patch import Op
from patchsight.core.text.buffer import is_blank

_STARTED = re.compile(r"\*{0,3}(?: [A-Za-z ]*)?$")
_HINT = "@@ "


def suggest(cursor: Cursor) -> Ending | None:
    """What may be written at the cursor."""
    before = cursor.before
    directive = read_directive(before)
    if directive and SPELLING.get(directive.name, "").endswith(":"):
        start = len(before) - len(before[before.index(":") + 1 :].lstrip(" \"'`"))
        return cursor.ending(
            start, cursor.folders() if directive.name in (ADD, MOVE) else cursor.paths()
        )
    if _STARTED.match(before) and not before.startswith(" "):
        return cursor.ending(0, words([_spell(name) for name in _directives(cursor)]))
    if cursor.change is None or cursor.change.op not in (Op.UPDATE, Op.RENAME):
        return None
    if before.startswith(_HINT):
        # Where a hint is no more than a line to match, it is matched to the letter.
        stripped = cursor.patch.format is not None and cursor.patch.format.policy.hints
        return cursor.ending(len(_HINT), cursor.target_lines(stripped=stripped))
    if before[:1] in (" ", "-"):
        return cursor.ending(1, cursor.target_lines(stripped=False))
    return None


def _spell(name: str) -> str:
    spelling = SPELLING[name]
    return spelling + " " if spelling.endswith(":") else spelling


def _directives(cursor: Cursor) -> list[str]:
    """The directives that may follow what stands above."""
    above = [line for line in cursor.lines[: cursor.row] if not is_blank(line)]
    found = [
        directive.name
        for line in above
        if line.startswith("***") and (directive := read_directive(line))
    ]
    if BEGIN not in found or found[-1] == END:
        return [BEGIN]
    last = read_directive(above[-1])
    names = [UPDATE, ADD, DELETE, END]
    if last and last.name == UPDATE:
        return [MOVE, *names]
    return [END_OF_FILE, *names] if found[-1] in (UPDATE, MOVE) else names

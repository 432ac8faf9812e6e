"""Completions for v4a and Zenpatch: directives, paths, hints, and lines of the target."""

from __future__ import annotations

import re

from patchsight.core.complete.desk import Desk, Ending, words
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
from patchsight.core.model.patch import Format, Op
from patchsight.core.text.buffer import is_blank

_STARTED = re.compile(r"\*{0,3}(?: [A-Za-z ]*)?$")
_HINT = "@@ "


def suggest(desk: Desk) -> Ending | None:
    """What may be written at the cursor."""
    before = desk.before
    directive = read_directive(before)
    if directive and SPELLING.get(directive.name, "").endswith(":"):
        start = len(before) - len(before[before.index(":") + 1 :].lstrip(" \"'`"))
        return desk.ending(start, desk.folders() if directive.name in (ADD, MOVE) else desk.paths())
    if _STARTED.match(before) and not before.startswith(" "):
        return desk.ending(0, words([_spell(name) for name in _directives(desk)]))
    if desk.change is None or desk.change.op not in (Op.UPDATE, Op.RENAME):
        return None
    if before.startswith(_HINT):
        return desk.ending(len(_HINT), desk.target_lines(stripped=desk.patch.format is Format.V4A))
    if before[:1] in (" ", "-"):
        return desk.ending(1, desk.target_lines(stripped=False))
    return None


def _spell(name: str) -> str:
    spelling = SPELLING[name]
    return spelling + " " if spelling.endswith(":") else spelling


def _directives(desk: Desk) -> list[str]:
    """The directives that may follow what stands above."""
    above = [line for line in desk.lines[: desk.row] if not is_blank(line)]
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

"""Completions for unified diffs: paths with their prefix, and lines of the target."""

from __future__ import annotations

import re

from patchsight.core.formats.completion import Choice, Cursor, Ending, Sort
from patchsight.core.formats.unified.paths import read_name
from patchsight.core.text.git_names import NULL

_NAME = re.compile(r"(?:---|\+\+\+|rename from|rename to) ")
_PREFIXES = {"--- ": "a/", "+++ ": "b/"}


def suggest(cursor: Cursor) -> Ending | None:
    """What may be written at the cursor."""
    match = _NAME.match(cursor.before)
    if match:
        return cursor.ending(match.end(), _names(cursor, match[0]))
    if cursor.before[:1] in (" ", "-") and _is_in_hunk(cursor):
        return cursor.ending(1, cursor.target_lines(stripped=False))
    return None


def _names(cursor: Cursor, sign: str) -> list[Choice]:
    """Paths as a header row has them; on `+++` the one that `---` names comes first."""
    prefix = _PREFIXES.get(sign, "")
    choices = cursor.paths(prefix)
    above = cursor.lines[cursor.row - 1] if cursor.row else ""
    if sign == "+++ " and above.startswith("--- "):
        old = read_name(above, 0, 0, 4).text
        same = prefix + old.removeprefix("a/")
        known = Choice(same, Sort.FILE, "the same file")
        choices = ([] if old == NULL else [known]) + [
            choice for choice in choices if choice.text != same
        ]
    return [*choices, Choice(NULL, Sort.VALUE, "no file")] if prefix else choices


def _is_in_hunk(cursor: Cursor) -> bool:
    """Whether the row is a hunk's, or right below one."""
    row = cursor.patch.buffer.row
    hunks = (part for part in cursor.patch.parts if part.lines or part.numbers)
    return any(row(hunk.header.start) < cursor.row <= row(hunk.span.end) + 1 for hunk in hunks)

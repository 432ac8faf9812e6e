"""What the keys of string edits mean, for those who hover over them."""

from __future__ import annotations

import re

from patchsight.core.formats.stringedit.keys import NAMES, Means

_MEANINGS = {
    Means.PATH: "The file, from the workspace folder.",
    Means.OLD: "The text as it is in the file, to the character, be it in the middle of lines. It must stand there once, "
    "unless every place is asked for. Empty: a file is made.",
    Means.NEW: "The text that takes its place, to the character. Empty: the old text is deleted.",
    Means.ALL: "Whether the old text is replaced wherever it stands.",
    Means.COUNT: "In how many places the old text stands; all of them are replaced, and no other number will do.",
    Means.WHOLE: "The whole text of the file.",
    Means.LIST: "Several edits, each on what the one before leaves.",
    Means.COMMAND: "What to do: `str_replace`, `create` or `insert`.",
    Means.INSERT: "The line below which the lines go in; 0 is the top.",
    Means.LINE: "The line at which the old text stands, before the patch.",
    Means.CODE: "A text with parts left out, which cannot be put in.",
}
WORDS = {
    **{name: _MEANINGS[means] for means, names in NAMES.items() for name in names},
    "str_replace": "Replace the old text, which stands once, by the new one.",
    "create": "Make a file that does not exist.",
    "insert": "Put whole lines in below a line.",
}
_ROW = re.compile(r"(\w+):(?: (\w+))?")


def glossary() -> dict[str, str]:
    return WORDS


def word_at(line: str, column: int) -> str | None:
    """The key, or the command, at a column of a row."""
    match = _ROW.match(line)
    if not match:
        return None
    if match.start(1) <= column <= match.end(1):
        return match[1]
    commanded = match[1] == "command" and match[2] is not None
    return match[2] if commanded and match.start(2) <= column <= match.end(2) else None

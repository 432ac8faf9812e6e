"""Completions for whole files: paths, where one names the file of a block."""

from __future__ import annotations

import re

from patchsight.core.formats.completion import Cursor, Ending
from patchsight.core.formats.wholefile.blocks import Blocks

#: What stands in front of a path: a heading, a label, the language of a fence, a tag.
_NAMING = re.compile(
    r" {0,3}#{1,6}[ \t]+(?:[A-Za-z ]+:[ \t]*)?`?"
    r"|[*`]*(?:(?:new|updated|modified|created)[ \t]+)?(?:file|path)[*`]*:[*` \t]*"
    r"|[ \t]*(?:`{3,}|~{3,})\w+[ \t:](?:title=\")?"
    r"|[ \t]*<file[ \t]+path=\"|[ \t]*<path>",
    re.IGNORECASE,
)
_BEGUN = re.compile(r"[\w./-]*")


def suggest(cursor: Cursor) -> Ending | None:
    """What may be written at the cursor; the text of a file is the user's own."""
    naming = _NAMING.match(cursor.before)
    if naming is None or not _BEGUN.fullmatch(cursor.before, naming.end()):
        return None
    blocks = Blocks(cursor.lines, bytes(len(cursor.lines))).found
    if any(block.first <= cursor.row < block.last for block in blocks if block.fence):
        return None
    return cursor.ending(naming.end(), cursor.paths())

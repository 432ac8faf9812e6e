"""How else the texts of a string edit may be read where they stand nowhere: without what a model has
copied along, or without what XML has put around them.
"""

from __future__ import annotations

import re
from html import unescape

from patchsight.core.formats.stringedit.record import Field
from patchsight.core.formats.two_texts import FENCES, NUMBERS, Slip, Texts, compare
from patchsight.core.formats.two_texts import repairs_of as repairs_of_lines
from patchsight.core.model.patch import Kind, Part, PatchLine, Repair, Substitution
from patchsight.core.text.json_values import JsonText

#: What Copilot writes above a piece of a file.
_NAMED = re.compile(
    r"[ \t]*(?://|#|--|;|%|/\*|<!--)[ \t]*(?:filepath|file|path)[ \t]*:.*", re.IGNORECASE
)
_ENTITY = re.compile(r"&(?:lt|gt|amp|quot|apos|#\d{1,6}|#x[0-9a-fA-F]{1,6});")


def repairs_of(part: Part, old: Field, new: Field | None) -> tuple[Repair, ...]:
    """The other readings of a part."""
    texts = Texts(old.rows(Kind.REMOVED), new.rows(Kind.ADDED) if new else [])
    repairs = repairs_of_lines(part, texts, (_PATH_COMMENT, NUMBERS, FENCES))
    if isinstance(old.value, JsonText) and old.value.plain:
        repairs += tuple(_of_xml(part))
    return repairs


def _without_path(texts: Texts) -> Texts | None:
    old, new = (
        lines[1:] if lines and _NAMED.fullmatch(lines[0].text) else lines for lines in texts
    )
    return Texts(old, new) if len(old) < len(texts.old) else None


_PATH_COMMENT = Slip("loose_match", "the comment that names the file", _without_path)


# ---- XML
def _of_xml(part: Part) -> list[Repair]:
    """Without one line end at each end, or with entities read as what they stand for, or both."""
    written = part.substitution
    assert written is not None
    read = (written.old, written.new)
    stripped = _stripped(*read)
    readings = [(stripped, "the line breaks next to the tags")] if stripped != read else []
    if any(map(_ENTITY.search, read)):
        decoded = unescape(read[0]), unescape(read[1])
        readings = [(decoded, "entities such as `&lt;`")]
        if stripped != read:
            both = _stripped(*decoded)
            readings.append((both, "entities such as `&lt;`, and line breaks next to the tags"))
    return [
        _repair(part, written._replace(old=old, new=new), what)
        for (old, new), what in readings
        if old
    ]


def _stripped(old: str, new: str) -> tuple[str, str]:
    """Two texts without one line end at each end of the old one, and its twin in the new one."""
    if old.startswith("\n"):
        old, new = old[1:], new.removeprefix("\n")
    if old.endswith("\n"):
        old, new = old[:-1], new.removesuffix("\n")
    return old, new


def _repair(part: Part, read: Substitution, what: str) -> Repair:
    told = f"This stands nowhere as it is written; without {what} it does, and is read so."
    lines = compare(_lines(Kind.REMOVED, read.old, part), _lines(Kind.ADDED, read.new, part))
    data = {"old": read.old, "new": read.new}
    return Repair("loose_match", part.header, told, told, lines, data, read)


def _lines(kind: Kind, text: str, part: Part) -> list[PatchLine]:
    rows = text.removesuffix("\n").split("\n") if text else []
    return [PatchLine(kind, row, part.header) for row in rows]

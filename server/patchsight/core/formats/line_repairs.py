"""Other readings of a hunk whose lines carry what is no part of them: a second sign, the line
numbers of a listing, blank lines at its edges. Each is tried only where the hunk stands nowhere as
it is written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from patchsight.core.model.hunk_lines import HunkLines, in_columns
from patchsight.core.model.patch import Part, PatchLine, Repair
from patchsight.core.text.buffer import Span, is_blank

#: A line number as listings have it: `12 | x`, `12: x`, `12` and a TAB, `12→x`.
_NUMBER = re.compile(r"[ \t]{0,8}([0-9]{1,7})( ?\| ?|: ?|\t|→)")
_WHY = "The hunk stands nowhere as it is written"


def listing_widths(old: Sequence[str], new: Sequence[str]) -> tuple[list[int], list[int]] | None:
    """How wide the line numbers are that stand in front of the old and the new lines of a part: of
    every old line, each above the one before, and of all new lines or none. None if they do not.
    """
    found, more = _numbered(old), _numbered(new)
    if len(found) < len(old) or not found or len(more) not in (0, len(new)):
        return None
    marks = {match[2].strip(" ") for match in (*found, *more)}
    if len(marks) > 1 or any(int(above[1]) >= int(below[1]) for above, below in pairwise(found)):
        return None
    return [match.end() for match in found], [match.end() for match in more] or [0] * len(new)


def _numbered(lines: Sequence[str]) -> list[re.Match[str]]:
    return [match for match in map(_NUMBER.match, lines) if match]


def add_repairs(part: Part, *, blank_edges: bool = False) -> None:
    """Note how else a hunk may be read."""
    lines = in_columns(part.lines[: -part.droppable] if part.droppable else part.lines)
    if is_neat(lines, blank_edges):
        return
    repairs = [_without_second_signs(part, lines), _without_numbers(part, lines)]
    if blank_edges:
        repairs.append(_without_blank_edges(part, lines))
    part.repairs = tuple(repair for repair in repairs if repair)


def is_neat(lines: HunkLines, blank_edges: bool) -> bool:
    """Whether a hunk has no other reading, as can be told of almost every one at a glance."""
    kinds, texts = lines.kinds, lines.texts
    changes = kinds.lstrip()
    if not changes or texts[-len(changes)].startswith(changes[0]):
        return False
    if kinds[0] == "+" or _NUMBER.match(texts[0]):
        return False
    return not blank_edges or bool(texts[0].strip() and texts[-1].strip())


def _without_second_signs(part: Part, lines: HunkLines) -> Repair | None:
    kinds = lines.kinds
    if not kinds.strip():
        return None
    for kind, text in zip(kinds, lines.texts, strict=True):
        if kind != " " and not text.startswith(kind):
            return None
    widths = [0 if kind == " " else 1 for kind in kinds]
    return _cut("doubled_prefix", part, lines, widths, "the second signs")


def _without_numbers(part: Part, lines: HunkLines) -> Repair | None:
    found = listing_widths(lines.old, lines.added)
    if found is None:
        return None
    of_old, of_new = map(iter, found)
    widths = [next(of_new if kind == "+" else of_old) for kind in lines.kinds]
    what = "the line numbers"
    return _cut("copied_line_numbers", part, lines, widths, what)


def _without_blank_edges(part: Part, lines: HunkLines) -> Repair | None:
    kinds, texts = lines.kinds, lines.texts
    first, last = 0, len(texts)
    while first < last and kinds[first] == " " and is_blank(texts[first]):
        first += 1
    while last > first and kinds[last - 1] == " " and is_blank(texts[last - 1]):
        last -= 1
    if last - first == len(texts) or not kinds[first:last].strip("+"):
        return None
    told = f"{_WHY}; without the blank lines at its edge it does, and is read so."
    return Repair("loose_match", part.header, told, told, lines[first:last])


def _cut(
    code: str, part: Part, lines: Sequence[PatchLine], widths: Sequence[int], what: str
) -> Repair:
    """A reading without the first columns of some lines; where these stand, from the header on."""
    read, cuts = list[PatchLine](), list[tuple[int, int]]()
    for line, width in zip(lines, widths, strict=True):
        start = line.span.start + width
        read.append(line._replace(text=line.text[width:], span=Span(start, line.span.end)))
        if width:
            cuts.append((line.span.start - part.header.start, start - part.header.start))
    told = f"{_WHY}; without {what} it does, and is read so."
    return Repair(code, part.header, told, told, tuple(read), {"cuts": cuts, "what": what})

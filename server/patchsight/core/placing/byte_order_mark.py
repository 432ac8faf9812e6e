"""Byte order marks: never part of a file's first line, although patches copy them from there."""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.model.patch import Grade, Kind, Part, PatchLine
from patchsight.core.model.record import replace
from patchsight.core.placing.grades import KEYS
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.locate import find
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.text.buffer import BOM


def drop_copied_marks(section: SectionState, parts: Sequence[PartState]) -> None:
    """Take off parts the mark that they copied along with the file's first line. Anywhere else it
    is content.
    """
    for part in parts:
        if part.written.anchor is None and BOM not in "".join((*part.old[:1], *part.new[:1])):
            continue  # as good as always
        unmarked = _unmark(part.written, section.ring)
        if unmarked is not part.written:
            part.written = unmarked
            part.take(unmarked.lines)


def is_mark_alone(old: Sequence[PatchLine], part: Part) -> bool:
    """Whether the old text is a byte order mark and no line end, as git says of a file that holds
    nothing else: to Patchsight that file is empty.
    """
    return part.old_newline is False and [line.text for line in old] == [BOM]


def _unmark(part: Part, ring: LineRing) -> Part:
    if ring.first == ring.head and part.numbers and is_mark_alone(part.old, part):
        at_top = part.numbers._replace(old_start=0, old_count=0)
        return replace(part, lines=part.added, numbers=at_top, old_newline=None)
    lines = _unmark_first(part.lines, Kind.ADDED, ring)
    if lines is not part.lines and not _stands_at_top(lines, ring) and _stands(lines, ring):
        lines = part.lines  # it is another line that reads like the first one
    if part.numbers is None or part.numbers.new_start <= 1:  # else what it adds stands elsewhere
        plain = _unmark_first(lines, Kind.REMOVED, ring)
        lines = plain if plain is not lines and _may_stand_at_top(plain, ring) else lines
    anchor = part.anchor and part.anchor._replace(
        lines=_unmark_first(part.anchor.lines, Kind.ADDED, ring)
    )
    return (
        part
        if lines is part.lines and anchor == part.anchor
        else replace(part, lines=lines, anchor=anchor)
    )


def _may_stand_at_top(lines: Sequence[PatchLine], ring: LineRing) -> bool:
    """Whether a file begins with what lines look for, if they look for anything; or with what they
    leave, if what they look for stands nowhere.
    """
    if _stands_at_top(lines, ring):
        return True
    return _stands_at_top(lines, ring, without=Kind.REMOVED) and not _stands(lines, ring)


def _stands_at_top(lines: Sequence[PatchLine], ring: LineRing, without: Kind = Kind.ADDED) -> bool:
    """Whether a file begins with lines, but for those of one kind."""
    key = KEYS[Grade.PUNCTUATION]
    block = [key(line.text) for line in lines if line.kind is not without]
    return block == [key(ring.lines[line]) for line in ring.order[: len(block)]]


def _stands(lines: Sequence[PatchLine], ring: LineRing) -> bool:
    """Whether what lines look for stands anywhere."""
    key = KEYS[Grade.PUNCTUATION]
    old = [key(line.text) for line in lines if line.kind is not Kind.ADDED]
    return bool(find(ring, old, Grade.PUNCTUATION))


def _unmark_first(lines: Sequence[PatchLine], other: Kind, ring: LineRing) -> Sequence[PatchLine]:
    """Take a copied mark off the first line that is not of the other side."""
    at = next((at for at, line in enumerate(lines) if line.kind is not other), len(lines))
    if at == len(lines) or not _is_copied(lines[at].text, ring):
        return lines
    return (*lines[:at], lines[at]._replace(text=lines[at].text[1:]), *lines[at + 1 :])


def _is_copied(text: str, ring: LineRing) -> bool:
    """Whether a line starts with a mark, stands nowhere with it, and reads like the file's first
    line without it.
    """
    if not text.startswith(BOM) or ring.first == ring.head:
        return False
    key = KEYS[Grade.PUNCTUATION]
    return key(text[1:]) == key(ring.lines[ring.first]) and not find(ring, [text], Grade.EXACT)

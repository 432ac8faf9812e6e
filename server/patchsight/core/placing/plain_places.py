"""Where parts stand that leave nothing to weigh: each to the letter where its header says, or in one
place only; no two of them touch, and nothing there may be taken for their new text.

A few parts are looked for in the text as it is. Many are looked for by the lines of the file, so
that no part goes through all of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import NamedTuple

from patchsight.core.formats.spec import Policy
from patchsight.core.model.hunk_lines import HunkLines
from patchsight.core.model.patch import Part
from patchsight.core.placing.grades import KEYS
from patchsight.core.placing.line_index import Index

_MANY = 16  #: places of one line, from which on they are left to those who pay for each


class Found(NamedTuple):
    """A part where it stands."""

    row: int
    offset: int  #: of that row
    part: Part
    sides: HunkLines


def is_inner(sides: HunkLines) -> bool:
    """Whether context stands on both sides of what a part changes."""
    return sides.kinds[0] == " " == sides.kinds[-1]


# ---- in the text
def find_in_text(
    text: str, parts: Sequence[Part], columns: Sequence[HunkLines], policy: Policy
) -> list[Found]:
    """The parts of one section, all of them inner, from the top to the end; nothing if one of them
    leaves something to weigh.
    """
    around, found = surround(text), list[Found]()
    find = _find_stated if policy.numbers else _find_only
    row = offset = 0  # behind the part above
    for part, sides in zip(parts, columns, strict=True):
        old = as_rows(sides.old)
        at = find(around, part, sides, old, row, offset)
        end = at + len(old) - 1
        if at < offset or end > len(text):
            return []
        if part.numbers:
            row = part.numbers.old_start - 1
        else:
            row += text.count("\n", offset, at)
        found.append(Found(row, at, part, sides))
        row, offset = row + len(sides.old), end
    return found


def as_rows(lines: Sequence[str]) -> str:
    """Lines as they stand in a text that is surrounded."""
    return "\n".join(["", *lines, ""])


def surround(text: str) -> str:
    """A text in which every line stands between two line feeds."""
    return f"\n{text}" if text.endswith("\n") else f"\n{text}\n"


def _find_stated(around: str, part: Part, sides: HunkLines, old: str, row: int, offset: int) -> int:
    """Where an old text stands in the row that its header names; -1 if it does not, or the new one
    does. `row` and `offset` are where the part above ends.
    """
    if part.numbers is None or not part.numbers.old_start:
        return -1
    below = part.numbers.old_start - 1 - row
    at = around.find(old, offset)
    while at >= 0:
        below -= around.count("\n", offset, at)
        if below <= 0:
            return -1 if below or _stands_at(around, at, sides) else at
        at, offset = around.find(old, at + 1), at
    return -1


def _stands_at(around: str, at: int, sides: HunkLines) -> bool:
    """Whether the new text of a part stands where its old one does."""
    both = min(len(sides.old), len(sides.new))
    return sides.old[:both] == sides.new[:both] and around.startswith(as_rows(sides.new), at)


def _find_only(around: str, part: Part, sides: HunkLines, old: str, *_: int) -> int:
    """Where an old text stands that stands in one place, and the new one in none; else -1."""
    at = -1 if part.numbers else around.find(old)
    if at >= 0 and (around.find(old, at + 1) >= 0 or as_rows(sides.new) in around):
        return -1
    return at


# ---- in the lines
_Standing = tuple[int, Part, HunkLines]  #: the row from which on a part stands


def find_in_lines(
    lines: list[str],
    last: int,
    parts: Sequence[Part],
    columns: Sequence[HunkLines],
    policy: Policy,
    *,
    alone: bool,
) -> list[Found]:
    """The same for any parts of a section that is alone, or of all for one file. Nobody may touch the
    lines from `last` on.
    """
    find = _rows_in_turn if not alone else _stated_rows if policy.numbers else _only_rows
    rows = find(lines, parts, columns) or []
    placed = list(zip(rows, parts, columns, strict=False))
    if not alone:
        placed.sort(key=itemgetter(0))
    key = KEYS[policy.grades[-1]]
    if not _are_apart(placed, last) or _may_be_done(lines, placed, key):
        return []
    found, at, offset = list[Found](), 0, 0
    for row, part, sides in placed:
        offset += len("\n".join([*lines[at:row], ""]))
        found.append(Found(row, offset, part, sides))
        at = row
    return found


def _stated_rows(
    lines: list[str], parts: Sequence[Part], columns: Sequence[HunkLines]
) -> list[int] | None:
    """The rows that the headers name, if the old texts stand there."""
    rows: list[int] = []
    for part, sides in zip(parts, columns, strict=True):
        numbers, old = part.numbers, sides.old
        if numbers is None or not numbers.old_start:
            return None
        row = numbers.old_start - 1
        if lines[row : row + len(old)] != old:
            return None
        rows.append(row)
    return rows


def _only_rows(
    lines: list[str], parts: Sequence[Part], columns: Sequence[HunkLines]
) -> list[int] | None:
    """The rows in which the old texts stand, if each of them stands in one place and none of the new
    texts in any.
    """
    if any(part.numbers for part in parts):
        return None
    blocks = [block for sides in columns for block in (sides.old, sides.new) if block]
    index, rows = Index(lines, len(lines)), list[int]()
    index.where([max(block, key=len) for block in blocks])
    for sides in columns:
        places = find_block(index, lines, sides.old)
        if places is None or len(places) != 1 or find_block(index, lines, sides.new) != []:
            return None
        rows += places
    return rows


def _rows_in_turn(
    lines: list[str], parts: Sequence[Part], columns: Sequence[HunkLines]
) -> list[int] | None:
    """The same for parts that each work on what those before it left: one line of each old text
    stands in one place only, and none of the parts adds it; and each adds a line that is nowhere
    else.
    """
    if any(part.numbers for part in parts):
        return None
    index, rows = Index(lines, len(lines)), list[int]()
    added = Counter(line for sides in columns for line in set(sides.added))
    telling = [max(sides.old, key=len) for sides in columns]
    where = index.where([*telling, *added])
    for sides, line in zip(columns, telling, strict=True):
        old, hits = sides.old, where.get(line, ())
        if len(hits) != 1 or line in added or not is_inner(sides):
            return None
        row = hits[0] - old.index(line)
        if row < 0 or lines[row : row + len(old)] != old:
            return None
        if not any(added[line] == 1 and not where.get(line) for line in sides.added):
            return None
        rows.append(row)
    return rows


def find_block(index: Index, lines: list[str], block: list[str]) -> list[int] | None:
    """The rows from which on a block stands; None if that takes too many looks."""
    if not block:
        return None
    pivot, hits = index.pivot(block)
    if len(hits) > _MANY:
        return None
    rows = (hit - pivot for hit in hits if hit >= pivot)
    return [row for row in rows if lines[row : row + len(block)] == block]


def _are_apart(placed: Sequence[_Standing], last: int) -> bool:
    """Whether parts were found of which no two touch the same line, or add in the same place, and
    none touches the lines from `last` on.
    """
    above = 0
    for row, _, sides in placed:
        if row < above + (above > 0 and sides.kinds[0] != " "):
            return False
        above = row + len(sides.old)
    return 0 < above <= last


def _may_be_done(lines: list[str], placed: Sequence[_Standing], key: Callable[[str], str]) -> bool:
    """Whether the new text of a part may stand, however loosely, where the old one does: from the
    same line on, or with the same context.
    """
    for row, _, sides in placed:
        new = sides.new
        if lines[row : row + len(new)] == new:
            return True
        if is_inner(sides) or not sides.added or len(new) < len(sides.old):
            continue
        lead = sides.kinds.split(" ", 1)[0]
        start = row + lead.count("-") - lead.count("+")
        if start < 0 or start + len(new) > len(lines):
            continue
        if all(key(lines[at]) == key(line) for at, line in enumerate(new, start)):
            return True
    return False

"""Whether ap modifications were applied before: undo backwards what stands, redo everything
forward.

What was undone and comes back at the same place is already applied; if that gives the text there
is, everything is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from patchsight.core.model.patch import Part
from patchsight.core.placing.ap.search import (
    Found,
    carry_out,
    code_of,
    content_lines,
    find_place,
    region_of,
)
from patchsight.core.placing.line_ring import Sheet
from patchsight.core.placing.search import find_code
from patchsight.core.text.buffer import indent_of, is_blank, is_trivial


class Undone(NamedTuple):
    """A modification that was taken back: the snippet's lines, which redoing it must find again."""

    run: list[int]


def redo_what_stands(
    sheet: Sheet, parts: Sequence[Part]
) -> tuple[Sheet, dict[int, Undone], dict[int, Found]] | None:
    """Undo backwards what stands, redo everything forward; None unless all that was undone comes
    back in place.
    """
    fork: Sheet | None = None
    undone: dict[int, Undone] = {}
    for part in reversed(parts):
        ids = standing(fork or sheet, part)
        if ids is not None:
            fork = fork or sheet.fork()
            undone[part.index] = _undo(fork, part, *ids)
    if fork is None:
        return None
    found: dict[int, Found] = {}
    for part in parts:
        place = find_place(fork, part)
        if isinstance(place, Found):
            if part.index in undone and not {
                fork.now(line) for line in undone[part.index].run
            }.intersection(place.run):
                return None
            found[part.index] = place
            carry_out(fork, part, place)
        elif part.index in undone or part.action != "DELETE":
            return None
    return fork, undone, found


def standing(sheet: Sheet, part: Part) -> tuple[list[int], list[int]] | None:
    """The snippet's lines (none for a replaced one) and the content's, where the result of a
    modification stands.
    """
    added = part.added
    if part.action == "DELETE" or not any(not is_blank(line.text) for line in added):
        return None
    floor = -1
    if part.anchor:
        anchors = find_code(sheet, code_of(part.anchor.lines))
        if len(anchors) != 1:
            return None
        floor = sheet.rank(anchors[0][-1])
    if part.action == "REPLACE":
        return _standing_content(sheet, part, floor)
    return _standing_beside(sheet, part, floor)


def _standing_content(sheet: Sheet, part: Part, floor: int) -> tuple[list[int], list[int]] | None:
    blanks = next(i for i, line in enumerate(part.added) if not is_blank(line.text))
    own = indent_of(part.added[blanks].text)
    hits = []
    for run in find_code(sheet, code_of(part.added)):
        there = indent_of(sheet.lines[run[0]])
        if sheet.rank(run[0]) > floor and there.endswith(own):
            start = run[0]
            for _ in range(blanks):
                start = sheet.prev[start]
            ids = _same_from(sheet, start, content_lines(part, there[: len(there) - len(own)]))
            if ids:
                hits.append(ids)
                if part.anchor or len(hits) > 1:  # the others make no difference
                    break
    if not hits or (len(hits) > 1 and not part.anchor) or not _tells(sheet, part, hits[0]):
        return None
    return [], hits[0]


def _tells(sheet: Sheet, part: Part, ids: list[int]) -> bool:
    """Whether content that stands is a sign of the modification having been made.

    Content that is part of the snippet as it stands there is none, nor is trivial content, unless
    the snippet itself is found in it. Where the end of the range still stands below and is telling,
    the range was not replaced yet.
    """
    trivial = all(is_trivial(line) for line in code_of(part.added))
    place = find_place(sheet, part)
    if isinstance(place, Found) and {line for line in ids if not sheet.blank(line)} < set(
        place.run
    ):
        return False
    if not trivial and not part.range_end:
        return True
    if not isinstance(place, Found) or not set(place.run) <= set(ids):
        return not trivial
    beyond = [line for line in place.region if line not in ids and line not in place.run]
    end = code_of(part.range_end.lines) if part.range_end else []
    return not beyond or all(is_trivial(line) for line in end)


def _standing_beside(sheet: Sheet, part: Part, floor: int) -> tuple[list[int], list[int]] | None:
    hits = []
    for run in find_code(sheet, code_of(part.old)):
        if sheet.rank(run[0]) <= floor:
            continue
        region = region_of(sheet, part, run[0], run[-1])
        content = content_lines(part, indent_of(sheet.lines[run[0]]))
        start = sheet.next[region[-1]]
        if part.action == "INSERT_BEFORE":
            start = region[0]
            for _ in content:
                start = sheet.prev[start]
        ids = _same_from(sheet, start, content)
        if ids and run[0] not in ids:
            hits.append((run, ids))
    return hits[0] if len(hits) == 1 or (hits and part.anchor) else None


def _same_from(sheet: Sheet, line: int, content: Sequence[str]) -> list[int] | None:
    """The lines from one on if they read like the content, white space at their ends aside."""
    ids = []
    for text in content:
        if line == sheet.head or sheet.lines[line].rstrip(" \t") != text:
            return None
        ids.append(line)
        line = sheet.next[line]
    return ids


def _undo(sheet: Sheet, part: Part, run: list[int], ids: list[int]) -> Undone:
    left = sheet.prev[ids[0]]
    if part.action != "REPLACE":
        sheet.splice(left, ids, [], part.index)
        return Undone(run)
    code = next(line for line in ids if not sheet.blank(line))
    own = next(indent_of(line.text) for line in part.added if not is_blank(line.text))
    indent = indent_of(sheet.lines[code])
    indent = indent[: len(indent) - len(own)]
    snippet, tail = code_of(part.old), code_of(part.range_end.lines) if part.range_end else []
    new = sheet.splice(left, ids, [indent + line for line in (*snippet, *tail)], part.index)
    return Undone(new[: len(snippet)])

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
    Match,
    carry_out,
    code_of,
    content_lines,
    find_place,
    region_of,
)
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.locate import find_code
from patchsight.core.text.buffer import indent_of, is_blank, is_trivial


class Replay(NamedTuple):
    """A ring on which everything was undone and redone, by the numbers of the parts."""

    ring: LineRing
    undone: dict[int, list[int]]  #: the snippet's lines, which redoing must find again
    matches: dict[int, Match]


def redo_what_stands(ring: LineRing, parts: Sequence[Part]) -> Replay | None:
    """Undo backwards what stands, redo everything forward; None unless all that was undone comes
    back in place.
    """
    fork: LineRing | None = None
    undone: dict[int, list[int]] = {}
    for part in reversed(parts):
        ids = standing(fork or ring, part)
        if ids is not None:
            fork = fork or ring.fork()
            undone[part.index] = _undo(fork, part, *ids)
    if fork is None:
        return None
    matches: dict[int, Match] = {}
    for part in parts:
        place = find_place(fork, part)
        if isinstance(place, Match):
            if part.index in undone and not {
                fork.now(line) for line in undone[part.index]
            }.intersection(place.run):
                return None
            matches[part.index] = place
            carry_out(fork, part, place)
        elif part.index in undone or part.action != "DELETE":
            return None
    return Replay(fork, undone, matches)


def standing(ring: LineRing, part: Part) -> tuple[list[int], list[int]] | None:
    """The snippet's lines (none for a replaced one) and the content's, where the result of a
    modification stands.
    """
    added = part.added
    if part.action == "DELETE" or not any(not is_blank(line.text) for line in added):
        return None
    floor = -1
    if part.anchor:
        anchors = find_code(ring, code_of(part.anchor.lines))
        if len(anchors) != 1:
            return None
        floor = ring.rank(anchors[0][-1])
    if part.action == "REPLACE":
        return _standing_content(ring, part, floor)
    return _standing_beside(ring, part, floor)


def _standing_content(ring: LineRing, part: Part, floor: int) -> tuple[list[int], list[int]] | None:
    blanks = next(i for i, line in enumerate(part.added) if not is_blank(line.text))
    own = indent_of(part.added[blanks].text)
    hits = []
    for run in find_code(ring, code_of(part.added)):
        indent = indent_of(ring.lines[run[0]])
        if ring.rank(run[0]) > floor and indent.endswith(own):
            start = run[0]
            for _ in range(blanks):
                start = ring.prev[start]
            ids = _same_from(ring, start, content_lines(part, indent[: len(indent) - len(own)]))
            if ids:
                hits.append(ids)
                if part.anchor or len(hits) > 1:  # the others make no difference
                    break
    if not hits or (len(hits) > 1 and not part.anchor) or not _tells(ring, part, hits[0]):
        return None
    return [], hits[0]


def _tells(ring: LineRing, part: Part, ids: list[int]) -> bool:
    """Whether content that stands is a sign of the modification having been made.

    Content that is part of the snippet as it stands there is none, nor is trivial content, unless
    the snippet itself is found in it. Where the end of the range still stands below and is telling,
    the range was not replaced yet.
    """
    trivial = all(is_trivial(line) for line in code_of(part.added))
    place = find_place(ring, part)
    if isinstance(place, Match) and {line for line in ids if not ring.blank(line)} < set(place.run):
        return False
    if not trivial and not part.range_end:
        return True
    if not isinstance(place, Match) or not set(place.run) <= set(ids):
        return not trivial
    beyond = [line for line in place.region if line not in ids and line not in place.run]
    end = code_of(part.range_end.lines) if part.range_end else []
    return not beyond or all(is_trivial(line) for line in end)


def _standing_beside(ring: LineRing, part: Part, floor: int) -> tuple[list[int], list[int]] | None:
    hits = []
    for run in find_code(ring, code_of(part.old)):
        if ring.rank(run[0]) <= floor:
            continue
        region = region_of(ring, part, run[0], run[-1])
        content = content_lines(part, indent_of(ring.lines[run[0]]))
        start = ring.next[region[-1]]
        if part.action == "INSERT_BEFORE":
            start = region[0]
            for _ in content:
                start = ring.prev[start]
        ids = _same_from(ring, start, content)
        if ids and run[0] not in ids:
            hits.append((run, ids))
    return hits[0] if len(hits) == 1 or (hits and part.anchor) else None


def _same_from(ring: LineRing, line: int, content: Sequence[str]) -> list[int] | None:
    """The lines from one on if they read like the content, white space at their ends aside."""
    ids = []
    for text in content:
        if line == ring.head or ring.lines[line].rstrip(" \t") != text:
            return None
        ids.append(line)
        line = ring.next[line]
    return ids


def _undo(ring: LineRing, part: Part, run: list[int], ids: list[int]) -> list[int]:
    left = ring.prev[ids[0]]
    if part.action != "REPLACE":
        ring.splice(left, ids, [], part.index)
        return run
    code = next(line for line in ids if not ring.blank(line))
    own = next(indent_of(line.text) for line in part.added if not is_blank(line.text))
    indent = indent_of(ring.lines[code])
    indent = indent[: len(indent) - len(own)]
    snippet, tail = code_of(part.old), code_of(part.range_end.lines) if part.range_end else []
    new = ring.splice(left, ids, [indent + line for line in (*snippet, *tail)], part.index)
    return new[: len(snippet)]

"""ap's search and what a modification does where it is match, on a ring; no messages."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import NamedTuple

from patchsight.core.model.budget import Cost
from patchsight.core.model.hunk_lines import in_columns
from patchsight.core.model.patch import Part, PatchLine
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.locate import find_code
from patchsight.core.text.buffer import WHITE, indent_of


class Match(NamedTuple):
    """Where a modification applies: the snippet's own lines, and the region with inner and wanted
    blank lines.
    """

    run: list[int]
    region: list[int]
    indent: str


class NoPlace(NamedTuple):
    """Why a modification applies nowhere: which locator failed, and where it stands instead."""

    what: str  #: anchor, snippet or end
    places: list[list[int]]


def code_of(lines: Sequence[PatchLine]) -> list[str]:
    """What the search compares: the non-blank lines, stripped."""
    return code_of_texts(line.text for line in lines)


def old_code(part: Part) -> list[str]:
    """The same of what a part looks for."""
    return code_of_texts(in_columns(part.lines).old)


def added_code(part: Part) -> list[str]:
    """The same of what it puts in."""
    return code_of_texts(in_columns(part.lines).added)


def code_of_texts(texts: Iterable[str]) -> list[str]:
    """The same of lines without their places."""
    return list(filter(None, map(str.strip, texts, repeat(WHITE))))


def is_gone(place: Match | NoPlace, part: Part) -> bool:
    """Whether a modification that only takes lines away has nothing left to take."""
    deletes = part.action == "DELETE" or (part.action == "REPLACE" and not added_code(part))
    return deletes and isinstance(place, NoPlace) and place.what == "snippet" and not place.places


def find_place(ring: LineRing, part: Part) -> Match | NoPlace:
    floor = -1
    if part.anchor:
        anchors = find_code(ring, code_of(part.anchor.lines))
        if len(anchors) != 1:
            return NoPlace("anchor", anchors)
        floor = ring.rank(anchors[0][-1])
    runs = _behind(ring, find_code(ring, old_code(part)), floor)
    if not runs or (len(runs) > 1 and not part.anchor):
        return NoPlace("snippet", runs)
    first, last = runs[0][0], runs[0][-1]
    if part.range_end:
        ends = _behind(ring, find_code(ring, code_of(part.range_end.lines)), ring.rank(last))
        if not ends:
            return NoPlace("end", [runs[0]])
        last = ends[0][-1]
    return Match(runs[0], region_of(ring, part, first, last), indent_of(ring.lines[first]))


def _behind(ring: LineRing, runs: list[list[int]], floor: int) -> list[list[int]]:
    """Of runs in file order those that start behind a rank."""
    return runs[bisect_right(runs, floor, key=lambda run: ring.rank(run[0])) :]


def region_of(ring: LineRing, part: Part, first: int, last: int) -> list[int]:
    region = ring.between(first, last)
    above = _blanks(ring, ring.prev, first, part.leading_blank)
    return [*reversed(above), *region, *_blanks(ring, ring.next, last, part.trailing_blank)]


def _blanks(ring: LineRing, step: Sequence[int], line: int, most: int) -> list[int]:
    """The blank lines beyond a line, up to so many."""
    blanks: list[int] = []
    while len(blanks) < most and (line := step[line]) != ring.head and ring.blank(line):
        blanks.append(line)
    ring.means.search.pay(Cost.BLANK_KEPT, len(blanks))
    return blanks


def content_lines(part: Part, indent: str) -> list[str]:
    """The content as it is put in. Only spaces and tabs go from line ends: a form feed is worth
    keeping.
    """
    return [
        (indent if text.strip(WHITE) else "") + text.rstrip(" \t")
        for text in in_columns(part.lines).added
    ]


def carry_out(ring: LineRing, part: Part, match: Match) -> None:
    """Change the ring."""
    content = content_lines(part, match.indent)
    first, last = match.region[0], match.region[-1]
    if part.action in ("REPLACE", "DELETE"):
        _exchange(ring, match.region, content, part.index)
    elif part.action == "INSERT_AFTER":
        ring.splice(last, [], content, part.index)
    else:
        ring.splice(ring.prev[first], [], content, part.index)


def _exchange(ring: LineRing, region: list[int], content: list[str], part: int) -> None:
    """Put lines in the place of others; those that both begin or end with stay as they are, line
    ends and all.
    """
    head, most = 0, min(len(region), len(content))
    while head < most and ring.lines[region[head]] == content[head]:
        head += 1
    tail = 0
    while tail < most - head and ring.lines[region[-1 - tail]] == content[-1 - tail]:
        tail += 1
    removed, added = region[head : len(region) - tail], content[head : len(content) - tail]
    if removed or added:
        ring.splice(region[head - 1] if head else ring.prev[region[0]], removed, added, part)

"""Whether ap modifications were applied before: undo backwards what stands, redo everything
forward.

What was undone and comes back at the same place is already applied; if that gives the text there
is, everything is.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Literal, NamedTuple

from patchsight.core.model.budget import Cost
from patchsight.core.model.hunk_lines import in_columns
from patchsight.core.model.patch import Grade, Part, PatchLine
from patchsight.core.placing.ap.search import (
    Match,
    added_code,
    carry_out,
    code_of,
    content_lines,
    find_place,
    is_gone,
    old_code,
    region_of,
)
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.locate import find_code
from patchsight.core.placing.similar import nearest
from patchsight.core.text.buffer import WHITE, indent_of, is_blank, is_trivial

TYPO = 0.85  #: from this similarity on, a snippet that is not there is likely misspelt


class Replay(NamedTuple):
    """A ring on which everything was undone and redone, by the numbers of the parts."""

    ring: LineRing
    undone: dict[int, list[int]]  #: the snippet's lines, which redoing must find again
    matches: dict[int, Match]


class Torn(NamedTuple):
    """Something stands, but not all of it comes back in place: the first part that was undone."""

    part: int


class _Undone:
    """A text in which what stands was undone, from the last modification to the first."""

    def __init__(self, ring: LineRing, parts: Sequence[Part]) -> None:
        self.ring = ring
        self.snippets: dict[int, list[int]] = {}  #: by the numbers of the parts, as what follows
        self.contents: dict[int, list[int]] = {}
        self.replaced: dict[int, list[int]] = {}
        self.invented = set[int]()  #: lines of which nobody knows how deep they stood
        for part in reversed(parts):
            result = standing(self.ring, part)
            if result is not None:
                self.ring = self.ring if self.snippets else ring.fork()
                self._undo(part, result)

    def _undo(self, part: Part, result: Standing) -> None:
        ring, content = self.ring, result.content
        left, right = ring.prev[content[0]], ring.next[content[-1]]
        snippet = _undo(ring, part, result.run, content)
        self.snippets[part.index], self.contents[part.index] = snippet, content
        if part.action == "REPLACE":
            lines = _between(ring, left, right)
            self.invented.update(line for line in lines if line != snippet[0])
            if not result.fits:
                self.replaced[part.index] = lines


def redo_what_stands(ring: LineRing, parts: Sequence[Part]) -> Replay | Torn | None:
    """Undo backwards what stands, redo everything forward; None if nothing stands."""
    undone = _Undone(ring, parts)
    if not undone.snippets:
        return None
    matches: dict[int, Match] = {}
    back: dict[int, int] = {}  # a line that was undone → the one that came back
    for part in parts:
        place = _redo(undone, part, back)
        if isinstance(place, Match):
            matches[part.index] = place
        elif place is None:
            return Torn(min(undone.snippets))
    return Replay(undone.ring, undone.snippets, matches)


def _redo(undone: _Undone, part: Part, back: dict[int, int]) -> Match | Literal[False] | None:
    """Do a modification again, and say where; False if what it takes away is gone, None if it does
    not come back to where it was.
    """
    ring, index = undone.ring, part.index
    place = find_place(ring, part)
    if not isinstance(place, Match):
        return False if index not in undone.snippets and is_gone(place, part) else None
    wanted = {ring.now(back.get(line, line)) for line in undone.snippets.get(index, ())}
    if index in undone.snippets and wanted.isdisjoint(place.run):
        return None
    if part.action != "DELETE" and place.run[0] in undone.invented:
        return None
    place = _without_blanks(ring, place, undone.replaced.get(index))
    left, right = ring.prev[place.region[0]], ring.next[place.region[-1]]
    carry_out(ring, part, place)
    if index in undone.contents:
        back.update(_came_back(ring, part, undone.contents[index], left, right))
    return place


def _came_back(
    ring: LineRing, part: Part, content: list[int], left: int, right: int
) -> dict[int, int]:
    """The lines of some content, and those that were put in for them, between two others."""
    lines = _between(ring, left, right)
    if part.action == "INSERT_AFTER":
        lines = lines[-len(content) :]
    return dict(zip(content, lines, strict=False))


def _without_blanks(ring: LineRing, place: Match, replaced: list[int] | None) -> Match:
    """A place without the blank lines at its edges that its modification has left there."""
    if replaced is None:
        return place
    region = place.region
    kept = [at for at, line in enumerate(region) if line in replaced or not ring.blank(line)]
    return place._replace(region=region[kept[0] : kept[-1] + 1])


def all_done(ring: LineRing, parts: Sequence[Part]) -> bool:
    """Whether the text is what the modifications leave of some other text: from the last to the
    first each can be undone, doing it again gives what there was, and one of them proves it: it
    stands in one place only, or there is nothing like its snippet.
    """
    text = ring
    candid: list[Part] = []  # say something, but stand in several places
    proved = False
    for part in reversed(parts):
        if not added_code(part):
            if not _is_gone(text, part):
                return False
            continue
        ways, fits = _ways_back(text, part)
        text = ring.fork() if text is ring and ways else text
        if not any(_undo_one(text, part, *way, fits=fits) for way in ways[:_WAYS]):
            return False
        if any(not is_trivial(line) for line in added_code(part)):
            proved |= len(ways) == 1
            candid.append(part)
    return proved or any(not _is_alike(ring, part) for part in candid)


def _is_gone(ring: LineRing, part: Part) -> bool:
    """Whether what a modification takes away is not there, though its anchor is."""
    place = find_place(ring, part)
    return not isinstance(place, Match) and place.what == "snippet" and not place.places


def _ways_back(ring: LineRing, part: Part) -> tuple[list[tuple[list[int], list[int]]], bool]:
    """Where a modification can be undone: a snippet that stands outside of the content is still
    to be replaced. And whether its snippet stands there, in the content.
    """
    ways = results(ring, part)
    place = find_place(ring, part) if ways and part.action == "REPLACE" else None
    if not isinstance(place, Match):
        return ways, False
    inside = [way for way in ways if set(place.run) <= set(way[1])]
    return [way for way in inside if not _goes_on(ring, part, place, way[1])], True


_WAYS = 8  #: places where the result of a modification stands that are tried


def _undo_one(ring: LineRing, part: Part, run: list[int], ids: list[int], *, fits: bool) -> bool:
    """Undo a modification if doing it again would give what there was."""
    left, right = ring.prev[ids[0]], ring.next[ids[-1]]
    texts = [ring.lines[line] for line in ids]
    snippet = _undo(ring, part, run, ids)
    undone = _between(ring, left, right)
    place = find_place(ring, part)
    # whatever else would be replaced, such as blank lines around it, is still to be replaced, if
    # the snippet stands there; without it, they are those that it left
    replaces = part.action == "REPLACE"
    if isinstance(place, Match) and place.run == snippet and (not fits or undone == place.region):
        return True
    ring.splice(left, undone if replaces else [], texts, part.index)
    return False


def _between(ring: LineRing, left: int, right: int) -> list[int]:
    """The lines between two others."""
    return list(takewhile(lambda line: line != right, ring.walk(ring.next[left])))


def _is_alike(ring: LineRing, part: Part) -> bool:
    """Whether something so much like the snippet stands there that it may be meant."""
    near = nearest(ring, old_code(part), Grade.WHITESPACE)
    return near is not None and near.score >= TYPO


def results(ring: LineRing, part: Part) -> list[tuple[list[int], list[int]]]:
    """Every place where the result of a modification stands."""
    floor = -1
    if part.anchor:
        anchors = find_code(ring, code_of(part.anchor.lines))
        if len(anchors) != 1:
            return []
        floor = ring.rank(anchors[0][-1])
    if part.action == "REPLACE":
        return [([], ids) for ids in _contents(ring, part, floor)]
    return _beside(ring, part, floor)


def _contents(ring: LineRing, part: Part, floor: int) -> list[list[int]]:
    added = in_columns(part.lines).added
    blanks = next(at for at, text in enumerate(added) if not is_blank(text))
    own = indent_of(added[blanks])
    runs, hits = find_code(ring, added_code(part)), list[list[int]]()
    ring.means.search.pay(Cost.PLACE_WEIGHED, len(runs))
    for run in runs:
        indent = indent_of(ring.lines[run[0]])
        if ring.rank(run[0]) > floor and indent.endswith(own):
            start = run[0]
            for _ in range(blanks):
                start = ring.prev[start]
            ids = _same_from(ring, start, content_lines(part, indent[: len(indent) - len(own)]))
            if ids and not _is_end_of_snippet(ring, part, ids):
                hits.append(ids)
    return hits


def _is_end_of_snippet(ring: LineRing, part: Part, ids: list[int]) -> bool:
    """Whether content that is an end of the snippet stands there since some of what should go
    still stands beside it.
    """
    old, new = old_code(part), added_code(part)
    below = old[len(new) :] if old[: len(new)] == new else []
    above = old[: -len(new)] if old[-len(new) :] == new else []
    for line, step, rest in ((ids[-1], ring.next, below), (ids[0], ring.prev, above)):
        goes = {text for text in rest if text not in new and not is_trivial(text)}
        left = len(rest)
        while left and (line := step[line]) != ring.head:
            if ring.lines[line].strip(WHITE) in goes:
                return True
            left -= not ring.blank(line)
    return False


def _beside(ring: LineRing, part: Part, floor: int) -> list[tuple[list[int], list[int]]]:
    runs, hits = find_code(ring, old_code(part)), list[tuple[list[int], list[int]]]()
    ring.means.search.pay(Cost.PLACE_WEIGHED, len(runs))
    for run in runs:
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
    return hits


class Standing(NamedTuple):
    """Where the result of a modification stands."""

    run: list[int]  #: the snippet's lines, none for a replaced one
    content: list[int]
    fits: bool  #: whether the snippet stands in it, too


def standing(ring: LineRing, part: Part) -> Standing | None:
    """The result of a modification: it stands in one place, or first after its anchor."""
    ways = results(ring, part) if added_code(part) else []
    if not ways or (len(ways) > 1 and not part.anchor):
        return None
    run, content = ways[0]
    place = find_place(ring, part)
    if not isinstance(place, Match):
        says = part.action != "REPLACE" or not all(map(is_trivial, added_code(part)))
        return Standing(run, content, fits=False) if says else None
    first = min([content[0], *run[:1]], key=ring.rank)
    if part.anchor and ring.rank(place.run[0]) < ring.rank(first):
        return None  # what stands first after the anchor is still to be done
    if part.action == "REPLACE" and not _tells(ring, part, place, content):
        return None
    return Standing(run, content, fits=set(place.run) <= set(content))


def _tells(ring: LineRing, part: Part, place: Match, content: list[int]) -> bool:
    """Whether content that stands is a sign of the modification having been made, though its
    snippet stands there, too.

    Content that has a part of what should go, as it stands there, is none, nor is trivial content,
    unless the snippet itself is found in it.
    """
    ids = set(content)
    says = not all(map(is_trivial, added_code(part)))
    if not ids.issuperset(place.run):
        # without an anchor, a snippet that stands once is the one which is meant
        return says and part.anchor is not None and ids.isdisjoint(place.region)
    return not _goes_on(ring, part, place, content)


def _goes_on(ring: LineRing, part: Part, place: Match, content: list[int]) -> bool:
    """Whether a range whose start is in content that stands was not replaced yet: its end, if it
    is telling, still stands below, in the same block.
    """
    below = (
        place.region[place.region.index(content[-1]) + 1 :] if content[-1] in place.region else []
    )
    if not part.range_end or not below or _are_trivial(part.range_end.lines):
        return False
    depth = indent_of(ring.lines[place.run[0]])
    end = len(code_of(part.range_end.lines))
    between = [ring.lines[line] for line in below if not ring.blank(line)][:-end]
    return all(len(indent_of(line)) > len(depth) for line in between)


def _are_trivial(lines: Sequence[PatchLine]) -> bool:
    return all(is_trivial(line) for line in code_of(lines))


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
    added = in_columns(part.lines).added
    own = next(indent_of(text) for text in added if not is_blank(text))
    indent = indent_of(ring.lines[code])
    indent = indent[: len(indent) - len(own)]
    snippet, tail = old_code(part), code_of(part.range_end.lines) if part.range_end else []
    blank = list(map(is_blank, added))
    above = min(part.leading_blank, blank.index(False))
    below = min(part.trailing_blank, blank[::-1].index(False))
    lines = [indent + line for line in (*snippet, *tail)]
    new = ring.splice(left, ids, above * [""] + lines + below * [""], part.index)
    return new[above : above + len(snippet)]

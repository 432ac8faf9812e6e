"""Whether ap modifications were applied before: undo backwards what stands, redo everything
forward.

What was undone and comes back at the same place is already applied; if that gives the text there
is, everything is.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

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
        elif part.index in undone or not is_gone(place, part):
            return None
    return Replay(fork, undone, matches)


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
        ways = _ways_back(text, part)
        text = ring.fork() if text is ring and ways else text
        if not any(_undo_one(text, part, *way) for way in ways[:_WAYS]):
            return False
        if any(not is_trivial(line) for line in added_code(part)):
            proved |= len(ways) == 1
            candid.append(part)
    return proved or any(not _is_alike(ring, part) for part in candid)


def _is_gone(ring: LineRing, part: Part) -> bool:
    """Whether what a modification takes away is not there, though its anchor is."""
    place = find_place(ring, part)
    return not isinstance(place, Match) and place.what == "snippet" and not place.places


def _ways_back(ring: LineRing, part: Part) -> list[tuple[list[int], list[int]]]:
    """Where a modification can be undone: a snippet that stands outside of the content is still
    to be replaced.
    """
    ways = results(ring, part)
    place = find_place(ring, part) if ways and part.action == "REPLACE" else None
    if not isinstance(place, Match):
        return ways
    return [(run, ids) for run, ids in ways if set(place.run) <= set(ids)]


_WAYS = 8  #: places where the result of a modification stands that are tried


def _undo_one(ring: LineRing, part: Part, run: list[int], ids: list[int]) -> bool:
    """Undo a modification if doing it again would give what there was."""
    left, right = ring.prev[ids[0]], ring.next[ids[-1]]
    texts = [ring.lines[line] for line in ids]
    snippet = _undo(ring, part, run, ids)
    undone = list(takewhile(lambda line: line != right, ring.walk(ring.next[left])))
    place = find_place(ring, part)
    # whatever else would be replaced, such as blank lines around it, is still to be replaced
    replaces = part.action == "REPLACE"
    if (
        isinstance(place, Match)
        and place.run == snippet
        and (not replaces or undone == place.region)
    ):
        return True
    ring.splice(left, undone if replaces else [], texts, part.index)
    return False


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
    hits = []
    for run in find_code(ring, added_code(part)):
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
    hits = []
    for run in find_code(ring, old_code(part)):
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


def standing(ring: LineRing, part: Part) -> tuple[list[int], list[int]] | None:
    """The snippet's lines (none for a replaced one) and the content's, where the result of a
    modification stands: in one place, or first after its anchor.
    """
    ways = results(ring, part) if added_code(part) else []
    if not ways or (len(ways) > 1 and not part.anchor):
        return None
    if part.action == "REPLACE" and not _tells(ring, part, ways[0][1]):
        return None
    return ways[0]


def _tells(ring: LineRing, part: Part, ids: list[int]) -> bool:
    """Whether content that stands is a sign of the modification having been made.

    Content that is part of the snippet as it stands there is none, nor is trivial content, unless
    the snippet itself is found in it. Where the end of the range still stands below and is telling,
    the range was not replaced yet.
    """
    place, added = find_place(ring, part), set(ids)
    says = not all(map(is_trivial, added_code(part)))
    if not isinstance(place, Match):
        return says
    if {line for line in ids if not ring.blank(line)} < set(place.run):
        return False
    if (says and not part.range_end) or not added.issuperset(place.run):
        return says
    replaced = added.issuperset(place.region)
    return replaced or part.range_end is None or _are_trivial(part.range_end.lines)


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

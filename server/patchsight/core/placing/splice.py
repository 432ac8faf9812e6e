"""Putting placed parts into the ring: context keeps the file's bytes, only removed and added lines
change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from patchsight.core.model.patch import Grade, Kind
from patchsight.core.model.problems import Problem, Related
from patchsight.core.model.record import record
from patchsight.core.model.report import State
from patchsight.core.placing.locate import Candidate
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.placing.similar import align
from patchsight.core.text.buffer import is_blank

_CHANGES = re.compile("[-+]+")


@record(eq=False)
class Cut:
    """One place a part changes: after `left`, these lines go and those come."""

    left: int
    part: PartState
    removed: Sequence[int]
    added: Sequence[str]


def put_in(
    section: SectionState, parts: Sequence[PartState], done: Sequence[PartState] = ()
) -> Sequence[PartState]:
    """Change the ring as the parts say, all of them or, where two want the same lines, none of
    these two; those that were put in. What parts that are done have added, no other part may change.
    """
    cuts = list[Cut]()
    for part in parts:
        cuts += _cuts(section, part)
    if len(parts) + len(done) > 1:
        results = [Cut(-1, part, _result(part), []) for part in done]
        for part, other, line in _conflicts(section, [*results, *cuts]):
            for one, two in ((part, other), (other, part)):
                note = _overlap(section, one, two, line)
                one.decision = one.decision.but(note, state=State.CONFLICT)
        parts = [part for part in parts if part.fits]
    for part in parts:
        part.decision = part.decision.showing(*_picture(section, part))
    ring = section.ring
    if len(cuts) > 1:
        cuts.sort(key=lambda cut: 0 if cut.left == ring.size else ring.rank(cut.left))
    # from the bottom up, so that no cut takes away the line another one stands after
    for cut in reversed(cuts):
        if cut.part.decision.state is State.FITS:
            ring.splice(cut.left, cut.removed, cut.added, cut.part.written.index)
    return parts


def _result(part: PartState) -> list[int]:
    """The lines that a part which is done has added."""
    if part.chosen is None or part.chosen.grade is Grade.FUZZY:
        return []
    kinds = part.kinds.replace("-", "")
    return [line for kind, line in zip(kinds, part.chosen.ids, strict=True) if kind == "+"]


def _cuts(section: SectionState, part: PartState) -> list[Cut]:
    if part.left is not None:
        return [Cut(part.left, part, [], part.added)] if part.added else []
    assert part.chosen is not None
    place, ids = part.chosen, aligned(section, part, part.chosen)
    cuts: list[Cut] = []
    # the first line of the part behind the last run of changes, and the old lines above that line
    start = done = taken = 0
    added = indented(part, place)
    assert added is not None, "a part whose added lines have no depth does not fit"
    for run in _CHANGES.finditer(part.kinds):
        (first, last), size = run.span(), run[0].count("-")
        above, count = done + first - start, last - first - size
        removed = _whole(section, place, ids[above : above + size]) if size else ()
        if removed or count:
            left = section.ring.prev[removed[0]] if removed else _left(section, place, ids[:above])
            cuts.append(Cut(left, part, removed, added[taken : taken + count]))
        taken, start, done = taken + count, last, above + size
    return cuts


def _left(section: SectionState, place: Candidate, above: Sequence[int | None]) -> int:
    """The line after which a run of changes stands that takes no line away; above it stand these
    of the old lines.
    """
    standing = (line for line in reversed(above) if line is not None)
    return next(standing, section.ring.prev[place.ids[0]])


def _whole(section: SectionState, place: Candidate, removed: Sequence[int | None]) -> Sequence[int]:
    """Lines to remove; of a fuzzy place, with any that stand between two of them."""
    lines = [line for line in removed if line is not None]
    if place.grade is Grade.FUZZY and len(lines) > 1:
        return section.ring.between(lines[0], lines[-1])
    return lines


def indented(part: PartState, place: Candidate) -> list[str] | None:
    """The added lines as the file indents its own; None if that cannot be told."""
    if place.indents is None:
        return None if any(not is_blank(text) for text in part.added) else part.added
    if place.indents.same:
        return part.added
    lines = [place.indents.apply(text) for text in part.added]
    told = [line for line in lines if line is not None]
    return told if len(told) == len(lines) else None


def aligned(section: SectionState, part: PartState, place: Candidate) -> Sequence[int | None]:
    """The file's line for each old line of a part; a fuzzy place may lack some."""
    if place.grade is not Grade.FUZZY:
        return place.ids
    matched = align(
        part.old, [section.ring.lines[line] for line in place.ids], section.ring.means.search
    )
    return [None if at is None else place.ids[at] for at in matched]


def _conflicts(
    section: SectionState, cuts: Sequence[Cut]
) -> list[tuple[PartState, PartState, int]]:
    """Two parts that cannot both be put in, and where; each part is named once."""
    pairs: list[tuple[PartState, PartState, int]] = []
    marked: set[PartState] = set()
    for part, other, line in _meetings(section, cuts):
        if other is not part and part not in marked:
            marked.update((part, other))
            pairs.append((part, other, line))
    return pairs


def _meetings(
    section: SectionState, cuts: Sequence[Cut]
) -> Iterator[tuple[PartState, PartState, int]]:
    """Parts that remove the same line, add at the same gap, or of which one adds between lines that
    the other removes, or right below what the other, written later, replaces.
    """
    takers: dict[int, PartState] = {}
    gaps: dict[int, PartState] = {}
    for cut in cuts:
        for line in cut.removed:
            yield cut.part, takers.setdefault(line, cut.part), line
        if cut.added:
            yield cut.part, gaps.setdefault(cut.left, cut.part), cut.left
    above = {cut.removed[-1]: cut.part for cut in cuts if cut.added and cut.removed}
    for cut in cuts:
        if cut.removed or not cut.added:
            continue
        inside = takers.get(cut.left)
        if inside and takers.get(section.ring.next[cut.left]) is inside:
            yield cut.part, inside, cut.left
        upper = above.get(cut.left)
        if upper and upper.written.index > cut.part.written.index:
            yield cut.part, upper, cut.left


def _overlap(section: SectionState, part: PartState, other: PartState, line: int) -> Problem:
    mine, theirs = part.written, other.written
    return part.problem(
        "overlapping_parts",
        mine.header,
        f"Part {mine.index + 1} and part {theirs.index + 1} both change {section.path} "
        f"at line {section.ring.shown(line) + 1}. Merge them.",
        related=[Related("the other part", None, theirs.header.start, theirs.header.end)],
    )


def _picture(section: SectionState, part: PartState) -> tuple[list[str], list[str]]:
    """The lines a part covers, before and after, for those who want to look at it."""
    if part.chosen is None:
        return [], part.added
    if part.chosen.grade is Grade.EXACT:
        return part.old, part.new
    lines = section.ring.lines
    ids = iter(aligned(section, part, part.chosen))
    added = iter(indented(part, part.chosen) or ())
    after = []
    for line in part.lines:
        if line.kind is Kind.ADDED:
            after.append(next(added))
            continue
        own = next(ids)
        if line.kind is Kind.CONTEXT and own is not None:
            after.append(lines[own])
    return [lines[line] for line in part.chosen.ids], after

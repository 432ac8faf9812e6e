"""Hunks that overlap: the context of one holds lines that another one changes.

Each fits by itself into the text they were written for, but what they leave holds the new text of
none of them, only that of all together. So whether they are done is asked of the hunks as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from patchsight.core.model.patch import Grade, Kind, PatchLine
from patchsight.core.model.record import replace
from patchsight.core.placing.locate import Candidate, Sense, find
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.placing.reading import LETTER, Choice, done_elsewhere, done_of

Rows = tuple[PatchLine, ...]
_SHARED = 30  #: lines that two hunks may have in common
_WAYS = 8  #: in which hunks are taken for one, where equal lines allow several


def done_together(
    section: SectionState, parts: Sequence[PartState], choices: Sequence[Choice]
) -> dict[int, Candidate]:
    """Where parts that stand nowhere by themselves are done as one with those they overlap; by the
    number of each in the section.
    """
    done: dict[int, Candidate] = {}
    if not any(choice.is_nowhere for choice in choices):
        return done
    for first, last in _groups(parts, choices):
        for rows in _merged(parts[first:last]):
            whole = PartState(replace(parts[first].written, lines=rows, droppable=0))
            place = _done(section, whole)
            if place:
                done.update(dict.fromkeys(range(first, last), place))
                break
    return done


def _groups(parts: Sequence[PartState], choices: Sequence[Choice]) -> Iterator[tuple[int, int]]:
    """Runs of parts, each overlapping the next one, of which none fits and some stand nowhere."""
    first = 0
    for at in range(1, len(parts) + 1):
        if at < len(parts) and _may_overlap(parts, choices, at):
            continue
        if at - first > 1 and any(choice.is_nowhere for choice in choices[first:at]):
            yield first, at
        first = at


def _may_overlap(parts: Sequence[PartState], choices: Sequence[Choice], at: int) -> bool:
    """Whether a part may overlap the one before it."""
    pair = choices[at - 1 : at + 1]
    if not any(choice.is_nowhere for choice in pair):
        return False
    upper, lower = parts[at - 1], parts[at]
    if any(choice.sense is not Sense.DONE and not choice.is_nowhere for choice in pair):
        return False
    if not set(upper.old[-1:]).intersection(lower.old[:_SHARED]):
        return False  # as most; to lay them over each other takes long
    return next(_joined(tuple(upper.lines), tuple(lower.lines)), None) is not None


def _done(section: SectionState, whole: PartState) -> Candidate | None:
    """The one place where what hunks leave together stands."""
    if find(section.ring, whole.old, Grade.EXACT):
        return None
    return next(iter(done_elsewhere(section, whole, done_of(section, whole, LETTER))), None)


def _merged(parts: Sequence[PartState]) -> list[Rows]:
    """The ways in which hunks, each overlapping the next one, are one hunk: with the most lines in
    common first.
    """
    ways: list[Rows] = [tuple(parts[0].lines)]
    for part in parts[1:]:
        ways = [rows for way in ways for rows in _joined(way, tuple(part.lines))][:_WAYS]
    return ways


def _joined(upper: Rows, lower: Rows) -> Iterator[Rows]:
    old = [line.text for line in upper if line.kind is not Kind.ADDED]
    new = [line.text for line in lower if line.kind is not Kind.ADDED]
    for shared in range(min(len(old), len(new), _SHARED), 0, -1):
        if old[-shared:] == new[:shared]:
            rows = _overlaid(upper, lower, shared)
            if rows:
                yield rows


def _overlaid(upper: Rows, lower: Rows, shared: int) -> Rows | None:
    """Two hunks as one in which the last old lines of the first are the first ones of the second;
    None where both change the same line, or add in the same place.
    """
    above, head = _split(upper, sum(line.kind is not Kind.ADDED for line in upper) - shared)
    tail, below = _split(lower, shared)
    rows = list(above)
    while head or tail:
        adds = [lines for lines in (_leading(head), _leading(tail)) if lines]
        if len(adds) > 1:
            return None
        rows += [line for lines in adds for line in lines]
        head, tail = head[len(_leading(head)) :], tail[len(_leading(tail)) :]
        if head and tail:
            kinds = {head[0].kind, tail[0].kind}
            if kinds == {Kind.REMOVED}:
                return None
            rows.append(head[0] if head[0].kind is Kind.REMOVED else tail[0])
            head, tail = head[1:], tail[1:]
    return (*rows, *below)


def _split(rows: Rows, count: int) -> tuple[Rows, Rows]:
    """The rows up to and with so many old lines, and the rest."""
    at = seen = 0
    while at < len(rows) and seen < count:
        seen += rows[at].kind is not Kind.ADDED
        at += 1
    return rows[:at], rows[at:]


def _leading(rows: Rows) -> Rows:
    """The added lines that rows begin with."""
    count = next((at for at, line in enumerate(rows) if line.kind is not Kind.ADDED), len(rows))
    return rows[:count]

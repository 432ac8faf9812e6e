"""Putting in parts that are two texts, once it is known where: lines that stay keep their bytes, and
what becomes of line ends is told.
"""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.model.patch import Grade
from patchsight.core.model.problems import Problem
from patchsight.core.model.report import Lines, State
from patchsight.core.placing import exchange_messages as messages
from patchsight.core.placing import file_operations
from patchsight.core.placing.decision import Decision
from patchsight.core.placing.exchange import Exchange
from patchsight.core.placing.line_text import LineText, Region
from patchsight.core.placing.locate import Candidate
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.text.buffer import is_trivial
from patchsight.core.text.line_diff import opcodes


def fit(
    section: SectionState,
    part: PartState,
    exchange: Exchange,
    text: LineText,
    places: Sequence[int],
    candidates: Sequence[Candidate],
    told: Sequence[Problem],
) -> Decision:
    """Put the new text in the places of the old one; `candidates` are the same places as lines."""
    size, ring = len(exchange.old), section.ring
    decision = section.at(State.FITS, candidates[0])
    if len(candidates) > 1:
        decision = section.among(decision, candidates)
    notes = [*told, *messages.of_sequence(section, part, candidates)]
    regions = [text.region(group, size, exchange.new) for group in text.grouped(places, size)]
    if exchange.every:
        notes.append(messages.replaced_all(section, part, decision, len(candidates)))
    notes += messages.of_line_ends(section, part, exchange, regions)
    if exchange.takes_empty_line and not exchange.new:
        regions = [_without_empty_line(region) for region in regions]
    part.decision = decision.but(*notes, grade=Grade.EXACT, score=1.0)
    if not ring.plain:
        ids = [line for candidate in candidates for line in candidate.ids]
        part.decision = file_operations.undouble(section, part, ids)
    return _change(part, exchange, text, regions) if part.fits else part.decision


def _change(
    part: PartState, exchange: Exchange, text: LineText, regions: Sequence[Region]
) -> Decision:
    ring = text.ring
    rows = (text.lines(region.first, region.last) for region in regions)
    before = [ring.lines[line] for ids in rows for line in ids]
    after = [line for region in regions for line in region.lines]
    newline = ring.last == ring.head or bool(ring.ends[ring.last])
    for region in reversed(regions):
        _put(text, region, part.written.index)
    if exchange.whole:  # which says nothing of the line end at the end of the file
        ring.end_with_newline(newline)
    return part.decision.but(before=before, after=after)


def _without_empty_line(region: Region) -> Region:
    return region._replace(text="") if region.lines == [""] else region


def _put(text: LineText, region: Region, part: int) -> None:
    """Change the lines of a region."""
    ring, ids, lines = text.ring, text.lines(region.first, region.last), region.lines
    above = text.line(region.first - 1) if region.first else ring.head
    for tag, start, stop, first, last in reversed(
        opcodes([ring.lines[line] for line in ids], lines)
    ):
        if tag != "equal":
            left = ids[start - 1] if start else above
            ring.splice(left, ids[start:stop], lines[first:last], part)
    if region.at_end and region.text:
        ring.end_with_newline(region.text.endswith("\n"))
    text.update(region)


def insert(section: SectionState, part: PartState, text: LineText, row: int) -> Decision:
    """Put whole lines in below so many others."""
    ring, height = section.ring, text.height
    if not 0 <= row <= height:
        note = messages.line_out_of_range(section, part, row, height)
        return Decision(State.MISSING, problems=(note,))
    there = text.lines(row, row + len(part.added) - 1)
    if [ring.lines[line] for line in there] == part.added:
        lines = section.lines(there)
        if all(map(is_trivial, part.added)):
            note = messages.ambiguous_position(section, part, lines)
            return Decision(State.AMBIGUOUS, lines, problems=(note,))
        note = messages.already_applied(section, part, lines)
        return Decision(State.APPLIED, lines, Grade.EXACT, 1.0, problems=(note,))
    newline = not height or bool(ring.ends[ring.last])
    left = text.line(row - 1) if row else ring.head
    at = ring.shown(left) + 1 if row else 0
    ring.splice(left, [], part.added, part.written.index)
    ring.end_with_newline(newline)
    if row < height:  # at the end, the line end above may be new as well
        start = text.start_of(there[0])
        added = "".join(f"{line}\n" for line in part.added)
        text.update(Region(row, row - 1, start, start, added, at_end=False))
    note = messages.unverified_position(section, part, row)
    return Decision(State.FITS, Lines(at, at), Grade.EXACT, 1.0, after=part.added, problems=(note,))

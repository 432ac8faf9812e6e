"""Fixes for the headers of hunks: numbers that are stale, missing or out of place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from patchsight.core.fixes.rewrite_part import number, shift_above, solid
from patchsight.core.fixes.trial import Edits, Fix, Trial
from patchsight.core.model.patch import FileChange, Kind, Numbers, Part
from patchsight.core.model.problems import Problem
from patchsight.core.model.report import Lines, State
from patchsight.core.text.edits import Edit

#: A line that no file has, so that no place is nearer to it than another.
_NOWHERE = 900_000_000
_MOST = 10
_SECTION = re.compile(r"@@[^@]*@@(.*)")


def renumber(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """Every header of a section as it would be now: below a stale one all are stale."""
    edits = trial.once(_fresh_numbers, trial.section(problem.span))
    if edits and trial.helps(edits, problem) and trial.keeps(edits):
        title = f"Write `{edits[0].text}`"
        if len(edits) > 1:
            title = f"Correct the line numbers of {len(edits)} hunks"
        yield Fix(title, edits, safe=True)


def _fresh_numbers(trial: Trial, section: FileChange | None) -> Edits:
    """The numbers of a section's hunks that are others now."""
    shift, edits = 0, list[Edit]()
    here = [
        resolution
        for resolution in trial.report.parts
        if resolution.change is section and resolution.state is State.FITS and resolution.where
    ]
    for resolution in sorted(here, key=lambda resolution: resolution.where or Lines(0, 0)):
        assert resolution.where is not None
        lines, numbers = solid(trial, resolution, resolution.where), resolution.part.numbers
        text = number(resolution.where.start, shift, lines)
        if numbers and text != _spell(numbers):
            edits.append(Edit(numbers.span, text))
        shift += sum(line.kind is Kind.ADDED for line in lines) - sum(
            line.kind is Kind.REMOVED for line in lines
        )
    return tuple(edits)


def _spell(numbers: Numbers) -> str:
    """Numbers with the counts that may be left out."""
    old, new = (1 if count is None else count for count in (numbers.old_count, numbers.new_count))
    return f"-{numbers.old_start},{old} +{numbers.new_start},{new}"


def write_numbers(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """An unreadable header, with the numbers of each place where the hunk stands."""
    part = trial.patch.part(problem.part)
    if part is None or not part.lines:
        return
    lost = _header(trial, part, f"-{_NOWHERE},{len(part.old)} +{_NOWHERE},{len(part.new)}")
    here, resolution = trial.resolution(problem), trial.moved(lost, part.index)
    if here is None or resolution is None:
        return
    places = resolution.candidates[:_MOST]
    if resolution.state is State.FITS and resolution.where:
        places = [resolution.where]
    for place in places:
        shift = shift_above(trial, here, place.start)
        numbers = number(place.start, shift, solid(trial, resolution, place))
        edits = _header(trial, part, numbers)
        if trial.lands(edits, part.index, place):
            where = f" ({resolution.path}:{place.start + 1})" if len(places) > 1 else ""
            yield Fix(f"Write `@@ {numbers} @@`{where}", edits, safe=len(places) == 1)


def _header(trial: Trial, part: Part, numbers: str) -> Edits:
    """A header with other numbers, and the text behind its second `@@`."""
    row = trial.buffer.row(part.header.start)
    if not trial.buffer.lines[row].startswith("@@"):
        return (trial.insertion(row + 1, f"@@ {numbers} @@\n"),)
    behind = _SECTION.match(trial.buffer.lines[row])
    return (Edit(trial.buffer.span(row), f"@@ {numbers} @@{behind[1] if behind else ''}"),)


def without_numbers(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """A v4a hunk without the line numbers it should not have, if it keeps its place."""
    row = trial.buffer.row(problem.span.start)
    behind = _SECTION.match(trial.buffer.lines[row])
    edits = (Edit(trial.buffer.span(row), f"@@{behind[1] if behind else ''}"),)
    if trial.helps(edits, problem):
        yield Fix("Remove the line numbers", edits, safe=trial.keeps(edits))

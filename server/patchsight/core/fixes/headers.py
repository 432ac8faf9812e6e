"""Fixes for the headers of hunks: numbers that are stale, missing or out of place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from patchsight.core.fixes.rewrite_part import number, shift_above, solid
from patchsight.core.fixes.trial import Desk, Edits, Fix
from patchsight.core.model.patch import FileChange, Kind, Numbers, Part
from patchsight.core.model.problems import Problem
from patchsight.core.model.report import Lines, State
from patchsight.core.text.edits import Edit

#: A line that no file has, so that no place is nearer to it than another.
_NOWHERE = 900_000_000
_MOST = 10
_SECTION = re.compile(r"@@[^@]*@@(.*)")


def renumber(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """Every header of a file section as it would be written now: where one is stale, those below
    it are as well.
    """
    changes = tuple(_fresh_numbers(desk, desk.section(problem.span)))
    if changes and desk.helps(changes, problem) and desk.keeps(changes):
        title = (
            f"Write `{changes[0].text}`"
            if len(changes) == 1
            else f"Correct the line numbers of {len(changes)} hunks"
        )
        yield Fix(title, changes, safe=True)


def _fresh_numbers(desk: Desk, section: FileChange | None) -> Iterator[Edit]:
    """The numbers of a section's hunks that are others now."""
    shift = 0
    here = [
        found
        for found in desk.report.resolutions
        if found.change is section and found.state is State.FITS and found.where
    ]
    for found in sorted(here, key=lambda found: found.where or Lines(0, 0)):
        assert found.where is not None
        lines, numbers = solid(found, found.where), found.part.numbers
        text = number(found.where.start, shift, lines)
        if numbers and text != _spell(numbers):
            yield Edit(numbers.span, text)
        shift += sum(line.kind is Kind.ADDED for line in lines) - sum(
            line.kind is Kind.REMOVED for line in lines
        )


def _spell(numbers: Numbers) -> str:
    """Numbers with the counts that may be left out."""
    old, new = (1 if count is None else count for count in (numbers.old_count, numbers.new_count))
    return f"-{numbers.old_start},{old} +{numbers.new_start},{new}"


def write_numbers(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """A header that cannot be read, with the numbers of the place where the hunk stands; of each,
    if there are several.
    """
    part = desk.patch.part(problem.part)
    if part is None or not part.lines:
        return
    lost = _header(desk, part, f"-{_NOWHERE},{len(part.old)} +{_NOWHERE},{len(part.new)}")
    here, found = desk.resolution(problem), desk.moved(lost, part.index)
    if here is None or found is None:
        return
    places = (
        [found.where] if found.state is State.FITS and found.where else found.candidates[:_MOST]
    )
    for place in places:
        numbers = number(place.start, shift_above(desk, here, place.start), solid(found, place))
        changes = _header(desk, part, numbers)
        if desk.lands(changes, part.index, place):
            where = f" ({found.path}:{place.start + 1})" if len(places) > 1 else ""
            yield Fix(f"Write `@@ {numbers} @@`{where}", changes, safe=len(places) == 1)


def _header(desk: Desk, part: Part, numbers: str) -> Edits:
    """A header with other numbers, and the text behind its second `@@`."""
    row = desk.buffer.row(part.header.start)
    behind = _SECTION.match(desk.buffer.lines[row])
    return (Edit(desk.buffer.span(row), f"@@ {numbers} @@{behind[1] if behind else ''}"),)


def without_numbers(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """A v4a hunk without the line numbers that it should not have, if it then stands where it
    stands.
    """
    row = desk.buffer.row(problem.span.start)
    behind = _SECTION.match(desk.buffer.lines[row])
    changes = (Edit(desk.buffer.span(row), f"@@{behind[1] if behind else ''}"),)
    if desk.helps(changes, problem):
        yield Fix("Remove the line numbers", changes, safe=desk.keeps(changes))

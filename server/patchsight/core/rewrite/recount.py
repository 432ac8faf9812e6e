"""The counts in a hunk's header, written anew while its lines are typed."""

from __future__ import annotations

import re

from patchsight.core.formats.spec import policy_of
from patchsight.core.model.patch import Kind, Part, Patch
from patchsight.core.text.edits import Edit

_NUMBERS = re.compile(r"(-\d+)(?:,\d+)? (\+\d+)(?:,\d+)?", re.ASCII)


def recount(patch: Patch, row: int) -> Edit | None:
    """What to write in the header of the hunk at a row; None if its counts are right."""
    if not policy_of(patch).numbers:
        return None
    part = next((part for part in patch.parts if part.numbers and reaches(patch, part, row)), None)
    if part is None or part.numbers is None:
        return None
    counted = part.lines[: len(part.lines) - part.droppable]
    counts = tuple(
        sum(line.kind is not other for line in counted) for other in (Kind.ADDED, Kind.REMOVED)
    )
    said = tuple(
        1 if count is None else count for count in (part.numbers.old_count, part.numbers.new_count)
    )
    match = _NUMBERS.fullmatch(patch.buffer.text[slice(*part.numbers.span)])
    if counts == said or match is None:
        return None
    return Edit(part.numbers.span, f"{match[1]},{counts[0]} {match[2]},{counts[1]}")


def reaches(patch: Patch, part: Part, row: int) -> bool:
    """Whether a row is one of the hunk's lines, or the row right below them."""
    return patch.buffer.row(part.header.start) < row <= patch.buffer.row(part.span.end) + 1

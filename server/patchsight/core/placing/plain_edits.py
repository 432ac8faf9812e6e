"""What parts that leave nothing to weigh change in a file: the edits, in its own offsets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from patchsight.core.model.hunk_lines import HunkLines
from patchsight.core.placing.plain_places import Found
from patchsight.core.placing.plan import trim
from patchsight.core.text.buffer import Span
from patchsight.core.text.edits import Edit

_CHANGES = re.compile("[-+]+")


def edits_of(found: Sequence[Found]) -> list[Edit]:
    """What turns a text into what the parts leave: an edit for each run of changes."""
    edits: list[Edit] = []
    for _, offset, part, sides in found:
        above = 0  # old lines above the run before
        for first, old, new in _runs(sides):
            offset += len("\n".join([*sides.old[above:first], ""]))
            above = first
            edit = _edit(old, new, offset, (part.index,))
            if edit:
                edits.append(edit)
    return edits


def _runs(sides: HunkLines) -> list[tuple[int, list[str], list[str]]]:
    """The runs of changes in a part: behind how many of its old lines, what goes, and what comes."""
    changes = sides.kinds.strip()
    if " " not in changes:  # as in most parts
        return [(sides.kinds.index(changes), sides.removed, sides.added)]
    runs: list[tuple[int, list[str], list[str]]] = []
    gone = come = 0  # lines in the runs above
    for run in _CHANGES.finditer(sides.kinds):
        size = run[0].count("-")
        old, new = gone + size, come + len(run[0]) - size
        runs.append((run.start() - come, sides.removed[gone:old], sides.added[come:new]))
        gone, come = old, new
    return runs


def _edit(old: list[str], new: list[str], offset: int, parts: tuple[int, ...]) -> Edit | None:
    if old and new and (old[0] == new[0] or old[-1] == new[-1]):
        return trim([f"{line}\n" for line in old], [f"{line}\n" for line in new], offset, parts)
    size = len("\n".join([*old, ""]))
    return Edit(Span(offset, offset + size), "\n".join([*new, ""]), parts)

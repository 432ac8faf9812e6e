"""A part and its file side by side in the way that merge tools write a conflict: what stands there,
what the part expects to stand there, and what it wants.
"""

from __future__ import annotations

from patchsight.core.model.report import Report, Resolution
from patchsight.core.text.buffer import split_lines


def three_ways(report: Report, resolution: Resolution) -> str:
    """The three texts, each below a row that says whose it is."""
    place = resolution.where or (resolution.nearest.lines if resolution.nearest else None)
    lines = split_lines(report.texts.get(resolution.path, ""))
    there = lines[place.start : place.end] if place else []
    at = f"{resolution.path}:{place.start + 1}" if place else resolution.path
    part = resolution.part
    rows = [
        f"<<<<<<< {at}",
        *there,
        f"||||||| what part {part.index + 1} expects",
        *(line.text for line in part.old),
        "=======",
        *(line.text for line in part.new),
        f">>>>>>> what part {part.index + 1} wants",
    ]
    return "\n".join(rows)

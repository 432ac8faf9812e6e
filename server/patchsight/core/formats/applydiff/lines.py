"""The difference between the two texts of an ApplyDiff block."""

from __future__ import annotations

from patchsight.core.model.patch import Kind, PatchLine
from patchsight.core.text.line_diff import opcodes


def compare(old: tuple[PatchLine, ...], new: tuple[PatchLine, ...]) -> tuple[PatchLine, ...]:
    """Both texts as one: what they share is context."""
    merged: list[PatchLine] = []
    at = 0
    for tag, first, last, new_first, new_last in opcodes(
        [line.text for line in old], [line.text for line in new]
    ):
        if tag != "equal":
            merged += _as_context(old[at:first])
            merged += [*old[first:last], *new[new_first:new_last]]
            at = last
    return (*merged, *_as_context(old[at:]))


def _as_context(lines: tuple[PatchLine, ...]) -> list[PatchLine]:
    return [line._replace(kind=Kind.CONTEXT) for line in lines]

"""The difference between the two texts of an ApplyDiff block."""

from __future__ import annotations

from collections import Counter
from difflib import SequenceMatcher

from patchsight.core.model import Kind, PatchLine

#: Above this many pairs of equal lines a comparison takes too long; then everything is removed and added.
_MOST_PAIRS = 50_000
_MOST_CELLS = 4_000_000


def compare(old: tuple[PatchLine, ...], new: tuple[PatchLine, ...]) -> tuple[PatchLine, ...]:
    """Both texts as one: what they share is context."""
    head = _count_equal(old, new)
    tail = _count_equal(old[head:][::-1], new[head:][::-1])
    before, after = old[head : len(old) - tail], new[head : len(new) - tail]
    middle = _merge(before, after)
    return (*_as_context(old[:head]), *middle, *_as_context(old[len(old) - tail :]))


def _count_equal(old: tuple[PatchLine, ...], new: tuple[PatchLine, ...]) -> int:
    """How many lines both texts start with."""
    count = 0
    for left, right in zip(old, new, strict=False):
        if left.text != right.text:
            break
        count += 1
    return count


def _merge(old: tuple[PatchLine, ...], new: tuple[PatchLine, ...]) -> list[PatchLine]:
    if not old or not new or _is_costly(old, new):
        return [*old, *new]
    merged: list[PatchLine] = []
    matcher = SequenceMatcher(None, [line.text for line in old], [line.text for line in new], autojunk=False)
    for tag, first, last, new_first, new_last in matcher.get_opcodes():
        if tag == "equal":
            merged += _as_context(old[first:last])
        else:
            merged += [*old[first:last], *new[new_first:new_last]]
    return merged


def _is_costly(old: tuple[PatchLine, ...], new: tuple[PatchLine, ...]) -> bool:
    counts = Counter(line.text for line in old)
    return len(old) * len(new) > _MOST_CELLS or sum(counts[line.text] for line in new) > _MOST_PAIRS


def _as_context(lines: tuple[PatchLine, ...]) -> list[PatchLine]:
    return [line._replace(kind=Kind.CONTEXT) for line in lines]

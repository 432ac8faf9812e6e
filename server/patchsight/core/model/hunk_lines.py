"""The lines of a hunk by columns: their kinds and their texts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from patchsight.core.model.patch import PatchLine


def kinds_of(lines: Sequence[PatchLine]) -> str:
    """A character for each line that says what it asks for: a space, `-` or `+`."""
    return "".join([line.kind for line in lines])  # each of which is such a character


def texts_of(lines: Sequence[PatchLine]) -> list[str]:
    return [line.text for line in lines]


def without(kind: str, kinds: str, texts: list[str]) -> list[str]:
    """The texts of the lines that are of another kind; not to be changed in place."""
    return list(compress(texts, map(kind.__ne__, kinds))) if kind in kinds else texts

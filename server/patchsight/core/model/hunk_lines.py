"""The lines of a hunk by columns: their kinds, their texts, and where each starts.

Placing a hunk takes its texts only; a `PatchLine` for each line is made when somebody looks at one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import overload

from patchsight.core.model.patch import Kind, PatchLine
from patchsight.core.text.buffer import Span

_KINDS = {kind.value: kind for kind in Kind}


class Body(Sequence[PatchLine]):
    """Lines that all have their prefix, read as a sequence of `PatchLine` like any other."""

    __slots__ = ("_made", "_starts", "kinds", "texts")

    def __init__(self, kinds: str, texts: list[str], starts: Sequence[int]) -> None:
        #: a character for each line: a space, `-` or `+`; each without its prefix
        self.kinds, self.texts = kinds, texts
        self._starts = starts  #: the offset of each line's prefix
        self._made: tuple[PatchLine, ...] | None = None

    @property
    def _lines(self) -> tuple[PatchLine, ...]:
        if self._made is None:
            rows = zip(self.kinds, self.texts, self._starts, strict=True)
            self._made = tuple(
                PatchLine(_KINDS[kind], text, Span(at + 1, at + 1 + len(text)))
                for kind, text, at in rows
            )
        return self._made

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[PatchLine]:
        return iter(self._lines)

    @overload
    def __getitem__(self, at: int) -> PatchLine: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[PatchLine, ...]: ...

    def __getitem__(self, at: int | slice) -> PatchLine | tuple[PatchLine, ...]:
        return self._lines[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._lines == tuple(other)

    def __hash__(self) -> int:
        return hash(self._lines)

    def __repr__(self) -> str:
        return repr(self._lines)


def kinds_of(lines: Sequence[PatchLine]) -> str:
    """A character for each line that says what it asks for."""
    return lines.kinds if isinstance(lines, Body) else "".join([line.kind.value for line in lines])


def texts_of(lines: Sequence[PatchLine]) -> list[str]:
    """The texts of lines; not to be changed in place."""
    return lines.texts if isinstance(lines, Body) else [line.text for line in lines]


def without(kind: str, kinds: str, texts: list[str]) -> list[str]:
    """The texts of the lines that are of another kind."""
    return list(compress(texts, map(kind.__ne__, kinds))) if kind in kinds else texts

"""The lines of a part by columns: their kinds and their texts. Whoever places a part looks at columns
only, so lines that stand in rows of the patch are made one by one where somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import overload

from patchsight.core.model.patch import Kind, PatchLine
from patchsight.core.text.buffer import Span

_KINDS = {kind.value: kind for kind in Kind}


class HunkLines(Sequence[PatchLine]):
    """Lines of a part that are rows of the patch, or the end of one. Not to be changed in place."""

    __slots__ = (
        "_bare",
        "_column",
        "_first",
        "_made",
        "_starts",
        "added",
        "kinds",
        "new",
        "old",
        "removed",
        "texts",
    )

    def __init__(
        self,
        kinds: str,
        texts: list[str],
        starts: Sequence[int],
        bare: Set[int] = frozenset(),
        made: Sequence[PatchLine] = (),
        first: int = 0,
        column: int = 0,
    ) -> None:
        """`starts` says where rows of the buffer start; the texts stand in these from `first` on, in
        this column. `bare` says which of the lines lack their prefix; `made` are the lines
        themselves, where they are more than that.
        """
        self.kinds = kinds  #: a character for each line that says what it asks for
        self.texts = texts
        self.old: list[str]  #: what is looked for
        self.new: list[str]  #: what stands there afterwards
        self.added: list[str]
        self.removed: list[str]
        changes = kinds.strip()
        if " " in changes or "+-" in changes:
            self._sort()
        else:  # one run of changes, as in most parts
            gone = kinds.find(changes)
            come, end = gone + changes.count("-"), gone + len(changes)
            self.removed, self.added = texts[gone:come], texts[come:end]
            if end - gone == len(texts):
                self.old, self.new = self.removed, self.added
            else:
                self.old, self.new = texts[:come] + texts[end:], texts[:gone] + texts[come:]
        self._starts, self._first, self._column = starts, first, column
        self._bare, self._made = bare, made

    def _sort(self) -> None:
        """Part the lines by what they ask for."""
        old, new, added, removed = list[str](), list[str](), list[str](), list[str]()
        self.old, self.new, self.added, self.removed = old, new, added, removed
        for kind, text in zip(self.kinds, self.texts, strict=True):
            if kind == " ":
                old.append(text)
                new.append(text)
            elif kind == "-":
                old.append(text)
                removed.append(text)
            else:
                new.append(text)
                added.append(text)

    def __len__(self) -> int:
        return len(self.texts)

    @overload
    def __getitem__(self, at: int) -> PatchLine: ...
    @overload
    def __getitem__(self, at: slice) -> HunkLines: ...
    def __getitem__(self, at: int | slice) -> PatchLine | HunkLines:
        if isinstance(at, slice):
            return in_columns([self[one] for one in range(*at.indices(len(self.texts)))])
        if self._made:
            return self._made[at]
        text, at = self.texts[at], at % len(self.texts)
        start, bare = self._starts[self._first + at] + self._column, at in self._bare
        return PatchLine(_KINDS[self.kinds[at]], text, Span(start, start + len(text)), bare)

    def __iter__(self) -> Iterator[PatchLine]:
        return iter(self._made) if self._made else map(self.__getitem__, range(len(self.texts)))

    def __eq__(self, other: object) -> bool:
        return tuple(self) == (tuple(other) if isinstance(other, HunkLines) else other)

    def __repr__(self) -> str:
        return repr(tuple(self))

    def merged(self, other: HunkLines, kinds: str, order: Sequence[int]) -> HunkLines:
        """These lines and others as one, in this order by their numbers, of these kinds; none of
        them lacks a prefix.
        """
        texts = [*self.texts, *other.texts]
        starts, made = (*self._text_starts(), *other._text_starts()), list[PatchLine]()
        if self._made or other._made:
            lines = [*self, *other]
            for kind, at in zip(kinds, order, strict=True):
                line = lines[at]
                made.append(line if line.kind == kind else line._replace(kind=_KINDS[kind]))
        places = [] if made else [starts[at] for at in order]
        return HunkLines(kinds, [texts[at] for at in order], places, made=made)

    def _text_starts(self) -> list[int]:
        """Where in the buffer each text stands."""
        rows = self._starts[self._first : self._first + len(self.texts)]
        return [start + self._column for start in rows]

    @property
    def made(self) -> Sequence[PatchLine]:
        """The lines themselves, where they are more than rows of the patch."""
        return self._made

    @property
    def bare(self) -> list[PatchLine]:
        """The lines that lack the prefix their format asks for."""
        if self._bare:
            return [self[at] for at in sorted(self._bare)]
        return [line for line in self._made if line.bare]


def signed_lines(kinds: str, lines: Sequence[str], starts: Sequence[int], first: int) -> HunkLines:
    """The rows of a patch from one on, each of them a sign and the text of a line."""
    texts = [line[1:] for line in lines[first : first + len(kinds)]]
    return HunkLines(kinds, texts, starts, first=first, column=1)


def in_columns(lines: Sequence[PatchLine]) -> HunkLines:
    """Any lines by columns."""
    if type(lines) is HunkLines:
        return lines
    kinds = "".join([line.kind for line in lines])  # each of which is such a character
    return HunkLines(kinds, [line.text for line in lines], (), made=lines)

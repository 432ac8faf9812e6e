"""Where choices come from: bytes, which hypothesis shrinks, atheris steers by coverage, and anyone can write down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


class Dice:
    """Reads choices off bytes. When these end every choice is the first one, so fewer bytes make simpler things."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def number(self, most: int, least: int = 0) -> int:
        """A number between two, both included."""
        size = 1 if most - least < 256 else 2
        taken = self._data[self._at : self._at + size]
        self._at += size
        return (
            least + int.from_bytes(taken, "big") % (most - least + 1)
            if taken and most > least
            else least
        )

    def pick(self, options: Sequence[T]) -> T:
        return options[self.number(len(options) - 1)]

    def one_in(self, count: int) -> bool:
        """Seldom true."""
        return self.number(count - 1) == count - 1 > 0

    def some(self, make: Callable[[], T], most: int, least: int = 0) -> list[T]:
        """A few things."""
        return [make() for _ in range(self.number(most, least))]

    def cut(self, items: Sequence[T], most: int | None = None) -> tuple[int, int]:
        """The two ends of a stretch."""
        start = self.number(len(items))
        return start, self.number(
            min(len(items), start + (len(items) if most is None else most)), start
        )


def dice(size: int = 600) -> st.SearchStrategy[Dice]:
    """Dice that hypothesis throws."""
    return st.binary(max_size=size).map(Dice)

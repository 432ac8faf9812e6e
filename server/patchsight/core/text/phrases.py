"""The small words of every message: counts, percentages, quotations, lists. Nothing else writes
them, so the same thing reads the same wherever it is said.
"""

from __future__ import annotations

from collections.abc import Sequence

_LONGEST_QUOTE = 60
_MOST_LINES = 8  #: line numbers that a sentence can bear


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 file`, `3 files`, `2 patches`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def percent(share: float) -> str:
    """`97%`. What is not the same never reads 100%."""
    return "100%" if share == 1 else f"{min(round(share * 100), 99)}%"


def shorten(text: str, longest: int = _LONGEST_QUOTE) -> str:
    """A text of at most so many characters; one that is cut says so."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def quote(text: str) -> str:
    """A text inside a sentence: shortened, in backticks."""
    return f"`{shorten(text)}`"


def quote_line(line: str) -> str:
    """A line inside a sentence: without its indentation, and in words if there is nothing to see."""
    return quote(line.strip()) if line.strip() else "an empty line"


def word_list(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def line_list(starts: Sequence[int], total: int) -> str:
    """`line 10`, `lines 10, 42 and 77`: the first of `total` lines, which are counted from 0."""
    numbers = [str(start + 1) for start in starts[:_MOST_LINES]]
    if total > len(numbers):
        return f"lines {', '.join(numbers)} and {total - len(numbers)} more"
    return f"{'lines' if len(numbers) > 1 else 'line'} {word_list(numbers)}"

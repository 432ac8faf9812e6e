"""The small words of every message: counts, percentages, quotations, lists. Nothing else writes
them, so the same thing reads the same wherever it is said.
"""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.text.markdown import code_span

_LONGEST_QUOTE = 60
_BEFORE = 20  #: characters that are shown before the first that differs
_MOST_LINES = 8  #: line numbers that a sentence can bear
MOST_NAMES, _LONGEST_NAMES = 4, 300  #: lines with what they are in, and characters of all together


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
    """A text inside a sentence: shortened, in backticks, to be shown as Markdown or as it is."""
    return code_span(shorten(text))


def quote_line(line: str) -> str:
    """A line inside a sentence: without its indentation, and in words if there is nothing to see."""
    return quote(line.strip()) if line.strip() else "an empty line"


def quote_pair(line: str, other: str) -> tuple[str, str]:
    """Two lines that differ, so that one can see how: also where they do so only in white space,
    or further on than a quotation goes.
    """
    if quote_line(line) != quote_line(other):
        return quote_line(line), quote_line(other)
    stripped = line.strip(), other.strip()
    if stripped[0] == stripped[1]:
        return _with_white(line), _with_white(other)
    pairs = enumerate(zip(*stripped, strict=False))
    differs = next((at for at, (one, two) in pairs if one != two), min(map(len, stripped)))
    first, second = (quote("…" + text[differs - _BEFORE :]) for text in stripped)
    return first, second


def _with_white(line: str) -> str:
    """A line and the white space at its ends, in words."""
    body = line.strip()
    if not body:
        return f"a line of {_white(line)}" if line else "an empty line"
    start = line.index(body)
    ends = {"before": line[:start], "after": line[start + len(body) :]}
    around = [f"{_white(white)} {where} it" for where, white in ends.items() if white]
    return f"{quote(body)} with {word_list(around) if around else 'no white space around it'}"


def _white(text: str) -> str:
    """`4 spaces`, `1 tab`, `1 tab and 2 spaces`."""
    kinds = {"space": text.count(" "), "tab": text.count("\t")}
    kinds["other blank"] = len(text) - sum(kinds.values())
    return word_list([count(number, noun) for noun, number in kinds.items() if number])


def word_list(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def line_list(starts: Sequence[int], total: int) -> str:
    """`line 10`, `lines 10, 42 and 77`: the first of `total` lines, which are counted from 0."""
    numbers = [str(start + 1) for start in starts[:_MOST_LINES]]
    if total > len(numbers):
        return f"lines {', '.join(numbers)} and {total - len(numbers)} more"
    return f"{'lines' if len(numbers) > 1 else 'line'} {word_list(numbers)}"


def position_list(positions: Sequence[tuple[int, int]], total: int) -> str:
    """`line 10, column 5`, `10:5, 10:9 and 12:1`: the first of `total` positions, counted from 0."""
    if total == 1:
        line, column = positions[0]
        return f"line {line + 1}, column {column + 1}"
    told = [f"{line + 1}:{column + 1}" for line, column in positions[:_MOST_LINES]]
    more = [f"{total - len(told)} more"] * (total > len(told))
    return f"lines (and columns) {word_list([*told, *more])}"


def place_list(starts: Sequence[int], names: Sequence[str], total: int) -> str:
    """``line 10 in `def f()` and line 42 in `def g()` ``: the first of `total` lines and what each
    is in; only the lines where no names are given, or names that are too long.
    """
    named = [
        f"line {start + 1} in {code_span(name)}" if name else f"line {start + 1}"
        for start, name in zip(starts[:MOST_NAMES], names, strict=False)
    ]
    more = [f"{total - len(named)} more"] * (total > len(named))
    told = word_list([*named, *more])
    return told if any(names) and len(told) <= _LONGEST_NAMES else line_list(starts, total)

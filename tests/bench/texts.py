"""Lines that look like code: all different, alike, or the same again and again."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

BLOCK = 10  #: lines of a block in files that are made of blocks
_WORDS = """account basket buffer cache channel client column counter cursor customer delta document entry event field filter
    folder handle header index invoice item key label ledger limit line margin member message offset order output packet page
    parser payment price queue range record region request result row schema session source stamp state status table target
    ticket token total user value vendor version window worker""".split()  # noqa: SIM905
_STRANGE = "quod erat demonstrandum lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor".split()  # noqa: SIM905
#: Lines that every file has many of.
_COMMON = ("    return None", "    else:", "    try:", "    pass")
_CYCLE = ("    if ready:", "    run()", "    else:", "    wait()")


def make_lines(rng: random.Random, count: int) -> list[str]:
    """Different lines, but every fifth is one that stands everywhere."""
    salt = rng.randrange(1 << 30)
    names, calls, words = (rng.choices(_WORDS, k=count) for _ in range(3))
    lines = [
        f"    {name}_{salt + row:x} = {call}({word}, {row})"
        for row, (name, call, word) in enumerate(zip(names, calls, words, strict=True))
    ]
    for row in range(4, count, 5):
        lines[row] = _COMMON[row % 4]
    return lines


def make_strange(rng: random.Random) -> str:
    return "    " + " ".join(rng.choices(_STRANGE, k=6))


def make_alike(rng: random.Random, count: int) -> list[str]:
    """Blocks of which no line is unique: only two lines, far apart, together tell one from another."""
    body = _make_body(rng)
    side = math.isqrt(count // BLOCK) + 1
    lines = body * (count // BLOCK) + body[: count % BLOCK]
    for number, row in enumerate(range(0, count - BLOCK + 1, BLOCK)):
        lines[row + 2] = f"    first = choose({number % side})"
        lines[row + 7] = f"    second = choose({number // side})"
    return lines


def make_ambiguous(rng: random.Random, count: int) -> list[str]:
    """Blocks that differ in their first line only."""
    body = _make_body(rng)
    lines = body * (count // BLOCK) + body[: count % BLOCK]
    for row in range(0, count, BLOCK):
        lines[row] = f"    number = {row}"
    return lines


def make_repeating(_: random.Random, count: int) -> list[str]:
    """Four lines again and again."""
    return [_CYCLE[row % 4] for row in range(count)]


def _make_body(rng: random.Random) -> list[str]:
    return make_lines(rng, BLOCK)


MAKERS: dict[str, Callable[[random.Random, int], list[str]]] = {
    "alike": make_alike,
    "ambiguous": make_ambiguous,
    "repeating": make_repeating,
}
#: How far into a block a hunk starts, so that it shows what tells blocks apart, or does not.
LEAD = {"alike": 1, "ambiguous": 1}

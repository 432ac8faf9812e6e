"""Measures the speed: `make bench`. Prints one table, writes out/bench.json.

`--only` takes words: what is measured has all of them in its name (`--only "growth v4a hunks"`); a comma parts
alternatives. `--quick` takes fewer repetitions and smaller sizes.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TypeVar

from bench import growth, ours, versus
from bench.bars import show_bars
from bench.profiling import profile
from bench.table import Book
from bench.timing import FULL, QUICK, Arena

RESULT = Path(__file__).resolve().parents[2] / "out" / "bench.json"
T = TypeVar("T")
_QUICK_FORMATS = ("unified", "v4a")


def main() -> None:
    options = _read_options()
    if options.profile:
        for case in _choose({f"versus {case}": case for case in versus.CASES}, options.only):
            profile(ours.WHOLE[options.profile], versus.CASES[case])
        return
    book, arena = Book(), Arena([{one.name: one for one in ours.WHOLE.values()}], QUICK if options.quick else FULL)
    try:
        _measure(book, arena, options)
    finally:
        arena.end()
    book.save(RESULT, show_bars(book), vars(options))
    print(f"\nalso in {RESULT}")


def _read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench", description="Measures the speed.")
    parser.add_argument("--quick", action="store_true", help="about a minute")
    parser.add_argument("--only", default="", metavar="WORDS", help="only what has all these words in its name; `,` for or")
    parser.add_argument("--profile", choices=ours.WHOLE, metavar="FORMAT", help="show where the time goes instead")
    return parser.parse_args()


def _measure(book: Book, arena: Arena, options: argparse.Namespace) -> None:
    cases = _choose({f"versus {case}": case for case in versus.CASES}, options.only)
    for row in versus.measure_versus(arena, cases, [one.name for one in ours.WHOLE.values()]):
        book.add(row)
    classes = _choose({f"growth {' '.join(one)}": one for one in growth.names()}, options.only)
    if options.quick and not options.only:
        classes = [one for one in classes if one[1] in _QUICK_FORMATS]
    for found in growth.measure_growth(arena, classes, 10_000 if options.quick else 1_000_000):
        book.add(growth.as_row(found))


def _choose(named: dict[str, T], only: str) -> list[T]:
    """The things whose name has all words of one of the alternatives."""
    wanted = [alternative.split() for alternative in only.split(",")]
    return [thing for name, thing in named.items() if any(all(word in name for word in words) for words in wanted)]


if __name__ == "__main__":
    main()

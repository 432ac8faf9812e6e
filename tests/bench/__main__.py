"""Measures the speed: `make bench`. Prints one table, writes out/bench.json.

`--only` takes words: what is measured has all of them in its name (`--only "growth v4a hunks or server"`).
`--quick` takes fewer repetitions and smaller sizes.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import TypeVar

from bench import curves, growth, jsdiff, live, ours, peers, programs, speed, versus
from bench.bars import show_bars
from bench.contest import Contestant
from bench.profiling import profile
from bench.table import Book
from bench.timing import FULL, QUICK, Arena

OUT = Path(__file__).resolve().parents[2] / "out"
COMPILED = OUT / "bench" / "compiled"
T = TypeVar("T")
_QUICK_FORMATS, _QUICK_GROWTH = ("unified", "v4a"), ("v4a",)


def main() -> None:
    options = _read_options()
    if options.profile:
        for case in _choose({f"versus {case}": case for case in versus.CASES}, options.only):
            profile(ours.WHOLE[options.profile], versus.CASES[case])
        return
    # so that what was started is ended and removed
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
    book = Book()
    with tempfile.TemporaryDirectory(prefix="patchsight-bench-") as scratch:
        arena = Arena(_gather(Path(scratch)), QUICK if options.quick else FULL)
        try:
            _measure(book, arena, options)
            sections = _choose(
                {f"{section} hover apply key start": section for section in live.SIZES},
                options.only,
            )
            for row in live.measure_server(
                Path(scratch), COMPILED, sections, 10 if options.quick else 100
            ):
                book.add(row)
        finally:
            arena.end()
    book.save(OUT / "bench.json", show_bars(book), vars(options))
    absent = [
        *peers.missing(),
        *programs.missing(),
        *([] if jsdiff.NAME in arena.reads else [jsdiff.NAME]),
    ]
    print(
        f"\nnot here: {', '.join(absent) or 'nobody'}; load {os.getloadavg()[0]:.1f}; also in {OUT / 'bench.json'}"
    )


def _gather(scratch: Path) -> list[dict[str, Contestant]]:
    """Everyone who takes part; each of the peers has a process of its own."""
    others = {
        **peers.make_peers(),
        **jsdiff.make_jsdiff(OUT / "bench"),
        **programs.make_programs(scratch, COMPILED),
    }
    own = {one.name: one for step in (ours.WHOLE, ours.PARSE, ours.PLACE) for one in step.values()}
    return [own, *({name: peer} for name, peer in others.items())]


def _read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench", description="Measures the speed.")
    parser.add_argument("--quick", action="store_true", help="about a minute")
    parser.add_argument(
        "--only",
        default="",
        metavar="WORDS",
        help="only what has all these words in its name; `or` parts alternatives",
    )
    parser.add_argument(
        "--profile", choices=ours.WHOLE, metavar="FORMAT", help="show where the time goes instead"
    )
    return parser.parse_args()


def _measure(book: Book, arena: Arena, options: argparse.Namespace) -> None:
    cases = _choose({f"versus {case}": case for case in versus.CASES}, options.only)
    for row in versus.measure_versus(arena, cases, _contestants(arena, options)):
        book.add(row)
    hurry = options.quick and not options.only
    formats = _QUICK_FORMATS if hurry else ours.WHOLE
    for row in speed.measure_speed(
        arena,
        _choose({f"speed {name}": name for name in formats}, options.only),
        100 if hurry else 1_000,
    ):
        book.add(row)
    for row in versus.measure_commands(
        arena, _choose({case: case for case in versus.COMMANDS}, options.only)
    ):
        book.add(row)
    classes = _choose(
        {
            f"growth {' '.join(one)}": one
            for one in growth.names()
            if one[1] in _QUICK_GROWTH or not hurry
        },
        options.only,
    )
    for found in growth.measure_growth(arena, classes, 20_000 if options.quick else 1_000_000):
        book.add(growth.as_row(found))
    for kind in _choose({f"curves {kind}": kind for kind in curves.KINDS}, options.only):
        sizes = curves.SIZES[:2] if options.quick else curves.SIZES
        book.add(curves.as_row(curves.measure_curve(kind, sizes)))


def _contestants(arena: Arena, options: argparse.Namespace) -> list[str]:
    """Everyone; in a hurry without what takes long and says little more."""
    skipped = (
        {ours.WHOLE[name].name for name in ours.WHOLE if name not in _QUICK_FORMATS}
        if options.quick
        else set[str]()
    )
    everyone = [
        *(one.name for one in ours.WHOLE.values()),
        *peers.make_peers(),
        jsdiff.NAME,
        programs.GIT,
        programs.GNU,
    ]
    return [name for name in everyone if name in arena.reads and name not in skipped]


def _choose(named: dict[str, T], only: str) -> list[T]:
    """The things whose name has all words of one of the alternatives."""
    wanted = [alternative.split() for alternative in only.split(" or ")]
    return [
        thing
        for name, thing in named.items()
        if any(all(word in name for word in words) for words in wanted)
    ]


if __name__ == "__main__":
    main()

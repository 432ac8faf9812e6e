"""So many executions over everything that runs in one process, each made from a seed and its number
alone: `python tests/fuzz/run.py --executions 1000000 --seed 7`.

Small texts take a millisecond and are most of them; the others, which look at everything that can be
asked about a patch, take up to fifty. What is found is written down and the run goes on.
"""
# ruff: noqa: T201

from __future__ import annotations

import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import cycle, islice
from pathlib import Path

from fuzz import small
from fuzz.targets import TARGETS

ROOT = Path(__file__).parents[2]
SMALL = "small"
#: Of a thousand executions in a row, how many are which.
SHARES = {
    SMALL: 950,
    "parsers": 10,
    "sound": 10,
    "drifted": 10,
    "broken": 10,
    "disk": 7,
    "server": 3,
}
_LONGEST, _LONGEST_PAGE = 900, 3900  #: bytes of an input, and of a patch that was written down
_RANGE = 10**9  #: numbers of small texts that belong to one seed
_STEP = 50_000  #: executions from one word about it to the next
Finding = Callable[[str, bytes, Exception], None]


def run(executions: int, seed: int, only: Sequence[str], found: Finding) -> int:
    """Execute so many and say in one line how it went; `found` is told of what a target stumbles
    over.
    """
    done: Counter[str] = Counter()
    findings: Counter[str] = Counter()
    started = time.monotonic()
    for number, name in enumerate(islice(cycle(_in_turn(only)), executions)):
        done[name] += 1
        try:
            _execute(name, seed, number)
        except Exception as error:  # whatever it is, it is what is looked for
            findings[name] += 1
            if name == SMALL:
                traceback.print_exc(file=sys.stdout)
                print(f"python tests/fuzz/small.py --only {_small(seed, number)}\n", flush=True)
            else:
                found(name, data_of(name, seed, number), error)
        if number % _STEP == _STEP - 1:
            print(f"{number + 1:,} {findings.total()} found", file=sys.stderr, flush=True)
    spent = time.monotonic() - started
    each = ", ".join(f"{name} {count:,}" for name, count in done.items())
    told = ", ".join(f"{name} {count:,}" for name, count in findings.items()) or "none"
    print(
        f"{done.total():,} executions (seed {seed}) in {spent / 60:.1f} min, "
        f"{done.total() / max(spent, 0.001):.0f} a second; findings: {told} ({each})"
    )
    return int(bool(findings))


def _in_turn(only: Sequence[str]) -> list[str]:
    """A thousand names, or fewer, each as often as its share says and spread evenly."""
    places = [
        ((at + 0.5) / SHARES[name], name)
        for name in SHARES
        if name in only
        for at in range(SHARES[name])
    ]
    return [name for _, name in sorted(places)]


def _execute(name: str, seed: int, number: int) -> None:
    if name == SMALL:
        small.execute(_small(seed, number))
    else:
        TARGETS[name](data_of(name, seed, number))


def _small(seed: int, number: int) -> int:
    return seed * _RANGE + number


def data_of(name: str, seed: int, number: int) -> bytes:
    """What a target gets; readers of text, which chance alone never writes, get a page that is damaged."""
    dice = random.Random(f"{seed}/{name}/{number}")
    if name == "parsers":
        return _page(dice)
    return dice.randbytes(dice.randint(1, _LONGEST))


def _page(dice: random.Random) -> bytes:
    """A patch that was written down, some of its rows lost, doubled, or taken from another one, with any
    line ends, under any name.
    """
    text, other = dice.choice(seeds()), dice.choice(seeds())
    rows, others = text.splitlines(keepends=True), other.splitlines(keepends=True)
    for _ in range(dice.randint(0, 4)):
        at = dice.randint(0, len(rows))
        end = at + dice.choice((0, 1, 1, 5))
        first = dice.randint(0, len(others))
        more = others[first : first + dice.randint(1, 6)]
        rows[at:end] = dice.choice(([], more, rows[at:end] * 2, [dice.randbytes(4)]))
    ends = dice.choice((b"\n",) * 6 + (b"\r\n", b"\r"))
    return dice.randbytes(1) + b"".join(rows).replace(b"\n", ends)


@cache
def seeds() -> list[bytes]:
    """Patches that were written down; the beginning of a long one."""
    paths = [
        *(ROOT / "samples/patches").rglob("*.*"),
        *(ROOT / "tests/scenarios").glob("*/patch.*"),
    ]
    return [path.read_bytes()[:_LONGEST_PAGE] for path in sorted(paths)]

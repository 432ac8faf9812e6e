"""Patchsight and its peers on the same inputs, in the same run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bench import programs
from bench.ours import WHOLE
from bench.scenes import Spec
from bench.table import Row
from bench.timing import Arena

#: What the bars are about. Small is what the median of real commits is like.
CASES = {
    "small": Spec("exact", 300, 3, 2),
    "10k lines, 100 hunks": Spec("exact", 10_000, 100),
    "100k lines, 1,000 hunks": Spec("exact", 100_000, 1_000),
    "1,000 files": Spec("exact", 100, 1, 1_000),
    "100k lines, block changed": Spec("stale", 100_000),
    "100k lines, block not there": Spec("hopeless", 100_000),
    "40k lines that repeat": Spec("repeating", 40_000),
}


#: What the command line is measured on, beside a Python that does nothing.
COMMANDS = {"command line, small": "small", "command line, 100k lines": "100k lines, 1,000 hunks"}


def measure_commands(arena: Arena, cases: Sequence[str]) -> Iterator[Row]:
    """The command line from start to end, and how many times the start of Python it takes."""
    names = (programs.NOTHING, programs.VERSION, programs.CHECK, programs.APPLY)
    for case in cases:
        timings = arena.measure(names, CASES[COMMANDS[case]])
        floor = timings[programs.NOTHING]
        for name, timing in timings.items():
            ratio = timing.work / floor.work if timing.work else None
            yield Row(
                case,
                name,
                timing.seconds,
                ratio,
                timing.verdict if name in programs.WORKING else "",
                timing.work,
            )


def measure_versus(arena: Arena, cases: Sequence[str], contestants: Sequence[str]) -> Iterator[Row]:
    """Each case: everyone's time, and how many times ours it is; ours is the whole answer in process for the same text."""
    for case in cases:
        timings = arena.measure(contestants, CASES[case])
        for name, timing in timings.items():
            ours = timings[WHOLE[arena.reads[name]].name]
            ratio = (
                timing.work / ours.work
                if timing.work and ours.work and timing is not ours
                else None
            )
            yield Row(case, name, timing.seconds, ratio, timing.verdict, timing.work)

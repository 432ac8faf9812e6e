"""Patchsight and its peers on the same inputs, in the same run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bench.scenes import Spec
from bench.table import Row
from bench.timing import Arena

#: What the bars are about. Small is what the median of real commits is like.
CASES = {
    "small": Spec("exact", 150, 2, 2),
    "10k lines, 100 hunks": Spec("exact", 10_000, 100),
    "100k lines, 1,000 hunks": Spec("exact", 100_000, 1_000),
    "1,000 files": Spec("exact", 100, 1, 1_000),
    "100k lines, block changed": Spec("stale", 100_000),
    "100k lines, block not there": Spec("hopeless", 100_000),
    "40k lines that repeat": Spec("repeating", 40_000),
}


def measure_versus(arena: Arena, cases: Sequence[str], contestants: Sequence[str]) -> Iterator[Row]:
    """Each case: everyone's time, and how many times the fastest of ours it is."""
    for case in cases:
        timings = arena.measure(contestants, CASES[case])
        ours = min(timing.median for name, timing in timings.items() if name.startswith("patchsight"))
        for name, timing in timings.items():
            yield Row(case, name, timing.seconds, timing.median / ours if timing.seconds else None, timing.verdict)

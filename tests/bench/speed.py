"""Patchsight's steps in process: reading a patch, placing and planning it; how many patches a second, how long for a hunk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bench.ours import PARSE, PLACE, WHOLE
from bench.scenes import Spec
from bench.table import Row, short
from bench.timing import Arena

_SIZES = (1, 10, 100, 1_000)
_LINES_PER_HUNK = 20


def measure_speed(arena: Arena, formats: Sequence[str], most: int) -> Iterator[Row]:
    """Each format with up to so many hunks: the steps, their share of the whole, and what a hunk costs."""
    for name in formats:
        for hunks in (size for size in _SIZES if size <= most):
            spec = Spec("exact", max(100, hunks * _LINES_PER_HUNK), hunks)
            contestants = {
                "parse": PARSE[name].name,
                "place and plan": PLACE[name].name,
                "all": WHOLE[name].name,
            }
            timings = arena.measure(list(contestants.values()), spec)
            whole = timings[contestants["all"]].work
            for step, contestant in contestants.items():
                timing = timings[contestant]
                note = f"{1 / timing.work:,.0f} patches/s, {short(timing.work / hunks)} for a hunk"
                label = f"{name}, {hunks:,} hunk{'s' * (hunks > 1)}: {step}"
                yield Row(
                    "steps in process",
                    label,
                    timing.seconds,
                    timing.work / whole,
                    note,
                    timing.work,
                )

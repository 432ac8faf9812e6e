"""How the time grows when a patch gets ten times the hunks, its target ten times the lines, or both, in every class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bench.ours import WHOLE
from bench.scenes import KINDS, Spec
from bench.table import Row, short
from bench.timing import Arena, Timing

ALLOWED = 11.0  #: how many times the time may ten times the input cost
_AXES: dict[str, list[tuple[int, int, int]]] = {
    "lines": [(100, 1, 1), (1_000, 1, 1), (10_000, 1, 1), (100_000, 1, 1), (1_000_000, 1, 1)],
    "hunks": [(20_000, 1, 1), (20_000, 10, 1), (20_000, 100, 1), (20_000, 1_000, 1)],
    "both": [(1_000, 10, 1), (10_000, 100, 1), (100_000, 1_000, 1)],
    "files": [(100, 1, 1), (100, 1, 10), (100, 1, 100), (100, 1, 1_000)],
}


class Growth(NamedTuple):
    """One class along one axis: the times, and what each step of ten costs."""

    kind: str
    format: str
    axis: str
    sizes: tuple[int, ...]
    timings: tuple[Timing, ...]

    @property
    def name(self) -> str:
        return f"{self.kind} {self.format} {self.axis}"

    @property
    def steps(self) -> list[float]:
        """Of the processor's work, which is the least disturbed."""
        return [
            after.work / before.work
            for before, after in zip(self.timings, self.timings[1:], strict=False)
        ]

    @property
    def worst(self) -> float:
        return max(self.steps, default=0.0)


def names() -> list[tuple[str, str, str]]:
    """Every class: kind, format, axis."""
    return [(kind, format_name, axis) for kind in KINDS for axis in _AXES for format_name in WHOLE]


def measure_growth(
    arena: Arena, classes: Sequence[tuple[str, str, str]], most: int
) -> Iterator[Growth]:
    """Each class up to `most` lines; a step that would take too long is left out."""
    for kind, format_name, axis in classes:
        contestant = WHOLE[format_name].name
        sizes, timings = list[int](), list[Timing]()
        for lines, hunks, files in _AXES[axis]:
            if lines * files > most or (timings and timings[-1].work * ALLOWED > arena.pace.step):
                break
            sizes.append({"lines": lines, "files": files}.get(axis, hunks))
            timings.append(arena.measure([contestant], Spec(kind, lines, hunks, files))[contestant])
        yield Growth(kind, format_name, axis, tuple(sizes), tuple(timings))


def as_row(growth: Growth) -> Row:
    """A line of the table: the largest size's time, the worst step, and all of it in short."""
    times = ", ".join(
        f"{size:,}: {short(timing.fastest)}"
        for size, timing in zip(growth.sizes, growth.timings, strict=True)
    )
    steps = " ".join(f"x{step:.1f}" + "!" * (step > ALLOWED) for step in growth.steps)
    last = growth.timings[-1]
    return Row(
        "growth",
        growth.name,
        last.seconds,
        growth.worst,
        f"{steps}   {times}   {last.verdict}",
        last.work,
    )

"""The one table: every line has a name, a median, the fastest, a spread, a ratio, and a word on what came of it.

Beside the time on the clock stands the time that the processor worked, which other processes disturb less.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
from pathlib import Path
from typing import Any, NamedTuple

_WIDTH = 40


class Row(NamedTuple):
    """A line of the table. `ratio` compares with the section's own measure of things; None where there is none."""

    section: str
    name: str
    seconds: tuple[float, ...]
    ratio: float | None = None
    note: str = ""
    work: float = 0.0  #: the least the processor did for it, in seconds; 0 where that says nothing
    figures: dict[str, float] | None = None  #: more of what was measured

    @property
    def median(self) -> float:
        return statistics.median(self.seconds) if self.seconds else float("inf")

    @property
    def fastest(self) -> float:
        return min(self.seconds, default=float("inf"))

    @property
    def spread(self) -> float:
        """How far apart the quicker and the slower half are, as a share of the median."""
        if len(self.seconds) < 2:
            return 0.0
        first, _, third = statistics.quantiles(self.seconds, n=4, method="inclusive")
        return (third - first) / self.median


class Book:
    """All lines so far; each is printed as soon as it is known."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, str], Row] = {}

    def add(self, row: Row) -> None:
        if row.section not in {section for section, _ in self.rows}:
            print(
                f"\n{row.section:{_WIDTH}}   {'median':>8} {'fastest':>9} {'spread':>7} {'processor':>9} {'ratio':>8}",
                flush=True,
            )
        self.rows[row.section, row.name] = row
        ratio = (
            ""
            if row.ratio is None
            else f"x {row.ratio:.2f}"
            if row.ratio < 100
            else f"x {row.ratio:.0f}"
        )
        spread = f"±{row.spread:.0%}" if len(row.seconds) > 1 else ""
        times = (
            f"{short(row.median):>9} {short(row.fastest):>9}"
            if row.seconds
            else f"{'-':>9} {'-':>9}"
        )
        work = short(row.work) if row.work else ""
        print(
            f"  {row.name:{_WIDTH}} {times} {spread:>7} {work:>9} {ratio:>8}   {row.note}".rstrip(),
            flush=True,
        )

    def get(self, section: str, name: str) -> Row | None:
        return self.rows.get((section, name))

    def save(self, path: Path, bars: list[dict[str, Any]], options: dict[str, Any]) -> None:
        """Everything as JSON, times in seconds."""
        machine = {
            "python": platform.python_version(),
            "system": platform.platform(),
            "cores": os.cpu_count(),
            "load": os.getloadavg()[0],
        }
        rows = [
            {
                **row._asdict(),
                "median": _finite(row.median),
                "fastest": _finite(row.fastest),
                "spread": row.spread,
            }
            for row in self.rows.values()
        ]
        path.parent.mkdir(exist_ok=True)
        path.write_text(
            json.dumps(
                {"machine": machine, "options": options, "rows": rows, "bars": bars}, indent=1
            )
            + "\n"
        )


def short(seconds: float) -> str:
    """A time in the unit that suits it."""
    if seconds == float("inf"):
        return "-"
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return (
                f"{seconds / size:.3g} {unit}"
                if seconds < 999 * size
                else f"{seconds / size:.0f} {unit}"
            )
    return f"{seconds * 1e6:.0f} µs"


def _finite(seconds: float) -> float | None:
    return None if seconds == float("inf") else seconds

"""What must be reached, and whether it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bench.growth import ALLOWED
from bench.table import Book, short

_OURS = ("patchsight unified", "patchsight v4a")
_UNKNOWN = "not measured"


class Bar(NamedTuple):
    """Something that must be reached: `look` gives the figure in words and whether it is, None if nothing was measured."""

    name: str
    wanted: str
    look: Callable[[Book], tuple[str, bool] | None]


def show_bars(book: Book) -> list[dict[str, Any]]:
    """Print every bar with its figure; the same as data."""
    print(f"\n{'bars':44} {'wanted':42} figure")
    found = []
    for bar in BARS:
        seen = bar.look(book)
        figure, reached = seen if seen else (_UNKNOWN, None)
        word = {True: "reached", False: "NOT REACHED", None: ""}[reached]
        print(f"  {bar.name:42} {bar.wanted:42} {figure}   {word}".rstrip())
        found.append({"name": bar.name, "wanted": bar.wanted, "figure": figure, "reached": reached})
    return found


def _under(case: str, seconds: float) -> Callable[[Book], tuple[str, bool] | None]:
    """Every format of ours does the case in less."""

    def look(book: Book) -> tuple[str, bool] | None:
        rows = [row for (section, name), row in book.rows.items() if section == case and name.startswith("patchsight")]
        if not rows:
            return None
        slowest = max(rows, key=lambda row: row.median)
        return f"{short(slowest.median)} ({slowest.name})", slowest.median < seconds

    return look


def _growth(book: Book) -> tuple[str, bool] | None:
    rows = [row for (section, _), row in book.rows.items() if section == "growth" and row.ratio is not None]
    if not rows:
        return None
    steep = sorted((row for row in rows if (row.ratio or 0) > ALLOWED), key=lambda row: -(row.ratio or 0))
    worst = max(rows, key=lambda row: row.ratio or 0)
    return f"{len(steep)} of {len(rows)} classes above; the steepest x {worst.ratio:.1f} ({worst.name})", not steep


BARS = [
    Bar("growth for 10 x hunks, lines or both", f"at most x {ALLOWED:.0f} in every class", _growth),
    Bar("100k lines, block changed: nearest found", "under 0.5 s", _under("100k lines, block changed", 0.5)),
    Bar("100k lines, block not there", "under 0.5 s", _under("100k lines, block not there", 0.5)),
    Bar("40k lines that repeat", "under 0.2 s", _under("40k lines that repeat", 0.2)),
]

"""What must be reached, and whether it is. In process the processor's time decides, which other processes disturb least."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bench import jsdiff, peers, programs
from bench.growth import ALLOWED
from bench.ours import WHOLE
from bench.table import Book, Row, short

Finding = tuple[str, bool] | None
_OURS = tuple(one.name for one in WHOLE.values())
_UNIFIED, _V4A = WHOLE["unified"].name, WHOLE["v4a"].name
_SHOWN = 3  #: how many of the others are named
_LEVEL = 1.1  #: how many times the other's time is still level with it


class Bar(NamedTuple):
    """Something that must be reached: `look` gives the figure in words and whether it is, None if nothing was measured."""

    name: str
    wanted: str
    look: Callable[[Book], Finding]


def show_bars(book: Book) -> list[dict[str, Any]]:
    """Print every bar with its figure; the same as data."""
    print(f"\n{'bars':44} {'wanted':44} {'':11}  figure")
    found = []
    for bar in BARS:
        figure, reached = bar.look(book) or ("not measured", None)
        word = {True: "reached", False: "NOT REACHED", None: ""}[reached]
        print(f"  {bar.name:42} {bar.wanted:44} {word:11}  {figure}")
        found.append({"name": bar.name, "wanted": bar.wanted, "figure": figure, "reached": reached})
    return found


def _rows(book: Book, section: str, names: tuple[str, ...]) -> list[Row]:
    return [row for name in names if (row := book.get(section, name))]


def _under(case: str, seconds: float) -> Callable[[Book], Finding]:
    """Every format of ours does the case in less, in process."""

    def look(book: Book) -> Finding:
        rows = _rows(book, case, _OURS)
        if not rows:
            return None
        slowest = max(rows, key=_cost)
        return f"{short(_cost(slowest))} ({slowest.name})", _cost(slowest) < seconds

    return look


def _cost(row: Row) -> float:
    """What a line stands for: the processor's time, endless where it did not end."""
    return row.work or float("inf")


def _against(case: str, names: tuple[str, ...], times: float, *, ours: tuple[str, ...] = (_UNIFIED, _V4A)) -> Callable[[Book], Finding]:
    """The slower of ours takes at most so many times what each of the others takes; who is wrong does not count."""

    def look(book: Book) -> Finding:
        own, others = _rows(book, case, ours), [row for row in _rows(book, case, names) if "WRONG" not in row.note]
        if not own or not others:
            return None
        slowest, fastest = max(own, key=_cost), sorted(others, key=_cost)[:_SHOWN]
        beside = ", ".join(_compare(slowest, row) for row in fastest)
        return f"{short(_cost(slowest))} ({slowest.name}): {beside}", _cost(slowest) <= times * _cost(fastest[0])

    return look


def _compare(own: Row, other: Row) -> str:
    return f"x {_cost(own) / _cost(other):.2f} of {other.name}" if other.work else f"{other.name} {other.note}"


def _command(book: Book) -> Finding:
    row = book.get("command line, small", programs.CHECK)
    if row is None:
        return None
    figure = f"fastest {short(row.fastest)}, median {short(row.median)}, processor {short(row.work)}"
    return figure, row.fastest < 0.12


def _growth(book: Book) -> Finding:
    rows = [row for (section, _), row in book.rows.items() if section == "growth" and row.ratio is not None]
    if not rows:
        return None
    steep = [row for row in rows if (row.ratio or 0) > ALLOWED]
    worst = max(rows, key=lambda row: row.ratio or 0)
    return f"{len(steep)} of {len(rows)} classes above it; the steepest x {worst.ratio:.1f} ({worst.name})", not steep


_IN_PROCESS = (*peers.ALL, jsdiff.NAME)
_ALL = (*_IN_PROCESS, programs.GIT, programs.GNU)
_BIG = "100k lines, 1,000 hunks"
BARS = [
    Bar("growth for 10 x hunks, lines, files or both", f"at most x {ALLOWED:.0f} in every class", _growth),
    Bar("small patch", "level with the fastest Python peer", _against("small", peers.PYTHON, _LEVEL)),
    Bar(_BIG, "ahead of every peer but GNU patch", _against(_BIG, (*_IN_PROCESS, programs.GIT), 1.0)),
    Bar(_BIG, "at most x 2 of GNU patch", _against(_BIG, (programs.GNU,), 2.0)),
    Bar("1,000 files", "ahead of all", _against("1,000 files", _ALL, 1.0)),
    Bar("100k lines, block changed: nearest found", "under 0.5 s", _under("100k lines, block changed", 0.5)),
    Bar("100k lines, block changed", "ten times ahead of the fuzzy ones", _against("100k lines, block changed", peers.FUZZY, 0.1)),
    Bar("100k lines, block not there: nearest found", "under 0.5 s", _under("100k lines, block not there", 0.5)),
    Bar("100k lines, block not there", "ten times ahead of the fuzzy ones", _against("100k lines, block not there", peers.FUZZY, 0.1)),
    Bar("40k lines that repeat", "under 0.2 s", _under("40k lines that repeat", 0.2)),
    Bar("command line, small patch", "under 120 ms with start-up", _command),
]

"""What must be reached, and whether it is.

In process the processor's time decides, which other processes disturb least; for whole processes the time on the clock does,
unless the machine is busy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bench import desk, jsdiff, live, peers, programs
from bench.growth import ALLOWED
from bench.ours import WHOLE
from bench.scenes import HOMELESS
from bench.table import Book, Row, short
from bench.timing import is_busy
from bench.versus import CASES

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
    if is_busy():
        print("\nThe machine is busy: the processor's time decides.")
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


def _against(
    case: str, names: tuple[str, ...], times: float, *, ours: tuple[str, ...] = (_UNIFIED, _V4A)
) -> Callable[[Book], Finding]:
    """The slower of ours takes at most so many times what each of the others takes; who does it wrong does not count."""
    right = "refused" if CASES[case].kind in HOMELESS else "right"

    def look(book: Book) -> Finding:
        own, others = (
            _rows(book, case, ours),
            [row for row in _rows(book, case, names) if row.note == right or not row.work],
        )
        if not own or not others:
            return None
        if any(row.note != right for row in own):
            return (
                f"{', '.join(f'{row.name} {row.note}' for row in own)}: it should be {right}",
                False,
            )
        slowest, fastest = max(own, key=_cost), sorted(others, key=_cost)[:_SHOWN]
        beside = ", ".join(_compare(slowest, row) for row in fastest)
        return f"{short(_cost(slowest))} ({slowest.name}): {beside}", _cost(
            slowest
        ) <= times * _cost(fastest[0])

    return look


def _compare(own: Row, other: Row) -> str:
    return (
        f"x {_cost(own) / _cost(other):.2f} of {other.name}"
        if other.work
        else f"{other.name} {other.note}"
    )


def _command(book: Book) -> Finding:
    row = book.get("command line, small", programs.CHECK)
    if row is None:
        return None
    figure = (
        f"median {short(row.median)}, fastest {short(row.fastest)}, processor {short(row.work)}"
    )
    return figure, (row.work if is_busy() else row.median) < 0.12


def _growth(*axes: str) -> Callable[[Book], Finding]:
    def look(book: Book) -> Finding:
        rows = [
            row
            for (section, name), row in book.rows.items()
            if section == "growth" and name.split()[-1] in axes
        ]
        if not rows:
            return None
        steep = [row for row in rows if (row.ratio or 0) > ALLOWED]
        worst = max(rows, key=lambda row: row.ratio or 0)
        return (
            f"{len(steep)} of {len(rows)} classes above it; the steepest x {worst.ratio:.1f} ({worst.name})",
            not steep,
        )

    return look


# ---- the server


def _server(
    section: str, what: str, judge: Callable[[Row, Row, bool], Finding]
) -> Callable[[Book], Finding]:
    """Ours beside the floor."""

    def look(book: Book) -> Finding:
        ours, floor = (book.get(section, f"{what}: {name}") for name in (desk.OURS, desk.FLOOR))
        return judge(ours, floor, is_busy()) if ours and floor else None

    return look


def _at_most_times(times: float) -> Callable[[Row, Row, bool], Finding]:
    def judge(ours: Row, floor: Row, busy: bool) -> Finding:
        clock, work = ours.median / floor.median, ours.work / floor.work
        figure = (
            f"x {clock:.2f} ({short(ours.median)}, {short(floor.median)}), processor x {work:.2f}"
        )
        return figure, (work if busy else clock) <= times

    return judge


def _at_most_above(seconds: float) -> Callable[[Row, Row, bool], Finding]:
    def judge(ours: Row, floor: Row, busy: bool) -> Finding:
        assert ours.figures and floor.figures
        clock, work = (ours.figures[key] - floor.figures[key] for key in ("p95", "processor p95"))
        figure = f"{_signed(clock)} ({short(ours.figures['p95'])}, {short(floor.figures['p95'])}), processor {_signed(work)}"
        return figure, (work if busy else clock) <= seconds

    return judge


def _weigh(ours: Row, floor: Row, _: bool) -> Finding:
    assert ours.ratio is not None
    return f"x {ours.ratio:.2f} ({ours.note}, {floor.note})", ours.ratio <= 2.0


def _signed(seconds: float) -> str:
    return f"{'-' if seconds < 0 else '+'}{short(abs(seconds))}"


_IN_PROCESS = (*peers.ALL, jsdiff.NAME)
_ALL = (*_IN_PROCESS, programs.GIT, programs.GNU)
_BIG = "100k lines, 1,000 hunks"
_COMPARED = ("small", _BIG, "1,000 files", "100k lines, block not there")
BARS = [
    Bar(
        "growth for 10 x hunks, lines or files",
        f"at most x {ALLOWED:.0f} in every class",
        _growth("hunks", "lines", "files"),
    ),
    Bar(
        "growth for 10 x hunks and lines together",
        f"at most x {ALLOWED:.0f} in every class",
        _growth("both"),
    ),
    *(
        Bar(case, "level with the fastest Python peer", _against(case, peers.PYTHON, _LEVEL))
        for case in _COMPARED
    ),
    *(
        Bar(
            f"{case}: {form}",
            "at most x 2 of v4a",
            _against(case, (_V4A,), 2.0, ours=(WHOLE[form].name,)),
        )
        for case in _COMPARED
        for form in ("ap", "applydiff")
    ),
    Bar(
        _BIG, "ahead of every peer but GNU patch", _against(_BIG, (*_IN_PROCESS, programs.GIT), 1.0)
    ),
    Bar(_BIG, "at most x 2 of GNU patch", _against(_BIG, (programs.GNU,), 2.0)),
    Bar("1,000 files", "ahead of all", _against("1,000 files", _ALL, 1.0)),
    Bar(
        "100k lines, block changed: nearest found",
        "under 0.5 s",
        _under("100k lines, block changed", 0.5),
    ),
    Bar(
        "100k lines, block changed",
        "ten times ahead of the fuzzy ones",
        _against("100k lines, block changed", peers.FUZZY, 0.1),
    ),
    Bar(
        "100k lines, block not there: nearest found",
        "under 0.5 s",
        _under("100k lines, block not there", 0.5),
    ),
    Bar(
        "100k lines, block not there",
        "ten times ahead of the fuzzy ones",
        _against("100k lines, block not there", peers.FUZZY, 0.1),
    ),
    Bar("40k lines that repeat", "under 0.2 s", _under("40k lines that repeat", 0.2)),
    Bar("command line, small patch", "under 120 ms with start-up", _command),
    Bar(
        "server, start to first diagnostics",
        "at most x 1.3 of the floor",
        _server("server, small", "start to first diagnostics", _at_most_times(1.3)),
    ),
    Bar(
        "server, 100 hunks, key to diagnostics",
        "p95 at most 20 ms above the floor",
        _server("server, 100 hunks", "key in an added line", _at_most_above(0.02)),
    ),
    Bar(
        "server, 100 hunks, key in a context line",
        "p95 at most 20 ms above the floor",
        _server("server, 100 hunks", "key in a context line", _at_most_above(0.02)),
    ),
    Bar(
        "server, 1,000 hunks, key to diagnostics",
        "p95 at most 100 ms above the floor",
        _server("server, 1,000 hunks", "key in an added line", _at_most_above(0.1)),
    ),
    Bar(
        "server, 1,000 hunks, key in a context line",
        "p95 at most 100 ms above the floor",
        _server("server, 1,000 hunks", "key in a context line", _at_most_above(0.1)),
    ),
    *(
        Bar(
            f"{section}, hover",
            "at most x 2 of the floor",
            _server(section, "hover", _at_most_times(2.0)),
        )
        for section in live.SIZES
    ),
    *(
        Bar(f"{section}, memory", "at most x 2 of the floor", _server(section, "memory", _weigh))
        for section in live.SIZES
    ),
]

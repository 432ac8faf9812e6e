"""What an answer costs where files repeat themselves or a part stands nowhere: `python -m bench.hard`.

Each shape of a patch meets each kind of file, in every format, small and large. Everything that is made
of an answer is timed beside the answer itself: receipts, feedback, quick fixes, the patch in other
formats. What takes more than two seconds of the processor, or grows faster than the file, is told; a step
is given up after twenty.
"""

from __future__ import annotations

import argparse
import math
import random
import signal
import time
from collections.abc import Callable, Sequence
from types import FrameType

from bench.curves import ALLOWED
from patchsight.cli.machine_output import as_json, as_sarif
from patchsight.cli.output import Outcome
from patchsight.cli.text_output import as_text
from patchsight.core import formats
from patchsight.core.describe.receipt import receipt
from patchsight.core.fixes import Surroundings, Trial, find_fixes, fix_all
from patchsight.core.formats.registry import FORMATS as SPECS
from patchsight.core.model.report import Report
from patchsight.core.model.target import Target
from patchsight.core.placing.resolver import paths_of, resolve
from patchsight.core.rewrite.convert import reverse, write_patch
from patchsight.core.rewrite.git_diff import as_diff
from support.five import FORMATS, Written, write_parts

SIZES = (20_000, 80_000)  #: lines of the file
_LIMIT, _PATIENCE = 2.0, 20.0  #: seconds
_LEAST = 0.0001  #: seconds that can be told
_WORTH_TELLING = 0.4  #: seconds from which on it counts how they grow
_APART = 20  #: lines from one of many parts to the next
_WORDS = ("alpha", "beta", "gamma", "delta", "omega", "kappa", "sigma", "theta")
_CYCLE = ("    if ready:", "    run()", "    else:", "    wait()")

#: By name, the lines of a file of so many.
FILES: dict[str, Callable[[int], list[str]]] = {
    "unique": lambda count: [f"    value_{row} = call({row}, other)" for row in range(count)],
    "same": lambda count: ["    same line again"] * count,
    "cycle": lambda count: [*_CYCLE] * (count // len(_CYCLE)),
    "blank": lambda count: [""] * count,
    "alike": lambda count: [f"    first = choose({row % 17}, {row % 5})" for row in range(count)],
    "words": lambda count: _words(count),
}


def _words(count: int) -> list[str]:
    dice = random.Random(3)
    return ["  " * dice.randint(0, 4) + " ".join(dice.choices(_WORDS, k=4)) for _ in range(count)]


def _context(lines: Sequence[str]) -> list[str]:
    return [f" {line}" for line in lines]


def _removed(lines: Sequence[str]) -> list[str]:
    """Every third line goes."""
    return [f"{' ' if row % 3 else '-'}{line}" for row, line in enumerate(lines)]


def _around(lines: Sequence[str], row: int, old: str, new: str) -> list[str]:
    return [f" {lines[row]}", f"-{old}", f"+{new}", f" {lines[row + 2]}"]


Part = list[str]  #: lines with a space, `-` or `+` in front

#: By name, the one part of a patch for a file with these lines.
ONE: dict[str, Callable[[list[str], int], Part]] = {
    "line nowhere": lambda _, __: ["-zzzzz yyyyy xxxx", "+b"],
    "line alike": lambda lines, mid: [f"-{lines[mid]}x", "+b"],
    "block nowhere": lambda _, __: [*_context(_WORDS), "-zz", "+b", *_context(_WORDS[::-1])],
    "first line differs": lambda lines, mid: [
        *_context([f"XX{lines[mid]}", *lines[mid + 1 : mid + 20]]),
        f"-{lines[mid + 20]}",
        "+b",
    ],
    "there": lambda lines, mid: _around(lines, mid, lines[mid + 1], "new text"),
    "insertion": lambda lines, mid: [f" {lines[mid]}", "+new text", f" {lines[mid + 1]}"],
    "applied": lambda lines, mid: _around(lines, mid, "old text", lines[mid + 1]),
    "whole file": lambda lines, _: [*_removed(lines), "+x"],
    "whole file but a line": lambda lines, mid: [
        *_removed(lines[:mid]),
        " zz",
        *_context(lines[mid + 1 :]),
        "+x",
    ],
    "half of it": lambda lines, mid: [*_context(lines[:mid]), "+x"],
}
#: By name, one of many parts: the lines of the file, where in it, and its number.
MANY: dict[str, Callable[[list[str], int, int], Part]] = {
    "many there": lambda lines, row, at: _around(lines, row, lines[row + 1], f"new {at}"),
    "many nowhere": lambda _, __, at: [f" zz{at}", f"-yy{at} q", f"+new {at}", " tt"],
    "many alike": lambda lines, row, at: [
        f" {lines[row]}x",
        f"-{lines[row + 1]}",
        f"+new {at}",
        f" {lines[row + 2]}",
    ],
    "many insertions": lambda lines, row, at: [
        f" {lines[row]}",
        f"+new {at}",
        f" {lines[row + 1]}",
    ],
    "many applied": lambda lines, row, at: _around(lines, row, f"old {at}", lines[row + 1]),
    "many equal": lambda lines, _, __: [f"-{lines[7]}", "+new"],
}


def make_patch(form: str, shape: str, lines: list[str]) -> Written:
    parts = [ONE[shape](lines, len(lines) // 2)] if shape in ONE else []
    if shape in MANY:
        rows = range(0, len(lines) - _APART, _APART)
        parts = [MANY[shape](lines, row, at) for at, row in enumerate(rows)]
    return write_parts(form, "f.txt", ["".join(f"{row}\n" for row in part) for part in parts])


class SlowError(Exception):
    """A step takes too long to wait for."""


class Clock:
    """The seconds of the processor that each step took."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def time(self, step: str, work: Callable[[], object]) -> None:
        signal.setitimer(signal.ITIMER_PROF, _PATIENCE)
        started = time.process_time()
        try:
            work()
        except SlowError:
            pass
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        self.seconds[step] = time.process_time() - started


def _answer(patch: Written, text: str) -> Report:
    read = formats.parse(patch.text, patch.name)
    files = {path: Target(path, text if path == "f.txt" else None) for path in paths_of(read)}
    return resolve(read, files)


def measure(form: str, kind: str, shape: str, count: int) -> dict[str, float]:
    """By step, the seconds that an answer and what is made of it take."""
    lines = FILES[kind](count)
    patch, text, clock = make_patch(form, shape, lines), "\n".join([*lines, ""]), Clock()
    found = list[Report]()
    clock.time("answer", lambda: found.append(_answer(patch, text)))
    if not found:
        return clock.seconds
    [report] = found
    outcome = Outcome("p", report)
    clock.time("receipt", lambda: receipt(report, "p"))
    clock.time("text", lambda: as_text(report, "p"))
    clock.time("json", lambda: as_json([outcome]))
    clock.time("sarif", lambda: as_sarif([outcome], "."))
    ask = Surroundings(lambda other: _answer(Written(other, patch.name), text))
    clock.time(
        "fixes", lambda: [find_fixes(Trial(report, ask), one) for one in report.problems[:1]]
    )
    clock.time("all fixes", lambda: fix_all(Trial(report, ask)))
    if report.ok and report.plan:
        clock.time("again", lambda: _answer(patch, report.plan[0].after or ""))
        clock.time("diff", lambda: as_diff(report.plan))
        clock.time("back", lambda: write_patch(reverse(report.plan), SPECS[0]))
        for spec in SPECS:
            clock.time(f"as {spec.name}", lambda spec=spec: write_patch(report.plan, spec))  # type: ignore[misc]
    return clock.seconds


def _stop(_: int, __: FrameType | None) -> None:
    raise SlowError


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="only what has these words in its name")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    options = parser.parse_args()
    small, large = map(int, options.sizes.split(","))
    signal.signal(signal.SIGPROF, _stop)
    names = [(form, kind, shape) for form in FORMATS for kind in FILES for shape in (*ONE, *MANY)]
    for case in names:
        if not all(word in " ".join(case) for word in options.only.split()):
            continue
        few, many = measure(*case, small), measure(*case, large)
        for step, seconds in many.items():
            before = max(few.get(step, seconds), _LEAST)
            growth = math.log(max(seconds, _LEAST) / before, large / small)
            if seconds > _LIMIT or (seconds > _WORTH_TELLING and growth > ALLOWED):
                told = f"{few.get(step, 0):6.2f} s {seconds:6.2f} s ^{growth:.2f}"
                print(f"{' '.join(case):40} {step:14} {told}", flush=True)


if __name__ == "__main__":
    main()

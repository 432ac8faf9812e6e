"""Measures the speed: `make bench`. Prints a table, writes out/bench.json. Nothing here passes or fails.

Measured are patches that fit, in four formats and three sizes; the searches that cost most; and the whole process.
"""

from __future__ import annotations

import gc
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from patchsight.core import formats
from patchsight.core.resolve import paths_of, resolve
from patchsight.core.targets import Target

PATH = "big.py"
SIZES = ((1_000, 10), (10_000, 100), (100_000, 1_000))
_AROUND = 3  #: context lines on each side


ROOT = Path(__file__).resolve().parent.parent.parent
RESULT = ROOT / "out" / "bench.json"
REPEATS = 5
SAMPLE = ["check", "--root", "samples/workspace", "samples/patches/v4a/fine.patch"]
COMMANDS = {"python alone": ["-c", "pass"], "--version": ["-m", "patchsight", "--version"],
            "check, 5 files": ["-m", "patchsight", *SAMPLE]}


class Measure(NamedTuple):
    """How long one thing took: the median, the fastest and the slowest of some runs, in milliseconds."""

    group: str
    name: str
    median: float
    fastest: float
    slowest: float
    outcome: str


def main() -> None:
    measures = list(show(measure_all()))
    RESULT.parent.mkdir(exist_ok=True)
    machine = {"python": platform.python_version(), "system": platform.platform(), "cores": os.cpu_count(),
               "load": os.getloadavg()[0], "repeats": REPEATS}
    RESULT.write_text(json.dumps({"machine": machine, "results": [one._asdict() for one in measures]}, indent=2) + "\n")
    print(f"\nmedian of {REPEATS}; python {machine['python']}, load {machine['load']:.1f}; also in {RESULT.relative_to(ROOT)}")


def measure_all() -> Iterator[Measure]:
    for case in make_cases():
        yield measure(case.group, case.name, partial(analyse, case))
    for name, words in COMMANDS.items():
        yield measure("command line, whole process", name, partial(start, words))


def measure(group: str, name: str, work: Callable[[], str]) -> Measure:
    """Run once to warm up, then some times in earnest."""
    outcome, spent = work(), list[float]()
    for _ in range(REPEATS):
        gc.collect()
        begin = time.perf_counter()
        work()
        spent.append((time.perf_counter() - begin) * 1000)
    return Measure(group, name, statistics.median(spent), min(spent), max(spent), outcome)


def analyse(case: Case) -> str:
    """Parse and resolve, as every skin does; what came of it."""
    patch = formats.parse(case.patch)
    targets = {path: Target(path, case.target if path == PATH else None) for path in paths_of(patch)}
    report = resolve(patch, targets)
    return f"{sum(one.state.sound for one in report.resolutions)} of {len(report.resolutions)} parts fit"


def start(words: list[str]) -> str:
    """Run a program to its end; like an installed one, it starts from compiled files."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(RESULT.parent / "pycache"), "PYTHONDONTWRITEBYTECODE": ""}
    subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    return "exit status 0"


def show(measures: Iterator[Measure]) -> Iterator[Measure]:
    """Print each line as soon as it is known, beside it the ratio to the first of its group."""
    first: Measure | None = None
    for one in measures:
        if first is None or first.group != one.group:
            first = one
            print(f"\n{one.group}")
        ratio = f"x {one.median / first.median:.1f}"
        print(f"  {one.name:28} {one.median:10.1f} ms  {ratio:>8}   {one.outcome}", flush=True)
        yield one


# ---- what is measured


class Case(NamedTuple):
    """A patch and the file it meets; cases of one group are compared with the group's first."""

    group: str
    name: str
    patch: str
    target: str


def make_lines(count: int) -> list[str]:
    """A file in which every line is different."""
    return [f"    value_{number} = compute({number}, scale={number % 7})" for number in range(count)]


def choose_rows(count: int, hunks: int) -> list[int]:
    """The lines that change, evenly spread."""
    step = count // hunks
    return [step // 2 + hunk * step for hunk in range(hunks)]


def change(line: str) -> str:
    return line.replace("scale", "factor")


# ---- the same change in four formats


def write_unified(lines: list[str], rows: list[int]) -> str:
    hunks = "".join(f"@@ -{row - _AROUND + 1},7 +{row - _AROUND + 1},7 @@\n{_write_hunk(lines, row)}" for row in rows)
    return f"--- a/{PATH}\n+++ b/{PATH}\n{hunks}"


def write_v4a(lines: list[str], rows: list[int]) -> str:
    hunks = "".join(f"@@\n{_write_hunk(lines, row)}" for row in rows)
    return f"*** Begin Patch\n*** Update File: {PATH}\n{hunks}*** End Patch\n"


def write_ap(lines: list[str], rows: list[int]) -> str:
    head = f'version: "2.0"\nchanges:\n  - file_path: "{PATH}"\n    modifications:\n'
    return head + "".join(
        f"      - action: REPLACE\n        snippet: |\n          {lines[row].strip()}\n"
        f"        content: |\n          {change(lines[row]).strip()}\n"
        for row in rows
    )


def write_applydiff(lines: list[str], rows: list[int]) -> str:
    return "".join(f">>> file: {PATH}\n--- from\n{old}--- to\n{new}<\n" for old, new in _blocks(lines, rows))


def _blocks(lines: list[str], rows: list[int]) -> Iterator[tuple[str, str]]:
    for row in rows:
        before, after = lines[row - _AROUND : row], lines[row + 1 : row + 1 + _AROUND]
        yield ("".join(f"{line}\n" for line in [*before, lines[row], *after]),
               "".join(f"{line}\n" for line in [*before, change(lines[row]), *after]))


def _write_hunk(lines: list[str], row: int) -> str:
    before, after = lines[row - _AROUND : row], lines[row + 1 : row + 1 + _AROUND]
    rows = [*(" " + line for line in before), "-" + lines[row], "+" + change(lines[row]), *(" " + line for line in after)]
    return "".join(f"{line}\n" for line in rows)


FORMATS: dict[str, Callable[[list[str], list[int]], str]] = {
    "unified": write_unified, "v4a": write_v4a, "ap": write_ap, "applydiff": write_applydiff,
}


# ---- all cases


def make_cases() -> Iterator[Case]:
    for name, write in FORMATS.items():
        for count, hunks in SIZES:
            lines = make_lines(count)
            patch = write(lines, choose_rows(count, hunks))
            yield Case(f"{name}, fits", f"{count:,} lines, {hunks:,} hunks", patch, "\n".join(lines) + "\n")
    for count, _ in SIZES:
        yield make_missing(make_lines(count))
    for count in (4_000, 40_000):
        yield make_repeating(count)


def make_missing(lines: list[str]) -> Case:
    """One hunk of which one line reads otherwise in the file: the nearest place is looked for."""
    row = len(lines) // 2
    stale = [*lines[:row], "    value = something_else_altogether()", *lines[row + 1 :]]
    return Case("v4a, one block missing", f"{len(lines):,} lines", write_v4a(stale, [row]), "\n".join(lines) + "\n")


def make_repeating(count: int) -> Case:
    """A block that stands in very many places."""
    cycle = ["if ready:", "    run()", "else:", "    wait()"]
    lines = cycle * (count // len(cycle))
    return Case("v4a, repeating lines", f"{count:,} lines", write_v4a(lines, [count // 2 + 1]), "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

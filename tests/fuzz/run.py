"""The long run: every target in its turn, each for its share of the time. Run it: make fuzz MINUTES=30

Coverage leads the way where atheris is installed, chance where it is not; the machine that walks through a real server
process is led by hypothesis, and so are the property tests of the whole tree, each round by other ways. What was found stands in .fuzz/found, one file per finding; what atheris learned is kept for
the next run. `python tests/fuzz/run.py --replay TARGET FILE` runs one input again. `--executions 1000000 --seed 7` counts
instead: so many over all that runs in one process, always the same ones.
"""
# ruff: noqa: T201

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".fuzz"
FOUND = KEPT / "found"
MACHINE, PROPERTIES = "machine", "properties"
NAMES = ("sound", "drifted", "broken", "parsers", "disk", "server", MACHINE, PROPERTIES)
_LONGEST = 900  #: bytes of an input
_SHRINKING = 60  #: seconds to make a finding smaller
_HANGING = 300  #: seconds after which a target that does not watch itself counts as hanging
_PASSED = re.compile(r"- (\d+) passing")
_STEPS = re.compile(r"^(?:stat::number_of_executed_units: |#)(\d+)", re.MULTILINE)
Target = Callable[[bytes], None]


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the fuzzers for a while.")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--executions", type=int, help="so many in all, in this process")
    parser.add_argument("--seed", type=int, default=1, help="what these are made from")
    parser.add_argument("--only", nargs="+", choices=(*NAMES, "small"), default=NAMES)
    parser.add_argument("--replay", nargs=2, metavar=("TARGET", "FILE"))
    parser.add_argument("--one", choices=NAMES, help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=int, default=60, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.replay:
        _load(options.replay[0])(Path(options.replay[1]).read_bytes())
        return 0
    if options.executions:
        return _run_counted(options.executions, options.seed, options.only)
    if options.one:
        led = {MACHINE: _run_machine, PROPERTIES: _run_properties}.get(options.one)
        return led(options.seconds) if led else _run(options.one, options.seconds)
    return max(
        [_supervise(name, int(options.minutes * 60 / len(options.only))) for name in options.only]
    )


# ---- one after the other


def _supervise(name: str, seconds: int) -> int:
    """Run one target in a process of its own, and say how it went."""
    FOUND.mkdir(parents=True, exist_ok=True)
    log, started = KEPT / f"{name}.log", time.monotonic()
    with log.open("wb") as stream:
        words = [sys.executable, __file__, "--one", name, "--seconds", str(seconds)]
        status = subprocess.run(
            words, stdout=stream, stderr=stream, stdin=subprocess.DEVNULL, check=False
        ).returncode
    told = log.read_text(encoding="utf-8", errors="replace")
    count = max((int(number) for number in _STEPS.findall(told)), default=0)
    spent = time.monotonic() - started
    print(
        f"{name:10} {count:9,} executions in {spent / 60:5.1f} min  {'ok' if status == 0 else f'FOUND SOMETHING, see {log}'}",
        flush=True,
    )
    return int(status != 0)


def _load(name: str) -> Target:
    """A target; imported late, so that atheris can watch what it imports."""
    sys.path.insert(0, str(ROOT / "tests"))
    from fuzz.targets import TARGETS

    return TARGETS[name]


def _run(name: str, seconds: int) -> int:
    try:
        atheris: Any = import_module("atheris")  # it has no types
    except ImportError:
        print("atheris is not installed; the inputs are left to chance")
        return _run_by_chance(name, seconds)
    with atheris.instrument_imports(include=["patchsight"]):
        target = _load(name)
    corpus = KEPT / "corpus" / name
    corpus.mkdir(parents=True, exist_ok=True)
    _sow(name, corpus)
    words = [
        f"-max_total_time={seconds}",
        f"-max_len={_LONGEST if name != 'parsers' else 4000}",
        "-print_final_stats=1",
        f"-timeout={_HANGING}",
        "-rss_limit_mb=0",
        f"-artifact_prefix={FOUND}/{name}-",
    ]
    atheris.Setup([sys.argv[0], *words, str(corpus)], _reporting(name, target))
    atheris.Fuzz()
    return 0


def _run_by_chance(name: str, seconds: int) -> int:
    target, end, count = _reporting(name, _load(name)), time.monotonic() + seconds, 0
    while time.monotonic() < end:
        target(os.urandom(1 + count % _LONGEST))
        count += 1
    print(f"#{count}")
    return 0


def _run_counted(executions: int, seed: int, only: Sequence[str]) -> int:
    FOUND.mkdir(parents=True, exist_ok=True)
    sys.path.insert(0, str(ROOT / "tests"))
    from fuzz.counted import run

    every = only is NAMES
    return run(executions, seed, (*NAMES, "small") if every else only, _write_down)


def _run_machine(seconds: int) -> int:
    """Walk through real server processes, by other ways each time."""
    sys.path.insert(0, str(ROOT / "tests"))
    from hypothesis import HealthCheck, settings
    from hypothesis.stateful import run_state_machine_as_test

    from fuzz.machine import ServerMachine
    from fuzz.servers import Processes

    servers = ServerMachine.servers = Processes()
    ways = settings(
        max_examples=20,
        stateful_step_count=40,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            run_state_machine_as_test(ServerMachine, settings=ways)
    finally:
        print(f"#{servers.steps}", flush=True)
        servers.close()
    return 0


def _run_properties(seconds: int) -> int:
    """Run every property test of the tree for one round after another."""
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-m",
        "hypothesis",
        "-p",
        "no:cacheprovider",
        "--hypothesis-show-statistics",
        *(f"--ignore=tests/{name}" for name in ("fuzz", "vscode", "editors")),
    ]
    end, count = time.monotonic() + seconds, 0
    while (left := end - time.monotonic()) > 0:
        try:
            run = subprocess.run(
                words,
                cwd=ROOT,
                env={**os.environ, "HYPOTHESIS_PROFILE": "round"},
                timeout=left,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
        except subprocess.TimeoutExpired:
            break
        count += sum(map(int, _PASSED.findall(run.stdout)))
        print(f"#{count}", flush=True)
        if run.returncode:
            print(run.stdout)
            return 1
    return 0


# ---- what they start from, and what they find


def _sow(name: str, corpus: Path) -> None:
    """Give the readers of text real patches to start from; all other targets read choices, which need none."""
    if name == "parsers":
        from fuzz.counted import seeds

        for number, text in enumerate(seeds()):
            (corpus / f"seed-{number}").write_bytes(b"\0" + text)


def _reporting(name: str, target: Target) -> Target:
    """A target that writes down what it stumbles over, made as small as time allows."""

    def run(data: bytes) -> None:
        try:
            target(data)
        except Exception as error:
            _write_down(name, data, error)
            raise

    return run


def _write_down(name: str, data: bytes, error: Exception) -> None:
    target = _load(name)
    small = _shrink(target, data, type(error))
    path = FOUND / f"{name}-{time.time_ns():x}"
    path.write_bytes(small)
    print(f"\n{name}: {path}\npython tests/fuzz/run.py --replay {name} {path}", flush=True)
    try:
        target(small)
    except Exception:
        traceback.print_exc(file=sys.stdout)


def _shrink(target: Target, data: bytes, kind: type[Exception]) -> bytes:
    """Fewer and lower bytes that fail in the same way."""
    end, size = time.monotonic() + _SHRINKING, max(1, len(data) // 2)
    while size and time.monotonic() < end:
        at = 0
        while at < len(data) and time.monotonic() < end:
            tries = (
                data[:at] + data[at + size :],
                data[:at] + bytes(len(data[at : at + size])) + data[at + size :],
            )
            smaller = next(
                (one for one in tries if one != data and _fails(target, one, kind)), None
            )
            data, at = (
                (data, at + size)
                if smaller is None
                else (smaller, at + size * (len(smaller) == len(data)))
            )
        size //= 2
    return data


def _fails(target: Target, data: bytes, kind: type[Exception]) -> bool:
    try:
        target(data)
    except kind:
        return True
    except Exception:
        return False
    return False


if __name__ == "__main__":
    sys.exit(main())

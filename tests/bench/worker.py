"""Work is done in processes of its own, so that what takes too long can be ended and nobody's memory burdens another."""

from __future__ import annotations

import gc
import multiprocessing
import resource
import time
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import NamedTuple

from bench.contest import Contestant, Timed, judge
from bench.scenes import Spec, make_scene

_START = 60.0  #: seconds that making the input may take


class Sample(NamedTuple):
    """One go: how long it took, how much of that the processor worked for it, and what came of it."""

    seconds: float | None  #: None: it did not end in time
    work: float
    verdict: str


class Worker:
    """A process that knows some contestants and does one thing at a time."""

    def __init__(self, contestants: Mapping[str, Contestant]) -> None:
        self._contestants = dict(contestants)
        self._process: multiprocessing.process.BaseProcess | None = None
        self._wire: Connection | None = None

    def ask(self, name: str, spec: Spec, seed: int, limit: float) -> Sample:
        """Let a contestant have a go at a scene."""
        if self._process is None or self._wire is None:
            self._begin()
        assert self._wire
        self._wire.send((name, spec, seed))
        if self._wire.poll(_START) and self._wire.recv() == "begins" and self._wire.poll(limit):
            found = self._wire.recv()
            assert isinstance(found, Sample)
            return found
        self.end()
        return Sample(None, 0.0, f"not done in {limit:.0f} s")

    def end(self) -> None:
        if self._process:
            self._process.kill()
            self._process.join()
        self._process = self._wire = None

    def _begin(self) -> None:
        # shares nothing with the others, and ends when its pipe does
        context = multiprocessing.get_context("spawn")
        self._wire, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(self._contestants, other), daemon=True)
        self._process.start()
        other.close()


def _serve(contestants: dict[str, Contestant], wire: Connection) -> None:
    with suppress(EOFError):
        while True:
            name, spec, seed = wire.recv()
            wire.send(_work(contestants[name], spec, seed, wire))


def _work(contestant: Contestant, spec: Spec, seed: int, wire: Connection) -> Sample:
    """Small scenes are done several at a time; each has texts of its own, so nothing that was kept can help."""
    count = max(1, min(contestant.batch, 5_000 // (spec.lines * spec.files)))
    scenes = [make_scene(spec, seed * 100 + number) for number in range(count)]
    turns = [contestant.prepare(scene) for scene in scenes]
    gc.collect()
    wire.send("begins")
    begin, begin_work = time.perf_counter(), _used()
    results = [turn.work() for turn in turns]
    seconds, work = time.perf_counter() - begin, _used() - begin_work
    elsewhere = [result for result in results if isinstance(result, Timed)]
    if elsewhere:
        seconds, work = (
            sum(result.seconds for result in elsewhere),
            sum(result.work for result in elsewhere),
        )
    verdicts = {
        judge(scene, turn.read(result))
        for scene, turn, result in zip(scenes, turns, results, strict=True)
    }
    return Sample(seconds / count, work / count, " / ".join(sorted(verdicts)))


def _used() -> float:
    """What the processor has done so far for this process and the programs it ran."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime

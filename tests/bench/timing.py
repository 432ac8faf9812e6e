"""Several repetitions of several contestants, one after the other in each round, so that a busy machine is unkind to all."""

from __future__ import annotations

import os
import statistics
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bench.contest import Contestant
from bench.scenes import Spec
from bench.worker import Sample, Worker


class Timing(NamedTuple):
    """Some repetitions of one thing, in seconds; none if it did not end in time."""

    seconds: tuple[float, ...]
    verdict: str = ""
    #: the least that the processor worked for it; other processes disturb this less than the time
    work: float = 0.0

    @property
    def median(self) -> float:
        return statistics.median(self.seconds) if self.seconds else float("inf")

    @property
    def fastest(self) -> float:
        return min(self.seconds, default=float("inf"))


class Pace(NamedTuple):
    """How much time there is."""

    rounds: int = 7
    #: seconds of the processor that one contestant may spend on one scene before the rounds end for it
    enough: float = 5.0
    #: seconds after which a single go is ended; more where others want the processor too
    limit: float = 60.0
    #: seconds of the processor that a step may be expected to take, or it is left out
    step: float = 20.0
    #: seconds of the processor; a first go that takes no longer does not count
    rehearsal: float = 1.0


QUICK = Pace(rounds=2, enough=0.1, limit=3.0, step=0.4, rehearsal=0.2)
FULL = Pace()


def is_busy() -> bool:
    """Whether others want the processor too; the clock then says little."""
    return _crowd() > 1.0


def _crowd() -> float:
    """How many want each core."""
    return os.getloadavg()[0] / (os.cpu_count() or 1)


class Arena:
    """The contestants, each group of them in a process of its own."""

    def __init__(self, groups: Sequence[Mapping[str, Contestant]], pace: Pace) -> None:
        self.pace = pace
        self.reads = {
            name: contestant.reads for group in groups for name, contestant in group.items()
        }
        self._workers = {
            name: worker
            for group, worker in ((group, Worker(group)) for group in groups)
            for name in group
        }

    def measure(self, names: Sequence[str], spec: Spec) -> dict[str, Timing]:
        """Let contestants take turns; a first go, which loads what is needed, counts only where there is no other."""
        samples: dict[str, list[Sample]] = {name: [self._ask(name, spec, 0)] for name in names}
        for seed in range(1, self.pace.rounds + 1):
            for name in names:
                if self._goes_on(samples[name]):
                    samples[name].append(self._ask(name, spec, seed))
        return {name: _sum_up(found) for name, found in samples.items()}

    def end(self) -> None:
        for worker in set(self._workers.values()):
            worker.end()

    def _ask(self, name: str, spec: Spec, seed: int) -> Sample:
        return self._workers[name].ask(name, spec, seed, self.pace.limit * max(1.0, _crowd()))

    def _goes_on(self, samples: list[Sample]) -> bool:
        spent = [sample.work for sample in samples if sample.seconds is not None]
        if len(spent) < len(samples):
            return False
        return sum(spent) < self.pace.enough or (len(spent) == 1 and spent[0] < self.pace.rehearsal)


def _sum_up(samples: list[Sample]) -> Timing:
    done = [sample for sample in samples if sample.seconds is not None]
    counted = done[1:] if len(done) > 1 else done
    seconds = tuple(sample.seconds for sample in counted if sample.seconds is not None)
    verdict = " / ".join(sorted({sample.verdict for sample in samples}))
    return Timing(seconds, verdict, min((sample.work for sample in counted), default=0.0))

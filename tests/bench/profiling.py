"""Where the time goes: `python -m bench --profile` on one case, in one format."""

from __future__ import annotations

import cProfile
import pstats

from bench.contest import Contestant
from bench.scenes import Spec, make_scene

_LINES = 35


def profile(contestant: Contestant, spec: Spec) -> None:
    """Print the functions that take longest, by their own time and with what they call."""
    contestant.prepare(make_scene(spec, 0)).work()
    turn = contestant.prepare(make_scene(spec, 1))
    profiler = cProfile.Profile()
    profiler.runcall(turn.work)
    print(f"{contestant.name}: {spec}")
    pstats.Stats(profiler).sort_stats("tottime").print_stats(_LINES).sort_stats(
        "cumtime"
    ).print_stats(_LINES)

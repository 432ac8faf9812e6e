"""Everyone who takes part: what they do with a scene, and whether it was right."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bench.scenes import Scene

#: The files as they are afterwards, or None: refused.
Outcome = dict[str, str] | None


class Turn(NamedTuple):
    """One go at a scene, its input ready: `work` is what is timed, `read` says afterwards what came of it."""

    work: Callable[[], object]
    read: Callable[[object], Outcome]


class Contestant(NamedTuple):
    """A tool, or a part of one. `prepare` is not timed."""

    name: str
    prepare: Callable[[Scene], Turn]
    reads: str  #: the format of the patch it gets
    batch: int = 20  #: how many small scenes it does in one go, so that the clock is fine enough


class Timed(NamedTuple):
    """The result of work that was timed where it was done: how long it took, and the processor's share."""

    seconds: float
    work: float
    result: object


def judge(scene: Scene, outcome: Outcome) -> str:
    """What to say about an outcome in one word; a wrong edit is loud."""
    if outcome is None:
        return "refused"
    after = {path: outcome.get(path, text) for path, text in scene.files.items()}
    if after == scene.files:
        return "nothing changed"
    if scene.after is None:
        return "WRONG"
    if after == scene.after:
        return "right"
    return "right but for white space" if _words(after) == _words(scene.after) else "WRONG"


def _words(files: dict[str, str]) -> list[list[str]]:
    return [text.split() for text in files.values()]

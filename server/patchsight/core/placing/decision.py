"""What is decided about a part, and the one place where that is written down.

Rules look at evidence and return a `Decision`; they change nothing. Whoever asks them keeps it in
the part's state, and when the section is done `record` makes a `Resolution` of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from patchsight.core.model.patch import FileChange, Grade, Part
from patchsight.core.model.problems import Problem
from patchsight.core.model.report import Lines, Nearest, Resolution, State


class Decision(NamedTuple):
    """What becomes of a part, where, how surely, and what there is to tell about it."""

    state: State | None = None  #: None while it is undecided
    where: Lines | None = None
    grade: Grade | None = None
    score: float = 0.0
    candidates: Sequence[Lines] = ()
    total_candidates: int = 0
    nearest: Nearest | None = None
    before: Sequence[str] = ()  #: the file's lines that the part covers
    after: Sequence[str] = ()  #: the same lines as the part leaves them
    problems: tuple[Problem, ...] = ()

    def but(self, *problems: Problem, **changes: Any) -> Decision:
        """The same decision with these fields changed and these problems told as well."""
        if not problems and not changes:
            return self
        return self._replace(problems=self.problems + problems, **changes)

    def showing(self, before: Sequence[str], after: Sequence[str]) -> Decision:
        """The same decision with the lines that the part covers."""
        return Decision(*self[:7], before, after, self.problems)


def whole_text(state: State, count: int) -> Decision:
    """A decision about a part that stands for all lines of a file."""
    return Decision(state, Lines(0, count), Grade.EXACT, 1.0)


def record(
    part: Part, change: FileChange, path: str, decision: Decision, problems: list[Problem]
) -> Resolution:
    """Write down a decision. A part that is still undecided was kept from being placed."""
    problems += decision.problems
    return Resolution(
        part,
        change,
        path,
        decision.state or State.INVALID,
        decision.grade,
        decision.score,
        decision.where,
        list(decision.candidates),
        decision.total_candidates,
        decision.nearest,
        list(decision.before),
        list(decision.after),
    )

"""The files as the sections of a patch leave them, one after the other: the overlay every later
section works on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from patchsight.core.model.budget import Means
from patchsight.core.model.patch import FileChange
from patchsight.core.model.record import field, record
from patchsight.core.model.report import FilePlan
from patchsight.core.model.target import Target
from patchsight.core.placing.line_ring import LineRing


@record(eq=False)
class FileState:
    """One file on its way from what it is to what it will be."""

    path: str  #: where it is now
    target: Target | None  #: what the user has; None for a file that only the patch makes
    ring: LineRing | None  #: its text as it is now; None when it does not exist
    parts: list[int] = field(default_factory=list)  #: the parts that changed it
    settled: bool = False  #: whether `plan` says all there is to say of it
    plan: FilePlan | None = None


class Overlay:
    """Every file the patch names, by the path it has at this moment."""

    def __init__(self, targets: Mapping[str, Target], means: Means) -> None:
        self._targets = targets
        self.means = means
        self._states: dict[str, FileState] = {}
        self.all: list[FileState] = []  #: in the order in which they were first named

    def at(self, path: str) -> FileState:
        """What stands at a path now. However the patch spells it, one file has one state."""
        target = self.target(path)
        path = target.path
        state = self._states.get(path)
        if state is None:
            ring = LineRing(target.text, self.means) if target.text is not None else None
            state = self._enter(path, FileState(path, target, ring))
        return state

    def target(self, path: str) -> Target:
        """What the user has at a path, whatever the patch did since."""
        return self._targets.get(path) or Target(path, None)

    def named_by(self, change: FileChange) -> set[str]:
        """The files that a section may mean, by the paths that the user has them at."""
        refs = (change.path, change.new_path) if change.new_path else (change.path,)
        return {self.target(path).path for ref in refs for path, _ in ref.checked}

    def exists(self, path: str) -> bool:
        """Whether the user has anything at a path."""
        return self.target(path).exists

    @property
    def texts(self) -> dict[str, str]:
        """Every target's text as the user has it."""
        return {
            target.path: target.text for target in self._targets.values() if target.text is not None
        }

    @property
    def absent(self) -> frozenset[str]:
        """Every path that was looked at and leads to nothing."""
        return frozenset(
            target.path
            for target in self._targets.values()
            if target.text is None and target.problem is None
        )

    def move(self, state: FileState, path: str) -> None:
        """Put a file elsewhere; the place it leaves is empty."""
        path = self.target(path).path
        self._enter(state.path, FileState(state.path, None, None))
        occupant = self._states.get(path)
        if (
            occupant is not None
            and occupant.ring is None
            and occupant.target
            and occupant.target.text is None
        ):
            self.all.remove(occupant)
        state.path = path
        self._states[path] = state

    def after(self, plans: Sequence[FilePlan]) -> Overlay:
        """The same for the files as plans leave them."""
        changed = {plan.path: Target(plan.path, None) for plan in plans}
        for plan in plans:
            path = plan.new_path or plan.path
            changed[path] = Target(path, plan.after, plan.bom)
        targets = self._targets.items()
        left = {path: changed.get(target.path, target) for path, target in targets}
        return Overlay(left, self.means)

    def settle(self, path: str, plan: FilePlan | None) -> None:
        """Note the plan of a file that nothing else names; its lines are not needed any more."""
        state = self._states.get(path) or self._enter(path, FileState(path, None, None))
        state.ring, state.settled, state.plan = None, True, plan

    def _enter(self, path: str, state: FileState) -> FileState:
        self._states[path] = state
        self.all.append(state)
        return state

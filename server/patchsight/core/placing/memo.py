"""What became of each file section, kept from one answer to the next: while one section is typed,
the others stay.

A section that changes one file, which no other section names, is placed by nothing but its own
lines, the file and the settings. If all of these are as they were, so is what became of it; only
its place in the patch may have moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from patchsight.core.model.hunk_lines import kinds_of, texts_of
from patchsight.core.model.patch import FileChange, Op, Part, Patch
from patchsight.core.model.path_rules import check
from patchsight.core.model.problems import Problem
from patchsight.core.model.record import record, replace
from patchsight.core.model.report import FilePlan, Resolution
from patchsight.core.model.target import Target
from patchsight.core.text.buffer import Span


class Evidence(NamedTuple):
    """All that the fate of a section depends on, but for where it stands in the patch."""

    text: str
    #: how they are read, in which the rows around the section may have had a say
    parts: list[object]
    first: int  #: the number of the first part
    targets: list[Target]


class Fate(NamedTuple):
    """What became of a section."""

    evidence: Evidence
    path: str  #: of the file it edits
    start: int  #: where the section starts in the patch
    resolutions: list[Resolution]
    problems: list[Problem]
    search: float  #: what placing it took of the budgets
    words: float
    plan: FilePlan | None

    def moved(self, change: FileChange) -> Fate:
        """The fate of a section as that of the same section where it stands now."""
        start = change.span.start
        resolutions = [
            old.of(part, change) for part, old in zip(change.parts, self.resolutions, strict=True)
        ]
        problems = [_move(found, start - self.start) for found in self.problems]
        return self._replace(start=start, resolutions=resolutions, problems=problems)


@record
class Memory:
    """The fates of the sections of one patch as it was answered last.

    Replaced in one step and never changed: an answer that was overtaken may still be worked out
    beside a newer one.
    """

    #: What holds for the whole patch (its format, the settings, its own path), and the fates by the
    #: path as it is written.
    kept: tuple[object, Mapping[str, Fate]] = (None, MappingProxyType({}))

    def open(self, patch: Patch, target: Callable[[str], Target], terms: object) -> Recall:
        """Hold a patch against what is remembered."""
        return Recall(patch, target, self, terms)


class Recall:
    """The sections of one patch, against what is remembered of it."""

    def __init__(
        self, patch: Patch, target: Callable[[str], Target], memory: Memory, terms: object
    ) -> None:
        self._patch, self._memory, self._terms = patch, memory, terms
        before, fates = memory.kept
        self._before = fates if before == terms else {}
        self._targets = [[target(path) for path in _paths(change)] for change in patch.files]
        self._count = Counter(
            name for found in self._targets for name in {one.path for one in found}
        )
        self._fates: list[Fate] = []

    def gather(self, at: int) -> Evidence | None:
        """What the fate of a section depends on; None if it cannot be told from these."""
        change, targets = self._patch.files[at], self._targets[at]
        alone = all(self._count[target.path] == 1 for target in targets)
        if (
            change.op is not Op.UPDATE
            or not alone
            or all(target.text is None for target in targets)
        ):
            return None
        text = self._patch.buffer.text[change.span.start : change.span.end]
        return Evidence(
            text, [_read(part) for part in change.parts], change.parts[0].index, targets
        )

    def recall(self, change: FileChange, evidence: Evidence | None) -> Fate | None:
        """What became of this section before, if it would be the same now."""
        fate = self._before.get(change.path.raw)
        return fate.moved(change) if fate and fate.evidence == evidence else None

    def note(self, fate: Fate) -> None:
        self._fates.append(fate)

    def keep(self) -> None:
        """Remember for the next time."""
        fates = {fate.resolutions[0].change.path.raw: fate for fate in self._fates}
        self._memory.kept = (self._terms, fates)


def _paths(change: FileChange) -> list[str]:
    return [
        check(choice)[0] for ref in (change.path, change.new_path) if ref for choice in ref.choices
    ]


def _read(part: Part) -> object:
    lines = (kinds_of(part.lines), texts_of(part.lines), part.anchor and len(part.anchor.lines))
    return (
        *lines,
        part.broken,
        part.droppable,
        part.at_end,
        part.old_newline,
        part.new_newline,
        part.fuzz,
    )


def _move(found: Problem, delta: int) -> Problem:
    span = Span(found.span.start + delta, found.span.end + delta)
    related = [
        place
        if place.path is not None
        else place._replace(start=place.start + delta, end=place.end + delta)
        for place in found.related
    ]
    return replace(found, span=span, related=related)

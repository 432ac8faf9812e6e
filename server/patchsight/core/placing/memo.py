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

from patchsight.core.model.hunk_lines import in_columns
from patchsight.core.model.patch import FileChange, Op, Part, Patch
from patchsight.core.model.problems import Problem
from patchsight.core.model.record import record, replace
from patchsight.core.model.report import FilePlan
from patchsight.core.model.target import Target
from patchsight.core.placing.overlay import Overlay
from patchsight.core.placing.placer import Outcome
from patchsight.core.placing.plan import plan_alone
from patchsight.core.text.buffer import Span


class Evidence(NamedTuple):
    """All that the outcome of a section depends on, but for where it stands in the patch."""

    text: str
    #: how they are read, in which the rows around the section may have had a say
    parts: list[object]
    first: int  #: the number of the first part
    path: int  #: where the path stands, seen from the section, which it may stand above
    targets: list[Target]


class Remembered(NamedTuple):
    """A section that was placed: on what evidence, with what outcome, at what cost."""

    evidence: Evidence
    start: int  #: where the section starts in the patch
    outcome: Outcome
    plan: FilePlan | None  #: of its file
    search: float  #: what placing it took of the budgets
    words: float

    def moved(self, change: FileChange) -> Remembered:
        """The same for the same section where it stands now."""
        start = change.span.start
        kept = zip(change.parts, self.outcome.resolutions, strict=True)
        resolutions = [resolution.of(part, change) for part, resolution in kept]
        problems = [_move(problem, start - self.start) for problem in self.outcome.problems]
        outcome = self.outcome._replace(resolutions=resolutions, problems=problems)
        return self._replace(start=start, outcome=outcome)


@record
class Memory:
    """The sections of one patch as it was answered last.

    Replaced in one step and never changed: an answer that was overtaken may still be worked out
    beside a newer one.
    """

    #: What holds for the whole patch (its format, the settings, its own path), and the sections by
    #: the path as it is written.
    kept: tuple[object, Mapping[str, Remembered]] = (None, MappingProxyType({}))

    def around(
        self, place: Callable[[FileChange], Outcome], overlay: Overlay, terms: object
    ) -> Callable[[Patch], list[Outcome]]:
        """How all sections of a patch are placed: those that are remembered are not placed again."""

        def place_all(patch: Patch) -> list[Outcome]:
            before, remembered = self.kept
            recall = _Recall(place, overlay, patch, remembered if before == terms else {})
            outcomes = [recall.outcome(change) for change in patch.files]
            self.kept = (terms, recall.kept)
            return outcomes

        return place_all


class _Recall:
    """The sections of one patch, against what is remembered of it."""

    def __init__(
        self,
        place: Callable[[FileChange], Outcome],
        overlay: Overlay,
        patch: Patch,
        before: Mapping[str, Remembered],
    ) -> None:
        self._place, self._overlay, self._patch, self._before = place, overlay, patch, before
        self._count = Counter(path for change in patch.files for path in overlay.named_by(change))
        self.kept: dict[str, Remembered] = {}

    def outcome(self, change: FileChange) -> Outcome:
        """What becomes of a section, as it did before if that still holds."""
        evidence = self._evidence(change)
        if evidence is None:
            return self._place(change)
        known = self._before.get(change.path.raw)
        means = self._overlay.means
        if known and known.evidence == evidence and means.pay(known.search, known.words):
            known = known.moved(change)
        else:
            before = means.account
            outcome = self._place(change)
            after = means.account
            if means.exhausted or after.refused > before.refused:
                return outcome  # with more means it would be another
            plan = plan_alone(self._overlay, outcome.path)
            search, words = before.search - after.search, before.words - after.words
            known = Remembered(evidence, change.span.start, outcome, plan, search, words)
        self._overlay.settle(known.outcome.path, known.plan)
        self.kept[change.path.raw] = known
        return known.outcome

    def _targets(self, change: FileChange) -> list[Target]:
        refs = [ref for ref in (change.path, change.new_path) if ref]
        return [self._overlay.target(path) for ref in refs for path, _ in ref.checked]

    def _evidence(self, change: FileChange) -> Evidence | None:
        """What the outcome of a section depends on; None if it depends on others as well."""
        targets = self._targets(change)
        alone = all(self._count[target.path] == 1 for target in targets)
        exists = any(target.text is not None for target in targets)
        if change.op is not Op.UPDATE or not alone or not exists:
            return None
        text = self._patch.buffer.text[change.span.start : change.span.end]
        parts = [_read(part) for part in change.parts]
        path = change.path.span.start - change.span.start
        return Evidence(text, parts, change.parts[0].index, path, targets)


def _read(part: Part) -> object:
    lines = in_columns(part.lines)
    return (
        lines.kinds,
        lines.texts,
        part.anchor and len(part.anchor.lines),
        part.broken,
        part.short,
        part.droppable,
        part.at_end,
        part.old_newline,
        part.new_newline,
        part.fuzz,
    )


def _move(problem: Problem, delta: int) -> Problem:
    span = Span(problem.span.start + delta, problem.span.end + delta)
    related = [
        place
        if place.path is not None
        else place._replace(start=place.start + delta, end=place.end + delta)
        for place in problem.related
    ]
    return replace(problem, span=span, related=related)

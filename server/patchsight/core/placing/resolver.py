"""From a parsed patch and the targets it names to the answer: every part placed, every file
planned.

Sections are carried out in order on one overlay (`World`). A section either edits a text (`hunks`,
`ap_rules`) or does something to a file as a whole (`fileops`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from patchsight.core.formats.spec import policy_of
from patchsight.core.model import path_rules
from patchsight.core.model.patch import FileChange, Op, Options, Patch
from patchsight.core.model.problems import Problem, fold
from patchsight.core.model.report import Report, Resolution, State
from patchsight.core.model.target import Target
from patchsight.core.placing import file_operations
from patchsight.core.placing.budget import ExhaustedError, Means
from patchsight.core.placing.hidden_characters import hidden_problems
from patchsight.core.placing.hunks import place_hunks
from patchsight.core.placing.line_ring import Sheet
from patchsight.core.placing.overlay import FileState, World
from patchsight.core.placing.part_state import Job, Section
from patchsight.core.placing.plan import make_plan, plan_alone
from patchsight.core.placing.targets import Names

if TYPE_CHECKING:
    from patchsight.core.placing.memo import Evidence, Fate, Memory, Recall


def paths_of(patch: Patch) -> list[str]:
    """Every path a resolver will want to know about; refused ones are left out, so nothing reads
    them.
    """
    refs = [ref for change in patch.files for ref in (change.path, change.new_path) if ref]
    checked = (path_rules.check(choice) for ref in refs for choice in ref.choices)
    return list(dict.fromkeys(path for path, reason in checked if reason is None))


def resolve(
    patch: Patch,
    targets: Mapping[str, Target],
    options: Options | None = None,
    *,
    itself: str | None = None,
    known: Callable[[], Sequence[str]] = tuple,
    memory: Memory | None = None,
    means: Means | None = None,
) -> Report:
    """The answer. `itself` is the patch's own path; `known` lists the workspace's files for
    did-you-mean; `memory` is of the patch as it was answered last, and is brought up to date;
    `means` are what it may cost, if not what the options say.
    """
    options = options or Options()
    return _Resolver(patch, targets, options, itself, known, means or Means(options.max_steps)).run(
        memory
    )


def _place_modifications(section: Section, jobs: list[Job]) -> Sheet:
    # for one format of five
    from patchsight.core.placing.ap.modifications import place_modifications

    return place_modifications(section, jobs)


class _Resolver:
    def __init__(
        self,
        patch: Patch,
        targets: Mapping[str, Target],
        options: Options,
        itself: str | None,
        known: Callable[[], Sequence[str]],
        means: Means,
    ) -> None:
        self.patch, self.options, self.itself = patch, options, itself
        self.means = means
        self.world = World(targets, means)
        self.exhausted = False
        self.problems: list[Problem] = list(patch.problems)
        self.resolutions: list[Resolution] = []
        self.names = Names(patch, self.world, options, self.problems, itself, known)

    def run(self, memory: Memory | None) -> Report:
        recall = memory and memory.open(
            self.patch, self.world.target, (self.patch.format, self.options, self.itself)
        )
        for at, change in enumerate(self.patch.files):
            if recall:
                self._recall_section(recall, at, change)
            else:
                self._section(change)
        self.problems += hidden_problems(self.patch)
        self.problems = fold(self.problems, self.options.max_problems)
        texts = self.world.texts
        for found in self.problems:  # a file that only the patch makes has no place to show
            found.related = [
                place for place in found.related if place.path is None or place.path in texts
            ]
        plan = make_plan(self.world)
        if recall:
            recall.keep()
        return Report(self.patch, self.resolutions, self.problems, plan, texts)

    # ---- one section
    def _recall_section(self, recall: Recall, at: int, change: FileChange) -> None:
        """Take up what became of a section before if that still holds, else place it."""
        evidence = recall.gather(at)
        fate = recall.recall(change, evidence)
        if fate and not self.exhausted and self.means.pay(fate.search, fate.words):
            self.resolutions += fate.resolutions
            self.problems += fate.problems
            self.world.settle(fate.path, fate.plan)
        else:
            fate = self._place_noting(change, evidence)
        if fate:
            recall.note(fate)

    def _place_noting(self, change: FileChange, evidence: Evidence | None) -> Fate | None:
        """Place a section; what became of it, if it would be the same another time."""
        from patchsight.core.placing.memo import Fate  # loaded by whoever has a memory

        placed, found, before = len(self.resolutions), len(self.problems), self.means.account
        self._section(change)
        after = self.means.account
        if evidence is None or self.exhausted or after.refused > before.refused:
            return None
        resolutions, problems = self.resolutions[placed:], self.problems[found:]
        path = resolutions[-1].path
        plan = plan_alone(self.world, path)
        self.world.settle(path, plan)
        search, words = before.search - after.search, before.words - after.words
        return Fate(evidence, path, change.span.start, resolutions, problems, search, words, plan)

    def _section(self, change: FileChange) -> None:
        # of a section that says nothing, no target is at fault
        usable = not all(part.broken for part in change.parts)
        path = self.names.path(change.path, usable)
        jobs = [
            Job(part, Resolution(part, change, path or change.path.raw), part.lines)
            for part in change.parts
        ]
        self.resolutions += [job.resolution for job in jobs]
        new_path = self.names.path(change.new_path, usable) if change.new_path else path
        if path is None or new_path is None or not self.names.first_time(change, path):
            return
        state = self.world.at(path)
        section = Section(
            state.sheet or Sheet("", self.means),
            change,
            self.world.target(path).path if state.target else path,
            policy_of(self.patch),
            self.options,
            self.problems,
        )
        for job in jobs:
            job.resolution.path = section.path
        self.names.warn_of_file(section, state)
        self._try(section, state, [job for job in jobs if not job.part.broken], new_path)
        if any(job.resolution.state is State.FITS for job in jobs):
            state.parts += [job.part.index for job in jobs if job.resolution.state is State.FITS]

    def _try(self, section: Section, state: FileState, jobs: list[Job], new_path: str) -> None:
        """Carry out a section, unless looking for what it names takes too long."""
        if self.exhausted:
            return
        try:
            self._carry_out(section, state, jobs, new_path)
        except ExhaustedError:
            self.exhausted = True
            unsettled = [
                job for job in jobs if job.resolution.state in (State.INVALID, State.FITS)
            ] or jobs
            for job in unsettled:
                job.resolution.state = State.INVALID
            section.report(
                "budget_exceeded",
                unsettled[0].part.header,
                f"Looking for the parts of this patch takes too long, so {section.path} and what follows is not placed. "
                "Split the patch, or give its parts lines that stand in one place only.",
                unsettled[0],
            )

    def _carry_out(
        self, section: Section, state: FileState, jobs: list[Job], new_path: str
    ) -> None:
        change = section.change
        if not jobs or (
            len(jobs) < len(change.parts) and change.op in (Op.CREATE, Op.REPLACE, Op.DELETE)
        ):
            return
        if change.op is Op.CREATE:
            self._create(section, state, jobs)
        elif change.op is Op.REPLACE:
            for job in jobs:
                file_operations.replace(section, state, job)
        elif state.sheet is None:
            if not self._removed_already(
                section, state, jobs, new_path
            ) and not self._moved_already(section, jobs, new_path):
                self.names.not_found(section, jobs)
        elif change.op is Op.DELETE and state.target and state.target.unsaved:
            message = f"{section.path} has unsaved changes that deleting it would lose. Save or close it first."
            self.names.refuse("unsaved_changes", change.path, message)
        elif change.op is Op.DELETE:
            file_operations.delete(section, state, jobs)
        else:
            self._update(section, state, jobs)
            if change.op is Op.RENAME and new_path != state.path:
                self._rename(section, state, jobs, new_path)

    def _create(self, section: Section, state: FileState, jobs: list[Job]) -> None:
        making = [job for job in jobs if job.part.action in ("EDIT", "CREATE_FILE")]
        rest = [job for job in jobs if job not in making]
        if not making:
            return
        if rest and state.sheet is not None and self._made_before(section, state, making, rest):
            return
        file_operations.create(section, state, making)
        if rest and state.sheet is not None and making[0].resolution.state.sound:
            section.sheet = state.sheet
            state.sheet = _place_modifications(section, rest)

    def _made_before(
        self, section: Section, state: FileState, making: list[Job], rest: list[Job]
    ) -> bool:
        """Whether a file that is created and then modified by one change stands there as the whole
        change leaves it.
        """
        assert state.sheet is not None
        text = file_operations.created_text(section.change, [job.part for job in making])
        trial = Section(
            Sheet(text, self.means),
            section.change,
            section.path,
            section.policy,
            section.options,
            [],
        )
        shadows = [
            Job(job.part, Resolution(job.part, section.change, section.path), job.part.lines)
            for job in rest
        ]
        if not file_operations.same_text(
            state.sheet.result, _place_modifications(trial, shadows).result
        ):
            return False
        for job in (*making, *rest):
            section.settle(job, State.APPLIED)
            section.report(
                "already_applied",
                job.part.header,
                f"Already applied: {section.path} exists with this content.",
                job,
            )
        return True

    def _update(self, section: Section, state: FileState, jobs: list[Job]) -> None:
        if section.policy.by_code:
            state.sheet = _place_modifications(section, jobs)
            return
        sheet = section.sheet
        newline = sheet.last == sheet.head or bool(sheet.ends[sheet.last])
        last = sheet.last
        editing = [job for job in jobs if job.part.lines]
        for job in jobs:
            if not job.part.lines:
                section.settle(job, State.FITS)
        place_hunks(section, editing)
        for job in editing:
            if (
                job.resolution.state is State.FITS
                and job.part.new_newline is not None
                and (job.left == last if job.place is None else job.place.ids[-1] == last)
            ):
                newline = job.part.new_newline
        if any(job.resolution.state is State.FITS for job in editing):
            sheet.end_with_newline(newline)

    def _rename(self, section: Section, state: FileState, jobs: list[Job], new_path: str) -> None:
        there = self.world.at(new_path)
        ref = section.change.new_path
        assert ref is not None
        if there.sheet is None:
            self.world.move(state, new_path)
            if jobs and all(job.resolution.state.sound for job in jobs):
                jobs[0].resolution.state = State.FITS
            return
        for job in jobs:
            section.settle(job, State.CONFLICT)
        section.report(
            "file_exists",
            ref.span,
            f"{new_path} exists; moving {section.path} there would lose it. Choose another path.",
            jobs[0] if jobs else Job(section.change.parts[0], self.resolutions[-1], ()),
        )

    def _removed_already(
        self, section: Section, state: FileState, jobs: list[Job], new_path: str
    ) -> bool:
        """Whether the editor was given an edit of this patch that removes the file, and the file
        is gone since.
        """
        moved = section.change.op is Op.RENAME and self.world.at(new_path).sheet is not None
        if not (state.target and state.target.removed) or not (
            moved or section.change.op is Op.DELETE
        ):
            return False
        what = f"{section.path} stands at {new_path}" if moved else f"{section.path} is deleted"
        for job in jobs:
            section.settle(job, State.APPLIED)
            section.report("already_applied", job.part.header, f"Already applied: {what}.", job)
        return True

    def _moved_already(self, section: Section, jobs: list[Job], new_path: str) -> bool:
        """Whether the file stands at its new place with every hunk applied."""
        there = self.world.at(new_path).sheet
        if (
            section.change.op is not Op.RENAME
            or there is None
            or not all(job.part.lines for job in jobs)
        ):
            return False
        trial = Section(
            there.fork(),
            section.change,
            new_path,
            section.policy,
            section.options,
            [],
        )
        shadows = [
            Job(job.part, Resolution(job.part, section.change, new_path), job.part.lines)
            for job in jobs
        ]
        place_hunks(trial, shadows)
        if not shadows or any(shadow.resolution.state is not State.APPLIED for shadow in shadows):
            return False
        for job in jobs:
            section.settle(job, State.APPLIED)
            section.report(
                "already_applied",
                job.part.header,
                f"Already applied: {new_path} stands there with this change.",
                job,
            )
        return True

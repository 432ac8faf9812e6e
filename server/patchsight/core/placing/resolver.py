"""From a parsed patch and the targets it names to the answer: every part placed, every file
planned.

Sections are carried out in order on one `Overlay`, by the `Placer`. What there is to tell of all of
them is gathered here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from patchsight.core.formats.spec import FormatSpec
from patchsight.core.model.budget import Means
from patchsight.core.model.patch import Op, Options, Patch
from patchsight.core.model.problems import Problem, Severity, fold, problem
from patchsight.core.model.record import replace
from patchsight.core.model.report import FilePlan, Report, Resolution, State
from patchsight.core.model.target import Target
from patchsight.core.placing.decision import Decision, record
from patchsight.core.placing.hidden_characters import hidden_problems
from patchsight.core.placing.overlay import Overlay
from patchsight.core.placing.placer import Outcome, Placer
from patchsight.core.placing.plan import make_plan
from patchsight.core.placing.targets import Targets, has_error
from patchsight.core.placing.workload import workload
from patchsight.core.text.phrases import count

if TYPE_CHECKING:
    from patchsight.core.placing.memo import Memory


def paths_of(patch: Patch) -> list[str]:
    """Every path a resolver will want to know about; refused ones are left out, so nothing reads
    them.
    """
    paths = {
        path: None
        for change in patch.files
        for ref in (change.path, change.new_path)
        if ref
        for path, reason in ref.checked
        if reason is None
    }
    return list(paths)


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
    means = means or Means(options.max_steps)
    held = means.account
    overlay = Overlay(targets, means)
    placer = Placer(patch, overlay, options, Targets(patch, overlay, options, itself, known))
    if not options.patient and not means.search.reserve(workload(patch)):
        outcomes = _refuse(patch)
    elif memory:
        place_all = memory.around(placer.place, overlay, (patch.format, options, itself))
        outcomes = place_all(patch)
    else:
        outcomes = [placer.place(change) for change in patch.files]
    plan = make_plan(overlay)
    outcomes = _judge_moves(patch, outcomes, overlay, plan, options)
    problems = [*patch.problems, *(told for outcome in outcomes for told in outcome.problems)]
    resolutions = [resolution for outcome in outcomes for resolution in outcome.resolutions]
    texts = overlay.texts
    hidden = hidden_problems(patch, overlay.exists, texts)
    if problems or hidden:
        problems = _weigh_applied(problems, resolutions)
        problems = _with_agent(_each_once(problems), patch.format, options.agent)
        problems = _list([*problems, *hidden], texts, options)
    steps = means.search.reserved + means.spent_since(held)
    return Report(patch, resolutions, problems, plan, texts, overlay.absent, steps=steps)


# ---- what there is to tell
def _weigh_applied(problems: Sequence[Problem], resolutions: Sequence[Resolution]) -> list[Problem]:
    """That a part is applied already is worth a warning where other parts still change something:
    whoever wrote the patch thought that all of it does.
    """
    if not any(resolution.state is State.FITS for resolution in resolutions):
        return [*problems]
    return [
        replace(told, severity=Severity.WARNING) if told.code == "already_applied" else told
        for told in problems
    ]


def _each_once(problems: Sequence[Problem]) -> list[Problem]:
    """Problems without those that are told already, as of a path that several sections share."""
    return list(
        {(told.code, told.span, told.message, told.part): told for told in problems}.values()
    )


def _with_agent(problems: Sequence[Problem], spec: FormatSpec | None, agent: str) -> list[Problem]:
    """Problems with a word about what the agent would have done that wrote the patch."""
    if spec is None:
        return [*problems]
    would = ((told, spec.would(agent, told.code)) for told in problems)
    return [
        replace(told, message=f"{told.message} {more}") if more else told for told, more in would
    ]


def _list(problems: Sequence[Problem], texts: Mapping[str, str], options: Options) -> list[Problem]:
    """Problems as they are listed; a file that only the patch makes has no place to show."""
    listed = fold(problems, options.max_problems)
    for told in listed:
        told.related = [
            place for place in told.related if place.path is None or place.path in texts
        ]
    return listed


# ---- files that are moved, and stand there again
def _judge_moves(
    patch: Patch,
    outcomes: list[Outcome],
    overlay: Overlay,
    plan: Sequence[FilePlan],
    options: Options,
) -> list[Outcome]:
    """The outcomes, but the last section is refused that moves a file away from a path where the
    patch leaves one, if a second run would move that, too.
    """
    moves = [
        outcome
        for outcome in outcomes
        if outcome.resolutions and outcome.resolutions[0].change.op is Op.RENAME
    ]
    if not moves or not _are_all_sound(outcomes):
        return outcomes
    moved = [outcome for outcome in moves if overlay.at(outcome.path).ring is not None]
    if not moved or not _changes_again(patch, overlay.after(plan), options):
        return outcomes
    return [outcome.left_open() if outcome is moved[-1] else outcome for outcome in outcomes]


def _changes_again(patch: Patch, overlay: Overlay, options: Options) -> bool:
    """Whether a patch fits into these files and changes them."""
    placer = Placer(patch, overlay, options, Targets(patch, overlay, options, None, tuple))
    outcomes = [placer.place(change) for change in patch.files]
    return _are_all_sound(outcomes) and bool(make_plan(overlay))


def _are_all_sound(outcomes: Sequence[Outcome]) -> bool:
    return not any(
        has_error(outcome.problems) or not all(each.state.sound for each in outcome.resolutions)
        for outcome in outcomes
    )


def _refuse(patch: Patch) -> list[Outcome]:
    """Place nothing of a patch that is too large for that."""
    outcomes = [
        Outcome(
            change.path.raw,
            [record(part, change, change.path.raw, Decision(), []) for part in change.parts],
            [],
        )
        for change in patch.files
    ]
    sections, parts = count(len(patch.files), "section"), count(len(patch.parts), "part")
    message = (
        f"The patch has {sections} with {parts}. To place them takes longer than an answer may take, "
        "so nothing is placed. Split the patch, or use the command line, which takes its time."
    )
    first = outcomes[0].resolutions[0].part.index if outcomes[0].resolutions else None
    found = problem("budget_exceeded", patch.files[0].header, message, part=first)
    outcomes[0].problems.append(found)
    return outcomes

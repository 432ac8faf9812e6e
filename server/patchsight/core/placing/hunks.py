"""Placing the hunks of one file section: all against the same text, then all put in at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from patchsight.core.model.patch import Grade, PatchLine
from patchsight.core.model.report import Lines, State
from patchsight.core.placing import already_applied
from patchsight.core.placing.byte_order_mark import drop_copied_marks
from patchsight.core.placing.disambiguate import (
    Drift,
    after_hint,
    by_order,
    follow_hints,
    report_vague_hint,
    within,
)
from patchsight.core.placing.locate import Place, locate
from patchsight.core.placing.messages import (
    report_ambiguous,
    report_bare,
    report_looseness,
    report_missing,
    tell_order,
)
from patchsight.core.placing.part_state import Job, Section
from patchsight.core.placing.similar import GUARD, windows
from patchsight.core.placing.splice import put_in
from patchsight.core.text.buffer import is_trivial


def place_hunks(section: Section, jobs: Sequence[Job]) -> None:
    """Find a place for every hunk of a section and put the hunks that have one into the sheet."""
    drop_copied_marks(section, jobs)
    searched = [job for job in jobs if job.old]
    section.sheet.index(Grade.EXACT).announce(job.old for job in searched)
    for job in searched:
        _search(section, job)
    _choose(section, jobs)
    for job in jobs:
        _conclude(section, job)
    tell_order(section, jobs)
    put_in(section, [job for job in jobs if job.open])


def _search(section: Section, job: Job) -> None:
    """Fill in the places at the first grade that has any, unless the new text stands there
    already.
    """
    places = _best(section, job, lambda: job.old)
    if not places or places[0].grade is not Grade.EXACT:
        old = job.lines
        there = _best(section, job, lambda: job.new)
        if (
            there
            and (not places or there[0].grade < places[0].grade)
            and already_applied.stands_instead(section, job, there, places)
        ):
            return
        job.take(old)
    if not places and section.policy.fuzzy:
        places = _similar(section, job)
    if places and not already_applied.overlaps_new_text(section, job, places):
        job.places = places
    elif not places:
        report_missing(section, job)


def _best(section: Section, job: Job, side: Callable[[], list[str]]) -> list[Place]:
    """Where one side of a part stands most literally; the job goes on with the variant of its
    lines that does.
    """
    found: list[tuple[list[Place], Sequence[PatchLine]]] = []
    for lines in job.variants():
        if lines is not job.lines:
            job.take(lines)
        block = side()
        places = locate(section.sheet, block, section.policy.grades) if block else []
        if places:
            found.append((places, lines))
    best, lines = min(found, key=lambda pair: pair[0][0].grade, default=([], job.part.lines))
    if lines is not job.lines:
        job.take(lines)
    return best


def _similar(section: Section, job: Job) -> list[Place]:
    """The most similar window, if it is similar enough; those that come too close to be told apart
    as well.
    """
    threshold = job.part.fuzz if job.part.fuzz is not None else section.options.fuzzy_threshold
    if all(is_trivial(line) for line in job.old):
        return []
    order = section.sheet.order
    near = windows(section.sheet, order, job.old, section.sheet.means.search, threshold - GUARD)
    if not near or near[0].score < threshold:
        return []
    return [
        Place(order[window.start : window.end], Grade.FUZZY, None, window.score)
        for window in near
        if near[0].score - window.score < GUARD
    ]


def _choose(section: Section, jobs: Sequence[Job]) -> None:
    """Pick one place for every part that has any, by everything the format lets tell places apart."""
    drift = Drift(section)
    for job in jobs:
        if job.open:
            _choose_one(section, job, drift)
        if job.resolution.state is State.APPLIED and job.part.numbers:
            drift.pass_over(job, job.part.numbers)
    if section.policy.order:
        by_order(section, [job for job in jobs if job.open])


def _choose_one(section: Section, job: Job, drift: Drift) -> None:
    if job.part.at_end and job.places:
        _keep_at_end(section, job)
    if not job.old:
        _choose_gap(section, job, drift)
        if job.left is not None:
            already_applied.stands_in_gap(section, job, job.left)
    elif job.places:
        _choose_place(section, job, drift)


def _keep_at_end(section: Section, job: Job) -> None:
    ends = [place for place in job.places[-1:] if section.sheet.is_last(place.ids[-1])]
    if ends:
        job.places = ends
        return
    where = section.lines(job.places[0].ids)
    section.candidates(job, job.places)
    section.settle(job, State.MISSING)
    section.report(
        "context_not_found",
        job.part.header,
        f"`*** End of File` asks for the end of {section.path}, but this text stands "
        f"at line {where.start + 1}. Remove the marker, or take the file's last lines.",
        job,
    )
    job.places = []


def _choose_place(section: Section, job: Job, drift: Drift) -> None:
    numbers = job.part.numbers if section.policy.numbers else None
    if numbers and already_applied.stands_where_led(
        section, job, lambda places: drift.led(numbers, places)
    ):
        return
    scope = follow_hints(section, job) if job.part.hints else None
    if scope is not None and already_applied.stands_where_led(
        section, job, lambda places: within(section, scope, places)
    ):
        return
    if len(job.places) == 1:
        job.place = job.places[0]
    elif scope is not None:
        job.place = after_hint(section, job, scope)
    if job.place is None and job.part.numbers:
        job.place = drift.choose(job, job.part.numbers, job.places)
    if job.place and numbers and not already_applied.stands_beside(section, job, job.place):
        drift.note(job, numbers, job.place)


def _choose_gap(section: Section, job: Job, drift: Drift) -> None:
    """The line after which a part that only adds goes: by number, after its hint, or at the end."""
    sheet = section.sheet
    if section.policy.numbers and job.part.numbers:
        row = job.part.numbers.old_start + (drift.lines if job.part.numbers.old_start else 0)
        rows = sheet.order
        if 0 <= row <= len(rows):
            job.left = rows[row - 1] if row else sheet.head
        else:
            section.settle(job, State.MISSING)
            section.report(
                "cannot_insert",
                job.part.header,
                f"The header says after line {row}, but {section.path} has {len(rows)} lines. "
                "Correct the number, or add context lines.",
                job,
            )
    elif job.part.hints and not job.part.at_end:
        job.left = follow_hints(section, job)
        if job.vague_hint:
            section.settle(job, State.AMBIGUOUS)
            report_vague_hint(section, job)
        elif job.left is None:
            section.settle(job, State.MISSING)
            message = "The lines are to be added after the hint, but the hint is not in the file."
            section.report("cannot_insert", job.part.header, message, job)
    else:
        job.left = sheet.last


def _conclude(section: Section, job: Job) -> None:
    """Turn a chosen place into a state and its messages."""
    if not job.open:
        return
    if job.left is not None:
        _conclude_gap(section, job, job.left)
    elif job.place is None:
        report_ambiguous(section, job)
    elif not already_applied.stands_beside(section, job, job.place):
        report_looseness(section, job, job.place)
        report_bare(section, job)


def _conclude_gap(section: Section, job: Job, left: int) -> None:
    sheet = section.sheet
    at = sheet.shown(left) + 1 if left != sheet.head else 0
    job.resolution.where, job.resolution.grade, job.resolution.score = (
        Lines(at, at),
        Grade.EXACT,
        1.0,
    )

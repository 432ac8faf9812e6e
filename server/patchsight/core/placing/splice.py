"""Putting placed parts into the sheet: context keeps the file's bytes, only removed and added
lines change.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from patchsight.core.model.patch import Grade, Kind
from patchsight.core.model.problems import Related
from patchsight.core.model.record import record
from patchsight.core.model.report import State
from patchsight.core.placing.locate import Place
from patchsight.core.placing.part_state import Job, Section
from patchsight.core.placing.similar import align

_CHANGES = re.compile("[-+]+")


@record(eq=False)
class Cut:
    """One place a part changes: after `left`, these lines go and those come."""

    left: int
    job: Job
    removed: list[int]
    added: list[str]


def put_in(section: Section, jobs: Sequence[Job]) -> None:
    """Change the sheet as the parts say, all of them or, where two want the same lines, none of
    these two.
    """
    cuts = [cut for job in jobs for cut in _cuts(section, job)]
    _mark_conflicts(section, cuts)
    for job in jobs:
        if job.open:
            job.resolution.state = State.FITS
            _picture(section, job)
    rank = section.sheet.rank
    head = section.sheet.head
    in_file_order = sorted(cuts, key=lambda cut: 0 if cut.left == head else rank(cut.left))
    # from the bottom up, so that no cut takes away the line another one stands after
    for cut in reversed(in_file_order):
        if cut.job.resolution.state is State.FITS:
            section.sheet.splice(cut.left, cut.removed, cut.added, cut.job.part.index)


def _cuts(section: Section, job: Job) -> list[Cut]:
    if job.left is not None:
        return [Cut(job.left, job, [], job.added)] if job.added else []
    assert job.place is not None
    ids = aligned(section, job, job.place)
    cuts: list[Cut] = []
    # the first line of the part behind the last run of changes, and the old lines above that line
    start = done = 0
    added = (
        [_indented(job.place, job, text) for text in job.added] if job.place.shift else job.added
    )
    for run in _CHANGES.finditer(job.kinds):
        above = done + run.start() - start
        size = run[0].count("-")
        there = [line for line in ids[above : above + size] if line is not None]
        count = len(run[0]) - size
        cuts.append(
            Cut(
                _left(section, job.place, ids[:above], there),
                job,
                _whole(section, there),
                added[:count],
            )
        )
        added, start, done = added[count:], run.end(), above + size
    return [cut for cut in cuts if cut.removed or cut.added]


def _left(section: Section, place: Place, above: Sequence[int | None], removed: list[int]) -> int:
    """The line after which a run of changes stands."""
    if removed:
        return section.sheet.prev[removed[0]]
    return next(
        (line for line in reversed(above) if line is not None), section.sheet.prev[place.ids[0]]
    )


def _whole(section: Section, removed: list[int]) -> list[int]:
    """Lines to remove, with any that stand between two of them."""
    return section.sheet.between(removed[0], removed[-1]) if len(removed) > 1 else removed


def _indented(place: Place, job: Job, text: str) -> str:
    shift = place.shift
    return shift.apply(text) if shift and shift.fits(job.added) else text


def aligned(section: Section, job: Job, place: Place) -> Sequence[int | None]:
    """The file's line for each old line of a part; a fuzzy place may lack some."""
    if place.grade is not Grade.FUZZY:
        return place.ids
    matched = align(
        job.old, [section.sheet.lines[line] for line in place.ids], section.sheet.means.search
    )
    return [None if at is None else place.ids[at] for at in matched]


def _mark_conflicts(section: Section, cuts: Sequence[Cut]) -> None:
    """Two parts that remove the same line, or add at the same gap, are in conflict."""
    takers: dict[int, Job] = {}
    gaps: dict[int, Job] = {}
    for cut in cuts:
        for line in cut.removed:
            other = takers.setdefault(line, cut.job)
            if other is not cut.job:
                _conflict(section, cut.job, other, line)
        if cut.added:
            other = gaps.setdefault(cut.left, cut.job)
            if other is not cut.job:
                _conflict(section, cut.job, other, cut.left)
    for cut in cuts:
        inside = takers.get(cut.left)
        if (
            not cut.removed
            and inside
            and inside is not cut.job
            and takers.get(section.sheet.next[cut.left]) is inside
        ):
            _conflict(section, cut.job, inside, cut.left)


def _conflict(section: Section, job: Job, other: Job, line: int) -> None:
    if job.resolution.state is State.CONFLICT:
        return
    for one, two in ((job, other), (other, job)):
        one.resolution.state = State.CONFLICT
        number = section.sheet.shown(line) + 1
        section.report(
            "overlapping_parts",
            one.part.header,
            f"Part {one.part.index + 1} and part {two.part.index + 1} both change {section.path} at line {number}. "
            "Merge them.",
            one,
            related=[Related("the other part", None, two.part.header.start, two.part.header.end)],
        )


def _picture(section: Section, job: Job) -> None:
    """Keep the lines a part covers, before and after, for those who want to look at it."""
    if job.place is None:
        job.resolution.after = job.added
        return
    if job.place.grade is Grade.EXACT:
        job.resolution.before, job.resolution.after = job.old, job.new
        return
    ids = aligned(section, job, job.place)
    job.resolution.before = [section.sheet.lines[line] for line in job.place.ids]
    at = 0
    for line in job.lines:
        if line.kind is Kind.ADDED:
            job.resolution.after.append(_indented(job.place, job, line.text))
            continue
        there = ids[at]
        if line.kind is Kind.CONTEXT and there is not None:
            job.resolution.after.append(section.sheet.lines[there])
        at += 1

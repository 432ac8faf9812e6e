"""What is said of a hunk: why it is nowhere or in several places, and how literally it was found."""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.formats.spec import LADDER
from patchsight.core.model.patch import Grade
from patchsight.core.model.report import State
from patchsight.core.placing.disambiguate import report_vague_hint
from patchsight.core.placing.explain import (
    ambiguous,
    in_words,
    locus,
    missing,
    related_places,
)
from patchsight.core.placing.locate import Place, locate
from patchsight.core.placing.part_state import Job, Section, bare_code
from patchsight.core.text.buffer import is_blank
from patchsight.core.text.phrases import line_list, percent, quote_line


def report_missing(section: Section, job: Job) -> None:
    section.settle(job, State.MISSING)
    bare = bare_code(job)
    if section.policy.strict and report_inexact(section, job):
        return
    if bare:
        section.report(
            "invalid_hunk_line",
            bare[0].span,
            f"{quote_line(bare[0].text)} starts with neither a space, `-` nor `+`, and taken as a context "
            f"line it does not fit {section.path}. Put the right prefix in front.",
            job,
        )
        return
    grade = section.policy.grades[-1]
    section.problems.append(
        missing(
            "context_not_found",
            job.resolution,
            section.sheet,
            job.old_lines,
            grade,
            job.part.header,
        )
    )


def report_inexact(section: Section, job: Job) -> bool:
    places = locate(section.sheet, job.old, LADDER)
    if not places:
        return False
    section.candidates(job, places)
    file = [section.sheet.lines[line] for line in places[0].ids]
    first = next(
        line for line, there in zip(job.old_lines, file, strict=True) if line.text != there
    )
    where = line_list([place.start for place in job.resolution.candidates], len(places))
    several = " in several places" if len(places) > 1 else ""
    section.report(
        "context_not_exact",
        first.span,
        f"This text does not match exactly; it {in_words(places[0].grade, 1)}{several} at {where} of {section.path}. "
        "Zenpatch asks for the file's very characters.",
        job,
        related=related_places(
            section.path, job.resolution.candidates, section.sheet, "it almost stands here"
        ),
    )
    return True


def report_ambiguous(section: Section, job: Job) -> None:
    section.candidates(job, job.places)
    section.settle(job, State.AMBIGUOUS)
    job.resolution.score = job.places[0].score
    report_vague_hint(section, job)
    advice = "Add lines around the change until it fits one place only."
    section.problems.append(
        ambiguous(
            "ambiguous_context",
            locus(job.part, section.policy),
            job.resolution,
            section.sheet,
            advice,
        )
    )


def report_looseness(section: Section, job: Job, place: Place) -> None:
    """Say at which grade a part was found, and whether its added lines could be re-indented."""
    if place.grade is Grade.FUZZY:
        section.settle(job, State.INVALID, place)
        section.report(
            "fuzzy_match",
            locus(job.part, section.policy),
            f"No exact match in {section.path}; line {section.lines(place.ids).start + 1} "
            f"is {percent(place.score)} alike and is taken. Check that this is the place.",
            job,
        )
        return
    section.settle(job, State.INVALID, place)
    if place.grade is Grade.EXACT:
        return
    where = f"{section.path}:{section.lines(place.ids).start + 1}"
    added = [line for line in job.added if not is_blank(line)]
    if (
        place.grade > Grade.TRAILING_SPACE
        and added
        and (place.shift is None or not place.shift.fits(added))
    ):
        section.report(
            "verbatim_insert",
            job.part.header,
            f"The text {in_words(place.grade, 1)} at {where}; the added lines are put in as written. "
            "Check their indentation.",
            job,
        )
        return
    moved = " The added lines are re-indented like the file." if added and place.shift else ""
    section.report(
        "loose_match",
        job.part.header,
        f"The text {in_words(place.grade, 1)} at {where}.{moved}",
        job,
    )


def report_bare(section: Section, job: Job) -> None:
    for line in bare_code(job):
        section.report(
            "missing_space_prefix",
            line.span,
            f"The space in front of {quote_line(line.text)} is missing; taken as context it fits the file.",
            job,
        )


def tell_order(section: Section, jobs: Sequence[Job]) -> None:
    """Say which parts stand above one that comes before them in the patch."""
    furthest = -1
    for job in jobs:
        where = job.resolution.where
        if not job.open or where is None:
            continue
        if where.start < furthest:
            section.report(
                "out_of_order",
                job.part.header,
                f"Line {where.start + 1} of {section.path} is above the hunk before this one.",
                job,
            )
        furthest = max(furthest, where.start)

"""ap's own rules: each modification works on the text as the one before leaves it, and twice is
the same as once.
"""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.model.patch import Block, Grade, PatchLine
from patchsight.core.model.problems import Related, problem
from patchsight.core.model.report import Lines, Nearest, State
from patchsight.core.placing.ap.replay import Undone, redo_what_stands, standing
from patchsight.core.placing.ap.search import (
    Failure,
    Found,
    carry_out,
    code_of,
    content_lines,
    find_place,
)
from patchsight.core.placing.budget import ExhaustedError
from patchsight.core.placing.byte_order_mark import drop_copied_marks
from patchsight.core.placing.explain import (
    ambiguous,
    missing,
    nearest,
    related_places,
)
from patchsight.core.placing.grades import grade_of
from patchsight.core.placing.line_ring import Sheet
from patchsight.core.placing.part_state import Job, Section
from patchsight.core.placing.search import find_code
from patchsight.core.text.buffer import WHITE, is_blank
from patchsight.core.text.phrases import count, line_list, percent, quote_line

_TYPO = 0.85
_OPENERS = (":", "{", "(", "[", ",", "=>", "->", "=", "\\")


def place_modifications(section: Section, jobs: Sequence[Job]) -> Sheet:
    """Apply the modifications of a file change in order; the sheet that holds the result."""
    section.sheet.means.search.pay(len(section.sheet.lines) * 1.5)
    before = section.sheet.result
    drop_copied_marks(section, jobs)
    redone = redo_what_stands(section.sheet, [job.part for job in jobs])
    if redone is None:
        for job in jobs:
            _forward(section, job)
    else:
        section.sheet = _adopt(section, jobs, *redone, before)
    if section.sheet.result != before:
        section.sheet.end_with_newline(not before or before.endswith(("\n", "\r")))
        _strip_trailing(section)
    return section.sheet


def _adopt(
    section: Section,
    jobs: Sequence[Job],
    fork: Sheet,
    undone: dict[int, Undone],
    found: dict[int, Found],
    before: str,
) -> Sheet:
    """Take over a sheet on which everything was undone and redone, and say which parts were there
    already.
    """
    whole = [line.rstrip(WHITE) for line in _lines(fork)] == [
        line.rstrip(WHITE) for line in _lines(section.sheet)
    ]
    for job in jobs:
        part = job.part
        if whole or part.index in undone:
            job.resolution.state = State.APPLIED
            section.report(
                "already_applied", part.header, f"Already applied to {section.path}.", job
            )
            ids = standing(section.sheet, part)
            if ids:
                section.settle(job, State.APPLIED)
                job.resolution.where, job.resolution.grade, job.resolution.score = (
                    section.lines(ids[1]),
                    Grade.EXACT,
                    1.0,
                )
        elif part.index in found:
            _settle(section, job, fork, found[part.index])
        else:
            _nothing_to_delete(section, job)
    return section.sheet if whole else fork


def _lines(sheet: Sheet) -> list[str]:
    return [sheet.lines[line] for line in sheet.walk()]


# ---- forward
def _forward(section: Section, job: Job) -> None:
    found = find_place(section.sheet, job.part)
    if isinstance(found, Found):
        _settle(section, job, section.sheet, found)
        _warn_double_indent(section, job, found)
        carry_out(section.sheet, job.part, found)
    elif job.part.action == "DELETE" and found.what == "snippet" and not found.places:
        _nothing_to_delete(section, job)
    else:
        _fail(section, job, found)


def _settle(section: Section, job: Job, sheet: Sheet, found: Found) -> None:
    resolution, part = job.resolution, job.part
    there = [sheet.lines[line] for line in found.run]
    wanted = [line.text for line in part.old if not is_blank(line.text)]
    resolution.state, resolution.score = State.FITS, 1.0
    resolution.grade = grade_of(wanted, there)
    start = sheet.shown(found.region[0])
    resolution.where = Lines(start, max(start + 1, sheet.shown(found.region[-1]) + 1))
    resolution.before = [sheet.lines[line] for line in found.region]
    content = content_lines(part, found.indent)
    resolution.after = {
        "REPLACE": content,
        "DELETE": [],
        "INSERT_AFTER": resolution.before + content,
    }.get(part.action, content + resolution.before)


def _warn_double_indent(section: Section, job: Job, found: Found) -> None:
    code = [line.text for line in job.part.added if not is_blank(line.text)]
    if not found.indent or not code or not all(line.startswith(found.indent) for line in code):
        return
    tail = section.sheet.lines[found.run[-1]].rstrip()
    if job.part.action == "INSERT_AFTER" and tail.endswith(_OPENERS):
        return
    section.report(
        "content_already_indented",
        job.part.added[0].span,
        f"The content carries the {len(found.indent)} columns of indentation that are added "
        "anyway; it will be indented twice. Write it without leading indentation.",
        job,
    )


def _almost(sheet: Sheet, block: list[str]) -> Nearest | None:
    try:
        return nearest(sheet, block, Grade.WHITESPACE)
    except ExhaustedError:
        return None


def _nothing_to_delete(section: Section, job: Job) -> None:
    job.resolution.state = State.SKIPPED
    old = [line for line in job.part.old if not is_blank(line.text)]
    near = _almost(section.sheet, [line.text for line in old])
    if near and near.score >= _TYPO:
        job.resolution.nearest = near
        section.report(
            "likely_typo",
            old[near.difference.at].span if near.difference else old[0].span,
            f"Nothing to delete in {section.path}, but line {near.lines.start + 1} is {percent(near.score)} alike. "
            "If that should go, correct the snippet.",
            job,
            related=[Related("very similar", section.path, near.lines.start, near.lines.end)],
        )
        return
    section.report(
        "nothing_to_delete",
        old[0].span if old else job.part.header,
        f"This text is not in {section.path}; there is nothing to delete.",
        job,
    )


# ---- failures
def _fail(section: Section, job: Job, failure: Failure) -> None:
    part = job.part
    block = {"anchor": part.anchor, "end": part.range_end}.get(failure.what)
    lines = list(block.lines) if block else part.old
    code = [line for line in lines if not is_blank(line.text)]
    if failure.what == "end":
        _fail_end(section, job, block, failure)
    elif len(failure.places) > 1:
        _fail_ambiguous(section, job, failure, code)
    elif not _consumed(section, job, code, failure.what) and not _fail_above_anchor(
        section, job, failure, code
    ):
        section.settle(job, State.MISSING)
        number = "anchor_not_found" if failure.what == "anchor" else "context_not_found"
        what = "anchor" if failure.what == "anchor" else "snippet"
        section.problems.append(
            missing(
                number, job.resolution, section.sheet, code, Grade.INDENTATION, part.header, what
            )
        )


def _fail_above_anchor(section: Section, job: Job, failure: Failure, code: list[PatchLine]) -> bool:
    """Say that a snippet stands in the file, but where it is not looked for."""
    runs = (
        find_code(section.sheet, code_of(code))
        if failure.what == "snippet" and job.part.anchor
        else []
    )
    if not runs:
        return False
    section.settle(job, State.MISSING)
    places = [section.lines(run) for run in runs[: section.options.max_candidates]]
    section.report(
        "context_not_found",
        code[0].span,
        f"The snippet stands in {section.path}, but not after the anchor. "
        "The search starts below the anchor; choose another one.",
        job,
        related=related_places(section.path, places, section.sheet, "the snippet stands here"),
    )
    return True


def _fail_end(section: Section, job: Job, block: Block | None, failure: Failure) -> None:
    assert block is not None
    section.settle(job, State.MISSING)
    job.resolution.where = section.lines(failure.places[0])
    start = section.lines(failure.places[0]).start + 1
    section.report(
        "end_not_found",
        block.lines[0].span if block.lines else block.span,
        f"The range starts at {section.path}:{start}, but its end {quote_line(block.lines[0].text)} does not stand below. "
        "Take the end from the file.",
        job,
        related=[Related("the range starts here", section.path, start - 1, start)],
    )


def _fail_ambiguous(section: Section, job: Job, failure: Failure, code: list[PatchLine]) -> None:
    section.settle(job, State.AMBIGUOUS)
    resolution = job.resolution
    resolution.candidates = [
        section.lines(run) for run in failure.places[: section.options.max_candidates]
    ]
    resolution.total_candidates, resolution.grade = len(failure.places), Grade.EXACT
    if failure.what == "anchor":
        section.report(
            "ambiguous_anchor",
            code[0].span,
            f"The anchor stands in {len(failure.places)} places in {section.path}: "
            f"{line_list([place.start for place in resolution.candidates], len(failure.places))}. "
            "Choose one that stands there once.",
            job,
            related=related_places(
                section.path, resolution.candidates, section.sheet, "the anchor could be here"
            ),
        )
        return
    advice = (
        "Add an `anchor` that stands once and above the right place, or more lines to the snippet."
    )
    section.problems.append(
        ambiguous("ambiguous_context", code[0].span, resolution, section.sheet, advice, "snippet")
    )


def _consumed(section: Section, job: Job, code: list[PatchLine], what: str) -> bool:
    """Say which earlier modification took away a text that the file had."""
    for run in find_code(section.sheet, code_of(code), original=True):
        taker = next((section.sheet.gone[line] for line in run if line in section.sheet.gone), None)
        if taker is not None:
            other = next((part for part in section.change.parts if part.index == taker), None)
            related = (
                [Related("the part that changed it", None, other.header.start, other.header.end)]
                if other
                else []
            )
            section.settle(job, State.MISSING)
            section.report(
                "consumed_by_earlier_part",
                code[0].span,
                f"Line {run[0] + 1} of {section.path} had this {what}, but part {taker + 1} above changes it first. "
                "Describe the text as that part leaves it.",
                job,
                related=related,
            )
            return True
    return False


# ---- afterwards
def _strip_trailing(section: Section) -> None:
    """Remove trailing white space from the whole file, as ap 2.0 asks; say how many untouched
    lines that changes.
    """
    if section.options.ap_whitespace != "file":
        return
    sheet, touched = section.sheet, 0
    for line in sheet.walk():
        text = sheet.lines[line]
        if text and text[-1] in " \t":
            touched += line < sheet.size
            sheet.set_text(line, text.rstrip(" \t"))
    if touched:
        message = f"ap also removes trailing white space from {count(touched, 'untouched line')} of {section.path}."
        section.problems.append(
            problem("trailing_space_removed", section.change.header, message, lines=touched)
        )

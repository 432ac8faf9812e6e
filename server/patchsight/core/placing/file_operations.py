"""What a section does to a file as a whole: create, replace, delete, rename. Nothing that exists
is ever lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.model.patch import FileChange, Grade, Part
from patchsight.core.model.report import Lines, State
from patchsight.core.placing.grades import KEYS
from patchsight.core.placing.line_ring import Sheet
from patchsight.core.placing.overlay import FileState
from patchsight.core.placing.part_state import Job, Section
from patchsight.core.text.buffer import split_lines
from patchsight.core.text.line_diff import opcodes
from patchsight.core.text.phrases import quote_line


def created_text(change: FileChange, parts: Sequence[Part]) -> str:
    """The text of a file that a section makes."""
    end = change.newline or "\n"
    text = "".join(line.text + end for part in parts for line in part.lines)
    if text and parts[-1].new_newline is False:
        text = text[: -len(end)]
    return text


def create(section: Section, state: FileState, jobs: Sequence[Job]) -> None:
    """Make a new file; on one that exists only if it says the same already."""
    text = created_text(section.change, [job.part for job in jobs])
    if state.sheet is None:
        _fill(section, state, jobs, text)
    elif _says(state.sheet, text):
        for job in jobs:
            _already(section, job, f"Already applied: {section.path} exists with this content.")
    else:
        _refuse_existing(section, jobs)


def _fill(section: Section, state: FileState, jobs: Sequence[Job], text: str) -> None:
    state.sheet = Sheet(text, section.sheet.means)
    for job in jobs:
        section.settle(job, State.FITS)
        job.resolution.after = [line.text for line in job.part.lines]
        job.resolution.where, job.resolution.grade, job.resolution.score = (
            Lines(0, 0),
            Grade.EXACT,
            1.0,
        )


def _already(section: Section, job: Job, message: str) -> None:
    section.settle(job, State.APPLIED)
    section.report("already_applied", job.part.header, message, job)


def _refuse_existing(section: Section, jobs: Sequence[Job]) -> None:
    for job in jobs:
        section.settle(job, State.CONFLICT)
    if section.policy.creates_when_empty:
        section.report(
            "empty_from",
            section.change.header,
            f"{section.path} exists, so `--- from` cannot be empty. Write the lines to replace, "
            "or `mode=replace` to replace the whole file.",
            jobs[0],
        )
    else:
        section.report(
            "file_exists",
            section.change.path.span,
            f"{section.path} exists with other content; creating it would lose that. "
            "Update the file instead, or choose another path.",
            jobs[0],
        )


def _says(sheet: Sheet, text: str) -> bool:
    sheet.means.search.pay(len(sheet.lines) / 5)
    return same_text(sheet.result, text)


def same_text(there: str, text: str) -> bool:
    """Whether two texts say the same, kinds of line ends aside."""
    if there == text or "\r" not in there + text:
        return there == text
    return split_lines(there) == split_lines(text) and there.endswith(
        ("\n", "\r")
    ) == text.endswith(("\n", "\r"))


def replace(section: Section, state: FileState, job: Job) -> None:
    """Give a file a new text, whatever it said; a missing file is made."""
    if state.sheet is None:
        create(section, state, [job])
        return
    sheet, new = state.sheet, [line.text for line in job.part.lines]
    sheet.means.search.pay(len(sheet.lines) + len(new))
    ids = list(sheet.walk())
    old = [sheet.lines[line] for line in ids]
    if old == new:
        _already(section, job, f"Already applied: {section.path} has this text.")
        return
    had_newline = sheet.last == sheet.head or bool(sheet.ends[sheet.last])
    for tag, start, stop, first, last in reversed(opcodes(old, new)):
        if tag != "equal":
            left = ids[start - 1] if start else sheet.head
            sheet.splice(left, ids[start:stop], new[first:last], job.part.index)
    sheet.end_with_newline(had_newline)
    section.settle(job, State.FITS)
    job.resolution.where, job.resolution.grade, job.resolution.score = (
        Lines(0, len(old)),
        Grade.EXACT,
        1.0,
    )
    job.resolution.before, job.resolution.after = old, new


def delete(section: Section, state: FileState, jobs: Sequence[Job]) -> bool:
    """Remove a file, if the lines the patch gives for it allow that."""
    assert state.sheet is not None
    there = [state.sheet.lines[line] for line in state.sheet.walk()]
    given = [line for job in jobs for line in job.part.lines]
    key = KEYS[Grade.PUNCTUATION]
    differs = next(
        (i for i, line in enumerate(given) if i >= len(there) or key(line.text) != key(there[i])),
        None,
    )
    if differs is None and len(given) < len(there):
        differs = len(given)
    if differs is not None and section.policy.deletion_states_text:
        return _refuse_delete(section, jobs, there, differs)
    if differs is not None and given:
        line = given[min(differs, len(given) - 1)]
        section.report(
            "delete_content_differs",
            line.span,
            f"{section.path} is deleted, but it does not say what is given here: "
            f"its line {differs + 1} is {quote_line(there[differs]) if differs < len(there) else 'not there'}.",
            jobs[0],
        )
    for job in jobs:
        section.settle(job, State.FITS)
        job.resolution.where, job.resolution.grade, job.resolution.score = (
            Lines(0, len(there)),
            Grade.EXACT,
            1.0,
        )
        job.resolution.before = there
    state.sheet = None
    return True


def _refuse_delete(section: Section, jobs: Sequence[Job], there: list[str], differs: int) -> bool:
    for job in jobs:
        section.settle(job, State.MISSING)
    given = [line for job in jobs for line in job.part.lines]
    if differs < len(given):
        found = (
            f"line {differs + 1} is {quote_line(there[differs])}"
            if differs < len(there)
            else f"the file has only {len(there)} lines"
        )
        section.report(
            "context_not_found",
            given[differs].span,
            f"The deleted text is not what {section.path} says: the patch expects "
            f"{quote_line(given[differs].text)}, but {found}.",
            jobs[0],
        )
    else:
        section.report(
            "delete_leaves_content",
            jobs[-1].part.header,
            f"{section.path} has {len(there)} lines, but only {len(given)} are removed: "
            f"{quote_line(there[differs])} and what follows would be left. Remove every line, or keep the file.",
            jobs[0],
        )
    return False

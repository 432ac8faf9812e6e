"""What to write in the place of a part that failed, in the format of the patch: rows to send
instead, or rows to add, each proved by trying it out on the same files.

The quick fixes are what is told: here their edits become rows that can be copied.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from patchsight.core import formats
from patchsight.core.fixes import find_fixes
from patchsight.core.fixes.trial import Edits, Fix, Trial
from patchsight.core.model.patch import Op, Options, Patch
from patchsight.core.model.problems import Problem
from patchsight.core.model.report import Report, Surroundings
from patchsight.core.model.target import Target
from patchsight.core.placing.resolver import paths_of, resolve
from patchsight.core.text.buffer import Buffer
from patchsight.core.text.edits import apply_edits
from patchsight.core.text.line_diff import opcodes
from patchsight.core.text.phrases import quote_line, word_list
from patchsight.core.text.traced import write_out

_MOST = 4  #: ways to go on that are told
#: Findings that say that a part is not as the file has it: the whole part is told anew.
_STALE = frozenset(
    {"context_not_found", "context_not_exact", "delete_leaves_content", "unclear_indentation"}
)
#: Findings that only a person may wave through: a model must not be told how to.
_FOR_PEOPLE = frozenset({"large_drop"})
#: Findings after which it is not known what a file that is written whole should say.
_OF_WHOLE_FILES = frozenset({"truncated_patch", "duplicate_file_patch"})
_ROUNDS = 2  #: corrections of what an earlier one brings to light
_LIKELY = 0.5  #: how much alike a place must be for a part to be told anew for it


class Step(NamedTuple):
    """Rows of a patch, from 0, the last excluded, and what to write in their place."""

    first: int
    last: int
    rows: Sequence[str]

    @property
    def size(self) -> int:
        return sum(len(row) + 1 for row in self.rows)


class Correction(NamedTuple):
    """One way to mend a patch."""

    title: str  #: what it comes down to, as an order
    steps: Sequence[Step]
    edits: Edits

    @property
    def size(self) -> int:
        return sum(step.size for step in self.steps)


def trial_of(report: Report) -> Trial:
    """A way to try out texts where the report was made; else on the texts it has."""
    return Trial(report, report.around or _in_memory(report))


def _in_memory(report: Report) -> Surroundings:
    spec = report.patch.format
    name, profile = (f"x.{spec.name}", spec.name) if spec else ("", "")
    options = Options(profile=profile)

    def ask(text: str) -> Report:
        patch = formats.parse(text, name, options)
        targets = {path: Target(path, report.texts.get(path)) for path in paths_of(patch)}
        return resolve(patch, targets, options, known=known)

    known: Callable[[], Sequence[str]] = lambda: list(report.texts)  # noqa: E731
    return Surroundings(ask, known)


def corrections(trial: Trial, problem: Problem) -> list[Correction]:
    """Every likely way to mend what a problem is about, best first; none where it cannot be told."""
    if trial.patch.format is None or _is_open(trial, problem) or not _is_likely(trial, problem):
        return []
    fixes = find_fixes(trial, problem)[: _MOST + 1]
    return [_correct(trial, problem, fix) for fix in fixes][:_MOST]


def _is_open(trial: Trial, problem: Problem) -> bool:
    """Whether what was meant is not in the patch, however it could be made to fit."""
    if problem.code in _FOR_PEOPLE:
        return True
    section = trial.report.section_at(problem.span.start)
    whole = section is not None and section.op in (Op.CREATE, Op.REPLACE)
    return whole and problem.code in _OF_WHOLE_FILES


def _is_likely(trial: Trial, problem: Problem) -> bool:
    resolution = trial.resolution(problem)
    nearest = resolution.nearest if resolution else None
    return nearest is None or nearest.score >= _LIKELY


def is_call(patch: Patch, offset: int) -> bool:
    """Whether what stands at an offset is a call of a tool, so that whoever wrote it knows it as the
    text around and not as what was taken out of that.
    """
    changes = (change for change in patch.files if change.span.touches(offset))
    spec = next((change.format for change in changes if change.format), patch.format)
    return spec is not None and spec.schema is not None


def _correct(trial: Trial, problem: Problem, fix: Fix) -> Correction:
    buffer = trial.buffer
    if is_call(trial.patch, problem.span.start):
        written = write_out(buffer, fix.edits) or ()
        edited = Buffer(apply_edits(buffer.outer.text, written)).lines
        return Correction(fix.title, _steps(buffer.outer.lines, edited), fix.edits)
    edited = Buffer(_mend_further(trial, apply_edits(buffer.text, fix.edits))).lines
    steps = _steps(buffer.lines, edited)
    whole = _whole_part(trial, problem, fix.edits, edited)
    if whole and (problem.code in _STALE or whole.size <= sum(step.size for step in steps)):
        steps = [whole]
    return Correction(fix.title, steps, fix.edits)


def _mend_further(trial: Trial, text: str) -> str:
    """A corrected text in which what now comes to light is corrected, too, if in one way only."""
    if trial.buffer.outer is not trial.buffer:
        return text
    known = {(problem.code, problem.part) for problem in trial.report.problems}
    for _ in range(_ROUNDS):
        after = trial.ask(text)
        fresh = [error for error in after.errors if (error.code, error.part) not in known]
        again = trial.of(after)
        fixes = find_fixes(again, fresh[0]) if fresh and _is_likely(again, fresh[0]) else []
        if len(fixes) != 1:
            break
        text = apply_edits(text, fixes[0].edits)
    return text


def _steps(old: Sequence[str], new: Sequence[str]) -> list[Step]:
    return [
        Step(first, last, new[start:end])
        for tag, first, last, start, end in opcodes(list(old), list(new))
        if tag != "equal"
    ]


def _whole_part(trial: Trial, problem: Problem, edits: Edits, edited: Sequence[str]) -> Step | None:
    """The rows of the part that a problem is about, as they are then; None without one."""
    part, row = trial.patch.part(problem.part), trial.buffer.row
    if part is None or not edits:
        return None
    rows = trial.buffer.lines
    first = min(row(part.span.start), *(row(edit.start) for edit in edits))
    last = max(row(part.span.end), *(row(max(edit.start, edit.end - 1)) for edit in edits)) + 1
    while last > first and not rows[last - 1]:
        last -= 1
    below = len(rows) - last
    if rows[:first] != edited[:first] or rows[last:] != edited[len(edited) - below :]:
        return None
    return Step(first, last, edited[first : len(edited) - below])


# ---- in words
def tell(steps: Sequence[Step], buffer: Buffer) -> list[str]:
    """Steps as sentences, each with the rows to copy below it."""
    told: list[str] = []
    for rows, alike in groupby(steps, key=lambda step: step.rows):
        where = word_list([_where(step, buffer) for step in alike])
        if not rows:
            told.append(f"Leave out {where} of the patch.")
            continue
        fence = "`" * max(3, 1 + max(_ticks(row) for row in rows))
        told += [f"{where[0].upper()}{where[1:]} of the patch:", fence, *rows, fence]
    return told


def _where(step: Step, buffer: Buffer) -> str:
    if not step.rows:
        return _rows(step.first, step.last)
    if step.first < step.last:
        return f"write in place of {_rows(step.first, step.last)}"
    if any(buffer.lines[step.first :]):
        return f"put above line {step.first + 1} ({quote_line(buffer.lines[step.first])})"
    return "put at the end"


def _ticks(row: str) -> int:
    """How many backticks stand next to each other, at most."""
    return max(len(run) for run in "".join(c if c == "`" else " " for c in f"{row} ").split(" "))


def _rows(first: int, last: int) -> str:
    return f"line {first + 1}" if last - first == 1 else f"lines {first + 1}-{last}"

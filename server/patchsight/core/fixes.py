"""Quick fixes: small edits of the patch text that answer a problem. Those that move a part are proved by resolving again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from patchsight.core import formats
from patchsight.core.model import Format, Options
from patchsight.core.problems import Problem
from patchsight.core.resolve import paths_of, resolve
from patchsight.core.result import Lines, Report, Resolution, State
from patchsight.core.targets import Target
from patchsight.core.text import Buffer, Span, indent_of, is_blank

_NAMES = {
    Format.AP: ".ap",
    Format.UNIFIED: ".diff",
    Format.V4A: ".v4a",
    Format.ZENPATCH: ".zenpatch",
    Format.APPLYDIFF: ".applydiff",
}


class Change(NamedTuple):
    """One replacement in the patch's text."""

    span: Span
    text: str


class Fix(NamedTuple):
    """One way to answer a problem."""

    title: str
    changes: tuple[Change, ...]
    safe: bool = False  #: does what the patch plainly means, so it may be made without a look


class Desk:
    """What a fix works with: the report, the patch's text, and a way to try an edit out."""

    def __init__(self, report: Report, options: Options) -> None:
        self.report, self.options = report, options
        self.patch = report.patch
        self.buffer: Buffer = report.patch.buffer

    def resolution(self, problem: Problem) -> Resolution | None:
        """The part a problem is about."""
        return next((found for found in self.report.resolutions if found.part.index == problem.part), None)

    def lines(self, path: str) -> list[str]:
        """A target's lines as the user sees them."""
        return Buffer(self.report.texts.get(path, "")).lines

    def proves(self, changes: tuple[Change, ...], part: int, where: Lines) -> bool:
        """Whether the edited patch puts a part exactly there, and nothing new is wrong with it."""
        after = self.resolve(changes)
        found = next((found for found in after.resolutions if found.part.index == part), None)
        if found is None or found.state is not State.FITS or found.where is None:
            return False
        return found.where.start <= where.start and where.end <= found.where.end and len(after.errors) < len(self.report.errors)

    def resolve(self, changes: tuple[Change, ...]) -> Report:
        """The answer for the edited patch."""
        patch = formats.parse(edited(self.buffer.text, changes), _NAMES[self.patch.format or Format.UNIFIED], self._options())
        targets = {path: Target(path, self.report.texts.get(path)) for path in paths_of(patch)}
        return resolve(patch, targets, self._options())

    def _options(self) -> Options:
        return replace(self.options, v4a_profile="zenpatch" if self.patch.format is Format.ZENPATCH else "v4a")


def edited(text: str, changes: tuple[Change, ...]) -> str:
    """A text with changes made; they do not overlap."""
    for change in sorted(changes, reverse=True):
        text = text[: change.span.start] + change.text + text[change.span.end :]
    return text


def find_fixes(report: Report, problem: Problem, options: Options | None = None) -> list[Fix]:
    """Every way to answer a problem, best first."""
    desk = Desk(report, options or Options())
    makers = [*_BY_DATA, *_BY_CODE.get(problem.code, ())]
    return [fix for maker in makers for fix in maker(desk, problem)]


def fix_all(report: Report, options: Options | None = None) -> tuple[Change, ...]:
    """All safe fixes of a patch that do not touch each other."""
    made: list[Change] = []
    for problem in report.problems:
        safe = next((fix for fix in find_fixes(report, problem, options) if fix.safe), None)
        if safe and all(_apart(change, other) for change in safe.changes for other in made):
            made += safe.changes
    return tuple(made)


def _apart(one: Change, other: Change) -> bool:
    return one.span.end < other.span.start or other.span.end < one.span.start


# ---- fixes that the reader of a format prepared
def _replacement(desk: Desk, problem: Problem) -> Iterator[Fix]:
    text = problem.data.get("replacement")
    if isinstance(text, str):
        yield Fix(f"Write `{text}`", (Change(problem.span, text),), safe=problem.code != "folded_scalar")


def _missing_end(desk: Desk, problem: Problem) -> Iterator[Fix]:
    text = problem.data.get("insert")
    if isinstance(text, str):
        row = max((row for row, line in enumerate(desk.buffer.lines) if not is_blank(line)), default=0)
        end = desk.buffer.span(row).end
        yield Fix(f"Add `{text}`, if the patch is complete", (Change(Span(end, end), f"\n{text}"),))


def _column(desk: Desk, problem: Problem) -> Iterator[Fix]:
    column = problem.data.get("column")
    if not isinstance(column, int):
        return
    first = desk.buffer.row(problem.span.start)
    depth = len(indent_of(desk.buffer.lines[first]))
    rows = [first]
    if problem.code != "misindented_block":
        for row in range(first + 1, len(desk.buffer.lines)):
            line = desk.buffer.lines[row]
            if not is_blank(line) and len(indent_of(line)) <= depth:
                break
            rows.append(row)
    shift = column - depth
    changes = tuple(_indent(desk.buffer, row, shift) for row in rows if not is_blank(desk.buffer.lines[row]))
    yield Fix("Move to the right column", changes)


def _indent(buffer: Buffer, row: int, shift: int) -> Change:
    start = buffer.starts[row]
    if shift >= 0:
        return Change(Span(start, start), " " * shift)
    depth = len(indent_of(buffer.lines[row]))
    return Change(Span(start, start + min(-shift, depth)), "")


_BY_DATA: tuple[Callable[[Desk, Problem], Iterator[Fix]], ...] = (_replacement, _missing_end, _column)


# ---- fixes by code
def _add_space(desk: Desk, problem: Problem) -> Iterator[Fix]:
    start = problem.span.start
    yield Fix("Add the space in front", (Change(Span(start, start), " "),), safe=True)


def _other_path(desk: Desk, problem: Problem) -> Iterator[Fix]:
    guesses = problem.data.get("suggestions")
    change = next((change for change in desk.patch.files if change.path.span == problem.span), None)
    if change is None or not isinstance(guesses, list):
        return
    wanted = change.path.choices[0]
    rows = range(desk.buffer.row(change.span.start), desk.buffer.row(change.header.start) + 2)
    for guess in guesses:
        changes = [Change(Span(change.path.span.end - len(wanted), change.path.span.end), str(guess))]
        if desk.patch.format is Format.UNIFIED:
            changes = list(_in_rows(desk.buffer, rows, wanted, str(guess)))
        yield Fix(f"Use `{guess}`", tuple(changes))


def _in_rows(buffer: Buffer, rows: range, old: str, new: str) -> Iterator[Change]:
    for row in rows:
        at = buffer.lines[row].find(old) if row < len(buffer.lines) else -1
        while at >= 0:
            yield Change(buffer.span(row, at, at + len(old)), new)
            at = buffer.lines[row].find(old, at + len(old))


def _drop_part(desk: Desk, problem: Problem) -> Iterator[Fix]:
    found = desk.resolution(problem)
    if found is None:
        return
    whole = len(found.change.parts) == 1
    span = found.change.span if whole else found.part.span
    if len(desk.patch.files) == 1 and whole:
        return
    first, last = desk.buffer.row(span.start), desk.buffer.row(max(span.start, span.end - 1))
    end = desk.buffer.starts[last + 1] if last + 1 < len(desk.buffer.lines) else len(desk.buffer.text)
    yield Fix("Drop this part, it is applied already", (Change(Span(desk.buffer.starts[first], end), ""),))


def _merge(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """Take away the second header of a file, so that its hunks join those above."""
    at = next((i for i, change in enumerate(desk.patch.files) if change.span.start <= problem.span.start <= change.span.end), None)
    if not at or not desk.patch.files[at].parts:
        return
    change, above = desk.patch.files[at], desk.patch.files[at - 1]
    if above.path.choices != change.path.choices:
        return
    start = desk.buffer.starts[desk.buffer.row(change.span.start)]
    yield Fix("Merge into the file patch above", (Change(Span(start, change.parts[0].span.start), ""),))


def _retarget(desk: Desk, problem: Problem) -> Iterator[Fix]:
    from patchsight.core.retarget import retargets

    yield from retargets(desk, problem)


def _renew(desk: Desk, problem: Problem) -> Iterator[Fix]:
    from patchsight.core.renew import renewals

    yield from renewals(desk, problem)


_BY_CODE: dict[str, tuple[Callable[[Desk, Problem], Iterator[Fix]], ...]] = {
    "missing_space_prefix": (_add_space,),
    "file_not_found": (_other_path,),
    "already_applied": (_drop_part,),
    "duplicate_file_patch": (_merge,),
    "ambiguous_context": (_retarget,),
    "context_not_found": (_renew,),
    "context_not_exact": (_renew,),
    "likely_typo": (_renew,),
}

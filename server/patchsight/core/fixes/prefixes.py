"""Fixes for lines of a hunk that lack the space, `-` or `+` in front of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from patchsight.core.fixes.trial import Fix, Trial
from patchsight.core.formats.spec import policy_of
from patchsight.core.model.patch import Kind
from patchsight.core.model.problems import Problem
from patchsight.core.text.buffer import Span, is_blank
from patchsight.core.text.edits import Edit

_NAMES = {" ": "a space", "+": "`+`", "-": "`-`"}


def add_space(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """The space of a context line that fits the file."""
    start = problem.span.start
    edits = (Edit(Span(start, start), " "),)
    if trial.helps(edits, problem):
        yield Fix("Put a space in front", edits, safe=trial.keeps(edits))


def cut_out(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """The lines of a part without what is no part of them, as it is read."""
    start, cuts = problem.span.start, cast("list[tuple[int, int]]", problem.data.get("cuts", []))
    edits = tuple(Edit(Span(start + first, start + last), "") for first, last in cuts)
    if edits and trial.helps(edits, problem):
        yield Fix(f"Remove {problem.data['what']}", edits, safe=trial.keeps(edits))


def add_prefix(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """The prefix that lines lack: the section's, else the one with which the hunk fits."""
    part = trial.patch.part(problem.part)
    if "rows" in problem.data:
        rows = cast("list[int]", problem.data["rows"])
        yield from _try(
            trial, problem, [trial.buffer.starts[row] for row in rows], str(problem.data["prefix"])
        )
    elif part and any(line.bare and not is_blank(line.text) for line in part.lines):
        bare = [line.span.start for line in part.lines if line.bare and not is_blank(line.text)]
        fixes = [
            *_try(trial, problem, bare, " "),
            *_try(trial, problem, bare, "+"),
            *_try(trial, problem, bare, " ", instead=1),
        ]
        yield from (fix for fix in fixes if trial.fits(fix.edits, part.index))
    elif part:
        wrong = [line.span.start - 1 for line in part.lines if line.kind is not Kind.ADDED]
        yield from _try(trial, problem, wrong, "+", instead=1)


def _try(
    trial: Trial, problem: Problem, places: list[int], prefix: str, *, instead: int = 0
) -> Iterator[Fix]:
    """A prefix in front of lines, or instead of the character they start with."""
    edits = tuple(Edit(Span(place, place + instead), prefix) for place in places)
    if places and trial.helps(edits, problem):
        how = f"instead of `{trial.buffer.text[places[0]]}`" if instead else "in front"
        lines = "" if len(places) == 1 else f" of {len(places)} lines"
        # A context line that the file has is proof of itself; an added line proves nothing.
        safe = prefix == " " and not instead and not policy_of(trial.patch).reads_bare_lines
        yield Fix(f"Put {_NAMES[prefix]} {how}{lines}", edits, safe)

"""Fixes for parts that put one text in the place of another, to the character."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from patchsight.core.fixes.trial import Edits, Fix, Trial
from patchsight.core.model.patch import Substitution
from patchsight.core.model.problems import Problem
from patchsight.core.text.buffer import Span
from patchsight.core.text.edits import Edit


def _exact(trial: Trial, problem: Problem) -> Substitution | None:
    resolution = trial.resolution(problem)
    return resolution.part.substitution if resolution else None


def _rewrite(exact: Substitution, old: str, new: str) -> Edits:
    return Edit(exact.old_span, old), Edit(exact.new_span, new)


def as_read(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """Both texts as they were read, or would have to be read to stand there."""
    exact, old, new = _exact(trial, problem), problem.data.get("old"), problem.data.get("new")
    if exact is None or not isinstance(old, str) or not isinstance(new, str):
        return
    edits = _rewrite(exact, old, new)
    if trial.helps(edits, problem):
        over = problem.code == "over_escaped"
        title = (
            "Write both texts with one level of escapes less" if over else "Write it as it is read"
        )
        yield Fix(title, edits, safe=not over and trial.keeps(edits))


def end_line(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """The line end that a new text lacks, where the old one has it."""
    exact = _exact(trial, problem)
    if exact:
        edits = (Edit(Span(exact.new_span.end, exact.new_span.end), "\n"),)
        if trial.helps(edits, problem):
            yield Fix("End the new text in a line break", edits)


def strict_json(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """Characters that JSON does not allow, as it has them."""
    texts = cast("list[str]", problem.data.get("replacements", []))
    at = cast("int", problem.data.get("at", 0))
    edits = tuple(Edit(Span(at + i, at + i + 1), text) for i, text in enumerate(texts))
    if edits and trial.helps(edits, problem):
        yield Fix("Write it as JSON has it", edits, safe=trial.keeps(edits))

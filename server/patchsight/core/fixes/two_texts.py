"""Fixes for parts that are two texts between markers: the markers, and texts that are less than whole
lines, or nothing at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from patchsight.core.fixes.rewrite_part import context, reword
from patchsight.core.fixes.trial import Fix, Trial
from patchsight.core.formats.two_texts import compare
from patchsight.core.model.patch import Kind, Op, PatchLine
from patchsight.core.model.problems import Problem
from patchsight.core.model.record import replace
from patchsight.core.model.report import Lines, Resolution
from patchsight.core.text.buffer import Span, split_lines
from patchsight.core.text.edits import Edit

_NOWHERE = Span(0, 0)
_LINES_ABOVE = (1, 2, 3, 5, 8, 13, 21, 40)


def write_markers(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """The markers of a block as they should be written."""
    markers = cast("list[tuple[int, int, str]]", problem.data.get("markers", []))
    edits = tuple(
        Edit(Span(start, end), text)
        for start, end, text in markers
        if trial.buffer.text[start:end] != text
    )
    if edits and trial.helps(edits, problem):
        title = "Write the markers as the format has them"
        if len(edits) == 1:
            title = f"Write `{edits[0].text}`"
        safe = problem.code == "mixed_markers" and trial.keeps(edits)
        yield Fix(title, edits, safe)


def whole_lines(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """The whole lines around a text that is only part of them, in both texts."""
    resolution, around = trial.resolution(problem), problem.data.get("around")
    if resolution is None or not isinstance(around, list):
        return
    start, end, head, tail = around
    new = [line.text for line in resolution.part.new] or [""]
    new[0] = head + new[0]
    new[-1] += tail
    old = trial.lines(resolution.path)[start:end]
    lines = compare(_lines(Kind.REMOVED, old), _lines(Kind.ADDED, new))
    edits = reword(trial, resolution, lines, start)
    if trial.lands(edits, resolution.part.index, Lines(start, end)):
        yield Fix(f"Write the whole line (line {start + 1}) in both texts", edits)


def fill_search(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """Of a part that searches for nothing: its text below the last line of the file, or instead of
    all of it.
    """
    resolution = trial.resolution(problem)
    there = split_lines(trial.report.texts.get(resolution.path, "")) if resolution else []
    if resolution is None or not there:
        return
    update = resolution.of(resolution.part, replace(resolution.change, op=Op.UPDATE))
    new = [line.text for line in resolution.part.lines]
    last = Lines(len(there) - 1, len(there))
    for above in _LINES_ABOVE:
        lines = [*context(there[-above:]), *_lines(Kind.ADDED, new)]
        edits = reword(trial, update, lines, max(0, len(there) - above))
        if trial.lands(edits, resolution.part.index, last):
            yield Fix(f"Append it to the file (below line {len(there)})", edits)
            break
    yield from _instead(trial, update, there, new)


def _instead(trial: Trial, update: Resolution, there: list[str], new: list[str]) -> Iterator[Fix]:
    lines = compare(_lines(Kind.REMOVED, there), _lines(Kind.ADDED, new))
    edits = reword(trial, update, lines, 0)
    if trial.lands(edits, update.part.index, Lines(0, len(there))):
        yield Fix("Replace the whole file by it", edits)


def _lines(kind: Kind, texts: list[str]) -> list[PatchLine]:
    return [PatchLine(kind, text, _NOWHERE) for text in texts]

"""Fixes for a part that is not there: take the file's lines at the nearest place instead of the patch's."""

from __future__ import annotations

from collections.abc import Iterator

from patchsight.core.explain import percent
from patchsight.core.fixes import Change, Desk, Fix
from patchsight.core.model import Format, Kind, PatchLine
from patchsight.core.nearest import align
from patchsight.core.problems import Problem
from patchsight.core.result import Lines, Resolution
from patchsight.core.reword import reword
from patchsight.core.text import Span, is_blank


def renewals(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """The part with the file's own text, where it is most alike."""
    found = desk.resolution(problem)
    if found is None or not found.part.lines:
        return
    place, score = _place(found)
    if place is None:
        return
    changes = _ap(desk, found, place) if desk.patch.format is Format.AP else reword(desk, found, _lines(desk, found, place))
    if changes and desk.proves(changes, found.part.index, place):
        yield Fix(f"Use the file's text (line {place.start + 1}, {percent(score)})", changes)


def _place(found: Resolution) -> tuple[Lines | None, float]:
    if found.nearest:
        return found.nearest.lines, found.nearest.score
    return (found.candidates[0], 1.0) if len(found.candidates) == 1 else (None, 0.0)


def _lines(desk: Desk, found: Resolution, place: Lines) -> list[PatchLine]:
    """The part's lines, what it looks for taken from the file: lines that are gone dropped, new ones kept as context."""
    there = desk.lines(found.path)[place.start : place.end]
    old = [line.text for line in found.part.old]
    matched = align(old, there)
    made: list[PatchLine] = []
    at = next_row = 0
    for line in found.part.lines:
        if line.kind is Kind.ADDED:
            made.append(line)
            continue
        row = matched[at]
        at += 1
        if row is None:
            continue
        made += [PatchLine(Kind.CONTEXT, text, line.span) for text in there[next_row:row]]
        made.append(line._replace(text=there[row], bare=False))
        next_row = row + 1
    return made


def _ap(desk: Desk, found: Resolution, place: Lines) -> tuple[Change, ...] | None:
    """The lines of an ap snippet, each replaced by the file's; only where they pair up one to one."""
    old = [line for line in found.part.old if not is_blank(line.text)]
    there = [line for line in desk.lines(found.path)[place.start : place.end] if not is_blank(line)]
    if len(old) != len(there) or any(len(line.text) != line.span.end - line.span.start for line in old):
        return None
    pairs = zip(old, there, strict=True)
    return tuple(Change(Span(*line.span), text.strip()) for line, text in pairs if line.text.strip() != text.strip())

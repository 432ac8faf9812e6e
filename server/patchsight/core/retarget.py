"""Fixes for a part that stands in several places: one per place, the smallest change that makes it mean that one."""

from __future__ import annotations

from collections.abc import Iterator

from patchsight.core.fixes import Change, Desk, Fix
from patchsight.core.model import Format, Part
from patchsight.core.problems import Problem
from patchsight.core.result import Lines, Resolution
from patchsight.core.reword import context, reword
from patchsight.core.text import WHITE, Span, indent_of, is_blank, is_trivial

_MOST = 10
_WIDEST = 40


def retargets(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """One fix per candidate."""
    found = desk.resolution(problem)
    if found is None:
        return
    for place in found.candidates[:_MOST]:
        changes = _aim(desk, found, place)
        if changes:
            yield Fix(f"Target the one at {found.path}:{place.start + 1}{_scope(desk, found.path, place)}", changes)


def _aim(desk: Desk, found: Resolution, place: Lines) -> tuple[Change, ...] | None:
    if desk.patch.format is Format.AP:
        tries = _anchors(desk, found, place)
    elif desk.patch.format is Format.UNIFIED:
        tries = _numbers(desk, found, place)
    elif desk.patch.format is Format.V4A and not found.part.hints:
        tries = _hints(desk, found, place)
    else:
        tries = iter(())
    for changes in (*tries, *_wider(desk, found, place)):
        if desk.proves(changes, found.part.index, place):
            return changes
    return None


def _numbers(desk: Desk, found: Resolution, place: Lines) -> Iterator[tuple[Change, ...]]:
    numbers = found.part.numbers
    if numbers:
        old, new = len(found.part.old), len(found.part.new)
        yield (Change(numbers.span, f"-{place.start + 1},{old} +{place.start + 1},{new}"),)


def _above(desk: Desk, found: Resolution, place: Lines) -> Iterator[str]:
    """Telling lines above a place, nearest first, that stand once in the file."""
    lines = desk.lines(found.path)
    stripped = [line.strip(WHITE) for line in lines]
    for row in range(min(place.start, len(lines)) - 1, max(-1, place.start - 200), -1):
        if not is_trivial(lines[row]) and stripped.count(stripped[row]) == 1:
            yield stripped[row]


def _hints(desk: Desk, found: Resolution, place: Lines) -> Iterator[tuple[Change, ...]]:
    row = desk.buffer.row(found.part.header.start)
    bare = desk.buffer.lines[row].strip() == "@@"
    for count, line in enumerate(_above(desk, found, place)):
        if count == 5:
            return
        start = desk.buffer.starts[row]
        yield (Change(desk.buffer.span(row), f"@@ {line}"),) if bare else (Change(Span(start, start), f"@@ {line}\n"),)


def _anchors(desk: Desk, found: Resolution, place: Lines) -> Iterator[tuple[Change, ...]]:
    if found.part.anchor:
        return
    start = _key_row(desk, found.part)
    column = indent_of(desk.buffer.lines[start])
    if desk.buffer.lines[start].lstrip().startswith("- "):
        column += "  "
    at = desk.buffer.starts[start + 1] if start + 1 < len(desk.buffer.lines) else len(desk.buffer.text)
    for count, line in enumerate(_above(desk, found, place)):
        if count == 5:
            return
        yield (Change(Span(at, at), f"{column}anchor: |\n{column}  {line}\n"),)


def _key_row(desk: Desk, part: Part) -> int:
    return desk.buffer.row(part.header.start)


def _wider(desk: Desk, found: Resolution, place: Lines) -> Iterator[tuple[Change, ...]]:
    """The part with more and more of the file's lines around it."""
    lines = desk.lines(found.path)
    if lines and not lines[-1]:
        lines = lines[:-1]
    if desk.patch.format is Format.AP:
        return
    for more in (1, 2, 3, 5, 8, 13, 21, _WIDEST):
        before, after = lines[max(0, place.start - more) : place.start], lines[place.end : place.end + more]
        yield reword(desk, found, [*context(before), *found.part.lines, *context(after)])


def _scope(desk: Desk, path: str, place: Lines) -> str:
    """The function or class a place lies in, by indentation."""
    lines = desk.lines(path)
    depth = len(indent_of(lines[place.start])) if place.start < len(lines) else 0
    for row in range(place.start - 1, -1, -1):
        line = lines[row]
        if not is_blank(line) and len(indent_of(line)) < max(depth, 1) and not is_trivial(line):
            return f" (in `{line.strip()[:50]}`)"
    return ""

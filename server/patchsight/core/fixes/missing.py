"""Fixes for a part that is not there, or not to the letter: take the file's lines instead of the
patch's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from patchsight.core.fixes.ambiguous import WIDENINGS, retarget, wider
from patchsight.core.fixes.ap_keys import remove_key, write_block
from patchsight.core.fixes.rewrite_part import reword, solid
from patchsight.core.fixes.trial import Desk, Edits, Fix
from patchsight.core.formats.spec import policy_of
from patchsight.core.model.patch import Kind, Op, PatchLine
from patchsight.core.model.problems import Problem, Severity
from patchsight.core.model.report import Lines, Resolution, State
from patchsight.core.placing.grades import uniform_shift
from patchsight.core.placing.similar import align
from patchsight.core.text.buffer import WHITE, indent_of, is_blank, split_lines
from patchsight.core.text.edits import Edit
from patchsight.core.text.phrases import percent, quote_line

_MOST = 10


class Renewal(NamedTuple):
    """A part's lines with the file's text in them, and in what they differ from the part's own."""

    lines: list[PatchLine]
    gone: list[PatchLine]  #: what the file does not have at all
    new: int  #: how many lines the file has that the part lacks
    differ: bool  #: whether lines differ in more than white space at their start
    shifted: bool  #: whether one change of indentation is all there is


def renewals(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """The part with the file's own text, where it is most alike or, if there are several such
    places, at each.
    """
    found = desk.resolution(problem)
    if found is None or not found.part.lines:
        return
    if found.change.op is Op.DELETE:
        yield from _whole_file(desk, found)
        return
    for place, score in _places(found):
        renewal = _compare(desk, found, place)
        changes = next(
            (
                way
                for way in _ways(desk, found, renewal, place)
                if desk.lands(way, found.part.index, place)
            ),
            (),
        )
        if changes:
            yield Fix(_title(renewal, place, score), changes)


def made_exact(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """A part that was found loosely, with the file's own text.

    Safe where it then does the same, unless a warning asks for a look, which would be gone as well.
    """
    found = desk.resolution(problem)
    if found is None or found.where is None or found.state is not State.FITS:
        return
    renewal = _compare(desk, found, found.where)
    changes = next(_ways(desk, found, renewal, found.where), ())
    if changes and desk.helps(changes, problem):
        safe = problem.severity is Severity.INFORMATION and desk.keeps(changes)
        yield Fix(_title(renewal, found.where, found.score), changes, safe)


def _places(found: Resolution) -> list[tuple[Lines, float]]:
    if found.nearest:
        return [(found.nearest.lines, found.nearest.score)]
    return [(place, 1.0) for place in found.candidates[:_MOST]]


def _ways(desk: Desk, found: Resolution, renewal: Renewal, place: Lines) -> Iterator[Edits]:
    """A part with the file's text; with more of it around where what the file says there stands
    elsewhere as well.
    """
    if policy_of(desk.patch).by_code:
        yield _in_block(desk, found, renewal)
    else:
        yield from wider(desk, found, renewal.lines, place, ((0, 0), *WIDENINGS))


def _title(renewal: Renewal, place: Lines, score: float) -> str:
    """What a renewal comes down to, in words."""
    if renewal.shifted:
        return f"Re-indent like the file (line {place.start + 1})"
    if renewal.gone and not renewal.differ and not renewal.new:
        gone = (
            quote_line(renewal.gone[0].text)
            if len(renewal.gone) == 1
            else f"{len(renewal.gone)} lines"
        )
        return f"Drop {gone}, which the file does not have (line {place.start + 1})"
    return f"Use the file's text (line {place.start + 1}, {percent(score)})"


def _compare(desk: Desk, found: Resolution, place: Lines) -> Renewal:
    """The part's lines, what it looks for taken from the file: lines that are gone dropped, new
    ones kept as context.
    """
    own = [
        line
        for line in solid(found, place)
        if not policy_of(desk.patch).by_code or not is_blank(line.text)
    ]
    there = desk.lines(found.path)[place.start : place.end]
    if policy_of(desk.patch).by_code:
        there = [line for line in there if not is_blank(line)]
    old = [line for line in own if line.kind is not Kind.ADDED]
    matched = align([line.text for line in old], there)
    made: list[PatchLine] = []
    rows, next_row = iter(matched), 0
    for line in own:
        row = next(rows) if line.kind is not Kind.ADDED else None
        if row is not None:
            made += [PatchLine(Kind.CONTEXT, text, line.span) for text in there[next_row:row]]
            line, next_row = line._replace(text=there[row], bare=False), row + 1
        if row is not None or line.kind is Kind.ADDED:
            made.append(line)
    pairs = [
        (line.text, there[row]) for line, row in zip(old, matched, strict=True) if row is not None
    ]
    gone = [line for line, row in zip(old, matched, strict=True) if row is None]
    renewal = Renewal(
        made,
        gone,
        len(there) - len(pairs),
        any(a.strip(WHITE) != b.strip(WHITE) for a, b in pairs),
        False,
    )
    return renewal if gone or renewal.new else _shifted(renewal, pairs)


def _shifted(renewal: Renewal, pairs: Sequence[tuple[str, str]]) -> Renewal:
    """The same with the added lines indented like the others, if one change of indentation is all
    that differs.
    """
    shift = uniform_shift([ours for ours, _ in pairs], [theirs for _, theirs in pairs])
    added = [line.text for line in renewal.lines if line.kind is Kind.ADDED]
    if not shift or not shift.fits(added):
        return renewal
    lines = [
        line._replace(text=shift.apply(line.text)) if line.kind is Kind.ADDED else line
        for line in renewal.lines
    ]
    return renewal._replace(lines=lines, shifted=True)


# ---- ap
def _in_block(desk: Desk, found: Resolution, renewal: Renewal) -> Edits:
    """The lines of an ap snippet, each replaced by the file's; lines that the file has in addition
    would be lost.
    """
    taken = [line for line in renewal.lines if line.kind is not Kind.ADDED]
    own = {line.span: line.text for line in found.part.old}
    if renewal.new or any(len(text) != span.end - span.start for span, text in own.items()):
        return ()
    drops = tuple(
        Edit(desk.row_span(row, row), "")
        for row in {desk.buffer.row(line.span.start) for line in renewal.gone}
    )
    texts = [(line.span, indent_of(own[line.span]) + line.text.strip(WHITE)) for line in taken]
    return (
        *drops,
        *(Edit(span, text) for span, text in texts if text.strip(WHITE) != own[span].strip(WHITE)),
    )


def anchor_renewals(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """An anchor that is not there: the file's nearest text, or none where the snippet stands once."""
    found = desk.resolution(problem)
    if found is None or found.part.anchor is None:
        return
    if found.nearest:
        place = found.nearest.lines
        lines = [
            line.strip(WHITE)
            for line in desk.lines(found.path)[place.start : place.end]
            if not is_blank(line)
        ]
        changes = write_block(desk, found.part, "anchor", lines)
        if desk.fits(changes, found.part.index):
            yield Fix(
                f"Use the file's text (line {place.start + 1}, {percent(found.nearest.score)})",
                changes,
            )
    changes = remove_key(desk, found.part.anchor.span.start) or ()
    if desk.fits(changes, found.part.index):
        yield Fix("Remove the anchor: the snippet stands once", changes)
        return
    alone = desk.moved(changes, found.part.index)
    yield from retarget(desk, found, alone.candidates if alone else ())


def without_hint(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """A v4a hint that is not there says nothing; without it the part must stand where it stands."""
    row = desk.buffer.row(problem.span.start)
    changes = (Edit(desk.buffer.span(row), "@@"),)
    if desk.helps(changes, problem) and desk.keeps(changes):
        yield Fix("Remove the hint", changes)


# ---- deleted files
def _whole_file(desk: Desk, found: Resolution) -> Iterator[Fix]:
    """The hunk of a deleted file with every line the file has now."""
    there = split_lines(desk.report.texts.get(found.path, ""))
    lines = [PatchLine(Kind.REMOVED, text, found.part.span) for text in there]
    if len(found.change.parts) != 1 or not policy_of(desk.patch).deletion_states_text or not lines:
        return
    changes = reword(desk, found, lines, 0)
    if desk.lands(changes, found.part.index, Lines(0, len(there))):
        yield Fix(f"Delete the file as it is now ({len(there)} lines)", changes)

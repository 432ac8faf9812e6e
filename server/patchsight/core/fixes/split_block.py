"""Making two modifications of one whose texts are blocks of rows: both keep all its keys, and each has
the rows on one side of the cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from patchsight.core.fixes.trial import Edits, Trial
from patchsight.core.model.patch import Kind, Part, PatchLine
from patchsight.core.text.buffer import Span, indent_of, is_blank
from patchsight.core.text.edits import Edit, apply_edits, moved_by
from patchsight.core.text.line_diff import opcodes

ONE_SIDED = "all that changes is on one side of this row"
_BLOCK = re.compile(r"(?P<bar>\|)(?P<digit>[1-9]?)(?P<chomping>[+-]?)[ \t]*$")


class _Text(NamedTuple):
    """A text of a modification, one row for each line."""

    lines: Sequence[PatchLine]
    rows: Sequence[int]


def split_block(trial: Trial, part: Part, row: int) -> Iterator[Edits | str]:
    """How a modification may be cut in front of a row, or why it cannot be."""
    if part.action not in ("REPLACE", "DELETE") or part.range_end:
        yield "only a REPLACE or DELETE of one snippet can be split"
        return
    old = _text(trial, [line for line in part.lines if line.kind is Kind.REMOVED])
    new = _text(trial, [line for line in part.lines if line.kind is Kind.ADDED])
    if old is None or new is None:
        yield "its texts do not stand in rows of their own"
        return
    cut = _cut(old, new, row)
    if isinstance(cut, str):
        yield cut
        return
    for drops_blank in (False, True):
        yield _twice(trial, part, old, new, cut, drops_blank)


def cut_texts(old: Sequence[str], new: Sequence[str], side: int, at: int) -> tuple[int, int] | str:
    """How many lines of two texts stand above a line of one of them: lines go with their like, and
    where lines give way to others, with the one in the same place. Else why there is no such cut.
    """
    cut = len(old), len(new)
    for _, *ends in opcodes(old, new):
        bounds = ends[:2], ends[2:]
        first, last = bounds[side]
        if first <= at < last:
            above = at - first
            cut = min(ends[0] + above, ends[1]), min(ends[2] + above, ends[3])
            break
    halves = (old[: cut[0]], new[: cut[1]]), (old[cut[0] :], new[cut[1] :])
    if any(half[0] == half[1] or not any(half[0]) for half in halves):
        return ONE_SIDED
    return cut


def _text(trial: Trial, lines: Sequence[PatchLine]) -> _Text | None:
    rows = [trial.buffer.row(line.span.start) for line in lines]
    apart = all(
        trial.buffer.lines[row].strip() == line.text.strip()
        for row, line in zip(rows, lines, strict=True)
    )
    return _Text(lines, rows) if apart and len(set(rows)) == len(rows) else None


def _cut(old: _Text, new: _Text, row: int) -> tuple[int, int] | str:
    """How many lines of both texts stand above a row of either of them."""
    side = 0 if row in old.rows else 1
    if row not in (old, new)[side].rows:
        return "the cursor is not on a row of its texts"
    texts = [[line.text.strip() for line in text.lines] for text in (old, new)]
    cut = cut_texts(texts[0], texts[1], side, (old, new)[side].rows.index(row))
    if isinstance(cut, str) or not new.lines:
        return cut
    halves = texts[1][: cut[1]], texts[1][cut[1] :]
    return cut if all(map(any, halves)) else "nothing would be left to put in on one side of it"


def _twice(
    trial: Trial, part: Part, old: _Text, new: _Text, cut: tuple[int, int], drops_blank: bool
) -> Edits:
    """The rows of a modification without those below the cut, and again without those above it."""
    buffer = trial.buffer
    first_row, last_row = buffer.row(part.span.start), buffer.row(max(0, part.span.end - 1))
    last_row = max(last_row, *old.rows, *new.rows)
    whole = trial.row_span(first_row, last_row)
    above, below = list[Edit](), list[Edit]()
    for side, at in ((old, cut[0]), (new, cut[1])):
        ends = _blank_ends(side, at) if drops_blank and side is new else (at, at)
        above += [_without(trial, row) for row in side.rows[ends[0] :]]
        below += [_without(trial, row) for row in side.rows[: ends[1]]]
    shift = _shift(old, cut[0])
    below += _moved(trial, new, cut[1], shift)
    for side, at in ((old, cut[0]), (new, cut[1])):
        below += _state_depth(trial, side, at, shift if side is new else (0, ""))
    text = buffer.text[whole.start : whole.end]
    gap = "" if text.endswith("\n") else "\n"
    copy = apply_edits(text, [moved_by(edit, -whole.start) for edit in below])
    return (*above, Edit(Span(whole.end, whole.end), gap + copy))


def _without(trial: Trial, row: int) -> Edit:
    return Edit(trial.row_span(row, row), "")


def _blank_ends(side: _Text, at: int) -> tuple[int, int]:
    """Where a text ends above the cut and goes on below it, without the blank lines around it."""
    first, last = at, at
    while first and is_blank(side.lines[first - 1].text):
        first -= 1
    while last < len(side.lines) and is_blank(side.lines[last].text):
        last += 1
    return first, last


# ---- indentation: what is put in is indented like the first line that is looked for
def _shift(old: _Text, cut: int) -> tuple[int, str]:
    """How many columns the lines that are put in below the cut lose, and what they get, since another
    line is the first one then.
    """
    filled = [at for at, line in enumerate(old.lines) if not is_blank(line.text)]
    first = indent_of(old.lines[filled[0]].text)
    second = indent_of(old.lines[next((at for at in filled if at >= cut), filled[0])].text)
    if second.startswith(first):
        return len(second) - len(first), ""
    return 0, first[len(second) :] if first.startswith(second) else ""


def _moved(trial: Trial, new: _Text, cut: int, shift: tuple[int, str]) -> Iterator[Edit]:
    for line in new.lines[cut:]:
        if shift != (0, "") and not is_blank(line.text):
            start = line.span.start
            yield Edit(Span(start, start + min(shift[0], len(indent_of(line.text)))), shift[1])


def _state_depth(trial: Trial, side: _Text, cut: int, shift: tuple[int, str]) -> Iterator[Edit]:
    """The depth of a block, where its first line would tell YAML another one."""
    if not side.lines:
        return
    key = side.rows[0] - 1
    opening = _BLOCK.search(trial.buffer.lines[key])
    first = next((line for line in side.lines[cut:] if not is_blank(line.text)), None)
    if opening is None or opening["digit"] or first is None:
        return
    if len(indent_of(first.text)) - shift[0] + len(shift[1]) > 0:
        row = trial.buffer.lines[key]
        column = len(row) - len(row.lstrip(" -"))
        depth = first.span.start - trial.buffer.starts[trial.buffer.row(first.span.start)] - column
        at = trial.buffer.starts[key] + opening.end("bar")
        yield Edit(Span(at, at), str(depth))

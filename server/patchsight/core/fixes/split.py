"""Making two parts of one, the second from a row on: both together do what the one did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from patchsight.core.fixes.parts import rows_of
from patchsight.core.fixes.rewrite_part import number
from patchsight.core.fixes.split_block import ONE_SIDED, cut_texts, split_block
from patchsight.core.fixes.trial import Edits, Fix, Trial
from patchsight.core.formats.spec import FormatSpec
from patchsight.core.model.patch import Kind, Numbers, Op, Part, PatchLine, Substitution
from patchsight.core.model.record import replace
from patchsight.core.model.report import Resolution, State
from patchsight.core.text.buffer import Span
from patchsight.core.text.edits import Edit, apply_edits, moved_by
from patchsight.core.text.entries import Entry, separator
from patchsight.core.text.traced import ShownEdit, held_by, write_out

_NOWHERE = Span(0, 0)
_TITLE = "Split this part here"
_NOT_THE_SAME = "the two halves would not do the same, or not be found"

Texts = tuple[str, str]


def split(trial: Trial, resolution: Resolution, row: int) -> Iterator[Fix]:
    """Cut a part that fits in front of a row of it."""
    spec = resolution.change.format or trial.patch.format
    if spec is None or resolution.state is not State.FITS:
        return
    if resolution.change.op not in (Op.UPDATE, Op.RENAME):
        return
    if max(len(resolution.part.old), len(resolution.part.new)) < 2:
        return
    edits: Edits | str = _NOT_THE_SAME
    for way in _ways(trial, spec, resolution, row):
        if isinstance(way, str):
            edits = way
        elif way and _does_the_same(trial, resolution, way):
            edits = way
            break
    if isinstance(edits, str):
        yield Fix(_TITLE, (), refusal=edits)
    else:
        yield Fix(_TITLE, edits)


def _does_the_same(trial: Trial, resolution: Resolution, edits: Edits) -> bool:
    after, at = trial.answer(edits), resolution.part.index
    halves = after.parts[at : at + 2]
    return (
        len(after.parts) == len(trial.report.parts) + 1
        and all(half.state is State.FITS for half in halves)
        and trial.keeps(edits)
    )


def _ways(
    trial: Trial, spec: FormatSpec, resolution: Resolution, row: int
) -> Iterator[Edits | str]:
    """How it may be cut, or why it cannot be."""
    part = resolution.part
    if spec.policy.by_code:
        yield from split_block(trial, part, row)
        return
    if not (spec.signed or spec.policy.two_texts):
        yield "it has no lines that could stand apart"
        return
    if not spec.signed:
        yield from _split_texts(trial, resolution, row)
        return
    at = sum(trial.buffer.row(line.span.start) < row for line in part.lines)
    halves = part.lines[:at], part.lines[at:]
    if not all(any(line.kind is not Kind.CONTEXT for line in half) for half in halves):
        yield ONE_SIDED
        return
    for hints in dict.fromkeys(((), part.hints)):
        first, second = _halves(part, *halves)
        yield _hunks(trial, spec, resolution, first, replace(second, hints=hints))


def _split_texts(trial: Trial, resolution: Resolution, row: int) -> Iterator[Edits | str]:
    """The same where old and new lines stand apart: the row may be one of either."""
    part = resolution.part
    at = _line_at(trial, part, row)
    old, new = ([line.text for line in side] for side in (part.old, part.new))
    cut = cut_texts(old, new, *at) if at else ONE_SIDED
    if isinstance(cut, str):
        yield cut
    elif part.substitution:
        yield from _exchanges(trial, part, part.substitution, *cut)
    else:
        yield _two_blocks(trial, resolution, cut)


def _line_at(trial: Trial, part: Part, row: int) -> tuple[int, int] | None:
    """The line of the old text, or of the new one, that stands in a row."""
    rows = [trial.buffer.row(line.span.start) for line in part.old]
    if row in rows:
        return 0, rows.index(row)
    first = _first_new_row(trial, part)
    number = -1 if first is None else row - first
    return (1, number) if 0 <= number < len(part.new) else None


def _first_new_row(trial: Trial, part: Part) -> int | None:
    if part.substitution:
        return trial.buffer.row(part.substitution.new_span.start)
    added = (
        trial.buffer.row(line.span.start) - number
        for number, line in enumerate(part.new)
        if line.kind is Kind.ADDED
    )
    return next(added, None)


# ---- lines with signs
def _halves(
    part: Part, above: Sequence[PatchLine], below: Sequence[PatchLine]
) -> tuple[Part, Part]:
    """Both hunks, the second with what the part says about the end of the file."""
    first = replace(
        part, lines=tuple(above), hints=(), old_newline=None, new_newline=None, at_end=False
    )
    second = replace(part, lines=tuple(below), hints=())
    numbers = part.numbers
    if numbers:
        old, new = len(first.old), len(first.new)
        first.numbers = _numbers(first, *_first_rows(part, numbers))
        start, to = _first_rows(part, numbers)
        second.numbers = _numbers(second, start + old, to + new)
    return first, second


def _first_rows(part: Part, numbers: Numbers) -> tuple[int, int]:
    """The rows, from 0, that a header names on both sides."""
    return numbers.old_start - bool(part.old), numbers.new_start - bool(part.new)


def _numbers(part: Part, old: int, new: int) -> Numbers:
    counts = len(part.old), len(part.new)
    return Numbers(old + bool(counts[0]), counts[0], new + bool(counts[1]), counts[1], _NOWHERE)


def _hunks(
    trial: Trial, spec: FormatSpec, resolution: Resolution, first: Part, second: Part
) -> Edits:
    part = resolution.part
    change = replace(resolution.change, op=Op.UPDATE, new_path=None, parts=[first, second])
    above, below = spec.hunk_frame
    rows = spec.render([change]).split("\n")[above:-below]
    own = trial.buffer.starts[trial.buffer.row(part.lines[0].span.start)]
    edits = [Edit(Span(own, part.span.end), "\n".join(rows))]
    if part.numbers:
        old, new = _first_rows(part, part.numbers)
        edits.append(Edit(part.numbers.span, number(old, new - old, first.lines)))
    return tuple(edits)


# ---- two texts between markers
def _two_blocks(trial: Trial, resolution: Resolution, cut: tuple[int, int]) -> Edits | str:
    """The rows of a section without those below the cut, and again without those above it."""
    part, first_new = resolution.part, _first_new_row(trial, resolution.part)
    if len(resolution.change.parts) > 1:
        return "it shares its section with others"
    if part.new and first_new is None:
        return "where its new text stands cannot be told"
    old = [trial.buffer.row(line.span.start) for line in part.old]
    new = [(first_new or 0) + number for number in range(len(part.new))]
    whole = rows_of(trial, resolution.change.span)
    above = [Edit(trial.row_span(row, row), "") for row in (*old[cut[0] :], *new[cut[1] :])]
    below = [Edit(trial.row_span(row, row), "") for row in (*old[: cut[0]], *new[: cut[1]])]
    below += _renumbered(trial, part, cut[0])
    text = trial.buffer.text[whole.start : whole.end]
    copy = apply_edits(text, [moved_by(edit, -whole.start) for edit in below])
    gap = "\n" if text.endswith("\n") else "\n\n"
    return (*above, Edit(Span(whole.end, whole.end), gap + copy))


def _renumbered(trial: Trial, part: Part, lines: int) -> Edits:
    """The line that a part names, so many lines further down."""
    if part.numbers is None:
        return ()
    number, (start, end) = part.numbers.old_start, part.numbers.span
    text = trial.buffer.text[start:end].replace(str(number), str(number + lines), 1)
    return (Edit(part.numbers.span, text),)


# ---- two texts in a value of a list, or in one on its own
def _exchanges(
    trial: Trial, part: Part, exact: Substitution, old_lines: int, new_lines: int
) -> Iterator[Edits | str]:
    """The value that a part was read from twice, each time with one half of both texts."""
    entry = next((entry for span, entry in held_by(trial.buffer) if span == part.span), None)
    if entry is None:
        yield "it shares its call with others"
        return
    old, new = _offset(exact.old, old_lines), _offset(exact.new, new_lines)
    for halves in _cuts(exact, old, new):
        edits = _twice(trial, part, exact, entry, halves, old_lines)
        if edits:
            yield edits


def _offset(text: str, lines: int) -> int:
    """Where so many lines of a text end."""
    at = 0
    for _ in range(lines):
        at = text.find("\n", at) + 1 or len(text) + 1
    return at


def _cuts(exact: Substitution, old: int, new: int) -> Iterator[tuple[Texts, Texts]]:
    """Both halves of both texts: without the line end between them, which stays, else with it in the
    first, else with it in the second.
    """
    apart = exact.old[old - 1 : old] == "\n", exact.new[new - 1 : new] == "\n" and new > 0
    if all(apart) and old - 1 and exact.old[old:]:
        yield (exact.old[: old - 1], exact.new[: new - 1]), (exact.old[old:], exact.new[new:])
    yield (exact.old[:old], exact.new[:new]), (exact.old[old:], exact.new[new:])
    before = max(0, new - 1)
    yield (exact.old[: old - 1], exact.new[:before]), (exact.old[old - 1 :], exact.new[before:])


def _twice(
    trial: Trial,
    part: Part,
    exact: Substitution,
    entry: Entry,
    halves: tuple[Texts, Texts],
    lines: int,
) -> Edits | None:
    """An entry with the first half of its texts, and the same entry with the second one behind it."""
    outer = trial.buffer.outer
    if not all(old for old, _ in halves):
        return None
    (old, new), (more_old, more_new) = halves
    spans = exact.old_span, exact.new_span
    first = write_out(trial.buffer, _kept(trial, spans, (old, new), tail=False))
    later = _kept(trial, spans, (more_old, more_new), tail=True)
    second = write_out(trial.buffer, (*later, *_renumbered(trial, part, lines)))
    if first is None or second is None:
        return None
    start, end = entry.span
    copy = apply_edits(outer.text[start:end], [moved_by(edit, -start) for edit in second])
    behind = ShownEdit(Span(end, end), separator(outer, entry) + copy)
    return (*(ShownEdit(*edit) for edit in first), behind)


def _kept(trial: Trial, spans: tuple[Span, Span], texts: Texts, *, tail: bool) -> Edits:
    """Edits that leave only this much of two texts; what stays is not written anew."""
    edits = list[Edit]()
    for (start, end), text in zip(spans, texts, strict=True):
        there = trial.buffer.text[start:end]
        cut = end - len(text) if tail else start + len(text)
        if there.endswith(text) if tail else there.startswith(text):
            edits.append(Edit(Span(start, cut) if tail else Span(cut, end), ""))
        else:  # it has other line ends
            edits.append(Edit(Span(start, end), text))
    return tuple(edit for edit in edits if edit.span.start < edit.span.end)

"""What people do with the parts of a patch, problem or not: drop one, split one, write one anew,
let it win over the file. Each way is tried out first, and the other parts must do what they did.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from patchsight.core.fixes.ambiguous import wider
from patchsight.core.fixes.missing import compare_with_file
from patchsight.core.fixes.parts import rows_of
from patchsight.core.fixes.rewrite_part import number
from patchsight.core.fixes.trial import Edits, Fix, Trial
from patchsight.core.formats.spec import FormatSpec, policy_of
from patchsight.core.model.patch import Kind, Numbers, Op, Part, PatchLine
from patchsight.core.model.problems import Severity
from patchsight.core.model.record import replace
from patchsight.core.model.report import Lines, Report, Resolution, State
from patchsight.core.text.buffer import Span
from patchsight.core.text.edits import Edit, apply_edits
from patchsight.core.text.line_diff import opcodes
from patchsight.core.text.phrases import count

_NOWHERE = Span(0, 0)
_USUAL = ((3, 3), (8, 8), (21, 21))  #: lines of context above and below a part that is written anew


def edit_part(trial: Trial, resolution: Resolution, row: int) -> Iterator[Fix]:
    """Everything that can be done with a part from one of its rows in the patch."""
    yield from _drop(trial, [resolution], "Drop this part")
    yield from _split(trial, resolution, row)
    yield from _refresh(trial, resolution)
    yield from _take_patch(trial, resolution)


def drop_all_applied(trial: Trial) -> Iterator[Fix]:
    """Take out every part that is applied already, where others are not."""
    done = [one for one in trial.report.parts if one.state is State.APPLIED]
    if len(done) > 1:
        yield from _drop(trial, done, f"Drop the {count(len(done), 'part')} applied already")


# ---- drop
def _drop(trial: Trial, parts: Sequence[Resolution], title: str) -> Iterator[Fix]:
    """Take parts out, with their sections where nothing is left in them; never everything."""
    gone = {resolution.part.index for resolution in parts}
    spans: list[Span] = []
    for change in trial.patch.files:
        own = [part for part in change.parts if part.index in gone]
        if own and len(own) == len(change.parts):
            spans.append(change.span)
        else:
            spans += [part.span for part in own]
    edits = tuple(Edit(rows_of(trial, span), "") for span in spans)
    left = [one for one in trial.report.parts if one.part.index not in gone]
    after = trial.answer(edits)
    if left and _deeds(after.parts) == _deeds(left) and _reads_no_worse(trial, after):
        yield Fix(title, edits)


def _deeds(parts: Sequence[Resolution]) -> list[tuple[str, State, Lines | None, list[str]]]:
    """What parts do, and where."""
    return [(one.path, one.state, one.where, one.after) for one in parts]


def _reads_no_worse(trial: Trial, after: Report) -> bool:
    errors = [report.count(Severity.ERROR) for report in (after, trial.report)]
    return after.patch.format is trial.patch.format and errors[0] <= errors[1]


# ---- split
def _split(trial: Trial, resolution: Resolution, row: int) -> Iterator[Fix]:
    """Make two parts of one, the second from a row on; together they do the same."""
    spec, part = trial.patch.format, resolution.part
    if spec is None or not _is_divisible(spec, part) or resolution.state is not State.FITS:
        return
    at = _count_above(trial, part, row)
    halves = part.lines[:at], part.lines[at:]
    if not all(any(line.kind is not Kind.CONTEXT for line in half) for half in halves):
        return
    if not spec.signed:
        yield from _split_texts(trial, resolution, _halves(part, *halves))
        return
    for hints in dict.fromkeys(((), part.hints)):
        first, second = _halves(part, *halves)
        edits = _write_halves(trial, resolution, first, replace(second, hints=hints))
        after = trial.answer(edits)
        if len(after.parts) == len(trial.report.parts) + 1 and trial.keeps(edits):
            yield Fix("Split this part here", edits)
            return


def _is_divisible(spec: FormatSpec, part: Part) -> bool:
    """Whether a part is lines that each stand in a row."""
    return spec.signed or (spec.policy.two_texts and part.substitution is None)


def _count_above(trial: Trial, part: Part, row: int) -> int:
    """How many lines of a part stand above a row; where old and new ones stand apart, that is a
    row of the old ones, and what takes their place goes with them.
    """
    rows = [trial.buffer.row(line.span.start) for line in part.lines]
    if trial.patch.format is not None and trial.patch.format.signed:
        return sum(at < row for at in rows)
    old = [at for at, line in enumerate(part.lines) if line.kind is not Kind.ADDED]
    return next((at for at in old if rows[at] >= row), 0)


def _split_texts(trial: Trial, resolution: Resolution, halves: tuple[Part, Part]) -> Iterator[Fix]:
    """The same where a part is two texts, which are written below each other."""
    spec, own = trial.patch.format, rows_of(trial, resolution.change.span)
    if spec is None or len(resolution.change.parts) > 1:
        return
    text = spec.render([replace(resolution.change, parts=[half]) for half in halves])
    edits = (Edit(own, text),)
    after = trial.answer(edits)
    if len(after.parts) == len(trial.report.parts) + 1 and trial.keeps(edits):
        yield Fix("Split this part here", edits)


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


def _write_halves(trial: Trial, resolution: Resolution, first: Part, second: Part) -> Edits:
    spec, part = trial.patch.format, resolution.part
    assert spec is not None
    change = replace(resolution.change, op=Op.UPDATE, new_path=None, parts=[first, second])
    above, below = spec.hunk_frame
    rows = spec.render([change]).split("\n")[above:-below]
    own = trial.buffer.starts[trial.buffer.row(part.lines[0].span.start)]
    edits = [Edit(Span(own, part.span.end), "\n".join(rows))]
    if part.numbers:
        old, new = _first_rows(part, part.numbers)
        edits.append(Edit(part.numbers.span, number(old, new - old, first.lines)))
    return tuple(edits)


# ---- write anew
def _refresh(trial: Trial, resolution: Resolution) -> Iterator[Fix]:
    """A part that fits, with the file's own lines around and inside it."""
    place = resolution.where
    if (
        resolution.state is not State.FITS
        or place is None
        or not _can_be_written(trial, resolution)
    ):
        return
    lines, start = _without_context(compare_with_file(trial, resolution, place), place.start)
    core = Lines(start, start + _old_count(lines))
    for edits in wider(trial, resolution, lines, core, _USUAL) if lines else ():
        text = apply_edits(trial.buffer.text, edits)
        if text == trial.buffer.text:
            return
        if trial.keeps(edits) and _reads_no_worse(trial, trial.answer(edits)):
            yield Fix("Refresh this part", edits)
            return


def _without_context(lines: Sequence[PatchLine], start: int) -> tuple[list[PatchLine], int]:
    """Lines from the first change to the last, and the row of the target they start at."""
    rows = [row for row, line in enumerate(lines) if line.kind is not Kind.CONTEXT]
    return (list(lines[rows[0] : rows[-1] + 1]), start + rows[0]) if rows else ([], start)


def _old_count(lines: Sequence[PatchLine]) -> int:
    return sum(line.kind is not Kind.ADDED for line in lines)


def _can_be_written(trial: Trial, resolution: Resolution) -> bool:
    """Whether a part is an edit in lines, of a format that says where to the letter."""
    return (
        not policy_of(trial.patch).by_code
        and resolution.part.substitution is None
        and resolution.change.op in (Op.UPDATE, Op.RENAME)
        and bool(resolution.part.lines)
        and resolution.part.old_newline == resolution.part.new_newline
    )


# ---- the patch wins
def _take_patch(trial: Trial, resolution: Resolution) -> Iterator[Fix]:
    """A part that is stale, so that its new text takes the place of what stands there now."""
    nearest = resolution.nearest
    if resolution.state is not State.MISSING or nearest is None:
        return
    if not _can_be_written(trial, resolution):
        return
    place = nearest.lines
    there = trial.lines(resolution.path)[place.start : place.end]
    lines = list(_difference(there, [line.text for line in resolution.part.new]))
    ways = wider(trial, resolution, lines, place, ((0, 0), *_USUAL))
    edits = trial.landing(ways, resolution.part.index, place)
    if edits:
        yield Fix(f"Take the patch's text (line {place.start + 1})", edits)


def _difference(old: Sequence[str], new: Sequence[str]) -> Iterator[PatchLine]:
    """The lines of a hunk that turns one text into another."""
    at = 0
    for tag, first, last, start, end in opcodes(old, new):
        if tag == "equal":
            continue
        yield from (PatchLine(Kind.CONTEXT, text, _NOWHERE) for text in old[at:first])
        yield from (PatchLine(Kind.REMOVED, text, _NOWHERE) for text in old[first:last])
        yield from (PatchLine(Kind.ADDED, text, _NOWHERE) for text in new[start:end])
        at = last
    yield from (PatchLine(Kind.CONTEXT, text, _NOWHERE) for text in old[at:])

"""What people do with the parts of a patch, problem or not: drop one, split one, write one anew,
let it win over the file. Each way is tried out first, and the other parts must do what they did.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from patchsight.core.fixes.ambiguous import wider
from patchsight.core.fixes.missing import compare_with_file, renew
from patchsight.core.fixes.parts import rows_of
from patchsight.core.fixes.split import split
from patchsight.core.fixes.trial import Edits, Fix, Trial
from patchsight.core.formats.spec import policy_of
from patchsight.core.model.patch import Kind, Op, PatchLine
from patchsight.core.model.problems import Severity
from patchsight.core.model.report import Lines, Report, Resolution, State
from patchsight.core.text.buffer import Span
from patchsight.core.text.edits import Edit, apply_edits
from patchsight.core.text.entries import Entry, is_fenced, leave_out
from patchsight.core.text.line_diff import opcodes
from patchsight.core.text.phrases import count
from patchsight.core.text.traced import ShownEdit, held_by, write_out

_NOWHERE = Span(0, 0)
_USUAL = ((3, 3), (8, 8), (21, 21))  #: lines of context above and below a part that is written anew


def edit_part(trial: Trial, resolution: Resolution, row: int) -> Iterator[Fix]:
    """Everything that can be done with a part from one of its rows in the patch."""
    yield from _drop(trial, [resolution], "Drop this part")
    yield from split(trial, resolution, row)
    yield from _refresh(trial, resolution)
    yield from _take_patch(trial, resolution)


def drop_all_applied(trial: Trial) -> Iterator[Fix]:
    """Take out every part that is applied already, where others are not."""
    done = [one for one in trial.report.parts if one.state is State.APPLIED]
    if 1 < len(done) < len(trial.report.parts):
        yield from _drop(trial, done, f"Drop the {count(len(done), 'part')} applied already")


# ---- drop
def _drop(trial: Trial, parts: Sequence[Resolution], title: str) -> Iterator[Fix]:
    """Take parts out, with their sections where nothing is left in them; never everything."""
    gone = {resolution.part.index for resolution in parts}
    left = [one for one in trial.report.parts if one.part.index not in gone]
    if not left:
        yield Fix(title, (), refusal="nothing would be left of the patch")
        return
    for frame in (0, 1):  # rows around sections that mean nothing without them
        edits = _without(trial, gone, frame)
        after = trial.answer(edits)
        same = _deeds(after, after.parts) == _deeds(trial.report, left)
        if edits and same and _errs_no_more(trial, after):
            yield Fix(title, edits)
            return
    yield Fix(title, (), refusal="the other parts would not do the same without it")


def _without(trial: Trial, gone: set[int], frame: int) -> Edits:
    """The patch without some parts: what they were read from where that is theirs alone, else their
    rows.
    """
    entries, held = list[Entry](), set[int]()
    parts = sorted(trial.patch.parts, key=lambda part: part.span)
    starts = [part.span.start for part in parts]
    for span, entry in sorted(
        held_by(trial.buffer), key=lambda pair: (pair[0].start, -pair[0].end)
    ):
        inside = parts[bisect_left(starts, span.start) : bisect_left(starts, span.end)]
        own = {part.index for part in inside}
        if own and own <= gone and not own <= held:
            entries.append(entry)
            held |= own
    cuts = leave_out(trial.buffer.outer, entries)
    rows = write_out(trial.buffer, [Edit(span, "") for span in _rows(trial, gone - held, frame)])
    if rows is None:
        return ()
    return (*(ShownEdit(*edit) for edit in rows), *(ShownEdit(span, "") for span in cuts))


def _rows(trial: Trial, gone: set[int], frame: int) -> Iterator[Span]:
    for change in trial.patch.files:
        own = [part for part in change.parts if part.index in gone]
        if own and len(own) == len(change.parts):
            yield _framed(trial, rows_of(trial, change.span), frame)
        else:
            yield from (rows_of(trial, part.span) for part in own)


def _framed(trial: Trial, span: Span, frame: int) -> Span:
    """A section with so many rows on both sides, and the fence that would be left empty then."""
    first = trial.buffer.row(span.start) - frame
    last = trial.buffer.row(max(span.start, span.end - 1)) + frame
    if not frame or first < 0 or last >= len(trial.buffer.lines):
        return span
    if is_fenced(trial.buffer, first, last):
        first, last = first - 1, last + 1
    return trial.row_span(first, last)


def _deeds(report: Report, parts: Sequence[Resolution]) -> list[tuple[object, ...]]:
    """What parts do, and where, and in which format they are written."""
    return [
        (one.change.format or report.patch.format, one.path, one.state, one.where, one.after)
        for one in parts
    ]


def _errs_no_more(trial: Trial, after: Report) -> bool:
    return after.count(Severity.ERROR) <= trial.report.count(Severity.ERROR)


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
        after = trial.answer(edits)
        same = after.patch.format is trial.patch.format
        if same and trial.keeps(edits) and _errs_no_more(trial, after):
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


# ---- a part that is stale
def edit_stale(trial: Trial, resolution: Resolution) -> Fix | None:
    """A part that is stale with what stands in the file for its old lines, and new lines for a person
    to edit: what the patch changes there, with what the file says otherwise.
    """
    nearest = resolution.nearest
    if resolution.state is not State.MISSING or nearest is None or not resolution.part.lines:
        return None
    place = nearest.lines
    edits = renew(trial, resolution, place) or _exchange_there(trial, resolution, place)
    title = f"Edit this part with the file's text (line {place.start + 1})"
    return Fix(title, edits) if edits else None


def _take_patch(trial: Trial, resolution: Resolution) -> Iterator[Fix]:
    """The same with its new text in the place of what stands there now."""
    nearest = resolution.nearest
    if resolution.state is not State.MISSING or nearest is None:
        return
    edits = _exchange_there(trial, resolution, nearest.lines)
    if edits:
        yield Fix(f"Take the patch's text (line {nearest.lines.start + 1})", edits)


def _exchange_there(trial: Trial, resolution: Resolution, place: Lines) -> Edits:
    """A part that exchanges the lines of a place for its new ones."""
    if not _can_be_written(trial, resolution):
        return ()
    there = trial.lines(resolution.path)[place.start : place.end]
    lines = list(_difference(there, [line.text for line in resolution.part.new]))
    ways = wider(trial, resolution, lines, place, ((0, 0), *_USUAL))
    return trial.landing(ways, resolution.part.index, place)


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

"""Rewriting one part in place: the text a format gives it, with other lines around or inside it."""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.fixes.trial import Edits, Trial
from patchsight.core.formats.spec import FormatSpec
from patchsight.core.formats.two_texts import compare
from patchsight.core.model.patch import Kind, Op, Part, PatchLine, Substitution
from patchsight.core.model.record import replace
from patchsight.core.model.report import Lines, Resolution, State
from patchsight.core.text.buffer import Span
from patchsight.core.text.edits import Edit

_NOWHERE = Span(0, 0)


def reword(trial: Trial, resolution: Resolution, lines: Sequence[PatchLine], start: int) -> Edits:
    """The edits that give a part other lines, the first of which stands at a row of the target."""
    if resolution.part.substitution:
        return _reword_texts(resolution.part.substitution, lines)
    part = replace(
        resolution.part, lines=tuple(lines), droppable=0, hints=(), numbers=None, substitution=None
    )
    spec = trial.patch.format
    assert spec is not None  # it has a part
    if spec.policy.two_texts:
        rows = spec.render([replace(resolution.change, parts=[part])]).rstrip("\n").split("\n")
        return (Edit(resolution.part.span, "\n".join(rows[spec.hunk_frame[0] :])),)
    own = trial.buffer.starts[trial.buffer.row(resolution.part.lines[0].span.start)]
    edits = [Edit(Span(own, resolution.part.span.end), _body(spec, resolution, part))]
    numbers = resolution.part.numbers
    if numbers and spec.policy.numbers:
        edits.append(
            Edit(numbers.span, number(start, shift_above(trial, resolution, start), lines))
        )
    return tuple(edits)


def _reword_texts(exact: Substitution, lines: Sequence[PatchLine]) -> Edits:
    """The same for a part that is two texts; each keeps the line end at its end, or goes without."""
    old = "\n".join(line.text for line in lines if line.kind is not Kind.ADDED)
    new = "\n".join(line.text for line in lines if line.kind is not Kind.REMOVED)
    ends = exact.old.endswith("\n"), exact.new.endswith("\n") or not exact.new
    if all(ends):
        old, new = f"{old}\n", f"{new}\n" if new else new
    return Edit(exact.old_span, old), Edit(exact.new_span, new)


def _body(spec: FormatSpec, resolution: Resolution, part: Part) -> str:
    """A hunk's lines below its header, with every marker that belongs among them."""
    change = replace(resolution.change, op=Op.UPDATE, new_path=None, parts=[part])
    above, below = spec.hunk_frame
    return "\n".join(spec.render([change]).split("\n")[above:-below])


def number(start: int, shift: int, lines: Sequence[PatchLine]) -> str:
    """The numbers for a header: where its lines stand, and how far hunks above shift them."""
    old = sum(line.kind is not Kind.ADDED for line in lines)
    new = sum(line.kind is not Kind.REMOVED for line in lines)
    return f"-{start + bool(old)},{old} +{start + shift + bool(new)},{new}"


def shift_above(trial: Trial, resolution: Resolution, start: int) -> int:
    """How many lines the hunks of a section add above a row of the target."""
    return sum(
        len(other.part.new) - len(other.part.old)
        for other in trial.report.parts
        if other.change is resolution.change
        and other.state is State.FITS
        and other.where
        and other.where.start < start
    )


def solid(trial: Trial, resolution: Resolution, place: Lines) -> Sequence[PatchLine]:
    """A part's lines, without blank rows below them that are noise where the part stands; whole
    lines, where it is only about a part of them.
    """
    part = resolution.part
    if part.substitution and place.first_column is not None and place.last_column is not None:
        return _whole_lines(trial, resolution, part.substitution, place)
    fits = len(part.old) == place.end - place.start or not part.droppable
    return part.lines if fits else part.lines[: -part.droppable]


def _whole_lines(
    trial: Trial, resolution: Resolution, exact: Substitution, place: Lines
) -> Sequence[PatchLine]:
    there = trial.lines(resolution.path)[place.start : place.end]
    head, tail = there[0][: place.first_column], there[-1][place.last_column :]
    if not (head or tail) or exact.old.endswith("\n"):
        return resolution.part.lines
    old = [PatchLine(Kind.REMOVED, text, _NOWHERE) for text in there]
    new = f"{head}{exact.new}{tail}".split("\n")
    return compare(old, [PatchLine(Kind.ADDED, text, _NOWHERE) for text in new])


def context(texts: Sequence[str]) -> list[PatchLine]:
    return [PatchLine(Kind.CONTEXT, text, _NOWHERE) for text in texts]

"""Rewriting one part in place: the text a format gives it, with other lines around or inside it."""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.fixes.trial import Desk, Edits
from patchsight.core.formats.spec import FormatSpec
from patchsight.core.model.patch import Kind, Op, Part, PatchLine
from patchsight.core.model.record import replace
from patchsight.core.model.report import Lines, Resolution, State
from patchsight.core.text.buffer import Span
from patchsight.core.text.edits import Edit

_NOWHERE = Span(0, 0)


def reword(desk: Desk, found: Resolution, lines: Sequence[PatchLine], start: int) -> Edits:
    """The changes that give a part these lines instead of its own, the first of which stands at a
    row of the target.
    """
    part = replace(found.part, lines=tuple(lines), droppable=0, hints=(), numbers=None)
    spec = desk.patch.format
    assert spec is not None  # it has a part
    if spec.policy.two_texts:
        text = spec.render([replace(found.change, parts=[part])]).rstrip("\n")
        return (Edit(found.change.span, text),)
    own = desk.buffer.starts[desk.buffer.row(found.part.lines[0].span.start)]
    changes = [Edit(Span(own, found.part.span.end), _body(spec, found, part))]
    numbers = found.part.numbers
    if numbers and spec.policy.numbers:
        changes.append(Edit(numbers.span, number(start, shift_above(desk, found, start), lines)))
    return tuple(changes)


def _body(spec: FormatSpec, found: Resolution, part: Part) -> str:
    """A hunk's lines below its header, with every marker that belongs among them."""
    change = replace(found.change, op=Op.UPDATE, new_path=None, parts=[part])
    above, below = spec.hunk_frame
    return "\n".join(spec.render([change]).split("\n")[above:-below])


def number(start: int, shift: int, lines: Sequence[PatchLine]) -> str:
    """The numbers for a hunk header: where its lines stand in the target, and how far the hunks
    above will shift them.
    """
    old = sum(line.kind is not Kind.ADDED for line in lines)
    new = sum(line.kind is not Kind.REMOVED for line in lines)
    return f"-{start + bool(old)},{old} +{start + shift + bool(new)},{new}"


def shift_above(desk: Desk, found: Resolution, start: int) -> int:
    """How many lines the hunks of a section add above a row of the target."""
    return sum(
        len(other.part.new) - len(other.part.old)
        for other in desk.report.resolutions
        if other.change is found.change
        and other.state is State.FITS
        and other.where
        and other.where.start < start
    )


def solid(found: Resolution, place: Lines) -> Sequence[PatchLine]:
    """A part's lines, without blank rows below them that are noise where the part stands."""
    part = found.part
    fits = len(part.old) == place.end - place.start or not part.droppable
    return part.lines if fits else part.lines[: -part.droppable]


def context(texts: Sequence[str]) -> list[PatchLine]:
    return [PatchLine(Kind.CONTEXT, text, _NOWHERE) for text in texts]

"""Rewriting one part in place: the text a format gives it, with other lines around or inside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from patchsight.core import formats
from patchsight.core.fixes import Change, Desk
from patchsight.core.model import Format, Kind, PatchLine
from patchsight.core.result import Resolution
from patchsight.core.text import Span

_NOWHERE = Span(0, 0)


def reword(desk: Desk, found: Resolution, lines: Sequence[PatchLine]) -> tuple[Change, ...]:
    """The changes that give a part these lines instead of its own."""
    if desk.patch.format is Format.APPLYDIFF:
        return _reword_block(desk, found, lines)
    return _reword_hunk(desk, found, lines)


def _reword_hunk(desk: Desk, found: Resolution, lines: Sequence[PatchLine]) -> tuple[Change, ...]:
    """Write a hunk's body anew, below its header."""
    own = found.part.lines
    first, last = desk.buffer.row(own[0].span.start), desk.buffer.row(own[-1].span.end)
    span = Span(desk.buffer.starts[first], desk.buffer.span(last).end)
    body = "\n".join(line.kind.value + line.text for line in lines)
    changes = [Change(span, body)]
    numbers = found.part.numbers
    if numbers and desk.patch.format is Format.UNIFIED:
        old = sum(line.kind is not Kind.ADDED for line in lines)
        new = sum(line.kind is not Kind.REMOVED for line in lines)
        changes.append(Change(numbers.span, f"-{numbers.old_start},{old} +{numbers.new_start},{new}"))
    return tuple(changes)


def _reword_block(desk: Desk, found: Resolution, lines: Sequence[PatchLine]) -> tuple[Change, ...]:
    """Write an ApplyDiff block anew; its section is the block."""
    change = replace(found.change, parts=[replace(found.part, lines=tuple(lines))])
    text = formats.render_files([change], Format.APPLYDIFF).rstrip("\n")
    return (Change(found.change.span, text),)


def context(texts: Sequence[str]) -> list[PatchLine]:
    return [PatchLine(Kind.CONTEXT, text, _NOWHERE) for text in texts]

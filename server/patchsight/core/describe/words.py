"""The words that a part changes, where lines of it take the place of others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from patchsight.core.model.patch import Kind, Part, PatchLine
from patchsight.core.text.buffer import Span
from patchsight.core.text.word_diff import Stretch, changed_words


class Exchange(NamedTuple):
    """Lines of a part that give way to others, and the words in which they differ."""

    lines: Sequence[PatchLine]  #: old and new ones
    words: Sequence[tuple[str, str]]  #: what was there, and what is there afterwards
    old: Sequence[Span]  #: where the words stand in the patch
    new: Sequence[Span]


def exchanges(part: Part) -> Iterator[Exchange]:
    """Every place at which lines take the place of others that are not wholly different."""
    for is_context, run in groupby(part.lines, lambda line: line.kind is Kind.CONTEXT):
        lines = () if is_context else tuple(run)
        old = [line for line in lines if line.kind is Kind.REMOVED]
        new = [line for line in lines if line.kind is Kind.ADDED]
        changes = changed_words([line.text for line in old], [line.text for line in new])
        if changes:
            yield Exchange(
                lines,
                [(_text(old, change.old), _text(new, change.new)) for change in changes],
                [_span(old, place) for change in changes for place in change.old],
                [_span(new, place) for change in changes for place in change.new],
            )


def _text(lines: Sequence[PatchLine], places: Sequence[Stretch]) -> str:
    return " ".join(lines[place.line].text[place.start : place.end] for place in places).strip()


def _span(lines: Sequence[PatchLine], place: Stretch) -> Span:
    start = lines[place.line].span.start
    return Span(start + place.start, start + place.end)

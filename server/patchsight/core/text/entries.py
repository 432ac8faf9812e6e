"""Values in the text that the user sees, each in a list or on its own (the calls of a JSON text): how
some of them are left out, or one is written twice, so that nothing else is touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from patchsight.core.text.buffer import Buffer, Span, indent_of, is_blank

_FENCES = ("```", "~~~")


class Entry(NamedTuple):
    """A value, with the list it stands in."""

    span: Span
    opening: int = -1  #: where its list begins, behind the bracket; -1 where it is in none
    all: tuple[Span, ...] = ()  #: the entries of that list, in the order of the text
    number: int = 0  #: which of them it is

    @classmethod
    def listed(cls, opening: int, spans: Iterable[Span]) -> list[Entry]:
        """The entries of a list."""
        every = tuple(spans)
        return [cls(span, opening, every, number) for number, span in enumerate(every)]


def leave_out(buffer: Buffer, entries: Sequence[Entry]) -> Iterator[Span]:
    """What goes with some entries: the commas between them, or their rows. Of no list all go: that
    is what it stands in.
    """
    lists: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.opening < 0:
            yield _rows(buffer, entry.span)
        else:
            lists.setdefault(entry.opening, []).append(entry)
    for listed in lists.values():
        yield from _listed(listed)


def _listed(entries: Sequence[Entry]) -> Iterator[Span]:
    gone, every = {entry.number for entry in entries}, entries[0].all
    last = max((number for number in range(len(every)) if number not in gone), default=-1)
    for number in sorted(gone):
        if number < last:
            yield Span(every[number].start, every[number + 1].start)
    if last + 1 < len(every):
        yield Span(every[last].end if last >= 0 else every[0].start, every[-1].end)


def _rows(buffer: Buffer, span: Span) -> Span:
    """The rows of a value that has them for itself, but for what a log writes in front, and the
    fence that would be left empty; else the value.
    """
    first, last = buffer.row(span.start), buffer.row(max(span.start, span.end - 1))
    before = buffer.text[buffer.starts[first] : span.start]
    behind = buffer.text[span.end : buffer.span(last).end]
    if not is_blank(behind) or any(sign in before for sign in "{}[]<>"):
        return span
    if is_fenced(buffer, first, last):
        first, last = first - 1, last + 1
    end = buffer.starts[last + 1] if last + 1 < len(buffer.starts) else len(buffer.text)
    return Span(buffer.starts[first], end)


def is_fenced(buffer: Buffer, first: int, last: int) -> bool:
    """Whether rows are all there is between two rows of a fence."""
    if not first or last + 1 >= len(buffer.lines):
        return False
    opening, closing = buffer.lines[first - 1].strip(), buffer.lines[last + 1].strip()
    return opening.startswith(_FENCES) and closing in _FENCES


def separator(buffer: Buffer, entry: Entry) -> str:
    """What stands between an entry and one more behind it, as far as the text shows how."""
    text, (start, end) = buffer.text, entry.span
    if entry.opening < 0:
        row = buffer.lines[buffer.row(start)]
        own_end = buffer.end(buffer.span(buffer.row(end)).end)
        return (own_end or "\n") + (indent_of(row) if row.lstrip()[:1] == text[start] else "")
    if entry.number + 1 < len(entry.all):
        return text[end : entry.all[entry.number + 1].start]
    if entry.number:
        return text[entry.all[entry.number - 1].end : start]
    lead = text[entry.opening : start]
    comma = "" if text[start] == "<" else ","
    return comma + (lead or " " * bool(comma))

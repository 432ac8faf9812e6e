"""Parts that are written as two texts, the old one and the new one, without a sign in front of their
lines: which lines are context, and how else the texts may be read where they stand nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from patchsight.core.formats.line_repairs import listing_widths
from patchsight.core.formats.named_paths import path_in_row
from patchsight.core.model.hunk_lines import HunkLines, in_columns
from patchsight.core.model.patch import Part, PatchLine, Repair
from patchsight.core.text.buffer import Span, is_blank
from patchsight.core.text.line_diff import opcodes

Lines = Sequence[PatchLine]
#: What a comment starts and ends with.
_COMMENT = re.compile(r"^[ \t]*(?://+|#+|--+|;+|%+|/\*+|<!--+)[ \t]*|[ \t]*(?:\*+/|--+>)[ \t]*$")
_FENCE = re.compile(r"[ \t]*(?:`{3,}[^`]*|~{3}\w*)")  # longer waves underline headings


class Texts(NamedTuple):
    """The two texts of a part, line by line."""

    old: Lines
    new: Lines


class Slip(NamedTuple):
    """Something that a model copies into the texts although it is no part of them."""

    code: str  #: of the problem that tells of it
    what: str  #: in "without … it does"
    #: the texts without it; None where it is not in them
    without: Callable[[Texts], Texts | None]


def compare(old: Lines, new: Lines) -> HunkLines:
    """Both texts as one: what they share is context."""
    old, new = in_columns(old), in_columns(new)
    kinds, merged, at = "", list[int](), 0  # by number, first those of the old text
    for tag, first, last, new_first, new_last in opcodes(old.texts, new.texts):
        if tag != "equal":
            kinds += " " * (first - at) + "-" * (last - first) + "+" * (new_last - new_first)
            merged += range(at, last)
            merged += range(len(old) + new_first, len(old) + new_last)
            at = last
    kinds += " " * (len(old) - at)
    merged += range(at, len(old))
    return old.merged(new, kinds, merged)


# ---- other readings


def repairs_of(part: Part, texts: Texts, slips: Sequence[Slip]) -> tuple[Repair, ...]:
    """How else two texts may be read: without each of these slips."""
    return tuple(
        _repair(part, slip, texts, read)
        for slip in slips
        if (read := slip.without(texts)) is not None and read.old
    )


def _repair(part: Part, slip: Slip, texts: Texts, read: Texts) -> Repair:
    told = f"This stands nowhere as it is written; without {slip.what} it does, and is read so."
    start = part.header.start
    cuts = [
        (cut.start - start, cut.end - start)
        for before, after in zip(texts, read, strict=True)
        for cut in _cuts(before, after)
    ]
    data = {"cuts": cuts, "what": slip.what}
    return Repair(slip.code, part.header, told, told, compare(*read), data)


def _cuts(before: Lines, after: Lines) -> Iterator[Span]:
    """What is left out of a text: the start of a line, or a line with the line end beside it."""
    kept = {line.span.end: line for line in after}
    for at, line in enumerate(before):
        shorter = kept.get(line.span.end)
        if shorter is None and at + 1 < len(before):
            yield Span(line.span.start, before[at + 1].span.start)
        elif shorter is None:
            yield Span(before[at - 1].span.end if at else line.span.start, line.span.end)
        elif shorter.span.start > line.span.start:
            yield Span(line.span.start, shorter.span.start)


def cut_line(line: PatchLine, width: int) -> PatchLine:
    """A line without its first columns."""
    return line._replace(text=line.text[width:], span=Span(line.span.start + width, line.span.end))


def _without_numbers(texts: Texts) -> Texts | None:
    old, new = texts
    widths = listing_widths([line.text for line in old], [line.text for line in new])
    return widths and Texts(
        *(list(map(cut_line, *pair)) for pair in zip(texts, widths, strict=True))
    )


def _without_fences(texts: Texts) -> Texts | None:
    old, new = (_inside_fence(lines) for lines in texts)
    return Texts(old, new) if len(old) < len(texts.old) else None


def _inside_fence(lines: Lines) -> Lines:
    """A text without the fence that stands around it, or what is left of one; a fence line at an end
    that goes with another one inside is part of the text.
    """
    fences = [row for row, line in enumerate(lines) if _FENCE.fullmatch(line.text)]
    around = [row for row in (0, len(lines) - 1) if row in fences]
    if len(around) == 1 < len(fences):
        return lines
    return [line for row, line in enumerate(lines) if row not in around]


def _without_blank(*ends: int) -> Callable[[Texts], Texts | None]:
    """Without one blank line at each of these ends of the old text, and its twin in the new one."""

    def without(texts: Texts) -> Texts | None:
        old, new = texts
        for end in ends:
            if not old or not is_blank(old[end].text):
                return None
            old = old[1:] if end == 0 else old[:-1]
            if new and is_blank(new[end].text):
                new = new[1:] if end == 0 else new[:-1]
        return Texts(old, new)

    return without


def _without_escapes(escape: re.Pattern[str]) -> Callable[[Texts], Texts | None]:
    """Without the character in front of lines that would read like markers."""

    def without(texts: Texts) -> Texts | None:
        if not any(escape.match(line.text) for side in texts for line in side):
            return None
        return Texts(*(_unescape(side) for side in texts))

    def _unescape(lines: Lines) -> Lines:
        return [cut_line(line, 1) if escape.match(line.text) else line for line in lines]

    return without


def escapes(escape: re.Pattern[str]) -> Slip:
    """The escapes of a format in which a line may read like a marker."""
    return Slip("loose_match", "the backslashes", _without_escapes(escape))


def path_line(path: str) -> Slip:
    """A first line that names the file, as a heading or in a comment."""

    def names_it(lines: Lines) -> bool:
        text = _COMMENT.sub("", lines[0].text) if lines else ""
        named = path_in_row(text, 0)
        return named is not None and named.path.removeprefix("./") == path.removeprefix("./")

    def without(texts: Texts) -> Texts | None:
        if not names_it(texts.old):
            return None
        old, new = texts
        return Texts(old[1:], new[1:] if names_it(new) else new)

    return Slip("loose_match", "the line with the path", without)


NUMBERS = Slip("copied_line_numbers", "the line numbers", _without_numbers)
FENCES = Slip("loose_match", "the fence inside it", _without_fences)
BLANK_EDGES = (
    Slip("loose_match", "the blank line at its start", _without_blank(0)),
    Slip("loose_match", "the blank line at its end", _without_blank(-1)),
    Slip("loose_match", "the blank lines at its edges", _without_blank(0, -1)),
)

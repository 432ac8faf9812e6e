"""A text taken out of another one (a patch in a JSON string): each of its characters knows the
stretch it was read from and how often it is escaped there, so that what is found in the one can be
shown, and what is changed in it can be written, in the other.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from patchsight.core.text.buffer import Buffer, Span
from patchsight.core.text.edits import Edit
from patchsight.core.text.entries import Entry
from patchsight.core.text.pieces import pieces as in_pieces

#: How deep a character is escaped that stands nowhere in the text around: it was put there to make
#: a whole of pieces, and nothing can be written in its place.
_NOWHERE = 255


class Traced:
    """The characters of a text, and the stretch of another text that each was read from."""

    __slots__ = ("depths", "ends", "gaps", "starts", "text")

    def __init__(
        self,
        text: str,
        starts: Sequence[int],
        ends: Sequence[int],
        depths: bytes,
        gaps: Mapping[int, tuple[int, int]] = MappingProxyType({}),
    ) -> None:
        self.text, self.starts, self.ends, self.depths = text, starts, ends, depths
        #: where nothing was read from an empty string: the place in it, and how often it is escaped
        self.gaps = gaps

    @classmethod
    def whole(cls, text: str) -> Traced:
        """A text as it stands."""
        size = len(text)
        return cls(text, range(size), range(1, size + 1), bytes(size))

    @classmethod
    def nowhere(cls, text: str, span: Span) -> Traced:
        """A text that stands nowhere; what is told about it is shown at a stretch."""
        size = len(text)
        return cls(
            text,
            array("I", [span.start]) * size,
            array("I", [span.end]) * size,
            bytes([_NOWHERE]) * size,
        )

    @classmethod
    def empty(cls, at: int, depth: int) -> Traced:
        """What was read from an empty string; something can be written there."""
        return cls("", array("I"), array("I"), b"", {0: (at, depth)})

    def part(self, start: int, end: int) -> Traced:
        return Traced(
            self.text[start:end],
            self.starts[start:end],
            self.ends[start:end],
            self.depths[start:end],
        )

    def decoded(self, pieces: Iterable[tuple[str, int, int]]) -> Traced:
        """What these characters mean: each piece is a run of them as it stands, or one character
        that some of them spell; every one is escaped once more than they are.
        """
        texts, starts, ends, depths = list[str](), array("I"), array("I"), bytearray()
        for text, start, end in pieces:
            texts.append(text)
            if end - start == len(text):
                starts.extend(self.starts[start:end])
                ends.extend(self.ends[start:end])
            else:
                starts.append(self.starts[start])
                ends.append(self.ends[end - 1])
            depths += bytes([self.depths[start] + 1]) * len(text)
        return Traced("".join(texts), starts, ends, bytes(depths))

    @classmethod
    def joined(cls, pieces: Sequence[Traced]) -> Traced:
        starts, ends, gaps = array("I"), array("I"), dict[int, tuple[int, int]]()
        for piece in pieces:
            gaps.update({len(starts) + at: gap for at, gap in piece.gaps.items()})
            for some in in_pieces(piece.starts):
                starts.extend(some)
            for some in in_pieces(piece.ends):
                ends.extend(some)
        text = "".join(piece.text for piece in pieces)
        return cls(text, starts, ends, b"".join(piece.depths for piece in pieces), gaps)

    def span(self, start: int, end: int) -> Span:
        """The stretch that some of its characters were read from."""
        if start < end:
            return Span(self.starts[start], max(self.starts[start], self.ends[end - 1]))
        at = self.place(start)
        return Span(at, at)

    def place(self, at: int) -> int:
        """Where a character would be read from that stood in front of one of these."""
        if at in self.gaps:
            return self.gaps[at][0]
        if at and (at == len(self.text) or self.depths[at] == _NOWHERE != self.depths[at - 1]):
            return self.ends[at - 1]
        return self.starts[at] if at < len(self.text) else 0

    def depth(self, start: int, end: int) -> int | None:
        """How often a stretch is escaped; None if something in it stands nowhere, or if it was not
        read from one piece.
        """
        if start == end and start in self.gaps:
            return self.gaps[start][1]
        around = range(max(0, start - 1), min(len(self.text), end + 1))
        inside = range(start, end) if start < end else around
        depths = {self.depths[at] for at in inside}
        if start == end:
            depths.discard(_NOWHERE)
        torn = any(self.ends[at] != self.starts[at + 1] for at in range(start, end - 1))
        return depths.pop() if len(depths) == 1 and _NOWHERE not in depths and not torn else None


class TracedBuffer(Buffer):
    """The buffer of a text that was taken out of the one that the user sees."""

    def __init__(
        self, traced: Traced, outer: Buffer, held: Sequence[tuple[Span, Entry]] = ()
    ) -> None:
        super().__init__(traced.text, joins=True)
        self.traced, self._outer = traced, outer
        self.held = held  #: stretches of it, and the values that they were read from

    @property
    def outer(self) -> Buffer:
        return self._outer

    def shown(self, span: Span) -> Span:
        start = min(max(span.start, 0), len(self.text))
        return self.traced.span(start, min(max(span.end, start), len(self.text)))

    def stands(self, offset: int) -> bool:
        depths = self.traced.depths
        return not 0 <= offset < len(depths) or depths[offset] != _NOWHERE

    def hidden(self, offset: int) -> int:
        if offset in self._gaps:
            return self._gaps[offset]
        at = bisect_right(self._order[0], offset) - 1
        if at < 0:
            return self._order[1][0] if self._order[1] else 0
        index = self._order[1][at]
        row, later = self.outer.row, self._order[0][at + 1 : at + 2]
        if later and row(self.traced.starts[index]) < row(offset) == row(later[0]):
            return self._order[1][at + 1]  # the first that is read in the row
        # Words begin at the letter of an escaped line break, for editors; the next line does, really.
        breaks = self.text[index] in "\r\n" and offset > self.traced.starts[index]
        return index + (breaks or offset >= self.traced.ends[index])

    @cached_property
    def _gaps(self) -> dict[int, int]:
        """Where empty strings are seen, and where they stand in this text."""
        return {place: at for at, (place, _) in self.traced.gaps.items()}

    @cached_property
    def _order(self) -> tuple[list[int], list[int]]:
        """The characters that stand somewhere, by where they do; of several that were read from
        one place, the first is found.
        """
        starts, depths = self.traced.starts, self.traced.depths
        indices = sorted(
            (at for at in range(len(starts)) if depths[at] != _NOWHERE),
            key=lambda at: (starts[at], -at),
        )
        return [starts[at] for at in indices], indices


class ShownEdit(Edit):
    """A change of the text that the user sees."""

    __slots__ = ()


def held_by(buffer: Buffer) -> Sequence[tuple[Span, Entry]]:
    """Stretches of a text, and the values in the text around that each of them was read from."""
    return buffer.held if isinstance(buffer, TracedBuffer) else ()


def write_out(buffer: Buffer, edits: Sequence[Edit]) -> tuple[Edit, ...] | None:
    """Changes of a buffer's text as changes of the text that the user sees; None if one of them
    cannot be written there. A new text for the whole of it takes the place of all that is seen.
    """
    if not isinstance(buffer, TracedBuffer):
        return tuple(edits)
    whole = Span(0, len(buffer.text))
    if [edit.span for edit in edits] == [whole] and buffer.traced.depth(*whole) is None:
        return (edits[0]._replace(span=Span(0, len(buffer.outer.text))),)
    written = list[Edit]()
    for edit in edits:
        if isinstance(edit, ShownEdit):
            written.append(edit)
            continue
        depth = buffer.traced.depth(*edit.span)
        if depth is None:
            return None
        text = edit.text
        for _ in range(depth):
            text = _escape(text, ascii_only=buffer.outer.text.isascii())
        written.append(edit._replace(span=buffer.shown(edit.span), text=text))
    return tuple(written)


def _escape(text: str, *, ascii_only: bool) -> str:
    """A text as it is written between the quotes of a JSON string."""
    from json.encoder import encode_basestring, encode_basestring_ascii

    return (encode_basestring_ascii if ascii_only else encode_basestring)(text)[1:-1]

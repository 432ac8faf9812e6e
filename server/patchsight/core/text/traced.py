"""A text taken out of another one (a patch in a JSON string): each of its characters knows the
stretch it was read from and how often it is escaped there, so that what is found in the one can be
shown, and what is changed in it can be written, in the other.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType

from patchsight.core.text.buffer import Buffer, Span
from patchsight.core.text.edits import Edit
from patchsight.core.text.entries import Entry
from patchsight.core.text.lazy import cached_property
from patchsight.core.text.pieces import pieces as in_pieces

#: How deep a character is escaped that stands nowhere in the text around: it was put there to make
#: a whole of pieces, and nothing can be written in its place.
_NOWHERE = 255
#: Where runs start and the last one ends, what they were read from (from, to), how deep it is escaped.
_Runs = tuple["array[int]", "array[int]", "array[int]", bytes]


class Traced:
    """The characters of a text, and the stretch of another text that each was read from. They are
    kept as runs: characters that stand there one by one as they do here, or one that is spelt by
    several, or some that stand nowhere.
    """

    __slots__ = ("_ats", "_depths", "_froms", "_tos", "gaps", "text")

    def __init__(
        self,
        text: str,
        runs: _Runs,
        gaps: Mapping[int, tuple[int, int]] = MappingProxyType({}),
    ) -> None:
        self.text = text
        #: where each run starts, and where the last one ends; the stretch it was read from
        self._ats, self._froms, self._tos, self._depths = runs
        #: where nothing was read from an empty string: the place in it, and how often it is escaped
        self.gaps = gaps

    @classmethod
    def whole(cls, text: str) -> Traced:
        """A text as it stands."""
        return cls(text, _one_run(text, Span(0, len(text)), 0))

    @classmethod
    def nowhere(cls, text: str, span: Span) -> Traced:
        """A text that stands nowhere; what is told about it is shown at a stretch."""
        return cls(text, _one_run(text, span, _NOWHERE))

    @classmethod
    def empty(cls, at: int, depth: int) -> Traced:
        """What was read from an empty string; something can be written there."""
        return cls("", _one_run("", Span(at, at), depth), {0: (at, depth)})

    def part(self, start: int, end: int) -> Traced:
        text = self.text[start:end]
        if not text:
            return Traced("", _one_run("", Span(0, 0), 0))
        first, last = self._run(start), self._run(end - 1) + 1
        ats = array("I", [max(at - start, 0) for at in self._ats[first:last]])
        ats.append(end - start)
        froms, tos = self._froms[first:last], self._tos[first:last]
        froms[0], tos[-1] = self._start(start), self._end(end - 1)
        return Traced(text, (ats, froms, tos, self._depths[first:last]))

    def decoded(self, text: str, pieces: Sequence[tuple[str, int, int]]) -> Traced:
        """What these characters mean: each piece of the text is a run of them as it stands, or one
        character that some of them spell; every one is escaped once more than they are.
        """
        if len(self._froms) > 1 or self._froms[0]:
            return Traced(text, self._decoded_runs(pieces))
        # the text that the user sees
        ats, froms, tos = array("I", [0]), array("I"), array("I")
        for some in in_pieces(pieces):
            froms.fromlist([start for _, start, _ in some])
            tos.fromlist([end for _, _, end in some])
            sizes = [len(piece) for piece, _, _ in some]
            ats.fromlist(list(accumulate(sizes, initial=ats.pop())))
        return Traced(text, (ats, froms, tos, bytes([self._depths[0] + 1]) * len(pieces)))

    def _decoded_runs(self, pieces: Sequence[tuple[str, int, int]]) -> _Runs:
        """The same for characters that were read from another text themselves: what is one piece of
        them may be several runs. Pieces are in their order, and so are runs.
        """
        ats, froms, tos, depths = array("I", [0]), array("I"), array("I"), bytearray()
        run, size = 0, 0
        for piece, start, end in pieces:
            is_spelt = end - start != len(piece)
            while start < end:
                while self._ats[run + 1] <= start:
                    run += 1
                first = self._from(run, start)
                while is_spelt and self._ats[run + 1] < end:
                    run += 1
                stop = min(end, self._ats[run + 1])
                size += 1 if is_spelt else stop - start
                ats.append(size)
                froms.append(first)
                tos.append(self._to(run, stop - 1))
                depths.append(self._depths[run] + 1)
                start = stop
        return ats, froms, tos, bytes(depths)

    @classmethod
    def joined(cls, pieces: Sequence[Traced]) -> Traced:
        ats, froms, tos, depths = array("I"), array("I"), array("I"), bytearray()
        size, gaps = 0, dict[int, tuple[int, int]]()
        for piece in pieces:
            gaps.update({size + at: gap for at, gap in piece.gaps.items()})
            if piece.text:
                ats.extend([size + at for at in piece._ats[:-1]] if size else piece._ats[:-1])
                froms.extend(piece._froms)
                tos.extend(piece._tos)
                depths += piece._depths
                size += len(piece.text)
        ats.append(size)
        text = "".join([piece.text for piece in pieces])
        return cls(text, (ats, froms, tos, bytes(depths)), gaps)

    def span(self, start: int, end: int) -> Span:
        """The stretch that some of its characters were read from."""
        if start < end:
            first = self._start(start)
            return Span(first, max(first, self._end(end - 1)))
        at = self.place(start)
        return Span(at, at)

    def place(self, at: int) -> int:
        """Where a character would be read from that stood in front of one of these."""
        if at in self.gaps:
            return self.gaps[at][0]
        if at and (at == len(self.text) or (not self.stands(at) and self.stands(at - 1))):
            return self._end(at - 1)
        return self._start(at) if at < len(self.text) else 0

    def depth(self, start: int, end: int) -> int | None:
        """How often a stretch is escaped; None if something in it stands nowhere, or if it was not
        read from one piece.
        """
        if start == end and start in self.gaps:
            return self.gaps[start][1]
        first, last = (start, end) if start < end else (start - 1, end + 1)
        runs = self._runs(max(0, first), min(len(self.text), last))
        depths = set(self._depths[runs.start : runs.stop])
        if start == end:
            depths.discard(_NOWHERE)
        torn = start < end and any(self._tos[run] != self._froms[run + 1] for run in runs[:-1])
        return depths.pop() if len(depths) == 1 and _NOWHERE not in depths and not torn else None

    def stands(self, at: int) -> bool:
        """Whether a character stands somewhere."""
        return self._depths[self._run(at)] != _NOWHERE

    def stretches(self) -> Iterator[tuple[int, int, int]]:
        """The runs that stand somewhere: where the first and the last character of each was read
        from, and where the first stands here.
        """
        for run, depth in enumerate(self._depths):
            if depth != _NOWHERE:
                start = self._froms[run]
                yield start, start + self._ats[run + 1] - self._ats[run] - 1, self._ats[run]

    def shown(self, at: int) -> Span:
        """The stretch that one character was read from."""
        return Span(self._start(at), self._end(at))

    def _run(self, at: int) -> int:
        return bisect_right(self._ats, at, 0, len(self._froms)) - 1

    def _runs(self, start: int, end: int) -> range:
        return range(self._run(start), self._run(end - 1) + 1) if start < end else range(0)

    def _is_one_by_one(self, run: int) -> bool:
        length = self._ats[run + 1] - self._ats[run]
        return self._depths[run] != _NOWHERE and self._tos[run] - self._froms[run] == length

    def _start(self, at: int) -> int:
        return self._from(self._run(at), at)

    def _end(self, at: int) -> int:
        return self._to(self._run(at), at)

    def _from(self, run: int, at: int) -> int:
        return self._froms[run] + (at - self._ats[run] if self._is_one_by_one(run) else 0)

    def _to(self, run: int, at: int) -> int:
        return self._tos[run] - (self._ats[run + 1] - at - 1 if self._is_one_by_one(run) else 0)


def _one_run(text: str, span: Span, depth: int) -> _Runs:
    """All of a text as one run; an empty one has none."""
    if not text:
        return array("I", [0]), array("I"), array("I"), b""
    return (
        array("I", [0, len(text)]),
        array("I", [span.start]),
        array("I", [span.end]),
        bytes([depth]),
    )


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
        return not 0 <= offset < len(self.text) or self.traced.stands(offset)

    def hidden(self, offset: int) -> int:
        if offset in self._gaps:
            return self._gaps[offset]
        starts, _, reach, ats = self._order
        at = bisect_right(starts, offset) - 1
        if at < 0:
            return ats[0] if ats else 0
        index, seen = self._nearest(at, min(offset, reach[at])), self.outer.row
        shown, later = self.traced.shown(index), starts[at + 1 : at + 2]
        if later and seen(shown.start) < seen(offset) == seen(later[0]):
            return ats[at + 1]  # the first that is read in the row
        # Words begin at the letter of an escaped line break, for editors; the next line does, really.
        breaks = self.text[index] in "\r\n" and offset > shown.start
        return index + (breaks or offset >= shown.end)

    def _nearest(self, at: int, place: int) -> int:
        """The first character that was read from a place; `at` is the last run that may hold it."""
        starts, lasts, reach, ats = self._order
        found = len(self.text)
        while at >= 0 and reach[at] >= place:
            if lasts[at] >= place:
                found = min(found, ats[at] + place - starts[at])
            at -= 1
        return found

    @cached_property
    def _gaps(self) -> dict[int, int]:
        """Where empty strings are seen, and where they stand in this text."""
        return {place: at for at, (place, _) in self.traced.gaps.items()}

    @cached_property
    def _order(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """The runs that stand somewhere, by where they do: where the first and the last character
        of each was read from, how far those up to it reach, and where it stands in this text.
        """
        runs = sorted(self.traced.stretches(), key=lambda run: (run[0], -run[2]))
        lasts = [last for _, last, _ in runs]
        reach = list(accumulate(lasts, max))
        return [start for start, _, _ in runs], lasts, reach, [at for _, _, at in runs]


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

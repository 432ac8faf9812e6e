"""Runs say of every character what a table of all characters would."""

from __future__ import annotations

import json
from bisect import bisect_right
from itertools import pairwise
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from patchsight.core.text.buffer import Buffer, Span
from patchsight.core.text.json_values import JsonReader, JsonText
from patchsight.core.text.traced import Traced, TracedBuffer

_WORDS = st.text(st.sampled_from('ab\n"\\é\U0001f600'), max_size=8)


class Char(NamedTuple):
    """Where a character was read from, and how often it is escaped there; None if nowhere."""

    start: int
    end: int
    depth: int | None


class Table:
    """The same as a `Traced`, character by character."""

    def __init__(self, chars: list[Char]) -> None:
        self.chars = chars

    def decoded(self, pieces: tuple[tuple[str, int, int], ...]) -> Table:
        chars = list[Char]()
        for text, start, end in pieces:
            inner = self.chars[start:end]
            if end - start != len(text):
                inner = [Char(inner[0].start, inner[-1].end, inner[0].depth)]
            chars += [char._replace(depth=(char.depth or 0) + 1) for char in inner]
        return Table(chars)

    def depth(self, start: int, end: int) -> int | None:
        around = self.chars[max(0, start - 1) : end + 1]
        inside = self.chars[start:end] if start < end else around
        depths = {char.depth for char in inside}
        if start == end:
            depths.discard(None)
        pairs = pairwise(inside)
        torn = start < end and any(left.end != right.start for left, right in pairs)
        return depths.pop() if len(depths) == 1 and not torn else None

    def hidden(self, text: str, outer: Buffer, offset: int) -> int:
        """What stands at an offset of the text around."""
        standing = [at for at, char in enumerate(self.chars) if char.depth is not None]
        order = sorted(standing, key=lambda at: (self.chars[at].start, -at))
        starts = [self.chars[at].start for at in order]
        at = bisect_right(starts, offset) - 1
        if at < 0:
            return order[0] if order else 0
        index, later = order[at], starts[at + 1 : at + 2]
        char = self.chars[index]
        if later and outer.row(char.start) < outer.row(offset) == outer.row(later[0]):
            return order[at + 1]
        breaks = text[index] in "\r\n" and offset > char.start
        return index + (breaks or offset >= char.end)


def read_string(text: str) -> JsonText:
    value = JsonReader(text).read(0)
    assert isinstance(value, JsonText)
    return value


@given(st.lists(st.tuples(_WORDS, st.integers(1, 3), st.integers(0, 5)), min_size=1, max_size=4))
def test_runs_and_a_table_of_characters_say_the_same(
    words: list[tuple[str, int, int]],
) -> None:
    rows = list[str]()
    for word, levels, _ in words:
        row = word
        for _ in range(levels):
            row = json.dumps(row)
        rows.append(row)
    outer = Buffer("\n".join(rows))
    pieces, chars, at = list[Traced](), list[Char](), 0
    for row, (word, levels, cut) in zip(rows, words, strict=True):
        # a string of the text around, in which there may be another one
        traced = Traced.whole(outer.text)
        table = Table([Char(spot, spot + 1, 0) for spot in range(len(outer.text))])
        string = JsonReader(outer.text).read(at)
        for _ in range(levels - 1):
            assert isinstance(string, JsonText)
            traced = traced.decoded(string.value, string.pieces)
            table = table.decoded(string.pieces)
            string = read_string(string.value)
        assert isinstance(string, JsonText) and string.value == word
        if word:
            whole = traced.decoded(word, string.pieces)
            pieces += [whole, whole.part(cut, len(word))]
            known = table.decoded(string.pieces).chars
            chars += [*known, *known[cut:]]
        pieces.append(Traced.nowhere("::", Span(at, at + 1)))
        chars += [Char(at, at + 1, None)] * 2
        at += len(row) + 1
    joined = Traced.joined(pieces)
    assert len(joined.text) == len(chars)
    buffer, table = TracedBuffer(joined, outer), Table(chars)
    for start in range(len(chars)):
        assert joined.stands(start) == (chars[start].depth is not None)
        for end in range(start, min(start + 4, len(chars) + 1)):
            assert joined.depth(start, end) == table.depth(start, end)
            if start < end:
                shown = Span(chars[start].start, max(chars[start].start, chars[end - 1].end))
                assert joined.span(start, end) == shown
    for offset in range(len(outer.text) + 1):
        assert buffer.hidden(offset) == table.hidden(joined.text, outer, offset)

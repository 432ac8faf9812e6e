"""Where rows start, in long texts and short ones."""

from __future__ import annotations

import random
import re

import pytest

from patchsight.core.formats.tool_calls import _CUT, _START
from patchsight.core.text import buffer, pieces
from patchsight.core.text.buffer import Buffer, find_row, split_lines
from patchsight.core.text.pieces import search_rows, search_until


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "mixed"])
def test_rows_are_found_as_the_table_has_them(end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buffer, "_GLANCE", 5)
    monkeypatch.setattr(buffer, "_STRIDE", 11)
    monkeypatch.setattr(pieces, "_ITEMS", 7)
    dice = random.Random(end)
    for _ in range(200):
        ends = ("\n", "\r\n", "\r") if end == "mixed" else (end,)
        rows = ["x" * dice.randrange(5) + dice.choice(ends) for _ in range(dice.randrange(40))]
        text = "".join(rows) + dice.choice(("", "last"))
        starts = [0, *(match.end() for match in re.finditer(r"\r\n|\n|\r", text))]
        assert Buffer(text).starts == starts
        first = dice.randrange(len(starts))
        for row in range(len(starts) + 2):
            there = starts[first + row] if first + row < len(starts) else len(text)
            assert find_row(text, row, starts[first]) == there


def test_what_is_searched_piece_by_piece_is_found_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pieces, "_CHARACTERS", 3)
    dice, pattern = random.Random(1), re.compile(r'"name"\s*:\s*"Edit"|\n {0,3}deleted file')
    words = ('"name"', "\n", " ", ":", '"Edit"', "deleted file", "x", "{", "}", "\\")
    found = 0
    for _ in range(20_000):
        text = "".join(dice.choice(words) for _ in range(dice.randrange(20)))
        match, there = search_rows(pattern, text), pattern.search(text)
        assert (match and match.span()) == (there and there.span()), text
        found += there is not None
    assert found > 100


def test_the_start_of_a_value_is_found_piece_by_piece_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pieces, "_CHARACTERS", 3)
    monkeypatch.setattr(pieces, "_WINDOW", 4)
    dice, found = random.Random(2), 0
    for _ in range(20_000):
        text = "".join(dice.choice('{["\\nt \nx:') for _ in range(dice.randrange(20)))
        start, last = dice.randrange(3), max(0, len(text) - dice.randrange(3))
        match = search_until(_START, text, start, last, _CUT)
        there = _START.search(text, start, last)
        assert (match and match.span()) == (there and there.span()), text
        found += there is not None
    assert found > 100


@pytest.mark.parametrize("seed", range(30))
def test_a_long_text_is_split_like_a_short_one(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    ends = ["\n", "\r\n", "\r", "\r\r\n"] if seed % 2 else ["\n"]
    text = "".join(chance.choice(["a", "", "bc", *ends]) for _ in range(60))
    lines, shown = split_lines(text), Buffer(text).lines
    monkeypatch.setattr(pieces, "_CHARACTERS", chance.randint(1, 9))
    assert (split_lines(text), Buffer(text).lines) == (lines, shown)
    assert Buffer(text).lines[-1:] == [text[Buffer(text).starts[-1] :]]

"""Two texts to the character: where they stand, what they leave, whether a text is what a chain of them left."""

from __future__ import annotations

import random
from itertools import accumulate

import pytest

from patchsight.core.placing import line_text, text_search
from patchsight.core.placing.exchange import (
    TRIES,
    Exchange,
    applied_to,
    find_all,
    is_result,
    places_in,
    ways_back,
)
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.line_text import LineText
from patchsight.core.placing.text_search import places_of


@pytest.mark.parametrize(
    ("text", "wanted", "whole", "places"),
    [
        ("-----", "----", False, [0, 1]),
        ("a\nb\na\n", "a\n", False, [0, 4]),
        ("xa\na\n", "a\n", True, [3]),
        ("abc", "", False, []),
        ("abc", "d", False, []),
    ],
)
def test_every_place_is_found(text: str, wanted: str, whole: bool, places: list[int]) -> None:
    assert find_all(text, wanted, whole=whole) == places


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("seed", range(60))
def test_a_text_follows_its_ring(seed: int, closed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Brought up to date, it is what it would be if it were made anew."""
    monkeypatch.setattr(line_text, "_LINES", 1 + seed % 3)
    chance = random.Random(seed)
    ring = LineRing("".join(chance.choice("ab\n") for _ in range(40)) + "\n" * closed)
    text = LineText(ring, closed=closed)
    for part in range(10):
        if not text.text:
            break
        at = chance.randrange(len(text.text))
        size = chance.randint(1, len(text.text) - at)
        region = text.region([at], size, "".join(chance.choice("c\n") for _ in range(3)))
        left = text.order[region.first - 1] if region.first else ring.head
        ring.splice(left, text.order[region.first : region.last + 1], region.lines, part)
        if region.at_end and region.text:
            ring.end_with_newline(region.text.endswith("\n"))
        text.update(region)
        if text.is_current:
            fresh = LineText(ring, closed=closed)
            assert (text.text, text.order) == (fresh.text, fresh.order)
            whole = fresh.text
            assert [text.row(at) for at in range(len(whole))] == [
                whole.count("\n", 0, at) for at in range(len(whole))
            ]
            assert [text.row_of(line) for line in fresh.order] == [*range(fresh.height)]
            starts = [0, *accumulate(len(ring.lines[line]) + 1 for line in fresh.order)]
            assert [text.start_of(line) for line in fresh.order] == starts[:-1]
            end = chance.randint(at := chance.randint(0, len(whole)), len(whole))
            assert text.part(at, end) == whole[at:end]


@pytest.mark.parametrize("seed", range(400))
def test_a_look_up_finds_what_reading_finds(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole lines, words in the middle of a text, and neither; after lines came and went, too."""
    monkeypatch.setattr(line_text, "_LINES", 1 + seed % 3)
    monkeypatch.setattr(text_search, "_PATIENCE", 0)
    chance = random.Random(seed)
    monkeypatch.setattr(text_search, "_is_worth_it", lambda *_: chance.random() < 0.7)
    letters = chance.choice(["a \n", "ab \n", "a\n", "ab. \n\n"])
    ring = LineRing("".join(chance.choice(letters) for _ in range(60)))
    for part in range(3):
        text = LineText(ring, closed=bool(seed % 2))
        for _ in range(20):
            wanted = "".join(chance.choice(letters) for _ in range(chance.randint(1, 7)))
            whole = bool(chance.randrange(2))
            wanted = wanted.rstrip("\n") + "\n" if whole else wanted
            assert places_of(text, wanted, whole=whole) == find_all(text.text, wanted, whole=whole)
        order = text.order
        at = chance.randrange(len(order))
        added = ["".join(chance.choice("ab ") for _ in range(4)) for _ in range(2)]
        ring.splice(order[at - 1] if at else ring.head, order[at : at + 2], added, part)


def test_an_old_text_inside_of_the_new_one_is_not_free() -> None:
    places = places_in("a b, a", Exchange("a", "a b"))
    assert (places.old, places.new, places.free) == ([0, 5], [0], [5])


@pytest.mark.parametrize(
    ("text", "exchange", "after"),
    [
        ("one two", Exchange("two", "2"), "one 2"),
        ("two two", Exchange("two", "2"), None),
        ("two two", Exchange("two", "2", every=True), "2 2"),
        ("-----", Exchange("--", "+", every=True), "++-"),
        ("two two", Exchange("two", "2", times=2), "2 2"),
        ("two", Exchange("two", "2", times=2), None),
        ("a\nb\n", Exchange("", "x\n", row=1), "a\nx\nb\n"),
        ("a\nb\n", Exchange("", "x\n", row=2), "a\nb\nx\n"),
        ("a\nb\n", Exchange("", "x\n", row=3), None),
    ],
)
def test_what_an_exchange_leaves(text: str, exchange: Exchange, after: str | None) -> None:
    assert applied_to(text, exchange) == after


@pytest.mark.parametrize(
    ("text", "exchanges", "answer"),
    [
        ("say gamma", [Exchange("alpha", "beta"), Exchange("beta", "gamma")], True),
        ("say beta", [Exchange("alpha", "beta"), Exchange("beta", "gamma")], False),
        ("say alpha gamma", [Exchange("alpha", "beta"), Exchange("beta", "gamma")], False),
        # the text of one that only takes away must be gone, and another one must prove it
        ("say beta", [Exchange("alpha", "beta"), Exchange(" twice", "")], True),
        ("say beta twice", [Exchange("alpha", "beta"), Exchange(" twice", "")], False),
        ("say", [Exchange(" loud", ""), Exchange(" twice", "")], False),
        # what is common proves nothing by itself
        ("{ }\n", [Exchange("alpha", "{"), Exchange("omega", "}")], False),
        ("a\nyy\nxx\n", [Exchange("", "xx\n", row=1), Exchange("", "yy\n", row=1)], False),
        (
            "a\nyy\nxx\nomega\n",
            [Exchange("", "xx\n", row=1), Exchange("", "yy\n", row=1), Exchange("z", "omega")],
            True,
        ),
    ],
)
def test_a_text_is_what_a_chain_left(text: str, exchanges: list[Exchange], answer: bool) -> None:
    assert is_result(text, exchanges, iter(range(TRIES))) is answer


@pytest.mark.parametrize("seed", range(300))
def test_the_way_back_leads_there_again(seed: int) -> None:
    pick = random.Random(seed)
    text = "".join(pick.choice("ab\n") for _ in range(pick.randrange(3, 12)))
    old, new = ("".join(pick.choice("abc") for _ in range(pick.randrange(1, 4))) for _ in "on")
    for before in ways_back(text, Exchange(old, new)):
        assert applied_to(before, Exchange(old, new)) == text


# ---- whole lines around it
@pytest.mark.parametrize("seed", range(500))
def test_regions_put_together_give_the_text(seed: int) -> None:
    """Whatever is replaced, and wherever in the lines: the lines of a ring come to the same text."""
    pick = random.Random(seed)
    text = "".join(pick.choice("ab\n") for _ in range(pick.randrange(1, 14)))
    start = pick.randrange(len(text))
    old = text[start : start + pick.randrange(1, 5)]
    new = "".join(pick.choice("abX\n") for _ in range(pick.randrange(4)))
    ring = LineRing(text)
    lines = LineText(ring)
    assert lines.text == text
    at = find_all(text, old)[:1]
    region = lines.region(at, len(old), new)
    rows = text.removesuffix("\n").split("\n")
    above = "".join(f"{row}\n" for row in rows[: region.first])
    below = "".join(f"{row}\n" for row in rows[region.last + 1 :])
    below = below if text.endswith("\n") else below.removesuffix("\n")
    assert above + region.text + below == text[: at[0]] + new + text[at[0] + len(old) :]
    assert region.at_end is (not below)

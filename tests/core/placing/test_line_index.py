"""The index finds the same lines whether they were announced, looked for later, or entered one and all."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from patchsight.core.model.budget import Budget
from patchsight.core.placing.line_index import Index

LINES = ["a", "longer line", "", "b", "longer line", "", "c", ""]  # the last one is the sentinel


def places(index: Index, block: list[str], lines: list[str]) -> list[int]:
    """Where a block starts, by way of its pivot."""
    pivot, hits = index.pivot(block)
    starts = (hit - pivot for hit in hits)
    return [start for start in starts if start >= 0 and lines[start : start + len(block)] == block]


@pytest.mark.parametrize("announced", [True, False])
def test_every_place_of_a_block_is_found(announced: bool) -> None:
    index = Index(LINES, len(LINES) - 1)
    if announced:
        index.announce([["longer line", ""], ["not there"]])
    assert places(index, ["longer line", ""], LINES) == [1, 4]
    assert places(index, ["not there"], LINES) == []
    assert index.whole[""] == [2, 5]


def test_some_lines_are_found_without_entering_all() -> None:
    index = Index(LINES, len(LINES) - 1)
    where = index.where(["longer line", "", "not there"])
    assert [where.get(key) for key in ("longer line", "", "not there", "a")] == [
        [1, 4],
        [2, 5],
        [],
        None,
    ]


def test_lines_that_are_added_are_found_too() -> None:
    lines = list(LINES)
    index = Index(lines, len(LINES) - 1)
    index.announce([["longer line"]])
    lines.append("longer line")
    index.enter([len(LINES)], ["longer line"])
    assert places(index, ["longer line"], lines) == [1, 4, 8]
    lines.append("c")
    index.enter([len(LINES) + 1], ["c"])
    assert index.whole["c"] == [6, 9]


def test_lines_that_start_with_a_text_are_found_however_often_one_asks() -> None:
    lines = [*LINES[:-1], "longer", "longer\U0010ffff line", "long", ""]
    index = Index(lines, len(lines) - 1)
    for _ in range(9):  # the first questions go through all lines, then these are sorted
        assert sorted(index.starting_with("longer", Budget())) == [1, 4, 7, 8]
        assert index.starting_with("nothing", Budget()) == []
    lines.append("longer still")
    assert sorted(index.starting_with("longer", Budget())) == [1, 4, 7, 8, 11]


def test_many_questions_for_a_start_cost_no_more_than_sorting() -> None:
    index, budget = Index([f"line {number}" for number in range(10_000)], 10_000), Budget(20_000)
    for number in range(5_000):
        assert index.starting_with(f"other {number}", budget) == []


def test_common_and_many_blocks_give_the_same_answers() -> None:
    chance = random.Random(1)
    lines = [
        chance.choice(["x", "y", "zz", "unique"]) + str(chance.randrange(3)) for _ in range(2000)
    ]
    index = Index([*lines, ""], 2000)
    for _ in range(50):
        at = chance.randrange(1990)
        block = lines[at : at + chance.randrange(1, 6)]
        assert places(index, block, lines) == [
            i for i in range(2000) if lines[i : i + len(block)] == block
        ]


def test_sections_that_ask_one_after_the_other_do_not_each_read_the_whole_text() -> None:
    """A thousand blocks of ApplyDiff for one file are a thousand sections."""

    class Table(list[str]):
        passes = 0

        def __iter__(self) -> Iterator[str]:
            Table.passes += 1
            return super().__iter__()

    index = Index(Table(f"line {number}" for number in range(100)), 100)
    for number in range(50):
        index.announce([[f"line {number}"]])
        assert index.pivot([f"line {number}"]) == (0, [number])
    assert Table.passes <= 4


def test_a_question_does_not_walk_over_all_that_was_announced() -> None:
    """Sixteen thousand hunks announce twice as many lines, and each asks for its own."""

    class Key(str):
        __slots__ = ()
        looked_at = 0

        def __hash__(self) -> int:
            Key.looked_at += 1
            return super().__hash__()

    keys = [Key(f"line {number}") for number in range(1_000)]
    index = Index([*keys, ""], len(keys))
    index.announce([[key] for key in keys])
    Key.looked_at = 0
    assert index.pivot([keys[7]]) == (0, [7])
    assert Key.looked_at < 10

"""What lines are compared by: a whole text at one stroke gives what each line gives by itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchsight.core.model.patch import Grade
from patchsight.core.placing.grades import KEYS, indents_between, keys_of

_WORDS = [
    "a",
    " ",
    "  ",
    "\t",
    "\f",
    "\v",
    "\x1c",
    "\x1f",
    "\u00a0",
    "\u2028",
    "\u2013",
    "\u00e9",
    "e\u0301",
    "\ufeff",
]


@pytest.mark.parametrize("grade", KEYS)
@given(lines=st.lists(st.lists(st.sampled_from(_WORDS), max_size=6).map("".join), max_size=5))
def test_many_lines_at_once(grade: Grade, lines: list[str]) -> None:
    assert keys_of(lines, grade) == [KEYS[grade](line) for line in lines]


@pytest.mark.parametrize("text", ["\ta  =\t1 ", "a\x1cb", "caf\u00e9  =  1", ""])
def test_one_odd_line_among_plain_ones(text: str) -> None:
    lines = ["  plain   line", text, "another  one "]
    assert keys_of(lines, Grade.WHITESPACE) == [
        "plain line",
        KEYS[Grade.WHITESPACE](text),
        "another one",
    ]


def test_a_step_that_the_file_writes_in_two_ways_says_nothing_about_a_deeper_line() -> None:
    """Four more columns are one TAB the first time and two the second."""
    indents = indents_between(["a", "    b", "        c"], ["a", "\tb", "\t\t\tc"])
    assert indents is not None
    assert indents.apply("    d") == "\td"
    assert indents.apply("            e") is None

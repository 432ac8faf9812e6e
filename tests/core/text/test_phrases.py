"""Counts, percentages, quotations and lists as messages write them."""

from __future__ import annotations

import pytest

from patchsight.core.text.phrases import (
    count,
    line_list,
    percent,
    place_list,
    quote,
    quote_line,
    quote_pair,
    shorten,
    word_list,
)


def test_a_count_has_the_noun_that_goes_with_it() -> None:
    assert [count(number, "file") for number in (0, 1, 2)] == ["0 files", "1 file", "2 files"]
    assert count(1200, "patch", "patches") == "1,200 patches"


@pytest.mark.parametrize(
    ("share", "text"), [(0, "0%"), (0.934, "93%"), (0.995, "99%"), (0.99999, "99%"), (1.0, "100%")]
)
def test_what_is_not_the_same_never_reads_100_percent(share: float, text: str) -> None:
    assert percent(share) == text


def test_a_text_is_cut_where_it_gets_too_long_and_says_so() -> None:
    assert (shorten("x" * 5, 5), shorten("x" * 6, 5)) == ("xxxxx", "xxxx…")


def test_a_line_is_quoted_without_its_indentation() -> None:
    assert quote_line("    return 1  ") == "`return 1`"
    assert quote_line(" \t") == "an empty line"
    assert quote_line("y" * 61) == f"`{'y' * 59}…`"
    assert quote(" a ") == "` a `"


@pytest.mark.parametrize(
    ("line", "other", "first", "second"),
    [
        ("    f(a)", "    f(b)", "`f(a)`", "`f(b)`"),
        ("", "f(a)", "an empty line", "`f(a)`"),
        ("", "    ", "an empty line", "a line of 4 spaces"),
        ("\t  ", " ", "a line of 2 spaces and 1 tab", "a line of 1 space"),
        (
            "    x",
            "\tx ",
            "`x` with 4 spaces before it",
            "`x` with 1 tab before it and 1 space after it",
        ),
        ("x", " x", "`x` with no white space around it", "`x` with 1 space before it"),
        ("z" * 80 + "a", "z" * 80 + "b", f"`…{'z' * 20}a`", f"`…{'z' * 20}b`"),
        ("z" * 80, "z" * 80 + "b", f"`…{'z' * 20}`", f"`…{'z' * 20}b`"),
    ],
)
def test_two_lines_that_differ_are_quoted_so_that_one_sees_how(
    line: str, other: str, first: str, second: str
) -> None:
    assert quote_pair(line, other) == (first, second)


def test_words_and_lines_read_as_a_list() -> None:
    assert [word_list("abc"[:size]) for size in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    assert line_list([9], 1) == "line 10"
    assert line_list([9, 41, 76], 3) == "lines 10, 42 and 77"
    assert line_list(range(20), 20) == "lines 1, 2, 3, 4, 5, 6, 7, 8 and 12 more"


@pytest.mark.parametrize(
    ("names", "total", "text"),
    [
        (["def f()"], 1, "line 10 in `def f()`"),
        (["def f()", "def g()"], 2, "line 10 in `def f()` and line 20 in `def g()`"),
        (["", "def g()"], 2, "line 10 and line 20 in `def g()`"),
        (list("abcd"), 4, "line 10 in `a`, line 20 in `b`, line 30 in `c` and line 40 in `d`"),
        (
            list("abcd"),
            6,
            "line 10 in `a`, line 20 in `b`, line 30 in `c`, line 40 in `d` and 2 more",
        ),
        ([], 2, "lines 10 and 20"),
        (["a" * 200, "b" * 200], 2, "lines 10 and 20"),
    ],
)
def test_places_are_told_with_what_they_are_in(names: list[str], total: int, text: str) -> None:
    assert place_list([9, 19, 29, 39, 49, 59][:total], names, total) == text

"""Counts, percentages, quotations and lists as messages write them."""

from __future__ import annotations

import pytest

from patchsight.core.text.phrases import (
    count,
    line_list,
    percent,
    quote,
    quote_line,
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


def test_words_and_lines_read_as_a_list() -> None:
    assert [word_list("abc"[:size]) for size in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    assert line_list([9], 1) == "line 10"
    assert line_list([9, 41, 76], 3) == "lines 10, 42 and 77"
    assert line_list(range(20), 20) == "lines 1, 2, 3, 4, 5, 6, 7, 8 and 12 more"

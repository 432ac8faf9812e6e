"""Two changes of one text put together."""

from __future__ import annotations

import pytest

from patchsight.core.text.merge import merge_line, merge_lines


@pytest.mark.parametrize(
    ("old", "one", "other", "both"),
    [
        ("x = 1", "x = 1  # s", "x = 2", "x = 2  # s"),
        ("f(a, b)", "g(a, b)", "f(a, b, c)", "g(a, b, c)"),
        ("return a", "return a  # s", "return a * 2", "return a * 2  # s"),
        ("f(a)", "f(a)", "f(b)", "f(b)"),
        ("f(a)", "f(b)", "f(b)", "f(b)"),
        ("t = 30", "t = 45", "t = 60", None),
        ("f(a, b)", "f(a, b, t=3)", "f(a, b, c)", None),
    ],
)
def test_a_line(old: str, one: str, other: str, both: str | None) -> None:
    assert merge_line(old, one, other) == both


@pytest.mark.parametrize(
    ("old", "one", "other", "both"),
    [
        ("a b c", "a x b c", "a b d", "a x b d"),
        ("a b c", "b c", "a b d", "b d"),
        ("a b c", "a1 b1 c", "a b2 c", "a1 b2 c"),
        ("a b c", "a x b c", "a y b c", "a y b c"),
        ("a b c", "a c", "x", "x"),
        ("a b c d", "a d", "a b x d", None),
    ],
)
def test_lines(old: str, one: str, other: str, both: str | None) -> None:
    merged = merge_lines(old.split(), one.split(), other.split())
    assert merged == (both and both.split())

"""Edits of a text: carried out, and as whole lines."""

from __future__ import annotations

import pytest

from patchsight.core.text.buffer import Span
from patchsight.core.text.edits import Edit, LineEdit, apply_edits, line_edits


def test_edits_are_carried_out_in_the_order_of_the_text() -> None:
    edits = [
        Edit(Span(4, 5), "E"),
        Edit(Span(0, 1), ""),
        Edit(Span(2, 2), "+"),
        Edit(Span(2, 2), "-"),
    ]
    assert apply_edits("abcdef", edits) == "b+-cdEf"


@pytest.mark.parametrize(
    ("text", "edits", "lines"),
    [
        ("a\nb\nc\n", [Edit(Span(2, 4), "B\n")], [LineEdit(1, 2, ["B"])]),
        ("a\nbcd\n", [Edit(Span(3, 4), ""), Edit(Span(4, 5), "x")], [LineEdit(1, 2, ["bx"])]),
        ("a\nb", [Edit(Span(3, 3), "\nc")], [LineEdit(1, 2, ["b", "c"])]),
        ("a\nb\n", [Edit(Span(1, 2), "")], [LineEdit(0, 2, ["ab"])]),
        ("", [Edit(Span(0, 0), "x\n")], [LineEdit(0, 0, ["x"])]),
        ("a\rb\r", [Edit(Span(2, 4), "")], [LineEdit(1, 2, [])]),
        ("a\nb\n", [Edit(Span(2, 4), "b\n")], []),
    ],
)
def test_an_edit_covers_the_whole_lines_it_touches(
    text: str, edits: list[Edit], lines: list[LineEdit]
) -> None:
    assert line_edits(text, edits) == lines


def test_to_git_a_carriage_return_ends_no_line() -> None:
    assert line_edits("a\rb\r", [Edit(Span(2, 4), "")], lf_only=True) == [LineEdit(0, 1, ["a\r"])]

"""Words that differ, marked below the lines they stand in."""

from __future__ import annotations

import pytest

from patchsight.core.text.word_diff import Stretch, changed_words


def marks(lines: list[str], stretches: list[Stretch]) -> list[str]:
    rows = [[" "] * len(line) for line in lines]
    for number, start, end in stretches:
        rows[number][start:end] = "^" * (end - start)
    return ["".join(row).rstrip() for row in rows]


@pytest.mark.parametrize(
    ("old", "old_marks", "new", "new_marks"),
    [
        (["a = 1"], ["    ^"], ["a = 2"], ["    ^"]),
        (
            ["    if total >= LIMIT:"],
            [""],
            ["    if not lines or total >= LIMIT:"],
            ["       ^^^^^^^^^^^^^"],
        ),
        (["f(a, b, c)"], ["     ^^^"], ["f(a, c)"], [""]),
        (["f(one.two)"], ["  ^^^^^^^"], ["f(three.four)"], ["  ^^^^^^^^^^"]),
        # Lines that are broken anew: only what is not the same counts.
        (["f(a, b)"], ["    ^"], ["f(", "    a,", "    b)"], ["", "^^^^", "^^^^"]),
        (["é = 'ß'", "x"], ["     ^", ""], ["é = 'ss'", "x"], ["     ^^", ""]),
        # Nothing stays: the lines as a whole are what changes.
        (["return 1"], [""], ["raise Error"], [""]),
        (["return 1"], [""], [], []),
    ],
)
def test_changed_words(
    old: list[str], old_marks: list[str], new: list[str], new_marks: list[str]
) -> None:
    changes = changed_words(old, new)
    assert marks(old, [place for change in changes for place in change.old]) == old_marks
    assert marks(new, [place for change in changes for place in change.new]) == new_marks

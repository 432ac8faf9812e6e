"""Lines as a terminal shows them: marks stand below what they mark, whatever the line is made of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchsight.cli.screen import Cut, cut, safe, width

MARKED = [
    # line, the marked text, how both are shown
    ("return total", "total", ["return total", "       ^^^^^"]),
    ("\t\treturn\ttotal", "total", ["        return    total", "                  ^^^^^"]),
    ("名前 = '東京'", "東京", ["名前 = '東京'", "        ^^^^"]),
    (
        "cafe\u0301 = e\u0301te\u0301",
        "e\u0301te\u0301",
        ["cafe\u0301 = e\u0301te\u0301", "       ^^^"],
    ),
    ("한국 \u1112\u1161\u11ab x", "x", ["한국 \u1112\u1161\u11ab x", "        ^"]),
    ("🎉🎉 party", "party", ["🎉🎉 party", "     ^^^^^"]),
    ("ﬀ ｆｕｌｌ end", "end", ["ﬀ ｆｕｌｌ end", "           ^^^"]),
    ("\x1b[31mred\x07", "red", ["␛[31mred␇", "     ^^^"]),
    ("a\u202eb", "b", ["a<U+202E>b", "         ^"]),
    ("a\u200bb\ufeff", "\ufeff", ["a<U+200B>b<U+FEFF>", "          ^^^^^^^^"]),
    ("x\x85\x7fy", "y", ["x<U+0085><U+007F>y", "                 ^"]),
    ("half \ud800", "\ud800", ["half <U+D800>", "     ^^^^^^^^"]),
]


@pytest.mark.parametrize(("line", "marked", "shown"), MARKED)
def test_mark_stands_below(line: str, marked: str, shown: list[str]) -> None:
    start = line.index(marked)
    assert draw(cut(line, start, start + len(marked), 80)) == shown


def draw(cut: Cut) -> list[str]:
    return [cut.text, " " * cut.lead + "^" * cut.length]


def test_blanks_can_be_shown() -> None:
    assert draw(cut("\tif x: ", 0, 1, 80, blanks=True)) == ["→   if·x:·", "^^^^"]


LONG = "one two three four five six seven eight nine ten eleven twelve"


@pytest.mark.parametrize(
    ("marked", "shown"),
    [
        ("one", ["one two three four five six se…", "^^^"]),
        ("six", ["…four five six seven eight nine…", "           ^^^"]),
        ("twelve", ["…n eight nine ten eleven twelve", "                         ^^^^^^"]),
        (LONG, ["one two three four five six se…", "^" * 30]),
    ],
)
def test_long_line_is_cut_around_the_mark(marked: str, shown: list[str]) -> None:
    start = LONG.index(marked)
    assert draw(cut(LONG, start, start + len(marked), 32)) == shown


def test_empty_mark_is_one_caret() -> None:
    assert draw(cut("", 0, 0, 80)) == ["", "^"]
    assert draw(cut("abc", 3, 3, 80)) == ["abc", "   ^"]
    assert draw(cut("abc", 9, 99, 80)) == ["abc", "   ^"]


def test_no_line_is_too_long_to_be_cut_fast() -> None:
    line = "x" * 50_000_000
    assert cut(line, 25_000_000, 50_000_000, 80) == Cut("…" + "x" * 78 + "…", 27, 52)
    assert len(cut("e" + "\u0301" * 1_000_000, 0, 1, 80).text) < 1000


@given(st.text(max_size=200), st.integers(0, 210), st.integers(0, 210), st.integers(10, 100))
def test_whatever_the_line(line: str, start: int, end: int, room: int) -> None:
    text, lead, length = cut(line, start, end, room)
    assert text.isprintable()
    assert width(text) <= room
    assert lead + length <= max(width(text), lead + 1)
    assert length >= 1


@given(st.text(max_size=50))
def test_safe_text_stays_as_it_is(text: str) -> None:
    assert safe(safe(text)) == safe(text)

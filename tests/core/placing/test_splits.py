"""Lines are kept by content, within a bound."""

from __future__ import annotations

from patchsight.core.model.patch import Grade
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.locate import find
from patchsight.core.placing.splits import SPLITS, Split, Splits


def test_the_same_text_is_split_once() -> None:
    splits = Splits()
    first = splits.split("a\nb\r\nc")
    assert first == Split(["a", "b", "c"], ["\n", "\r\n", ""], {})
    assert splits.split("".join(["a\nb", "\r\nc"])) is first


def test_what_was_not_used_for_long_goes_first() -> None:
    splits = Splits(most=10)
    kept, gone = splits.split("aaaa\n"), splits.split("bbbb\n")
    splits.split("aaaa\n")
    splits.split("cccc\n")
    assert splits.split("aaaa\n") is kept
    assert splits.split("bbbb\n") is not gone


def test_a_text_beyond_the_bound_is_kept_until_the_next() -> None:
    splits = Splits(most=3)
    first = splits.split("abcd")
    assert splits.split("abcd") is first
    splits.split("e")
    assert splits.split("abcd") is not first


def test_what_lines_are_compared_by_is_kept_with_them() -> None:
    text = "  kept  with   the text\nonce\n"
    assert find(LineRing(text), ["kept with the text"], Grade.WHITESPACE) == [range(1)]
    assert SPLITS.split(text).keys[Grade.WHITESPACE] == ["kept with the text", "once"]


def test_what_a_changed_line_is_compared_by_is_not_kept() -> None:
    text = "a line that is changed\n"
    ring = LineRing(text)
    ring.set_text(0, "another")
    assert find(ring, ["another"], Grade.WHITESPACE) == [range(1)]
    assert find(LineRing(text), ["another"], Grade.WHITESPACE) == []

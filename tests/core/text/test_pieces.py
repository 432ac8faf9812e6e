"""Long texts, piece by piece: where a piece ends makes no difference."""

from __future__ import annotations

import pytest

from patchsight.core.text.buffer import is_blank
from patchsight.core.text.pieces import holds, holds_word, let_go


@pytest.mark.parametrize("at", range(20))
def test_a_word_is_found_across_pieces(monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    monkeypatch.setattr("patchsight.core.text.pieces._CHARACTERS", 5)
    text = "x" * at + "Delete" + "x" * 9
    assert holds_word(text, ("move", "delete"))
    assert not holds_word(text.replace("t", "d"), ("move", "delete"))
    assert not holds_word(text, ())


@pytest.mark.parametrize("at", range(20))
def test_signs_are_found_across_pieces(monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    monkeypatch.setattr("patchsight.core.text.pieces._CHARACTERS", 5)
    text = "x" * at + "~~~" + "x" * 9
    assert holds(text, ("```", "~~~"))
    assert not holds(text, ("```", "~~~~"))
    assert not holds(text, ())


@pytest.mark.parametrize("other", ["", "x"])
@pytest.mark.parametrize("at", range(12))
def test_a_long_line_is_blank_if_all_of_it_is(
    monkeypatch: pytest.MonkeyPatch, at: int, other: str
) -> None:
    monkeypatch.setattr("patchsight.core.text.pieces._CHARACTERS", 5)
    monkeypatch.setattr("patchsight.core.text.buffer._LONG", 3)
    assert is_blank(" " * at + other + "\t" * (12 - at)) is not bool(other)
    assert is_blank("")


@pytest.mark.parametrize("size", range(1, 12))
def test_a_list_is_let_go_of_piece_by_piece(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr("patchsight.core.text.pieces._FREED", 3)
    items = list(range(size))
    let_go(items)
    assert not items

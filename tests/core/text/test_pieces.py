"""Long texts, piece by piece: where a piece ends makes no difference."""

from __future__ import annotations

import pytest

from patchsight.core.text.pieces import holds_word


@pytest.mark.parametrize("at", range(20))
def test_a_word_is_found_across_pieces(monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    monkeypatch.setattr("patchsight.core.text.pieces._CHARACTERS", 5)
    text = "x" * at + "Delete" + "x" * 9
    assert holds_word(text, ("move", "delete"))
    assert not holds_word(text.replace("t", "d"), ("move", "delete"))
    assert not holds_word(text, ())

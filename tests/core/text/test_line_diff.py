"""Changes of long texts: right, and never in one long call."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchsight.core.text import line_diff
from patchsight.core.text.line_diff import Opcode, opcodes

_TEXTS = st.lists(st.sampled_from("abcdefgh"), max_size=12)


def carry_out(codes: list[Opcode], old: list[str], new: list[str]) -> list[str]:
    """The old text with every change made, and nothing changed that is called equal."""
    result, at = list[str](), 0
    for tag, first, last, start, stop in codes:
        result += old[at:first]
        assert tag != "equal" or old[first:last] == new[start:stop]
        result += new[start:stop]
        at = last
    return result + old[at:]


@given(_TEXTS, _TEXTS, st.integers(0, 30))
def test_pieces_make_the_same_text(old: list[str], new: list[str], cells: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_diff, "_MOST_STEPS", 0)
        patch.setattr(line_diff, "_MOST_CELLS", cells)
        assert carry_out(opcodes(old, new), old, new) == new


def test_no_call_compares_more_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = list[int]()
    fewest = line_diff._fewest

    def count(old: list[str], new: list[str]) -> list[Opcode]:
        compared.append(len(old) * len(new))
        return fewest(old, new)

    monkeypatch.setattr(line_diff, "_fewest", count)
    monkeypatch.setattr(line_diff, "_MOST_STEPS", 0)
    monkeypatch.setattr(line_diff, "_MOST_CELLS", 100)
    old = [f"line {row}" for row in range(400)]
    new = [f"{line} changed" if row % 7 == 3 else line for row, line in enumerate(old)]
    changes = [code for code in opcodes(old, new) if code[0] != "equal"]
    assert [(first, last) for _, first, last, _, _ in changes] == [
        (row, row + 1) for row in range(3, 400, 7)
    ]
    assert not compared  # what is left between anchors has nothing in common


def test_what_has_no_anchor_is_one_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_diff, "_MOST_STEPS", 0)
    monkeypatch.setattr(line_diff, "_MOST_CELLS", 100)
    old, new = ["a", *["b", "c"] * 20, "d"], ["a", *["c", "b"] * 20, "d"]
    assert opcodes(old, new) == [("replace", 1, 41, 1, 41)]


def test_pieces_share_the_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are, all of them together take no more than one."""
    compared = list[int]()
    fewest = line_diff._fewest

    def count(old: list[str], new: list[str]) -> list[Opcode]:
        compared.append(len(old))
        return fewest(old, new)

    monkeypatch.setattr(line_diff, "_fewest", count)
    monkeypatch.setattr(line_diff, "_MOST_STEPS", 40)
    monkeypatch.setattr(line_diff, "_MOST_CELLS", 100)
    old = [line for row in range(10) for line in (f"line {row}", "a", "b", "a")]
    new = [line for row in range(10) for line in (f"line {row}", "b", "a", "b")]
    assert carry_out(opcodes(old, new), old, new) == new
    assert len(compared) == 10

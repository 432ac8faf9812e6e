"""Blocks of ApplyDiff that are read at a stroke say what they do when they are read row by row."""

from __future__ import annotations

import random

import pytest

from patchsight.core import formats
from patchsight.core.formats.registry import APPLYDIFF

_BLOCKS = (
    (">>> file: f.py", "--- from", "a", "b", "c", "d", "--- to", "a", "b", "C", "d", "<"),
    (">>> file: d/e.py", "--- from", "a", "", "  b", "c", "--- to", "a", "", "  b", "x", "c", "<"),
    (">>> file: f.py", "--- from", "a", "b", "c", "d", "e", "f", "--- to", "A", "b", "c", "d", "E", "f", "<"),
    (">>> file: g.py", "--- from", "{", '  "file_path": "f.py",', "  }", "y", "--- to", "{", '  "file_path": "f.py",', "  }", "<"),
    (">>> file: few.py", "--- from", "a", "b", "--- to", "a", "c", "<"),
    (">>> file: same.py", "--- from", "a", "b", "c", "--- to", "a", "b", "c", "<"),
    (">>> file: new.py", "--- from", "--- to", "a", "b", "c", "d", "<"),
    (">>> file: whole.py | mode=replace", "--- from", "--- to", "a", "b", "<"),
    (">>> file: fuzzy.py | fuzz=0.9", "--- from", "a", "b", "c", "d", "--- to", "a", "b", "c", "<"),
)  # fmt: skip
_ROWS = (
    "<", "<<<", "< ", "<b>", "- item", "--- from", "--- to", "---", "--- a/f.py", ">>> file: h.py", ">>> file:", ">>> x", "> quoted",
    "[SESSION CONTEXT]", "[/SESSION CONTEXT]", "[1]", "", "  ", "a", "```", "```py", "~~~", "prose", "*** Begin Patch", "@@ -1 +1 @@",
    "<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE", ">>> file: `q.py`", ">>> file: x y.py", ">>>file: i.py", "diff --git a/f.py b/f.py", "### k.py",
)  # fmt: skip


def _patch(dice: random.Random) -> str:
    """Blocks after each other, and rows of all kinds between and in them."""
    rows = list[str]()
    for _ in range(dice.randint(1, 4)):
        rows += dice.choice(_BLOCKS[:4] if dice.random() < 0.8 else _BLOCKS)
        rows += [""] * dice.choice((0, 0, 1, 2))
    for _ in range(dice.choice((0, 0, 0, 1, 2))):
        at = dice.randrange(len(rows))
        rows[at : at + dice.randint(0, 1)] = dice.choice(([], [dice.choice(_ROWS)]))
        rows = rows or [""]
    text = "\n".join(rows) + dice.choice(("\n", "\n", ""))
    if dice.random() < 0.05:
        text = "\ufeff" + text
    return text.replace("\n", "\r\n") if dice.random() < 0.1 else text


@pytest.mark.parametrize("name", ["x.applydiff", "x.txt"])
def test_what_is_read_at_a_stroke_is_what_its_rows_say(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice, texts = random.Random(f"plain {name}"), 0
    read_all = APPLYDIFF.read_plain

    def watched(*given: object) -> object:
        nonlocal texts
        found = read_all(*given)  # type: ignore[arg-type]
        texts += bool(found)
        return found

    for _ in range(1000):
        text = _patch(dice)
        monkeypatch.setattr(APPLYDIFF, "read_plain", watched)
        plain = formats.parse(text, name)
        monkeypatch.setattr(APPLYDIFF, "read_plain", lambda *_: [])
        by_row = formats.parse(text, name)
        assert plain.format is by_row.format, text
        assert (plain.files, plain.problems) == (by_row.files, by_row.problems), text
        assert plain.steps == by_row.steps, text
    assert texts > 200, "as good as nothing is compared"

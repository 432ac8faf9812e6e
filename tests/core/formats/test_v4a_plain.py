"""Updates of v4a that are read at a stroke say what they do when they are read row by row."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from patchsight.core import formats
from patchsight.core.formats.registry import V4A
from patchsight.core.formats.v4a import sections
from patchsight.core.formats.v4a.plain import read_hunks
from patchsight.core.model.patch import Patch

_SECTIONS = (
    "*** Update File: f.py\n@@\n a\n-b\n+c",
    "*** Update File: d/e.py\n@@ def f():\n a\n-b\n+c\n d\n@@ class A: # x\n a\n+b",
    "*** Update File: a/g.py\n@@\n-a\n@@\n \n+b\n ",
    "*** Update File: h.py\n@@\n+*** End Patch\n - a",
    '*** Update File: j.json\n@@\n {\n-  "file_path": "f.py", "old_string": "a", "new_string": "b"\n+  "c": [1]\n }',
    '*** Update File: k.py\n@@\n-{"command": ["apply_patch", "*** Begin Patch"]}\n+<invoke name="edit">',
    "*** Update File: r.md\n@@\n ### s.py\n ```py\n-a\n+b\n ```\n-delete file: t.py\n+  - Delete file: u.py",
    "*** Add File: n.py\n+a\n+b",
    "*** Delete File: o.py",
)
_ROWS = (
    "*** Begin Patch", "*** End Patch", "*** End of File", "*** Update File: f.py", "*** Update File:", "*** Update File: x y.py",
    "*** Update File: `q.py`", " *** Update File: f.py", "*** Move to: m.py", "*** Frobnicate: z", "***", "*** Add File: p.py", "@@", "@@ ", "@@  f",
    "@@ def g():", "@@ def g(): @@", "@@ @@", "@@ -1,2 +1,3 @@", "@@ -1", "@@ f\u00a0", "@@f", "@@\tf", " a", "-a", "+a", "--a", "++b", "+ 12: y",
    " 12: x", "-", "+", " ", "", "bare", "\\ No newline at end of file", "```", "```diff", "--- a/f.py", "+++ b/f.py", "diff --git a/f.py b/f.py",
    "apply_patch <<'EOF'", "EOF", "<<<<<<< SEARCH", "prose",
)  # fmt: skip
_HEADS = ("*** Begin Patch\n",) * 6 + ("", "Here:\n\n*** Begin Patch\n", "*** Begin Patch\n\n")
_TAILS = ("\n*** End Patch\n",) * 6 + ("\n*** End Patch", "\n*** End Patch\n\n", "\n", "")


def _patch(dice: random.Random) -> str:
    """Sections after each other, and rows of all kinds between and in them."""
    rows = list[str]()
    for _ in range(dice.randint(1, 4)):
        odd = [dice.choice(_ROWS) for _ in range(dice.randint(1, 3))]
        rows += dice.choice(_SECTIONS[:7]).split("\n") if dice.random() < 0.8 else odd
        rows += dice.choice(_SECTIONS).split("\n") if dice.random() < 0.3 else []
    for _ in range(dice.choice((0, 0, 0, 1, 2))):
        at = dice.randrange(len(rows))
        rows[at : at + dice.randint(0, 1)] = dice.choice(([], [dice.choice(_ROWS)]))
        rows = rows or [""]
    text = dice.choice(_HEADS) + "\n".join(rows) + dice.choice(_TAILS)
    if dice.random() < 0.1:
        text = f"  {text.rstrip().replace(chr(10), chr(10) + '  ')}\n"
    if dice.random() < 0.05:
        text = "\ufeff" + text
    return text.replace("\n", "\r\n") if dice.random() < 0.1 else text


def _read(text: str, name: str) -> Patch:
    return formats.parse(text, name)


@pytest.mark.parametrize("name", ["x.v4a", "x.zenpatch", "x.txt"])
def test_what_is_read_at_a_stroke_is_what_its_rows_say(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice, count = random.Random(f"plain {name}"), Counter[str]()
    read_all = V4A.read_plain

    def watched(*given: object) -> object:
        found = read_all(*given)  # type: ignore[arg-type]
        count["texts"] += bool(found)
        return found

    def watched_hunks(*given: object) -> object:
        found = read_hunks(*given)  # type: ignore[arg-type]
        count["sections"] += bool(found)
        return found

    for _ in range(1000):
        text = _patch(dice)
        monkeypatch.setattr(V4A, "read_plain", watched)
        monkeypatch.setattr(sections, "read_hunks", watched_hunks)
        plain = _read(text, name)
        monkeypatch.setattr(V4A, "read_plain", lambda *_: [])
        monkeypatch.setattr(sections, "read_hunks", lambda *_: [])
        by_row = _read(text, name)
        assert plain.format is by_row.format, text
        assert (plain.files, plain.problems) == (by_row.files, by_row.problems), text
        assert plain.steps == by_row.steps, text
    assert count["texts"] > 100 and count["sections"] > 100, "as good as nothing is compared"

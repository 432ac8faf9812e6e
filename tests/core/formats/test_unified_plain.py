"""Sections of a unified diff that are read at a stroke say what they do when they are read row by row."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from patchsight.core import formats
from patchsight.core.formats.unified.plain import PlainSections
from patchsight.core.model.patch import FileChange, Patch

_SECTIONS = (
    "diff --git a/f.py b/f.py\n--- a/f.py\n+++ b/f.py\n@@ -1,2 +1,2 @@\n a\n-b\n+c",
    "--- a/g.py\n+++ b/g.py\n@@ -1,3 +1,2 @@\n a\n b\n-c\n@@ -7,2 +6,3 @@ f\n  x\n+y\n ",
    "@@ -7,2 +7,3 @@ f\n  x\n+y\n ",
    "diff --git a/d/e.py b/d/e.py\nindex 1234567..89abcde 100644\n--- a/d/e.py\n+++ b/d/e.py\n"
    "@@ -1,3 +1,3 @@ def f():\n a\n-b\n+c\n d",
    "diff --git a/j.json b/j.json\n--- a/j.json\n+++ b/j.json\n@@ -1,3 +1,3 @@\n {\n"
    '-  "file_path": "f.py", "old_string": "a", "new_string": "b"\n+  "c": [1]\n }',
    '--- a/k.py\n+++ b/k.py\n@@ -1,2 +1,2 @@\n-{"command": ["apply_patch", "*** Begin Patch"]}\n+<invoke name="edit">\n a',
    "--- a/r.md\n+++ b/r.md\n@@ -1,5 +1,5 @@\n ### s.py\n ```py\n-a\n+b\n ```\n-delete file: t.py\n+  - Delete file: u.py",
    "diff --git a/lib b/lib\nindex 1234567..89abcde 160000\n--- a/lib\n+++ b/lib\n@@ -1 +1 @@\n"
    "-Subproject commit 1234567\n+Subproject commit 89abcde",
)
_ROWS = (
    "diff --git a/f.py b/f.py", "diff --git a/f.py b/g.py", "index 1234567..89abcde 100644", "index 1234567..89abcde 120000",
    "--- a/f.py", "+++ b/f.py", "--- a/g.py", "+++ b/g.py", "--- a/x y.py", "--- a/f.py\t2020-01-01", "--- /dev/null", "+++ /dev/null",
    "@@ -1,2 +1,2 @@", "@@ -1 +1 @@ def f():", "@@ -5,3 +5,4 @@", "@@ ... @@", " a", " b", "-a", "+b", "+c", "-", " ", "", "--- x", "+++ y",
    "-- ", "2.1", "prose", "```", "```diff", "\\ No newline at end of file", "new file mode 100644", "rename from f.py", "rename to g.py",
    "From 0123456789012345678901234567890123456789 Mon", "Subject: x", " 12: x", "+ 12: y", "*** Update File: f.py", "<<<<<<< SEARCH",
)  # fmt: skip


def _diff(dice: random.Random) -> str:
    """Sections after each other, and rows of all kinds between and in them."""
    rows = list[str]()
    for _ in range(dice.randint(1, 5)):
        odd = [dice.choice(_ROWS) for _ in range(dice.randint(1, 3))]
        rows += dice.choice(_SECTIONS).split("\n") if dice.random() < 0.7 else odd
    for _ in range(dice.choice((0, 0, 1, 2))):
        at = dice.randrange(len(rows))
        rows[at : at + dice.randint(0, 1)] = dice.choice(([], [dice.choice(_ROWS)]))
        rows = rows or [""]
    text = "\n".join(rows) + dice.choice(("\n", "\n", "", "\n\n"))
    if dice.random() < 0.1:
        return f"Do this:\n\n- so:\n\n  ```diff\n  {text.rstrip().replace(chr(10), chr(10) + '  ')}\n  ```\n"
    return text.replace("\n", "\r\n") if dice.random() < 0.1 else text


def _read(text: str) -> Patch:
    return formats.parse(text, "x.diff")


def test_what_is_read_at_a_stroke_is_what_its_rows_say(monkeypatch: pytest.MonkeyPatch) -> None:
    dice, count, read = random.Random("plain"), Counter[bool](), PlainSections.read

    def watched(self: PlainSections, first: int) -> tuple[FileChange, int] | None:
        found = read(self, first)
        count[found is not None] += 1
        return found

    for _ in range(1500):
        text = _diff(dice)
        monkeypatch.setattr(PlainSections, "read", watched)
        plain = _read(text)
        monkeypatch.setattr(PlainSections, "read", lambda *_: None)
        by_row = _read(text)
        assert plain.format is by_row.format, text
        assert (plain.files, plain.problems) == (by_row.files, by_row.problems), text
        assert plain.steps == by_row.steps, text
    assert count[True] > 500, "as good as nothing is compared"

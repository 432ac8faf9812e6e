"""What is said of a part that stands in several places: which they are, as a person would say it."""

from __future__ import annotations

from support.check import answer
from support.five import write

CHANGE = "     b = 0\n-    a = 1\n+    a = 2\n"


def check(lines: str, file: str, message: str, path: str = "a.py") -> None:
    """The one thing there is to say of a change in a file."""
    patch = write("v4a", (path, lines))
    report = answer(patch.text, {path: file}, name=patch.name)
    assert [problem.message for problem in report.problems] == [message]


def test_places_are_named_by_what_they_are_in() -> None:
    check(
        CHANGE,
        "class A:\n  def f(x):\n    b = 0\n    a = 1\n\nclass B:\n  def f(x):\n    b = 0\n    a = 1\n",
        "This text stands in 2 places in a.py: line 3 in `class A › def f(x)` and line 8 in `class B › def f(x)`. "
        "Add lines around the change until it fits one place only.",
    )


def test_places_in_one_thing_are_named_by_their_lines() -> None:
    check(
        CHANGE,
        "def f(x):\n    b = 0\n    a = 1\n    b = 0\n    a = 1\n",
        "This text stands in 2 places in a.py: lines 2 and 4. "
        "Add lines around the change until it fits one place only.",
    )


def test_where_the_old_text_stands_and_where_the_new_one_does() -> None:
    check(
        CHANGE,
        "def f():\n        b = 0\n        a = 1\n\ndef g():\n    b = 0\n    a = 2\n",
        "a.py has the old text at line 2 in `def f()` (after ignoring indentation) and the new text at line 6 in `def g()`, "
        "so it cannot be told whether this part was applied before. "
        "Remove the part if it was; else add lines around the change.",
    )


def test_a_hunk_where_its_header_says_after_one_that_is_not() -> None:
    file = "x\ny\n" + "".join(f"line {number}\n" for number in range(3, 41))
    patch = (
        "--- a/f.txt\n+++ b/f.txt\n@@ -1,2 +1,2 @@\n line 3\n-line 4\n+LINE 4\n"
        "@@ -30,2 +30,2 @@\n line 30\n-line 31\n+LINE 31\n"
    )
    assert [problem.message for problem in answer(patch, {"f.txt": file}).problems] == [
        "Found at line 3 of f.txt, 2 lines below where the header says.",
        "Found at line 30 of f.txt, where the header says, unlike the hunk before it.",
    ]

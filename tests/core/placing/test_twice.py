"""A patch on its own result: what shows that it was applied, where its own lines say too little."""

from __future__ import annotations

import pytest

from support.check import REFUSED, answer, check

LETTERS = "".join(f"{letter}{letter}\n" for letter in "abcdefghijkl")


def twice(patch: str, files: dict[str, str]) -> list[str]:
    """Apply a patch, then see that a second run changes nothing; the states of its parts then."""
    first = answer(patch, dict(files))
    assert first.ok, [problem.message for problem in first.errors]
    after = {**files, **{path: text for path, text in first.files.items() if text is not None}}
    gone = [path for path, text in first.files.items() if text is None]
    left = {path: text for path, text in after.items() if path not in gone}
    assert left != files
    second = answer(patch, left)
    assert second.ok, [problem.message for problem in second.errors]
    assert not second.files
    return [resolution.state.value for resolution in second.parts]


def test_hunks_whose_contexts_hold_lines_that_the_other_changes() -> None:
    hunks = "@@\n bb\n-cc\n+CC\n dd\n ee\n@@\n cc\n dd\n-ee\n+EE\n ff\n"
    patch = f"*** Begin Patch\n*** Update File: f\n{hunks}*** End Patch\n"
    assert twice(patch, {"f": LETTERS}) == ["applied", "applied"]


def test_the_same_with_numbers() -> None:
    patch = "--- a/f\n+++ b/f\n@@ -2,4 +2,4 @@\n bb\n-cc\n+CC\n dd\n ee\n@@ -3,4 +3,4 @@\n cc\n dd\n-ee\n+EE\n ff\n"
    assert twice(patch, {"f": LETTERS}) == ["applied", "applied"]


def test_three_in_a_row() -> None:
    hunks = "@@\n aa\n-bb\n+BB\n cc\n@@\n bb\n-cc\n+CC\n dd\n@@\n cc\n-dd\n+DD\n ee\n"
    patch = f"*** Begin Patch\n*** Update File: f\n{hunks}*** End Patch\n"
    assert twice(patch, {"f": LETTERS}) == ["applied"] * 3


def test_overlapping_hunks_of_which_one_is_applied() -> None:
    """What they leave together does not stand there, so nothing is known of the other."""
    check(
        """
        *** Begin Patch
        *** Update File: f
        @@
         bb
        -cc
         ^^ context_not_found
        +CC
         dd
         ee
        @@
         cc
         ^^ context_not_found
         dd
        -ee
        +EE
         ff
        *** End Patch
        """,
        {"f": LETTERS.replace("cc", "CC").replace("ee", "e e")},
        REFUSED,
    )


@pytest.mark.parametrize("line", [1, 9000])
def test_a_number_that_is_far_off(line: int) -> None:
    head = "".join(f"# {number * 7919}\n" for number in range(60))
    patch = f"--- a/f\n+++ b/f\n@@ -{line},3 +{line},3 @@\n def load():\n-    return 1\n+    return 2\n report()\n"
    assert twice(patch, {"f": f"{head}def load():\n    return 1\nreport()\n"}) == ["applied"]


def test_a_new_text_far_away_while_the_stated_place_is_stale() -> None:
    """What stands where the header says has the context of the hunk: it is what is meant."""
    rest = "# rest\n" * 60
    check(
        """
        --- a/f
        +++ b/f
        @@ -1,3 +1,3 @@
         def load():
        -    return 1
         ^^^^^^^^^^^^ context_not_found
        +    return 2
         report()
        """,
        {"f": f"def load():\n    return 7\nreport()\n{rest}def load():\n    return 2\nreport()\n"},
        REFUSED,
    )


def test_a_file_that_is_moved_with_a_look_at_its_first_lines() -> None:
    patch = "*** Begin Patch\n*** Update File: old.py\n*** Move to: new.py\n@@\n import os\n import sys\n*** End Patch\n"
    assert twice(patch, {"old.py": "import os\nimport sys\n"}) == ["applied"]


def test_a_file_that_is_emptied() -> None:
    patch = "--- a/f\n+++ b/f\n@@ -1,2 +0,0 @@\n-aa\n-bb\n"
    assert twice(patch, {"f": "aa\nbb\n"}) == ["applied"]


def test_the_first_of_two_blocks_below_a_hint() -> None:
    block = "start = 1\nvalue = 2\nend = 3\n"
    hunk = "@@ def load():\n start = 1\n-value = 2\n+value = 5\n end = 3\n"
    patch = f"*** Begin Patch\n*** Update File: f\n{hunk}*** End Patch\n"
    assert twice(patch, {"f": f"{block}def load():\n{block}# more\n{block}"}) == ["applied"]


def test_an_insertion_after_a_common_block_below_a_hint() -> None:
    hunk = "@@ def two():\n     }\n }\n+\n+def three():\n+    {\n+    }\n+}\n"
    patch = f"*** Begin Patch\n*** Update File: f\n{hunk}*** End Patch\n"
    files = {"f": "def one():\n    {\n    }\n}\n\ndef two():\n    {\n    }\n}\n"}
    assert twice(patch, files) == ["applied"]

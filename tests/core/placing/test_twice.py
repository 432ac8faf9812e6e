"""A patch on its own result: what shows that it was applied, where its own lines say too little."""

from __future__ import annotations

import pytest

from support.check import REFUSED, answer, check, codes

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


def test_a_modification_that_takes_what_the_one_before_put_in() -> None:
    """What they leave reads as if the first one were still to be applied, so they are refused."""
    head = 'version: "2.0"\nchanges:\n  - file_path: "f"\n    modifications:\n'
    one = "      - action: INSERT_AFTER\n        snippet: |\n          def f():\n          load()\n        content: |\n          return x\n"
    two = "      - action: REPLACE\n        snippet: |\n          load()\n          return x\n        content: |\n          flush()\n"
    report = answer(head + one + two, {"f": "def f():\n    load()\n    return x\n"}, name="c.ap")
    assert [problem.code for problem in report.errors] == ["not_repeatable"]


@pytest.mark.parametrize(
    "head", ["*** Begin Patch\n*** Update File: f\n@@\n", "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n"]
)
def test_lines_that_move_to_the_left_and_are_written_otherwise(head: str) -> None:
    """Where they stand loosely, so does what becomes of them: each run would move them once more."""
    patch = f"{head} x\n-      def f():\n-          pass\n+  def f():\n+      pass\n"
    report = answer(patch, {"f": "x\n        def f():\n            pass\n"})
    assert not report.ok


@pytest.mark.parametrize(
    ("number", "before"),
    [
        (5, "bb\na = 1\ncc\n  a = 1\ndd\n"),  # what is only like it is nearer to the number
        (3, "new\na  = 1\ndd\na = 1\n"),  # the new text stands twice
        (1, "\na  = 1 \n  a = 1"),  # nothing stands to the letter
    ],
)
def test_what_is_only_like_the_old_text_is_left_by_a_second_run(number: int, before: str) -> None:
    """The first run takes the one that stands most literally; the second has another one left."""
    patch = f"--- a/f\n+++ b/f\n@@ -{number},1 +{number},1 @@\n-a = 1\n+new\n"
    first = answer(patch, {"f": before})
    after = first.files["f"]
    assert first.ok and after
    second = answer(patch, {"f": after})
    assert [problem.code for problem in second.errors] == ["ambiguous_context"]


def test_the_same_at_the_very_line_of_the_number() -> None:
    patch = "--- a/f\n+++ b/f\n@@ -2,2 +2,1 @@\n-b = 2\n-'q'\n+new\n"
    after = answer(patch, {"f": "b =  2\n'q'\nb = 2\n\u2018q\u2019\n"}).files["f"]
    assert after == "new\nb = 2\n\u2018q\u2019\n"
    assert not answer(patch, {"f": after}).ok


def test_a_whole_file_that_ends_in_empty_lines_where_the_old_one_had_no_line_end() -> None:
    patch = "f.py\n```python\na = 1\nb = 2\nc = 3\ne = 5\n\n\n```\n"
    assert twice(patch, {"f.py": "a = 1\nb = 2\nc = 3\nd = 4"}) == ["applied"]


def test_what_is_left_beside_a_line_that_was_removed() -> None:
    """The line above it is only like the one that went, and stands in the stated line."""
    patch = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a = 1\n     c()\n+b = 2\n"
    after = answer(patch, {"f": "  a = 1\na = 1\n    c()\n  a = 1\n"}).files["f"]
    assert after == "  a = 1\n    c()\nb = 2\n  a = 1\n"
    assert not answer(patch, {"f": after}).files


def test_a_line_that_is_taken_away_and_put_back() -> None:
    """All that goes is the line above it, and one like that would go in a second run."""
    hunk = "@@\n-a = 1\n+b = 2\n-b = 2\n"
    patch = f"*** Begin Patch\n*** Update File: f\n{hunk}*** End Patch\n"
    report = answer(patch, {"f": "a  = 1\na = 1\nb = 2\n"})
    assert [problem.code for problem in report.errors] == ["not_repeatable"]


def test_a_blank_line_that_may_be_noise_aims_a_second_run_at_nothing_else() -> None:
    """With it the new text stands at the top, without it the old one stands at the bottom."""
    patch = "*** Begin Patch\n*** Update File: f\n@@\n import re\n-load(1)\n+load(2)\n save(1)\n\n*** End Patch\n"
    text = "import re\nload(1)\nsave(1)\n\nclose()\nimport re\nload(1)\nsave(1)\nopen()\n"
    left = text.replace("load(1)", "load(2)", 1)
    assert answer(patch, {"f": text}).files == {"f": left}
    assert not answer(patch, {"f": left}).ok


@pytest.mark.parametrize("reverse", [False, True])
def test_what_is_left_of_a_patch_that_was_applied_is_not_aimed_at_another_place(
    *, reverse: bool
) -> None:
    """Its first block is applied; the new text of its second stands there, and its old one elsewhere."""
    blocks = [
        ("    x = load(1)\n", "    x = load(2, again=True)\n"),
        ("    check(x)\n", "    verify(x)\n"),
    ]
    patch = "f.py\n" + "".join(
        f"<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n"
        for old, new in (blocks[::-1] if reverse else blocks)
    )
    text = "def b():\n    x = load(2, again=True)\n    verify(x)\n\n\ndef c():\n    check(x)\n"
    report = answer(patch, {"f.py": text})
    assert [problem.code for problem in report.errors] == ["ambiguous_context"]
    fresh = text.replace("load(2, again=True)", "load(1)")
    assert answer(patch, {"f.py": fresh}).ok


def test_a_modification_that_takes_away_what_one_before_it_stands_on() -> None:
    """What is left does not show how the lines that are gone were indented, so nobody could tell."""
    first = (
        "      - action: INSERT_AFTER\n        snippet: |\n          flush(x)\n          return x\n"
    )
    second = (
        "      - action: REPLACE\n        snippet: |\n          def save(x):\n          flush(x)\n"
    )
    patch = (
        'version: "2.0"\nchanges:\n  - file_path: f.py\n    modifications:\n'
        f"{first}        content: load(x)\n{second}        content: check(x)\n"
    )
    report = answer(patch, {"f.py": "def save(x):\n    flush(x)\n    return x\n"})
    left = {path: text for path, text in report.files.items() if text is not None}
    assert not report.ok or not answer(patch, left).files


@pytest.mark.parametrize(
    "sections",
    [
        # a and b change places
        "*** Update File: a\n*** Move to: t\n*** Update File: b\n*** Move to: a\n*** Update File: t\n*** Move to: b\n",
        # b takes the place of a, and is made anew: a second run would have a be the new b
        "*** Delete File: a\n*** Update File: b\n*** Move to: a\n*** Add File: b\n+new\n",
        "*** Delete File: a\n*** Update File: b\n*** Move to: a\n@@\n gg\n+GG\n*** Add File: b\n+gg\n+new\n",
        # moved to where it stands, with a line that goes beside one like it
        "*** Update File: a\n*** Move to: ./a\n@@\n-a = 1\n+b = 2\n-b = 2\n",
    ],
)
def test_files_that_are_moved_and_stand_there_again(sections: str) -> None:
    report = answer(
        f"*** Begin Patch\n{sections}*** End Patch\n",
        {"a": "a  = 1\na = 1\nb = 2\n", "b": "gg\nhh\n"},
    )
    assert [problem.code for problem in report.errors] == ["not_repeatable"]


def test_a_file_that_is_moved_and_made_anew() -> None:
    """A second run is refused by itself: it would lose the file that was moved."""
    patch = "*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** Add File: a\n+new\n*** End Patch\n"
    first = answer(patch, {"a": "aa\n"})
    assert first.ok and first.files == {"a": "new\n", "b": "aa\n"}
    assert not answer(patch, {"a": "new\n", "b": "aa\n"}).ok


def test_a_loose_match_that_makes_its_own_old_text_again_is_refused() -> None:
    """What it leaves, `a` above `c`, is what it looks for but for white space."""
    patch = "*** Begin Patch\n*** Update File: f\n@@\n a = 1\n-c(1)\n+x\n+a = 1\n*** End Patch\n"
    report = answer(patch, {"f": "b = 2\n  a = 1\n  c(1)\n  c(1)\n"})
    assert sorted(codes(report)) == ["loose_match", "not_repeatable"] and not report.ok


@pytest.mark.parametrize("depth", [4, 5], ids=["to the letter", "loosely"])
def test_an_old_text_that_stands_again_in_what_is_left(depth: int) -> None:
    """One of three equal lines goes, and two are still more than the one that should be left."""
    old = " " * depth + "c()\na = 1\na = 1\n"
    patch = f">>> file: f.py\n--- from\n{old}--- to\n    c()\na = 1\n<\n"
    report = answer(patch, {"f.py": "    c()\na = 1\na = 1\na = 1\nb = 2\n"})
    assert "not_repeatable" in codes(report)


def test_hunks_that_share_context_where_the_old_text_of_one_stands_loosely_above() -> None:
    """What they leave stands there with a line in common; so it is not out of order."""
    patch = "*** Begin Patch\n*** Update File: f\n@@\n a = 1\n+new(1)\n a = 1\n@@\n a = 1\n-b(2)\n+c(3)\n*** End Patch\n"
    before = "a = 1\na\xa0= 1\nd(4)\na = 1\na = 1\nb(2)\n"
    first = answer(patch, {"f": before})
    assert first.ok and first.files == {"f": "a = 1\na\xa0= 1\nd(4)\na = 1\nnew(1)\na = 1\nc(3)\n"}
    assert not answer(patch, {"f": first.files["f"] or ""}).plan


def test_a_line_that_is_only_indented_otherwise_below_a_twin_of_one_that_goes() -> None:
    """What is left reads like the old text but for white space, nearer to the stated line."""
    patch = "--- a/f\n+++ b/f\n@@ -1,2 +1,1 @@\n-}\n-    c()\n+     c()\n"
    report = answer(patch, {"f": "a = 1\na = 1\na = 1\n}\n}\n    c()\n}"})
    assert "not_repeatable" in codes(report) and not report.ok


def test_a_byte_order_mark_that_counts_as_copied_only_after_the_change() -> None:
    """A line that is nothing but a mark goes; then the blank line at the top is what it may have been."""
    patch = "*** Begin Patch\n*** Update File: f\n@@\n-\ufeff\n+a = 1\n+b = 2\n*** End Patch\n"
    report = answer(patch, {"f": "\n\ufeff\n"})
    assert [problem.code for problem in report.errors] == ["not_repeatable"]


def test_a_block_that_stands_loosely_under_its_hint_once_the_literal_one_is_gone() -> None:
    hunk = "@@ b = 1\n-\n-  def f():\n-\f\n+c = 2\n+d = 3\n"
    patch = f"*** Begin Patch\n*** Update File: f\n{hunk}*** End Patch\n"
    report = answer(patch, {"f": "b = 1\n\n" + "  def f():\n\n" * 2 + "  def f():\n\f\n"})
    assert [problem.code for problem in report.errors] == ["not_repeatable"]

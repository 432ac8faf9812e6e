"""Quick fixes for parts that stand in several places, in none, or not to the letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from textwrap import dedent

import pytest

from patchsight.core.fixes import find_fixes, fix_all
from patchsight.core.model.report import State
from patchsight.core.text.edits import apply_edits
from support.fixing import analyse, check, fixes_of, titles, trial_of

TWICE = "class A:\n    def f(self):\n        return 1\n\n\nclass B:\n    def f(self):\n        return 1\n"
AT_3 = "Target the one at a.py:3 (in `class A › def f(self)`)"
AT_8 = "Target the one at a.py:8 (in `class B › def f(self)`)"


# ---- several places
def test_a_hint_is_added_to_target_one_of_two_places() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: a.py
        @@
        -        return 1
        +        return 2
        *** End Patch
        """,
        {"a.py": TWICE},
        "ambiguous_context",
        AT_8,
        """
        *** Begin Patch
        *** Update File: a.py
        @@ class B:
        -        return 1
        +        return 2
        *** End Patch
        """,
    )


@pytest.mark.parametrize("code", ["ambiguous_context", "ambiguous_anchor"])
def test_a_hint_is_put_above_one_that_does_not_tell(code: str) -> None:
    check(
        """
        *** Begin Patch
        *** Update File: a.py
        @@ def f(self):
        -        return 1
        +        return 2
        *** End Patch
        """,
        {"a.py": TWICE},
        code,
        {"ambiguous_context": AT_8, "ambiguous_anchor": "Take the one at a.py:7 (in `class B`)"}[
            code
        ],
        """
        *** Begin Patch
        *** Update File: a.py
        @@ class B:
        @@ def f(self):
        -        return 1
        +        return 2
        *** End Patch
        """,
    )


def test_lines_are_added_below_one_of_two_hints() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: a.py
        @@ def f(self):
        +        x = 1
        *** End Patch
        """,
        {"a.py": TWICE},
        "ambiguous_anchor",
        "Take the one at a.py:2 (in `class A`)",
        """
        *** Begin Patch
        *** Update File: a.py
        @@ class A:
        @@ def f(self):
        +        x = 1
        *** End Patch
        """,
    )


def test_a_hint_that_is_not_there_gives_way_to_one_that_tells() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: a.py
        @@ class Gone:
        -        return 1
        +        return 2
        *** End Patch
        """,
        {"a.py": TWICE},
        "ambiguous_context",
        AT_8,
        """
        *** Begin Patch
        *** Update File: a.py
        @@ class B:
        -        return 1
        +        return 2
        *** End Patch
        """,
    )


def test_context_grows_where_the_format_has_no_hints() -> None:
    check(
        """
        >>> file: a.py
        --- from
                return 1
        --- to
                return 2
        <
        """,
        {"a.py": TWICE},
        "ambiguous_context",
        AT_3,
        """
        >>> file: a.py
        --- from
        class A:
            def f(self):
                return 1
        --- to
        class A:
            def f(self):
                return 2
        <
        """,
        "x.applydiff",
    )


def test_context_grows_where_it_takes_the_fewest_lines() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: a.txt
        @@
        -same
        +other
        *** End Patch
        """,
        {"a.txt": "one\nup\nsame\ndown\ntwo\nup\nsame\nend\n"},
        "ambiguous_context",
        "Target the one at a.txt:3",
        """
        *** Begin Patch
        *** Update File: a.txt
        @@
        -same
        +other
         down
        *** End Patch
        """,
        "x.zenpatch",
    )


def test_the_line_number_is_corrected() -> None:
    check(
        """
        --- a/a.py
        +++ b/a.py
        @@ -5,1 +5,1 @@
        -        return 1
        +        return 2
        """,
        {"a.py": TWICE},
        "ambiguous_context",
        AT_8,
        """
        --- a/a.py
        +++ b/a.py
        @@ -8,1 +8,1 @@
        -        return 1
        +        return 2
        """,
        "x.diff",
    )


AP = """
    version: "2.0"
    changes:
      - file_path: a.py
        modifications:
          - action: REPLACE{}
            snippet: |
              return 1
            content: |
              return 2
    """
ANCHOR = "\n            anchor: |\n              "


def test_an_anchor_is_added() -> None:
    check(
        AP.format(""),
        {"a.py": TWICE},
        "ambiguous_context",
        AT_8,
        AP.format(f"{ANCHOR}class B:"),
        "x.ap",
    )


def test_an_anchor_that_does_not_tell_grows() -> None:
    check(
        AP.format(f"{ANCHOR}def f(self):"),
        {"a.py": TWICE},
        "ambiguous_anchor",
        "Take the one at a.py:7 (in `class B`)",
        AP.format(f"{ANCHOR}class B:{' ' * 0}\n              def f(self):"),
        "x.ap",
    )


def test_an_anchor_that_is_not_there() -> None:
    missing = AP.format(f"{ANCHOR}class Bee:")
    check(
        missing,
        {"a.py": TWICE},
        "anchor_not_found",
        "Use the file's text (line 6, 80%)",
        AP.format(f"{ANCHOR}class B:"),
        "x.ap",
    )
    nowhere = AP.format(f"{ANCHOR}something else entirely")
    check(
        nowhere, {"a.py": TWICE}, "anchor_not_found", AT_3, AP.format(f"{ANCHOR}class A:"), "x.ap"
    )
    check(
        nowhere,
        {"a.py": "return 1\n"},
        "anchor_not_found",
        "Remove the anchor: the snippet stands once",
        AP.format(""),
        "x.ap",
    )


def test_every_candidate_of_an_ambiguous_part_gets_a_fix_that_lands_there() -> None:
    text = "".join(
        f"def f{i}():\n    try:\n        go()\n    except E:\n        return None\n\n\n"
        for i in range(6)
    )
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\n     except E:\n-        return None\n+        raise\n*** End Patch\n"
    trial = trial_of(patch, {"a.py": text})
    [problem] = trial.report.errors
    places = trial.report.parts[0].candidates
    fixes = find_fixes(trial, problem)
    assert len(fixes) == len(places) == 6
    for place, fix in zip(places, fixes, strict=True):
        [found] = analyse(apply_edits(patch, fix.edits), {"a.py": text}).parts
        assert found.state is State.FITS
        assert found.where is not None and found.where.start <= place.start < found.where.end


def test_a_fix_that_cannot_be_made_to_land_is_not_offered() -> None:
    patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n-same\n+other\n*** End Patch\n"
    assert titles(patch, {"a.txt": "same\n" * 200}, "ambiguous_context", "x.zenpatch") == []


# ---- nowhere
def test_the_files_text_is_taken_where_the_patch_is_stale() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: a.py
        @@
         def total(items):
        -    return sum(items)
        +    return sum(items) * 2
        *** End Patch
        """,
        {"a.py": "def total(items: list[int]):\n    return sum(items)\n"},
        "context_not_found",
        "Use the file's text (line 1, 78%)",
        """
        *** Begin Patch
        *** Update File: a.py
        @@
         def total(items: list[int]):
        -    return sum(items)
        +    return sum(items) * 2
        *** End Patch
        """,
    )


def test_a_line_that_is_gone_is_dropped() -> None:
    check(
        """
        --- a/a.py
        +++ b/a.py
        @@ -1,4 +1,4 @@
         def total(items):
             items = list(items)
             count = len(items)
        -    return sum(items)
        +    return sum(items) / count
        """,
        {"a.py": "import os\ndef total(items):\n    count = len(items)\n    return sum(items)\n"},
        "context_not_found",
        "Drop `items = list(items)`, which the file does not have (line 2)",
        """
        --- a/a.py
        +++ b/a.py
        @@ -2,3 +2,3 @@
         def total(items):
             count = len(items)
        -    return sum(items)
        +    return sum(items) / count
        """,
        "x.diff",
    )


def test_a_line_that_is_gone_is_dropped_from_a_snippet() -> None:
    check(
        """
        version: "2.0"
        changes:
          - file_path: a.py
            modifications:
              - action: REPLACE
                snippet: |
                  first_line = compute(1)
                  gone
                  second_line = compute(2)
                content: |
                  x
        """,
        {"a.py": "first_line = compute(1)\nsecond_line = compute(2)\n"},
        "context_not_found",
        "Drop `gone`, which the file does not have (line 1)",
        """
        version: "2.0"
        changes:
          - file_path: a.py
            modifications:
              - action: REPLACE
                snippet: |
                  first_line = compute(1)
                  second_line = compute(2)
                content: |
                  x
        """,
        "x.ap",
    )


def test_a_hunk_is_indented_like_the_file() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: a.py
        @@
         def f(self):
        -    return 1
        +    return 2
        *** End Patch
        """,
        {"a.py": "class A:\n    def f(self):\n        return 1\n"},
        "context_not_exact",
        "Re-indent like the file (line 2)",
        """
        *** Begin Patch
        *** Update File: a.py
        @@
             def f(self):
        -        return 1
        +        return 2
        *** End Patch
        """,
        "x.zenpatch",
    )


def test_text_that_almost_stands_in_two_places_is_made_exact_in_either() -> None:
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\n-return 1\n+return 2\n*** End Patch\n"
    fixes = fixes_of(patch, {"a.py": TWICE}, "context_not_exact", "x.zenpatch")
    assert [fix.title for fix in fixes] == [
        "Re-indent like the file (line 3)",
        "Re-indent like the file (line 8)",
    ]
    assert apply_edits(patch, fixes[1].edits).split("\n")[3:6] == [
        " class B:",
        "     def f(self):",
        "-        return 1",
    ]


def test_the_hunk_keeps_what_it_says_about_the_last_newline() -> None:
    check(
        """
        --- a/a.py
        +++ b/a.py
        @@ -1,2 +1,2 @@
         the first lime
        -last
        \\ No newline at end of file
        +last but one
        """,
        {"a.py": "the first line\nlast"},
        "context_not_found",
        "Use the file's text (line 1, 95%)",
        """
        --- a/a.py
        +++ b/a.py
        @@ -1,2 +1,2 @@
         the first line
        -last
        \\ No newline at end of file
        +last but one
        """,
        "x.diff",
    )


def test_a_deleted_file_is_described_as_it_is_now() -> None:
    check(
        """
        --- a/a.py
        +++ /dev/null
        @@ -1,2 +0,0 @@
        -one
        -two
        """,
        {"a.py": "one\ntwo\nthree\n"},
        "delete_leaves_content",
        "Delete the file as it is now (3 lines)",
        """
        --- a/a.py
        +++ /dev/null
        @@ -1,3 +0,0 @@
        -one
        -two
        -three
        """,
        "x.diff",
    )


# ---- not to the letter
def test_a_hunk_that_fits_loosely_is_made_exact() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: a.py
        @@
         def f(self):
        -    return 1
        +    return 2
        *** End Patch
        """,
        {"a.py": "class A:\n    def f(self):\n        return 1\n"},
        "loose_match",
        "Re-indent like the file (line 2)",
        """
        *** Begin Patch
        *** Update File: a.py
        @@
             def f(self):
        -        return 1
        +        return 2
        *** End Patch
        """,
        safe=True,
    )


def test_a_similar_block_is_made_exact_only_on_request() -> None:
    check(
        """
        >>> file: a.py
        --- from
        def greet(nmae):
            print("hello")
            return nmae
        --- to
        def greet(nmae):
            print("hello, world")
            return nmae
        <
        """,
        {"a.py": 'def greet(name):\n    print("hello")\n    return name\n'},
        "fuzzy_match",
        "Use the file's text (line 1, 96%)",
        """
        >>> file: a.py
        --- from
        def greet(name):
            print("hello")
            return name
        --- to
        def greet(name):
            print("hello, world")
            return name
        <
        """,
    )


def test_a_similar_block_that_only_removes_is_for_the_reader_to_make_exact() -> None:
    check(
        """
        >>> file: a.py
        --- from
        def greet(nmae):
            print("hello")
            return nmae
        --- to
        def greet(nmae):
            return nmae
        <
        """,
        {"a.py": 'def greet(name):\n    print("hello")\n    return name\n'},
        "context_not_found",
        "Use the file's text (line 1, 96%)",
        """
        >>> file: a.py
        --- from
        def greet(name):
            print("hello")
            return name
        --- to
        def greet(name):
            return name
        <
        """,
    )


# ---- parts and sections
def test_a_part_that_is_applied_is_dropped() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: a.py
        @@
         first = 1
        -second = 2
        +second = two
        @@
        -third = 3
        +third = three
        *** End Patch
        """,
        {"a.py": "first = 1\nsecond = two\nthird = 3\n"},
        "already_applied",
        "Drop this part, it is applied already",
        """
        *** Begin Patch
        *** Update File: a.py
        @@
        -third = 3
        +third = three
        *** End Patch
        """,
    )


def test_a_section_that_is_applied_is_dropped_with_its_only_part() -> None:
    check(
        """
        version: "2.0"
        changes:
          - file_path: a.py
            modifications:
              - action: INSERT_AFTER
                snippet: first = 1
                content: second = two
          - file_path: b.py
            modifications:
              - action: DELETE
                snippet: third = 3
        """,
        {"a.py": "first = 1\nsecond = two\n", "b.py": "third = 3\nx\n"},
        "already_applied",
        "Drop this part, it is applied already",
        """
        version: "2.0"
        changes:
          - file_path: b.py
            modifications:
              - action: DELETE
                snippet: third = 3
        """,
        "x.ap",
    )


def test_the_only_part_is_not_dropped() -> None:
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\n first = 1\n-second = 2\n+second = two\n*** End Patch\n"
    assert titles(patch, {"a.py": "first = 1\nsecond = two\n"}, "already_applied") == []


HUNKS = "@@ -1,2 +1,2 @@\n-one\n+1\n two\n", "@@ -4,1 +4,1 @@\n-four\n+4\n"
HEADER = "--- a/a.txt\n+++ b/a.txt\n"
NUMBERS = {"a.txt": "one\ntwo\nthree\nfour\n", "b.txt": "x\n"}
MERGE = "Merge into the file patch above"


def test_two_patches_of_one_file_are_merged() -> None:
    check(
        HEADER + HUNKS[0] + HEADER + HUNKS[1],
        NUMBERS,
        "duplicate_file_patch",
        MERGE,
        HEADER + "".join(HUNKS),
        "x.diff",
    )


def test_they_are_merged_across_another_file() -> None:
    other = "--- a/b.txt\n+++ b/b.txt\n@@ -1,1 +1,1 @@\n-x\n+y\n"
    check(
        HEADER + HUNKS[0] + other + HEADER + HUNKS[1],
        NUMBERS,
        "duplicate_file_patch",
        MERGE,
        HEADER + "".join(HUNKS) + other,
        "x.diff",
    )


def test_a_patch_that_knows_of_the_first_is_merged_as_what_comes_after() -> None:
    later = "@@ -1,2 +1,2 @@\n-1\n+uno\n two\n"
    merged = (
        "diff --git a/a.txt b/a.txt\n"
        + HEADER
        + "@@ -1,4 +1,4 @@\n-one\n+uno\n two\n three\n four\n"
    )
    check(
        HEADER + HUNKS[0] + HEADER + later,
        NUMBERS,
        "duplicate_file_patch",
        f"{MERGE}, as what comes after it",
        merged,
        "x.diff",
    )


# ---- what may be tried out
def test_one_text_is_tried_out_however_dear_that_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("patchsight.core.fixes.trial._STEPS", 0)
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\n-        return 1\n+        return 2\n*** End Patch\n"
    trial = trial_of(patch, {"a.py": TWICE})
    assert not trial.spent
    assert [fix.title for fix in find_fixes(trial, trial.report.errors[0])] == [AT_3]
    assert trial.spent and trial.ask(patch) is trial.report


def test_the_lines_of_a_file_are_counted_once_for_all_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A telling line is looked for above each of them, in a file of any length."""
    counted = list[int]()

    def count(lines: Iterable[str]) -> Counter[str]:
        counts = Counter(lines)
        counted.append(counts.total())
        return counts

    monkeypatch.setattr("patchsight.core.fixes.trial.Counter", count)
    text = "".join(f"def f{i}():\n    return 1\n\n\n" for i in range(8))
    trial = trial_of(dedent(AP.format("")), {"a.py": text}, "x.ap")
    fixes = [fix for problem in trial.report.errors for fix in find_fixes(trial, problem)]
    assert len(fixes) > 5 and counted == [len(text.splitlines()) + 1]


# ---- together
def test_safe_fixes_are_made_together() -> None:
    patch = (
        "*** Begin Patch\n*** Update File: a.py\n@@\none\n two\n-three\n+3\nfour\n*** End Patch\n"
    )
    files = {"a.py": "one\ntwo\nthree\nfour\n"}
    fixed = apply_edits(patch, fix_all(trial_of(patch, files)))
    assert fixed == patch.replace("\none", "\n one").replace("\nfour", "\n four")
    assert not analyse(fixed, files).problems


def test_numbers_and_counts_are_set_right_together() -> None:
    patch = (
        "--- a/a.txt\n+++ b/a.txt\n@@ -7,5 +7,5 @@\n one\n-two\n+2\n@@ -9,5 +9,5 @@\n-four\n+4\n"
    )
    trial = trial_of(patch, NUMBERS, "x.diff")
    fixed = (
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n@@ -4,1 +4,1 @@\n-four\n+4\n"
    )
    assert apply_edits(patch, fix_all(trial)) == fixed
    assert not analyse(fixed, NUMBERS, "x.diff").problems


def test_a_fix_that_does_harm_is_left_out() -> None:
    patch = "*** Begin Patch\n*** Update File: a.py\n@@ -9,1 +9,1 @@\n-x = 1\n+x = 2\n@@\none\n-two\n+2\n*** End Patch\n"
    files = {"a.py": "x = 1\n" + "\n" * 7 + "x = 1\none\ntwo\n"}
    assert apply_edits(patch, fix_all(trial_of(patch, files))) == patch.replace("\none", "\n one")


def test_a_fix_that_leaves_other_line_ends_is_left_out() -> None:
    """Which of several equal lines goes is not the same to every byte."""
    old, new = "    x = 1\n        x = 1\n    x = 1\n    x = 1\n", "    x = 1\n" * 3
    patch = f">>> file: a.py\n--- from\n{old}--- to\n{new}<\n"
    trial = trial_of(patch, {"a.py": "    x = 1\r\n" * 2 + "    x = 1\n" * 2}, "x.applydiff")
    assert trial.report.ok and trial.report.problems[0].code == "loose_match"
    assert fix_all(trial) == ()


def test_fixes_have_the_line_ends_of_the_patch() -> None:
    patch = "*** Begin Patch\r\n*** Update File: a.txt\r\n@@\r\n-one\r\n+1\r\n"
    [fix] = fixes_of(patch, {"a.txt": "one\n"}, "truncated_patch")
    assert apply_edits(patch, fix.edits) == f"{patch}*** End Patch\r\n"
    other = "--- a/b.txt\n+++ b/b.txt\n@@ -1,1 +1,1 @@\n-x\n+y\n"
    patch, merged = (
        "".join(pieces).replace("\n", "\r\n")
        for pieces in ((HEADER, HUNKS[0], other, HEADER, HUNKS[1]), (HEADER, *HUNKS, other))
    )
    [fix] = fixes_of(patch, NUMBERS, "duplicate_file_patch", "x.diff")
    assert apply_edits(patch, fix.edits) == merged

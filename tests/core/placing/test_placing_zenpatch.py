"""Zenpatch: the stricter profile of v4a. What v4a would take with a grain of salt is an error here."""

from __future__ import annotations

import pytest

from patchsight.core.model.patch import Options
from patchsight.core.model.report import Report
from support.carets import trim
from support.check import REFUSED, check, grades, outcome, states

NAME = "change.zenpatch"


def edit(hunks: str, before: str, after: str | None) -> Report:
    """Update one file; `after` is its new text, None if the patch is refused."""
    patch = f"*** Begin Patch\n*** Update File: f.py\n{trim(hunks)}*** End Patch\n"
    return check(
        patch, {"f.py": before}, outcome("f.py", before, after), name=NAME, everything=True
    )


# ---- the examples of the format's description


def test_update_add_and_delete() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: src/main.rs
        @@
         // some context
        -let old_variable = 1;
        +let new_variable = 2;
         // more context
        *** Add File: new_feature.rs
        +fn new_function() {
        +    // implementation
        +}
        *** Delete File: old_config.toml
        -some_setting = "old_value"
        *** End Patch
    """,
        {
            "src/main.rs": "// some context\nlet old_variable = 1;\n// more context\n",
            "old_config.toml": 'some_setting = "old_value"\n',
        },
        {
            "src/main.rs": "// some context\nlet new_variable = 2;\n// more context\n",
            "new_feature.rs": "fn new_function() {\n    // implementation\n}\n",
            "old_config.toml": None,
        },
        name=NAME,
        everything=True,
    )


def test_the_content_of_a_deleted_file_may_differ() -> None:
    check(
        """
        *** Begin Patch
        *** Delete File: old_config.toml
        -some_setting = "old_value"
         ^^^^^^^^^^^^^^^^^^^^^^^^^^ delete_content_differs
        *** End Patch
    """,
        {"old_config.toml": "other = 1\n"},
        {"old_config.toml": None},
        name=NAME,
        everything=True,
    )


# ---- exact only


@pytest.mark.parametrize(
    ("there", "grade"),
    [
        ("value = 1  ", "trailing-space"),
        ("    value = 1", "indentation"),
        ("value  =  1", "whitespace"),
        ("value\u00a0= 1", "punctuation"),
    ],
)
def test_what_would_match_loosely_is_an_error_that_says_so(there: str, grade: str) -> None:
    report = edit(
        """
        @@
        -value = 1
         ^^^^^^^^^ context_not_exact
        +value = 2
    """,
        f"first\n{there}\n",
        None,
    )
    assert grades(report) == [grade] and states(report) == ["missing"]
    assert report.problems[0].related[0][1:3] == ("f.py", 1)


def test_the_first_line_that_is_not_exact_is_marked() -> None:
    edit(
        """
        @@
         first
         second
         ^^^^^^ context_not_exact
        -third
        +3
    """,
        "first\nsecond \nthird \n",
        None,
    )


def test_an_exact_match_is_not_disturbed_by_loose_ones() -> None:
    edit("@@\n-x = 1\n+x = 2\n", "  x = 1\nx = 1\nx = 1 \n", "  x = 1\nx = 2\nx = 1 \n")


def test_a_text_that_is_not_there_at_all() -> None:
    edit(
        """
        @@
         def total(items):
        -    return smu(items)
         ^^^^^^^^^^^^^^^^^^^^^ context_not_found
        +    return 0
    """,
        "def total(items):\n    return sum(items)\n",
        None,
    )


# ---- unique


def test_context_must_be_unique() -> None:
    edit(
        """
        @@
        ^^ ambiguous_context
        -x
        +y
    """,
        "x\nb\nx\n",
        None,
    )


def test_trailing_context_counts() -> None:
    edit("@@\n-x\n+y\n b\n", "x\na\nx\nb\n", "x\na\ny\nb\n")


def test_hunk_order_may_tell_repeated_blocks_apart() -> None:
    edit(
        """
        @@
        -b
        +B
        @@
        ^^ placed_by_order
        -x
        +y
    """,
        "x\nb\nx\n",
        "x\nB\ny\n",
    )


def test_a_blank_row_is_an_empty_context_line() -> None:
    edit("@@\n a\n\n-b\n+B\n", "a\n\nb\n", "a\n\nB\n")


def test_a_line_that_lost_its_space() -> None:
    edit(
        """
        @@
        def f():
        ^^^^^^^^ missing_space_prefix
        -    return 1
        +    return 2
    """,
        "def f():\n    return 1\n",
        "def f():\n    return 2\n",
    )


# ---- what v4a has beyond


def test_move_is_accepted_with_a_warning() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: a.py
        *** Move to: b.py
        ^^^^^^^^^^^^^^^^^ move_in_zenpatch
        @@
        -x
        +y
        *** End Patch
    """,
        {"a.py": "x\n"},
        {"a.py": None, "b.py": "y\n"},
        name=NAME,
        everything=True,
    )


def test_a_hunk_that_was_applied_before() -> None:
    edit(
        """
        @@
        ^^ already_applied
         def f():
        -    return 1
        +    return 2
    """,
        "def f():\n    return 2\n",
        "def f():\n    return 2\n",
    )


def test_a_line_end_is_not_part_of_a_line() -> None:
    edit("@@\n a\n-b\n+B\n", "a\r\nb\r\n", "a\r\nB\r\n")


# ---- chosen by name or by setting

LOOSE = "*** Begin Patch\n*** Update File: f.py\n@@\n-x = 1\n+x = 2\n*** End Patch\n"
STRICT = LOOSE.replace("-x = 1\n", "-x = 1\n ^^^^^ context_not_exact\n")


def test_chosen_by_the_file_name() -> None:
    check(STRICT, {"f.py": "x  = 1\n"}, REFUSED, name="some.zenpatch")


def test_chosen_by_a_setting() -> None:
    check(
        STRICT,
        {"f.py": "x  = 1\n"},
        REFUSED,
        name="some.patch",
        options=Options(profile="zenpatch"),
    )


def test_the_same_text_as_v4a_applies() -> None:
    report = check(
        LOOSE.replace("@@\n", "@@\n^^ loose_match\n"),
        {"f.py": "x  = 1\n"},
        {"f.py": "x = 2\n"},
        name="some.patch",
        everything=True,
    )
    assert grades(report) == ["whitespace"]

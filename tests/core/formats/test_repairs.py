"""What models really write: texts that are read with a warning, and the quick fix that sets them right."""

from __future__ import annotations

import pytest

from patchsight.core.model.report import Report
from patchsight.core.text.edits import apply_edits
from support import fixing
from support.carets import trim
from support.check import REFUSED, After, Files, answer, changed, check


def repair(
    patch: str,
    files: Files,
    after: After,
    code: str,
    title: str,
    mended: str,
    name: str = "x.patch",
) -> Report:
    """A patch that is read with a warning, and then the fix that rewrites it so that it does the
    same without one.
    """
    report = check(patch, files, after, name=name)
    texts = {path: trim(text) for path, text in files.items() if isinstance(text, str)}
    bare = "\n".join(row for row in trim(patch).split("\n") if not row.lstrip().startswith("^"))
    fixing.check(bare, texts, code, title, mended, name, safe=True)
    return report


def check_refused(patch: str, files: Files) -> list[str]:
    """The codes of the errors of a patch that is refused."""
    report = answer(trim(patch), files)
    assert not report.ok
    return [problem.code for problem in report.errors]


# ---- v4a: the prefix of a diff in a path
def test_the_prefix_of_a_diff_is_left_out_where_no_such_file_exists() -> None:
    repair(
        """
        *** Begin Patch
        *** Update File: a/src/app.py
                         ^^^^^^^^^^^^ diff_prefix
        @@
        -x = 1
        +x = 2
        *** End Patch
        """,
        {"src/app.py": "x = 1\n"},
        {"src/app.py": "x = 2\n"},
        "diff_prefix",
        "Write `src/app.py`",
        """
        *** Begin Patch
        *** Update File: src/app.py
        @@
        -x = 1
        +x = 2
        *** End Patch
        """,
    )


def test_a_path_that_exists_is_taken_literally() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: a/app.py
        @@
        -x = 1
        +x = 2
        *** Delete File: b/old.py
        *** End Patch
        """,
        {"a/app.py": "x = 1\n", "app.py": "x = 1\n", "b/old.py": "", "old.py": ""},
        {"a/app.py": "x = 2\n", "b/old.py": None},
    )


def test_a_file_that_the_patch_makes_is_taken_literally() -> None:
    check(
        """
        *** Begin Patch
        *** Add File: a/app.py
        +x = 1
        *** Update File: a/app.py
        @@
        -x = 1
        +x = 2
        *** End Patch
        """,
        {"app.py": "x = 1\n"},
        {"a/app.py": "x = 2\n"},
    )


def test_a_file_is_deleted_without_the_prefix() -> None:
    check(
        """
        *** Begin Patch
        *** Delete File: a/old.py
                         ^^^^^^^^ diff_prefix
        *** End Patch
        """,
        {"old.py": "x\n"},
        {"old.py": None},
    )


def test_a_new_file_has_the_name_that_is_written() -> None:
    check(
        """
        *** Begin Patch
        *** Add File: a/new.py
        +x = 1
        *** End Patch
        """,
        {"new.py": "y\n"},
        {"a/new.py": "x = 1\n"},
    )


# ---- v4a: `+*** End Patch`
def test_an_end_marker_with_a_plus_ends_the_patch() -> None:
    repair(
        """
        *** Begin Patch
        *** Update File: app.py
        @@
        -x = 1
        +x = 2
        +*** End Patch
        ^^^^^^^^^^^^^^ prefixed_marker
        """,
        {"app.py": "x = 1\n"},
        {"app.py": "x = 2\n"},
        "prefixed_marker",
        "Write `*** End Patch`",
        """
        *** Begin Patch
        *** Update File: app.py
        @@
        -x = 1
        +x = 2
        *** End Patch
        """,
    )


def test_an_end_marker_with_a_plus_is_content_where_another_one_follows() -> None:
    check(
        """
        *** Begin Patch
        *** Add File: notes.md
        +A patch ends in
        +*** End Patch
        *** End Patch
        """,
        {},
        {"notes.md": "A patch ends in\n*** End Patch\n"},
    )


def test_an_end_marker_with_a_plus_above_other_lines_is_content() -> None:
    check(
        """
        *** Begin Patch
        *** Add File: notes.md
        +*** End Patch
        +is how a patch ends
        ^^^^^^^^^^^^^^^^^^^^ truncated_patch
        """,
        {},
        REFUSED,
    )


# ---- unified: headers without numbers
def test_a_hunk_without_numbers_is_placed_where_alone_it_stands() -> None:
    for header in ("@@", "@@ @@", "@@ ... @@", "@@ … @@"):
        repair(
            f"""
            --- a/app.py
            +++ b/app.py
            {header}
            {"^" * len(header)} invalid_hunk_header
             x = 1
            -y = 2
            +y = 3
            """,
            {"app.py": "a = 0\nx = 1\ny = 2\n"},
            {"app.py": "a = 0\nx = 1\ny = 3\n"},
            "invalid_hunk_header",
            "Write `@@ -2,2 +2,2 @@`",
            """
            --- a/app.py
            +++ b/app.py
            @@ -2,2 +2,2 @@
             x = 1
            -y = 2
            +y = 3
            """,
        )


def test_a_hunk_without_numbers_is_refused_where_it_does_not_stand_exactly_once() -> None:
    for text in ("x = 1\ny = 2\nx = 1\ny = 2\n", "x = 1 \ny = 2\n", "x = 1\ny = 4\n"):
        report = check_refused(
            """
            --- a/app.py
            +++ b/app.py
            @@ ... @@
             x = 1
            -y = 2
            +y = 3
            """,
            {"app.py": text},
        )
        assert "invalid_hunk_header" in report


def test_lines_to_add_alone_say_nothing_without_numbers() -> None:
    patch = """
        --- a/app.py
        +++ b/app.py
        @@ ... @@
        +y = 3
        """
    assert "invalid_hunk_header" in check_refused(patch, {"app.py": "x = 1\n"})


def test_a_hunk_without_numbers_that_was_applied_is_left_alone() -> None:
    check(
        """
        --- a/app.py
        +++ b/app.py
        @@ ... @@
        ^^^^^^^^^ invalid_hunk_header
         x = 1
        -y = 2
        +y = 3
        """,
        {"app.py": "x = 1\ny = 3\n"},
        {},
    )


# ---- unified: a file that only the text around names
HUNK = """
@@ -1,2 +1,2 @@
 x = 1
-y = 2
+y = 3
"""
HEADED = f"--- a/src/app.py\n+++ b/src/app.py{HUNK}"
BEFORE, AFTER = {"src/app.py": "x = 1\ny = 2\n"}, {"src/app.py": "x = 1\ny = 3\n"}


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("diff --git a/src/app.py b/src/app.py", ""),
        ("```diff src/app.py", "```"),
        ("```diff:src/app.py", "```"),
        ("### src/app.py\n\n```diff", "```"),
        ("`src/app.py`:\n\n```diff", "```"),
        ("**File:** `src/app.py`\n```diff", "```"),
        ("### Updated file: `src/app.py`\n\n```diff src/app.py", "```"),
        ('<file path="src/app.py">', "</file>"),
        ("<path>src/app.py</path>", ""),
        ("src/app.py", ""),
    ],
)
def test_the_path_may_stand_around_the_hunks(above: str, below: str) -> None:
    patch = f"{above}{HUNK}{below}\n"
    report = answer(patch, BEFORE)
    warnings = [problem for problem in report.problems if problem.severity <= 2]
    assert [problem.code for problem in warnings] == ["missing_file_header"]
    assert changed(report) == AFTER
    (fix,) = fixing.fixes_of(patch, BEFORE, "missing_file_header", "x.md")
    assert fix.title == "Add `--- a/src/app.py` and `+++ b/src/app.py`"
    assert HEADED in apply_edits(trim(patch), fix.edits)


@pytest.mark.parametrize(
    ("above", "code"),
    [
        ("Here is the diff:", "missing_file_header"),
        ("Change src/app.py like this:", "missing_file_header"),
        ("### src/other.py\n\n```diff src/app.py", "conflicting_paths"),
        ("### src/missing.py\n\n```diff", "file_not_found"),
        ("### ../app.py\n\n```diff", "path_escape"),
    ],
)
def test_a_path_that_is_not_unmistakable_is_none(above: str, code: str) -> None:
    assert code in check_refused(f"{above}{HUNK}```\n", {**BEFORE, "src/other.py": ""})


def test_a_hunk_without_header_must_stand_there_exactly() -> None:
    patch, files = f"### src/app.py\n```diff{HUNK}```\n", {"src/app.py": "x = 1 \ny = 2\n"}
    assert check_refused(patch, files) == ["missing_file_header"]


def test_a_file_may_be_made_by_the_name_above_it() -> None:
    report = answer("### new.txt\n```diff\n@@ -0,0 +1 @@\n+one\n```\n", {})
    assert [problem.code for problem in report.problems if problem.severity <= 2] == [
        "missing_file_header"
    ]
    assert changed(report) == {"new.txt": "one\n"}


def test_each_fence_has_the_path_above_it() -> None:
    other = HUNK.replace("x = 1", "z = 1")
    patch = f"### src/app.py\n```diff{HUNK}```\n\n### b.py\n```diff{other}```\n"
    report = answer(patch, {**BEFORE, "b.py": "z = 1\ny = 2\n"})
    assert changed(report) == {**AFTER, "b.py": "z = 1\ny = 3\n"}


def test_a_path_between_hunks_names_another_file() -> None:
    for first in (HEADED, f'<file path="src/app.py">{HUNK}</file>\n'):
        patch = f'{first}<file path="b.py">{HUNK}</file>\n'
        report = answer(patch, {**BEFORE, "b.py": "x = 1\ny = 2\n"})
        assert changed(report) == {**AFTER, "b.py": "x = 1\ny = 3\n"}


def test_a_line_of_the_hunk_above_names_no_file() -> None:
    hunk = "@@ -1,2 +1,2 @@\n-a\n+b\n src/b.py\n"
    patch = f"### src/app.py\n```diff\n{hunk}\n@@ -9,2 +9,2 @@\n-c\n+d\n src/b.py\n```\n"
    text = "a\nsrc/b.py\n1\n2\n3\n4\n5\n6\nc\nsrc/b.py\n"
    report = answer(patch, {"src/app.py": text, "src/b.py": "c\n"})
    after = text.replace("a\n", "b\n").replace("c\n", "d\n")
    assert changed(report) == {"src/app.py": after}


# ---- v4a: hunks of context alone
CLASSES = """
class A:
    def f(self):
        return 1

class B:
    def f(self):
        return 1
"""


def anchored(
    anchors: str, before: str, hunk: str = "-        return 1\n+        return 2\n"
) -> str:
    """What becomes of a file under hunks of context and one that changes something."""
    patch = f"*** Begin Patch\n*** Update File: a.py\n{anchors}@@\n{hunk}*** End Patch\n"
    report = answer(patch, {"a.py": before})
    if not report.ok:
        return ", ".join(sorted({problem.code for problem in report.errors}))
    again = answer(patch, {"a.py": changed(report).get("a.py") or before})
    assert not again.ok or changed(again) == {}
    return changed(report).get("a.py") or before


def test_a_hunk_of_context_alone_tells_where_the_next_one_belongs() -> None:
    first, _, last = CLASSES.rpartition("return 1")
    assert anchored("@@\n class B:\n     def f(self):\n", CLASSES) == f"{first}return 2{last}"
    assert anchored("@@\n class B:\n@@\n     def f(self):\n", CLASSES) == f"{first}return 2{last}"


def test_the_block_may_start_with_the_context_above_it() -> None:
    hunk = "     def f(self):\n-        return 1\n+        return 2\n"
    assert anchored("@@\n class B:\n     def f(self):\n", CLASSES, hunk).count("return 2") == 1


def test_the_first_block_behind_the_context_is_not_safe() -> None:
    before = CLASSES.replace("class B:\n", "class B:\n    x = 1\n\nclass C:\n", 1)
    assert anchored("@@\n class B:\n", f"{before}{CLASSES}") == "ambiguous_context"
    assert anchored("@@\n     x = 1\n", before) == "ambiguous_context"


def test_two_blocks_in_what_the_context_opens_cannot_be_told_apart() -> None:
    before = f"{CLASSES}\n    def g(self):\n        return 1\n"
    assert anchored("@@\n class B:\n", before) == "ambiguous_context"


def test_context_that_stands_in_several_places_does_no_harm_above_a_block_that_is_unique() -> None:
    before = CLASSES.replace("return 1", "return 0", 1)
    hunk = "-        return 0\n+        return 2\n"
    assert anchored("@@\n     def f(self):\n", before, hunk) == before.replace(
        "return 0", "return 2"
    )


def test_context_that_is_nowhere_is_refused() -> None:
    assert anchored("@@\n class C:\n", CLASSES) == "ambiguous_context, context_not_found"


# ---- lines with more in front of them than belongs there
def test_a_second_sign_on_every_changed_line_is_left_out() -> None:
    repair(
        """
        *** Begin Patch
        *** Update File: app.py
        @@
        ^^ doubled_prefix
         x = 1
        --y = 2
        ++y = 3
        *** End Patch
        """,
        {"app.py": "x = 1\ny = 2\n"},
        {"app.py": "x = 1\ny = 3\n"},
        "doubled_prefix",
        "Remove the second signs",
        """
        *** Begin Patch
        *** Update File: app.py
        @@
         x = 1
        -y = 2
        +y = 3
        *** End Patch
        """,
    )


def test_a_line_that_starts_with_a_sign_stands_literally() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: q.sql
        @@
        --- one
        +-- two
        *** End Patch
        """,
        {"q.sql": "-- one\n- one\n"},
        {"q.sql": "-- two\n- one\n"},
    )


def test_a_second_sign_on_some_lines_is_no_repair() -> None:
    patch = """
        *** Begin Patch
        *** Update File: app.py
        @@
         x = 1
        --y = 2
        +y = 3
        *** End Patch
        """
    assert check_refused(patch, {"app.py": "x = 1\ny = 2\n"}) == ["context_not_found"]


def test_a_repair_must_stand_exactly_in_one_place() -> None:
    patch = """
        *** Begin Patch
        *** Update File: app.py
        @@
        --y = 2
        ++y = 3
        *** End Patch
        """
    assert check_refused(patch, {"app.py": "y = 2\ny = 2\n"})
    assert check_refused(patch, {"app.py": "  y = 2\n"})


@pytest.mark.parametrize("mark", [" | ", ": ", "\t", "→"])
def test_the_line_numbers_of_a_listing_are_left_out(mark: str) -> None:
    rows = f" 1{mark}x = 1\n-2{mark}y = 2\n+2{mark}y = 3\n 3{mark}\n 4{mark}z = 4\n"
    files = {"app.py": "x = 1\ny = 2\n\nz = 4\n"}
    for added in (rows, rows.replace(f"+2{mark}", "+")):
        patch = f"*** Begin Patch\n*** Update File: app.py\n@@\n{added}*** End Patch\n"
        report = answer(patch, files)
        assert changed(report) == {"app.py": "x = 1\ny = 3\n\nz = 4\n"}
        (fix,) = fixing.fixes_of(patch, files, "copied_line_numbers")
        mended = apply_edits(patch, fix.edits)
        assert " x = 1\n-y = 2\n+y = 3\n \n z = 4\n" in mended


def test_numbers_that_do_not_ascend_are_content() -> None:
    patch = """
        *** Begin Patch
        *** Update File: app.py
        @@
         2: x = 1
        -1: y = 2
        +1: y = 3
        *** End Patch
        """
    assert check_refused(patch, {"app.py": "x = 1\ny = 2\n"}) == ["context_not_found"]


def test_blank_lines_at_the_edges_of_a_hunk_are_left_out() -> None:
    check(
        """
        --- a/app.py
        +++ b/app.py
        @@ -1,4 +1,4 @@
        ^^^^^^^^^^^^^^^ loose_match

         x = 1
        -y = 2
        +y = 3

        """,
        {"app.py": "x = 1\ny = 2\nz = 3\n"},
        {"app.py": "x = 1\ny = 3\nz = 3\n"},
    )


# ---- unified: rows that are not quite right
def test_a_body_without_any_header_is_placed_where_alone_it_stands() -> None:
    repair(
        """
        --- a/app.py
        +++ b/app.py
        ^^^^^^^^^^^^ invalid_hunk_header
         x = 1
        -y = 2
        +y = 3
        """,
        {"app.py": "a = 0\nx = 1\ny = 2\n"},
        {"app.py": "a = 0\nx = 1\ny = 3\n"},
        "invalid_hunk_header",
        "Write `@@ -2,2 +2,2 @@`",
        """
        --- a/app.py
        +++ b/app.py
        @@ -2,2 +2,2 @@
         x = 1
        -y = 2
        +y = 3
        """,
    )


def test_dev_null_above_the_header_of_git_is_ignored() -> None:
    check(
        """
        --- /dev/null
        ^^^^^^^^^^^^^ misplaced_line
        diff --git a/app.py b/app.py
        --- a/app.py
        +++ b/app.py
        @@ -1 +1 @@
        -x = 1
        +x = 2
        """,
        {"app.py": "x = 1\n"},
        {"app.py": "x = 2\n"},
    )


@pytest.mark.parametrize(
    "stamp",
    ["2024-01-02 10:00:00", "2024-01-02T10:00:00Z", "Tue Jan  2 10:00:00 2024", " 2024-01-02"],
)
def test_a_timestamp_may_follow_a_space(stamp: str) -> None:
    patch = f"--- app.py {stamp}\n+++ app.py {stamp}\n@@ -1 +1 @@\n-x = 1\n+x = 2\n"
    check(patch, {"app.py": "x = 1\n"}, {"app.py": "x = 2\n"})


# ---- commands around a patch
COMMANDED = "*** Begin Patch\n*** Update File: app.py\n@@\n-x = 1\n+x = 2\n*** End Patch\nEOF\n"


@pytest.mark.parametrize(
    "command",
    ["cd src && apply_patch <<'EOF'", "$ cd src; apply_patch <<EOF", "cd src\napply_patch <<'EOF'"],
)
def test_paths_start_where_a_command_goes(command: str) -> None:
    report = answer(f"{command}\n{COMMANDED}", {"app.py": "x = 1\n", "src/app.py": "x = 1\n"})
    assert changed(report) == {"src/app.py": "x = 2\n"}


def test_where_a_command_below_another_folder_starts_cannot_be_told() -> None:
    patch = f"cd src && apply_patch <<'EOF'\n{COMMANDED}apply_patch <<'EOF'\n{COMMANDED}"
    files = {"app.py": "x = 1\n", "src/app.py": "x = 1\n"}
    assert check_refused(patch, files) == ["unsupported_command"]


def test_a_command_that_does_more_is_refused() -> None:
    patch = f"rm -rf build && apply_patch <<'EOF'\n{COMMANDED}"
    assert check_refused(patch, {"app.py": "x = 1\n"}) == ["unsupported_command"]
    patch = f"cd ../other && apply_patch <<'EOF'\n{COMMANDED}"
    assert check_refused(patch, {"app.py": "x = 1\n"}) == ["path_escape"]

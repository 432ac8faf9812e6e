"""What is reported about unified diffs, and where: carets mark it on the row above them."""

from __future__ import annotations

import pytest

from core.formats.unified_reading import check, check_problems, outline, read
from patchsight.core.model.problems import Severity


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("@@ -3,14 @@", "one_side"),
        ("@@ -x,y +z,w @@", "not_numbers"),
        ("@@ -1,3 +1,4", "not_closed"),
        ("@@-1,3 +1,4@@", "not_numbers"),
    ],
)
def test_malformed_hunk_headers(header: str, reason: str) -> None:
    (change,), (problem,) = read(f"--- a/x\n+++ b/x\n{header}\n same\n-old\n+new\n")
    (part,) = change.parts
    assert (problem.code, problem.data) == ("invalid_hunk_header", {"reason": reason})
    assert problem.span == part.header
    assert part.broken and part.numbers is None and len(part.lines) == 3


@pytest.mark.parametrize("header", ["@@", "@@ @@", "@@ ... @@", "@@ in function main @@"])
def test_a_hunk_header_without_numbers_is_judged_by_where_the_lines_stand(header: str) -> None:
    (change,), problems = read(f"--- a/x\n+++ b/x\n{header}\n same\n-old\n+new\n")
    (part,) = change.parts
    assert not problems and not part.broken and part.numbers is None and len(part.lines) == 3
    assert part.repaired and part.repaired.code == "invalid_hunk_header"
    assert part.repaired.span == part.header


def test_numbers_without_end() -> None:
    (change,), problems = read(
        f"--- a/x\n+++ b/x\n@@ -{'9' * 5000},1 +1,{'0' * 5000}1 @@\n-a\n+b\n"
    )
    numbers = change.parts[0].numbers
    assert numbers and (numbers.old_start, numbers.new_count) == (999_999_999, 1) and not problems


def test_counts_that_are_wrong() -> None:
    (first, second) = check_problems("""
        --- a/x
        +++ b/x
        @@ -3,9 +4 @@ def f
           ^^^^^^^ hunk_count_mismatch
         a
        -b
        +c
        @@ -9 +10,0 @@
           ^^^^^^^^ hunk_count_mismatch
        -d
        +e
    """)
    assert first.data == {"old_count": 2, "new_count": 2, "replacement": "-3,2 +4,2"}
    assert second.data == {"old_count": 1, "new_count": 1, "replacement": "-9,1 +10,1"}
    assert first.severity is Severity.WARNING


def test_lines_that_a_created_or_deleted_file_cannot_have() -> None:
    check_problems("""
        --- /dev/null
        +++ b/new
        @@ -0,0 +1,3 @@
        +one
         two
         ^^^ invalid_hunk_line
        +three
        --- a/old
        +++ /dev/null
        @@ -1,2 +0,0 @@
        -one
        +two
        ^^^^ invalid_hunk_line
    """)


def test_hunks_that_change_nothing() -> None:
    (empty, no_op) = check_problems("""
        --- a/x
        +++ b/x
        @@ -1 +1 @@
        ^^^^^^^^^^^ empty_hunk
        @@ -5 +5 @@
        ^^^^^^^^^^^ empty_hunk
         same
        @@ -9 +9 @@
        -a
        +b
    """)
    assert (empty.severity, no_op.severity) == (Severity.ERROR, Severity.WARNING)


def test_a_file_without_hunks() -> None:
    check_problems("""
        --- a/x
        +++ b/x
        ^^^^^^^ no_hunks
        diff --git a/y b/y
        ^^^^^^^^^^^^^^^^^^ no_hunks
        index 1111111..2222222 100644
        diff --git a/z b/z
        old mode 100644
        ^^^^^^^^^^^^^^^ ignored_metadata
        new mode 100755

        --- a/x
        +++ b/x
        @@ -1 +1 @@
        -a
        +b
    """)


def test_missing_header_rows() -> None:
    (minus, plus) = check_problems("""
        diff --git a/x b/x
        +++ b/x
        ^^^^^^^ missing_file_header
        @@ -1 +1 @@
        -a
        +b
        --- a/y
        ^^^^^^^ missing_file_header
        @@ -1 +1 @@
        -a
        +b
    """)
    assert (minus.data["missing"], plus.data["missing"]) == ("--- a/x\n", "+++ b/y\n")
    (change,), problems = read("diff --git a/z b/z\n@@ -1 +1 @@\n-a\n+b\n")
    repair = change.parts[0].repaired
    assert repair and repair.data["missing"] == "--- a/z\n+++ b/z\n" and not problems
    check("--- a/y\n@@ -1 +1 @@\n-a\n+b\n", "update y\n@ 1 1 broken\n  -|a\n  +|b\n")


def test_hunks_without_a_file() -> None:
    check_problems("""
        @@ -1 +1 @@
        ^^^^^^^^^^^ missing_file_header
        -a
        +b
        @@
        -c
        +d
        --- a/x
        +++ b/x
        @@ -1 +1 @@
        -a
        +b
        commit 0123456789abcdef

        @@ -1 +1 @@
        ^^^^^^^^^^^ missing_file_header
        -a
        +b
    """)


def test_missing_paths() -> None:
    check_problems("""
        --- a/
        ^^^^^^ missing_path
        +++ b/
        @@ -1 +1 @@
        -a
        +b
        --- /dev/null
        +++ /dev/null
        ^^^^^^^^^^^^^ missing_path
        @@ -1 +1 @@
        -a
        +b
        ---
        ^^^ missing_path
        +++
        @@ -1 +1 @@
        -a
        +b
    """)


def test_paths_that_disagree() -> None:
    (differs, *_) = check_problems("""
        --- a/x
        +++ b/y
        ^^^^^^^ rename_path_mismatch
        @@ -1 +1 @@
        -a
        +b
        diff --git a/old b/new
        rename from old
        rename to new
        --- a/old
        +++ b/other
        ^^^^^^^^^^^ rename_path_mismatch
        @@ -1 +1 @@
        -a
        +b
        diff --git a/one b/two
        ^^^^^^^^^^^^^^^^^^^^^^ rename_path_mismatch
        rename from three
        rename to two
        diff --git a/new b/new
        new file mode 100644
        --- a/new
        ^^^^^^^^^ rename_path_mismatch
        +++ b/new
        @@ -0,0 +1 @@
        +a
        diff --git a/made b/made
        new file mode 100644
        --- /dev/null
        +++ b/other
        ^^^^^^^^^^^ rename_path_mismatch
        @@ -0,0 +1 @@
        +a
        diff --git a/one b/two
        new file mode 100644
        rename from one
        ^^^^^^^^^^^^^^^ rename_path_mismatch
        rename to two
        diff --git a/one b/one
        deleted file mode 100644
        new file mode 100644
        ^^^^^^^^^^^^^^^^^^^^ rename_path_mismatch
    """)
    assert differs.data == {"old": "x", "new": "y"}


def test_renames_that_are_not_complete() -> None:
    check_problems("""
        rename from a
        ^^^^^^^^^^^^^ missing_file_header
        rename to b
        diff --git a/x b/y
        rename from x
        ^^^^^^^^^^^^^ missing_path
        diff --git a/x b/y
        rename from x
        rename to y
        @@ -1 +1 @@
        ^^^^^^^^^^^ missing_file_header
        -a
        +b
    """)


def test_what_is_no_text_change() -> None:
    check_problems("""
        diff --git a/logo.png b/logo.png
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unsupported_git_patch_feature
        index 1111111..2222222 100644
        GIT binary patch
        literal 4
        Lc${NkU|;|M00aO5

        Binary files a/icon.png and b/icon.png differ
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unsupported_git_patch_feature
        diff --git a/x b/y
        similarity index 100%
        copy from x
        ^^^^^^^^^^^ unsupported_git_patch_feature
        copy to y
        diff --git a/lib b/lib
        index 1111111..2222222 160000
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unsupported_git_patch_feature
        --- a/lib
        +++ b/lib
        @@ -1 +1 @@
        -Subproject commit 1111111111111111111111111111111111111111
        +Subproject commit 2222222222222222222222222222222222222222
        diff --cc x
        index 1111111,2222222..3333333
        --- a/x
        +++ b/x
        @@@ -1,1 -1,1 +1,1 @@@
        ^^^^^^^^^^^^^^^^^^^^^^ unsupported_git_patch_feature
        - a
         -b
        ++c
    """)
    files, _ = read(
        "diff --git a/logo.png b/logo.png\nBinary files a/logo.png and b/logo.png differ\n"
    )
    assert outline(files) == "update logo.png\n@ broken\n"


@pytest.mark.parametrize(
    "cut", ["@@ -28,", "@@ -1,3 +1,4", "@@ -1,3 +1,4 @@", "@@", "@@ -1,3 +1,4 @@\n\n"]
)
def test_a_hunk_header_at_the_end_of_the_text(cut: str) -> None:
    files, problems = read(f"--- a/x\n+++ b/x\n{cut}")
    assert [problem.code for problem in problems] == ["unfinished_part"]
    assert files[0].parts[0].broken


@pytest.mark.parametrize(
    "cut", ["--- a/y", "--- y\n", "diff --git a/y b/y\n", "diff --git a/y b/y\n--- a/y\n"]
)
def test_a_file_header_at_the_end_of_the_text(cut: str) -> None:
    files, problems = read(f"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n{cut}")
    assert [problem.code for problem in problems] == ["unfinished_part"]
    assert [change.path.choices[0] for change in files] == ["x", "y"]


def test_a_marker_in_the_middle_of_a_hunk() -> None:
    (problem,) = check_problems(r"""
        --- a/x
        +++ b/x
        @@ -1,2 +1,2 @@
         a
        \ No newline at end of file
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^ invalid_hunk_line
        -b
        +c
    """)
    assert problem.severity is Severity.WARNING


@pytest.mark.parametrize(
    "text", ["", "\n\n", "Here is the change you asked for:\n\nI replaced it.\n", "---\n\n+++\n"]
)
def test_prose_alone_is_no_patch(text: str) -> None:
    assert read(text) == ([], [])

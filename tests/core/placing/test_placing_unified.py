"""Unified diffs: line numbers and drift, counts, ends of files, git's headers, paths, several patches for one file."""

from __future__ import annotations

import pytest

from patchsight.core.describe.receipt import receipt
from patchsight.core.model.patch import Options
from patchsight.core.model.report import Report
from support.carets import trim
from support.check import REFUSED, answer, check, codes, grades, messages, outcome, states


def edit(hunks: str, before: str, after: str | None, *, everything: bool = True) -> Report:
    """Change one file; `after` is its new text, None if the patch is refused."""
    patch = f"--- a/f.py\n+++ b/f.py\n{trim(hunks)}"
    return check(patch, {"f.py": before}, outcome("f.py", before, after), everything=everything)


def numbered(*changes: tuple[int, str], count: int = 60) -> str:
    """A file whose lines are `line 1` to `line 60`, but for some."""
    lines = [f"line {number}" for number in range(1, count + 1)]
    for number, text in changes:
        lines[number - 1] = text
    return "".join(line + "\n" for line in lines)


# ---- the examples of the format's description


def test_modify_a_file() -> None:
    before = "//\n" * 9 + 'fn main() {\n    println!("hello");\n    old_call();\n}\n'
    after = (
        "//\n" * 9 + 'fn main() {\n    println!("hello");\n    new_call();\n    extra_call();\n}\n'
    )
    check(
        """
        --- a/src/main.rs
        +++ b/src/main.rs
        @@ -10,4 +10,5 @@
         fn main() {
             println!("hello");
        -    old_call();
        +    new_call();
        +    extra_call();
         }
    """,
        {"src/main.rs": before},
        {"src/main.rs": after},
        everything=True,
    )


def test_add_a_file() -> None:
    check(
        """
        --- /dev/null
        +++ b/docs/new.md
        @@ -0,0 +1,3 @@
        +line 1
        +line 2
        +line 3
    """,
        {},
        {"docs/new.md": "line 1\nline 2\nline 3\n"},
        everything=True,
    )


def test_delete_a_file() -> None:
    check(
        """
        --- a/docs/old.md
        +++ /dev/null
        @@ -1,3 +0,0 @@
        -old line 1
        -old line 2
        -old line 3
    """,
        {"docs/old.md": "old line 1\nold line 2\nold line 3\n"},
        {"docs/old.md": None},
        everything=True,
    )


def test_rename_a_file() -> None:
    report = check(
        """
        diff --git a/old.txt b/new.txt
        similarity index 100%
        rename from old.txt
        rename to new.txt
    """,
        {"old.txt": "kept\n"},
        {"old.txt": None, "new.txt": "kept\n"},
        everything=True,
    )
    assert receipt(report, "-")["ignored_metadata"] == ["similarity index 100%"]


def test_rename_and_edit_a_file() -> None:
    check(
        """
        diff --git a/old.txt b/new.txt
        rename from old.txt
        rename to new.txt
        --- a/old.txt
        +++ b/new.txt
        @@ -1,3 +1,3 @@
         line 1
        -old line
        +new line
         line 3
    """,
        {"old.txt": "line 1\nold line\nline 3\n"},
        {"old.txt": None, "new.txt": "line 1\nnew line\nline 3\n"},
        everything=True,
    )


# ---- where a hunk lands


def test_a_match_exactly_where_the_header_says_comes_first() -> None:
    before = numbered((10, "x"), (20, "x"), (30, "x"))
    edit("@@ -20 +20 @@\n-x\n+y\n", before, numbered((10, "x"), (20, "y"), (30, "x")))


def test_else_the_only_one_near() -> None:
    report = edit(
        """
        @@ -22 +22 @@
           ^^^^^^^ line_drift
        -x
        +y
    """,
        numbered((20, "x"), (50, "x")),
        numbered((20, "y"), (50, "x")),
    )
    assert report.problems[0].data == {"drift": -2}


def test_near_is_twenty_lines_or_twice_the_hunk() -> None:
    edit(
        """
        @@ -30 +30 @@
           ^^^^^^^ line_drift
        -x
        +y
    """,
        numbered((10, "x"), (51, "x")),
        numbered((10, "y"), (51, "x")),
    )


def test_two_near_ones_are_ambiguous() -> None:
    edit(
        """
        @@ -30 +30 @@
        ^^^^^^^^^^^^^ ambiguous_context
        -x
        +y
    """,
        numbered((25, "x"), (40, "x")),
        None,
    )


def test_two_far_ones_are_ambiguous() -> None:
    edit(
        """
        @@ -30 +30 @@
        ^^^^^^^^^^^^^ ambiguous_context
        -x
        +y
    """,
        numbered((5, "x"), (55, "x")),
        None,
    )


def test_else_the_only_one_in_the_file() -> None:
    edit(
        """
        @@ -1 +1 @@
           ^^^^^ line_drift
        -x
        +y
    """,
        numbered((55, "x")),
        numbered((55, "y")),
    )


def test_the_drift_of_one_hunk_moves_the_next() -> None:
    edit(
        """
        @@ -10,2 +10,2 @@
           ^^^^^^^^^^^ line_drift
        -first
        +1st
         next
        @@ -20 +20 @@
        -x
        +y
    """,
        numbered((15, "first"), (16, "next"), (25, "x"), (40, "x")),
        numbered((15, "1st"), (16, "next"), (25, "y"), (40, "x")),
    )


def test_the_header_says_one_place_and_the_drift_another() -> None:
    edit(
        """
        @@ -10,2 +10,2 @@
           ^^^^^^^^^^^ line_drift
        -first
        +1st
         next
        @@ -20 +20 @@
        ^^^^^^^^^^^^^ ambiguous_context
        -x
        +y
    """,
        numbered((15, "first"), (16, "next"), (20, "x"), (25, "x")),
        None,
    )


def test_every_hunk_is_matched_against_the_original_text() -> None:
    edit("@@ -1 +1,2 @@\n-a\n+b\n+b\n@@ -2 +3 @@\n-b\n+c\n", "a\nb\n", "b\nb\nc\n")


def test_a_loose_match_there_and_an_exact_one_elsewhere() -> None:
    edit(
        """
        @@ -2 +2 @@
        ^^^^^^^^^^^ ambiguous_context
        -x = 1
        +x = 2
    """,
        "a\n  x = 1\nb\nx = 1\n",
        None,
    )


def test_looser_grades_must_be_unique_in_the_file() -> None:
    report = edit(
        """
        @@ -2 +2 @@
        ^^^^^^^^^^^ loose_match
        -x = 1
        +x = 2
    """,
        "a\n    x = 1\nb\n",
        "a\n    x = 2\nb\n",
    )
    assert grades(report) == ["indentation"]


def test_line_numbers_do_not_tell_loose_matches_apart() -> None:
    edit(
        """
        @@ -2 +2 @@
        ^^^^^^^^^^^ ambiguous_context
        -x = 1
        +x = 2
    """,
        "a\n    x = 1\nb\n    x = 1\n",
        None,
    )


def test_a_similar_text_is_never_taken() -> None:
    edit(
        """
        @@ -1,2 +1,2 @@
         def total(items):
        -    return smu(items)
         ^^^^^^^^^^^^^^^^^^^^^ context_not_found
        +    return 0
    """,
        "def total(items):\n    return sum(items)\n",
        None,
    )


def test_hunks_in_any_order() -> None:
    edit(
        """
        @@ -3 +3 @@
        -c
        +C
        @@ -1 +1 @@
        ^^^^^^^^^^^ out_of_order
        -a
        +A
    """,
        "a\nb\nc\n",
        "A\nb\nC\n",
    )


def test_two_hunks_that_change_the_same_line() -> None:
    edit(
        """
        @@ -1,2 +1,2 @@
        ^^^^^^^^^^^^^^^ overlapping_parts
        -a
        +A
         b
        @@ -1 +1 @@
        ^^^^^^^^^^^ overlapping_parts
        -a
        +x
    """,
        "a\nb\n",
        None,
    )


def test_hunks_that_touch_in_another_order_than_they_are_written_in() -> None:
    """Which of the new lines comes first, nobody can tell."""
    edit(
        """
        @@ -1,1 +1,3 @@
        ^^^^^^^^^^^^^^^ overlapping_parts
        +check(x)
        +load(x)
         check(x)
        @@ -3,3 +5,3 @@
        ^^^^^^^^^^^^^^^ overlapping_parts
         save(x)
        -load(x)
        +close(x)
         check(x)
    """,
        "save(x)\nsave(x)\nload(x)\ncheck(x)\n",
        None,
        everything=False,
    )


def test_a_hunk_that_was_applied_before() -> None:
    report = edit(
        """
        @@ -1,3 +1,3 @@
        ^^^^^^^^^^^^^^^ already_applied
         one
        -two
        +zwei
         three
    """,
        "one\nzwei\nthree\n",
        "one\nzwei\nthree\n",
    )
    assert states(report) == ["applied"]


TWINS = "start\n  one = 1\n  two = 2\n  three = 3\nnext\n  one = 1\n  two = 2\n  three = 3\nend\n"


@pytest.mark.parametrize("more", ["", TWINS])
def test_a_hunk_that_was_applied_where_its_header_says_is_not_applied_to_a_twin(more: str) -> None:
    there = TWINS.replace("two = 2", "two = zwei", 1) + more
    report = edit(
        """
        @@ -2,3 +2,3 @@
        ^^^^^^^^^^^^^^^ already_applied
           one = 1
        -  two = 2
        +  two = zwei
           three = 3
    """,
        there,
        there,
    )
    assert states(report) == ["applied"]


def test_hunks_below_one_that_was_applied_stand_further_down() -> None:
    there = "head = 1\nhead = 2\n" + TWINS
    report = edit(
        """
        @@ -1,0 +2 @@
        ^^^^^^^^^^^^^ already_applied
        +head = 2
        @@ -7,2 +8,2 @@
           one = 1
        -  two = 2
        +  two = zwei
    """,
        there,
        there[:-40] + there[-40:].replace("two = 2", "two = zwei"),
    )
    assert states(report) == ["applied", "fits"]


def test_insertions_without_context_that_were_applied_before() -> None:
    report = edit(
        """
        @@ -1,0 +2 @@
        ^^^^^^^^^^^^^ already_applied
        +one = 1
        @@ -2,0 +4 @@
        ^^^^^^^^^^^^^ already_applied
        +two = 2
    """,
        "a\none = 1\nb\ntwo = 2\nc\n",
        "a\none = 1\nb\ntwo = 2\nc\n",
    )
    assert states(report) == ["applied", "applied"]


# ---- counts


def test_wrong_counts_are_a_warning() -> None:
    edit(
        """
        @@ -1,7 +1,9 @@
           ^^^^^^^^^ hunk_count_mismatch
         a
        -b
        +B
         c
    """,
        "a\nb\nc\n",
        "a\nB\nc\n",
    )


@pytest.mark.parametrize("counts", ["-1,2 +1,4", "-1,4 +1,5"])
def test_a_last_hunk_that_is_cut_off(counts: str) -> None:
    hunk = f"@@ {counts} @@\n a\n-b\n+import os\n+os.system('rm -rf build"
    patch = f"--- a/f.py\n+++ b/f.py\n{hunk}"
    assert "truncated_patch" in codes(report := answer(patch, {"f.py": "a\nb\nc\n"}))
    assert not report.ok
    assert answer(patch, {"f.py": "a\nb\n"}).ok  # the file ends there as well
    more = f"{patch}\n--- a/g.py\n+++ b/g.py\n@@ -1 +1 @@\n-x\n+y\n"
    assert answer(more, {"f.py": "a\nb\nc\n", "g.py": "x\n"}).ok


def test_context_lines_that_lost_their_space() -> None:
    edit(
        """
        @@ -1,4 +1,4 @@
        def f():
        ^^^^^^^^ missing_space_prefix
        -    a = 1
        +    a = 2
             return a
        # end
        ^^^^^ missing_space_prefix
    """,
        "def f():\n    a = 1\n    return a\n# end\n",
        "def f():\n    a = 2\n    return a\n# end\n",
    )


def test_a_line_without_a_prefix_that_does_not_fit_as_context() -> None:
    edit(
        """
        @@ -1,2 +1,2 @@
        -a
        b
        ^ invalid_hunk_line
        +c
    """,
        "a\nx\n",
        None,
    )


def test_a_removed_line_that_reads_like_a_header() -> None:
    edit("@@ -1,3 +1,2 @@\n a\n--- x\n b\n", "a\n-- x\nb\n", "a\nb\n")


def test_a_header_right_behind_a_hunk() -> None:
    check(
        """
        --- a/a.sql
        +++ b/a.sql
        @@ -1,2 +1 @@
         a
        -b
        --- a/b.sql
        +++ b/b.sql
        @@ -1 +1 @@
        -c
        +C
    """,
        {"a.sql": "a\nb\n", "b.sql": "c\n"},
        {"a.sql": "a\n", "b.sql": "C\n"},
        everything=True,
    )


def test_blank_rows_behind_the_counts_are_noise() -> None:
    edit("@@ -1,2 +1,2 @@\n a\n-b\n+B\n\n\n", "a\nb\nc\n", "a\nB\nc\n")


def test_blank_rows_behind_the_counts_that_stand_loosely_where_the_header_says() -> None:
    """Without them the lines stand more literally, but they are only removed then, which takes more
    than that.
    """
    patch = "--- a/f\n+++ b/f\n@@ -2,2 +2,3 @@\n-foo\n\n@@ -5 +5 @@\n-end\n+END\n"
    report = answer(patch, {"f": "x\n foo\n\u00a0\ny\nend\n"})
    assert report.files == {"f": "x\n\u00a0\ny\nEND\n"}, messages(report)


def test_a_blank_row_that_is_said_to_have_no_line_end_is_a_line() -> None:
    patch = "--- a/f\n+++ b/f\n@@ -1,3 +1,9 @@\n one\n-two\n\n\\ No newline at end of file\n"
    assert answer(patch, {"f": "one\ntwo\n "}).files == {"f": "one\n "}
    assert not answer(patch, {"f": "one\ntwo\nthree"}).ok


def test_an_end_that_goes_is_looked_for_at_the_end_though_its_lines_stand_more_literally_above() -> (
    None
):
    """Above, the removed line has a line end, so that is no place for it."""
    patch = "--- a/f\n+++ b/f\n@@ -4,2 +4 @@\n call(1)\n-end\n\\ No newline at end of file\n"
    report = answer(patch, {"f": "call(1)\nend\nx\ncall(1)\nend  "})
    assert report.files == {"f": "call(1)\nend\nx\ncall(1)\n"}, messages(report)
    assert not answer(patch, {"f": "call(1)\nend\nx\ncall(1)\nend\n"}).ok


def test_a_blank_row_is_an_empty_context_line() -> None:
    edit("@@ -1,3 +1,3 @@\n a\n\n-b\n+B\n", "a\n\nb\n", "a\n\nB\n")


def test_a_header_without_numbers() -> None:
    edit(
        """
        @@ @@
        ^^^^^ invalid_hunk_header
         a
        -b
        +B
    """,
        "a\nb\n",
        "a\nB\n",
    )


# ---- hunks that only add


@pytest.mark.parametrize(
    ("header", "after"),
    [
        ("-0,0 +1", "new\na\nb\n"),
        ("-1,0 +2", "a\nnew\nb\n"),
        ("-2,0 +3", "a\nb\nnew\n"),
    ],
)
def test_an_insertion_goes_after_its_line(header: str, after: str) -> None:
    edit(f"@@ {header} @@\n+new\n", "a\nb\n", after)


def test_an_insertion_follows_the_drift() -> None:
    edit(
        """
        @@ -1 +1 @@
           ^^^^^ line_drift
        -a
        +A
        @@ -2,0 +3 @@
        +new
    """,
        "0\na\nb\nc\n",
        "0\nA\nb\nnew\nc\n",
    )


def test_an_insertion_behind_the_end_of_the_file() -> None:
    edit(
        """
        @@ -9,0 +10 @@
        ^^^^^^^^^^^^^^ cannot_insert
        +new
    """,
        "a\nb\n",
        None,
    )


def test_an_insertion_that_was_applied_before() -> None:
    edit(
        """
        @@ -1,0 +2 @@
        ^^^^^^^^^^^^^ already_applied
        +brand = new
    """,
        "a\nbrand = new\nb\n",
        "a\nbrand = new\nb\n",
    )


def test_an_insertion_into_an_empty_file() -> None:
    edit("@@ -0,0 +1 @@\n+a\n", "", "a\n")


# ---- the end of the file

NO_NEWLINE = "\\ No newline at end of file\n"


@pytest.mark.parametrize(
    ("hunk", "before", "after"),
    [
        (f"-b\n{NO_NEWLINE}+c\n{NO_NEWLINE}", "a\nb", "a\nc"),
        (f"-b\n{NO_NEWLINE}+c\n", "a\nb", "a\nc\n"),
        (f"-b\n+c\n{NO_NEWLINE}", "a\nb\n", "a\nc"),
        (f"-b\n{NO_NEWLINE}+b\n", "a\nb", "a\nb\n"),
        (f"-b\n+b\n{NO_NEWLINE}", "a\nb\n", "a\nb"),
        (f"-a\n+A\n b\n{NO_NEWLINE}", "a\nb", "A\nb"),
        (f"-b\n{NO_NEWLINE}+c\n{NO_NEWLINE}", "a\r\nb", "a\r\nc"),
        (f"-b\n{NO_NEWLINE}+b\n+c\n", "a\r\nb", "a\r\nb\r\nc\r\n"),
    ],
)
def test_no_newline_counts_per_side(hunk: str, before: str, after: str) -> None:
    start = 1 if "-a" in hunk else 2
    old, new = (sum(row[:1] in (sign, " ") for row in hunk.split("\n")) for sign in "-+")
    edit(f"@@ -{start},{old} +{start},{new} @@\n{hunk}", before, after)


def test_a_newline_that_was_added_before() -> None:
    report = edit(f"@@ -2 +2 @@\n-b\n{NO_NEWLINE}+b\n", "a\nb\n", "a\nb\n", everything=False)
    assert states(report) == ["applied"]


def test_a_file_made_without_a_newline() -> None:
    check(
        f"--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+a\n{NO_NEWLINE}", {}, {"f": "a"}, everything=True
    )


def test_a_final_newline_stays_missing_where_nothing_is_said() -> None:
    edit("@@ -1,2 +1,2 @@\n a\n-b\n+c\n", "a\nb", "a\nc")


# ---- git's headers


def test_metadata_is_accepted_and_recorded() -> None:
    report = check(
        """
        diff --git a/run.sh b/run.sh
        old mode 100644
        new mode 100755
        index 83db48f..bf269f4
        --- a/run.sh
        +++ b/run.sh
        @@ -1 +1 @@
        -a
        +b
        diff --git a/new.sh b/new.sh
        new file mode 100755
        index 0000000..bf269f4
        --- /dev/null
        +++ b/new.sh
        @@ -0,0 +1 @@
        +c
    """,
        {"run.sh": "a\n"},
        {"run.sh": "b\n", "new.sh": "c\n"},
    )
    assert receipt(report, "-")["ignored_metadata"] == [
        "old mode 100644",
        "new mode 100755",
        "index 83db48f..bf269f4",
        "new file mode 100755",
        "index 0000000..bf269f4",
    ]


def test_an_empty_file_made_and_one_deleted() -> None:
    check(
        """
        diff --git a/new b/new
        new file mode 100644
        index 0000000..e69de29
        diff --git a/old b/old
        deleted file mode 100644
        index e69de29..0000000
    """,
        {"old": ""},
        {"new": "", "old": None},
        everything=True,
    )


@pytest.mark.parametrize(
    "header",
    [
        "diff --git a/x.png b/x.png\nindex 1..2 100644\nBinary files a/x.png and b/x.png differ\n",
        "diff --git a/x.png b/x.png\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKcmZQz\n\n",
        "diff --git a/x.png b/y.png\nsimilarity index 90%\ncopy from x.png\ncopy to y.png\n",
        "diff --git a/lib b/lib\nindex 1111111..2222222 160000\n--- a/lib\n+++ b/lib\n@@ -1 +1 @@\n"
        "-Subproject commit 1111111\n+Subproject commit 2222222\n",
    ],
)
def test_what_is_not_a_text_change_is_refused(header: str) -> None:
    report = answer(header, {"x.png": "x", "lib": "y"})
    assert [problem.code for problem in report.errors] == ["unsupported_git_patch_feature"], (
        messages(report)
    )


def test_a_rename_whose_paths_disagree() -> None:
    check(
        """
        diff --git a/old.txt b/new.txt
        rename from old.txt
        rename to new.txt
        --- a/old.txt
        +++ b/other.txt
        ^^^^^^^^^^^^^^^ rename_path_mismatch
        @@ -1 +1 @@
        -a
        +b
    """,
        {"old.txt": "a\n"},
        REFUSED,
    )


def test_different_paths_without_rename_headers() -> None:
    check(
        """
        --- a/old.txt
        +++ b/new.txt
        ^^^^^^^^^^^^^ rename_path_mismatch
        @@ -1 +1 @@
        -a
        +b
    """,
        {"old.txt": "a\n"},
        {"old.txt": "b\n"},
    )


def test_a_rename_onto_a_file_that_exists() -> None:
    check(
        """
        diff --git a/old.txt b/new.txt
        rename from old.txt
        rename to new.txt
                  ^^^^^^^ file_exists
    """,
        {"old.txt": "a\n", "new.txt": "kept\n"},
        REFUSED,
    )


def test_a_deletion_that_would_leave_content() -> None:
    check(
        """
        --- a/f
        +++ /dev/null
        @@ -1,2 +0,0 @@
        ^^^^^^^^^^^^^^^ delete_leaves_content
        -a
        -b
    """,
        {"f": "a\nb\nc\n"},
        REFUSED,
    )


def test_a_deletion_of_something_else() -> None:
    check(
        """
        --- a/f
        +++ /dev/null
        @@ -1,2 +0,0 @@
        -a
        -b
         ^ context_not_found
    """,
        {"f": "a\nc\n"},
        REFUSED,
    )


# ---- paths


@pytest.mark.parametrize(
    "names",
    [
        "--- a/f.py\n+++ b/f.py",
        "--- f.py\n+++ f.py",
        "--- a/f.py\t2024-01-01 10:00:00.000000000 +0100\n+++ b/f.py\t2024-01-02 10:00:00.000000000 +0100",
        '--- "a/f.py"\n+++ "b/f.py"',
        "--- ./f.py\n+++ ./f.py",
    ],
)
def test_ways_to_write_a_path(names: str) -> None:
    check(f"{names}\n@@ -1 +1 @@\n-a\n+b\n", {"f.py": "a\n"}, {"f.py": "b\n"}, everything=True)


def test_a_quoted_name_is_decoded() -> None:
    check(
        '--- "a/t\\303\\251 \\"x\\".txt"\n+++ "b/t\\303\\251 \\"x\\".txt"\n@@ -1 +1 @@\n-a\n+b\n',
        {'té "x".txt': "a\n"},
        {'té "x".txt': "b\n"},
        everything=True,
    )


def test_a_folder_that_is_called_a() -> None:
    check(
        "--- a/f.py\n+++ a/f.py\n@@ -1 +1 @@\n-x\n+y\n",
        {"a/f.py": "x\n"},
        {"a/f.py": "y\n"},
        everything=True,
    )


def test_the_literal_path_if_only_that_exists() -> None:
    check(
        "--- a/f.py\n+++ b/f.py\n@@ -1 +1 @@\n-x\n+y\n",
        {"a/f.py": "x\n"},
        {"a/f.py": "y\n"},
        everything=True,
    )


# ---- several patches for one file

TWICE = """
    --- a/f
    +++ b/f
    @@ -1 +1 @@
    -a
    +b
    --- a/f
    +++ b/f
    @@ -1 +1 @@
    -b
    +c
"""


def test_two_file_patches_for_one_path() -> None:
    marked = TWICE.replace(
        "    --- a/f\n    +++ b/f\n    @@ -1 +1 @@\n    -b",
        "    --- a/f\n    ^^^^^^^ duplicate_file_patch\n    +++ b/f\n    @@ -1 +1 @@\n    -b",
    )
    report = check(marked, {"f": "a\n"}, REFUSED, everything=True)
    assert "line 1" in report.problems[0].message


def test_two_file_patches_for_one_path_one_after_the_other() -> None:
    report = check(TWICE, {"f": "a\n"}, {"f": "c\n"}, options=Options(duplicate_files="sequential"))
    assert codes(report) == ["same_file_again"]


# ---- around the patch

MAIL = """
    From 1a2b3c4d5e6f1a2b3c4d5e6f1a2b3c4d5e6f1a2b Mon Sep 17 00:00:00 2001
    From: A U Thor <author@example.com>
    Date: Mon, 1 Jan 2024 10:00:00 +0100
    Subject: [PATCH] Count from one

    It was zero.
    ---
     f | 2 +-
     1 file changed, 1 insertion(+), 1 deletion(-)

    diff --git a/f b/f
    index 573541a..d00491f 100644
    --- a/f
    +++ b/f
    @@ -1,2 +1,2 @@
    -0
    +1
     end
    --
    2.43.0

"""


def test_a_mail() -> None:
    report = check(MAIL.replace("    --\n", "    --\x20\n"), {"f": "0\nend\n"}, {"f": "1\nend\n"})
    assert states(report) == ["fits"]


def test_what_git_show_prints() -> None:
    check(
        """
        commit 1a2b3c4d5e6f1a2b3c4d5e6f1a2b3c4d5e6f1a2b
        Author: A U Thor <author@example.com>
        Date:   Mon Jan 1 10:00:00 2024 +0100

            Count from one

        diff --git a/f b/f
        --- a/f
        +++ b/f
        @@ -1,2 +1,2 @@
        -0
        +1
         end
    """,
        {"f": "0\nend\n"},
        {"f": "1\nend\n"},
    )


@pytest.mark.parametrize(("before", "after"), [("a\nb\n", "a\nc\n"), ("a\r\nb\r\n", "a\r\nc\r\n")])
@pytest.mark.parametrize("crlf", [False, True])
def test_line_ends_of_patch_and_file_need_not_agree(before: str, after: str, crlf: bool) -> None:
    check(
        "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n",
        {"f": before},
        {"f": after},
        everything=True,
        crlf=crlf,
    )


def test_one_bad_hunk_and_nothing_is_applied() -> None:
    report = edit(
        """
        @@ -1 +1 @@
        -a
        +b
        @@ -2 +2 @@
        -nowhere to be seen
         ^^^^^^^^^^^^^^^^^^ context_not_found
        +x
    """,
        "a\nz\n",
        None,
    )
    assert states(report) == ["fits", "missing"]


@pytest.mark.parametrize(
    "hunk",
    [
        "@@ -4,7 +4,8 @@\n d\n e\n",  # ends before the first changed line
        "@@ -5,2 +5,20 @@\n e\n f\n+one\n+two\n",  # nor would context follow at the end of the file
    ],
)
def test_a_text_that_ends_in_the_middle_of_its_last_hunk(hunk: str) -> None:
    patch = f"--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n{hunk}"
    report = answer(patch, {"f": "a\nb\nc\nd\ne\nf\n"})
    assert [problem.code for problem in report.errors] == ["truncated_patch"], messages(report)


def test_a_mark_that_goes_in_below_the_first_line_is_content() -> None:
    """Though the line reads like the first one."""
    report = answer("--- a/f\n+++ b/f\n@@ -2,0 +3 @@\n+\ufeffa()\n", {"f": "a()\nb()\nc()\n"})
    assert report.files == {"f": "a()\nb()\n\ufeffa()\nc()\n"}

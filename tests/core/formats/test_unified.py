"""What unified diffs mean, how their paths are read, where their hunks end, and how they are written."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import pytest

from core.formats.unified_reading import check, outline, read
from patchsight.core.formats.unified.parse import parse
from patchsight.core.formats.unified.render import render
from patchsight.core.model.patch import Options
from patchsight.core.model.problems import Problem
from patchsight.core.text.buffer import Buffer

# ---- what a patch means


def test_update_create_delete() -> None:
    problems = check(
        """
        --- a/src/app.py
        +++ b/src/app.py
        @@ -10,3 +10,4 @@ def f():
         one
        -two
        +2
        +2.5
         three
        @@ -40 +41 @@
        -x
        +y
        --- /dev/null
        +++ b/docs/new.md
        @@ -0,0 +1,2 @@
        +# New
        +
        --- a/docs/old.md
        +++ /dev/null
        @@ -1 +0,0 @@
        -gone
    """,
        """
        update src/app.py
        @ 10 10
           |one
          -|two
          +|2
          +|2.5
           |three
        @ 40 41
          -|x
          +|y
        create docs/new.md
        @ 0 1
          +|# New
          +|
        delete docs/old.md
        @ 1 0
          -|gone
    """,
    )
    assert not problems


def test_git_headers_renames_and_empty_files() -> None:
    source = dedent("""
        diff --git a/old.txt b/new.txt
        similarity index 90%
        rename from old.txt
        rename to new.txt
        index 1111111..2222222 100644
        --- a/old.txt
        +++ b/new.txt
        @@ -1 +1 @@
        -a
        +b
        diff --git a/here.txt b/there.txt
        similarity index 100%
        rename from here.txt
        rename to there.txt
        diff --git a/pkg/__init__.py b/pkg/__init__.py
        new file mode 100644
        index 0000000..e69de29
        diff --git a/gone b/gone
        deleted file mode 100644
        index e69de29..0000000
    """).lstrip("\n")
    problems = check(
        source,
        """
        rename old.txt -> new.txt
        @ 1 1
          -|a
          +|b
        rename here.txt -> there.txt
        @
        create pkg/__init__.py
        @
        delete gone
        @
    """,
    )
    assert not problems
    files, _ = read(source)
    assert files[0].metadata == ("similarity index 90%", "index 1111111..2222222 100644")
    here = files[1].parts[0]
    assert source[here.header.start : here.header.end] == "rename from here.txt"
    assert source[here.span.start : here.span.end] == "rename from here.txt\nrename to there.txt"


def test_a_file_behind_one_that_is_complete_without_hunks() -> None:
    problems = check(
        """
        diff --git a/here.txt b/there.txt
        rename from here.txt
        rename to there.txt

        --- a/x
        +++ b/x
        @@ -1 +1 @@
        -a
        +b
        diff --git a/made b/made
        new file mode 100644

        --- /dev/null
        +++ b/other
        @@ -0,0 +1 @@
        +a
    """,
        """
        rename here.txt -> there.txt
        @
        update x
        @ 1 1
          -|a
          +|b
        create made
        @
        create other
        @ 0 1
          +|a
    """,
    )
    assert not problems


def test_a_byte_order_mark_before_the_patch() -> None:
    (change,), problems = read("\ufeff--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n")
    assert (change.path.choices[0], change.header, change.path.span) == (
        "x",
        (1, 8),
        (5, 8),
    ) and not problems


def test_spans_lead_back_to_the_text() -> None:
    source = "--- a/x\n+++ b/x\n@@ -3,2 +3,2 @@ where  \n same\n-old\n+new\n\nprose\n"
    (change,), _ = read(source)
    (part,) = change.parts

    def cut(span: tuple[int, int]) -> str:
        return source[span[0] : span[1]]

    assert cut(change.header) == "--- a/x"
    assert cut(change.span) == source[: source.index("\n\nprose")]
    assert cut(change.path.span) == change.path.raw == "a/x"
    assert cut(part.header) == "@@ -3,2 +3,2 @@ where"
    assert cut(part.span) == source[source.index("@@") : source.index("\n\nprose")]
    assert part.numbers and cut(part.numbers.span) == "-3,2 +3,2"
    assert (
        [cut(line.span) for line in part.lines]
        == [line.text for line in part.lines]
        == ["same", "old", "new"]
    )


def test_line_ends_of_the_patch_make_no_difference() -> None:
    source = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n"
    for end in ("\r\n", "\r"):
        assert outline(read(source.replace("\n", end))[0]) == outline(read(source)[0])


def test_only_the_given_rows_are_read() -> None:
    buffer = Buffer("--- a/x\n```\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n```\n@@ -1 +1 @@\n")
    problems: list[Problem] = []
    files = parse(buffer, 2, 7, problems, Options())
    assert [change.path.choices[0] for change in files] == ["y"] and not problems


# ---- paths


@pytest.mark.parametrize(
    ("old", "new", "choices"),
    [
        ("a/x", "b/x", ("x", "a/x", "b/x")),
        ("x", "x", ("x",)),
        ("a/x", "a/x", ("a/x",)),
        ("i/x", "w/x", ("x", "i/x", "w/x")),
        ("c/x", "i/x", ("x", "c/x", "i/x")),
        ("o/x", "w/x", ("x", "o/x", "w/x")),
        (r"a\x", r"b\x", ("x", r"a\x", r"b\x")),
        ("a/with space", "b/with space", ("with space", "a/with space", "b/with space")),
        ("a/x\t2024-03-01 12:00:00 +0100", "b/x\t2024-03-01 12:00:01 +0100", ("x", "a/x", "b/x")),
        ("a/x  2024-03-01 12:00", "b/x  2024-03-01 12:01", ("x", "a/x", "b/x")),
        ("a/x 2024-03-01 12:00:00", "b/x 2024-03-01 12:01:00", ("x", "a/x", "b/x")),
        ("a/x   Fri Mar  1 2024", "b/x   Fri Mar  1 2024", ("x", "a/x", "b/x")),
        ("a/x  ", "b/x", ("x", "a/x", "b/x")),
        (r'"a/\303\274 \"q\"\t"', r'"b/\303\274 \"q\"\t"', ('ü "q"\t', 'a/ü "q"\t', 'b/ü "q"\t')),
        (r'"a/\377"', r'"b/\377"', ("\ufffd", "a/\ufffd", "b/\ufffd")),
        (r'"a/open', r'"a/open', (r'"a/open',)),
    ],
)
def test_paths(old: str, new: str, choices: tuple[str, ...]) -> None:
    (change,), problems = read(f"--- {old}\n+++ {new}\n@@ -1 +1 @@\n-a\n+b\n")
    assert change.path.choices == choices and not problems


@pytest.mark.parametrize(
    ("git", "old", "new", "path"),
    [
        ("", "/dev/null", "b/x", "x"),
        ("", "/dev/null", r"b\x", "x"),
        ("", "/dev/null", "w/x", "w/x"),
        ("", "/dev/null\t1970-01-01", "x", "x"),
        ("diff --git i/x w/x\n", "/dev/null", "w/x", "x"),
        ("diff --git b/x b/x\n", "/dev/null", "b/x", "b/x"),
    ],
)
def test_paths_of_created_files(git: str, old: str, new: str, path: str) -> None:
    (change,), problems = read(f"{git}--- {old}\n+++ {new}\n@@ -0,0 +1 @@\n+b\n")
    assert (change.op.value, change.path.choices) == ("create", (path,)) and not problems


@pytest.mark.parametrize(
    ("names", "path"),
    [
        ("a/x b/x", "x"),
        ("x x", "x"),
        ("a/x y b/x y", "x y"),
        ("a/b/b b/b/b", "b/b"),
        (r'"a/\303\274" "b/\303\274"', "ü"),
    ],
)
def test_paths_of_the_git_row(names: str, path: str) -> None:
    (change,), problems = read(f"diff --git {names}\nnew file mode 100644\n")
    assert change.path.choices == (path,) and not problems


def test_files_that_diff_dates_to_the_epoch_are_not_there() -> None:
    never, now = "1970-01-01 00:00:00.000000000 +0000", "2024-03-01 12:00:00.000000000 +0000"
    check(
        f"""
        diff -Nur a/new b/new
        --- a/new\t{never}
        +++ b/new\t{now}
        @@ -0,0 +1 @@
        +x
        --- a/old\t{now}
        +++ b/old\t{never}
        @@ -1 +0,0 @@
        -x
    """,
        """
        create new
        @ 0 1
          +|x
        delete old
        @ 1 0
          -|x
    """,
    )


# ---- where a hunk ends


def test_removed_and_added_lines_that_read_like_headers() -> None:
    problems = check(
        """
        --- a/q.sql
        +++ b/q.sql
        @@ -1,3 +1,3 @@
         select 1;
        --- one
        +++ two
         select 2;
        @@ -9 +9 @@
        --- nine
        +++ ten
        @@ -19,2 +19 @@
        --- a
         b
    """,
        """
        update q.sql
        @ 1 1
           |select 1;
          -|-- one
          +|++ two
           |select 2;
        @ 9 9
          -|-- nine
          +|++ ten
        @ 19 19
          -|-- a
           |b
    """,
    )
    assert not problems


def test_removed_and_added_lines_at_the_end_that_read_like_headers_of_one_file() -> None:
    """A header at the end of the text would have no hunk, and the counts ask for two more lines."""
    problems = check(
        """
        --- a/q.sql
        +++ b/q.sql
        @@ -1,2 +1,2 @@
         select 1;
        --- x
        +++ x
    """,
        """
        update q.sql
        @ 1 1
           |select 1;
          -|-- x
          +|++ x
    """,
    )
    assert not problems


@pytest.mark.parametrize("counts", ["-1,9 +1,9", "-1,3 +1,3", "-1 +1", "-1,0 +1,0", "-1,2 +1,2"])
def test_the_next_file_starts_whatever_the_counts_say(counts: str) -> None:
    check(
        f"""
        --- a/x
        +++ b/x
        @@ {counts} @@
         same
        -old
        +new
        --- a/y
        +++ b/y
        @@ -1 +1 @@
        -a
        +b
    """,
        """
        update x
        @ 1 1
           |same
          -|old
          +|new
        update y
        @ 1 1
          -|a
          +|b
    """,
    )


def test_blank_rows() -> None:
    check(
        """
        --- a/x
        +++ b/x
        @@ -1,4 +1,4 @@
         one

        -three
        +3

        @@ -9,2 +9,2 @@
        -nine
        +9
         ten


        @@ -20,9 +20,9 @@
        -a
        +b

        diff --git a/y b/y
        --- a/y
        +++ b/y
        @@ -1,2 +1,2 @@

        -a

        +b
         c

    """,
        """
        update x
        @ 1 1
           |one
           |
          -|three
          +|3
           |
        @ 9 9
          -|nine
          +|9
           |ten
        @ 20 20 droppable 1
          -|a
          +|b
           |
        update y
        @ 1 1
           |
          -|a
           |
          +|b
           |c
    """,
    )


def test_changes_behind_a_blank_row_are_not_lost_when_the_counts_are_too_small() -> None:
    check(
        """
        --- a/x
        +++ b/x
        @@ -1,2 +1,2 @@
         one
        -two
        +2

        -four
        +4
    """,
        """
        update x
        @ 1 1
           |one
          -|two
          +|2
           |
          -|four
          +|4
    """,
    )


@pytest.mark.parametrize(
    "after",
    [
        "\nThis makes the tests pass.\n",
        "\n- a list item\n- another\n",
        "\n-----\nmore\n",
        "-- \n2.39.5\n\n",
        "--\n2.39.5 (Apple Git-154)\n",
        "-- \nTo unsubscribe, write to the list.\n",
        "\n-- \nlist footer\n",
        "\ncommit 0123456789abcdef\nAuthor: A\n\n    + indented\n\n",
        "From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\nSubject: x\n\n---\n x | 2 +-\n\n",
        "Index: y\n=======\n",
        "Only in a: y\n",
        "\nProperty changes on: x\n____\nAdded: svn:eol-style\n## -0,0 +1 ##\n+native\n",
        "diff -r a/y b/y\n",
    ],
)
def test_text_behind_a_complete_hunk_is_not_part_of_it(after: str) -> None:
    hunk = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n"
    more = "--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n"
    for source in (hunk + after, hunk + after + more):
        files, problems = read(source)
        assert [line.text for line in files[0].parts[0].lines] == ["same", "old", "new"]
        assert len(files) == 1 + source.endswith(more) and not problems


def test_lines_without_a_prefix_are_context_until_the_file_says_otherwise() -> None:
    problems = check(
        """
        --- a/x
        +++ b/x
        @@ -1,4 +1,4 @@
        one
        -two
        +2
        *three
        four
    """,
        """
        update x
        @ 1 1
           |one
          -|two
          +|2
           |*three
           |four
    """,
    )
    assert not problems


@pytest.mark.parametrize("rule", ["---", "-----", "--- "])
def test_a_rule_behind_a_complete_hunk_is_prose(rule: str) -> None:
    source = f"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n{rule}\n\nThat is all.\n"
    files, problems = read(source)
    assert len(files[0].parts[0].lines) == 3 and not problems


def test_a_removed_rule_that_the_counts_cover() -> None:
    files, problems = read("--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n same\n---\n")
    assert [line.text for line in files[0].parts[0].lines] == ["same", "--"] and not problems


@pytest.mark.parametrize(
    ("count", "lines", "end", "code"),
    [
        (9, 3, "\n", "truncated_patch"),
        (4, 2, "\n", "truncated_patch"),
        (9, 8, "", "truncated_patch"),
        (9, 8, "\n", "hunk_count_mismatch"),
        (4, 3, "\n", "hunk_count_mismatch"),
        (2, 3, "", "hunk_count_mismatch"),
    ],
)
def test_a_created_file_that_lacks_lines(count: int, lines: int, end: str, code: str) -> None:
    body = "\n".join(f"+line {number}" for number in range(lines))
    (change,), problems = read(f"--- /dev/null\n+++ b/x\n@@ -0,0 +1,{count} @@\n{body}{end}")
    assert [problem.code for problem in problems] == [code]
    assert change.parts[0].broken is (code == "truncated_patch")
    _, updated = read(f"--- a/x\n+++ b/x\n@@ -0,0 +1,{count} @@\n{body}{end}")
    assert [problem.code for problem in updated] == [code]


def test_added_lines_alone_under_a_header_that_counts_old_ones() -> None:
    for header, broken in (("-2,3 +2,4", True), ("-2 +2,2", True), ("-2,0 +3", False)):
        (change,), problems = read(f"--- a/x\n+++ b/x\n@@ {header} @@\n+new\n")
        assert change.parts[0].broken is broken
        assert [problem.code for problem in problems] == ["invalid_hunk_header"] * broken


def test_prose_behind_a_hunk_whose_counts_are_too_large() -> None:
    problems = check(
        """
        --- a/x
        +++ b/x
        @@ -1,8 +1,8 @@
         same
        -old
        +new
        This is what I changed.
    """,
        """
        update x
        @ 1 1
           |same
          -|old
          +|new
    """,
    )
    assert [problem.code for problem in problems] == ["hunk_count_mismatch"]


def test_mails_one_after_the_other() -> None:
    problems = check(
        """
        From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001
        From: A <a@example.org>
        Subject: [PATCH 1/2] one

        - index the files
        ---
         x | 2 +-
         1 file changed, 1 insertion(+), 1 deletion(-)

        diff --git a/x b/x
        index 1111111..2222222 100644
        --- a/x
        +++ b/x
        @@ -1 +1 @@
        -a
        +b
        --\x20
        2.39.5


        From 1123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001
        Subject: [PATCH 2/2] two

        ---
        diff --git a/x b/x
        --- a/x
        +++ b/x
        @@ -1 +1 @@
        -b
        +c
        --\x20
        2.39.5

    """,
        """
        update x
        @ 1 1
          -|a
          +|b
        update x
        @ 1 1
          -|b
          +|c
    """,
    )
    assert not problems


# ---- line ends of the target, byte order marks


@pytest.mark.parametrize(
    ("body", "ends"),
    [
        ("-x\n+y\n", (None, None)),
        ("-x\n\\ No newline at end of file\n+x\n", (False, True)),
        ("-x\n+x\n\\ No newline at end of file\n", (True, False)),
        ("-x\n\\ No newline at end of file\n+y\n\\ No newline at end of file\n", (False, False)),
        ("-a\n+b\n x\n\\ No newline at end of file\n", (False, False)),
        (" x\n\\ No newline at end of file\n+y\n", (False, True)),
        ("+y\n\\ Kein Zeilenumbruch am Dateiende.\n", (True, False)),
        ("-y\n\\No newline at end of file\n", (False, True)),
    ],
)
def test_missing_newlines_count_per_side(body: str, ends: tuple[bool | None, bool | None]) -> None:
    (change,), _ = read(f"--- a/x\n+++ b/x\n@@ -1 +1 @@\n{body}")
    assert (change.parts[0].old_newline, change.parts[0].new_newline) == ends


def test_a_byte_order_mark_is_content_wherever_it_stands() -> None:
    hunk = "@@ -1,2 +1,2 @@\n-\ufeffold\n+\ufeffnew\n \ufeffmiddle\n"
    (change,), _ = read(f"--- a/x\n+++ b/x\n{hunk}")
    assert [line.text for line in change.parts[0].lines] == [
        "\ufeffold",
        "\ufeffnew",
        "\ufeffmiddle",
    ]
    (change,), _ = read("--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+\ufeffnew\n")
    assert [line.text for line in change.parts[0].lines] == ["\ufeffnew"]
    (change,), _ = read("--- a/x\n+++ b/x\n@@ -7,0 +8 @@\n+\ufeffnew\n")
    assert [line.text for line in change.parts[0].lines] == ["\ufeffnew"]


# ---- writing


def test_render() -> None:
    source = (
        dedent(r"""
        diff --git a/x b/x
        --- a/x
        +++ b/x
        @@ -3,2 +3 @@
         a
        -b
        \ No newline at end of file
        diff --git "a/sm\303\266r \"x\"" b/new name
        rename from "sm\303\266r \"x\""
        rename to new name
        diff --git a/with space b/with space
        new file mode 100644
        --- /dev/null
        +++ b/with space<TAB>
        @@ -0,0 +1 @@
        +a
        diff --git a/gone b/gone
        deleted file mode 100644
    """)
        .lstrip("\n")
        .replace("<TAB>", "\t")
    )
    files, problems = read(source)
    assert not problems
    assert render(files) == source.replace(r"\303\266", "ö")


def test_render_corrects_counts_and_puts_the_end_of_a_file_in_order() -> None:
    files, _ = read("--- a/x\n+++ b/x\n@@ -3,9 +3 @@\n a\n\\ No newline at end of file\n+b\n")
    assert render(files) == dedent(r"""
        diff --git a/x b/x
        --- a/x
        +++ b/x
        @@ -3 +3,2 @@
        -a
        \ No newline at end of file
        +a
        +b
    """).lstrip("\n")


def test_a_hunk_without_numbers_is_written_without_them() -> None:
    """They would say where it stands. Blank rows that may not belong to it are left as they are."""
    source = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@\n-a\n b\n\n@@\n-c\n+d\n"
    files, _ = read(source)
    assert render(files) == source
    again, _ = read(render(files))
    assert [part.droppable for part in again[0].parts] == [1, 0]


def test_a_fenced_diff_does_not_read_the_rows_of_the_others() -> None:
    """Four thousand fences in one answer are four thousand readers."""

    class Rows(list[str]):
        looked_at = 0

        def __getitem__(self, at: Any) -> Any:
            if isinstance(at, slice):
                Rows.looked_at += len(range(len(self))[at])
            return super().__getitem__(at)

    block = "Text.\n```diff\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n```\n"
    buffer = Buffer(block * 100)
    buffer.__dict__["lines"] = Rows(buffer.lines)
    for number in range(100):
        assert parse(buffer, 8 * number + 2, 8 * number + 7, [], Options())
    assert Rows.looked_at < 2 * len(buffer.lines)

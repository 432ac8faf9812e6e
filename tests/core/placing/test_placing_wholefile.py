"""Whole files: what becomes of the files that an answer writes out, and which of them are refused."""

from __future__ import annotations

import pytest

from patchsight.core.model.patch import Options
from support.check import REFUSED, check, codes, states
from support.fixing import check as check_fix
from support.fixing import titles

TEN = "".join(f"line {number}\n" for number in range(10))


def answer(path: str, text: str) -> str:
    return f"### {path}\n\n````\n{text}````\n"


def test_only_lines_that_differ_change() -> None:
    report = check(
        answer("a.txt", TEN.replace("line 4", "4")),
        {"a.txt": TEN},
        {"a.txt": TEN.replace("line 4", "4")},
    )
    [plan] = report.plan
    assert [edit.text for edit in plan.edits] == ["4\n"]


def test_line_ends_the_mark_and_a_missing_newline_stay() -> None:
    before = "\ufeff" + TEN.replace("\n", "\r\n").removesuffix("\r\n")
    after = before.replace("line 4", "4")
    check(answer("a.txt", TEN.replace("line 4", "4")), {"a.txt": before}, {"a.txt": after})


def test_a_missing_file_is_made() -> None:
    check(answer("deep/a.txt", "x\n"), {}, {"deep/a.txt": "x\n"})
    check(answer("a.txt", "x\ny\n"), {}, {"a.txt": "x\r\ny\r\n"}, crlf=True)


def test_an_empty_file_is_filled() -> None:
    check(answer("a.txt", "x\n"), {"a.txt": ""}, {"a.txt": "x\n"})


def test_the_same_text_is_applied_already() -> None:
    report = check(answer("a.txt", TEN), {"a.txt": TEN.replace("\n", "\r\n")}, {})
    assert codes(report) == ["already_applied"] and states(report) == ["applied"]


def test_a_comment_with_the_path_is_content_where_the_file_has_it() -> None:
    patch = "```py\n# file: a.py\nx = 1\ny = 2\n```\n"
    check(patch, {}, {"a.py": "x = 1\ny = 2\n"})
    check(patch, {"a.py": "x = 1\ny = 3\n"}, {"a.py": "x = 1\ny = 2\n"})
    check(patch, {"a.py": "# file: a.py\nx = 1\ny = 3\n"}, {"a.py": "# file: a.py\nx = 1\ny = 2\n"})
    check(patch, {"a.py": "# file: a.py\nx = 1\ny = 2\n"}, {})


def test_only_new_lines_can_hide_something() -> None:
    text = "a\u200b = 1\nb = 2\nc = 3\n"
    check(answer("a.py", text.replace("3", "4")), {"a.py": text}, {"a.py": text.replace("3", "4")})
    report = check(
        "a.py\n```py\na = 1\nb\u200b = 2\n ^ hidden_characters\n```\n",
        {"a.py": "a = 1\nb = 2\n"},
        {"a.py": "a = 1\nb\u200b = 2\n"},
    )
    assert codes(report) == ["hidden_characters"]


# ---- what the label says


def test_an_updated_file_must_be_there() -> None:
    check(
        """
        ### Updated file: `b.py`
                           ^^^^ file_not_found

        ```py
        x
        ```
        """,
        {"a.py": "x\n"},
        REFUSED,
    )


def test_a_new_file_must_not_be_there() -> None:
    patch = """
        ### New file: `a.py`
                       ^^^^ file_exists

        ```py
        x
        ```
        """
    check(patch, {"a.py": "y\n"}, REFUSED)
    check(patch.replace("^^^^ file_exists", ""), {"a.py": "x\n"}, {})


def test_a_path_of_an_example_is_ignored_unless_it_exists() -> None:
    patch = answer("path/to/file.py", "x\ny\n")
    report = check(patch, {}, {})
    assert codes(report) == ["ignored_block"] and states(report) == ["skipped"]
    check(patch, {"path/to/file.py": "x\n"}, {"path/to/file.py": "x\ny\n"})


# ---- what is not the whole file


def test_a_line_that_stands_for_others() -> None:
    check(
        """
        ### a.js

        ```js
        one()
        // ... rest of the code ...
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^ elided_content
        nine()
        ```
        """,
        {"a.js": "one()\ntwo()\nthree()\n"},
        REFUSED,
    )


def test_a_line_like_that_is_content_where_the_file_has_it() -> None:
    text = "one()\n// ...\ntwo()\n"
    check(answer("a.js", f"{text}three()\n"), {"a.js": text}, {"a.js": f"{text}three()\n"})


@pytest.mark.parametrize(
    "text",
    [
        "line 3\nline 4\n",
        "  line 3\n\n  line 4\n",
        "line 0\nline 1\nline 2\nline 3\nline 4\nline 5\nline 6\n",
    ],
    ids=["some lines", "indented otherwise", "most of it"],
)
def test_a_quotation_is_no_new_text(text: str) -> None:
    report = check(
        f"### a.txt\n\n```\n^^^ excerpt_only\n{text}```\n",
        {"a.txt": TEN},
        REFUSED,
        options=Options(allow_drop=True),
    )
    assert "a part of a.txt" in report.problems[0].message


UNMARKED = "### a.txt\n\n```\nline 1\nline 2\nline 3\nnew\nline 4\n```\n"
DROP = "### a.txt\n\n```\n^^^ large_drop\nline 1\nline 2\nline 3\nnew\nline 4\n```\n"


def test_most_of_a_file_does_not_go_without_a_word() -> None:
    report = check(DROP, {"a.txt": TEN}, REFUSED)
    assert "6 of 10 lines of a.txt would be gone" in report.problems[0].message


def test_half_of_a_file_may_go() -> None:
    half = "new\nline 1\nline 2\nline 3\nline 4\nline 5\n"
    check(answer("a.txt", half), {"a.txt": TEN}, {"a.txt": half})


def test_lines_that_move_or_are_indented_are_not_gone() -> None:
    indented = "".join(f"    line {number}\n" for number in reversed(range(10)))
    check(answer("a.txt", indented), {"a.txt": TEN}, {"a.txt": indented})


def test_who_says_so_lets_most_of_a_file_go() -> None:
    after = {"a.txt": "line 1\nline 2\nline 3\nnew\nline 4\n"}
    check(DROP, {"a.txt": TEN}, after, options=Options(allow_drop=True))
    check(f"<!-- allow-drop -->\n\n{UNMARKED}", {"a.txt": TEN}, after)
    check(
        "<!-- allow-drop -->\n" + answer("a.txt", "line 1\n"),
        {"a.txt": TEN},
        {"a.txt": "line 1\n"},
    )


# ---- quick fixes


def test_the_user_may_say_so() -> None:
    title, after = "Let these lines go", f"<!-- allow-drop -->\n{UNMARKED}"
    check_fix(UNMARKED, {"a.txt": TEN}, "large_drop", title, after, "x.md")


def test_fences_inside_get_a_longer_one_around_them() -> None:
    text = "### a.md\n\n```md\nRun:\n\n```sh\nmake\n```\n\nDone.\n```\n"
    after = "### a.md\n\n````md\nRun:\n\n```sh\nmake\n```\n\nDone.\n````\n"
    title = "Write a longer fence, which ends at line 11"
    check_fix(text, {}, "ambiguous_fence", title, after, "x.md")


def test_a_page_may_end_at_either_of_two_fences() -> None:
    text = "a.md\n```md\nRun:\n```\nmake\n```\nDone.\n```\n"
    assert titles(text, {}, "ambiguous_fence", "x.md") == [
        "Write a longer fence, which ends at line 4",
        "Write a longer fence, which ends at line 8",
    ]


def test_a_text_that_is_cut_off_is_closed() -> None:
    title = "Add `~~~`, if nothing is missing above"
    text = "a.py\n~~~py\nx\n"
    check_fix(text, {}, "truncated_patch", title, f"{text}~~~\n", "x.md")


# ---- several


def test_one_path_twice() -> None:
    check(
        """
        a.txt
        ```
        x
        ```
        a.txt
        ^^^^^ duplicate_file_patch
        ```
        y
        ```
        """,
        {},
        REFUSED,
    )


def test_one_path_twice_with_the_same_text() -> None:
    report = check(
        "a.txt\n```\nx\n```\n\nb.txt\n```\nx\n```\n\na.txt\n```\n^^^ already_applied\nx\n```\n",
        {},
        {"a.txt": "x\n", "b.txt": "x\n"},
    )
    assert states(report) == ["fits", "fits", "applied"]


V4A = "```\n*** Begin Patch\n*** Update File: b.py\n@@\n-x\n+y\n*** End Patch\n```\n\n"


def test_beside_other_parts_a_file_is_only_made() -> None:
    check(V4A + answer("a.txt", "1\n"), {"b.py": "x\n"}, {"b.py": "y\n", "a.txt": "1\n"})
    check(
        f"{V4A}### a.txt\n    ^^^^^ mixed_formats\n\n```\n1\n```\n",
        {"b.py": "x\n", "a.txt": "2\n"},
        REFUSED,
    )
    report = check(V4A + answer("a.txt", "1\n"), {"b.py": "y\n", "a.txt": "1\n"}, {})
    assert states(report) == ["applied", "applied"]

"""Where SEARCH/REPLACE blocks land: patch, files, and the files after."""

from __future__ import annotations

import pytest

from patchsight.core.model.patch import Options
from patchsight.core.model.report import Report
from support.check import REFUSED, answer, apply, check, codes, grades, messages, states

FILE = "one\ntwo\nthree\n"
TWICE = "a\nx = 1\nb\nx = 1\nc\n"


def block(old: str, new: str, path: str = "f.py\n", start: str = "<<<<<<< SEARCH") -> str:
    end = "+++++++ REPLACE" if start[0] == "-" else ">>>>>>> REPLACE"
    return f"{path}{start}\n{old}=======\n{new}{end}\n"


def twice(patch: str, files: dict[str, str]) -> Report:
    """Apply a patch, and then once more: nothing changes."""
    first = answer(patch, files)
    assert first.ok, messages(first)
    after = apply(first, files)
    again = answer(patch, after)
    assert again.ok, messages(again)
    assert apply(again, after) == after
    assert set(states(again)) <= {"applied", "skipped"}
    return first


# ---- one place
def test_a_block_replaces_whole_lines() -> None:
    check(
        """
        f.py
        <<<<<<< SEARCH
        two
        =======
        2
        >>>>>>> REPLACE
        """,
        {"f.py": FILE},
        {"f.py": "one\n2\nthree\n"},
        everything=True,
    )


def test_an_empty_new_text_removes_the_lines_with_their_ends() -> None:
    check(
        """
        f.py
        <<<<<<< SEARCH
        two
        =======
        >>>>>>> REPLACE
        """,
        {"f.py": FILE},
        {"f.py": "one\nthree\n"},
    )


def test_a_file_may_become_empty_but_stays() -> None:
    check(
        """
        f.py
        <<<<<<< SEARCH
        ^^^^^^^^^^^^^^ large_drop
        one
        two
        three
        =======
        >>>>>>> REPLACE
        """,
        {"f.py": FILE},
        {"f.py": ""},
    )


def test_context_keeps_the_bytes_of_the_file() -> None:
    report = check(
        """
        f.py
        <<<<<<< SEARCH
        if a:
            b()
            c()
        =======
        if a:
            b()
            d()
            e()
        >>>>>>> REPLACE
        """,
        {"f.py": "    if a:  \r\n        b()\r\n        c()\r\n"},
        {"f.py": "    if a:  \r\n        b()\r\n        d()\r\n        e()\r\n"},
    )
    assert grades(report) == ["whitespace"] or grades(report) == ["indentation"]


def test_a_missing_final_newline_stays_missing() -> None:
    file = {"f.py": FILE.removesuffix("\n")}
    assert apply(twice(block("three\n", "3\n"), file), file) == {"f.py": "one\ntwo\n3"}


def test_two_equal_texts_change_nothing() -> None:
    check(
        """
        f.py
        <<<<<<< SEARCH
        two
        ^^^ no_change
        =======
        two
        >>>>>>> REPLACE
        """,
        {"f.py": FILE},
        {},
    )


def test_a_text_that_is_alike_is_not_taken() -> None:
    check(
        """
        f.py
        <<<<<<< SEARCH
        def greet(nane):
        ^^^^^^^^^^^^^^^^ context_not_found
            return 1
        =======
        def greet(name):
            return 2
        >>>>>>> REPLACE
        """,
        {"f.py": "def greet(name):\n    return 1\n"},
        REFUSED,
    )


def test_part_of_a_line_is_not_a_line() -> None:
    report = check(
        """
        f.py
        <<<<<<< SEARCH
        force
        ^^^^^ context_not_found
        =======
        gently
        >>>>>>> REPLACE
        """,
        {"f.py": "a\nuse(force)\n"},
        REFUSED,
    )
    assert "part of line 2" in report.problems[0].message
    assert "whole lines" in report.problems[0].message


# ---- several places
def test_a_text_that_stands_twice_is_ambiguous() -> None:
    check(
        """
        f.py
        <<<<<<< SEARCH
        x = 1
        ^^^^^ ambiguous_context
        =======
        x = 2
        >>>>>>> REPLACE
        """,
        {"f.py": TWICE},
        REFUSED,
    )


def test_an_agent_that_would_take_the_first_is_named_and_not_followed() -> None:
    patch = block("x = 1\n", "x = 2\n")
    report = answer(patch, {"f.py": TWICE}, options=Options(agent="aider"))
    assert not report.ok
    assert "aider would take the first" in report.problems[0].message


@pytest.mark.parametrize("hint", [":start_line:4\n-------\n", ":start_line:4\n"])
def test_a_line_number_tells_equal_places_apart(hint: str) -> None:
    patch = f"f.py\n<<<<<<< SEARCH\n{hint}x = 1\n=======\nx = 2\n>>>>>>> REPLACE\n"
    report = twice(patch, {"f.py": TWICE})
    assert apply(report, {"f.py": TWICE}) == {"f.py": "a\nx = 1\nb\nx = 2\nc\n"}


def test_a_line_number_on_the_marker_counts_in_the_file_before_the_patch() -> None:
    patch = block("a\n", "a\na2\na3\n", start="<<<<<<< SEARCH line=1") + block(
        "x = 1\n", "x = 2\n", start="<<<<<<< SEARCH line=4"
    )
    report = twice(patch, {"f.py": TWICE})
    assert apply(report, {"f.py": TWICE}) == {"f.py": "a\na2\na3\nx = 1\nb\nx = 2\nc\n"}


def test_a_wrong_line_number_does_no_harm_to_a_text_that_stands_once() -> None:
    patch = block("two\n", "2\n", start="<<<<<<< SEARCH line=40")
    assert apply(answer(patch, {"f.py": FILE}), {"f.py": FILE}) == {"f.py": "one\n2\nthree\n"}


def test_a_line_number_does_not_tell_loose_matches_apart() -> None:
    """Like the header of a diff: what stands nowhere to the letter must stand in one place."""
    check(
        """
        f.py
        <<<<<<< SEARCH line=3
        x = 1
        ^^^^^ ambiguous_context
        =======
        x = 2
        >>>>>>> REPLACE
        """,
        {"f.py": "x =  1\na\nx =  1\n"},
        REFUSED,
    )


def test_what_stands_loosely_at_the_number_and_exactly_elsewhere_is_ambiguous() -> None:
    check(
        """
        f.py
        <<<<<<< SEARCH line=1
        x = 1
        ^^^^^ ambiguous_context
        =======
        x = 2
        >>>>>>> REPLACE
        """,
        {"f.py": "x =  1\na\nx = 1\n"},
        REFUSED,
    )


def test_order_tells_places_apart_for_those_who_keep_it() -> None:
    old, ordered = "x = 1\n", "------- SEARCH"
    patch = block("b\n", "B\n", start=ordered) + block(old, "x = 2\n", "\n", ordered)
    report = twice(patch, {"f.py": TWICE})
    assert apply(report, {"f.py": TWICE}) == {"f.py": "a\nx = 1\nB\nx = 2\nc\n"}
    assert "placed_by_order" in codes(report)
    assert not answer(patch.replace("------- S", "<<<<<<< S"), {"f.py": TWICE}).ok


def test_order_says_nothing_of_blocks_that_stand_nowhere_as_they_are_written() -> None:
    ordered = "------- SEARCH"
    first = block("\none\n}\n", "\n}\n", start=ordered)
    patch = first + block("}\none\none\n", "}\n", "\n", ordered)
    report = answer(patch, {"f.py": "\n}\none\n}\n"})
    assert not report.ok and "context_not_found" in codes(report)


def test_as_many_equal_blocks_as_places_take_them_all() -> None:
    patch = block("x = 1\n", "x = 2\n") + block("x = 1\n", "x = 2\n")
    report = twice(patch, {"f.py": TWICE})
    assert apply(report, {"f.py": TWICE}) == {"f.py": TWICE.replace("1", "2")}
    assert not answer(patch, {"f.py": TWICE + "x = 1\n"}).ok


def test_equal_insertions_take_all_places() -> None:
    patch = block("x = 1\n", "x = 1\ny = 1\n") * 2
    report = twice(patch, {"f.py": TWICE})
    assert apply(report, {"f.py": TWICE}) == {"f.py": TWICE.replace("x = 1\n", "x = 1\ny = 1\n")}


# ---- in turn
def test_a_block_works_on_what_those_before_it_left() -> None:
    report = twice(block("two\n", "2\n") + block("2\nthree\n", "2\n3\n"), {"f.py": FILE})
    assert apply(report, {"f.py": FILE}) == {"f.py": "one\n2\n3\n"}


def test_what_an_earlier_block_took_is_named() -> None:
    check(
        """
        f.py
        <<<<<<< SEARCH
        two
        =======
        2
        >>>>>>> REPLACE

        f.py
        <<<<<<< SEARCH
        two
        ^^^ consumed_by_earlier_part
        three
        =======
        3
        >>>>>>> REPLACE
        """,
        {"f.py": FILE},
        REFUSED,
    )


def test_a_file_that_is_made_and_then_edited() -> None:
    report = twice(block("", "one\ntwo\n", "new.py\n") + block("two\n", "2\n", "new.py\n"), {})
    assert apply(report, {}) == {"new.py": "one\n2\n"}


# ---- empty old text
def test_an_empty_old_text_creates_a_file_and_fills_an_empty_one() -> None:
    patch = block("", "new\n")
    assert apply(twice(patch, {}), {}) == {"f.py": "new\n"}
    assert apply(twice(patch, {"f.py": ""}), {"f.py": ""}) == {"f.py": "new\n"}


def test_an_empty_old_text_over_other_content_is_refused() -> None:
    check(
        """
        f.py
        <<<<<<< SEARCH
        ^^^^^^^^^^^^^^ empty_search

        =======
        new
        >>>>>>> REPLACE
        """,
        {"f.py": FILE},
        REFUSED,
    )


# ---- paths
def test_a_name_alone_is_taken_if_there_is_such_a_file() -> None:
    patch = block("two\n", "2\n", "Makefile\n")
    assert apply(answer(patch, {"Makefile": FILE}), {"Makefile": FILE}) == {
        "Makefile": "one\n2\nthree\n"
    }


def test_a_name_alone_makes_no_file() -> None:
    check(
        """
        Next
        ^^^^ missing_path
        <<<<<<< SEARCH
        =======
        new
        >>>>>>> REPLACE
        """,
        {},
        REFUSED,
    )


def test_a_word_between_two_blocks_is_no_path() -> None:
    patch = block("two\n", "2\n") + block("one\n", "1\n", "Next\n")
    assert apply(answer(patch, {"f.py": FILE}), {"f.py": FILE}) == {"f.py": "1\n2\nthree\n"}


def test_a_path_that_several_blocks_share_is_refused_once() -> None:
    patch = block("two\n", "2\n", "g.py\n") + block("one\n", "1\n", "\n")
    assert codes(answer(patch, {"f.py": FILE})).count("file_not_found") == 1


# ---- repairs
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\ntwo\n", "\n2\n"),
        ("\ntwo\n", "2\n"),
        ("two\n\n", "2\n\n"),
        ("2 | two\n3 | three\n", "2 | 2\n3 | three\n"),
        ("2\ttwo\n", "2\n"),
        ("```py\ntwo\n```\n", "```py\n2\n```\n"),
        ("f.py\ntwo\n", "f.py\n2\n"),
        ("# f.py\ntwo\n", "# f.py\n2\n"),
    ],
)
def test_what_was_copied_along_is_left_out(old: str, new: str) -> None:
    report = twice(block(old, new), {"f.py": FILE})
    assert apply(report, {"f.py": FILE}) == {"f.py": "one\n2\nthree\n"}
    assert {"loose_match", "copied_line_numbers"} & set(codes(report))


def test_a_line_that_reads_like_a_marker_may_be_escaped() -> None:
    file = {"f.md": "Title\n=======\ntext\n"}
    report = twice(block("Title\n\\=======\n", "Name\n\\=======\n", "f.md\n"), file)
    assert apply(report, file) == {"f.md": "Name\n=======\ntext\n"}


def test_the_middle_divider_is_taken_if_the_text_above_it_stands_there() -> None:
    patch = block("Title\n=====\nold\n", "Title\n=====\nnew\n", "f.md\n")
    file = {"f.md": "Title\n=====\nold\n"}
    report = twice(patch, file)
    assert apply(report, file) == {"f.md": "Title\n=====\nnew\n"}
    assert [told.severity.name for told in report.problems] == ["WARNING"]
    refused = answer(patch, {"f.md": "Title\n=====\nother\n"})
    assert codes(refused) == ["ambiguous_divider"]
    assert not refused.ok


def test_the_middle_divider_is_not_taken_where_a_longer_text_stands_too() -> None:
    """Both lines that read like dividers may belong to the old text."""
    text = "Title\n=====\n\ntext\n\nOther\n=====\n"
    report = answer(block(text, "x\n"), {"f.py": text})
    assert codes(report) == ["ambiguous_divider"] and not report.ok


def test_the_middle_divider_is_not_taken_loosely() -> None:
    patch = block("Title\n=====\nold\n", "Title\n=====\nnew\n", "f.md\n")
    assert not answer(patch, {"f.md": "Title\n=====\n  old\n"}).ok


# ---- left out
def test_what_is_left_out_is_never_written() -> None:
    check(
        """
        f.js
        <<<<<<< SEARCH
        one();
        =======
        one();
        // ... existing code ...
        ^^^^^^^^^^^^^^^^^^^^^^^^ elided_content
        >>>>>>> REPLACE
        """,
        {"f.js": "one();\n"},
        REFUSED,
    )


# ---- all or nothing, and again
def test_one_cut_off_block_refuses_them_all() -> None:
    patch = block("two\n", "2\n") + "f.py\n<<<<<<< SEARCH\none\n=======\n1\n"
    report = answer(patch, {"f.py": FILE})
    assert not report.ok
    assert states(report) == ["fits", "invalid"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("one\n", "one\none and a half\n"),
        ("two\nthree\n", "two\n2.5\nthree\n"),
        ("one\ntwo\n", "two\none\n"),
    ],
)
def test_twice_is_once(old: str, new: str) -> None:
    twice(block(old, new), {"f.py": FILE})


def test_a_deletion_leaves_nothing_that_proves_it() -> None:
    patch = block("two\n", "")
    after = apply(answer(patch, {"f.py": FILE}), {"f.py": FILE})
    assert codes(answer(patch, after)) == ["context_not_found"]


@pytest.mark.parametrize(
    ("old", "new", "file"),
    [
        # the last row closes a fence of the text itself
        ("Install:\n```bash\nmake\n```\n", "Install:\n```sh\nmake\n```\n", "Install it:\n```bash\nmake\n"),
        # an underline, which the file has longer
        ("Title\n~~~~~\n", "A title\n~~~~~\n", "Title\n~~~~~~~\n"),
    ],
    ids=["a fence inside", "an underline"],
)  # fmt: skip
def test_a_fence_line_that_is_content_is_not_left_out(old: str, new: str, file: str) -> None:
    patch = block(old, new, path="f.md\n")
    assert not answer(patch, {"f.md": file}).ok
    without = file.replace("Install it", "Install").replace("~", "")
    assert not answer(patch, {"f.md": without}).ok


OVERLINED = """\
f.rst
<<<<<<< SEARCH
=====
Title
=====
=======
=====
Other
=====
>>>>>>> REPLACE
"""


def test_a_line_above_a_heading_is_not_taken_for_the_divider() -> None:
    """The middle divider holds where the text above it stands; nothing is made of the rest."""
    report = answer(OVERLINED, {"f.rst": "=====\nTitle\n=====\n\ntext\n"})
    assert report.files == {"f.rst": "=====\nOther\n=====\n\ntext\n"}
    assert codes(report) == ["ambiguous_divider"]
    for files in ({}, {"f.rst": ""}, {"f.rst": "text\n"}):
        refused = answer(OVERLINED, files)
        assert refused.errors and not refused.plan


def test_no_other_reading_is_tried_where_the_text_stands_loosely() -> None:
    """With the fence it stands there but for its indentation, which cannot be told; without it
    elsewhere, to the letter.
    """
    block = "f.md\n<<<<<<< SEARCH\n```sh\nrun(1)\nrun(2)\n=======\n```sh\nrun(1)\nrun(3)\n>>>>>>> REPLACE\n"
    report = answer(
        block, {"f.md": "x\nrun(1)\n\nrun(2)\ny\n  ```sh\n run(1)\n   run(2)\nz\nrun(1)\nrun(2)\n"}
    )
    assert states(report) == ["missing"] and codes(report) == ["unclear_indentation"]

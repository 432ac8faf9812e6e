"""SEARCH/REPLACE blocks: their markers, their paths, their line numbers, and what stands around them."""

from __future__ import annotations

import json

import pytest

from core.formats.marks import check
from patchsight.core import formats
from patchsight.core.formats.registry import SEARCHREPLACE
from patchsight.core.model.patch import FileChange, Op
from patchsight.core.model.problems import Severity

BLOCK = "<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n"


def show(change: FileChange) -> list[str]:
    return [line.kind.value + line.text for line in change.parts[0].lines]


def paths(text: str) -> list[str]:
    patch = formats.parse(text)
    assert all(problem.severity > Severity.WARNING for problem in patch.problems), patch.problems
    return [change.path.raw for change in patch.files]


# ---- blocks
def test_a_block_is_the_difference_of_its_two_texts() -> None:
    patch = check("""
        src/app.py
        ```python
        <<<<<<< SEARCH
        def main():
            run(1)
        =======
        def main():
            run(2)
            log()
        >>>>>>> REPLACE
        ```
    """)
    (change,) = patch.files
    assert (patch.format, change.op, change.path.raw) == (SEARCHREPLACE, Op.UPDATE, "src/app.py")
    assert show(change) == [" def main():", "-    run(1)", "+    run(2)", "+    log()"]
    text = patch.buffer.text
    assert text[slice(*change.path.span)] == "src/app.py"
    assert text[slice(*change.parts[0].header)] == "<<<<<<< SEARCH"
    assert [text[slice(*line.span)] for line in change.parts[0].lines] == [
        line.text for line in change.parts[0].lines
    ]


@pytest.mark.parametrize(
    ("start", "divider", "end"),
    [
        ("<<<<< SEARCH", "=====", ">>>>> REPLACE"),
        ("<<<<<<<<< SEARCH", "=========", ">>>>>>>>> REPLACE"),
        ("<<<<<<< SEARCH  ", "=======\t", ">>>>>>> REPLACE "),
        ("<<<<<<< SEARCH>", "=======", ">>>>>>> REPLACE>"),
        ("<<<<<<< ORIGINAL", "=======", ">>>>>>> UPDATED"),
        ("------- SEARCH", "=======", "+++++++ REPLACE"),
        ("<<<<<<< SEARCH line=3", "=======", ">>>>>>> REPLACE"),
    ],
)
def test_spellings_of_the_markers(start: str, divider: str, end: str) -> None:
    text = f"a.py\n{start}\nold\n{divider}\nnew\n{end}\n"
    patch = formats.parse(text)
    assert patch.problems == []
    assert show(patch.files[0]) == ["-old", "+new"]


def test_markers_that_do_not_belong_together() -> None:
    check("""
        a.py
        <<<<<<< SEARCH
        old
        =======
        new
        +++++++ REPLACE
        ^^^^^^^^^^^^^^^ mixed_markers
    """)


@pytest.mark.parametrize(
    ("start", "divider", "end"),
    [
        ("<<<<<<< search", "=======", ">>>>>>> replace"),
        ("<<<< SEARCH", "====", ">>>> REPLACE"),
        ("<<<<<<<<<<<< SEARCH", "============", ">>>>>>>>>>>> REPLACE"),
        ("<<<<<<<SEARCH", "=======", ">>>>>>>REPLACE"),
        ("<<<<<<< SEARCH", "============", ">>>>>>> REPLACE"),
    ],
)
def test_markers_that_are_not_written_as_they_should_be(start: str, divider: str, end: str) -> None:
    patch = formats.parse(f"a.py\n{start}\nold\n{divider}\nnew\n{end}\n")
    assert [problem.code for problem in patch.problems] == ["invalid_block"]
    assert patch.format is SEARCHREPLACE
    assert patch.parts[0].broken


def test_an_empty_old_text_creates_and_an_empty_new_one_deletes() -> None:
    patch = check("""
        a.py
        <<<<<<< SEARCH
        =======
        new
        >>>>>>> REPLACE

        b.py
        <<<<<<< SEARCH
        old
        =======
        >>>>>>> REPLACE
    """)
    assert [change.op for change in patch.files] == [Op.CREATE, Op.UPDATE]
    assert [show(change) for change in patch.files] == [["+new"], ["-old"]]


def test_a_new_file_may_underline_its_headings() -> None:
    patch = check("""
        a.md
        <<<<<<< SEARCH
        =======
        Title
        =====
        text
        >>>>>>> REPLACE
    """)
    assert show(patch.files[0]) == ["+Title", "+=====", "+text"]


def test_two_empty_texts_say_nothing() -> None:
    check("""
        a.py
        <<<<<<< SEARCH
        ^^^^^^^^^^^^^^ invalid_block

        =======
        >>>>>>> REPLACE
    """)


def test_a_block_without_a_divider() -> None:
    check(
        """
        a.py
        <<<<<<< SEARCH
        ^^^^^^^^^^^^^^ invalid_block
        old
        >>>>>>> REPLACE
    """
    )


# ---- cut off
def test_the_text_ends_in_a_block() -> None:
    patch = check("""
        a.py
        <<<<<<< SEARCH
        one
        =======
        1
        >>>>>>> REPLACE

        b.py
        <<<<<<< SEARCH
        ^^^^^^^^^^^^^^ truncated_patch
        two
        =======
        2
    """)
    assert [part.broken for part in patch.parts] == [False, True]


def test_a_block_starts_inside_another() -> None:
    patch = check("""
        a.py
        <<<<<<< SEARCH
        ^^^^^^^^^^^^^^ truncated_patch
        one
        <<<<<<< SEARCH
        ^^^^^^^^^^^^^^ same_path
        ^^^^^^^^^^^^^^ misplaced_line
        two
        =======
        2
        >>>>>>> REPLACE
    """)
    assert [part.broken for part in patch.parts] == [True, True]


def test_a_block_that_is_cut_off_leaves_the_next_one_alone() -> None:
    patch = check("""
        a.py
        ```
        <<<<<<< SEARCH
        ^^^^^^^^^^^^^^ truncated_patch
        one
        ```

        ```
        <<<<<<< SEARCH
        ^^^^^^^^^^^^^^ same_path
        two
        =======
        2
        >>>>>>> REPLACE
        ```
    """)
    assert [part.broken for part in patch.parts] == [True, False]


def test_a_path_behind_a_closed_fence_ends_a_block_that_is_open() -> None:
    check("""
        a.py
        ```
        <<<<<<< SEARCH
        ^^^^^^^^^^^^^^ truncated_patch
        one
        =======
        1
        ```

        b.py
        ^^^^ surrounding_noise
        ```
        two
        >>>>>>> REPLACE
        ^^^^^^^^^^^^^^^ invalid_block
        ```
    """)


def test_a_fence_in_the_text_of_a_block_is_content() -> None:
    patch = check("""
        a.md
        ```
        <<<<<<< SEARCH
        Run:
        ```sh
        make
        ```
        =======
        Run:
        ```sh
        make all
        ```
        >>>>>>> REPLACE
        ```
    """)
    assert show(patch.files[0]) == [" Run:", " ```sh", "-make", "+make all", " ```"]


def test_a_divider_in_place_of_the_end_marker() -> None:
    check("""
        a.py
        ```
        <<<<<<< SEARCH
        ^^^^^^^^^^^^^^ truncated_patch
        one
        =======
        1
        =======
        ```
    """)


# ---- dividers
def test_of_an_odd_number_of_dividers_the_middle_one_is_tried() -> None:
    patch = check("""
        a.md
        <<<<<<< SEARCH
        Title
        =====
        old
        =======
        Title
        =====
        new
        >>>>>>> REPLACE
    """)
    assert show(patch.files[0]) == [" Title", " =====", "-old", "+new"]
    assert patch.parts[0].repaired is not None


def test_an_even_number_of_dividers_says_nothing() -> None:
    check("""
        a.md
        <<<<<<< SEARCH
        Title
        =====
        old
        =======
        ^^^^^^^ ambiguous_divider
        new
        >>>>>>> REPLACE
    """)


# ---- merge conflicts
def test_a_merge_conflict_below_a_path_is_no_edit() -> None:
    check("""
        a.py
        ```
        <<<<<<< HEAD
        ^^^^^^^^^^^^ conflict_markers
        ours
        =======
        theirs
        >>>>>>> feature
        ```
    """)


def test_a_merge_conflict_beside_blocks_is_no_edit() -> None:
    check(
        """
        a.py
        <<<<<<< SEARCH
        old
        =======
        new
        >>>>>>> REPLACE

        <<<<<<< 1a2b3c4
        ^^^^^^^^^^^^^^^ conflict_markers
        ours
        ||||||| base
        before
        =======
        theirs
        >>>>>>> feature
    """
    )


def test_a_file_with_conflicts_in_it_is_no_patch() -> None:
    text = "import os\n<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> feature\nprint()\n"
    assert formats.recognise(text) is None


def test_a_block_may_be_about_a_file_with_conflicts() -> None:
    text = "a.py\n<<<<<<< SEARCH\n<<<<<<< HEAD\nours\n>>>>>>> feature\n=======\nours\n>>>>>>> REPLACE\n"
    (change,) = formats.parse(text).files
    assert show(change) == ["-<<<<<<< HEAD", " ours", "->>>>>>> feature"]


# ---- examples
@pytest.mark.parametrize("margin", ["> ", "    ", "\t"])
def test_a_quoted_or_indented_block_is_an_example(margin: str) -> None:
    rows = "".join(f"{margin}{row}\n" for row in ("a.py", *BLOCK.split("\n")[:-1]))
    assert formats.recognise(f"As before:\n\n{rows}\nThat is all.\n") is None


def test_a_fence_in_a_list_is_read_without_its_indentation() -> None:
    rows = "".join(f"   {row}\n" for row in ("```", "a.py", *BLOCK.split("\n")[:-1], "```"))
    assert paths(f"1. First:\n\n{rows}") == ["a.py"]


# ---- line numbers
@pytest.mark.parametrize(
    "rows",
    [
        "<<<<<<< SEARCH\n:start_line:12\n-------\n",
        "<<<<<<< SEARCH\n:start_line: 12\n:end_line: 14\n-------\n",
        "<<<<<<< SEARCH\n:start_line:12\n",
        "<<<<<<< SEARCH line=12\n",
    ],
)
def test_a_line_number_is_no_content(rows: str) -> None:
    patch = formats.parse(f"a.py\n{rows}old\n=======\nnew\n>>>>>>> REPLACE\n")
    numbers = patch.parts[0].numbers
    assert numbers is not None
    assert numbers.old_start == 12
    assert show(patch.files[0]) == ["-old", "+new"]


def test_a_rule_that_both_texts_start_with_is_content() -> None:
    text = "a.md\n<<<<<<< SEARCH\n-------\nold\n=======\n-------\nnew\n>>>>>>> REPLACE\n"
    assert show(formats.parse(text).files[0]) == [" -------", "-old", "+new"]


def test_a_line_number_that_is_none() -> None:
    check("""
        a.py
        <<<<<<< SEARCH
        :start_line:abc
        ^^^^^^^^^^^^^^^ invalid_block
        -------
        old
        =======
        new
        >>>>>>> REPLACE
    """)


def test_a_line_number_in_the_new_text_would_be_written() -> None:
    check("""
        a.py
        <<<<<<< SEARCH
        :start_line:3
        -------
        old
        =======
        :start_line:3
        ^^^^^^^^^^^^^ misplaced_line
        -------
        new
        >>>>>>> REPLACE
    """)


# ---- paths
@pytest.mark.parametrize(
    "answer",
    [
        f"src/a.py\n{BLOCK}",
        f"src/a.py\n```python\n{BLOCK}```\n",
        f"```python\nsrc/a.py\n{BLOCK}```\n",
        f"```python src/a.py\n{BLOCK}```\n",
        f"```src/a.py\n{BLOCK}```\n",
        f"```\nsrc/a.py\n```\n```\n{BLOCK}```\n",
        f"~~~\nsrc/a.py\n{BLOCK}~~~\n",
        f"src/a.py\n<source>python\n{BLOCK}</source>\n",
        f"### `src/a.py`:\n\n```\n{BLOCK}```\n",
        f"**src/a.py**\n\n{BLOCK}",
        f"Updated file: src/a.py\n{BLOCK}",
        f"### File: `src/a.py`\n\n{BLOCK}",
        f"<path>src/a.py</path>\n{BLOCK}",
        f'<file path="src/a.py">\n{BLOCK}</file>\n',
        f"<replace_in_file>\n<path>src/a.py</path>\n<diff>\n{BLOCK}</diff>\n</replace_in_file>\n",
        f"<file>\n<path>src/a.py</path>\n<diff>\n<content><![CDATA[\n{BLOCK}]]></content>\n</diff>\n</file>\n",
    ],
)
def test_where_the_path_may_stand(answer: str) -> None:
    assert paths(answer) == ["src/a.py"]
    (change,) = formats.parse(answer).files
    assert answer[slice(*change.path.span)] == "src/a.py"


def test_blocks_of_one_call_are_for_its_path() -> None:
    text = f"<apply_diff>\n<path>a.py</path>\n<diff>\n{BLOCK}\n{BLOCK}</diff>\n</apply_diff>\n"
    patch = formats.parse(text)
    assert [change.path.raw for change in patch.files] == ["a.py", "a.py"]
    assert patch.problems == []


def test_a_block_without_a_path_is_for_the_file_of_the_one_before() -> None:
    check("""
        a.py
        <<<<<<< SEARCH
        old
        =======
        new
        >>>>>>> REPLACE

        <<<<<<< SEARCH
        ^^^^^^^^^^^^^^ same_path
        older
        =======
        newer
        >>>>>>> REPLACE
    """)


def test_a_sentence_about_another_file_keeps_a_block_from_the_one_before() -> None:
    check("""
        a.py
        <<<<<<< SEARCH
        old
        =======
        new
        >>>>>>> REPLACE

        The same in `b.py`:
        ^^^^^^^^^^^^^^^^^^^ surrounding_noise

        <<<<<<< SEARCH
        ^^^^^^^^^^^^^^ conflicting_paths
        old
        =======
        new
        >>>>>>> REPLACE
    """)


def test_two_paths_for_one_block() -> None:
    check("""
        ```python src/b.py
        src/a.py
        ^^^^^^^^ conflicting_paths
        <<<<<<< SEARCH
        old
        =======
        new
        >>>>>>> REPLACE
        ```
    """)


def test_a_sentence_names_no_path() -> None:
    check("""
        I changed src/a.py so that it works.
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ surrounding_noise
        <<<<<<< SEARCH
        ^^^^^^^^^^^^^^ missing_path
        old
        =======
        new
        >>>>>>> REPLACE
    """)


def test_a_name_alone_is_a_path_only_if_it_exists() -> None:
    (change,) = formats.parse(f"Makefile\n{BLOCK}").files
    assert (change.path.choices, change.path.guess) == (("Makefile",), True)
    (change,) = formats.parse(f"File: Makefile\n{BLOCK}").files
    assert (change.path.choices, change.path.guess) == (("Makefile",), False)
    _, change = formats.parse(f"a.py\n{BLOCK}Makefile\n{BLOCK}").files
    assert (change.path.choices, change.path.guess) == (("Makefile", "a.py"), True)


# ---- around it
def test_prose_is_told_and_fences_are_not() -> None:
    check("""
        Here is the change.
        ^^^^^^^^^^^^^^^^^^^ surrounding_noise

        a.py
        ```
        <<<<<<< SEARCH
        old
        =======
        new
        >>>>>>> REPLACE
        ```

        It should work now.
    """)


def test_in_json_the_key_is_the_path() -> None:
    text = json.dumps({"path": "src/a.py", "diff": BLOCK + BLOCK})
    patch = formats.parse(text)
    assert patch.format is SEARCHREPLACE
    assert [change.path.raw for change in patch.files] == ["src/a.py", "src/a.py"]
    assert [problem.code for problem in patch.problems] == ["surrounding_noise"]
    shown = patch.buffer.shown(patch.files[0].path.span)
    assert text[slice(*shown)] == "src/a.py"


def test_in_json_another_path_is_a_conflict() -> None:
    text = json.dumps({"path": "src/a.py", "diff": f"src/b.py\n{BLOCK}"})
    codes = [problem.code for problem in formats.parse(text).problems]
    assert "conflicting_paths" in codes


# ---- written
def test_what_is_written_is_read_back() -> None:
    text = "a.py\n<<<<<<< SEARCH\na\nb\n=======\na\nc\n>>>>>>> REPLACE\n"
    assert formats.render(formats.parse(text)) == text
    ordered = "a.py\n------- SEARCH\na\n=======\nb\n+++++++ REPLACE\n"
    assert formats.render(formats.parse(ordered)) == ordered


@pytest.mark.parametrize("path", ["Makefile", "my docs/a b.md", "docs/.x", "a.py", "#a/b.py"])
def test_a_path_is_written_so_that_it_is_read(path: str) -> None:
    patch = formats.parse(f"<path>{path}</path>\n{BLOCK}")
    (change,) = formats.parse(formats.render(patch)).files
    assert change.path.choices[0].removeprefix("./") == path
    assert not change.path.guess


def test_what_may_be_a_path_is_written_so_that_it_stays_open() -> None:
    patch = formats.parse(f"Makefile\n{BLOCK}")
    (change,) = formats.parse(formats.render(patch)).files
    assert change.path.guess and change.path.choices == ("Makefile",)

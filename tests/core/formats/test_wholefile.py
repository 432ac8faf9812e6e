"""Whole files: which blocks of an answer are files, where they end, and what is wrong with them."""

from __future__ import annotations

from textwrap import dedent

import pytest

from patchsight.core import formats
from patchsight.core.formats.registry import SEARCHREPLACE, WHOLEFILE
from patchsight.core.model.patch import FileChange, Op, Patch
from support.carets import check_marks, split_marks, trim
from support.check import answer, changed


def read(text: str) -> Patch:
    """What an answer says; every problem but information has its carets."""
    text, marks = split_marks(trim(text))
    patch = formats.parse(text)
    check_marks(text, [found for found in patch.problems if found.severity < 3], marks)
    return patch


def files(text: str) -> dict[str, str]:
    """The files of an answer, each with its text."""
    return {change.path.raw: content(change) for change in read(text).files}


def content(change: FileChange) -> str:
    return "".join(line.text + "\n" for part in change.parts for line in part.lines)


# ---- the path

NAMED = {
    "on the fence": "```py src/a.py\nx\n```",
    "instead of the language": "```src/a.py\nx\n```",
    "behind a colon": "```py:src/a.py\nx\n```",
    "as a title": '```py title="src/a.py"\nx\n```',
    "as one attribute of several": "```py {1,3} title=src/a.py showLineNumbers\nx\n```",
    "as a name": "```py name=src/a.py\nx\n```",
    "above": "src/a.py\n```py\nx\n```",
    "above, with a colon": "src/a.py:\n\n```py\nx\n```",
    "in backticks": "`src/a.py`\n\n```\nx\n```",
    "bold": "**src/a.py**\n\n```py\nx\n```",
    "labelled": "File: `src/a.py`\n\n```py\nx\n```",
    "heading": "### src/a.py\n\n```py\nx\n```",
    "heading, with prose below": "### src/a.py\n\nThis is new.\n\n```py\nx\n```",
    "heading, with a command below": "### src/a.py\n\n```sh\nls\n```\n\n```py\nx\n```",
    "comment": "```py\n# file: src/a.py\nx\n```",
    "comment of another kind": "```html\n<!-- filepath: src/a.py -->\nx\n```",
    "several that agree": "### ./src/a.py\n\n```py src/a.py\n# path: src/a.py\nx\n```",
    "tag": '<file path="src/a.py">\nx\n</file>',
    "tag with a fence in it": '<file path="src/a.py">\n```py\nx\n```\n</file>',
    "write_to_file": "<write_to_file>\n<path>src/a.py</path>\n<content>\nx\n</content>\n</write_to_file>",
    "in a list": "1. The file:\n\n   src/a.py\n   ```py\n   x\n   ```",
    "other signs": "src/a.py\n~~~py\nx\n~~~",
}


@pytest.mark.parametrize("text", NAMED.values(), ids=NAMED)
def test_a_path_that_is_unmistakable(text: str) -> None:
    patch = formats.parse(f"Sure!\n\n{text}\n")
    assert patch.format is WHOLEFILE
    [change] = patch.files
    assert (change.path.choices[0].removeprefix("./"), content(change)) == ("src/a.py", "x\n")
    assert patch.buffer.text[slice(*change.path.span)] == change.path.raw


NOT_NAMED = {
    "in a sentence": "The change is in `src/a.py`, near the top:\n\n```py\nx\n```",
    "bare comment": "```py\n# src/a.py\nx\n```",
    "name alone": "Makefile\n\n```make\nx\n```",
    "shell below a heading": "### src/a.py\n\n```sh\nx\n```",
    "output below a path": "src/a.py\n```text\nx\n```",
    "another heading between": "### src/a.py\n\n## Usage\n\n```py\nx\n```",
    "other attributes": "```py url=src/a.py\nx\n```",
    "lines of a file": "```12:15:src/a.py\nx\n```",
    "quoted": "> src/a.py\n> ```py\n> x\n> ```",
    "indented like code": "Write this:\n\n    src/a.py\n    ```py\n    x\n    ```",
    "a place for a path": "### /path/to/file.py\n\n```py\nx\n```",
    "an address": "https://example.com/a.py\n```py\nx\n```",
}


@pytest.mark.parametrize("text", NOT_NAMED.values(), ids=NOT_NAMED)
def test_a_path_that_is_not(text: str) -> None:
    assert formats.recognise(f"{text}\n") is None
    assert [found.code for found in formats.parse(f"{text}\n").problems] == ["no_patch"]


def test_what_has_no_path_beside_a_file_is_illustration() -> None:
    patch = read("a.py\n```py\nx\n```\n\nRun it:\n\n```sh\npython a.py\n```\n")
    [note] = patch.problems
    assert (note.code, patch.buffer.row(note.span.start)) == ("ignored_block", 7)


def test_the_path_right_above_tells_one_block_from_the_others() -> None:
    assert files("### a.py\n\n```py\nx\n```\n\nFor example:\n\n```py\ny\n```\n") == {"a.py": "x\n"}


def test_paths_that_differ() -> None:
    read(
        """
        ### src/a.py

        ```py src/b.py
              ^^^^^^^^ conflicting_paths
        x
        ```
        """
    )


def test_a_heading_that_the_row_above_contradicts() -> None:
    read(
        """
        ### src/a.py

        And then, in `src/b.py`:
                      ^^^^^^^^ conflicting_paths

        ```py
        x
        ```
        """
    )


def test_several_blocks_under_one_heading() -> None:
    patch = read(
        """
        ### src/a.py
            ^^^^^^^^ ambiguous_block

        Before:

        ```py
        x
        ```

        After:

        ```py
        y
        ```
        """
    )
    assert patch.files == []
    assert len(patch.problems[0].related) == 2


@pytest.mark.parametrize(
    ("label", "op", "if_missing"),
    [
        ("File", Op.REPLACE, "make"),
        ("New file", Op.CREATE, "make"),
        ("Created file", Op.CREATE, "make"),
        ("Updated file", Op.REPLACE, "refuse"),
        ("Modified file", Op.REPLACE, "refuse"),
    ],
)
def test_what_a_label_says(label: str, op: Op, if_missing: str) -> None:
    [change] = read(f"### {label}: `a.py`\n\n```py\nx\n```\n").files
    assert (change.op, change.if_missing) == (op, if_missing)


@pytest.mark.parametrize(
    "row",
    [
        "### Deleted file: `old.py`",
        "**Renamed file:** the old one is new.py",
        "Deleted file: old.py",
        "Renamed file: `src/old.py` -> `src/new.py`",
        "Delete file: src/old.py",
    ],
)
def test_what_no_text_can_say(row: str) -> None:
    read(f"{row}\n{'^' * len(row)} unsupported_command\n\na.py\n```py\nx\n```\n")


def test_a_sentence_about_a_file_that_goes_is_prose() -> None:
    text = "Deleted file: it is not needed, see README.md\n\na.py\n```py\nx\n```\n"
    assert files(text) == {"a.py": "x\n"}


def test_what_is_bold_is_no_name() -> None:
    read("__a.py__\n^^^^^^^^ no_patch\n```py\nx\n```\n")
    assert files("__init__.py\n```py\nx\n```\n") == {"__init__.py": "x\n"}


# ---- where a block ends


def test_a_longer_fence_holds_others() -> None:
    text = "# Notes\n\n```sh\nmake\n```\n\nDone.\n"
    assert files(f"docs/a.md\n````md\n{text}````\n") == {"docs/a.md": text}


def test_fences_inside_that_count_otherwise() -> None:
    read(
        """
        ### docs/a.md

        ```markdown
        ^^^^^^^^^^^ ambiguous_fence
        Run:

        ```sh
        make
        ```

        Done.
        ```
        """
    )


def test_a_bare_fence_in_a_page_closes_it_or_opens_an_example() -> None:
    read(
        """
        docs/a.md
        ```markdown
        ^^^^^^^^^^^ ambiguous_fence
        Run:
        ```
        make
        ```
        Done.
        ```
        """
    )


def test_a_deeper_fence_is_content() -> None:
    text = 'def f():\n    """\n    ```python\n    f()\n    ```\n    """\n'
    assert files(f"a.py\n```py\n{text}```\n") == {"a.py": text}


def test_a_file_hidden_by_a_fence_that_is_not_closed() -> None:
    read(
        """
        ```
        ^^^ ambiguous_fence
        an example

        a.py
        ```py
        x
        ```

        b.py
        ```py
        y
        ```
        """
    )


def test_no_end() -> None:
    read(
        """
        a.py
        ```py
        ^^^^^ truncated_patch
        x
        ~~~
        """
    )
    read('<file path="a.py">\n^^^^^^^^^^^^^^^^^^ truncated_patch\nx\n')


def test_no_text() -> None:
    read(
        """
        a.py
        ```py
        ^^^^^ invalid_block
        ```
        """
    )
    read('<file path="">\n^^^^^^^^^^^^^^ missing_path\nx\n</file>\n')


EDIT = "<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n"
CONFLICT = "<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> main\n"
LINES = "".join(f"line {number}\n" for number in range(9))


def test_an_edit_is_no_text_of_a_file() -> None:
    assert formats.recognise(f"a.py\n```py\n{EDIT}```\n") is SEARCHREPLACE


def test_a_conflict_is_no_text_of_a_file() -> None:
    patch = formats.parse(f"a.py\n```py\nx\n\n{CONFLICT}```\n")
    assert any(found.severity == 1 for found in patch.problems)


@pytest.mark.parametrize("block", [EDIT, CONFLICT])
def test_a_page_may_show_either(block: str) -> None:
    text = LINES + block
    assert files(f"a.md\n```md\n{text}```\n") == {"a.md": text}


# ---- beside other formats

V4A = "*** Begin Patch\n*** Update File: b.py\n@@\n-x\n+y\n*** End Patch\n"


def test_a_file_beside_a_patch_belongs_to_the_answer() -> None:
    patch = read(f"```\n{V4A}```\n\n### a.py\n\n```py\nx\n```\n")
    assert [(change.path.raw, change.op) for change in patch.files] == [
        ("b.py", Op.UPDATE),
        ("a.py", Op.CREATE),
    ]
    assert patch.files[1].format is WHOLEFILE


def test_the_path_above_a_patch_makes_no_file_of_it() -> None:
    patch = read(f"### b.py\n\n```\n{V4A}```\n\nIt reads then:\n\n```py\ny\n```\n")
    assert [change.path.raw for change in patch.files] == ["b.py"]


def test_a_patch_deep_inside_a_file_is_content() -> None:
    text = LINES + V4A
    assert files(f"docs/a.md\n```md\n{text}```\n") == {"docs/a.md": text}


def test_a_patch_near_the_top_of_a_file_may_be_either() -> None:
    text = f"docs/a.md\n```md\n^^^^^ mixed_formats\none\ntwo\n\nthree\n{V4A}```\n"
    assert [change.path.raw for change in read(text).files] == ["b.py"]


def test_a_fence_in_a_hunk_is_no_file() -> None:
    patch = read(
        "*** Begin Patch\n*** Update File: README.md\n@@\n ### a.py\n \n ```py\n-x\n+y\n ```\n*** End Patch\n"
    )
    assert [change.path.raw for change in patch.files] == ["README.md"]


def test_a_diff_that_cannot_be_read_is_not_passed_over() -> None:
    read(
        """
        a.py
        ```py
        x
        ```

        b.py
        ```diff
        ^^^^^^^ missing_file_header
        -x
        +y
        ```
        """
    )


def test_json_in_a_file_is_content() -> None:
    text = '{"command": "make", "input": "x"}\n'
    assert files(f".vscode/tasks.json\n```json\n{text}```\n") == {".vscode/tasks.json": text}


PATCH_CALL = '{"input": "*** Begin Patch\\n*** Update File: b.py\\n@@\\n-x\\n+y\\n*** End Patch"}'
EDIT_CALL = '{"file_path": "b.py", "old_string": "x", "new_string": "y"}'
XML_CALL = """<invoke name="Edit">
<parameter name="file_path">b.py</parameter>
<parameter name="old_string">x</parameter>
<parameter name="new_string">y</parameter>
</invoke>"""
NEW_FILE = "New file:\n\na.py\n```py\n1\n```\n"


@pytest.mark.parametrize("call", [PATCH_CALL, EDIT_CALL, XML_CALL, f"```json\n{EDIT_CALL}\n```"])
@pytest.mark.parametrize("name", ["", "answer.md", "call.stringedit"])
def test_a_call_beside_a_new_file_is_read_with_it(call: str, name: str) -> None:
    for text in (f"{call}\n\n{NEW_FILE}", f"{NEW_FILE}\n{call}\n"):
        report = answer(text, {"b.py": "x\n"}, name=name)
        assert changed(report) == {"a.py": "1\n", "b.py": "y\n"}
        assert formats.recognise(text, name) is report.patch.format
        again = answer(text, {"b.py": "y\n", "a.py": "1\n"}, name=name)
        assert again.ok and not again.plan
        over = answer(text, {"b.py": "x\n", "a.py": "2\n"}, name=name)
        assert [found.code for found in over.errors] == ["mixed_formats"]


@pytest.mark.parametrize(
    "text",
    [
        # the call may be what the file holds
        f"calls/one.json\n```json\n{EDIT_CALL}\n```\n",
        f"calls/one.json\n```json\n{EDIT_CALL}\n```\n\n{EDIT_CALL}\n",
        f"b.py\n```json\n[{PATCH_CALL}]\n```\n",
        f'<file path="calls/one.json">\n{EDIT_CALL}\n</file>\n',
        # a hunk without a file would be lost
        '{"input": "@@\\n-x\\n+y\\n"}\n\n' + NEW_FILE,
    ],
)
def test_a_call_that_may_be_content_is_refused(text: str) -> None:
    report = answer(text, {"b.py": "x\n"})
    assert not report.ok
    assert formats.recognise(text) is report.patch.format


def test_what_is_left_of_the_row_of_a_call_names_no_file() -> None:
    text = f"`c.py`: {EDIT_CALL}\n```py\nexample\n```\n\n{NEW_FILE}"
    assert changed(answer(text, {"b.py": "x\n"})) == {"a.py": "1\n", "b.py": "y\n"}


def test_a_call_that_was_carried_out_is_content_of_a_file() -> None:
    log = f'[{{"type": "tool_use", "id": "7", "name": "Edit", "input": {EDIT_CALL}}}, {{"type": "tool_result", "tool_use_id": "7"}}]\n'
    assert files(f"logs/one.json\n```json\n{log}```\n") == {"logs/one.json": log}


def test_the_byte_order_mark_of_an_answer_is_no_part_of_it() -> None:
    patch = formats.parse("\ufeff```py a.py\nx\n```\n")
    assert [change.path.raw for change in patch.files] == ["a.py"]
    assert patch.problems == []


def test_thousands_of_fences_that_never_end() -> None:
    """Each is looked at once, not once for each other."""
    formats.parse("```a\n```b\n```\n" * 5_000)
    formats.parse("    ```a\n" * 20_000)


def test_what_is_dedented_in_a_list() -> None:
    text = dedent(
        """\
        - a.py

          ```py
          if x:
              y

          z
          ```
        """
    ).replace("- a.py", "- The file\n\n  a.py")
    assert files(text) == {"a.py": "if x:\n    y\n\nz\n"}

"""Answers that hold more than one patch, examples that are none, and fences inside lists."""

from __future__ import annotations

from itertools import product
from textwrap import dedent, indent

import pytest

from patchsight.core import formats
from support.check import answer, apply, codes, messages

DIFF = "--- a/g\n+++ b/g\n@@ -1 +1 @@\n-x\n+y\n"
V4A = "*** Begin Patch\n*** Update File: f\n@@\n-a\n+A\n*** End Patch\n"
APPLYDIFF = ">>> file: h\n--- from\np\n--- to\nq\n<\n"
AP = 'version: "2.0"\nchanges:\n  - file_path: "f"\n    modifications: []\n'
FILES = {"f": "a\n", "g": "x\n", "h": "p\n"}
RESULTS = {DIFF: ("g", "y\n"), V4A: ("f", "A\n"), APPLYDIFF: ("h", "q\n")}


def fenced(patch: str) -> str:
    return f"```\n{patch}```\n"


def check_all(text: str, *patches: str) -> None:
    """All of these patches are applied, and nothing else."""
    report = answer(text, FILES)
    assert report.ok, messages(report)
    assert apply(report, FILES) == {**FILES, **dict(RESULTS[patch] for patch in patches)}


# ---- several patches in one text


@pytest.mark.parametrize("first", RESULTS)
@pytest.mark.parametrize("second", RESULTS)
def test_an_answer_with_two_fences(first: str, second: str) -> None:
    if first != second:
        text = f"First:\n\n{fenced(first)}\nThen:\n\n{fenced(second)}\nThat is all.\n"
        check_all(text, first, second)


def test_one_after_the_other_without_fences() -> None:
    check_all(f"{V4A}\n{DIFF}", V4A, DIFF)
    check_all(f"{DIFF}\n{V4A}", V4A, DIFF)
    check_all(f"{DIFF}\n{APPLYDIFF}", APPLYDIFF, DIFF)


def test_one_in_a_fence_and_one_outside() -> None:
    check_all(f"First:\n{fenced(DIFF)}\nThen:\n\n{V4A}", V4A, DIFF)
    other = DIFF.replace("g", "h").replace("x", "p").replace("y", "q")
    check_all(f"First:\n{fenced(DIFF)}\nThen:\n\n{other}", DIFF, APPLYDIFF)


def test_a_patch_in_a_list_below_one_that_is_not() -> None:
    for patch in (V4A, DIFF.replace("g", "h").replace("x", "p").replace("y", "q")):
        listed = f"1. Then:\n\n   ```\n{indent(patch, '   ')}   ```\n"
        check_all(f"{DIFF}\n{listed}", DIFF, V4A if patch is V4A else APPLYDIFF)


def test_a_fence_with_files_but_no_envelope() -> None:
    bare = V4A.replace("*** Begin Patch\n", "").replace("*** End Patch\n", "")
    check_all(f"{fenced(DIFF)}\n{fenced(bare)}", DIFF, V4A)


def test_three_patches_in_two_formats() -> None:
    other = V4A.replace("File: f", "File: h").replace("-a", "-p").replace("+A", "+q")
    check_all(fenced(V4A) + fenced(DIFF) + fenced(other), V4A, DIFF, APPLYDIFF)


WRITERS = {
    "unified": "--- a/{0}\n+++ b/{0}\n@@ -1 +1 @@\n-x\n+y\n",
    "v4a": "*** Begin Patch\n*** Update File: {0}\n@@\n-x\n+y\n*** End Patch\n",
    "applydiff": ">>> file: {0}\n--- from\nx\n--- to\ny\n<\n",
    "searchreplace": "{0}\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n",
}


@pytest.mark.parametrize("between", ["", "\n", "\nThen:\n\n"])
@pytest.mark.parametrize("order", list(product(WRITERS, repeat=3)), ids=" ".join)
def test_three_patches_one_below_the_other(order: tuple[str, ...], between: str) -> None:
    """All of them, or none: what is read first never decides what is dropped."""
    files = {"a.py": "x\n", "b.py": "x\n", "c.py": "x\n"}
    text = between.join(WRITERS[form].format(path) for form, path in zip(order, files, strict=True))
    report = answer(text, files)
    assert not report.ok or apply(report, files) == dict.fromkeys(files, "y\n"), messages(report)


@pytest.mark.parametrize(
    "text",
    [
        DIFF + "*** Update File: f\n@@\n-a\n+A\n",
        fenced(DIFF) + "\n" + fenced(AP),
        fenced(V4A) + "\n" + fenced(AP),
    ],
)
def test_formats_that_cannot_be_told_apart(text: str) -> None:
    report = answer(text, FILES)
    assert not report.ok and "mixed_formats" in codes(report)


def test_a_hunk_behind_the_end_of_the_patch() -> None:
    report = answer(V4A + "@@\n-a\n+b\n", FILES)
    assert not report.ok and "misplaced_line" in codes(report)


def test_text_between_two_hunks_is_told() -> None:
    patch = formats.parse(DIFF + "Now the second one:\n@@ -9 +9 @@\n-p\n+q\n")
    (noise,) = patch.problems
    assert noise.message == "1 line of prose between its parts is ignored."
    assert patch.buffer.row(noise.span.start) == 5 and len(patch.parts) == 2


# ---- examples


@pytest.mark.parametrize(
    "example", [DIFF, V4A, V4A.replace("Update File: f\n@@\n-a\n+A", "Delete File: f")]
)
@pytest.mark.parametrize("real", [DIFF, V4A])
@pytest.mark.parametrize("mark", ["> ", "    ", "\t"])
def test_a_quoted_or_indented_example_is_no_patch(example: str, real: str, mark: str) -> None:
    text = f"Not like this:\n\n{indent(example, mark)}\nbut so:\n\n{real}"
    check_all(text, real)
    alone = formats.parse(f"An example:\n\n{indent(example, mark)}")
    assert not alone.files and [found.code for found in alone.problems] == ["no_patch"]


def test_a_patch_that_is_indented_as_a_whole_is_no_example() -> None:
    check_all(indent(V4A, "    "), V4A)


# ---- fences inside lists


@pytest.mark.parametrize("patch", RESULTS)
@pytest.mark.parametrize(
    "opening",
    [
        "1. Change this:\n\n   ```diff\n",
        "- Change this:\n\n   ```diff\n",
        "1. ```diff\n",
        "* - ```\n",
    ],
)
def test_a_fence_inside_a_list(patch: str, opening: str) -> None:
    column = opening.rpartition("\n")[0].rpartition("\n")[2].index("`")
    text = f"{opening}{indent(patch, ' ' * column)}{' ' * column}```\n\n2. Then go on.\n"
    check_all(text, patch)


def test_problems_in_such_a_fence_stand_where_they_are_written() -> None:
    text = "1. Change:\n\n   ```diff\n" + indent(DIFF.replace("-x", "-z"), "   ") + "   ```\n"
    report = answer(text, FILES)
    (missing,) = report.errors
    assert text[missing.span.start : missing.span.end] == "z"


def test_a_fence_that_is_content_keeps_its_indentation() -> None:
    patch = dedent("""
        --- a/readme
        +++ b/readme
        @@ -1,4 +1,4 @@
         1. Run

            ```sh
        -   old
        +   new
    """).lstrip()
    before = "1. Run\n\n   ```sh\n   old\n   ```\n"
    files = {"readme": before}
    report = answer(patch + "    ```\n", files)
    assert apply(report, files) == {"readme": before.replace("old", "new")}, messages(report)

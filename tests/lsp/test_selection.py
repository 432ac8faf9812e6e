"""Applying a part of a patch: which of the patch's problems stand in its way."""

from __future__ import annotations

import pytest

from patchsight.core import formats
from patchsight.core.model.patch import Options
from patchsight.core.model.report import FileOp
from patchsight.core.model.target import Target
from patchsight.core.placing.resolver import resolve
from patchsight.lsp.selection import Selection

AP = """\
version: "2.0"
changes:
  - file_path: one.py
    modifications:
      - action: DELETE
        snippet: a = 1
      - action: DELETE
        snippet: b = 1
        content: not here
  - file_path: two.py
    modifications:
      - action: REPLACE
        snippet: c = 1
        content: c = 2
"""


def codes(text: str, selection: Selection) -> list[str]:
    patch = selection.of(formats.parse(text, "p.ap"))
    assert patch is not None
    return [problem.code for problem in patch.problems]


@pytest.mark.parametrize(
    ("selection", "wanted"),
    [
        (Selection(), ["unexpected_key"]),
        (Selection(file=0), ["unexpected_key"]),
        (Selection(file=1), []),
        (Selection(part=0), []),
        (Selection(part=1), ["unexpected_key"]),
        (Selection(part=2), []),
    ],
)
def test_a_problem_stands_in_the_way_of_its_own_part(
    selection: Selection, wanted: list[str]
) -> None:
    assert codes(AP, selection) == wanted


@pytest.mark.parametrize("selection", [Selection(file=1), Selection(part=0), Selection(part=2)])
def test_a_problem_of_the_whole_patch_stands_in_the_way_of_every_part(selection: Selection) -> None:
    assert codes(AP.replace('"2.0"', '"1.0"'), selection) == ["unsupported_version"]


def test_a_problem_of_a_section_stands_in_the_way_of_its_parts_only() -> None:
    text = AP.replace("file_path: one.py", "file_path: one.py\n    newline: sometimes")
    for selection in (Selection(file=0), Selection(part=0)):
        assert "wrong_type" in codes(text, selection)
    for selection in (Selection(file=1), Selection(part=2)):
        assert codes(text, selection) == []


@pytest.mark.parametrize("selection", [Selection(file=2), Selection(part=3), Selection(file=-1)])
def test_nothing_is_selected(selection: Selection) -> None:
    assert selection.of(formats.parse(AP, "p.ap")) is None


def test_one_part_of_several_moves_no_file() -> None:
    text = "*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-1\n+2\n@@\n-3\n+4\n*** End Patch\n"
    targets = {"a": Target("a", "1\n3\n"), "b": Target("b", None)}
    parsed = formats.parse(text, "p.patch")
    for selection, wanted in (
        (Selection(part=1), [(FileOp.EDIT, "1\n4\n")]),
        (Selection(file=0), [(FileOp.RENAME, "2\n4\n")]),
    ):
        patch = selection.of(parsed)
        assert patch is not None
        assert [(plan.op, plan.after) for plan in resolve(patch, targets).plan] == wanted


ANSWER = """\
First the parser:
```diff
--- a/a
+++ b/a
@@ -1 +1 @@
-1
+2
--- a/b
+++ b/b
@@ -1 +1 @@
-1
+2
```
Then the rest:
```diff
--- a/c
+++ b/c
@@ -1 +1 @@
-1
+2
```
"""


def test_a_fence_of_an_answer_is_a_patch_of_its_own() -> None:
    parsed = formats.parse(ANSWER, "answer.md")
    blocks = [selection.of(parsed) for selection in (Selection(block=0), Selection(block=1))]
    assert [[change.path.raw for change in patch.files] for patch in blocks if patch] == [
        ["a/a", "a/b"],
        ["a/c"],
    ]
    assert Selection(block=2).of(parsed) is None


def test_many_sections_with_as_many_problems_are_sorted_out_in_time() -> None:
    """Their product is more than any test could wait for."""
    block = ">>> file: f{}.py\n--- from\na\n--- to\nb\n<\n\n"
    text = "".join(map(block.format, range(20_000)))
    patch = formats.parse(text, "p.applydiff", Options(patient=True))
    assert len(patch.problems) == len(patch.files) == 20_000
    selected = Selection(file=7).of(patch)
    assert selected and len(selected.problems) == len(selected.files) == 1

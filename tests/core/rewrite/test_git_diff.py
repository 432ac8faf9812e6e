"""The diff of a dry run: git makes of it, byte for byte, the files that `apply` would write."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchsight.core.model.report import FileOp, FilePlan
from patchsight.core.rewrite.git_diff import as_diff
from patchsight.core.text.buffer import Span
from patchsight.core.text.edits import Edit
from support.check import answer, apply, changed, messages

#: The text before, and the edits that are made to it.
EDITS = [
    ("one\ntwo\nthree\n", [(4, 8, "2\n")]),
    ("one\r\ntwo\r\nthree\r\n", [(5, 10, "2\r\n")]),
    ("one\rtwo\rthree\r", [(4, 8, "2\r"), (8, 14, "3\r")]),
    ("one\r\ntwo\nthree\rfour", [(5, 9, "2\n"), (9, 15, "")]),
    ("one\ntwo", [(4, 7, "2")]),
    ("one\ntwo", [(7, 7, "\nthree")]),
    ("one\ntwo", [(7, 7, "\nthree\n")]),
    ("one\ntwo", [(3, 7, "")]),
    ("one\ntwo\n", [(7, 8, "")]),
    ("one\ntwo\n", [(0, 8, "")]),
    ("one\n", [(0, 0, "zero\n"), (4, 4, "two\n")]),
    ("a\nb\nc\n", [(0, 2, "a\nx\n"), (4, 6, "y\nc\n")]),
    (
        "".join(f"{n}\n" for n in range(40)),
        [(0, 2, "zero\n"), (20, 23, ""), (100, 100, "new\nlines\n")],
    ),
    ("x\n" * 30, [(10, 12, ""), (30, 30, "x\n"), (50, 52, "y\n")]),
    ("- a\n+ b\n-- c\n@@ d\n", [(4, 8, "+++ e\n--- f\n")]),
]


def edit(before: str, changes: list[tuple[int, int, str]], *, bom: bool = False) -> FilePlan:
    """A plan that makes some changes to one file."""
    after, at = "", 0
    for start, end, text in changes:
        after, at = after + before[at:start] + text, end
    edits = [Edit(Span(start, end), text) for start, end, text in changes]
    return FilePlan(FileOp.EDIT, "f.txt", before, after + before[at:], edits, bom=bom)


def apply_with_git(plans: list[FilePlan], folder: Path) -> dict[str, bytes]:
    """What git makes of the files before with the diff of the plans."""
    for plan in plans:
        if plan.before is not None:
            (folder / plan.path).parent.mkdir(parents=True, exist_ok=True)
            (folder / plan.path).write_bytes(encode(plan, plan.before))
    command = ["git", "-c", "core.autocrlf=false", "apply", "--whitespace=nowarn", "-"]
    done = subprocess.run(
        command, cwd=folder, input=as_diff(plans).encode(), capture_output=True, check=False
    )
    assert done.returncode == 0, (done.stderr.decode(), as_diff(plans))
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def encode(plan: FilePlan, text: str) -> bytes:
    return (("\ufeff" if plan.bom else "") + text).encode()


@pytest.mark.parametrize("bom", [False, True])
@pytest.mark.parametrize(("before", "changes"), EDITS)
def test_edits(before: str, changes: list[tuple[int, int, str]], bom: bool, tmp_path: Path) -> None:
    plan = edit(before, changes, bom=bom)
    assert apply_with_git([plan], tmp_path) == {"f.txt": encode(plan, plan.after or "")}


@given(
    data=st.data(),
    before=st.lists(st.sampled_from(["a\n", "b\n", "c\r\n", "d\r", "\n"]), max_size=30),
    bom=st.booleans(),
)
def test_any_edits(
    data: st.DataObject, before: list[str], bom: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    text = "".join(before) + data.draw(st.sampled_from(["", "end"]))
    ends = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6, unique=True)))
    new = st.text("xy\n", max_size=4)
    plan = edit(
        text,
        [(start, end, data.draw(new)) for start, end in zip(ends[::2], ends[1::2], strict=False)],
        bom=bom,
    )
    if encode(plan, plan.after or "") != encode(plan, text):
        assert apply_with_git([plan], tmp_path_factory.mktemp("git")) == {
            "f.txt": encode(plan, plan.after or "")
        }


def test_create_delete_rename(tmp_path: Path) -> None:
    plans = [
        FilePlan(FileOp.CREATE, "new dir/new file.txt", None, "new\nend"),
        FilePlan(FileOp.CREATE, "empty", None, ""),
        FilePlan(FileOp.DELETE, "gone", "a\nb", None),
        FilePlan(FileOp.DELETE, "gone too", "", None),
        FilePlan(FileOp.RENAME, "old\tname", "same\n", "same\n", new_path='neu/ä"quoted".txt'),
        FilePlan(
            FileOp.RENAME, "from", "a\nb\n", "a\nB\n", [Edit(Span(2, 4), "B\n")], new_path="to"
        ),
        FilePlan(FileOp.EDIT, "was empty", "", "x\n", [Edit(Span(0, 0), "x\n")]),
    ]
    assert apply_with_git(plans, tmp_path) == {
        "new dir/new file.txt": b"new\nend",
        "empty": b"",
        'neu/ä"quoted".txt': b"same\n",
        "to": b"a\nB\n",
        "was empty": b"x\n",
    }


@pytest.mark.parametrize(
    "plan",
    [
        FilePlan(FileOp.EDIT, "f", "", "new\n", [Edit(Span(0, 0), "new\n")], bom=True),
        FilePlan(FileOp.EDIT, "f", "", "new", [Edit(Span(0, 0), "new")], bom=True),
        FilePlan(FileOp.EDIT, "f", "new\n", "", [Edit(Span(0, 4), "")], bom=True),
        FilePlan(FileOp.RENAME, "f", "", "a\n", [Edit(Span(0, 0), "a\n")], new_path="g", bom=True),
        FilePlan(FileOp.DELETE, "f", "", None, bom=True),
    ],
)
def test_a_byte_order_mark_alone(plan: FilePlan, tmp_path: Path) -> None:
    """git sees a line without a line end, to Patchsight the file is empty: both carry it out, and
    Patchsight no second time.
    """
    made = {} if plan.after is None else {plan.new_path or "f": encode(plan, plan.after)}
    assert apply_with_git([plan], tmp_path) == made
    before = {"f": encode(plan, plan.before or "").decode()}
    report = answer(as_diff([plan]), before)
    assert report.ok, messages(report)
    after = {path: str(text) for path, text in apply(report, before).items()}
    assert {path: text.encode() for path, text in after.items()} == made
    assert changed(answer(as_diff([plan]), after)) == {}


def test_it_reads_like_git_writes_it() -> None:
    plans = [
        edit("".join(f"{n}\n" for n in range(1, 21)), [(4, 6, "three\n"), (45, 45, "new\n")]),
        FilePlan(FileOp.RENAME, "a b", "x", "y", [Edit(Span(0, 1), "y")], new_path="c d"),
    ]
    assert (
        as_diff(plans)
        == """\
diff --git a/f.txt b/f.txt
--- a/f.txt
+++ b/f.txt
@@ -1,6 +1,6 @@
 1
 2
-3
+three
 4
 5
 6
@@ -16,5 +16,6 @@
 16
 17
 18
+new
 19
 20
diff --git a/a b b/c d
rename from a b
rename to c d
--- a/a b\t
+++ b/c d\t
@@ -1 +1 @@
-x
\\ No newline at end of file
+y
\\ No newline at end of file
"""
    )


def test_many_edits() -> None:
    lines = 100_000
    plan = edit("line\n" * lines, [(n * 5, n * 5 + 5, "new\n") for n in range(0, lines, 10)])
    assert as_diff([plan]).count("\n+new") == lines // 10

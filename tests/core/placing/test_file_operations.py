"""What a section does to a file as a whole, and which file it means."""

from __future__ import annotations

import pytest

from patchsight.core.describe.receipt import receipt
from patchsight.core.model.target import Target
from support.carets import trim
from support.check import REFUSED, After, Files, answer, apply, check, codes, messages

HUNK = "@@ -1 +1 @@\n-x\n+y\n"


# ---- which file is meant


@pytest.mark.parametrize(
    ("old", "new", "files", "after"),
    [
        ("before.c", "after.c", {"before.c": "x\n"}, {"before.c": "y\n"}),
        ("before.c", "after.c", {"after.c": "x\n"}, {"after.c": "y\n"}),
        ("f.orig", "f", {"f": "x\n"}, {"f": "y\n"}),
        ("a/f.orig", "b/f", {"f": "x\n"}, {"f": "y\n"}),
        ("old/src/f", "new/src/f", {"src/f": "x\n"}, {"src/f": "y\n"}),
        ("old/src/f", "new/src/f", {"new/src/f": "x\n"}, {"new/src/f": "y\n"}),
        ("f.orig", "f", {"f": "x\n", "f.orig": "x\n"}, REFUSED),
        ("old/f", "new/f", {"f": "x\n", "old/f": "x\n"}, REFUSED),
        ("f.orig", "f", {"g": "x\n"}, REFUSED),
    ],
)
def test_two_names_for_one_file(old: str, new: str, files: Files, after: After) -> None:
    report = answer(f"--- {old}\n+++ {new}\n{HUNK}", files)
    assert "rename_path_mismatch" in codes(report)
    assert report.ok is (after != REFUSED), messages(report)
    if after != REFUSED:
        assert apply(report, files) == {**files, **after}


@pytest.mark.parametrize(
    ("files", "after"),
    [
        ({"f": "x\n", "a/f": "x\n", "b/f": "x\n"}, {"f": "y\n"}),
        ({"b/f": "x\n"}, {"b/f": "y\n"}),
        ({"a/f": "x\n", "b/f": "x\n"}, REFUSED),
    ],
)
def test_prefixes_that_may_be_folders(files: Files, after: After) -> None:
    report = answer(f"--- a/f\n+++ b/f\n{HUNK}", files)
    assert report.ok is (after != REFUSED), messages(report)
    if after != REFUSED:
        assert apply(report, files) == {**files, **after}


def test_a_deletion_is_not_aimed_at_a_folder_that_reads_like_a_prefix() -> None:
    check(
        """
        --- a/f
            ^^^ file_not_found
        +++ /dev/null
        @@ -1 +0,0 @@
        -x
    """,
        {"a/f": "x\n"},
        REFUSED,
    )


def test_a_backslash_in_a_quoted_name_is_refused() -> None:
    check(
        r"""
        --- "a/src\\f"
        ^^^^^^^^^^^^^^ path_escape
        +++ "b/src\\f"
        @@ -1 +1 @@
        -x
        +y
    """,
        {"src/f": "x\n"},
        REFUSED,
    )


# ---- making files


def test_a_hunk_that_adds_to_nothing_makes_the_file() -> None:
    patch = "--- a/new.c\n+++ b/new.c\n@@ -0,0 +1,2 @@\n+a\n+b\n"
    report = check(patch, {"g.c": "x\n"}, {"new.c": "a\nb\n"})
    again = answer(patch, apply(report, {"g.c": "x\n"}))
    assert again.ok and codes(again) == ["already_applied"]


@pytest.mark.parametrize(
    "patch",
    [
        "*** Begin Patch\n*** Update File: n.py\n@@ -0,0 +1 @@\n+load()\n*** End Patch\n",
        '{"operation": {"type": "update_file", "path": "n.py", "diff": "@@ -0,0 +1 @@\\n+load()\\n"}}',
        '{"command": "insert", "path": "n.py", "insert_line": 0, "new_str": "load()\\n"}',
    ],
)
def test_where_a_file_must_exist_a_line_zero_makes_none(patch: str) -> None:
    report = answer(patch, {"old.py": "x\n"})
    assert not report.ok
    assert "file_not_found" in codes(report), messages(report)


def test_nothing_is_made_under_one_of_two_names() -> None:
    assert not answer("--- a/n.orig\n+++ b/n\n@@ -0,0 +1 @@\n+a\n", {"g.c": "x\n"}).ok


def test_making_a_file_that_is_there_and_empty() -> None:
    check("*** Begin Patch\n*** Add File: f\n+x\n*** End Patch\n", {"f": ""}, {"f": "x\n"})


def test_making_a_file_where_an_empty_one_was_moved() -> None:
    patch = (
        "*** Begin Patch\n*** Update File: e\n*** Move to: f\n*** Add File: f\n+x\n*** End Patch\n"
    )
    check(patch, {"e": ""}, {"e": None, "f": "x\n"})


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [("tmp", "tmp/foo", "not_a_file"), ("tmp/foo", "tmp", "is_directory")],
)
def test_a_file_and_a_folder_of_one_name(first: str, second: str, code: str) -> None:
    patch = (
        f"*** Begin Patch\n*** Add File: {first}\n+x\n*** Add File: {second}\n+y\n*** End Patch\n"
    )
    report = answer(patch, {})
    assert not report.ok and codes(report) == [code]
    moved = answer(
        f"*** Begin Patch\n*** Update File: f\n*** Move to: {first}\n*** Add File: {second}\n+y\n*** End Patch\n",
        {"f": "x\n"},
    )
    assert not moved.ok and codes(moved) == [code]


@pytest.mark.parametrize(
    ("patch", "files"),
    [
        ("*** Begin Patch\n*** Add File: f.py\n+\ufeffx\n*** End Patch\n", {}),
        ("--- /dev/null\n+++ b/f.py\n@@ -0,0 +1 @@\n+\ufeffx\n", {}),
        ("f.py\n<<<<<<< SEARCH\n=======\n\ufeffx\n>>>>>>> REPLACE\n", {"f.py": ""}),
    ],
)
def test_a_file_made_with_a_byte_order_mark_is_made_once(patch: str, files: Files) -> None:
    made = {"f.py": "\ufeffx\n"}
    assert answer(patch, files).files == made
    again = answer(patch, made)
    assert again.ok and codes(again) == ["already_applied"], messages(again)


# ---- removing files


@pytest.mark.parametrize("text", ["  x\n", "x \n", "x\u00a0\n", "x\n\n"])
def test_a_file_that_says_something_else_is_not_deleted(text: str) -> None:
    patch = "--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
    assert not answer(patch, {"f": text}).ok


@pytest.mark.parametrize("text", ["x\ny\n", "x\r\ny\r\n", "x\ny"])
def test_line_ends_do_not_keep_a_file_from_being_deleted(text: str) -> None:
    check("--- a/f\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n", {"f": text}, {"f": None})


def test_deleting_a_file_that_is_gone() -> None:
    patch = "*** Begin Patch\n*** Delete File: old.py\n*** End Patch\n"
    report = check(patch, {"sold.py": "a\n"}, {})
    assert codes(report) == ["already_applied"]


def test_moving_a_file_that_was_moved() -> None:
    patch = "*** Begin Patch\n*** Update File: a.py\n*** Move to: b.py\n{}*** End Patch\n"
    hunk = "@@\n-one\n+two\n"
    assert codes(check(patch.format(hunk), {"b.py": "two\n"}, {})) == ["already_applied"]
    assert codes(check(patch.format(""), {"b.py": "two\n"}, {})) == ["already_applied"]
    assert not answer(patch.format(hunk), {"b.py": "three\n"}).ok
    assert not answer(patch.format(""), {"c.py": "two\n"}).ok


@pytest.mark.parametrize(
    "rest", ["*** Delete File: link\n", "*** Update File: link\n*** Move to: g\n"]
)
def test_a_link_is_neither_deleted_nor_moved(rest: str) -> None:
    link = Target("link", "x\n", real="f", link=True)
    report = answer(f"*** Begin Patch\n{rest}*** End Patch\n", {"link": link})
    assert not report.ok and codes(report) == ["not_a_file"]


def test_deleting_and_making_one_file_is_a_replacement() -> None:
    patch = """
        diff --git a/f b/f
        deleted file mode 100644
        --- a/f
        +++ /dev/null
        @@ -1 +0,0 @@
        -x
        diff --git a/f b/f
        new file mode 100755
        --- /dev/null
        +++ b/f
        @@ -0,0 +1 @@
        +y
    """
    check(patch, {"f": "x\n"}, {"f": "y\n"})
    assert codes(check(patch, {"f": "y\n"}, {})) == ["already_applied", "already_applied"]
    assert not answer(trim(patch), {"f": "z\n"}).ok


@pytest.mark.parametrize(("mark", "goes"), [("", True), ("\ufeff", False)])
def test_a_file_that_takes_the_place_of_another_keeps_its_first_bytes(
    mark: str, goes: bool
) -> None:
    patch = (
        "*** Begin Patch\n*** Delete File: b\n*** Update File: a\n*** Move to: b\n*** End Patch\n"
    )
    for files in ({"a": "x\n", "b": f"{mark}y\n"}, {"a": f"{mark}x\n", "b": "y\n"}):
        report = answer(patch, files)
        assert report.ok is goes
        assert apply(report, files) == ({"b": "x\n"} if goes else files)


@pytest.mark.parametrize("order", [1, -1])
def test_a_diff_and_a_block_may_change_one_file(order: int) -> None:
    diff = "```diff\n--- a/f.c\n+++ b/f.c\n@@ -2,2 +2,2 @@\n b\n-c\n+C\n```\n"
    block = "f.c\n```\n<<<<<<< SEARCH\na\n=======\nA\n>>>>>>> REPLACE\n```\n"
    first, second = [diff, block][::order]
    files = {"f.c": "a\nb\nc\n"}
    report = answer(f"First:\n{first}\nThen:\n{second}", files)
    assert report.ok and apply(report, files) == {"f.c": "A\nb\nC\n"}
    report = answer(f"First:\n{first}\nThen:\n{second}\nAt last:\n{diff}", files)
    assert "duplicate_file_patch" in codes(report)


@pytest.mark.parametrize(
    "block",
    [
        "**f.c**\n\n```\n<<<<<<< SEARCH\na\n=======\nA\n>>>>>>> REPLACE\n```\n",
        "```c f.c\n<<<<<<< SEARCH\na\n=======\nA\n>>>>>>> REPLACE\n```\n",
        "### f.c\n```diff\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n```\n",
        "```diff f.c\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n```\n",
    ],
)
def test_a_block_behind_another_format_may_be_named_above_its_fence(block: str) -> None:
    first = "```\n*** Begin Patch\n*** Update File: g.c\n@@\n-x\n+y\n*** End Patch\n```\n"
    files = {"f.c": "a\nb\n", "g.c": "x\n"}
    report = answer(f"First:\n{first}\n{block}", files)
    assert report.ok, messages(report)
    assert apply(report, files) == {"f.c": "A\nb\n", "g.c": "y\n"}


# ---- neither


def test_a_section_that_only_changes_modes() -> None:
    patch = "diff --git a/s b/s\nold mode 100644\nnew mode 100755\n"
    report = check(patch, {"s": "hi\n"}, {})
    assert receipt(report, "-")["ignored_metadata"] == ["old mode 100644", "new mode 100755"]
    both = f"{patch}diff --git a/f b/f\n--- a/f\n+++ b/f\n{HUNK}"
    check(both, {"s": "hi\n", "f": "x\n"}, {"f": "y\n"})


@pytest.mark.parametrize(
    "rows",
    [
        "new file mode 120000\nindex 0000000..f35a096\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+y\n",
        "index 1111111..2222222 120000\n--- a/l\n+++ b/l\n@@ -1 +1 @@\n-x\n+y\n",
        "old mode 100644\nnew mode 120000\n",
    ],
)
def test_a_symbolic_link_is_no_text(rows: str) -> None:
    report = answer(f"diff --git a/l b/l\n{rows}", {"l": "x\n"})
    assert codes(report) == ["unsupported_git_patch_feature"] and not report.ok

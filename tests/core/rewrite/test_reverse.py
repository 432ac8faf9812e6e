"""Taking a patch back: the files as they were, to the byte; or a sentence that says why not, and nothing changes."""

from __future__ import annotations

import pytest
from hypothesis import assume, event, given

from core.placing.test_properties import FEW, OWN, PATH, Pair, pairs, say
from patchsight.core.model.patch import Options, Patch
from patchsight.core.model.report import Report
from patchsight.core.placing.resolver import paths_of, resolve
from patchsight.core.rewrite.reverse import Reversal, take_back
from support.carets import trim
from support.check import answer, apply, as_target, messages

BOM = "\ufeff"


def turn(patch: str, files: dict[str, str], name: str = "") -> Reversal:
    """What takes a patch back from files as they are."""

    def place(patch: Patch) -> Report:
        return resolve(patch, {path: as_target(path, files.get(path)) for path in paths_of(patch)})

    return take_back(answer(trim(patch), files, name=name).patch, place, Options())


def check(patch: str, before: dict[str, str], name: str = "") -> None:
    """Apply a patch, take it back, and see that nothing is left of it."""
    report = answer(trim(patch), before, name=name)
    assert report.ok and report.plan, messages(report)
    after = {path: str(text) for path, text in apply(report, before).items()}
    assert after != before
    turned = turn(patch, after, name)
    assert not turned.reason, turned.reason
    assert turned.report is not None
    assert apply(turned.report, after) == before


def refused(patch: str, after: dict[str, str], reason: str, name: str = "") -> None:
    """See that a patch cannot be taken back from files, and why."""
    found = turn(patch, after, name).reason
    assert found == reason


UPDATE = "*** Begin Patch\n*** Update File: a.txt\n{}*** End Patch\n"


@pytest.mark.parametrize(
    "before",
    [
        "one\ntwo\nthree\n",
        "one\r\ntwo\r\nthree\r\n",
        "one\ntwo\nthree",
        BOM + "one\ntwo\nthree\n",
        BOM + "one\r\ntwo\r\nthree",
    ],
)
@pytest.mark.parametrize(
    "hunk",
    [
        " one\n-two\n+zwei\n",
        " one\n-two\n",
        "-one\n two\n",
        " one\n+one and a half\n two\n",
        "+zero\n one\n",
        " one\n two\n+end of it\n",
    ],
)
def test_hunks(before: str, hunk: str) -> None:
    check(UPDATE.format(f"@@\n{hunk}"), {"a.txt": before})


def test_a_hunk_with_a_hint_that_the_patch_itself_changes() -> None:
    check(
        UPDATE.format("@@ one\n-one\n+eins\n two\n@@ three\n+four\n"),
        {"a.txt": "one\ntwo\nthree\n"},
    )


def test_lines_added_at_the_end() -> None:
    check(UPDATE.format("@@\n+the end\n*** End of File\n"), {"a.txt": "one\ntwo"})


def test_the_newline_at_the_end() -> None:
    check(
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n\\ No newline at end of file\n+two\n",
        {"a.txt": "one\ntwo"},
        "x.diff",
    )
    check(
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+two\n\\ No newline at end of file\n",
        {"a.txt": "one\r\ntwo\r\n"},
        "x.diff",
    )


def test_one_section_after_the_other_on_the_same_file() -> None:
    check(
        "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+two\n*** Update File: a.txt\n@@\n-two\n+three\n*** End Patch\n",
        {"a.txt": "one\nx\n"},
    )
    check(
        ">>> file: a.txt\n--- from\none\n--- to\ntwo\n<\n>>> file: a.txt\n--- from\ntwo\n--- to\nthree\n<\n",
        {"a.txt": "one\nx\n"},
        "x.applydiff",
    )


def test_files_that_are_made_moved_and_removed() -> None:
    check(
        """
        diff --git a/old.txt b/new.txt
        rename from old.txt
        rename to new.txt
        --- a/old.txt
        +++ b/new.txt
        @@ -1,2 +1,2 @@
         one
        -two
        +zwei
        diff --git a/made.txt b/made.txt
        --- /dev/null
        +++ b/made.txt
        @@ -0,0 +1,2 @@
        +made
        +here
        \\ No newline at end of file
        diff --git a/gone.txt b/gone.txt
        --- a/gone.txt
        +++ /dev/null
        @@ -1,2 +0,0 @@
        -all of
        -it
        """,
        {"old.txt": BOM + "one\r\ntwo\r\n", "gone.txt": "all of\nit\n", "other.txt": "x\n"},
        "x.diff",
    )


def test_a_removed_file_has_the_line_ends_that_its_rows_have() -> None:
    patch = "--- a/gone.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-{}all of{}-it\n\\ No newline at end of file\n"
    check(patch.format(BOM, "\r\n"), {"gone.txt": BOM + "all of\r\nit"}, "x.diff")
    check(patch.format("", "\n"), {"gone.txt": "all of\nit"}, "x.diff")


def test_a_mode_is_left_alone() -> None:
    mode = "diff --git a/s b/s\nold mode 100644\nnew mode 100755\n"
    update = "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-x\n+y\n"
    check(mode + update, {"s": "hi\n", "f": "x\n"}, "x.diff")


def test_a_made_file_with_other_line_ends_than_the_headers() -> None:
    patch = "--- /dev/null\n+++ b/f\n@@ -0,0 +1,2 @@\n+a\r\n+b\r\n"
    check(patch, {}, "x.diff")


def test_a_removed_file_that_was_empty() -> None:
    check(
        "diff --git a/gone.txt b/gone.txt\ndeleted file mode 100644\n",
        {"gone.txt": "", "a.txt": "x\n"},
        "x.diff",
    )


TWICE = "".join(f"def f{number}():\n    a\n    b\n" for number in range(2))


def test_a_place_that_the_line_number_tells() -> None:
    check(
        "--- a/a.txt\n+++ b/a.txt\n@@ -5,2 +5,2 @@\n     a\n-    b\n+    a\n",
        {"a.txt": TWICE.replace("b", "a", 1)},
        "x.diff",
    )


def test_nothing_to_take_back() -> None:
    turned = turn(
        UPDATE.format("@@\n-one\n+two\n*** Add File: new.txt\n+new\n"), {"a.txt": "one\n"}
    )
    assert (
        not turned.reason
        and turned.report is not None
        and not turned.report.plan
        and turned.report.ok
    )


@pytest.mark.parametrize("form", ["unified", "v4a", "zenpatch", "applydiff"])
def test_whatever_is_taken_back_is_as_it_was(form: str) -> None:
    @given(pairs([*FEW, *OWN], newlines=True))
    def run(pair: Pair) -> None:
        text = say(form, pair) if pair.before != pair.after else None
        report = answer(text or "", {PATH: pair.before}, name=f"x.{form}")
        assume(report.ok and report.plan)
        after = {PATH: str(apply(report, {PATH: pair.before})[PATH])}
        turned = turn(report.patch.buffer.text, after, f"x.{form}")
        event("refused" if turned.reason else "taken back")
        if turned.report and not turned.reason:
            assert apply(turned.report, after) == {PATH: pair.before}

    run()


# ---- refused
def test_a_file_that_was_emptied() -> None:
    refused(
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +0,0 @@\n-a\n-b\n",
        {"a.txt": ""},
        "a.txt has no line end left that would tell which kind the old lines had.",
        "x.diff",
    )


def test_new_text_that_stands_in_several_places() -> None:
    where = "This text stands in 2 places in a.txt: line 2 in `def f0()` and line 5 in `def f1()`. Add lines around the change until it fits one place only."
    refused(UPDATE.format("@@ def f1\n     a\n-    old\n+    b\n"), {"a.txt": TWICE}, where)


def test_places_that_the_order_tells_apart() -> None:
    refused(
        UPDATE.format("@@\n-first\n+def f1():\n@@\n     a\n-    old\n+    b\n"),
        {"a.txt": TWICE},
        "The new text of part 2 in a.txt stands in several places, and which of them the patch changed cannot be told.",
    )


def test_a_line_number_that_does_not_tell() -> None:
    patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-old\n+def f0():\n@@ -2,2 +2,2 @@\n     a\n-    old\n+    b\n"
    refused(
        patch,
        {"a.txt": "# new\n" + TWICE},
        "This text stands in 2 places in a.txt: line 3 in `def f0()` and line 6 in `def f1()`. "
        "Add lines around the change until it fits one place only.",
        "x.diff",
    )


def test_new_text_that_does_not_stand_there_to_the_letter() -> None:
    refused(
        UPDATE.format("@@\n one\n-old\n+new text\n"),
        {"a.txt": "  one\n  new text\n"},
        "The new text of part 1 in a.txt does not stand there to the letter, so what was there before cannot be told.",
    )


def test_new_text_that_was_changed_since() -> None:
    refused(
        UPDATE.format("@@\n-old\n+something new\n"),
        {"a.txt": "one\nsomething news\n"},
        "Expected `something new`, but line 2 is `something news`. This text is not in a.txt; the nearest place is line 2 (93% alike).",
    )


def test_a_patch_that_is_applied_in_part() -> None:
    refused(
        UPDATE.format("@@\n-one\n+two\n@@\n-three\n+four\n"),
        {"a.txt": "two\nthree\n"},
        "Part 2 is not applied, but others are.",
    )


def test_removed_lines_without_a_place() -> None:
    refused(
        UPDATE.format("@@\n-one\n"),
        {"a.txt": "two\n"},
        "Part 1 only removes lines of `a.txt`, and nothing says where they stood.",
    )


@pytest.mark.parametrize(
    "patch",
    [
        UPDATE.format("@@ -2,1 +1,0 @@\n-one\n"),
        "a.txt\n<<<<<<< SEARCH\n:start_line:2\n-------\none\n=======\n>>>>>>> REPLACE\n",
    ],
)
def test_removed_lines_with_a_number_that_only_helps_to_find_them(patch: str) -> None:
    after = {"a.txt": "zero\ntwo\n"}
    assert answer(patch, {"a.txt": "zero\none\ntwo\n"}).files == after
    reason = "Part 1 only removes lines of `a.txt`, and nothing says where they stood."
    refused(patch, after, reason)


def test_what_a_patch_does_not_say() -> None:
    deleted = "The patch deletes `a.txt`, and what that held cannot be told from it to the byte."
    refused("*** Begin Patch\n*** Delete File: a.txt\n-one\n*** End Patch\n", {}, deleted)
    refused("--- a/a.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\r\n-two\n", {}, deleted, "x.diff")
    refused(
        ">>> file: a.txt | mode=replace\n--- from\n--- to\nx\n<\n",
        {"a.txt": "x\n"},
        "The patch replaces the whole text of `a.txt` and does not say what stood there before.",
        "x.applydiff",
    )
    refused(
        'version: "2.0"\nchanges:\n  - file_path: a.txt\n    modifications:\n      - action: DELETE\n        snippet: x\n',
        {"a.txt": "y\n"},
        "ap ignores indentation and removes white space at line ends, so the patch does not say what the files were.",
        "x.ap",
    )


def test_line_ends_that_cannot_be_told() -> None:
    refused(
        UPDATE.format("@@\n one\n-old\n+new\n"),
        {"a.txt": "one\r\nnew\n"},
        "The new text of part 1 in a.txt is in a file that mixes kinds of line ends, so those of the old lines cannot be told.",
    )

    refused(
        UPDATE.format("@@\n one\n-old\n"),
        {"a.txt": "one"},
        "a.txt has no line end left that would tell which kind the old lines had.",
    )


def test_a_made_file_that_grew_or_has_other_line_ends() -> None:
    made = "*** Begin Patch\n*** Add File: a.txt\n+one\n*** End Patch\n"
    refused(
        made,
        {"a.txt": "one\ntwo\n"},
        "The new text of part 1 in a.txt is not all that the file says now, and deleting it would lose the rest.",
    )
    refused(
        made,
        {"a.txt": "one\r\n"},
        "Applying the patch again would not give the files as they are, so what they were cannot be told.",
    )


def test_a_patch_that_cannot_be_read() -> None:
    refused(UPDATE.format("@@\n"), {"a.txt": "one\n"}, "The patch cannot be read as a whole.")

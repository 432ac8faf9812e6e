"""What the reference says of answers: it knows what the contract allows, and still finds what it does not."""

from __future__ import annotations

import pytest

from fuzz.offers import check_rewriting
from fuzz.places import check_places
from patchsight.core.model.patch import Options
from patchsight.core.model.record import replace
from patchsight.core.model.report import Lines, Report, State
from support.check import messages, place

GETTERS = "def f():\n  return 1\ndef g():\n  return 1\ndef h():\n  return 1\n"
UNDER_ANCHOR = (
    "*** Begin Patch\n*** Update File: f.py\n@@\n{}\n@@\n-  return 1\n+  return 2\n*** End Patch\n"
)
FENCED = (
    "f.py\n<<<<<<< SEARCH\n```\na = 1\nb = 2\n```\n=======\n```\na = 1\nb = 3\n```\n"
    ">>>>>>> REPLACE\n"
)
TWO_HUNKS = "--- a/f.py\n+++ b/f.py\n@@ -2,1 +1,0 @@\n-b = 2\n@@ -4,1 +3,1 @@\n-d = 4\n+D = 5\n"
EMPTIES = "--- a/f.py\n+++ b/f.py\n@@ -1,2 +0,0 @@\n-a = 1\n-b = 2\n"


def judge(report: Report) -> None:
    check_places(report, Options())


def doctored(report: Report, at: int, state: State, where: Lines | None) -> Report:
    """The same answer with another word about one part."""
    parts = [*report.parts]
    parts[at] = replace(parts[at], state=state, where=where)
    return replace(report, parts=parts)


@pytest.mark.parametrize("text", ["a = 1\nb = 2\n", "a = 1\nb = 3\n"])
def test_a_copied_fence(text: str) -> None:
    report = place(FENCED, {"f.py": text}, name="x.sr")
    assert report.ok, messages(report)
    judge(report)


def test_a_copied_fence_around_what_stands_twice() -> None:
    report = place(FENCED, {"f.py": "a = 1\nb = 2\n" * 2}, name="x.sr")
    assert report.parts[0].state is State.AMBIGUOUS
    judge(report)


def test_what_stands_as_it_is_written_is_not_read_otherwise() -> None:
    """The same text stands with the fences, too."""
    report = place(FENCED, {"f.py": "a = 1\nb = 3\nx\n```\na = 1\nb = 2\n```\n"}, name="x.sr")
    judge(report)
    with pytest.raises(AssertionError, match="not applied"):
        judge(doctored(report, 0, State.APPLIED, Lines(0, 2)))


@pytest.mark.parametrize("anchor", [" def g():", " def g():\n   return 1"])
def test_an_anchor_tells_what_it_opens(anchor: str) -> None:
    report = place(UNDER_ANCHOR.format(anchor), {"f.py": GETTERS}, name="x.v4a")
    assert report.ok, messages(report)
    judge(report)
    with pytest.raises(AssertionError, match="part 1 was put at"):
        judge(doctored(report, 1, State.FITS, Lines(5, 6)))


def test_an_anchor_that_stands_twice_changes_nothing_and_tells_nothing() -> None:
    twice = "class A:\n  x\nclass A:\n  x\n  y\n"
    report = place(
        "*** Begin Patch\n*** Update File: f.py\n@@\n class A:\n@@\n-  y\n+  z\n*** End Patch\n",
        {"f.py": twice},
        name="x.v4a",
    )
    assert report.ok, messages(report)
    judge(report)
    # as evidence it does not serve: what is below it stands twice, too
    report = place(UNDER_ANCHOR.format(" def g():"), {"f.py": GETTERS * 2}, name="x.v4a")
    assert not report.ok
    sure = doctored(report, 0, State.FITS, Lines(2, 3))
    with pytest.raises(AssertionError, match="part 1 was put at"):
        judge(doctored(sure, 1, State.FITS, Lines(3, 4)))


def test_lines_that_are_gone() -> None:
    report = place(TWO_HUNKS, {"f.py": "a = 1\nc = 3\nD = 5\n"}, name="x.diff")
    assert {one.state for one in report.parts} == {State.APPLIED}
    judge(report)
    still = place(TWO_HUNKS, {"f.py": "a = 1\nc = 3\nD = 5\nb = 2\n"}, name="x.diff")
    with pytest.raises(AssertionError, match="part 0 is not gone"):
        judge(doctored(still, 0, State.APPLIED, None))


def test_a_file_that_is_emptied_already() -> None:
    report = place(EMPTIES, {"f.py": ""}, name="x.diff")
    assert report.parts[0].state is State.APPLIED
    judge(report)
    other = place(EMPTIES, {"f.py": "c = 3\n"}, name="x.diff")
    with pytest.raises(AssertionError):
        judge(doctored(other, 0, State.APPLIED, None))


def test_a_byte_order_mark_that_was_copied_with_the_first_line() -> None:
    patch = "f.py\n<<<<<<< SEARCH\n\ufeff\na = 1\n=======\n\ufeff\nb = 2\n>>>>>>> REPLACE\n"
    report = place(patch, {"f.py": "\ufeff\na = 1\n"}, name="x.sr")
    assert report.files == {"f.py": "\ufeff\nb = 2\n"}, messages(report)
    judge(report)


def test_a_byte_order_mark_that_was_copied_with_an_anchor() -> None:
    patch = (
        'version: "2.0"\nchanges:\n  - file_path: f.py\n    modifications:\n      - action: REPLACE\n'
        '        anchor: "\\ufeffa"\n        snippet: x = 1\n        content: y = 2\n'
    )
    report = place(patch, {"f.py": "\ufeffa\nx = 1\nx = 1\n"}, name="x.ap")
    assert report.files == {"f.py": "\ufeffa\ny = 2\nx = 1\n"}, messages(report)
    judge(report)


def test_numbers_count_from_the_hunk_that_stands_above_by_its_own() -> None:
    """The first hunk stands elsewhere than it says, below the second by its number."""
    text = "def f():\n  x = 1\ny = 2\ny = 3\ny = 4\ndef f():\n  x = 1\n"
    first = "@@ -7 +3 @@\n-y = 2\n+z = 2\n"
    second = "@@ -6,2 +6,2 @@\n-def f():\n-  x = 1\n+def g():\n+  x = 2\n"
    report = place(f"--- a/f.py\n+++ b/f.py\n{first}{second}", {"f.py": text}, name="x.diff")
    assert report.ok, messages(report)
    judge(report)
    with pytest.raises(AssertionError, match="nothing tells them apart"):
        judge(doctored(report, 1, State.FITS, Lines(0, 2)))


def test_numbers_count_from_an_applied_hunk_and_what_it_took_away() -> None:
    """The first hunk stands a line above its number and has taken one: the second stands two above."""
    text = "a = 1\nc = 3\n" + "x = 1\ny = 2\n" * 3
    first = "@@ -2,3 +2,2 @@\n a = 1\n-b = 2\n c = 3\n"
    second = "@@ -7,2 +6,2 @@\n-x = 1\n+x = 2\n y = 2\n"
    report = place(f"--- a/f.py\n+++ b/f.py\n{first}{second}", {"f.py": text}, name="x.diff")
    assert [one.state for one in report.parts] == [State.APPLIED, State.FITS], messages(report)
    assert report.parts[1].where == Lines(4, 6)
    judge(report)
    with pytest.raises(AssertionError, match="nothing tells them apart"):
        judge(doctored(report, 1, State.FITS, Lines(6, 8)))


def test_a_diff_for_git_that_would_fit_a_second_time() -> None:
    """After the change the file begins with what the diff takes away, but for a blank."""
    text = "a\xa0b\nc\n\n" + "a b\nc\n\n" * 4
    left = "a b\nc\n\n" * 2 + "a b\nc\nx\n\n" + "a b\nc\n\n" + "y\n"
    whole = f">>> file: f.py | mode=replace\n--- from\n--- to\n{left}<\n"
    report = place(whole, {"f.py": text}, name="x.applydiff")
    assert report.ok, messages(report)
    check_rewriting(report)


def test_lines_that_only_go_stand_nowhere_loosely_whatever_blank_row_is_below_them() -> None:
    patch = "*** Begin Patch\n*** Update File: f.py\n@@\n-a = 1\n-b = 2\n\n"
    report = place(patch, {"f.py": "a\xa0= 1\nb = 2\nc\n"}, name="x.v4a")
    assert report.parts[0].state is State.MISSING, messages(report)
    judge(report)


def test_a_diff_beside_a_stricter_format_is_read_as_a_diff() -> None:
    added = "*** Begin Patch\n*** Add File: g.py\n+x\n*** End Patch\n"
    diff = "diff --git a/f.py b/f.py\n--- a/f.py\n+++ b/f.py\n@@ -1,2 +1,2 @@\n a = 1\n-b = 2\n+b = 3\n"
    report = place(added + diff, {"f.py": "a\xa0= 1\nb = 2\n"}, name="x.zenpatch")
    assert report.ok, messages(report)
    judge(report)

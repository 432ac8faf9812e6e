"""Whether feedback leads to the right patch: a script does exactly what it says, for every case of the table."""

from __future__ import annotations

import pytest

from core.describe.failing_patches import CASES, WRITERS, Failing
from core.describe.follow_feedback import follow, outcome
from patchsight import check
from patchsight.core.describe.feedback import feedback

#: Where the feedback does not say enough yet; the patch that follows it is refused once more.
NOT_YET = {("unified", "no header above the hunk")}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.form}: {case.name}")
def test_what_the_feedback_says_mends_the_patch(case: Failing) -> None:
    became, text = outcome(case)
    if (case.form, case.name) in NOT_YET:
        assert became.startswith("refused"), "it can be taken out of the list"
    else:
        assert became == "right", text


def test_the_table_is_large_enough_to_mean_something() -> None:
    assert len(CASES) >= 40 and {case.form for case in CASES} == {*WRITERS, "wholefile"}
    assert len(NOT_YET) <= 0.05 * len(CASES)


def test_feedback_is_short() -> None:
    sizes = sorted(len(outcome(case)[1]) for case in CASES)
    assert sizes[len(sizes) // 2] <= 4 * 150, "about 150 tokens"


@pytest.mark.parametrize(
    "patch",
    [
        "### a.py\n\n```python\nx = 1\ny = 2\nz = 4\n",
        "### a.py\n\n```python\nx = 1\ny = 2\nz = 4\n```\n\n### a.py\n\n```python\nx = 1\ny = 2\nz = 5\n```\n",
        "### a.py\n\n```python\nw = 9\n```\n",
    ],
    ids=["cut off", "two texts for one file", "most of the file gone"],
)
def test_what_a_whole_file_should_say_is_not_made_up(patch: str) -> None:
    """A patch that could be made to fit is not told how, where that may lose lines."""
    report = check(patch, {"a.py": "x = 1\ny = 2\nz = 3\n"}, name="x.md")
    assert not report.ok
    text = feedback(report)
    assert follow(patch, text, None) == patch and "Action: " in text

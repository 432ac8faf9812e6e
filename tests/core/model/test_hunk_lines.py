"""Reading a hunk at one stroke says the same as reading it row by row."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchsight.core import formats
from patchsight.core.formats.unified.hunks import HunkReader as UnifiedReader
from patchsight.core.formats.v4a.hunks import HunkReader as V4aReader
from patchsight.core.model.hunk_lines import Body, kinds_of, texts_of
from patchsight.core.model.patch import Patch

ROWS = st.sampled_from(
    [
        " context",
        "-removed",
        "+added",
        "",
        " ",
        "--- a/b.py",
        "+++ b/b.py",
        "@@ -1,2 +1,2 @@",
        "@@",
        "-- ",
        "--",
        "---",
        "+++",
        "\\ No newline at end of file",
        "diff --git a/c b/c",
        "*** Update File: c",
        "*** End of File",
        "bare",
        "-- gone",
        "++ new",
        "2.39.5",
    ]
)
HEADS = {
    "unified": ["--- a/a.py", "+++ b/a.py", "@@ -1,3 +1,3 @@"],
    "v4a": ["*** Begin Patch", "*** Update File: a.py", "@@"],
}


def read(text: str) -> Patch:
    return formats.parse(text, "p.diff")


@pytest.mark.parametrize("name", HEADS)
@given(rows=st.lists(ROWS, max_size=12))
def test_the_same_either_way(name: str, rows: list[str]) -> None:
    text = "\n".join([*HEADS[name], *rows])
    fast = read(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(UnifiedReader, "_read_plainly", lambda self: False)
        patch.setattr(V4aReader, "_read_plainly", lambda self, row, last, run: row)
        slow = read(text)
    assert fast.files == slow.files
    assert fast.problems == slow.problems


@pytest.mark.parametrize("name", HEADS)
def test_a_plain_hunk_is_read_at_one_stroke(name: str) -> None:
    lines = read("\n".join([*HEADS[name], " a", "-b", "+c", " d"])).parts[0].lines
    assert isinstance(lines, Body)
    assert (kinds_of(lines), texts_of(lines)) == (" -+ ", ["a", "b", "c", "d"])
    assert lines[1:3] == tuple(lines)[1:3]

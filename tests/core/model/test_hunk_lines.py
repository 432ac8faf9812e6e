"""The lines of a hunk by columns."""

from __future__ import annotations

import pytest

from patchsight.core import formats
from patchsight.core.model.hunk_lines import HunkLines, in_columns
from patchsight.core.model.patch import Kind

HEADS = {
    "unified": ["--- a/a.py", "+++ b/a.py", "@@ -1,4 +1,4 @@"],
    "v4a": ["*** Begin Patch", "*** Update File: a.py", "@@"],
}
BODY = [" a", "-b", "+c", "", " d"]


def read(name: str) -> HunkLines:
    return in_columns(formats.parse("\n".join([*HEADS[name], *BODY])).parts[0].lines)


@pytest.mark.parametrize("name", HEADS)
def test_columns(name: str) -> None:
    lines = read(name)
    assert (lines.kinds, lines.texts) == (" -+  ", ["a", "b", "c", "", "d"])
    assert lines.old == ["a", "b", "", "d"]
    assert lines.new == ["a", "c", "", "d"]
    assert lines.added == ["c"]


@pytest.mark.parametrize("name", HEADS)
def test_lines_as_objects(name: str) -> None:
    lines, text = read(name), "\n".join([*HEADS[name], *BODY])
    assert [line.text for line in lines] == [
        text[line.span.start : line.span.end] for line in lines
    ]
    assert [line.kind for line in lines[1:3]] == [Kind.REMOVED, Kind.ADDED]
    assert lines[-1] == lines[4]
    assert lines.bare == [lines[3]] == [line for line in lines if line.bare] == lines[3:4].bare


@pytest.mark.parametrize("name", HEADS)
def test_columns_of_objects_are_the_same(name: str) -> None:
    lines = read(name)
    again = in_columns(tuple(lines))
    assert again == lines == tuple(lines)
    assert (again.kinds, again.old, again.new, again.added) == (
        lines.kinds,
        lines.old,
        lines.new,
        lines.added,
    )

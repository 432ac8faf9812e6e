"""The lines of a hunk by columns."""

from __future__ import annotations

import pytest

from patchsight.core import formats
from patchsight.core.model.hunk_lines import kinds_of, texts_of, without

HEADS = {
    "unified": ["--- a/a.py", "+++ b/a.py", "@@ -1,3 +1,3 @@"],
    "v4a": ["*** Begin Patch", "*** Update File: a.py", "@@"],
}


@pytest.mark.parametrize("name", HEADS)
def test_columns(name: str) -> None:
    lines = formats.parse("\n".join([*HEADS[name], " a", "-b", "+c", " d"])).parts[0].lines
    kinds, texts = kinds_of(lines), texts_of(lines)
    assert (kinds, texts) == (" -+ ", ["a", "b", "c", "d"])
    assert without("+", kinds, texts) == ["a", "b", "d"]
    assert without("-", kinds, texts) == ["a", "c", "d"]

"""The tables of formats outside of the server are those of its registry."""

from __future__ import annotations

import pytest

from project.tables import ROOT, TABLES


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_up_to_date(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert TABLES[name](text) == text, "run `make docs`"

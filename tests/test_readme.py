"""The README says what the code does."""

from __future__ import annotations

import docs


def test_the_code_table_is_made_from_the_catalogue() -> None:
    _, table, _ = docs.split_readme(docs.README.read_text(encoding="utf-8"))
    assert table.strip() == docs.render_codes(), "run `make docs`"

"""What the tests with real editors share."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.register_assert_rewrite("editors.desk")

from editors.desk import Desk  # noqa: E402


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)

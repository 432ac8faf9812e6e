"""A short run of what `python tests/fuzz/readings.py --cases 100000` runs at length."""

from __future__ import annotations

import random

import pytest

from fuzz.readings import CHECKS


@pytest.mark.parametrize("name", CHECKS)
def test_readings(name: str) -> None:
    outcomes = {CHECKS[name](random.Random(f"suite/{name}/{case}")) for case in range(250)}
    assert "taken" in outcomes

"""A short run of every target, always the same one. `make fuzz` runs them for as long as you like."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fuzz.targets import TARGETS

EXAMPLES = {"sound": 60, "drifted": 60, "broken": 100, "parsers": 60, "disk": 25, "server": 20}


@pytest.mark.parametrize("name", TARGETS)
def test_target(name: str) -> None:
    @settings(
        max_examples=EXAMPLES[name],
        derandomize=True,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.binary(max_size=500))
    def run(data: bytes) -> None:
        TARGETS[name](data)

    run()

"""A short walk through everything an editor can do with a server, always the same one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from fuzz.machine import ServerMachine
from fuzz.servers import Processes, Servers

SHORT = settings(
    max_examples=15,
    stateful_step_count=25,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def servers() -> Iterator[Servers]:
    found = ServerMachine.servers = Processes()
    yield found
    found.close()


def test_any_step_after_any_other(servers: Servers) -> None:
    run_state_machine_as_test(ServerMachine, settings=SHORT)

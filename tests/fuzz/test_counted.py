"""A counted run is always the same one: what it executes depends on the seed and the number alone."""

from __future__ import annotations

import pytest

from fuzz import counted
from fuzz.targets import TARGETS


def test_so_many_are_executed_and_told_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    met = list[bytes]()
    monkeypatch.setitem(TARGETS, "sound", met.append)
    assert counted.run(3, 5, ["sound"], _raise) == 0
    assert met == [counted.data_of("sound", 5, number) for number in range(3)]
    told = capsys.readouterr().out
    assert told.count("\n") == 1 and told.startswith("3 executions (seed 5)")
    assert "findings: none (sound 3)" in told


def test_what_is_found_is_counted_and_the_run_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(data: bytes) -> None:
        raise AssertionError(data)

    found = list[tuple[str, bytes]]()
    monkeypatch.setitem(TARGETS, "broken", stumble)
    status = counted.run(2, 5, ["broken"], lambda name, data, _: found.append((name, data)))
    assert status == 1
    assert found == [("broken", counted.data_of("broken", 5, number)) for number in range(2)]
    assert "findings: broken 2" in capsys.readouterr().out


def _raise(name: str, data: bytes, error: Exception) -> None:
    raise error

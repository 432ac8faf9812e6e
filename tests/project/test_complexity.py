"""What is too complex is found."""

from __future__ import annotations

from project.complexity import LIMIT, too_complex


def test_a_function_above_the_limit_is_named() -> None:
    def function(paths: int) -> str:
        return "def f(x):\n" + "    if x: pass\n" * (paths - 1)

    assert list(too_complex(function(LIMIT))) == []
    assert list(too_complex("\n" + function(LIMIT + 1))) == ["2: f has a complexity of 16"]

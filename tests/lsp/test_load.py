"""A short run of tests/load.py: order and memory, no clock."""

from __future__ import annotations

from project.load import Shape, run


async def test_answers_stay_in_order_and_memory_stays_flat() -> None:
    figures = await run(Shape(seconds=15, opened=20, waits=True))
    assert figures.edits == 1500 and figures.publications >= 200
    assert figures.growth < 0.1 * figures.memory[-1], figures

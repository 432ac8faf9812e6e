"""Values that are worked out once, and keep nobody waiting."""

from __future__ import annotations

import threading

from patchsight.core.text.lazy import cached_property


class Sum:
    def __init__(self, entered: threading.Event | None = None) -> None:
        self.entered, self.key, self.times = entered, threading.Event(), 0

    @cached_property
    def value(self) -> int:
        """What it comes to."""
        self.times += 1
        if self.entered:
            self.entered.set()
            assert self.key.wait(30), "another object had to wait"
        return 3


def test_a_value_is_worked_out_once() -> None:
    one = Sum()
    assert (one.value, one.value, one.times) == (3, 3, 1)
    one.value = 4
    assert one.value == 4 and Sum.value.__doc__ == "What it comes to."


def test_no_object_waits_for_another() -> None:
    slow = Sum(threading.Event())
    thread = threading.Thread(target=lambda: slow.value)
    thread.start()
    assert slow.entered and slow.entered.wait(30)
    assert Sum().value == 3
    slow.key.set()
    thread.join()

"""What placing parts in turn knows of a file from one part to the next."""

from __future__ import annotations

from patchsight.core.model.patch import Part
from patchsight.core.placing.course import Course
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.text.buffer import Span


def test_whether_the_others_are_done_is_asked_of_each_part_once() -> None:
    parts = [Part(Span(0, 0), Span(0, 0), index=number) for number in range(100)]
    course, asked = Course(LineRing("a\n")), list[int]()

    def is_done(part: Part) -> bool:
        asked.append(part.index)
        return part.index != 98

    for _ in parts:
        assert course.undone(parts, is_done, closed=True) == [98]
    assert asked == list(range(100))


def test_two_parts_that_are_not_done_are_enough() -> None:
    parts = [Part(Span(0, 0), Span(0, 0), index=number) for number in range(100)]
    asked = list[int]()

    def is_done(part: Part) -> bool:
        asked.append(part.index)
        return False

    assert Course(LineRing("a\n")).undone(parts, is_done, closed=True) == [0, 1]
    assert asked == [0, 1]

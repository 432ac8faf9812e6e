"""Choosing among equal places: by line number, by hint, by the order of the parts. Never by taking
the first.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from math import inf

from patchsight.core.model.patch import Grade, Kind, Numbers
from patchsight.core.model.report import Lines
from patchsight.core.placing.explain import related_places
from patchsight.core.placing.locate import Place, locate_hint
from patchsight.core.placing.part_state import Job, Section
from patchsight.core.text.buffer import indent_of, is_blank
from patchsight.core.text.phrases import count, line_list, quote_line

_NEAR = 20


class Drift:
    """How far the hunks of a section stand from where their headers say, as the last one showed."""

    def __init__(self, section: Section) -> None:
        self.section = section
        self.lines = 0

    @cached_property
    def _rows(self) -> dict[int, int] | None:
        return self.section.sheet.rows()

    def row(self, line: int) -> int:
        return line if self._rows is None else self._rows[line]

    def choose(self, job: Job, numbers: Numbers, places: Sequence[Place]) -> Place | None:
        """The place the numbers mean: the one exactly there, else the only one near, else the only
        one.
        """
        if len(places) == 1:
            return places[0]
        if numbers.old_start == 0 or places[0].grade is not Grade.EXACT:
            return None
        stated, reach = numbers.old_start - 1, max(_NEAR, 2 * len(job.old))
        expected = self._between(places, stated + self.lines, stated + self.lines)
        if expected and self.lines and self._between(places, stated, stated):
            return None
        near = expected or self._between(
            places, stated + self.lines - reach, stated + self.lines + reach
        )
        return near[0] if len(near) == 1 else None

    def _between(self, places: Sequence[Place], first: int, last: int) -> Sequence[Place]:
        """Of places in file order those that start in these rows."""
        return _slice(places, lambda place: self.row(place.start), first, last)

    def led(self, numbers: Numbers, places: Sequence[Place]) -> list[Place]:
        """The places where the header says, or where it would say if it knew of the drift."""
        rows = {numbers.old_start - 1, numbers.old_start - 1 + self.lines}
        return [place for row in sorted(rows) for place in self._between(places, row, row)]

    def pass_over(self, job: Job, numbers: Numbers) -> None:
        """Count a hunk that is applied already: the text below it stands further down by the lines
        it added.
        """
        # a hunk without old lines names the line above it
        stated = numbers.old_start - bool(job.old)
        drifts = {self.row(place.start) - stated for place in job.standing}
        drift = self.lines if self.lines in drifts else min(drifts) if len(drifts) == 1 else None
        if drift is not None:
            self.lines = drift + len(job.new) - len(job.old)

    def note(self, job: Job, numbers: Numbers, place: Place) -> None:
        """Remember the drift a placed hunk shows, and tell when it changes."""
        drift = self.row(place.start) - (numbers.old_start - 1)
        if drift != self.lines and numbers.old_start:
            self.section.report(
                "line_drift",
                numbers.span,
                f"Found at line {self.row(place.start) + 1} of {self.section.path}, "
                f"{count(abs(drift), 'line')} {'below' if drift > 0 else 'above'} where the header says.",
                job,
                drift=drift,
            )
        self.lines = drift if numbers.old_start else self.lines


def follow_hints(section: Section, job: Job) -> int | None:
    """The one line the hints lead to; None if one of them is missing (a warning) or stands in
    several places.
    """
    scope: int | None = None
    for hint in job.part.hints:
        found = locate_hint(section.sheet, hint.text, section.policy.grades)
        if scope is not None:
            found = _inside(section, scope, found)[:1]
        if not found:
            message = f"No line of {section.path} is or starts with {quote_line(hint.text)}; the block is placed without this hint."
            section.report("hint_not_found", hint.span, message, job)
            return None
        if len(found) > 1:
            job.vague_hint = (hint, found)
            return None
        scope = found[0]
    return scope


def report_vague_hint(section: Section, job: Job) -> None:
    """Say that a hint which had to tell places apart stands in several places itself."""
    if job.vague_hint is None:
        return
    hint, found = job.vague_hint
    places = [Lines(line, line + 1) for line in map(section.sheet.shown, found)]
    section.report(
        "ambiguous_anchor",
        hint.span,
        f"The hint {quote_line(hint.text)} stands in {len(found)} places in {section.path}: "
        f"{line_list([place.start for place in places], len(found))}. Choose a line that stands there once.",
        job,
        related=related_places(
            section.path,
            places[: section.options.max_candidates],
            section.sheet,
            "the hint could be here",
        ),
    )


def _inside(section: Section, scope: int, lines: list[int]) -> list[int]:
    """The lines that stand in the block a stacked hint opens: below it, deeper than it, with
    nothing shallower between.
    """
    sheet = section.sheet
    depth = len(indent_of(sheet.lines[scope]))
    after = [line for line in lines if sheet.rank(line) > sheet.rank(scope)]
    if not after or len(indent_of(sheet.lines[after[0]])) <= depth:
        return after
    return after if sheet.rank(after[0]) < sheet.rank(_closing(section, scope)) else []


def _closing(section: Section, scope: int) -> int:
    """The line that closes the block which a line opens: the first below it that is not deeper,
    brackets aside.
    """
    if scope in section.closings:
        return section.closings[scope]
    sheet, line = section.sheet, section.sheet.next[scope]
    depth, steps = len(indent_of(sheet.lines[scope])), 0
    while line != sheet.head:
        text = sheet.lines[line]
        if (
            not is_blank(text)
            and len(indent_of(text)) <= depth
            and text.strip()[:1] not in ("}", ")", "]", "{")
        ):
            break
        line, steps = sheet.next[line], steps + 1
    sheet.means.search.pay(steps / 2)
    section.closings[scope] = line
    return line


def within(section: Section, scope: int, places: Sequence[Place]) -> list[Place]:
    """Of places in file order those in the block that a line opens, or that start with that line."""
    rank = section.sheet.rank
    return list(
        _slice(
            places, lambda place: rank(place.start), rank(scope), rank(_closing(section, scope)) - 1
        )
    )


def after_hint(section: Section, job: Job, scope: int) -> Place | None:
    """The first place after the hint line, or at it when the block starts with that very line."""
    rank = section.sheet.rank
    following = _slice(
        job.places, lambda place: rank(place.start), rank(scope), rank(section.sheet.head)
    )
    if len(following) > 1:
        section.candidates(job, following)
        section.report(
            "first_after_hint",
            job.part.hints[-1].span,
            f"After this hint the text stands in {len(following)} places in {section.path}; the first is taken, "
            f"line {section.lines(following[0].ids).start + 1}. Add context lines to be certain.",
            job,
        )
    return following[0] if following else None


def by_order(section: Section, jobs: Sequence[Job]) -> None:
    """Settle parts with several places where only one of them keeps all parts in file order."""
    placed = [job for job in jobs if job.places]
    if all(job.place for job in placed):
        return
    options = [_Options(section, job) for job in placed]
    for job, option, keep in zip(placed, options, _feasible(options), strict=True):
        if job.place is None and len(keep) == 1:
            job.place = option.places[keep[0]]
            section.candidates(job, job.places)
            section.report(
                "placed_by_order",
                job.part.header,
                f"This text stands in {len(job.places)} places in {section.path}; "
                f"only line {section.lines(job.place.ids).start + 1} keeps the hunks in file order.",
                job,
            )


class _Options:
    """Where a part may be put, in file order; it grows alike in every respect, so one that fits is
    found by halving.
    """

    def __init__(self, section: Section, job: Job) -> None:
        self.places = [job.place] if job.place else job.places
        self._rank = section.sheet.rank
        changed = [at for at, line in enumerate(job.old_lines) if line.kind is Kind.REMOVED]
        before = next(
            (at for at, line in enumerate(job.lines) if line.kind is Kind.ADDED), len(job.lines)
        )
        self._first, self._last = (changed[0], changed[-1]) if changed else (before, before - 1)

    def start(self, place: Place) -> int:
        return self._rank(place.start)

    def begin(self, place: Place) -> int:
        """The rank from which on lines change there."""
        return (
            self._rank(place.ids[self._first])
            if self._first < len(place.ids)
            else self._rank(place.ids[-1]) + 1
        )

    def end(self, place: Place) -> int:
        """The rank up to which lines change there."""
        return (
            self._rank(place.ids[self._last]) + 1
            if self._last >= self._first
            else self.begin(place)
        )

    def earliest(self, start: float, end: float) -> int:
        """The first place behind a part that starts and ends there."""
        return max(
            bisect_right(self.places, start, key=self.start),
            bisect_left(self.places, end, key=self.begin),
        )

    def latest(self, start: float, begin: float) -> int:
        """One more than the last place in front of a part that starts and begins to change lines
        there.
        """
        return min(
            bisect_left(self.places, start, key=self.start),
            bisect_right(self.places, begin, key=self.end),
        )


def _feasible(parts: Sequence[_Options]) -> list[range]:
    """For each part the options that take part in some placement of all parts in order."""
    firsts = []
    start = end = -inf
    for part in parts:
        firsts.append(part.earliest(start, end))
        if firsts[-1] == len(part.places):
            return [range(0)] * len(parts)
        best = part.places[firsts[-1]]
        start, end = part.start(best), part.end(best)
    stops: list[int] = []
    start = begin = inf
    for part in reversed(parts):
        stops.append(part.latest(start, begin))
        best = part.places[stops[-1] - 1]
        start, begin = part.start(best), part.begin(best)
    return [range(first, stop) for first, stop in zip(firsts, reversed(stops), strict=True)]


def _slice(
    places: Sequence[Place], key: Callable[[Place], int], first: int, last: int
) -> Sequence[Place]:
    """Of places in file order those whose key lies between two, both included."""
    return places[bisect_left(places, first, key=key) : bisect_right(places, last, key=key)]

"""Choosing among equal places: by line number, by hint, by the order of the parts. Never by taking the first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from patchsight.core.explain import line_list, quote, related_places
from patchsight.core.jobs import Job, Section
from patchsight.core.match import Place, locate_hint
from patchsight.core.model import Grade, Kind, Numbers
from patchsight.core.result import Lines
from patchsight.core.text import indent_of, is_blank

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
        """The place the numbers mean: the one exactly there, else the only one near, else the only one."""
        if len(places) == 1:
            return places[0]
        if numbers.old_start == 0 or places[0].grade is not Grade.EXACT:
            return None
        stated = numbers.old_start - 1
        at = {self.row(place.start): place for place in places}
        if self.lines and stated in at and stated + self.lines in at:
            return None
        if stated + self.lines in at:
            return at[stated + self.lines]
        reach = max(_NEAR, 2 * len(job.old))
        near = [place for row, place in at.items() if abs(row - stated - self.lines) <= reach]
        return near[0] if len(near) == 1 else None

    def leads(self, numbers: Numbers, place: Place) -> bool:
        """Whether a place is where the header says, or where it would say if it knew of the drift."""
        return self.row(place.start) - (numbers.old_start - 1) in (0, self.lines)

    def pass_over(self, job: Job, numbers: Numbers) -> None:
        """Count a hunk that is applied already: the text below it stands further down by the lines it added."""
        stated = numbers.old_start - bool(job.old)  # a hunk without old lines names the line above it
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
                f"{abs(drift)} line{'s' * (abs(drift) != 1)} {'below' if drift > 0 else 'above'} where the header says.",
                job,
                drift=drift,
            )
        self.lines = drift if numbers.old_start else self.lines


def follow_hints(section: Section, job: Job) -> int | None:
    """The one line the hints lead to; None if one of them is missing (a warning) or stands in several places."""
    scope: int | None = None
    for hint in job.part.hints:
        found = locate_hint(section.sheet, hint.text, section.policy.grades)
        if scope is not None:
            found = _inside(section, scope, found)[:1]
        if not found:
            message = f"No line of {section.path} is or starts with {quote(hint.text)}; the block is placed without this hint."
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
        f"The hint {quote(hint.text)} stands in {len(found)} places in {section.path}: "
        f"{line_list([place.start for place in places], len(found))}. Choose a line that stands there once.",
        job,
        related=related_places(
            section.path, places[: section.options.max_candidates], section.sheet, "the hint could be here"
        ),
    )


def _inside(section: Section, scope: int, lines: list[int]) -> list[int]:
    """The lines that stand in the block a stacked hint opens: below it, deeper than it, with nothing shallower between."""
    sheet = section.sheet
    depth = len(indent_of(sheet.lines[scope]))
    after = [line for line in lines if sheet.rank(line) > sheet.rank(scope)]
    if not after or len(indent_of(sheet.lines[after[0]])) <= depth:
        return after
    return after if sheet.rank(after[0]) < sheet.rank(_closing(section, scope)) else []


def _closing(section: Section, scope: int) -> int:
    """The line that closes the block which a line opens: the first below it that is not deeper, brackets aside."""
    if scope in section.closings:
        return section.closings[scope]
    sheet, line = section.sheet, section.sheet.next[scope]
    depth, steps = len(indent_of(sheet.lines[scope])), 0
    while line != sheet.head:
        text = sheet.lines[line]
        if not is_blank(text) and len(indent_of(text)) <= depth and text.strip()[:1] not in ("}", ")", "]", "{"):
            break
        line, steps = sheet.next[line], steps + 1
    sheet.means.search.pay(steps / 2)
    section.closings[scope] = line
    return line


def is_within(section: Section, scope: int, place: Place) -> bool:
    """Whether a place is in the block that a line opens, or starts with that line."""
    rank = section.sheet.rank
    return rank(scope) <= rank(place.start) < rank(_closing(section, scope))


def after_hint(section: Section, job: Job, scope: int) -> Place | None:
    """The first place after the hint line, or at it when the block starts with that very line."""
    rank = section.sheet.rank
    following = [place for place in job.places if rank(place.start) >= rank(scope)]
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
    choices = [[job.place] if job.place else job.places for job in placed]
    spans = [[_core(section, job, place) for place in options] for job, options in zip(placed, choices, strict=True)]
    feasible = _feasible(spans)
    for job, options, keep in zip(placed, choices, feasible, strict=True):
        if job.place is None and len(keep) == 1:
            job.place = options[keep[0]]
            section.candidates(job, job.places)
            section.report(
                "placed_by_order",
                job.part.header,
                f"This text stands in {len(job.places)} places in {section.path}; "
                f"only line {section.lines(job.place.ids).start + 1} keeps the hunks in file order.",
                job,
            )


def _core(section: Section, job: Job, place: Place) -> tuple[int, int, int]:
    """Where a placement starts, and between which ranks it changes lines (end excluded)."""
    rank = section.sheet.rank
    old_lines = job.old_lines
    changed = [i for i, line in enumerate(old_lines) if line.kind is Kind.REMOVED]
    if changed:
        return rank(place.start), rank(place.ids[changed[0]]), rank(place.ids[changed[-1]]) + 1
    before = 0
    for line in job.lines:
        if line.kind is Kind.ADDED:
            break
        before += 1
    point = rank(place.ids[before]) if before < len(place.ids) else rank(place.ids[-1]) + 1
    return rank(place.start), point, point


def _feasible(spans: list[list[tuple[int, int, int]]]) -> list[list[int]]:
    """For each part the options that take part in some placement of all parts in order."""
    earliest: list[tuple[int, int]] = [(-1, -1)]
    for options in spans:
        start, end = earliest[-1]
        fitting = [option for option in options if option[0] > start and option[1] >= end]
        if not fitting:
            return [[] for _ in spans]
        best = min(fitting)
        earliest.append((best[0], best[2]))
    beyond = 1 + max(option[2] for options in spans for option in options)
    latest: list[tuple[int, int]] = [(beyond, beyond)]
    for options in reversed(spans):
        start, begin = latest[-1]
        best = max(option for option in options if option[0] < start and option[2] <= begin)
        latest.append((best[0], best[1]))
    latest.reverse()
    return [
        [
            i
            for i, option in enumerate(options)
            if option[0] > earliest[at][0]
            and option[1] >= earliest[at][1]
            and option[0] < latest[at + 1][0]
            and option[2] <= latest[at + 1][1]
        ]
        for at, options in enumerate(spans)
    ]

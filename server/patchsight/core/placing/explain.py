"""Plain words for what went wrong: where the text almost stands, where it stands too often."""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.formats.spec import Policy
from patchsight.core.model.patch import Grade, Part, PatchLine
from patchsight.core.model.problems import Problem, Related, problem
from patchsight.core.model.report import Lines, Nearest, Resolution
from patchsight.core.placing.budget import ExhaustedError
from patchsight.core.placing.grades import WORDS
from patchsight.core.placing.line_ring import Sheet
from patchsight.core.placing.similar import A_FEW, covered, first_difference, windows
from patchsight.core.text.buffer import Span, is_blank
from patchsight.core.text.phrases import line_list, percent, quote_line

_WORTH_NAMING = 0.5


def related_places(path: str, places: Sequence[Lines], sheet: Sheet, what: str) -> list[Related]:
    """Every candidate as related information: file, line, text."""
    texts = [sheet.lines[place.start] if place.start < sheet.size else "" for place in places]
    return [
        Related(f"{what}: {quote_line(text)}", path, place.start, place.end)
        for place, text in zip(places, texts, strict=True)
    ]


def nearest(sheet: Sheet, block: Sequence[str], grade: Grade) -> Nearest | None:
    """The place most like a block, if any comes close enough to be worth a word; ExhaustedError if
    that costs too much.
    """
    budget = sheet.means.words
    order = sheet.order
    best = next(iter(windows(sheet, order, block, budget, _WORTH_NAMING, A_FEW)), None)
    if best is None or best.score < _WORTH_NAMING:
        return None
    first, last = covered(
        block, [sheet.lines[line] for line in order[best.start : best.end]], budget
    )
    start, end = best.start + first, best.start + last
    ids = order[start:end]
    difference = first_difference(block, [sheet.lines[line] for line in ids], start, grade, budget)
    if difference and not sheet.pristine:
        difference = difference._replace(
            line=sheet.shown(order[min(difference.line, len(order) - 1)])
        )
    top = sheet.shown(ids[0])
    return Nearest(Lines(top, max(top + 1, sheet.shown(ids[-1]) + 1)), best.score, difference)


def missing(
    code: str,
    resolution: Resolution,
    sheet: Sheet,
    lines: Sequence[PatchLine],
    grade: Grade,
    fallback: Span,
    what: str = "text",
) -> Problem:
    """The problem of a block that is not there: the nearest place and the first line that differs."""
    path, part = resolution.path, resolution.part.index
    first = next((line.span for line in lines if not is_blank(line.text)), fallback)
    try:
        resolution.nearest = near = nearest(sheet, [line.text for line in lines], grade)
    except ExhaustedError:
        message = f"This {what} is not in {path}. The nearest place was not looked for, since that would take too long."
        return problem(code, first, message, part=part)
    if near is None:
        message = f"{path} has no {what} like this." if sheet.size else f"{path} is empty."
        return problem(code, first, message, part=part)
    related = [
        Related(
            f"nearest place, {percent(near.score)} alike", path, near.lines.start, near.lines.end
        )
    ]
    message = f"This {what} is not in {path}. The nearest place is line {near.lines.start + 1} ({percent(near.score)} alike)"
    if near.difference is None:
        return problem(code, fallback, message + ".", part=part, related=related)
    expected, found = quote_line(near.difference.expected), near.difference.found
    there = (
        f"line {near.difference.line + 1} is {quote_line(found)}"
        if found is not None
        else "there is no such line"
    )
    message += f": the patch expects {expected}, but {there}."
    related.insert(
        0, Related("the line that differs", path, near.difference.line, near.difference.line + 1)
    )
    return problem(
        code,
        lines[near.difference.at].span,
        message,
        part=part,
        related=related,
        expected=near.difference.expected,
        found=found,
    )


def ambiguous(
    code: str, span: Span, resolution: Resolution, sheet: Sheet, advice: str, what: str = "text"
) -> Problem:
    """The problem of a block that stands in several places, naming every one."""
    places, total = resolution.candidates, resolution.total_candidates
    message = f"This {what} stands in {total} places in {resolution.path}: {line_list([p.start for p in places], total)}. {advice}"
    return problem(
        code,
        span,
        message,
        part=resolution.part.index,
        related=related_places(resolution.path, places, sheet, "it could be here"),
    )


def locus(part: Part, policy: Policy) -> Span:
    """Where a message about what a part looks for sits: the hunk's header, or the first line
    looked for.
    """
    if policy.points_at_lines:
        old = next(
            (line for line in part.lines if line.kind != "+" and not is_blank(line.text)), None
        )
        return old.span if old else part.header
    return part.header


def in_words(grade: Grade, score: float) -> str:
    """`matches after ignoring indentation`, `is 93% alike`."""
    return f"is {percent(score)} alike" if grade is Grade.FUZZY else f"matches {WORDS[grade]}"

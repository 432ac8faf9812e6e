"""Feedback for the model that wrote a patch: what failed, by which rule, what the file really
says, one way to recover.

Made to be pasted back: plain text, the most useful part first, bounded in size. What does not fit
is the least useful: lines further away from the place, then further problems, of which a line each
is kept.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from patchsight.core.describe.quotation import quote_lines
from patchsight.core.describe.summary import before_and_now
from patchsight.core.formats.spec import Words, default_words
from patchsight.core.model.problems import Problem, Severity
from patchsight.core.model.report import Lines, Report, Resolution, State
from patchsight.core.text.buffer import Buffer, split_lines
from patchsight.core.text.invisible import visible
from patchsight.core.text.phrases import count, percent, shorten

MOST_FOR_ONE = 1500
MOST_FOR_ALL = 8000
_LEAST_FOR_ONE = 600
_LONGEST_MESSAGE = 400
_LONGEST_PATH = 200
_ROOM_FOR_PATCH = 300
_AROUND = 3  #: lines of the file around a place, where there is room
_MOST_PLACES = 4
_ABOUT_THE_FILE = frozenset({"file_exists", "empty_from"})
_SHOWN = " The nearest place is shown below."


def feedback(
    report: Report,
    parts: Collection[int] | None = None,
    *,
    applied: bool = False,
    context: str = "",
) -> str:
    """All that the model should know about a patch, or about some parts of it, errors first.

    `applied` says that the patch has been applied; `context` is the session's block, if there is
    one to tell.
    """
    worst = [problem for problem in report.problems if problem.severity <= Severity.WARNING]
    if parts is not None:
        worst = [
            problem
            for problem in worst
            if any(resolution.part.index in parts for resolution in _parts_of(report, problem))
        ]
    worst.sort(key=lambda problem: problem.severity)
    errors = sum(problem.count for problem in worst if problem.severity is Severity.ERROR)
    head = f"{count(errors, 'problem')}; nothing was applied."
    if not errors:
        head = _success(report, applied, bool(context)) if parts is None else "OK: this part fits."
    room = MOST_FOR_ALL - len(head) - len(context) - 2
    return "\n".join(filter(None, [head, *_explain_all(report, worst, room), context]))


def explain(report: Report, problem: Problem, most: int = MOST_FOR_ONE) -> str:
    """One problem, complete in itself."""
    resolution = next(iter(_parts_of(report, problem)), None)
    words = _words(report, problem)
    buffer, row, name = _text_of(report, problem)
    place = f"line {row + 1} of {name}" + (
        f", for {_cut(resolution.path, _LONGEST_PATH)}" if resolution and resolution.path else ""
    )
    action = words.action + (
        _SHOWN if words.shows_nearest and resolution and resolution.nearest else ""
    )
    head = "\n".join(
        [
            f"{words.status} [{problem.code}] {place}",
            _cut(problem.message, _LONGEST_MESSAGE),
            f"Rule: {words.rule}",
            f"Action: {action}",
        ]
    )
    room = most - len(head)
    quoted = _quote_patch(buffer, resolution, row, min(_ROOM_FOR_PATCH, room // 3))
    said = f"{name[0].upper()}{name[1:]} says:\n{quoted}"
    theirs = (
        _quote_file(report, resolution, problem.code, room - len(said) - 2) if resolution else []
    )
    return "\n".join([head, said, *theirs])[:most]


def _parts_of(report: Report, problem: Problem) -> list[Resolution]:
    """The part a problem is about; if it is about a whole file section, all its parts."""
    if problem.part is not None:
        resolution = report.part(problem.part)
        return [resolution] if resolution else []
    at = problem.span.start
    return [resolution for resolution in report.parts if resolution.change.span.touches(at)]


def _cut(text: str, most: int) -> str:
    return shorten(visible(text), most)


# ---- the whole


def _explain_all(report: Report, problems: Sequence[Problem], room: int) -> list[str]:
    """Problems while there is room; then a line for each, then the number of the rest."""
    each = min(MOST_FOR_ONE, max(_LEAST_FOR_ONE, room // max(1, len(problems)) - 1))
    shown: list[str] = []
    for at, problem in enumerate(problems):
        rest = (
            _name(report, problem)
            if room < each + _LEAST_FOR_ONE
            else explain(report, problem, each)
        )
        more = f"… and {count(len(problems) - at, 'more problem')}."
        if len(rest) + 1 + len(more) + 1 > room:
            return [*shown, more]
        shown.append(rest)
        room -= len(rest) + 1
    return shown


def _name(report: Report, problem: Problem) -> str:
    _, row, name = _text_of(report, problem)
    return f"{_words(report, problem).status} [{problem.code}] line {row + 1} of {name}"


def _text_of(report: Report, problem: Problem) -> tuple[Buffer, int, str]:
    """The text that is at fault, the row, and what the text is: the patch, unless it was taken out
    of another text and the problem lies there.
    """
    buffer, at = report.patch.buffer, problem.span.start
    if buffer.stands(at):
        return buffer, buffer.row(at), "the patch"
    return buffer.outer, buffer.shown_row(at), "the text around the patch"


def _words(report: Report, problem: Problem) -> Words:
    spec = report.patch.format
    return spec.words(problem) if spec else default_words(problem)


def _success(report: Report, applied: bool, tells_health: bool) -> str:
    files, mixed = len(report.plan), before_and_now(report, applied=applied)
    done = applied or (
        not files and any(resolution.state is State.APPLIED for resolution in report.parts)
    )
    if done and report.patch.format and report.patch.format.applied:
        return report.patch.format.applied(tells_health) + (f"\n{mixed}." if mixed else "")
    if applied and files:
        return f"OK: {mixed or 'applied'}; {count(files, 'file')} changed."
    if files:
        return f"OK: {mixed or 'every part fits'}; {count(files, 'file')} would change."
    return "OK: nothing left to change."


# ---- what stands where


def _quote_patch(buffer: Buffer, resolution: Resolution | None, row: int, room: int) -> str:
    """The row that is at fault, and what stands around it in its part."""
    within = Lines(row, row + 1)
    if resolution:
        first, last = buffer.row(resolution.part.span.start), buffer.row(resolution.part.span.end)
        within = Lines(min(first, row), max(last, row) + 1)
    return quote_lines(buffer.lines, within, Lines(row, row + 1), room)


def _quote_file(report: Report, resolution: Resolution, code: str, room: int) -> list[str]:
    """What the file says at the candidates, the nearest place, where the part lands, or its top."""
    if resolution.path not in report.texts:
        return []
    lines = split_lines(report.texts[resolution.path])
    name = _cut(resolution.path, _LONGEST_PATH)
    if not lines:
        return [f"{name} is empty."]
    if resolution.candidates:
        return _quote_candidates(resolution, lines, name, room)
    if resolution.nearest:
        label = f"{name} says there ({percent(resolution.nearest.score)} alike)"
        place = resolution.nearest.lines
        at = resolution.nearest.difference.line if resolution.nearest.difference else place.start
    elif resolution.where:
        label, place, at = f"{name} says there", resolution.where, resolution.where.start
    elif resolution.state is State.MISSING or code in _ABOUT_THE_FILE:
        label, place = f"{name} says", Lines(0, len(lines))
        at = resolution.part.numbers.old_start - 1 if resolution.part.numbers else 0
    else:
        return []
    within = Lines(max(0, place.start - _AROUND), min(len(lines), place.end + _AROUND))
    return [f"{label}:\n{quote_lines(lines, within, Lines(at, at + 1), room - len(label) - 2)}"]


def _quote_candidates(
    resolution: Resolution, lines: Sequence[str], name: str, room: int
) -> list[str]:
    """Each place with what stands around it, up to the next one."""
    places = resolution.candidates[:_MOST_PLACES]
    more = resolution.total_candidates - len(places)
    rest = [f"… and in {count(more, 'more place')}."] * (more > 0)
    each = (room - sum(map(len, rest)) - 1) // len(places)
    shown = []
    for before, place, after in zip(
        [Lines(0, 0), *places],
        places,
        [*resolution.candidates[1:], Lines(len(lines), 0)],
        strict=False,
    ):
        label = f"{name} says at line {place.start + 1}:\n"
        start = max(place.start - _AROUND, min(before.end, place.start))
        end = min(place.end + _AROUND, max(after.start, place.end))
        shown.append(
            label
            + quote_lines(lines, Lines(start, min(end, len(lines))), place, each - len(label) - 1)
        )
    return [*shown, *rest]

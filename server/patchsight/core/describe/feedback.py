"""Feedback for the model that wrote a patch: what failed, by which rule, what the file really
says, one way to recover.

Made to be pasted back: plain text, the most useful part first, bounded in size. What does not fit
is the least useful: lines further away from the place, then further problems, of which a line each
is kept.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from patchsight.core.describe.quotation import quote_lines, visible
from patchsight.core.formats.spec import Words, default_words
from patchsight.core.model.problems import Problem, Severity
from patchsight.core.model.report import Lines, Report, Resolution, State
from patchsight.core.text.buffer import split_lines
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
    worst = [found for found in report.problems if found.severity <= Severity.WARNING]
    if parts is not None:
        worst = [
            found
            for found in worst
            if any(one.part.index in parts for one in _parts_of(report, found))
        ]
    worst.sort(key=lambda found: found.severity)
    errors = sum(found.count for found in worst if found.severity is Severity.ERROR)
    head = f"{count(errors, 'problem')}; nothing was applied."
    if not errors:
        head = _success(report, applied, bool(context)) if parts is None else "OK: this part fits."
    room = MOST_FOR_ALL - len(head) - len(context) - 2
    return "\n".join(filter(None, [head, *_explain_all(report, worst, room), context]))


def explain(report: Report, problem: Problem, most: int = MOST_FOR_ONE) -> str:
    """One problem, complete in itself."""
    found = next(iter(_parts_of(report, problem)), None)
    words = _words(report, problem)
    row = report.patch.buffer.row(problem.span.start)
    place = f"line {row + 1} of the patch" + (
        f", for {_cut(found.path, _LONGEST_PATH)}" if found and found.path else ""
    )
    action = words.action + (_SHOWN if words.shows_nearest and found and found.nearest else "")
    title, message = (
        f"{words.status} [{problem.code}] {place}",
        _cut(problem.message, _LONGEST_MESSAGE),
    )
    head = f"{title}\n{message}\nRule: {words.rule}\nAction: {action}"
    room = most - len(head)
    said = f"The patch says:\n{_quote_patch(report, found, row, min(_ROOM_FOR_PATCH, room // 3))}"
    there = _quote_file(report, found, problem.code, room - len(said) - 2) if found else []
    return "\n".join([head, said, *there])[:most]


def _parts_of(report: Report, problem: Problem) -> list[Resolution]:
    """The part a problem is about; if it is about a whole file section, all its parts."""
    if problem.part is not None:
        resolution = report.part(problem.part)
        return [resolution] if resolution else []
    at = problem.span.start
    return [found for found in report.resolutions if found.change.span.touches(at)]


def _cut(text: str, most: int) -> str:
    return shorten(visible(text), most)


# ---- the whole


def _explain_all(report: Report, problems: Sequence[Problem], room: int) -> list[str]:
    """Problems one after the other while there is room; of those that follow one line each, then
    their number.
    """
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
    row = report.patch.buffer.row(problem.span.start)
    return f"{_words(report, problem).status} [{problem.code}] line {row + 1} of the patch"


def _words(report: Report, problem: Problem) -> Words:
    spec = report.patch.format
    return spec.words(problem) if spec else default_words(problem)


def _success(report: Report, applied: bool, tells_health: bool) -> str:
    files = len(report.plan)
    done = applied or (
        not files and any(found.state is State.APPLIED for found in report.resolutions)
    )
    if done and report.patch.format and report.patch.format.applied:
        return report.patch.format.applied(tells_health)
    if applied and files:
        return f"OK: applied; {count(files, 'file')} changed."
    return (
        f"OK: every part fits; {count(files, 'file')} would change."
        if files
        else "OK: nothing left to change."
    )


# ---- what stands where


def _quote_patch(report: Report, found: Resolution | None, row: int, room: int) -> str:
    """The row that is at fault, and what stands around it in its part."""
    buffer = report.patch.buffer
    within = Lines(row, row + 1)
    if found:
        first, last = buffer.row(found.part.span.start), buffer.row(found.part.span.end)
        within = Lines(min(first, row), max(last, row) + 1)
    return quote_lines(buffer.lines, within, Lines(row, row + 1), room)


def _quote_file(report: Report, found: Resolution, code: str, room: int) -> list[str]:
    """What the file really says: at every candidate, at the nearest place, where the part lands,
    or from its top.
    """
    if found.path not in report.texts:
        return []
    lines = split_lines(report.texts[found.path])
    name = _cut(found.path, _LONGEST_PATH)
    if not lines:
        return [f"{name} is empty."]
    if found.candidates:
        return _quote_candidates(found, lines, name, room)
    if found.nearest:
        label, place = (
            f"{name} says there ({percent(found.nearest.score)} alike)",
            found.nearest.lines,
        )
        at = found.nearest.difference.line if found.nearest.difference else place.start
    elif found.where:
        label, place, at = f"{name} says there", found.where, found.where.start
    elif found.state is State.MISSING or code in _ABOUT_THE_FILE:
        label, place = f"{name} says", Lines(0, len(lines))
        at = found.part.numbers.old_start - 1 if found.part.numbers else 0
    else:
        return []
    within = Lines(max(0, place.start - _AROUND), min(len(lines), place.end + _AROUND))
    return [f"{label}:\n{quote_lines(lines, within, Lines(at, at + 1), room - len(label) - 2)}"]


def _quote_candidates(found: Resolution, lines: Sequence[str], name: str, room: int) -> list[str]:
    """Each place with what stands around it, up to the next one."""
    places = found.candidates[:_MOST_PLACES]
    more = found.total_candidates - len(places)
    rest = [f"… and in {count(more, 'more place')}."] * (more > 0)
    each = (room - sum(map(len, rest)) - 1) // len(places)
    shown = []
    for before, place, after in zip(
        [Lines(0, 0), *places], places, [*found.candidates[1:], Lines(len(lines), 0)], strict=False
    ):
        label = f"{name} says at line {place.start + 1}:\n"
        start, end = (
            max(place.start - _AROUND, min(before.end, place.start)),
            min(place.end + _AROUND, max(after.start, place.end)),
        )
        shown.append(
            label
            + quote_lines(lines, Lines(start, min(end, len(lines))), place, each - len(label) - 1)
        )
    return [*shown, *rest]

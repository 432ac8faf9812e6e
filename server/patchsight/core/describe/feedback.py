"""Feedback for the model that wrote a patch: what failed, by which rule, and what to send instead.

Made to be pasted back: plain text, the most useful part first, bounded in size. Where it can be
told what was meant, the rows to send are quoted, ready to use and proved (`corrections`); else what
the file really says. Problems with one cause are told once; what does not fit is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from patchsight.core.describe.corrections import (
    Correction,
    corrections,
    is_call,
    tell,
    trial_of,
)
from patchsight.core.describe.quotation import quote_lines
from patchsight.core.describe.summary import before_and_now
from patchsight.core.fixes.trial import Trial
from patchsight.core.formats.spec import Words, default_words
from patchsight.core.model.problems import Problem, Severity
from patchsight.core.model.report import Lines, Report, Resolution, State
from patchsight.core.text.buffer import Buffer, split_lines
from patchsight.core.text.invisible import visible
from patchsight.core.text.phrases import count, line_list, percent, shorten

MOST_FOR_ONE = 1500
MOST_FOR_ALL = 8000
_ROOM_FOR_EACH = 700  #: what a problem gets where there are many
_LONGEST_MESSAGE = 400
_LONGEST_PATH = 200
_ROOM_FOR_PATCH = 300
_AROUND = 3  #: lines of the file around a place, where there is room
_MOST_PLACES = 4
_MOST_CORRECTED = 8  #: problems that corrections are looked for; each is tried out
_ABOUT_THE_FILE = frozenset({"file_exists", "empty_from"})
_SHOWN = " The nearest place is shown below."


class _Cause(NamedTuple):
    """A problem, the ways to mend it, and other problems that are gone then."""

    problem: Problem
    ways: Sequence[Correction] = ()
    gone: Sequence[Problem] = ()


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
    causes = _find_causes(report, worst)
    errors = [cause for cause in causes if cause.problem.severity is Severity.ERROR]
    number = sum(cause.problem.count for cause in errors)
    head = f"{count(number, 'problem')}; nothing was applied."
    if not errors:
        head = _success(report, applied, bool(context)) if parts is None else "OK: this part fits."
    room = MOST_FOR_ALL - len(head) - len(context) - 2
    return "\n".join([head, *_tell_all(report, causes, room), *[context][: bool(context)]])


def explain(report: Report, problem: Problem, most: int = MOST_FOR_ONE) -> str:
    """One problem, complete in itself."""
    is_error = problem.severity is Severity.ERROR
    ways = corrections(trial_of(report), problem) if is_error else []
    return "\n".join(_tell_cause(report, _Cause(problem, ways), most, _Shown()))


# ---- what has one cause


def _find_causes(report: Report, problems: Sequence[Problem]) -> list[_Cause]:
    """Problems, without those that are gone once another one is mended as it is told."""
    causes: list[_Cause] = []
    gone: set[int] = set()
    trial = trial_of(report)
    found: dict[int, list[Correction]] = {}

    def mend(problem: Problem) -> list[Correction]:
        if id(problem) not in found:
            found[id(problem)] = corrections(trial, problem)
        return found[id(problem)]

    for problem in problems:
        if id(problem) in gone:
            continue
        mends = problem.severity is Severity.ERROR and len(causes) < _MOST_CORRECTED
        ways = (mend(problem) or _by_another(trial, problem, mend)) if mends else []
        others = _gone_with(trial, problem, problems, ways[0]) if ways else []
        others = [other for other in others if id(other) not in gone]
        gone |= {id(other) for other in others}
        causes.append(_Cause(problem, ways, others))
    mended = [cause for cause in causes if id(cause.problem) not in gone]
    return _without_repeats(mended)


def _by_another(
    trial: Trial, problem: Problem, mend: Callable[[Problem], list[Correction]]
) -> list[Correction]:
    """The ways to mend another finding in the same part, by which a problem is gone as well."""
    others = (
        other
        for other in trial.report.problems
        if other is not problem and other.part == problem.part is not None
    )
    for other in others:
        ways = mend(other)
        if ways and problem in _gone_with(trial, other, [problem], ways[0]):
            return ways
    return []


def _gone_with(
    trial: Trial, problem: Problem, problems: Sequence[Problem], way: Correction
) -> list[Problem]:
    """Other problems that a patch does not have any more once one is mended."""
    left = {(other.code, other.part) for other in trial.answer(way.edits).problems}
    return [
        other for other in problems if other is not problem and (other.code, other.part) not in left
    ]


def _without_repeats(causes: Sequence[_Cause]) -> list[_Cause]:
    """Of errors in one part, the first that can be mended, else the first."""
    best: dict[int, _Cause] = {}
    for cause in causes:
        part = cause.problem.part
        if part is not None and cause.problem.severity is Severity.ERROR:
            kept = best.get(part)
            if kept is None or (cause.ways and not kept.ways):
                best[part] = cause
    return [
        cause
        for cause in causes
        if cause.problem.part is None
        or cause.problem.severity is not Severity.ERROR
        or best[cause.problem.part] is cause
    ]


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


class _Shown:
    """What was quoted before, so that nothing is quoted twice."""

    def __init__(self) -> None:
        self._quoted: set[str] = set()

    def once(self, rows: list[str]) -> list[str]:
        """Each quotation that was not there before."""
        new = [row for row in rows if row not in self._quoted]
        self._quoted.update(rows)
        return new


def _tell_all(report: Report, causes: Sequence[_Cause], room: int) -> list[str]:
    """Problems while there is room, then the number of the rest; a rule is told once."""
    each = min(MOST_FOR_ONE, max(_ROOM_FOR_EACH, room // max(1, len(causes)) - 1))
    told, shown, rule = list[str](), _Shown(), ""
    for at, cause in enumerate(causes):
        rows = _tell_cause(report, cause, each, shown, cause.problem.code == rule)
        more = f"… and {count(len(causes) - at, 'more problem')}."
        size = sum(len(row) + 1 for row in rows)
        if size + len(more) + 1 > room:
            return [*told, more]
        told += rows
        room -= size
        rule = cause.problem.code
    return told


def _tell_cause(
    report: Report, cause: _Cause, most: int, shown: _Shown, again: bool = False
) -> list[str]:
    """A problem; where the one above broke the same rule (`again`), only what differs."""
    problem, (buffer, row, name) = cause.problem, _text_of(report, cause.problem)
    resolution = next(iter(_parts_of(report, problem)), None)
    words, is_error = _words(report, problem), problem.severity is Severity.ERROR
    of = f", for {_cut(resolution.path, _LONGEST_PATH)}" if resolution and resolution.path else ""
    head = [
        f"{words.status} [{problem.code}] line {row + 1} of {name}{of}",
        _cut(problem.message, _LONGEST_MESSAGE),
        *[f"Rule: {words.rule}"][: is_error and not again],
        *_name_all(report, cause.gone),
    ]
    room = most - sum(len(text) + 1 for text in head)
    mended = _tell_ways(cause.ways, words, buffer, room, again) if name == _PATCH else []
    if mended:
        return [*head, *mended]
    nearest = words.shows_nearest and resolution and resolution.nearest
    action = f"Action: {words.action}{_SHOWN if nearest else ''}"
    head += [action][: not again]
    if not is_error:
        return head
    room = most - sum(len(text) + 1 for text in head)
    quoted = _quote_patch(report, buffer, resolution, row, min(_ROOM_FOR_PATCH, room // 3))
    said = f"{name[0].upper()}{name[1:]} says:\n{quoted}"
    room -= len(said) + 2
    theirs = _quote_file(report, resolution, problem.code, room) if resolution else []
    return [*head, *shown.once([said, *theirs])]


def _tell_ways(
    ways: Sequence[Correction], words: Words, buffer: Buffer, room: int, again: bool
) -> list[str]:
    """The rows to send instead, as many ways as there is room for; nothing without any."""
    told: list[str] = []
    specified = [f"Action: {words.action}"] if words.specified and not again else []
    room -= sum(len(row) + 1 for row in specified)
    for at, way in enumerate(ways):
        rows = tell(way.steps, buffer)
        if any(visible(row) != row for row in rows):
            break  # what is quoted must be what stands there
        if len(ways) > 1:
            rows = [f"{'or' if at else 'To'} {way.title[0].lower()}{way.title[1:]}:", *rows]
        size = sum(len(row) + 1 for row in rows)
        if size > room:
            break
        told += rows
        room -= size
    if told and not specified:
        told[0] = f"Action: {told[0]}"
    return [*specified, *told] if told else []


def _name_all(report: Report, problems: Sequence[Problem]) -> list[str]:
    """What else has the same cause."""
    if not problems:
        return []
    rows = sorted({_text_of(report, problem)[1] for problem in problems})
    codes = ", ".join(sorted({f"[{problem.code}]" for problem in problems}))
    return [f"The same cause: {codes} {line_list(rows, len(rows))}."]


_PATCH = "the patch"


def _text_of(report: Report, problem: Problem) -> tuple[Buffer, int, str]:
    """The text that is at fault, the row, and what the text is: the patch, unless it was taken out
    of another text and the problem lies there. A call is itself what the model wrote.
    """
    buffer, at = report.patch.buffer, problem.span.start
    if is_call(report.patch, at):
        return buffer.outer, buffer.shown_row(at), _PATCH
    if buffer.stands(at):
        return buffer, buffer.row(at), _PATCH
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


def _quote_patch(
    report: Report, buffer: Buffer, resolution: Resolution | None, row: int, room: int
) -> str:
    """The row that is at fault, and what stands around it in its part."""
    within = Lines(row, row + 1)
    if resolution:
        inner, span = report.patch.buffer, resolution.part.span
        row_of = inner.row if buffer is inner else inner.shown_row
        first, last = row_of(span.start), row_of(span.end)
        within = Lines(max(min(first, row), row - 1), min(max(last, row), row + 1) + 1)
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

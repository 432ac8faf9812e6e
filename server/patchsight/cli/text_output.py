"""What people read: problems in the manner of a compiler, and where every part lands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from patchsight.cli.screen import Style, safe, width
from patchsight.core.describe.receipt import receipt
from patchsight.core.describe.summary import before_and_now
from patchsight.core.model.patch import Grade, Op
from patchsight.core.model.problems import Problem, Severity
from patchsight.core.model.report import Report, Resolution, State
from patchsight.core.placing.grades import WORDS
from patchsight.core.text.phrases import count, percent

if TYPE_CHECKING:
    from patchsight.cli.excerpt import Excerpts

_COLOURS = {
    Severity.ERROR: "1;31",
    Severity.WARNING: "1;33",
    Severity.INFORMATION: "1;36",
    Severity.HINT: "1;36",
}
_LABELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "info",
    Severity.HINT: "hint",
}
_GOOD, _BAD, _BOLD = "1;32", "1;31", "1"
_STATES = {
    State.APPLIED: "already applied",
    State.SKIPPED: "nothing to do",
    State.AMBIGUOUS: "fits several places",
    State.MISSING: "not found",
    State.CONFLICT: "in conflict with another part",
    State.INVALID: "not placed",
}
_VERBS = {"edit": "changed", "create": "created", "delete": "deleted", "rename": "renamed"}
_WIDEST = 60  #: cells up to which a column is aligned


def as_text(report: Report, name: str, style: Style = Style()) -> str:  # noqa: B008 - a tuple never changes
    """Problems, then where every part lands, then a summary."""
    # That all is applied already is said where the parts are listed; once is enough.
    problems = [
        problem
        for problem in report.problems
        if problem.code != "already_applied" or problem.severity is Severity.WARNING
    ]
    blocks = show_problems(report, problems, name, style) if problems else []
    landings = show_landings(report.parts, report, style)
    title = f"{safe(name)} ({report.patch.format.title if report.patch.format else 'no patch'})"
    summary = style.paint(summarise(report), _BAD if report.errors else _GOOD)
    rows = [style.paint(title, _BOLD), *landings, summary, *_more(report)]
    return "\n".join([*blocks, *rows]) + "\n"


def show_problems(
    report: Report, problems: Iterable[Problem], name: str, style: Style
) -> list[str]:
    """Each problem with the lines it is about, and an empty line behind it."""
    from patchsight.cli.excerpt import Excerpts  # many patches have no problem

    excerpts = Excerpts(name, report, style)
    return ["\n".join([*_show_problem(problem, excerpts, style), ""]) for problem in problems]


def _show_problem(problem: Problem, excerpts: Excerpts, style: Style) -> list[str]:
    severity = Severity(problem.severity)
    label = style.paint(f"{_LABELS[severity]}[{problem.code}]", _COLOURS[severity])
    return [
        f"{label}: {style.paint(safe(problem.message), _BOLD)}",
        *excerpts.show(problem, _COLOURS[severity]),
    ]


def show_landings(resolutions: Sequence[Resolution], report: Report, style: Style) -> list[str]:
    """Where each part lands, one line per part, in columns."""
    rows = [
        report.patch.buffer.shown_row(resolution.part.header.start) + 1
        for resolution in resolutions
    ]
    names = [
        f"part {resolution.part.index + 1}, line {row}:"
        for resolution, row in zip(resolutions, rows, strict=True)
    ]
    places = [safe(_place(resolution)) for resolution in resolutions]
    shown = []
    for resolution, name, place in zip(resolutions, _align(names), _align(places), strict=True):
        mark = style.paint("ok", _GOOD) if resolution.state.sound else style.paint("!!", _BAD)
        shown.append(f"  {mark}  {name} {place}  {_word(resolution)}")
    return shown


def _align(texts: Sequence[str]) -> list[str]:
    widest = min(_WIDEST, max(map(width, texts), default=0))
    return [text + " " * (widest - width(text)) for text in texts]


def _place(resolution: Resolution) -> str:
    """The file and its lines that a part is about."""
    change, where = resolution.change, resolution.where
    place = resolution.path or "(no path)"
    if where is None or change.op in (Op.CREATE, Op.DELETE, Op.REPLACE):
        return place
    return f"{place}:{where.start + 1}" + (f"-{where.end}" if where.end > where.start + 1 else "")


def _word(resolution: Resolution) -> str:
    """What becomes of a part."""
    if resolution.state is not State.FITS:
        return _STATES[resolution.state]
    change = resolution.change
    moves = f"moves the file to {safe(change.new_path.raw)}" if change.new_path else ""
    if moves and not resolution.part.lines:
        return moves
    whole = {
        Op.CREATE: "creates the file",
        Op.DELETE: "deletes the file",
        Op.REPLACE: "replaces the whole file",
    }
    fits = (
        f"fits, {percent(resolution.score)} alike"
        if resolution.grade is Grade.FUZZY
        else f"fits {WORDS[resolution.grade or Grade.EXACT]}"
    )
    return whole.get(change.op, f"{fits}, {moves}" if moves else fits)


def summarise(report: Report) -> str:
    """Whether the patch can be applied, and what that would change, in one line."""
    states = [resolution.state for resolution in report.parts]
    fitting = states.count(State.FITS)
    idle = states.count(State.APPLIED) + states.count(State.SKIPPED)
    warnings = report.count(Severity.WARNING)
    noted = f", {count(warnings, 'warning')}" if warnings else ""
    if report.errors:
        fit = (
            f"; {fitting + idle} of {count(len(states), 'part')} would fit"
            if fitting + idle
            else ""
        )
        return (
            f"{count(report.count(Severity.ERROR), 'error')}{noted}: nothing can be applied{fit}."
        )
    fits = [f"{count(fitting, 'part')} {'fits' if fitting == 1 else 'fit'}"] * (fitting > 0)
    done = [f"{count(idle, 'part')} {'has' if idle == 1 else 'have'} nothing to do"] * (idle > 0)
    changed = (
        f"{count(len(report.plan), 'file')} would change" if report.plan else "nothing would change"
    )
    return f"{', '.join([*fits, *done]) or 'No parts'}{noted}: {changed}."


def _more(report: Report) -> list[str]:
    """Where to read on about the first error."""
    return [f"`patchsight explain {report.errors[0].code}` says more."] if report.errors else []


def applied_text(report: Report, name: str, style: Style = Style(), deed: str = "Applied") -> str:  # noqa: B008 - a tuple never changes
    """The receipt of an apply: warnings, what was done to which file, which parts were done."""
    warnings = [problem for problem in report.problems if problem.severity is Severity.WARNING]
    idle = [resolution for resolution in report.parts if resolution.state is not State.FITS]
    mixed = before_and_now(report, applied=True) if deed == "Applied" else ""
    head = (
        f"{deed} {name}: {count(len(report.plan), 'file')}{mixed and f'; {mixed}'}."
        if report.plan
        else f"{name}: nothing to change."
    )
    rows = [
        style.paint(safe(head), _GOOD),
        *_show_files(report, name),
        *show_landings(idle, report, style),
    ]
    return "\n".join([*show_problems(report, warnings, name, style), *rows]) + "\n"


def _show_files(report: Report, name: str) -> list[str]:
    """What was done to each file, with the number of lines that came and went."""
    files = receipt(report, name)["files"]
    paths = [
        safe(file["path"] + (f" to {file['new_path']}" if file["new_path"] else ""))
        for file in files
    ]
    return [
        f"  {_VERBS[file['operation']]}  {path}  +{file['added']} -{file['removed']}"
        for file, path in zip(files, _align(paths), strict=True)
    ]

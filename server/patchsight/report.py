"""What people read on the command line: problems in the manner of a compiler, and where every part lands."""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core import formats
from patchsight.core.grades import WORDS
from patchsight.core.make import as_unified
from patchsight.core.model import Format, Grade, Op
from patchsight.core.problems import Problem, Related, Severity
from patchsight.core.result import FileOp, FilePlan, Report, Resolution, State
from patchsight.core.text import Buffer

_COLOURS = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.INFORMATION: "1;36", Severity.HINT: "1;36"}
_MARKS = {
    State.FITS: "fits",
    State.APPLIED: "already applied",
    State.SKIPPED: "nothing to do",
    State.AMBIGUOUS: "in several places",
    State.MISSING: "not found",
    State.CONFLICT: "in conflict",
    State.INVALID: "not placed",
}
_WIDTH = 160


class Printer:
    """Text output, in colour or not."""

    def __init__(self, colour: bool, targets: dict[str, str]) -> None:
        self.colour = colour
        self.targets = {path: Buffer(text) for path, text in targets.items()}

    def paint(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text

    def problem(self, problem: Problem, buffer: Buffer, name: str) -> str:
        """One problem: what, where, the patch's line with carets, the target's lines it is about."""
        start, end = buffer.position(problem.span.start), buffer.position(problem.span.end)
        severity = Severity(problem.severity)
        head = self.paint(f"{severity.name.lower()}[{problem.code}]", _COLOURS[severity])
        margin = " " * len(str(max([start.line + 1, *(related.end for related in problem.related if related.path)])))
        bar = self.paint("|", "34")
        text = safe(buffer.lines[start.line][:_WIDTH])
        length = max(1, (end.column if end.line == start.line else len(buffer.lines[start.line])) - start.column)
        carets = " " * min(start.column, _WIDTH) + "^" * min(length, max(1, _WIDTH - start.column))
        rows = [
            f"{head}: {problem.message}",
            f"{margin}{self.paint('-->', '34')} {name}:{start.line + 1}:{start.column + 1}",
            f"{start.line + 1:>{len(margin)}} {bar} {text}",
            f"{margin} {bar} {self.paint(carets, _COLOURS[severity])}",
        ]
        rows += [row for related in problem.related[:10] for row in self._related(related, margin, buffer, name)]
        return "\n".join(rows) + "\n"

    def _related(self, related: Related, margin: str, buffer: Buffer, name: str) -> list[str]:
        arrow = self.paint("=", "34")
        if related.path is None:
            return [f"{margin} {arrow} {related.message}: {name}:{buffer.row(related.start) + 1}"]
        target = self.targets.get(related.path)
        row = f"{margin} {arrow} {related.message.split(': `')[0]}: {related.path}:{related.start + 1}"
        if target is None or related.start >= len(target.lines):
            return [row]
        return [
            row,
            f"{related.start + 1:>{len(margin)}} {self.paint('|', '34')} {safe(target.lines[related.start][:_WIDTH])}",
        ]

    def landing(self, resolution: Resolution) -> str:
        """Where one part lands, in one line."""
        where = resolution.where
        place = resolution.path
        if where is not None and resolution.change.op not in (Op.CREATE, Op.DELETE):
            place += f":{where.start + 1}" + (f"-{where.end}" if where.end > where.start + 1 else "")
        state = resolution.state
        word = _MARKS[state]
        if state is State.FITS:
            word = {Op.CREATE: "creates the file", Op.DELETE: "deletes the file"}.get(
                resolution.change.op, _fits(resolution)
            )
        mark, code = ("ok", "32") if state.sound else ("!!", "31")
        return f"  {self.paint(mark, code)} part {resolution.part.index + 1}: {place}  {word}"

    def summary(self, report: Report) -> str:
        """The last line: whether the patch fits."""
        sound = sum(resolution.state.sound for resolution in report.resolutions)
        total = len(report.resolutions)
        errors, warnings = len(report.errors), sum(problem.severity is Severity.WARNING for problem in report.problems)
        if report.errors:
            return self.paint(
                f"{sound} of {total} parts fit; {count(errors, 'error')}, {count(warnings, 'warning')}. Nothing can be applied.",
                "1;31",
            )
        changed = f"{count(len(report.plan), 'file')} would change" if report.plan else "nothing would change"
        return self.paint(f"{sound} of {total} parts fit; {changed}, {count(warnings, 'warning')}.", "1;32")


def _fits(resolution: Resolution) -> str:
    if resolution.change.op is Op.RENAME and not resolution.part.lines:
        return "renames the file"
    if resolution.grade is Grade.FUZZY:
        return f"fits, {resolution.score:.0%} alike"
    return f"fits {WORDS[resolution.grade or Grade.EXACT]}"


def count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def safe(line: str) -> str:
    """A line without characters that could drive a terminal or move the carets."""
    return "".join(
        char if char.isprintable() else " " if char == "\t" else "\N{REPLACEMENT CHARACTER}" for char in line
    )


def as_text(report: Report, name: str, *, colour: bool = False) -> str:
    """Problems, then where every part lands, then a summary."""
    printer = Printer(colour, report.texts)
    blocks = [printer.problem(problem, report.patch.buffer, name) for problem in report.problems]
    landings = [printer.landing(resolution) for resolution in report.resolutions]
    return "\n".join([*blocks, *landings, printer.summary(report)]) + "\n"


def as_diff(plans: Sequence[FilePlan]) -> str:
    """The unified diff of what would change."""
    return formats.render_files(as_unified(plans), Format.UNIFIED) if plans else ""


def applied_text(report: Report, name: str, *, colour: bool = False) -> str:
    """The receipt of an apply: what was done to which file, and where every part landed."""
    printer = Printer(colour, {})
    verbs = {FileOp.EDIT: "changed", FileOp.CREATE: "created", FileOp.DELETE: "deleted", FileOp.RENAME: "renamed"}
    files = [f"  {verbs[plan.op]} {plan.path}{f' to {plan.new_path}' if plan.new_path else ''}" for plan in report.plan]
    landings = [printer.landing(resolution) for resolution in report.resolutions]
    head = f"Applied {name}: {count(len(report.plan), 'file')}." if report.plan else f"{name}: nothing to change."
    return "\n".join([printer.paint(head, "1;32"), *files, *landings]) + "\n"

"""What a fix works with: the answer for a patch, the patch's text, and a way to try an edit out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from patchsight.core.model.budget import Budget, Cost
from patchsight.core.model.patch import FileChange
from patchsight.core.model.problems import Problem, Severity
from patchsight.core.model.report import Lines, Report, Resolution, State, Surroundings
from patchsight.core.text.buffer import WHITE, Buffer, Span
from patchsight.core.text.edits import Edit, apply_edits
from patchsight.core.text.traced import ShownEdit, write_out

Edits = tuple[Edit, ...]


class Fix(NamedTuple):
    """One way to answer a problem."""

    title: str
    edits: Edits
    safe: bool = False  #: does what the patch plainly means, so it may be made without a look
    refusal: str = ""  #: why it cannot be made; there are no edits then


#: What may be spent on texts that are tried out; one is in any case.
_STEPS = 1_500_000


class Trial:
    """One report, and edits of its patch that are tried out against the same files."""

    def __init__(self, report: Report, around: Surroundings) -> None:
        self.report, self.around = report, around
        self.patch = report.patch
        self.buffer: Buffer = report.patch.buffer
        self._end = "\r\n" if "\r\n" in self.buffer.text else "\n"
        self._answers: dict[str, Report] = {}
        self._budget = Budget(_STEPS)
        self._made: dict[object, Edits] = {}
        self._lines: dict[str, list[str]] = {}
        self._counts: dict[str, Counter[str]] = {}

    def resolution(self, problem: Problem) -> Resolution | None:
        """The part a problem is about."""
        return self.report.part(problem.part)

    def section(self, span: Span) -> FileChange | None:
        """The file section a span lies in."""
        return self.patch.section_at(span.start)

    def once(
        self, make: Callable[[Trial, FileChange | None], Edits], section: FileChange | None
    ) -> Edits:
        """Edits that are the same for each problem of a section."""
        key = make, section and section.span
        if key not in self._made:
            self._made[key] = make(self, section)
        return self._made[key]

    def lines(self, path: str) -> list[str]:
        """A target's lines as the user sees them."""
        if path not in self._lines:
            self._lines[path] = Buffer(self.report.texts.get(path, "")).lines
        return self._lines[path]

    def stands_once(self, path: str, line: str) -> bool:
        """Whether a line, indented in any way, is one line of a target only."""
        if path not in self._counts:
            self._counts[path] = Counter(one.strip(WHITE) for one in self.lines(path))
        return self._counts[path][line.strip(WHITE)] == 1

    def row_span(self, first: int, last: int) -> Span:
        """Whole rows, with the line end of the last."""
        starts = self.buffer.starts
        return Span(
            starts[first], starts[last + 1] if last + 1 < len(starts) else len(self.buffer.text)
        )

    def insertion(self, row: int, text: str) -> Edit:
        """A text of whole rows in front of a row, which may be the one behind the last."""
        if row < len(self.buffer.starts):
            at = self.buffer.starts[row]
            return Edit(Span(at, at), text)
        return Edit(
            Span(len(self.buffer.text), len(self.buffer.text)), "\n" + text.removesuffix("\n")
        )

    def settle(self, edits: Edits) -> Edits:
        """Edits in the order of the text and with the line ends of the patch: what is tried out is
        what is written.
        """
        return tuple(sorted(map(self._with_line_ends, edits)))

    def _with_line_ends(self, edit: Edit) -> Edit:
        if "\n" not in edit.text or isinstance(edit, ShownEdit):
            return edit
        return edit._replace(text=edit.text.replace("\r\n", "\n").replace("\n", self._end))

    # ---- trying out
    def answer(self, edits: Edits) -> Report:
        """The answer for the edited patch; once too much was tried, the one for the patch as it
        is, which proves nothing.
        """
        written = write_out(self.buffer, self.settle(edits))
        if written is None:
            return self.report
        return self.ask(apply_edits(self.buffer.outer.text, written))

    def ask(self, text: str) -> Report:
        """The same for the patch as another text has it."""
        if text not in self._answers and not self.spent:
            after = self._answers[text] = self.around.ask(text)
            self._budget.left -= _price(after)
        return self._answers.get(text, self.report)

    @property
    def spent(self) -> bool:
        """Whether nothing more can be tried out that takes as long as the patch itself."""
        return bool(self._answers) and not self._budget.holds(_price(self.report))

    def of(self, after: Report) -> Trial:
        """The same for the patch as an edit leaves it; what is tried out with it counts here."""
        trial = Trial(after, self.around)
        trial._answers, trial._budget = self._answers, self._budget
        return trial

    def moved(self, edits: Edits, part: int) -> Resolution | None:
        """What becomes of a part in the edited patch."""
        return self.answer(edits).part(part)

    def lands(self, edits: Edits, part: int, where: Lines) -> bool:
        """Whether the edited patch puts a part exactly there, without an error that there is now
        for lack of a place.
        """
        after = self.answer(edits)
        resolution, now = after.part(part), self.report.part(part)
        if resolution is None or resolution.state is not State.FITS or resolution.where is None:
            return False
        inside = resolution.where.start <= where.start and where.end <= resolution.where.end
        most = self.report.count(Severity.ERROR) - (now is None or not now.state.sound)
        return inside and after.count(Severity.ERROR) <= most

    def landing(self, ways: Iterable[Edits], part: int, where: Lines) -> Edits:
        """The first of several ways to edit the patch that puts a part exactly there, if any, as
        far as they can be tried out.
        """
        more = iter(ways)
        while not self.spent and (way := next(more, None)) is not None:
            if self.lands(way, part, where):
                return way
        return ()

    def fits(self, edits: Edits, part: int) -> bool:
        """Whether the edited patch has a place for a part, wherever it is."""
        resolution = self.moved(edits, part)
        return (
            resolution is not None
            and resolution.where is not None
            and self.lands(edits, part, resolution.where)
        )

    def helps(self, edits: Edits, problem: Problem) -> bool:
        """Whether the problem is gone once, no sound part is lost and the patch reads no worse."""
        after = self.answer(edits)
        if after.patch.format is not self.patch.format or _sound(after) < _sound(self.report):
            return False
        fewer = _count(after, problem.code) < _count(self.report, problem.code)
        return fewer and _syntax_errors(after) <= _syntax_errors(self.report)

    def keeps(self, edits: Edits) -> bool:
        """Whether the edited patch does exactly what the patch does now."""
        after = self.answer(edits)
        return after.outcome == self.report.outcome and after.ok == self.report.ok


class Draft(Trial):
    """A trial that proves nothing yet: many edits are gathered, to be tried out all at once."""

    def lands(self, edits: Edits, part: int, where: Lines) -> bool:
        return True

    def helps(self, edits: Edits, problem: Problem) -> bool:
        return True

    def keeps(self, edits: Edits) -> bool:
        return True


def _price(report: Report) -> float:
    """What it takes to make a report: also its texts are gone through."""
    size = len(report.patch.buffer.text) + sum(map(len, report.texts.values()))
    return report.steps + Cost.CHARACTER_READ * size


def _sound(report: Report) -> int:
    return sum(resolution.state.sound for resolution in report.parts)


def _count(report: Report, code: str) -> int:
    return sum(
        problem.count for problem in report.problems if problem.data.get("of", problem.code) == code
    )


def _syntax_errors(report: Report) -> int:
    return sum(problem.severity is Severity.ERROR for problem in report.patch.problems)

"""What an agent was shown of files, and what changed them since: an edit against a text that is no
longer there is told as such, not as one that was never right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from patchsight.core.model.patch import Part
from patchsight.core.model.problems import Problem
from patchsight.core.model.report import Report, Resolution, State
from patchsight.core.text.buffer import split_lines
from patchsight.core.text.line_diff import opcodes
from patchsight.core.text.phrases import quote_line

_MOST_FILES = 200
_MOST_CHANGES = 50  #: of one file that are remembered


class _Change(NamedTuple):
    """A patch of the session, counted from 1, and the file as it left it."""

    patch: int
    after: str


class Shown:
    """The files of a session as they were last shown, and the patches that changed them since."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._changes: dict[str, list[_Change]] = {}
        self._patches = 0

    def show(self, path: str, text: str) -> None:
        """A file is read: from now on this is what its reader knows."""
        self._texts.pop(path, None)
        self._texts[path] = text
        self._changes[path] = []
        for gone in list(self._texts)[:-_MOST_FILES]:
            del self._texts[gone], self._changes[gone]

    def applied(self, report: Report) -> None:
        """A patch of the session was applied."""
        self._patches += 1
        for plan in report.plan:
            if plan.path in self._texts and plan.after is not None:
                changes = self._changes[plan.path]
                changes.append(_Change(self._patches, plan.after))
                del changes[:-_MOST_CHANGES]

    def explain(self, report: Report) -> None:
        """Say of parts that are not found what changed since the file was read, where that is it."""
        for problem in report.errors:
            resolution = report.part(problem.part)
            if resolution and resolution.state is State.MISSING:
                _add(problem, self._tell(report, resolution))

    def _tell(self, report: Report, resolution: Resolution) -> str:
        """Which line is another one than it was when it was read, and who changed it."""
        known, now = self._texts.get(resolution.path), report.texts.get(resolution.path)
        if known is None or now is None or known == now:
            return ""
        was = split_lines(known)
        start = _find(was, resolution.part)
        if start is None:
            return ""
        rows = range(start, start + len(resolution.part.old))
        for row, there in _changed(was, split_lines(now)):
            if row in rows:
                who = self._who(resolution.path, was[row], now)
                line = "it is gone" if there is None else f"now it is {quote_line(there)}"
                return f"Line {row + 1} was {quote_line(was[row])} when you read it; {who}, and {line}."
        return ""

    def _who(self, path: str, line: str, now: str) -> str:
        """The first patch that left a file with fewer such lines than it had when it was read."""
        before = split_lines(self._texts[path]).count(line)
        for change in self._changes[path]:
            if split_lines(change.after).count(line) < before:
                return f"your patch {change.patch} changed it"
        return "it was changed since, not by a patch of this session"


def _add(problem: Problem, sentence: str) -> None:
    if sentence:
        problem.message = f"{sentence} {problem.message}"


def _find(lines: Sequence[str], part: Part) -> int | None:
    """Where the old text of a part stood, if that was in one place, white space at the ends aside."""
    old = [line.text.strip() for line in part.old]
    code = [line.strip() for line in lines]
    starts = [at for at in range(len(code) - len(old) + 1) if code[at : at + len(old)] == old]
    return starts[0] if old and len(starts) == 1 else None


def _changed(was: Sequence[str], now: Sequence[str]) -> Iterator[tuple[int, str | None]]:
    """The lines that are others now, from 0, and what stands in their place."""
    for tag, first, last, start, end in opcodes(list(was), list(now)):
        if tag != "equal":
            for at in range(first, last):
                there = start + at - first
                yield at, now[there] if there < end else None

"""The lines that a problem is about, the patch's and the targets', with a mark below each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import NamedTuple

from patchsight.cli.screen import Style, cut, safe
from patchsight.core.model.problems import Problem, Related
from patchsight.core.model.report import Lines, Report, Resolution
from patchsight.core.text.buffer import WHITE, Buffer, Span, is_blank

_FRAME, _SECOND = "34", "1;34"
_MOST_PLACES = 8
_ABOVE = 2  #: lines of the nearest place that are shown above the line that differs
_LOOK_UP = 40  #: lines above a place among which one is looked for that tells it from the others
_NARROWEST = 40
#: Problems of a part that found its place although its lines are not the file's.
_INEXACT = frozenset({"fuzzy_match", "loose_match", "unclear_indentation", "context_not_exact"})


class Mark(NamedTuple):
    """Columns of a line that are underlined."""

    start: int
    end: int
    sign: str
    focus: int | None = None  #: the column that a long line is cut around, if not the first


class Excerpt(NamedTuple):
    """Lines of one text, the last of them underlined or not."""

    title: str
    lines: Sequence[str] = ()
    rows: tuple[int, ...] = ()
    mark: Mark | None = None
    blanks: bool = False  #: white space is what it is about, so it is made visible


class Excerpts:
    """Finds the lines of a patch and of its targets that problems are about."""

    def __init__(self, name: str, report: Report, style: Style) -> None:
        self._name, self._report, self._style = name, report, style
        self._patch = report.patch.buffer
        self._placed: dict[int | None, Resolution] = {
            resolution.part.index: resolution for resolution in report.parts
        }
        self._targets: dict[str, Sequence[str]] = {}

    def show(self, problem: Problem, colour: str) -> list[str]:
        """The patch's line with carets, then the lines that explain what is wrong with it."""
        reasons = self._explain(problem)
        own = self._focus(problem)
        doubled = [
            place for place in reasons if place.lines is own.lines and place.rows == own.rows
        ]
        own = own._replace(blanks=any(place.blanks for place in doubled))
        places = [own, *(place for place in reasons if place not in doubled)]
        more = len(places) - _MOST_PLACES - 1
        gutter = len(str(max((row + 1 for place in places for row in place.rows), default=1)))
        shown = []
        for arrow, place in zip(["-->", *[":::"] * _MOST_PLACES], places, strict=False):
            shown += _show_place(place, arrow, gutter, colour, self._style)
        return [*shown, f"{' ' * gutter} = and {more} more"] if more > 0 else shown

    def _focus(self, problem: Problem) -> Excerpt:
        """The patch's line that a problem is about, with what differs from the target in sight."""
        place = self._own(*problem.span, "^", "")
        expected, found = problem.data.get("expected"), problem.data.get("found")
        if place.mark is None or not isinstance(expected, str) or not isinstance(found, str):
            return place
        return place._replace(
            mark=place.mark._replace(focus=place.mark.start + _differing(found, expected)[0])
        )

    def _own(
        self, start: int, end: int, sign: str, message: str, *, blanks: bool = False
    ) -> Excerpt:
        seen, span = self._patch.outer, self._patch.shown(Span(start, end))
        first, last = seen.position(span.start), seen.position(span.end)
        line = seen.lines[first.line]
        mark = Mark(first.column, last.column if first.line == last.line else len(line), sign)
        title = f"{self._name}:{first.line + 1}:{first.column + 1}"
        return Excerpt(_join(title, message), seen.lines, (first.line,), mark, blanks)

    def _explain(self, problem: Problem) -> list[Excerpt]:
        related = problem.related
        if "expected" in problem.data and len(related) > 1:
            return [self._difference(problem, *related[:2])]
        if problem.code in _INEXACT and (places := self._inexact(self._placed.get(problem.part))):
            return places
        above = self._telling_rows(related)
        return [self._other(other, above.get(other.start, ())) for other in related]

    def _other(self, other: Related, above: tuple[int, ...]) -> Excerpt:
        if other.path is None:
            return self._own(other.start, other.end, "-", other.message)
        title = _join(
            f"{PurePath(self._style.root, other.path)}:{other.start + 1}",
            other.message.partition(": `")[0],
        )
        lines = self._lines(other.path)
        return (
            Excerpt(title, lines, (*above, other.start))
            if other.start < len(lines)
            else Excerpt(title)
        )

    def _difference(self, problem: Problem, line: Related, nearest: Related) -> Excerpt:
        """The target's first line that differs, underlined, below the lines that agree."""
        expected, found = problem.data.get("expected"), problem.data.get("found")
        if found is None:
            line = line._replace(message="it is missing about here")
        place = self._other(line, tuple(range(max(nearest.start, line.start - _ABOVE), line.start)))
        # An earlier part may have changed the line; the target still shows the one before.
        if place.rows and isinstance(expected, str) and place.lines[line.start] == found:
            return place._replace(mark=Mark(*_differing(expected, place.lines[line.start]), "~"))
        return place

    def _inexact(self, resolution: Resolution | None) -> list[Excerpt]:
        """The first line of a part that is not what the target says, though the part belongs
        there; and the target's.
        """
        if resolution is None or not (place := _only_place(resolution)):
            return []
        lines = self._lines(resolution.path)[place.start : place.end]
        for row, (line, found) in enumerate(
            zip(resolution.part.old, lines, strict=False), place.start
        ):
            if line.text != found:
                blanks = line.text.split() == found.split()
                mine = self._own(*line.span, "-", "the patch has", blanks=blanks)
                theirs = self._other(Related("the file has", resolution.path, row, row + 1), ())
                return [
                    mine,
                    theirs._replace(mark=Mark(*_differing(line.text, found), "~"), blanks=blanks),
                ]
        return []

    def _telling_rows(self, related: Iterable[Related]) -> dict[int, tuple[int, ...]]:
        """For places that look alike, by row, the nearest line above each that tells them apart."""
        spots = [
            (self._lines(other.path), other.start) for other in related if other.path is not None
        ]
        for up in range(_LOOK_UP if len(spots) > 1 else 0):
            seen = [lines[row - up] if 0 <= row - up < len(lines) else None for lines, row in spots]
            if len(set(seen)) == len(seen) and not any(
                line is not None and is_blank(line) for line in seen
            ):
                return {row: (row - up,) for _, row in spots if 0 < up <= row}
        return {}

    def _lines(self, path: str) -> Sequence[str]:
        if path not in self._targets:
            self._targets[path] = Buffer(self._report.texts.get(path, "")).lines
        return self._targets[path]


def _only_place(resolution: Resolution) -> Lines | None:
    """Where a part is placed, or the one place where it could be."""
    return resolution.where or (
        resolution.candidates[0] if len(resolution.candidates) == 1 else None
    )


def _join(place: str, message: str) -> str:
    return f"{place}: {message.rstrip('.')}" if message else place


def _differing(expected: str, found: str) -> tuple[int, int]:
    """The columns that another line does not have: whole words, or else white space."""
    if expected.split() == found.split():
        return _changed(expected, found)
    indent = len(found) - len(found.lstrip(WHITE))
    found = found.strip(WHITE)
    start, end = _changed(expected.strip(WHITE), found)
    while start > 0 and found[start - 1].isalnum():
        start -= 1
    while end < len(found) and found[end].isalnum():
        end += 1
    return indent + start, indent + end


def _changed(old: str, new: str) -> tuple[int, int]:
    """The columns of a text between what it shares with another at both ends."""
    shorter = min(len(old), len(new))
    start = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    tail = next(
        (at for at in range(shorter - start) if old[-1 - at] != new[-1 - at]), shorter - start
    )
    return start, len(new) - tail


def _show_place(place: Excerpt, arrow: str, gutter: int, colour: str, style: Style) -> list[str]:
    """The title, the lines with their numbers, and what underlines the last one."""
    bar = style.paint("|", _FRAME)
    shown = [f"{' ' * gutter}{style.paint(arrow, _FRAME)} {safe(place.title)}"]
    room = max(_NARROWEST, style.columns - gutter - 3)
    for before, row in zip(
        (place.rows[0] - 1, *place.rows) if place.rows else (), place.rows, strict=False
    ):
        if row > before + 1:
            shown.append(style.paint("...", _FRAME))
        mark = place.mark if place.mark and row == place.rows[-1] else Mark(0, 0, "")
        text, lead, length = cut(
            place.lines[row], mark.start, mark.end, room, focus=mark.focus, blanks=place.blanks
        )
        shown.append(f"{style.paint(f'{row + 1:>{gutter}}', _FRAME)} {bar} {text}")
        if mark.sign:
            underline = style.paint(mark.sign * length, colour if mark.sign == "^" else _SECOND)
            shown.append(f"{' ' * gutter} {bar} {' ' * lead}{underline}")
    return shown

"""From a line of a part to the lines of its target as the user sees it now, and back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from patchsight.core.formats.spec import policy_of
from patchsight.core.model.patch import Grade, Hint, Kind, Op, PatchLine
from patchsight.core.model.report import Lines, Report, Resolution, State
from patchsight.core.placing.ap.search import code_of
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.locate import find_code, locate_hint
from patchsight.core.placing.similar import align
from patchsight.core.text.buffer import WHITE, Span, is_blank
from patchsight.core.text.lazy import cached_property
from patchsight.core.text.line_diff import opcodes

_MOST = 50  #: places that are named
#: lines up to which a block is compared line by line with a place that is only similar
_ALIGNED = 2000


def places(resolution: Resolution) -> list[Lines]:
    """Where a part stands; else everywhere it may stand; else where it almost stands."""
    if resolution.where is not None:
        return [resolution.where]
    return resolution.candidates or ([resolution.nearest.lines] if resolution.nearest else [])


class Trace:
    """The way from one part to its target."""

    def __init__(self, report: Report, resolution: Resolution) -> None:
        self._resolution, self._part, self._buffer = (
            resolution,
            resolution.part,
            report.patch.buffer,
        )
        self._policy = policy_of(report.patch)
        self._text = report.texts.get(resolution.path, "")
        self._offsets: dict[Lines, list[int]] = {}

    @cached_property
    def _ring(self) -> LineRing:
        return LineRing(self._text)

    @cached_property
    def _above(self) -> list[tuple[int, int, int]]:
        """For each line of the part how many old, new and added ones stand above it."""
        counts, above = [], (0, 0, 0)
        for line in self._part.lines:
            counts.append(above)
            added, removed = line.kind is Kind.ADDED, line.kind is Kind.REMOVED
            above = (above[0] + (not added), above[1] + (not removed), above[2] + added)
        return counts

    def at(self, row: int) -> list[Lines]:
        """The places a row of the part is about; none if none is known."""
        for hint in self._part.hints:
            if self._buffer.row(hint.span.start) == row:
                return self._hint(hint)
        for block in filter(None, (self._part.anchor, self._part.range_end)):
            for line in block.lines:
                if self._buffer.row(line.span.start) == row:
                    return self._code(block.lines, line)
        index = self._index(row)
        lines = places(self._resolution) if index is None else self._line(index)
        return lines or (self._hint(self._part.hints[-1]) if self._part.hints else [])

    def touching(self, line: int) -> Span | None:
        """The place in the part that is about a line of the target; None if none is."""
        stands = () if self._resolution.nearest else places(self._resolution)
        if not any(_touches(place, line) for place in stands):
            return None
        for index, own in enumerate(self._part.lines):
            if own.kind is not Kind.ADDED and Lines(line, line + 1) in self._line(index):
                return self._buffer.trimmed(self._buffer.row(own.span.start))
        return self._part.header

    # ---- lines that are looked for only
    def _hint(self, hint: Hint) -> list[Lines]:
        """Where a hint stands: the last one above the part's place, or every one."""
        rows = locate_hint(self._ring, hint.text, self._policy.grades)
        where = self._resolution.where
        above = [line for line in rows if where and line <= where.start]
        return [Lines(line, line + 1) for line in above[-1:] or rows[:_MOST]]

    def _code(self, lines: Sequence[PatchLine], line: PatchLine) -> list[Lines]:
        """Where a line of an anchor, a range's end or a snippet stands, preferably in the place."""
        runs = find_code(self._ring, code_of(lines))
        at = sum(not is_blank(above.text) for above in lines[: lines.index(line)])
        where = self._resolution.where
        inside = [run for run in runs if where and where.start < run[0] and run[-1] < where.end]
        chosen = inside[:1] if inside and lines is not self._anchor else runs[:_MOST]
        return [Lines(run[min(at, len(run) - 1)], run[min(at, len(run) - 1)] + 1) for run in chosen]

    @property
    def _anchor(self) -> Sequence[PatchLine]:
        return self._part.anchor.lines if self._part.anchor else ()

    # ---- lines of the part
    def _index(self, row: int) -> int | None:
        """Which line of the part stands in a row."""
        lines = self._part.lines
        index = next(
            (i for i, line in enumerate(lines) if self._buffer.row(line.span.start) == row), None
        )
        if index is not None or not self._policy.two_texts or not self._part.old:
            return index
        # What both texts of a block share is kept once; its second copy stands below `--- to`.
        at = row - self._buffer.row(self._part.old[-1].span.start) - 2
        return lines.index(self._part.new[at]) if 0 <= at < len(self._part.new) else None

    def _line(self, index: int) -> list[Lines]:
        line, resolution = self._part.lines[index], self._resolution
        if resolution.change.op in (Op.CREATE, Op.REPLACE):
            return self._in_whole(index)
        if resolution.state is State.APPLIED:
            return self._in_new(index)
        if self._policy.by_code and self._part.anchor and resolution.state is State.AMBIGUOUS:
            return places(resolution)  # these are the anchor's
        if line.kind is Kind.ADDED:
            return [self._landing(place, index) for place in places(resolution)]
        return [self._stand(place, self._above[index][0]) for place in places(resolution)]

    def _stand(self, place: Lines, at: int) -> Lines:
        """The target's line for one of the old lines; a place without lines as it is."""
        if place.start == place.end:
            return place
        if place not in self._offsets:
            self._offsets[place] = self._align(place)
        offsets = self._offsets[place]
        start = place.start + (offsets[at] if at < len(offsets) else 0)
        return Lines(start, start + 1)

    def _align(self, place: Lines) -> list[int]:
        """For each old line its line in a place, counted from the place's start."""
        old = [line.text for line in self._part.old]
        texts = self._ring.lines[place.start : place.end]
        last = max(len(texts) - 1, 0)
        if self._policy.by_code:
            code = [at for at, text in enumerate(texts) if not is_blank(text)] or [0]
            counts = accumulate((not is_blank(text) for text in old[:-1]), initial=0)
            return [code[min(count, len(code) - 1)] for count in counts]
        similar = self._resolution.grade is Grade.FUZZY or self._resolution.nearest is not None
        if similar and len(old) <= _ALIGNED:
            return [
                min(at, last) if match is None else match
                for at, match in enumerate(align(old, texts))
            ]
        return [min(at, last) for at in range(len(old))]

    def _landing(self, place: Lines, index: int) -> Lines:
        """Where an added line goes: the lines it replaces, or the gap where it is put."""
        if self._policy.by_code:
            edges = {
                "INSERT_AFTER": Lines(place.end, place.end),
                "INSERT_BEFORE": Lines(place.start, place.start),
            }
            return edges.get(self._part.action, place)
        lines = self._part.lines
        first = index
        while first and lines[first - 1].kind is not Kind.CONTEXT:
            first -= 1
        before, removed = self._above[first][0], 0
        while first < len(lines) and lines[first].kind is not Kind.CONTEXT:
            removed += lines[first].kind is Kind.REMOVED
            first += 1
        if removed:
            # of what is only alike, lines that stand nowhere may be taken to be below others
            ends = self._stand(place, before), self._stand(place, before + removed - 1)
            return Lines(min(ends).start, max(ends).end)
        at = self._stand(place, before - 1).end if before else place.start
        return Lines(at, at)

    # ---- texts that stand there already, and whole texts
    def _in_new(self, index: int) -> list[Lines]:
        """The place of a line whose part is applied: the part's new text stands there."""
        where, line = self._resolution.where, self._part.lines[index]
        if where is None:
            return []
        if self._policy.by_code:
            return self._in_content(where, index)
        start = self._new_start
        at = (where.start if start is None else start) + self._above[index][1]
        if start is None and at >= where.end:
            return [where]  # only what a part before it leaves has so many lines there
        return [Lines(at, at + (line.kind is not Kind.REMOVED))]

    def _in_content(self, where: Lines, index: int) -> list[Lines]:
        line = self._part.lines[index]
        if line.kind is Kind.REMOVED:
            return [where]
        if line.kind is Kind.CONTEXT:
            return self._code(self._part.old, line)
        at = where.start + self._above[index][2]
        return [Lines(at, at + 1)] if at < self._ring.size else [where]

    @cached_property
    def _new_start(self) -> int | None:
        """The new text's first line; known is where it, or the old text inside it, stands. None if
        its words do not stand there now.
        """
        where = self._resolution.where or Lines(0, 0)
        new = [line.text.strip(WHITE) for line in self._part.new]
        lead = next(
            (i for i, line in enumerate(self._part.lines) if line.kind is not Kind.ADDED), 0
        )
        for start in (
            where.start,
            where.start - lead,
            where.start - len(new) + len(self._part.old),
        ):
            if [
                line.strip(WHITE) for line in self._ring.lines[max(start, 0) : start + len(new)]
            ] == new:
                return start
        return None

    def _in_whole(self, index: int) -> list[Lines]:
        """The place of a line of a whole text: its own, or where the difference puts it."""
        if self._resolution.state is State.APPLIED:
            # by now, or once a part before it has made the file what it says
            there = [line.strip(WHITE) for line in self._ring.lines[index : index + 1]]
            same = there == [self._part.lines[index].text.strip(WHITE)]
            return [Lines(index, index + 1)] if same else []
        if self._resolution.change.op is Op.CREATE or self._resolution.state is not State.FITS:
            return []
        before, after = self._resolution.before, self._resolution.after
        if before != self._ring.lines[: self._ring.size]:
            return places(self._resolution)  # it works on what another whole text leaves
        shift = 0
        for tag, first, last, new_first, new_last in opcodes(before, after):
            if new_first <= index < new_last and tag != "equal":
                return [Lines(first, last)]
            if index >= new_last:
                shift = last - new_last
        return [Lines(index + shift, index + shift + 1)]


def _touches(place: Lines, line: int) -> bool:
    """Whether a line lies in a place, or beside it if it lies between lines."""
    if place.end > place.start:
        return place.start <= line < place.end
    return place.start - 1 <= line <= place.start

"""What a SEARCH/REPLACE block says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from patchsight.core.formats.noise import Rows
from patchsight.core.formats.searchreplace.blocks import Block
from patchsight.core.formats.searchreplace.markers import (
    DIVIDER,
    ESCAPED,
    HINT,
    REPLACE,
    RULE,
    SEARCH,
    Marker,
    divider_of,
    end_of,
    start_of,
)
from patchsight.core.formats.searchreplace.paths import Found
from patchsight.core.formats.two_texts import (
    BLANK_EDGES,
    FENCES,
    NUMBERS,
    Texts,
    compare,
    escapes,
    path_line,
    repairs_of,
)
from patchsight.core.model.patch import (
    FileChange,
    Kind,
    Numbers,
    Op,
    Part,
    PatchLine,
    PathRef,
    Repair,
)
from patchsight.core.model.problems import Problem, Related, problem
from patchsight.core.text.buffer import Span, is_blank
from patchsight.core.text.phrases import count, quote, quote_line

_ESCAPES = escapes(ESCAPED)


class BlockReader:
    """Reads one block into a file change with one part."""

    def __init__(
        self, rows: Rows, block: Block, found: Found, before: PathRef | None, told: list[Problem]
    ) -> None:
        """`before` is the path of the block before."""
        self.rows, self.block, self.found = rows, block, found
        self.before, self.problems = before, told
        self.broken = False
        marker = start_of(rows.lines[block.start], loose=True)
        assert marker is not None
        self.marker: Marker = marker

    def read(self) -> FileChange:
        rows, block = self.rows, self.block
        last = rows.last_filled(block.start, block.last) or block.start
        header = rows.trimmed(block.start)
        part = Part(rows.between(block.start, last), header, in_order=self.marker.signs[0] == "-")
        path = self._read_path()
        span = Span(rows.starts[self.found.first], part.span.end)
        change = FileChange(Op.UPDATE, path, span, header, [part])
        if block.end is None:
            self._refuse_open(last)
        elif self._find_divider(part) is None:
            self._refuse("invalid_block", header, f"This block has no divider, a line `{DIVIDER}`.")
        else:
            self._read_markers()
            self._read_texts(change, part)
        part.broken = self.broken
        return change

    # ---- whose block it is
    def _read_path(self) -> PathRef:
        found = self.found
        if found.paths:
            self._compare_paths()
            named = found.paths[0]
            return PathRef.plain(named.path, self.rows.span(named.row, named.start, named.end))
        header = self.rows.trimmed(self.block.start)
        if self.before is None and found.guess is None:
            message = (
                "Nothing says which file this block is for. Write its path on the line above, "
                "or above the fence."
            )
            self._refuse("missing_path", header, message)
            return PathRef.plain("", header)
        if self.before is None:
            assert found.guess is not None
            name = found.guess
            span = self.rows.span(name.row, name.start, name.end)
            return PathRef(name.path, span, (name.path,), guess=True)
        if found.mentioned and _plain(found.mentioned.path) != _plain(self.before.raw):
            self._refuse_mention()
        if found.guess is None and not self.broken:
            message = f"No path stands above this block, so it is for {quote(self.before.raw)} like the one before."
            self.problems.append(problem("same_path", header, message))
        if found.guess is None:
            return self.before
        choices = (found.guess.path, *self.before.choices)
        return PathRef(self.before.raw, self.before.span, choices, guess=True)

    def _compare_paths(self) -> None:
        """Two paths for one block must be the same."""
        first, *others = self.found.paths
        other = next((named for named in others if _plain(named.path) != _plain(first.path)), None)
        if other is None:
            return
        message = (
            f"This block is for {quote(first.path)} by line {first.row + 1} and for {quote(other.path)} by line "
            f"{other.row + 1}. Write one path."
        )
        span = self.rows.span(first.row, first.start, first.end)
        where = self.rows.span(other.row, other.start, other.end)
        related = Related("the other path", None, where.start, where.end)
        self._refuse("conflicting_paths", span, message, related)

    def _refuse_mention(self) -> None:
        """The sentence above names another file than the block before."""
        named, before = self.found.mentioned, self.before
        assert named is not None and before is not None
        message = (
            f"No path stands above this block, so it would be for {quote(before.raw)} like the one before; but line "
            f"{named.row + 1} speaks of {quote(named.path)}. Write the path on a line of its own above the block."
        )
        where = self.rows.span(named.row, named.start, named.end)
        related = Related("the other path", None, where.start, where.end)
        header = self.rows.trimmed(self.block.start)
        self._refuse("conflicting_paths", header, message, related)

    # ---- its shape
    def _refuse_open(self, last: int) -> None:
        """No end: the start marker is to blame, and what would end it is worth a word."""
        block, rows = self.block, self.rows
        end = self._as_written(self.marker)[2]
        data: dict[str, object] = {}
        if len(block.dividers) > 1 and self._last_filled() == block.dividers[-1]:
            row = block.dividers[-1]
            span = rows.trimmed(row)
            message = (
                f"The block has no end marker; line {row + 1} is a divider where `{end}` belongs. "
                "Write that if nothing is missing above it."
            )
            data = {"markers": [(span.start, span.end, end)]}
        else:
            message = (
                f"The block is cut off: {block.why_open} before `{end}`. Ask for the rest, "
                "or add that line if the block is complete."
            )
            if block.dividers:
                data = {"insert": end, "below": rows.starts[self._last_filled()]}
        self._refuse("truncated_patch", rows.trimmed(block.start), message, data=data)

    def _last_filled(self) -> int:
        """The last row of an open block that is not the fence behind it."""
        rows, block = self.rows, self.block
        last = rows.last_filled(block.start, block.last) or block.start
        while last > block.start and rows.lines[last].strip(" \t") in ("```", "````", "~~~"):
            last = rows.last_filled(block.start, last) or block.start
        return last

    def _find_divider(self, part: Part) -> int | None:
        """The row between the two texts. An old text that is empty says where it is; else of an odd
        number it is the middle one, if that proves true.
        """
        dividers = self.block.dividers
        if len(dividers) < 2 or self._is_empty_above(dividers):
            return dividers[0] if dividers else None
        span, rows = self.rows.trimmed(dividers[1]), [row + 1 for row in dividers]
        message = (
            f"{count(len(rows), 'line')} of this block read like its divider (lines {', '.join(map(str, rows))}), "
            "so it is not certain where the new text starts."
        )
        middle = dividers[len(dividers) // 2]
        if len(dividers) % 2 == 0:
            advice = "Search for lines that hold no such line."
            self._refuse("ambiguous_divider", span, f"{message} {advice}")
            return dividers[0]
        told = f"{message} It is line {middle + 1}: the text above it stands in the file."
        refused = (
            f"{message} The text above line {middle + 1} does not stand in the file once, "
            "or that above a later one does as well."
        )
        # a shorter text stands wherever a longer one does, so only longer ones say something
        later = dividers[len(dividers) // 2 + 1 :]
        rivals = tuple(self._text(self._first_old(), row) for row in later)
        part.repaired = Repair("ambiguous_divider", span, told, refused, rivals=rivals)
        return middle

    def _is_empty_above(self, dividers: list[int]) -> bool:
        """Whether the old text is empty, and the other dividers underline headings of the new one.
        A row with another number of signs than the markers may be the line above a heading.
        """
        size = len(self.marker.signs)
        sizes = [len(self.rows.lines[row].strip(" \t")) for row in dividers]
        return dividers[0] == self._first_old() and sizes[0] == size and size not in sizes[1:]

    def _text(self, first: int, last: int) -> str:
        return "".join(f"{line}\n" for line in self.rows.lines[first:last])

    def _as_written(self, start: Marker) -> tuple[str, str, str]:
        """The three markers as they should be, with the signs of the first."""
        size = len(start.signs) if 5 <= len(start.signs) <= 9 else 7
        word = "UPDATED" if start.word == "ORIGINAL" else "REPLACE"
        sign, end = ("-", "+") if start.signs[0] == "-" else ("<", ">")
        number = f" line={start.line}" if start.line is not None else ""
        return f"{sign * size} {start.word}{number}", "=" * size, f"{end * size} {word}"

    def _read_markers(self) -> None:
        """Refuse markers that are not written as they should be, and tell of those that differ."""
        rows, block = self.rows, self.block
        assert block.end is not None
        divider = divider_of(rows.lines[block.dividers[0]], loose=True)
        end = end_of(rows.lines[block.end], loose=True)
        assert divider is not None and end is not None
        wanted = self._as_written(self.marker)
        places = (block.start, block.dividers[0], block.end)
        found = (self.marker, divider, end)
        loose = [
            (rows.trimmed(row), text)
            for row, marker, text in zip(places, found, wanted, strict=True)
            if marker.loose
        ]
        if loose:
            # what is set right for one marker must do for the others, too
            message = (
                f"{quote(rows.lines[block.start].strip())} and what belongs to it are not written as this format has them: "
                f"`{SEARCH}`, `{DIVIDER}`, `{REPLACE}`, in capitals and with 5 to 9 signs."
            )
            self._refuse(
                "invalid_block", loose[0][0], message, data={"markers": self._rewritten(wanted)}
            )
            return
        pairs = {("<", ">"), ("-", "+")}
        words = {("SEARCH", "REPLACE"), ("ORIGINAL", "UPDATED")}
        sizes = {len(marker.signs) for marker in found}
        odd = (self.marker.signs[0], end.signs[0]) not in pairs or (
            self.marker.word,
            end.word,
        ) not in words
        if odd or (len(sizes) > 1 and len(block.dividers) == 1):
            message = (
                f"The markers of this block do not belong together: {quote_line(rows.lines[block.start].strip())} and "
                f"{quote_line(rows.lines[block.end].strip())}. It is read all the same."
            )
            markers = self._rewritten(wanted)
            self.problems.append(
                problem("mixed_markers", rows.trimmed(block.end), message, markers=markers)
            )

    def _rewritten(self, wanted: tuple[str, str, str]) -> list[tuple[int, int, str]]:
        """Where the markers stand, and what should stand there."""
        rows, block = self.rows, self.block
        assert block.end is not None
        places = (block.start, block.dividers[0], block.end)
        spans = [(rows.trimmed(row), text) for row, text in zip(places, wanted, strict=True)]
        return [(span.start, span.end, text) for span, text in spans]

    # ---- its texts
    def _first_old(self) -> int:
        """The first row below the start marker that is no line hint."""
        row = self.block.start + 1
        while row < self.block.last and HINT.fullmatch(self.rows.lines[row]):
            row += 1
        return row

    def _read_texts(self, change: FileChange, part: Part) -> None:
        block, rows = self.block, self.rows
        assert block.end is not None
        middle = self._middle(part)
        first = self._read_hints(part, middle)
        old = self._lines(Kind.REMOVED, first, middle)
        new = self._lines(Kind.ADDED, middle + 1, block.end)
        self._refuse_hints(old, new)
        if all(is_blank(line.text) for line in old):
            change.op, part.lines = Op.CREATE, tuple(new)
            part.repaired = None
            if all(is_blank(line.text) for line in new):
                message = "Both texts of this block are empty, so it says nothing. Remove it, or write what it is for."
                self._refuse("invalid_block", rows.trimmed(block.start), message)
            return
        part.lines = compare(old, new)
        if part.repaired is None and not self.broken:
            slips = (_ESCAPES, NUMBERS, FENCES, path_line(change.path.raw), *BLANK_EDGES)
            part.repairs = repairs_of(part, Texts(old, new), slips)

    def _middle(self, part: Part) -> int:
        dividers = self.block.dividers
        return dividers[len(dividers) // 2] if part.repaired else dividers[0]

    def _read_hints(self, part: Part, middle: int) -> int:
        """Read the line number of a block; the first row of its old text."""
        rows, row, number = self.rows, self._first_old(), self.marker.line
        span = rows.trimmed(self.block.start)
        for at in range(self.block.start + 1, row):
            hint = HINT.fullmatch(rows.lines[at])
            assert hint is not None
            if not hint["number"].isascii() or not hint["number"].isdigit():
                message = f"{quote_line(rows.lines[at])} gives no line number. Write one, or remove the line."
                self._refuse("invalid_block", rows.trimmed(at), message)
            elif hint["key"] == "start":
                number, span = int(hint["number"][:9]), rows.trimmed(at)
        if row < middle and RULE.fullmatch(rows.lines[row]) and self._is_rule(row, middle):
            row += 1
        if number:
            part.numbers = Numbers(number, None, number, None, span)
        return min(row, middle)

    def _is_rule(self, row: int, middle: int) -> bool:
        """Whether a row of dashes ends the hints; without any it may be the first line of both
        texts.
        """
        below = self.rows.lines[middle + 1] if middle + 1 < self.block.last else ""
        return row > self.block.start + 1 or not RULE.fullmatch(below)

    def _refuse_hints(self, old: Sequence[PatchLine], new: Sequence[PatchLine]) -> None:
        """A line number in the new text is none; it would be written into the file."""
        there = {line.text for line in old}
        for line in new:
            if HINT.fullmatch(line.text) and line.text not in there:
                message = f"{quote_line(line.text)} stands in the new text and would be written into the file. Remove it."
                self._refuse("misplaced_line", line.span, message)
                return

    def _lines(self, kind: Kind, first: int, last: int) -> list[PatchLine]:
        rows = self.rows
        return [PatchLine(kind, rows.lines[row], rows.span(row)) for row in range(first, last)]

    def _refuse(
        self,
        code: str,
        span: Span,
        message: str,
        related: Related | None = None,
        data: Mapping[str, object] | None = None,
    ) -> None:
        self.broken = True
        found = problem(code, span, message, related=[related] if related else None)
        found.data.update(data or {})
        self.problems.append(found)


def _plain(path: str) -> str:
    return path.replace("\\", "/").removeprefix("./")

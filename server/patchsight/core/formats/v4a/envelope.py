"""The `***` rows of v4a, and the stretches of a text that they enclose."""

from __future__ import annotations

import re
from typing import NamedTuple

from patchsight.core.formats.noise import Examples, Noise, Rows, trim, trim_path, write_path
from patchsight.core.model.patch import PathRef
from patchsight.core.text.buffer import WHITE, is_blank

BEGIN, END, END_OF_FILE = "begin patch", "end patch", "end of file"
ADD, UPDATE, DELETE, MOVE = "add file", "update file", "delete file", "move to"
SPELLING = {
    BEGIN: "*** Begin Patch",
    END: "*** End Patch",
    END_OF_FILE: "*** End of File",
    ADD: "*** Add File:",
    UPDATE: "*** Update File:",
    DELETE: "*** Delete File:",
    MOVE: "*** Move to:",
}
FILE_SECTIONS = (ADD, UPDATE, DELETE)
UNKNOWN = ""
#: A file directive with a plain path, as almost all are.
_NEAT = re.compile(r"\*\*\* ((?:Add|Update|Delete) File): ([\w.+@/-]+)", re.ASCII)

#: What a diff writes in front of a path, and models copy; what follows it must be a path of its own.
_PREFIX = re.compile(r"[ab]/(?=[^/])")


class Directive(NamedTuple):
    """A `***` row: its name in lower case, where it stands, and the columns of its path."""

    name: str
    row: int
    column: int
    start: int
    end: int
    neat: bool  #: written as the format has it


class Envelope(NamedTuple):
    """Rows first to last (half-open) between two markers, either of which may be missing."""

    begin: int | None
    first: int
    last: int
    end: int | None
    margin: int = 0

    @property
    def open(self) -> bool:
        return self.end is None

    def is_repeated_by(self, row: int, rows: Rows) -> bool:
        """Whether this is a Begin marker with nothing below it but another one."""
        if self.begin is None or not self.open or row >= len(rows.lines):
            return False
        following = read_directive(rows.lines[row])
        return (
            following is not None
            and following.name == BEGIN
            and rows.next_filled(self.first, row) == row
        )


def read_directive(line: str, row: int = 0) -> Directive | None:
    """The directive a line holds; its name is empty when it is none of the known ones."""
    if neat := read_neat(line, row):
        return neat
    stripped = line.lstrip(WHITE)
    if not stripped.startswith("***"):
        return None
    column = len(line) - len(stripped)
    words = stripped.lstrip("*").lstrip(WHITE)
    start = len(line) - len(words)
    lowered = words[:12].lower()
    for name, spelling in SPELLING.items():
        if lowered.startswith(name):
            found = _read_known(line, row, column, start + len(name), name, spelling)
            if found:
                return found
    is_spaced = line[start - 1 : start] in WHITE
    return (
        Directive(UNKNOWN, row, column, start, len(line), True)
        if is_spaced and words[:1].isalpha()
        else None
    )


def read_neat(line: str, row: int) -> Directive | None:
    """The file directive that a line is, as the format has it and with a plain path."""
    neat = _NEAT.fullmatch(line)
    return Directive(neat[1].lower(), row, 0, *neat.span(2), True) if neat else None


def read_path(rows: Rows, directive: Directive) -> PathRef:
    """The path of a directive."""
    path = rows.lines[directive.row][directive.start : directive.end]
    span = rows.span(directive.row, directive.start, directive.end)
    if directive.name in (UPDATE, DELETE) and _PREFIX.match(path):
        return PathRef(path, span, (path, path[2:]), prefixed=True)
    return PathRef.plain(path, span)


def _read_known(
    line: str, row: int, column: int, after: int, name: str, spelling: str
) -> Directive | None:
    rest = line[after:]
    neat = column == 0 and line.startswith(spelling)
    if not spelling.endswith(":"):
        if rest.strip(WHITE + "*:"):
            return None
        return Directive(name, row, column, after, after, neat and is_blank(rest))
    colon = rest.lstrip(WHITE)
    if not colon.startswith(":"):
        return None
    _, end = trim(line, after)
    bare = len(line[:end].rstrip("*"))
    is_starred = end - bare >= 3 and line[bare - 1] in WHITE + ":"
    start, end = trim_path(line, len(line) - len(colon) + 1, bare if is_starred else end)
    return Directive(name, row, column, start, end, neat and not is_starred)


def find_envelopes(rows: Rows, first: int, last: int, noise: Noise) -> list[Envelope]:
    """Every stretch that reads as a patch: Begin to End, or from a lone file directive."""
    markers = [
        found
        for row in range(first, last)
        if "***" in rows.lines[row]
        and (found := read_directive(rows.lines[row], row))
        and found.name in (BEGIN, END, *FILE_SECTIONS)
    ]
    finder = _Finder(rows, noise, markers, last)
    examples = Examples(rows.lines, first, last)
    envelopes: list[Envelope] = []
    row = first
    for index, marker in enumerate(markers):
        if marker.row < row or not (
            (marker.name == BEGIN and not examples.hold(marker.row))
            or (marker.name in FILE_SECTIONS and marker.column == 0)
        ):
            continue
        noise.skip(row, marker.row)
        noise.enter()
        envelope = finder.close(index)
        row = envelope.last + (not envelope.open)
        if envelope.is_repeated_by(row, rows):
            noise.decorated(marker.row)
        else:
            envelopes.append(envelope)
    noise.skip(row, last)
    return envelopes


class _Finder:
    """Finds where envelopes end, by tables: many markers cost no more than their number."""

    def __init__(self, rows: Rows, noise: Noise, markers: list[Directive], last: int) -> None:
        self.rows = rows
        self.noise = noise
        self.markers = markers
        self.last = last
        self.next_begin = self._table(BEGIN, flush=True)
        self.next_end = self._table(END, flush=True)
        self.next_padded_end = self._table(END, flush=False)

    def close(self, index: int) -> Envelope:
        opener = self.markers[index]
        begin = opener.row if opener.name == BEGIN else None
        first = opener.row if begin is None else opener.row + 1
        # Inside a patch a padded marker is a context line, unless the opening one is padded as
        # well.
        ends = self.next_padded_end if opener.column else self.next_end
        limit, end = self._row(self.next_begin[index + 1]), self._row(ends[index + 1])
        if end < limit:
            return self._envelope(begin, first, end, end)
        cut = next((row for row in range(first, limit) if self.noise.ends_at(row)), None)
        closing = self._last_padded_end(index) if cut is None else None
        last = next(row for row in (cut, closing, limit) if row is not None)
        if closing is None and begin is not None:
            final = self.rows.last_filled(first, last)
            if final is not None and is_prefixed_end(self.rows.lines[final]):
                last = closing = final
        return self._envelope(begin, first, last, closing)

    def _envelope(self, begin: int | None, first: int, last: int, end: int | None) -> Envelope:
        for row in (begin, end):
            if (
                row is not None
                and (marker := read_directive(self.rows.lines[row]))
                and not marker.neat
            ):
                self.noise.decorated(row)
        return Envelope(
            begin, first, last, end, 0 if begin is None else self._margin(begin, first, last)
        )

    def _margin(self, begin: int, first: int, last: int) -> int:
        """How far the whole patch is indented."""
        line = self.rows.lines[begin]
        pad = line[: len(line) - len(line.lstrip(WHITE))]
        lines = (self.rows.lines[row] for row in range(first, last))
        return (
            len(pad) if pad and all(line.startswith(pad) or is_blank(line) for line in lines) else 0
        )

    def _last_padded_end(self, index: int) -> int | None:
        if self.markers[index].name != BEGIN:
            return None
        following = range(self.next_begin[index + 1] - 1, index, -1)
        return next(
            (self.markers[at].row for at in following if self.markers[at].name == END), None
        )

    def _row(self, index: int) -> int:
        return self.markers[index].row if index < len(self.markers) else self.last

    def _table(self, name: str, flush: bool) -> list[int]:
        """For each marker, the index of the next one from it on with this name."""
        table = [len(self.markers)] * (len(self.markers) + 1)
        for index in range(len(self.markers) - 1, -1, -1):
            marker = self.markers[index]
            fits = marker.name == name and not (flush and marker.column)
            table[index] = index if fits else table[index + 1]
        return table


def is_prefixed_end(line: str) -> bool:
    """Whether a row is an end marker with the sign of an added line in front of it."""
    return line.startswith("+") and line[1:].rstrip(WHITE) == SPELLING[END]


def normal_marker(line: str) -> str | None:
    """A row with a directive as it should be written; None for any other row."""
    directive = read_directive(line)
    if directive is None or not directive.name:
        return None
    path = line[directive.start : directive.end]
    return f"{SPELLING[directive.name]} {write_path(path)}" if path else SPELLING[directive.name]

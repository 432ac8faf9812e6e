"""Modifications that leave nothing to weigh: each names a line that stands in the file once and that
none of them writes, each writes a line that stands nowhere else, and code that nobody touches is
between any two of them.

So each stands where it would be found in whatever those before it leave, nothing is done already, and
what they leave shows that all of them are done. What becomes of them is told from the lines of the
file alone, and it is the same that `modifications` comes to: a test compares the two. Whatever is not
as plain, or is worth a word, is left to it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import compress
from operator import attrgetter
from typing import NamedTuple

from patchsight.core.model.hunk_lines import in_columns
from patchsight.core.model.patch import FileChange, Grade, Part
from patchsight.core.model.report import FileOp, FilePlan, Lines, Resolution, State
from patchsight.core.model.target import Target
from patchsight.core.placing.ap.search import added_code, code_of, content_lines, old_code
from patchsight.core.placing.grades import grade_of, keys_of
from patchsight.core.placing.line_index import Index
from patchsight.core.placing.plan import trim
from patchsight.core.text.buffer import BOM, indent_of, is_blank, is_trivial, split_lines
from patchsight.core.text.edits import Edit, apply_edits

_INSERTS = ("INSERT_AFTER", "INSERT_BEFORE")
_ACTIONS = ("REPLACE", "DELETE", *_INSERTS)
_MANY = 16  #: places of one line, from which on they are left to those who pay for each


class _Wanted(NamedTuple):
    """A modification, and the code that it looks for and puts in."""

    part: Part
    old: list[str]
    added: list[str]
    anchor: list[str]
    end: list[str]  #: of a range


class _Found(NamedTuple):
    """Where a modification stands."""

    part: Part
    first: int  #: the first of the file's lines of code that it covers
    last: int
    run: list[int]  #: the rows of its snippet
    region: range  #: the rows that it covers
    floor: range  #: the lines of code of its anchor


def place_plain(change: FileChange, target: Target) -> tuple[list[Resolution], FilePlan] | None:
    """What becomes of the modifications of a file, and of the file; None if there is something to
    weigh.
    """
    text = target.text
    if not text or text.isspace() or "\r" in text or target.shared or _has_blanks_at_ends(text):
        return None
    wanted = [_read(part) for part in change.parts]
    if not all(map(_is_plain, wanted)):
        return None
    page = _Page(split_lines(text), wanted)
    found = [place for want in wanted if (place := page.find(want))]
    end = len(page.lines) - (text[-1] != "\n")
    if len(found) < len(wanted) or not _are_apart(found, end):
        return None
    contents = [_content(page, place) for place in found]
    edits = _edits(page.lines, found, contents)
    resolutions = [
        _resolution(page, place, content, change, target.path)
        for place, content in zip(found, contents, strict=True)
    ]
    numbers = tuple(place.part.index for place in found)
    after = apply_edits(text, edits)
    plan = FilePlan(FileOp.EDIT, target.path, text, after, edits, None, target.bom, numbers)
    return resolutions, plan


def _has_blanks_at_ends(text: str) -> bool:
    """Whether there is white space that ap would remove from the whole file."""
    return " \n" in text or "\t\n" in text or text.endswith((" ", "\t"))


def _read(part: Part) -> _Wanted:
    anchor = code_of(part.anchor.lines) if part.anchor else []
    end = code_of(part.range_end.lines) if part.range_end else []
    return _Wanted(part, old_code(part), added_code(part), anchor, end)


def _is_plain(want: _Wanted) -> bool:
    """Whether a modification has all it needs, and nothing that leaves open what it covers."""
    part = want.part
    if part.broken or part.action not in _ACTIONS or not want.old:
        return False
    if BOM in "".join((*want.old, *want.added, *want.anchor)):
        return False
    if (part.anchor and not want.anchor) or (part.range_end and not want.end):
        return False
    if part.action in _INSERTS and (part.range_end or part.leading_blank or part.trailing_blank):
        return False
    return not in_columns(part.lines).added if part.action == "DELETE" else bool(want.added)


class _Page:
    """The lines of a file, and where those stand that modifications name."""

    def __init__(self, lines: list[str], wanted: Sequence[_Wanted]) -> None:
        self.lines = lines
        self._keys = keys_of(lines, Grade.INDENTATION)
        self.rows = list(compress(range(len(lines)), self._keys))  #: of the lines of code
        self.code = list(filter(None, self._keys))
        #: by line, how many modifications write it
        self._written = Counter[str]()
        named = set[str]()
        for want in wanted:
            self._written.update(set(want.added))
            named.update(want.old, want.anchor, want.end)
        index = Index(self.code, len(self.code))
        self._where: Mapping[str, list[int]] = index.where(named.union(self._written))

    def find(self, want: _Wanted) -> _Found | None:
        """The only place of a modification, whatever the others do; None if it may have another, or
        may be done already, or something would be told of it.
        """
        part, first = want.part, self._only(want.old)
        if first is None or (want.added and not any(map(self._is_new, want.added))):
            return None
        last: int | None = first + len(want.old) - 1
        floor = range(0)
        if want.anchor:
            above = self._only(want.anchor)
            if above is None or above + len(want.anchor) > first:
                return None
            floor = range(above, above + len(want.anchor))
        if want.end:
            last = self._first_end(want.end, first + len(want.old))
        if last is None:
            return None
        run = self.rows[first : first + len(want.old)]
        if self._is_worth_a_word(part, run[0], last):
            return None
        top = run[0] - self._blanks(range(run[0] - 1, -1, -1), part.leading_blank)
        low = self.rows[last] + 1
        low += self._blanks(range(low, len(self.lines)), part.trailing_blank)
        return _Found(part, first, last, run, range(top, low), floor)

    def _only(self, block: Sequence[str]) -> int | None:
        """Where a block stands that has a line which stands once and which nobody writes."""
        for at, line in enumerate(block):
            hits = self._where.get(line, ())
            if len(hits) == 1 and line not in self._written:
                start = hits[0] - at
                stands = start >= 0 and self.code[start : start + len(block)] == block
                return start if stands else None
        return None

    def _first_end(self, block: Sequence[str], first: int) -> int | None:
        """Where a block ends that stands from some line of code on, or below it; None also if that
        takes too many looks.
        """
        hits = self._where.get(block[0], [])
        at = bisect_left(hits, first)
        starts = (
            hit for hit in hits[at : at + _MANY] if self.code[hit : hit + len(block)] == block
        )
        return next((start + len(block) - 1 for start in starts), None)

    def _is_new(self, line: str) -> bool:
        """Whether a line says something and would stand there once some modification is made."""
        return self._written[line] == 1 and not self._where.get(line) and not is_trivial(line)

    def _is_worth_a_word(self, part: Part, row: int, last: int) -> bool:
        """Whether content is indented already, or goes in between a head and its brace."""
        indent = indent_of(self.lines[row])
        added = in_columns(part.lines).added
        if indent and added and all(line.startswith(indent) or is_blank(line) for line in added):
            return True
        return part.action == "INSERT_AFTER" and self.code[last + 1 : last + 2] == ["{"]

    def _blanks(self, rows: range, most: int) -> int:
        """How many blank lines there are before the first other one, up to so many."""
        filled = (at for at, row in enumerate(rows[:most]) if self._keys[row])
        return next(filled, len(rows[:most]))


def _are_apart(found: Sequence[_Found], end: int) -> bool:
    """Whether code is between any two places, none of them has an anchor in it, and none reaches to
    the rows from `end` on.
    """
    places = sorted(found, key=attrgetter("first"))
    above = -2
    for place in places:
        if place.first < above + 2:
            return False
        above = place.last
    starts = [place.first for place in places]
    for floor in (place.floor for place in found if place.floor):
        at = bisect_right(starts, floor[-1]) - 1  # the last place that begins above its end
        if at >= 0 and places[at].last >= floor[0]:
            return False
    return bool(places) and max(place.region.stop for place in places) <= end


# ---- what modifications leave
def _content(page: _Page, place: _Found) -> list[str]:
    if place.part.action == "DELETE":
        return []
    return content_lines(place.part, indent_of(page.lines[place.run[0]]))


def _edits(lines: list[str], found: Sequence[_Found], contents: Sequence[list[str]]) -> list[Edit]:
    """What turns the text of these lines into what modifications leave, from the top to the end."""
    edits = list[Edit]()
    at = offset = 0  # a row, and where it starts
    for place, content in sorted(zip(found, contents, strict=True), key=lambda pair: pair[0].first):
        first, stop = place.region.start, place.region.stop
        if place.part.action == "INSERT_AFTER":
            first = stop
        elif place.part.action == "INSERT_BEFORE":
            stop = first
        offset += sum(map(len, lines[at:first])) + first - at
        at = first
        old, new = ([f"{line}\n" for line in some] for some in (lines[first:stop], content))
        edit = trim(old, new, offset, (place.part.index,))
        if edit:
            edits.append(edit)
    return edits


def _resolution(
    page: _Page, place: _Found, content: list[str], change: FileChange, path: str
) -> Resolution:
    """That a modification fits."""
    part, region = place.part, place.region
    wanted = [text for text in in_columns(part.lines).old if not is_blank(text)]
    grade = grade_of(wanted, [page.lines[row] for row in place.run])
    where = Lines(region.start, region.stop)
    fits = Resolution(part, change, path, State.FITS, grade, 1.0, where)
    fits.before = page.lines[region.start : region.stop]
    if part.action == "INSERT_AFTER":
        content = fits.before + content
    elif part.action == "INSERT_BEFORE":
        content = content + fits.before
    fits.after = content
    return fits

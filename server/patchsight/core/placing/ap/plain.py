"""Modifications that leave nothing to weigh: each names a line that stands in the file once and that
none of them writes, each writes a line that stands nowhere else, and code that nobody touches is
between any two of them.

So each stands where it would be found in whatever those before it leave, nothing is done already, and
what they leave shows that all of them are done. What becomes of them is told from the lines of the
file alone, and it is the same that `modifications` comes to: a test compares the two. Whatever is not
as plain, or is worth a word, is left to it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from patchsight.core.formats.spec import Policy
from patchsight.core.model.hunk_lines import HunkLines, in_columns
from patchsight.core.model.patch import FileChange, Part
from patchsight.core.model.report import FileOp, FilePlan, Lines, Resolution, State
from patchsight.core.model.target import Target
from patchsight.core.placing.ap.page import Page, Stretch
from patchsight.core.placing.ap.search import code_of, code_of_texts, content_lines
from patchsight.core.placing.grades import grade_of
from patchsight.core.text.buffer import BOM, Span, indent_of, is_blank, is_trivial
from patchsight.core.text.edits import Edit, apply_edits

_INSERTS = ("INSERT_AFTER", "INSERT_BEFORE")
_ACTIONS = ("REPLACE", "DELETE", *_INSERTS)
_FEW = 4  #: modifications whose lines are looked for one by one, which takes no hash of every line
_MANY = 16  #: places of one line, from which on they are left to those who pay for each


class _Wanted(NamedTuple):
    """A modification, and the code that it looks for and puts in."""

    part: Part
    columns: HunkLines
    old: Sequence[str]
    added: Sequence[str]
    other: Sequence[str]  #: what it puts in and does not look for
    anchor: Sequence[str]
    end: Sequence[str]  #: of a range


class _Found(NamedTuple):
    """Where a modification stands."""

    want: _Wanted
    old: Stretch  #: what it looks for
    first: int  #: the rows of the first and the last line of code that it covers
    last: int
    start: int  #: the first row that it covers
    stop: int  #: the row below the last one
    anchor: Stretch | None
    indent: str  #: of the first line that it looks for, in the file


def place_plain(
    changes: Sequence[FileChange], target: Target, _: Policy
) -> tuple[list[list[Resolution]], FilePlan] | None:
    """What becomes of the modifications of all sections for a file, and of the file; None if there is
    something to weigh.
    """
    text, change = target.text, changes[0]
    if len(changes) > 1 or not text or "\r" in text or text.isspace() or target.shared:
        return None
    wanted = [_read(part) for part in change.parts]
    if not all(map(_is_plain, wanted)):
        return None
    page = Page(text)
    if page.has_loose_ends:  # which ap would remove from all of the file
        return None
    found = _find_all(page, wanted)
    if not found or not _are_apart(page, found, len(page.lines) - (text[-1] != "\n")):
        return None
    contents = [
        content_lines(place.want.part, place.indent) if place.want.added else [] for place in found
    ]
    edits = _edits(page.lines, found, contents)
    resolutions = [
        _resolution(page, place, content, change, target.path)
        for place, content in zip(found, contents, strict=True)
    ]
    numbers = tuple([part.index for part in change.parts])
    after = apply_edits(text, edits)
    plan = FilePlan(FileOp.EDIT, target.path, text, after, edits, None, target.bom, numbers)
    return [resolutions], plan


def _find_all(page: Page, wanted: Sequence[_Wanted]) -> list[_Found]:
    """The only place of each modification; none if one of them has no such place."""
    search, found = _Search(page, wanted), list[_Found]()
    for want in wanted:
        place = search.find(want)
        if place is None:
            return []
        found.append(place)
    return found


def _read(part: Part) -> _Wanted:
    columns = in_columns(part.lines)
    anchor = code_of(part.anchor.lines) if part.anchor else ()
    end = code_of(part.range_end.lines) if part.range_end else ()
    old, added = code_of_texts(columns.old), code_of_texts(columns.added)
    known = set(old)
    other = [line for line in added if line not in known]
    return _Wanted(part, columns, old, added, other, anchor, end)


def _is_plain(want: _Wanted) -> bool:
    """Whether a modification has all it needs, and nothing that leaves open what it covers."""
    part = want.part
    if part.broken or part.action not in _ACTIONS or not want.old:
        return False
    if BOM in "".join(want.columns.texts) or BOM in "".join(want.anchor):
        return False
    if (part.anchor and not want.anchor) or (part.range_end and not want.end):
        return False
    if part.action in _INSERTS and (part.range_end or part.leading_blank or part.trailing_blank):
        return False
    return not want.columns.added if part.action == "DELETE" else bool(want.added)


class _Search:
    """Finds the only places of modifications."""

    def __init__(self, page: Page, wanted: Sequence[_Wanted]) -> None:
        self._page = page
        #: by line, how many modifications write it
        self._written = written = dict[str, int]()
        for want in wanted:
            for line in set(want.added):
                written[line] = written.get(line, 0) + 1
        if len(wanted) > _FEW:
            page.announce(line for want in wanted for line in self._named(want))

    def _named(self, want: _Wanted) -> list[str]:
        """The lines that a modification may be looked for by."""
        named = [line for line in (*want.old, *want.anchor) if line not in self._written]
        return [*named, *want.other, *want.end[:1]]

    def find(self, want: _Wanted) -> _Found | None:
        """The only place of a modification, whatever the others do; None if it may have another, or
        may be done already, or something would be told of it.
        """
        part, page, old = want.part, self._page, self._only(want.old)
        anchor = self._only(want.anchor) if want.anchor else None
        if old is None or (want.anchor and (anchor is None or anchor.last >= old.first)):
            return None
        first, last = old
        if want.end:
            end = self._first_end(want.end, last)
            if end is None:
                return None
            last = end.last
        if want.added and not any(map(self._is_new, want.other)):
            return None
        indent = indent_of(page.lines[first])
        if self._is_worth_a_word(want, indent, last):
            return None
        start, stop = first, last + 1
        if part.leading_blank or part.trailing_blank:
            start -= page.count_blanks(range(start - 1, -1, -1)[: part.leading_blank])
            stop += page.count_blanks(range(stop, len(page.lines))[: part.trailing_blank])
        return _Found(want, old, first, last, start, stop, anchor, indent)

    def _only(self, block: Sequence[str]) -> Stretch | None:
        """Where a block stands that has a line which stands once and which nobody writes."""
        for at, line in enumerate(block):
            if line not in self._written:
                rows = self._page.rows(line)
                if len(rows) == 1:
                    return self._page.stretch(block, rows[0], at)
        return None

    def _first_end(self, block: Sequence[str], row: int) -> Stretch | None:
        """Where a block stands below a row; None also if that takes too many looks."""
        hits = self._page.rows(block[0])
        at = bisect_right(hits, row)
        places = (self._page.stretch(block, hit) for hit in hits[at : at + _MANY])
        return next(filter(None, places), None)

    def _is_new(self, line: str) -> bool:
        """Whether a line says something and would stand there once some modification is made."""
        return self._written[line] == 1 and not self._page.rows(line) and not is_trivial(line)

    def _is_worth_a_word(self, want: _Wanted, indent: str, last: int) -> bool:
        """Whether content is indented already, or goes in between a head and its brace."""
        added = want.columns.added
        if indent and added and all(line.startswith(indent) or is_blank(line) for line in added):
            return True
        return want.part.action == "INSERT_AFTER" and self._page.goes_on_with("{", last)


def _are_apart(page: Page, found: Sequence[_Found], end: int) -> bool:
    """Whether code is between any two places, none of them has an anchor in it, and none reaches to
    the rows from `end` on.
    """
    if len(found) == 1:
        return found[0].stop <= end
    places = sorted(found, key=attrgetter("first"))
    if not all(page.has_code(above.last + 1, below.first) for above, below in pairwise(places)):
        return False
    starts = [place.first for place in places]
    for anchor in (place.anchor for place in found if place.anchor):
        # the last place that begins above the end of the anchor
        at = bisect_right(starts, anchor.last) - 1
        if at >= 0 and places[at].last >= anchor.first:
            return False
    return bool(places) and max(place.stop for place in places) <= end


# ---- what modifications leave
def _edits(lines: list[str], found: Sequence[_Found], contents: Sequence[list[str]]) -> list[Edit]:
    """What turns the text of these lines into what modifications leave, from the top to the end."""
    edits = list[Edit]()
    at = offset = 0  # a row, and where it starts
    for place, content in sorted(zip(found, contents, strict=True), key=lambda pair: pair[0].first):
        part = place.want.part
        first = place.stop if part.action == "INSERT_AFTER" else place.start
        stop = place.start if part.action == "INSERT_BEFORE" else place.stop
        head, tail = _in_common(lines[first:stop], content)
        first, stop = first + head, stop - tail
        offset += len("".join(lines[at:first])) + first - at  # with a line feed behind each
        at = first
        end = offset + len("".join(lines[first:stop])) + stop - first
        new = "\n".join([*content[head : len(content) - tail], ""])
        edits.append(Edit(Span(offset, end), new, (part.index,)))
    return edits


def _in_common(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """With how many lines both begin, and with how many others both end."""
    head, most = 0, min(len(old), len(new))
    while head < most and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < most - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return head, tail


def _resolution(
    page: Page, place: _Found, content: list[str], change: FileChange, path: str
) -> Resolution:
    """That a modification fits."""
    part, wanted = place.want.part, place.want.columns.old
    size, there = len(place.want.old), page.lines[place.old.first : place.old.last + 1]
    if len(there) > size:
        there = [line for line in there if not is_blank(line)]
    if len(wanted) > size:
        wanted = [text for text in wanted if not is_blank(text)]
    grade = grade_of(wanted, there)
    where = Lines(place.start, place.stop)
    fits = Resolution(part, change, path, State.FITS, grade, 1.0, where)
    before = fits.before = page.lines[place.start : place.stop]
    if part.action == "INSERT_AFTER":
        content = before + content
    elif part.action == "INSERT_BEFORE":
        content = content + before
    fits.after = content
    return fits

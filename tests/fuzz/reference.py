"""Placing and applying told again as simply as can be: every place is tried, nothing is indexed. Slow, and easy to believe."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from patchsight.core.formats.spec import FormatSpec
from patchsight.core.model.patch import Grade, Kind, Part, PatchLine
from patchsight.core.model.record import replace
from patchsight.core.model.report import Resolution
from patchsight.core.placing.grades import KEYS, indents_between, is_shifted
from patchsight.core.text.buffer import BOM

WHITE = " \t\f\v"
Body = Sequence[str]


# ---- where a block stands


def strictest(block: Body, there: Body) -> Grade | None:
    """The strictest grade at which lines agree with as many others."""
    pairs = list(zip(block, there, strict=True))
    if all(a == b for a, b in pairs):
        return Grade.EXACT
    if all(a.rstrip(WHITE) == b.rstrip(WHITE) for a, b in pairs):
        return Grade.TRAILING_SPACE
    if is_shifted(block, there):
        return Grade.INDENTATION
    if all(_collapse(a) == _collapse(b) for a, b in pairs):
        return Grade.WHITESPACE
    fold = KEYS[Grade.PUNCTUATION]
    return Grade.PUNCTUATION if all(fold(a) == fold(b) for a, b in pairs) else None


def _collapse(line: str) -> str:
    return re.sub("[ \t\f\v]+", " ", line.strip(WHITE))


class Spots(NamedTuple):
    """Every place of a block at the best grade that has any, by the line it starts at."""

    grade: Grade
    starts: list[int]
    lines: Sequence[PatchLine]  #: the variant of the part that stands there


def seek(block: Body, body: Body, ladder: Sequence[Grade]) -> tuple[Grade, list[int]] | None:
    """Where a block stands, at the first rung of the ladder that has a place."""
    by_rung: dict[Grade, list[int]] = {}
    for start in range(len(body) - len(block) + 1) if block else ():
        grade = strictest(block, body[start : start + len(block)])
        rung = next((rung for rung in ladder if grade is not None and rung >= grade), None)
        if rung is not None:
            by_rung.setdefault(rung, []).append(start)
    return min(by_rung.items()) if by_rung else None


def old(lines: Sequence[PatchLine]) -> list[str]:
    return [line.text for line in lines if line.kind is not Kind.ADDED]


def new(lines: Sequence[PatchLine]) -> list[str]:
    return [line.text for line in lines if line.kind is not Kind.REMOVED]


def unmarked(part: Part, body: Body, *, two_texts: bool = False) -> Part:
    """A part without a byte order mark that it copied along with the first line of a file, which
    does not have it; anywhere else a mark is content, and it may be meant where a line has it. Of
    `two_texts` it is told as a whole.
    """
    part = _with_plain_anchor(part, body)
    firsts = [
        next((line for line in side if line.text[:1] == BOM), None)
        for side in (part.old[:1], part.new[:1])
    ]
    if firsts[0] is None or seek(old(part.lines), body, (Grade.EXACT,)):
        return part
    if firsts[0].text in body and not two_texts:
        return part
    lines = [line._replace(text=line.text[1:]) if line in firsts else line for line in part.lines]
    top = body[: len(old(lines))]
    stands = len(top) == len(old(lines)) and strictest(old(lines), top) is not None
    return replace(part, lines=tuple(lines)) if stands else part


def _with_plain_anchor(part: Part, body: Body) -> Part:
    """The same for the anchor of a part."""
    if part.anchor is None or part.anchor.lines[0].text[:1] != BOM or not body:
        return part
    first, *others = part.anchor.lines
    copied = first._replace(text=first.text[1:])
    if first.text in body or strictest([copied.text], body[:1]) is None:
        return part
    return replace(part, anchor=part.anchor._replace(lines=(copied, *others)))


def variants(part: Part) -> list[Sequence[PatchLine]]:
    return [part.lines, part.lines[: -part.droppable]] if part.droppable else [part.lines]


def spots(part: Part, body: Body, ladder: Sequence[Grade], *, newline: bool = True) -> Spots | None:
    """Where a part's old lines stand, with or without the blank ones at its end that may be noise;
    `newline`: whether the last line of the text has a line end.
    """
    written = (_spots_of(part, lines, body, ladder, newline) for lines in variants(part))
    best = min(filter(None, written), key=lambda one: one.grade, default=None)
    if best and part.at_end:
        return best._replace(
            starts=[start for start in best.starts if start + len(old(best.lines)) == len(body)]
        )
    return best


def stands_as_written(part: Part, body: Body, ladder: Sequence[Grade]) -> bool:
    """Whether a part stands anywhere as it is written, in either sense; only where it does not, it
    may be read otherwise.
    """
    return any(seek(side(lines), body, ladder) for lines in variants(part) for side in (old, new))


def readings(part: Part, body: Body, ladder: Sequence[Grade]) -> list[Sequence[PatchLine]]:
    """The ways to read a part's lines that count for a text: as they are written, else otherwise."""
    if stands_as_written(part, body, ladder):
        return variants(part)
    return [*variants(part), *(repair.lines for repair in part.repairs if repair.lines)]


def repaired(part: Part, body: Body, *, newline: bool = True) -> Spots | None:
    """Where a part stands to the letter that is read otherwise than it is written."""
    others = (repair.lines for repair in part.repairs if repair.lines)
    found = (_spots_of(part, lines, body, (Grade.EXACT,), newline) for lines in others)
    return next(filter(None, found), None)


def _spots_of(
    part: Part, lines: Sequence[PatchLine], body: Body, ladder: Sequence[Grade], newline: bool
) -> Spots | None:
    """The same for one way to read its lines. A removed line that is said to have no line end is the
    last one, and has none.
    """
    ends = removes_end(part, lines)
    above = max(0, len(body) - len(old(lines))) if ends else 0
    there = None if ends and newline else seek(old(lines), body[above:], ladder)
    return Spots(there[0], [above + start for start in there[1]], lines) if there else None


def removes_end(part: Part, lines: Sequence[PatchLine]) -> bool:
    """Whether the last of a part's old lines goes, and is said to have no line end."""
    ours = [line for line in lines if line.kind is not Kind.ADDED]
    gone = bool(ours) and ours[-1].kind is Kind.REMOVED
    return part.old_newline is False and gone and old(lines) != new(lines)


# ---- which of several places


def by_numbers(found: Resolution, starts: list[int], expected: int) -> bool:
    """Whether line numbers tell the chosen place from the others: it stands exactly there, or it alone stands near."""
    numbers, where = found.part.numbers, found.where
    if numbers is None or where is None or numbers.old_start == 0 or found.grade is not Grade.EXACT:
        return False
    reach = max(20, 2 * len(found.part.old))
    return where.start == expected or [
        start for start in starts if abs(start - expected) <= reach
    ] == [where.start]


def by_hints(found: Resolution, starts: list[int], body: Body, ladder: Sequence[Grade]) -> bool:
    """Whether hints do: the first is one line only, and the chosen place is the first from where they lead."""
    assert found.where is not None
    at = -1
    for number, hint in enumerate(found.part.hints):
        hits = _hits(hint.text, body, ladder)
        if number == 0 and len(hits) != 1:
            return False
        at = next((hit for hit in hits if hit > at), len(body))
    return (
        bool(found.part.hints)
        and next((start for start in starts if start >= at), None) == found.where.start
    )


def by_anchor(found: Resolution, starts: list[int], above: Spots | None, body: Body) -> bool:
    """Whether context above does that stands in one place and changes nothing: the chosen place is
    the only one in what it opens, at it or below it down to the first line that is no deeper.
    """
    assert found.where is not None
    if above is None or len(above.starts) != 1 or not is_idle(above.lines):
        return False
    first, end = above.starts[0], above.starts[0] + len(above.lines)
    opener = next((line for line in reversed(body[first:end]) if line.strip(WHITE)), "")
    while end < len(body) and (not body[end].strip(WHITE) or _depth(body[end]) > _depth(opener)):
        end += 1
    size = found.where.end - found.where.start
    inside = [start for start in starts if first <= start and start + size <= end + 1]
    return inside == [found.where.start]


def is_idle(lines: Sequence[PatchLine]) -> bool:
    """Whether lines change nothing, wherever they stand."""
    return all(line.kind is Kind.CONTEXT for line in lines)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(WHITE))


def _hits(hint: str, body: Body, ladder: Sequence[Grade]) -> list[int]:
    whole = seek([hint], body, ladder)
    if whole:
        return whole[1]
    key = KEYS[ladder[-1]]
    return [at for at, line in enumerate(body) if key(hint) and key(line).startswith(key(hint))]


def rivals(lines: Sequence[PatchLine], starts: Sequence[int], body: Body) -> list[int]:
    """The places of a part's old lines without those that are part of its new lines, put in before."""
    ours, theirs = len(old(lines)), len(new(lines))
    done = [at for at in range(len(body)) if theirs > ours and body[at : at + theirs] == new(lines)]
    return [
        start
        for start in starts
        if not any(at <= start and start + ours <= at + theirs for at in done)
    ]


def in_order(placed: Sequence[tuple[int, Sequence[int], Sequence[PatchLine]]]) -> list[set[int]]:
    """For each part, by its size, the places that some placement of all parts one below the other
    gives it; two of them may share lines that are context of both.
    """
    kept: list[set[int]] = [set() for _ in placed]
    sizes = [size for size, _, _ in placed]
    edges = [_edges(lines) for _, _, lines in placed]
    shares = [min(above[1], below[0]) for above, below in pairwise(edges)]
    for choice in product(*(starts for _, starts, _ in placed)):
        ends = [start + size for start, size in zip(choice, sizes, strict=True)]
        below = zip(ends, shares, choice[1:], strict=False)
        if all(end - shared <= start for end, shared, start in below):
            for one, start in zip(kept, choice, strict=True):
                one.add(start)
    return kept


def _edges(lines: Sequence[PatchLine]) -> tuple[int, int]:
    """How many lines of context a part begins with, and how many it ends with."""
    changes = [at for at, line in enumerate(lines) if line.kind is not Kind.CONTEXT]
    return (changes[0], len(lines) - 1 - changes[-1]) if changes else (len(lines), len(lines))


# ---- what becomes of the lines


class Placed(NamedTuple):
    """A part and the line it starts at; for one that only adds, the line above which."""

    start: int
    lines: Sequence[PatchLine]
    grade: Grade


class OverlapError(Exception):
    """Two parts change the same lines."""


def carry_out(body: Body, parts: Sequence[Placed]) -> list[str]:
    """The lines once every part is put in: context stays as it is in the file, a byte order mark never comes to the top."""
    gone: dict[int, int] = {}
    come: dict[int, tuple[int, list[str]]] = {}
    for number, (start, lines, grade) in enumerate(parts):
        there = body[start : start + len(old(lines))]
        indents = None if grade is Grade.FUZZY else indents_between(old(lines), there)
        at = gap = start
        for line in lines:
            if line.kind is Kind.ADDED:
                owner, texts = come.setdefault(gap, (number, []))
                if owner != number:
                    raise OverlapError
                text = (indents.apply(line.text) if indents else None) or line.text
                texts.append(text.lstrip("\ufeff") if gap == 0 and not texts else text)
                continue
            if line.kind is Kind.REMOVED and gone.setdefault(at, number) != number:
                raise OverlapError
            at += 1
            gap = gap if line.kind is Kind.REMOVED else at
    rows = [
        [*come.get(at, (0, []))[1], *([body[at]] if at < len(body) and at not in gone else [])]
        for at in range(len(body) + 1)
    ]
    return [line for row in rows for line in row]


# ---- ap


class Lost(Exception):  # noqa: N818
    """A locator of an ap modification stands nowhere, or in several places."""


def _code(lines: Sequence[PatchLine]) -> list[str]:
    return [line.text.strip(WHITE) for line in lines if line.text.strip(WHITE)]


def find_code(body: Body, block: Body) -> Iterator[tuple[int, int]]:
    """Every place of stripped lines, blank ones between them skipped: the first line and the one after the last."""
    code = [(at, line.strip(WHITE)) for at, line in enumerate(body) if line.strip(WHITE)]
    for first in range(len(code) - len(block) + 1) if block else ():
        if [text for _, text in code[first : first + len(block)]] == list(block):
            yield code[first][0], code[first + len(block) - 1][0] + 1


def _region(body: Body, part: Part) -> tuple[int, int, int]:
    """The lines a modification is about, with the blank ones it asks for, and the line its snippet starts at."""
    floor = 0
    if part.anchor:
        anchors = list(find_code(body, _code(part.anchor.lines)))
        if len(anchors) != 1:
            raise Lost
        floor = anchors[0][1]
    runs = [run for run in find_code(body, _code(part.old)) if run[0] >= floor]
    if not runs or (len(runs) > 1 and not part.anchor):
        raise Lost
    first, last = runs[0]
    if part.range_end:
        ends = [run for run in find_code(body, _code(part.range_end.lines)) if run[0] >= last]
        if not ends:
            raise Lost
        last = ends[0][1]
    start, end = first, last
    while start > 0 and first - start < part.leading_blank and not body[start - 1].strip(WHITE):
        start -= 1
    while end < len(body) and end - last < part.trailing_blank and not body[end].strip(WHITE):
        end += 1
    return start, end, first


def modify(body: Body, part: Part) -> list[str]:
    """The lines once an ap modification is made."""
    start, end, first = _region(body, part)
    indent = body[first][: len(body[first]) - len(body[first].lstrip(WHITE))]
    content = [
        (indent if line.text.strip(WHITE) else "") + line.text.rstrip(" \t") for line in part.added
    ]
    if part.action == "INSERT_AFTER":
        start = end
    elif part.action == "INSERT_BEFORE":
        end = start
    if start == 0 and content:
        content[0] = content[0].lstrip("\ufeff")
    return [*body[:start], *content, *body[end:]]


def ladder_of(form: FormatSpec) -> Sequence[Grade]:
    return form.policy.grades

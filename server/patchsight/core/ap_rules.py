"""ap's own rules: each modification works on the text as the one before leaves it, and twice is the same as once.

Whether a change was applied before is decided for the file as a whole: the modifications are undone backwards where their
result stands, then redone forward. What was undone and comes back at the same place is already applied; if that gives the
text there is, everything is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from patchsight.core.explain import ambiguous, line_list, missing, nearest, quote, related_places
from patchsight.core.grades import grade_of
from patchsight.core.jobs import Job, Section
from patchsight.core.model import Block, Grade, Part, PatchLine
from patchsight.core.problems import Related
from patchsight.core.result import Lines, State
from patchsight.core.sheet import Sheet
from patchsight.core.text import WHITE, indent_of, is_blank, is_trivial

_TYPO = 0.85
_OPENERS = (":", "{", "(", "[", ",", "=>", "->", "=", "\\")


class Found(NamedTuple):
    """Where a modification applies: the snippet's own lines, and the region with inner and wanted blank lines."""

    run: list[int]
    region: list[int]
    indent: str


class Failure(NamedTuple):
    """Why a modification applies nowhere: which locator failed, and where it stands instead."""

    what: str  #: anchor, snippet or end
    places: list[list[int]]


def place_modifications(section: Section, jobs: Sequence[Job]) -> Sheet:
    """Apply the modifications of a file change in order; the sheet that holds the result."""
    before = section.sheet.result
    redone = _redo_what_stands(section.sheet, [job.part for job in jobs])
    if redone is None:
        for job in jobs:
            _forward(section, job)
    else:
        section.sheet = _adopt(section, jobs, *redone, before)
    if section.sheet.result != before:
        _strip_trailing(section)
    return section.sheet


# ---- one modification
def code_of(lines: Sequence[PatchLine]) -> list[str]:
    """What the search compares: the non-blank lines, stripped."""
    return [line.text.strip(WHITE) for line in lines if not is_blank(line.text)]


def _find(sheet: Sheet, part: Part) -> Found | Failure:
    floor = -1
    if part.anchor:
        anchors = sheet.find_code(code_of(part.anchor.lines))
        if len(anchors) != 1:
            return Failure("anchor", anchors)
        floor = sheet.rank(anchors[0][-1])
    runs = [run for run in sheet.find_code(code_of(part.old)) if sheet.rank(run[0]) > floor]
    if not runs or (len(runs) > 1 and not part.anchor):
        return Failure("snippet", runs)
    first, last = runs[0][0], runs[0][-1]
    if part.range_end:
        ends = [run for run in sheet.find_code(code_of(part.range_end.lines)) if sheet.rank(run[0]) > sheet.rank(last)]
        if not ends:
            return Failure("end", [runs[0]])
        last = ends[0][-1]
    return Found(runs[0], _region(sheet, part, first, last), indent_of(sheet.lines[first]))


def _region(sheet: Sheet, part: Part, first: int, last: int) -> list[int]:
    region = sheet.between(first, last)
    for _ in range(part.leading_blank):
        line = sheet.prev[region[0]]
        if line == sheet.head or not sheet.blank(line):
            break
        region.insert(0, line)
    for _ in range(part.trailing_blank):
        line = sheet.next[region[-1]]
        if line == sheet.head or not sheet.blank(line):
            break
        region.append(line)
    return region


def _content(part: Part, indent: str) -> list[str]:
    return [(indent + line.text).rstrip(WHITE) if not is_blank(line.text) else "" for line in part.added]


def _apply(sheet: Sheet, part: Part, found: Found) -> list[str]:
    """Change the sheet; the lines that were put in."""
    content = _content(part, found.indent)
    first, last = found.region[0], found.region[-1]
    if part.action in ("REPLACE", "DELETE"):
        if [sheet.lines[line] for line in found.region] != content:
            sheet.splice(sheet.prev[first], found.region, content, part.index)
    elif part.action == "INSERT_AFTER":
        sheet.splice(last, [], content, part.index)
    else:
        sheet.splice(sheet.prev[first], [], content, part.index)
    return content


# ---- what stands already
class Undone(NamedTuple):
    """A modification that was taken back: the snippet's lines, which redoing it must find again."""

    run: list[int]


def _redo_what_stands(sheet: Sheet, parts: Sequence[Part]) -> tuple[Sheet, dict[int, Undone], dict[int, Found]] | None:
    """Undo backwards what stands, redo everything forward; None unless all that was undone comes back in place."""
    fork: Sheet | None = None
    undone: dict[int, Undone] = {}
    for part in reversed(parts):
        ids = _standing(fork or sheet, part)
        if ids is not None:
            fork = fork or sheet.fork()
            undone[part.index] = _undo(fork, part, *ids)
    if fork is None:
        return None
    found: dict[int, Found] = {}
    for part in parts:
        place = _find(fork, part)
        if isinstance(place, Found):
            if part.index in undone and place.run != undone[part.index].run:
                return None
            found[part.index] = place
            _apply(fork, part, place)
        elif part.index in undone or part.action != "DELETE":
            return None
    return fork, undone, found


def _standing(sheet: Sheet, part: Part) -> tuple[list[int], list[int]] | None:
    """The snippet's lines (none for a replaced one) and the content's, where the result of a modification stands."""
    added = part.added
    if part.action == "DELETE" or not any(not is_blank(line.text) for line in added):
        return None
    floor = -1
    if part.anchor:
        anchors = sheet.find_code(code_of(part.anchor.lines))
        if len(anchors) != 1:
            return None
        floor = sheet.rank(anchors[0][-1])
    if part.action == "REPLACE":
        return _standing_content(sheet, part, floor)
    return _standing_beside(sheet, part, floor)


def _standing_content(sheet: Sheet, part: Part, floor: int) -> tuple[list[int], list[int]] | None:
    code = code_of(part.added)
    if all(is_trivial(line) for line in code):
        return None
    blanks = next(i for i, line in enumerate(part.added) if not is_blank(line.text))
    own = indent_of(part.added[blanks].text)
    hits = []
    for run in sheet.find_code(code):
        there = indent_of(sheet.lines[run[0]])
        if sheet.rank(run[0]) > floor and there.endswith(own):
            start = run[0]
            for _ in range(blanks):
                start = sheet.prev[start]
            ids = _same_from(sheet, start, _content(part, there[: len(there) - len(own)]))
            if ids:
                hits.append(ids)
    if not hits or (len(hits) > 1 and not part.anchor):
        return None
    return [], hits[0]


def _standing_beside(sheet: Sheet, part: Part, floor: int) -> tuple[list[int], list[int]] | None:
    hits = []
    for run in sheet.find_code(code_of(part.old)):
        if sheet.rank(run[0]) <= floor:
            continue
        region = _region(sheet, part, run[0], run[-1])
        content = _content(part, indent_of(sheet.lines[run[0]]))
        start = sheet.next[region[-1]]
        if part.action == "INSERT_BEFORE":
            start = region[0]
            for _ in content:
                start = sheet.prev[start]
        ids = _same_from(sheet, start, content)
        if ids and run[0] not in ids:
            hits.append((run, ids))
    return hits[0] if len(hits) == 1 or (hits and part.anchor) else None


def _same_from(sheet: Sheet, line: int, content: Sequence[str]) -> list[int] | None:
    """The lines from one on if they read like the content, white space at their ends aside."""
    ids = []
    for text in content:
        if line == sheet.head or sheet.lines[line].rstrip(WHITE) != text:
            return None
        ids.append(line)
        line = sheet.next[line]
    return ids


def _undo(sheet: Sheet, part: Part, run: list[int], ids: list[int]) -> Undone:
    left = sheet.prev[ids[0]]
    if part.action != "REPLACE":
        sheet.splice(left, ids, [], part.index)
        return Undone(run)
    code = next(line for line in ids if not sheet.blank(line))
    own = next(indent_of(line.text) for line in part.added if not is_blank(line.text))
    indent = indent_of(sheet.lines[code])
    indent = indent[: len(indent) - len(own)]
    snippet, tail = code_of(part.old), code_of(part.range_end.lines) if part.range_end else []
    new = sheet.splice(left, ids, [indent + line for line in (*snippet, *tail)], part.index)
    return Undone(new[: len(snippet)])


def _adopt(section: Section, jobs: Sequence[Job], fork: Sheet, undone: dict[int, Undone], found: dict[int, Found],
           before: str) -> Sheet:
    """Take over a sheet on which everything was undone and redone, and say which parts were there already."""
    whole = [line.rstrip(WHITE) for line in _lines(fork)] == [line.rstrip(WHITE) for line in _lines(section.sheet)]
    for job in jobs:
        part = job.part
        if whole or part.index in undone:
            job.resolution.state = State.APPLIED
            section.report("already_applied", part.header, f"Already applied to {section.path}.", job)
            ids = _standing(section.sheet, part)
            if ids:
                section.settle(job, State.APPLIED)
                job.resolution.where, job.resolution.grade, job.resolution.score = section.lines(ids[1]), Grade.EXACT, 1.0
        elif part.index in found:
            _settle(section, job, fork, found[part.index])
        else:
            _nothing_to_delete(section, job)
    return section.sheet if whole else fork


def _lines(sheet: Sheet) -> list[str]:
    return [sheet.lines[line] for line in sheet.walk()]


# ---- forward
def _forward(section: Section, job: Job) -> None:
    found = _find(section.sheet, job.part)
    if isinstance(found, Found):
        _settle(section, job, section.sheet, found)
        _warn_double_indent(section, job, found)
        _apply(section.sheet, job.part, found)
    elif job.part.action == "DELETE" and found.what == "snippet" and not found.places:
        _nothing_to_delete(section, job)
    else:
        _fail(section, job, found)


def _settle(section: Section, job: Job, sheet: Sheet, found: Found) -> None:
    resolution, part = job.resolution, job.part
    there = [sheet.lines[line] for line in found.run]
    wanted = [line.text for line in part.old if not is_blank(line.text)]
    resolution.state, resolution.score = State.FITS, 1.0
    resolution.grade = grade_of(wanted, there)
    start = sheet.shown(found.region[0])
    resolution.where = Lines(start, max(start + 1, sheet.shown(found.region[-1]) + 1))
    resolution.before = [sheet.lines[line] for line in found.region]
    content = _content(part, found.indent)
    resolution.after = {"REPLACE": content, "DELETE": [], "INSERT_AFTER": resolution.before + content}.get(
        part.action, content + resolution.before)


def _warn_double_indent(section: Section, job: Job, found: Found) -> None:
    code = [line.text for line in job.part.added if not is_blank(line.text)]
    if not found.indent or not code or not all(line.startswith(found.indent) for line in code):
        return
    tail = section.sheet.lines[found.run[-1]].rstrip()
    if job.part.action == "INSERT_AFTER" and tail.endswith(_OPENERS):
        return
    section.report("content_already_indented", job.part.added[0].span, f"The content carries the {len(found.indent)} columns of indentation that are added "
                   "anyway; it will be indented twice. Write it without leading indentation.", job)


def _nothing_to_delete(section: Section, job: Job) -> None:
    job.resolution.state = State.SKIPPED
    old = [line for line in job.part.old if not is_blank(line.text)]
    near = nearest(section.sheet, [line.text for line in old], Grade.WHITESPACE)
    if near and near.score >= _TYPO:
        job.resolution.nearest = near
        section.report("likely_typo", old[near.difference.index].span if near.difference else old[0].span,
                       f"Nothing to delete in {section.path}, but line {near.lines.start + 1} is {near.score:.0%} alike. If that should go, correct the snippet.",
                       job, related=[Related("very similar", section.path, near.lines.start, near.lines.end)])
        return
    section.report("nothing_to_delete", old[0].span if old else job.part.header, f"This text is not in {section.path}; there is nothing to delete.", job)


# ---- failures
def _fail(section: Section, job: Job, failure: Failure) -> None:
    part = job.part
    block = {"anchor": part.anchor, "end": part.range_end}.get(failure.what)
    lines = list(block.lines) if block else part.old
    code = [line for line in lines if not is_blank(line.text)]
    if failure.what == "end":
        _fail_end(section, job, block, failure)
    elif len(failure.places) > 1:
        _fail_ambiguous(section, job, failure, code)
    elif not _consumed(section, job, code, failure.what):
        section.settle(job, State.MISSING)
        number = "anchor_not_found" if failure.what == "anchor" else "context_not_found"
        what = "anchor" if failure.what == "anchor" else "snippet"
        section.problems.append(missing(number, job.resolution, section.sheet, code, Grade.INDENTATION, part.header, what))
        if failure.what == "snippet" and part.anchor and section.sheet.find_code(code_of(part.old)):
            section.problems[-1].message = f"The snippet stands in {section.path}, but not after the anchor. The search starts below the anchor; choose another one."


def _fail_end(section: Section, job: Job, block: Block | None, failure: Failure) -> None:
    assert block is not None
    section.settle(job, State.MISSING)
    job.resolution.where = section.lines(failure.places[0])
    start = section.lines(failure.places[0]).start + 1
    section.report("end_not_found", block.lines[0].span if block.lines else block.span,
                   f"The range starts at {section.path}:{start}, but its end {quote(block.lines[0].text)} does not stand below. Take the end from the file.",
                   job, related=[Related("the range starts here", section.path, start - 1, start)])


def _fail_ambiguous(section: Section, job: Job, failure: Failure, code: list[PatchLine]) -> None:
    section.settle(job, State.AMBIGUOUS)
    resolution = job.resolution
    resolution.candidates = [section.lines(run) for run in failure.places[: section.options.max_candidates]]
    resolution.total_candidates, resolution.grade = len(failure.places), Grade.EXACT
    if failure.what == "anchor":
        section.report("ambiguous_anchor", code[0].span, f"The anchor stands in {len(failure.places)} places in {section.path}: "
                       f"{line_list([place.start for place in resolution.candidates], len(failure.places))}. Choose one that stands there once.", job,
                       related=related_places(section.path, resolution.candidates, section.sheet, "the anchor could be here"))
        return
    advice = "Add an `anchor` that stands once and above the right place, or more lines to the snippet."
    section.problems.append(ambiguous("ambiguous_context", code[0].span, resolution, section.sheet, advice, "snippet"))


def _consumed(section: Section, job: Job, code: list[PatchLine], what: str) -> bool:
    """Say which earlier modification took away a text that the file had."""
    for run in section.sheet.find_code(code_of(code), original=True):
        taker = next((section.sheet.gone[line] for line in run if line in section.sheet.gone), None)
        if taker is not None:
            other = next((part for part in section.change.parts if part.index == taker), None)
            related = [Related("the part that changed it", None, other.header.start, other.header.end)] if other else []
            section.settle(job, State.MISSING)
            section.report("consumed_by_earlier_part", code[0].span, f"Line {run[0] + 1} of {section.path} had this {what}, but part {taker + 1} above changes it first. "
                           "Describe the text as that part leaves it.", job, related=related)
            return True
    return False


# ---- afterwards
def _strip_trailing(section: Section) -> None:
    """Remove trailing white space from the whole file, as ap 2.0 asks, and say how many untouched lines that changes."""
    if section.options.ap_whitespace != "file":
        return
    sheet, touched = section.sheet, 0
    for line in sheet.walk():
        text = sheet.lines[line]
        if text and text[-1] in " \t":
            touched += line < sheet.size
            sheet.set_text(line, text.rstrip(" \t"))
    if touched:
        first = section.change.parts[0]
        section.report("trailing_space_removed", section.change.header, f"ap also removes trailing white space from {touched} untouched "
                       f"line{'s' * (touched > 1)} of {section.path}.", Job(first, None, ()), lines=touched)  # type: ignore[arg-type]



"""Fixes for a part that is not there, or not to the letter: take the file's own lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from patchsight.core.fixes.ambiguous import WIDENINGS, retarget, wider
from patchsight.core.fixes.ap_keys import remove_key, write_block
from patchsight.core.fixes.rewrite_part import reword, solid
from patchsight.core.fixes.trial import Edits, Fix, Trial
from patchsight.core.formats.spec import policy_of
from patchsight.core.model.patch import Kind, Op, PatchLine
from patchsight.core.model.problems import Problem, Severity
from patchsight.core.model.report import Lines, Resolution, State
from patchsight.core.placing.grades import indents_between
from patchsight.core.placing.similar import align
from patchsight.core.text.buffer import WHITE, indent_of, is_blank, split_lines
from patchsight.core.text.edits import Edit
from patchsight.core.text.merge import merge_line, merge_lines
from patchsight.core.text.phrases import percent, quote_line

_MOST = 10
_RIVALS = 3  #: places that are as much alike as the nearest one, for which a fix is offered


class Renewal(NamedTuple):
    """A part's lines with the file's text in them, and in what they differ from the part's own."""

    lines: list[PatchLine]
    gone: list[PatchLine]  #: what the file does not have at all
    new: int  #: how many lines the file has that the part lacks
    pairs: list[tuple[str, str]]  #: what the part says, and what the file says in its place
    shifted: bool = False  #: whether one change of indentation is all there is

    @property
    def differ(self) -> bool:
        """Whether lines differ in more than white space at their ends."""
        return any(ours.strip(WHITE) != theirs.strip(WHITE) for ours, theirs in self.pairs)


def renewals(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """The part with the file's own text, at each place where it is most alike."""
    resolution = trial.resolution(problem)
    if resolution is None or not resolution.part.lines:
        return
    if resolution.change.op is Op.DELETE:
        yield from _whole_file(trial, resolution)
        return
    for place, score in _places(resolution):
        renewal = _compare(trial, resolution, place)
        edits = _land(trial, resolution, renewal, place)
        if edits:
            yield Fix(_title(renewal, place, score), edits)


def renew(trial: Trial, resolution: Resolution, place: Lines) -> Edits:
    """The edits that give a part the file's own text at a place; none if it does not land there."""
    return _land(trial, resolution, _compare(trial, resolution, place), place)


def _land(trial: Trial, resolution: Resolution, renewal: Renewal, place: Lines) -> Edits:
    ways = _ways(trial, resolution, renewal, place)
    return trial.landing(ways, resolution.part.index, place)


def made_exact(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """A part that was found loosely, with the file's own text.

    Safe where it then does the same, unless a warning asks for a look, which would be gone as well.
    """
    resolution = trial.resolution(problem)
    if resolution is None or resolution.where is None or resolution.state is not State.FITS:
        return
    if "old" in problem.data:  # which says how it was read
        return
    renewal = _compare(trial, resolution, resolution.where)
    edits = next(_ways(trial, resolution, renewal, resolution.where), ())
    if edits and trial.helps(edits, problem):
        safe = problem.severity is Severity.INFORMATION and trial.keeps(edits)
        yield Fix(_title(renewal, resolution.where, resolution.score), edits, safe)


def _places(resolution: Resolution) -> list[tuple[Lines, float]]:
    if resolution.nearest:
        nearest = resolution.nearest
        return [(place, nearest.score) for place in (nearest.lines, *nearest.rivals[:_RIVALS])]
    return [(place, 1.0) for place in resolution.candidates[:_MOST]]


def _ways(trial: Trial, resolution: Resolution, renewal: Renewal, place: Lines) -> Iterator[Edits]:
    """A part with the file's text; with more of it around where that stands elsewhere too."""
    if policy_of(trial.patch).by_code:
        yield _in_block(trial, resolution, renewal)
        yield _in_blocks(trial, resolution, place)
    else:
        yield from wider(trial, resolution, renewal.lines, place, ((0, 0), *WIDENINGS))


def _title(renewal: Renewal, place: Lines, score: float) -> str:
    """What a renewal comes down to, in words."""
    if renewal.shifted:
        return f"Re-indent like the file (line {place.start + 1})"
    if renewal.gone and not renewal.differ and not renewal.new:
        gone = (
            quote_line(renewal.gone[0].text)
            if len(renewal.gone) == 1
            else f"{len(renewal.gone)} lines"
        )
        return f"Drop {gone}, which the file does not have (line {place.start + 1})"
    return f"Use the file's text (line {place.start + 1}, {percent(score)})"


def compare_with_file(trial: Trial, resolution: Resolution, place: Lines) -> list[PatchLine]:
    """The part's lines with the file's text in the place of its own old lines."""
    return _compare(trial, resolution, place).lines


def _compare(trial: Trial, resolution: Resolution, place: Lines) -> Renewal:
    """The part with the file's old lines: those gone are dropped, new ones are context."""
    by_code = policy_of(trial.patch).by_code
    own, theirs = (
        solid(trial, resolution, place),
        trial.lines(resolution.path)[place.start : place.end],
    )
    if by_code:  # which looks for no blank lines
        own, theirs = _code(own), [line for line in theirs if not is_blank(line)]
    old = [line for line in own if line.kind is not Kind.ADDED]
    rows = dict(zip(old, align([line.text for line in old], theirs), strict=True))
    made: list[PatchLine] = []
    gone: list[PatchLine] = []
    pairs: list[tuple[str, str]] = []
    next_row = 0
    for line in own:
        row = rows.get(line)
        if row is not None:
            made += [PatchLine(Kind.CONTEXT, text, line.span) for text in theirs[next_row:row]]
            made.append(line._replace(text=theirs[row], bare=False))
            pairs.append((line.text, theirs[row]))
            next_row = row + 1
        elif line.kind is Kind.ADDED:
            made.append(line)
        else:
            gone.append(line)
    renewal = Renewal(_keep_changes(made, own), gone, len(theirs) - len(pairs), pairs)
    return renewal if gone or renewal.new or by_code else _shifted(renewal)


def _code(lines: Sequence[PatchLine]) -> list[PatchLine]:
    return [line for line in lines if not is_blank(line.text)]


def _keep_changes(made: Sequence[PatchLine], own: Sequence[PatchLine]) -> list[PatchLine]:
    """Lines in which what is put in the place of a line keeps what the file has changed in it, if
    the part changes something else: `x = 1  # s`, expected as `x = 1`, becomes `x = 2  # s`.
    """
    texts = {line.span: line.text for line in own}
    lines, at = list(made), 0
    while at < len(lines):
        removed = list(takewhile(lambda line: line.kind is Kind.REMOVED, lines[at:]))
        below = at + len(removed)
        added = list(takewhile(lambda line: line.kind is Kind.ADDED, lines[below:]))
        if removed and len(removed) == len(added):
            for row, (line, new) in enumerate(zip(removed, added, strict=True)):
                old = texts.get(line.span, line.text)
                text = merge_line(*(each.strip(WHITE) for each in (old, line.text, new.text)))
                if text is not None and text != new.text.strip(WHITE):
                    lines[below + row] = new._replace(text=indent_of(new.text) + text)
        at = max(below + len(added), at + 1)
    return lines


def _shifted(renewal: Renewal) -> Renewal:
    """The same with added lines indented alike, if one change of indentation is all there is."""
    indents = indents_between(
        [ours for ours, _ in renewal.pairs], [theirs for _, theirs in renewal.pairs]
    )
    if indents is None or indents.same:
        return renewal
    lines = [
        line._replace(text=indents.apply(line.text) or line.text)
        if line.kind is Kind.ADDED
        else line
        for line in renewal.lines
    ]
    return renewal._replace(lines=lines, shifted=True)


# ---- ap
def _in_block(trial: Trial, resolution: Resolution, renewal: Renewal) -> Edits:
    """The lines of a snippet, each replaced by the file's; none where the file has more."""
    taken = [line for line in renewal.lines if line.kind is not Kind.ADDED]
    own = {line.span: line.text for line in resolution.part.old}
    repeats = resolution.part.action == "REPLACE" and (renewal.differ or renewal.gone)
    if (
        repeats
        or renewal.new
        or any(len(text) != span.end - span.start for span, text in own.items())
    ):
        return ()
    drops = tuple(
        Edit(trial.row_span(row, row), "")
        for row in {trial.buffer.row(line.span.start) for line in renewal.gone}
    )
    texts = [(line.span, indent_of(own[line.span]) + line.text.strip(WHITE)) for line in taken]
    return (
        *drops,
        *(Edit(span, text) for span, text in texts if text.strip(WHITE) != own[span].strip(WHITE)),
    )


def _in_blocks(trial: Trial, resolution: Resolution, place: Lines) -> Edits:
    """A snippet as the file has it; what is put in its place keeps what the file changed there."""
    part = resolution.part
    if part.range_end is not None:
        return ()
    theirs = trial.lines(resolution.path)[place.start : place.end]
    there = _outdent(theirs)
    edits = write_block(trial, part, "snippet", there)
    if part.action != "REPLACE":
        return edits
    old, new = ([line.text for line in lines] for lines in (part.old, part.added))
    merged = merge_lines(_outdent(old), there, new)
    if merged is None or not edits:
        return ()
    return (*edits, *write_block(trial, part, "content", merged))


def _outdent(lines: Sequence[str]) -> list[str]:
    """Lines without the indentation of the first, as far as they have it."""
    indent = indent_of(lines[0]) if lines else ""
    return [
        line.removeprefix(indent) if line.startswith(indent) else line.lstrip(WHITE)
        for line in lines
    ]


def anchor_renewals(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """An anchor that is not there: the file's nearest text, or none where the snippet stands once."""
    resolution = trial.resolution(problem)
    if resolution is None or resolution.part.anchor is None:
        return
    if resolution.nearest:
        place = resolution.nearest.lines
        lines = [
            line.strip(WHITE)
            for line in trial.lines(resolution.path)[place.start : place.end]
            if not is_blank(line)
        ]
        edits = write_block(trial, resolution.part, "anchor", lines)
        if trial.fits(edits, resolution.part.index):
            yield Fix(
                f"Use the file's text (line {place.start + 1}, {percent(resolution.nearest.score)})",
                edits,
            )
    edits = remove_key(trial, resolution.part.anchor.span.start) or ()
    if trial.fits(edits, resolution.part.index):
        yield Fix("Remove the anchor: the snippet stands once", edits)
        return
    alone = trial.moved(edits, resolution.part.index)
    yield from retarget(trial, resolution, alone.candidates if alone else ())


def without_hint(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """A v4a hint that is not there says nothing; without it the part must stand where it stands."""
    row = trial.buffer.row(problem.span.start)
    edits = (Edit(trial.buffer.span(row), "@@"),)
    refused = problem.severity is Severity.ERROR  # and so has no place that could be kept
    if trial.helps(edits, problem) and (refused or trial.keeps(edits)):
        yield Fix("Remove the hint", edits)


# ---- deleted files
def _whole_file(trial: Trial, resolution: Resolution) -> Iterator[Fix]:
    """The hunk of a deleted file with every line the file has now."""
    there = split_lines(trial.report.texts.get(resolution.path, ""))
    lines = [PatchLine(Kind.REMOVED, text, resolution.part.span) for text in there]
    if (
        len(resolution.change.parts) != 1
        or not policy_of(trial.patch).deletion_states_text
        or not lines
    ):
        return
    edits = reword(trial, resolution, lines, 0)
    if trial.lands(edits, resolution.part.index, Lines(0, len(there))):
        yield Fix(f"Delete the file as it is now ({len(there)} lines)", edits)

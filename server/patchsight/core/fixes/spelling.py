"""Fixes that the reader of a format prepared: a word to write, a line to add, a column to move to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from patchsight.core.fixes.ap_keys import remove_key
from patchsight.core.fixes.trial import Fix, Trial
from patchsight.core.model.problems import Problem
from patchsight.core.text.buffer import Buffer, Span, indent_of, is_blank
from patchsight.core.text.edits import Edit
from patchsight.core.text.phrases import word_list


def replacement(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """A word in the place of another."""
    text = problem.data.get("replacement")
    edits = (Edit(problem.span, str(text)),)
    if isinstance(text, str) and trial.helps(edits, problem):
        yield Fix(f"Write `{text}`", edits, _is_plain(problem))


def _is_plain(problem: Problem) -> bool:
    """Whether another spelling of the same is all there is to it; a guess is for the user to make."""
    return bool(problem.data.get("respelled")) or problem.code in (
        "unquoted_version",
        "hunk_count_mismatch",
        "prefixed_marker",
    )


def missing_line(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """A line that closes or opens something."""
    text, below = problem.data.get("insert"), problem.data.get("below", problem.span.start)
    if not isinstance(text, str) or not isinstance(below, int):
        return
    edits = (trial.insertion(trial.buffer.row(below) + 1, f"{text}\n"),)
    if trial.helps(edits, problem):
        closes = text == "<" or problem.code == "truncated_patch"
        yield Fix(f"Add `{text}`{', if nothing is missing above' if closes else ''}", edits)


def other_column(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """A key, list item or line of a block at the column it belongs to, with what hangs on it."""
    column = problem.data.get("column")
    if not isinstance(column, int):
        return
    first = trial.buffer.row(problem.span.start)
    depth = len(indent_of(trial.buffer.lines[first]))
    last = (
        first
        if problem.code == "misindented_block"
        else _last_row_below(trial.buffer, first, depth)
    )
    rows = [row for row in range(first, last + 1) if not is_blank(trial.buffer.lines[row])]
    edits = tuple(_indent(trial.buffer, row, column - depth) for row in rows)
    if trial.helps(edits, problem):
        yield Fix("Move to the right column", edits)


def _last_row_below(buffer: Buffer, first: int, depth: int) -> int:
    """The last row that is indented deeper than the one it hangs on."""
    last = first
    for row in range(first + 1, len(buffer.lines)):
        if not is_blank(buffer.lines[row]):
            if len(indent_of(buffer.lines[row])) <= depth:
                break
            last = row
    return last


def _indent(buffer: Buffer, row: int, shift: int) -> Edit:
    start = buffer.starts[row]
    if shift >= 0:
        return Edit(Span(start, start), " " * shift)
    return Edit(Span(start, start + min(-shift, len(indent_of(buffer.lines[row])))), "")


def whole_file(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """An ApplyDiff block that replaces the whole file, since it looks for nothing in it."""
    row = trial.buffer.row(problem.span.start)
    edits = (
        Edit(Span(trial.buffer.trimmed(row).end, trial.buffer.span(row).end), " | mode=replace"),
    )
    if trial.helps(edits, problem):
        yield Fix("Replace the whole file (`mode=replace`)", edits)


# ---- whole files
def longer_fence(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """A fence with more signs than any inside of it, one way for each row that may close it."""
    mark, opening = problem.data.get("mark"), problem.data.get("opening")
    closings = problem.data.get("closings")
    if not isinstance(mark, str) or not isinstance(opening, Span) or not isinstance(closings, list):
        return
    for closing in closings:
        edits = (Edit(opening, mark), Edit(closing, mark))
        if trial.helps(edits, problem):
            row = trial.buffer.row(closing.start) + 1
            yield Fix(f"Write a longer fence, which ends at line {row}", edits)


def allow_drop(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """A row above a whole text that lets it leave out what it likes."""
    section = trial.section(problem.span)
    spec = (section and section.format) or trial.patch.format
    if section is None or spec is None or not spec.drop_words:
        return
    row = trial.buffer.row(section.span.start)
    edits = (trial.insertion(row, f"{spec.drop_words}\n"),)
    if trial.helps(edits, problem):
        yield Fix("Let these lines go", edits)


# ---- ap: keys that should not be there, or not so
def literal_block(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """A text that loses its line breaks, or what follows a `#`, as a literal block, which says something else."""
    start, row = problem.span.start, trial.buffer.row(problem.span.start)
    if trial.buffer.text[start] == ">":
        edits = (Edit(Span(start, start + 1), "|"),)
    elif isinstance(column := problem.data.get("column"), int):
        edits = (Edit(Span(start, start), "|\n" + " " * (column + 2)),)
    else:
        margin = indent_of(trial.buffer.lines[row + 1]) if row + 1 < len(trial.buffer.lines) else ""
        edits = (Edit(Span(start, start), f"|\n{margin}"),)
    if trial.helps(edits, problem):
        yield Fix("Write it as a literal block (`|`)", edits)


def without_key(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """A key taken out; of two kinds either; for a DELETE with content, REPLACE as well."""
    places = [place.start for place in problem.related] or [problem.span.start]
    choices = [places]
    if problem.code == "conflicting_keys":  # the first, or all that go with the others
        choices = [places[:1], places[1:]]
    for chosen in filter(None, choices):
        removals = [remove_key(trial, place) or () for place in chosen]
        edits = tuple(chain.from_iterable(removals))
        if all(removals) and trial.helps(edits, problem):
            names = word_list([f"`{_key_at(trial, place)}`" for place in chosen])
            yield Fix(f"Remove {names}", edits)
    if problem.code == "unexpected_key" and [_key_at(trial, at) for at in places] == ["content"]:
        yield from _as_replace(trial, problem)


def _key_at(trial: Trial, place: int) -> str:
    return trial.buffer.text[place:].split(":", 1)[0].strip("\"' ")


def _as_replace(trial: Trial, problem: Problem) -> Iterator[Fix]:
    at = trial.buffer.text.find("DELETE", problem.span.start, problem.span.end)
    edits = (Edit(Span(at, at + len("DELETE")), "REPLACE"),)
    if at >= 0 and trial.helps(edits, problem):
        yield Fix("Write `REPLACE`", edits)


def version(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """The line that every ap document starts with."""
    edits = (trial.insertion(trial.buffer.row(problem.span.start), 'version: "2.0"\n'),)
    if problem.data.get("key") == "version" and trial.helps(edits, problem):
        yield Fix('Add `version: "2.0"`', edits)

"""Fixes that the reader of a format prepared: a word to write, a line to add, a column to move to."""

from __future__ import annotations

from collections.abc import Iterator

from patchsight.core.fixes.ap_keys import remove_key
from patchsight.core.fixes.trial import Desk, Fix
from patchsight.core.model.problems import Problem
from patchsight.core.text.buffer import Buffer, Span, indent_of, is_blank
from patchsight.core.text.edits import Edit
from patchsight.core.text.phrases import word_list


def replacement(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """A word in the place of another."""
    text = problem.data.get("replacement")
    changes = (Edit(problem.span, str(text)),)
    if isinstance(text, str) and desk.helps(changes, problem):
        yield Fix(f"Write `{text}`", changes, _is_plain(problem))


def _is_plain(problem: Problem) -> bool:
    """Whether another spelling of the same is all there is to it; a guess is for the user to make."""
    return bool(problem.data.get("respelled")) or problem.code in (
        "unquoted_version",
        "hunk_count_mismatch",
    )


def missing_line(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """A line that closes or opens something."""
    text, below = problem.data.get("insert"), problem.data.get("below", problem.span.start)
    if not isinstance(text, str) or not isinstance(below, int):
        return
    changes = (desk.insertion(desk.buffer.row(below) + 1, f"{text}\n"),)
    if desk.helps(changes, problem):
        closes = text in ("<", "*** End Patch")
        yield Fix(f"Add `{text}`{', if nothing is missing above' if closes else ''}", changes)


def other_column(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """A key, a list item or a line of a block moved to the column where it belongs, with what
    hangs on it.
    """
    column = problem.data.get("column")
    if not isinstance(column, int):
        return
    first = desk.buffer.row(problem.span.start)
    depth = len(indent_of(desk.buffer.lines[first]))
    last = (
        first if problem.code == "misindented_block" else _last_row_below(desk.buffer, first, depth)
    )
    rows = [row for row in range(first, last + 1) if not is_blank(desk.buffer.lines[row])]
    changes = tuple(_indent(desk.buffer, row, column - depth) for row in rows)
    if desk.helps(changes, problem):
        yield Fix("Move to the right column", changes)


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


def whole_file(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """An ApplyDiff block that replaces the whole file, since it looks for nothing in it."""
    row = desk.buffer.row(problem.span.start)
    changes = (
        Edit(Span(desk.buffer.trimmed(row).end, desk.buffer.span(row).end), " | mode=replace"),
    )
    if desk.helps(changes, problem):
        yield Fix("Replace the whole file (`mode=replace`)", changes)


# ---- ap: keys that should not be there, or not so
def literal_block(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """A text that loses its line breaks as a literal block; it then says something else, so the
    user decides.
    """
    start, row = problem.span.start, desk.buffer.row(problem.span.start)
    if desk.buffer.text[start] == ">":
        changes = (Edit(Span(start, start + 1), "|"),)
    else:
        margin = indent_of(desk.buffer.lines[row + 1]) if row + 1 < len(desk.buffer.lines) else ""
        changes = (Edit(Span(start, start), f"|\n{margin}"),)
    if desk.helps(changes, problem):
        yield Fix("Write it as a literal block (`|`)", changes)


def without_key(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """A key taken out; where one of two kinds must go, either; for a DELETE with content, REPLACE
    as well.
    """
    places = [place.start for place in problem.related] or [problem.span.start]
    keys = [desk.buffer.text[place:].split(":", 1)[0].strip("\"' ") for place in places]
    choices = [[place] for place in places] if problem.code == "conflicting_keys" else [places]
    if problem.code == "conflicting_keys" and len(places) > 2:
        choices = [places[:1], places[1:]]
    for chosen in choices:
        parts = [remove_key(desk, place) for place in chosen]
        changes = tuple(change for part in parts for change in part or ())
        if changes and all(parts) and desk.helps(changes, problem):
            names = word_list([f"`{keys[places.index(place)]}`" for place in chosen])
            yield Fix(f"Remove {names}", changes)
    if problem.code == "unexpected_key" and keys == ["content"]:
        yield from _as_replace(desk, problem)


def _as_replace(desk: Desk, problem: Problem) -> Iterator[Fix]:
    at = desk.buffer.text.find("DELETE", problem.span.start, problem.span.end)
    changes = (Edit(Span(at, at + len("DELETE")), "REPLACE"),)
    if at >= 0 and desk.helps(changes, problem):
        yield Fix("Write `REPLACE`", changes)


def version(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """The line that every ap document starts with."""
    changes = (desk.insertion(desk.buffer.row(problem.span.start), 'version: "2.0"\n'),)
    if problem.data.get("key") == "version" and desk.helps(changes, problem):
        yield Fix('Add `version: "2.0"`', changes)

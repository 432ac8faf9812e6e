"""The keys of an ap document as rows, so that one can be written without touching others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from patchsight.core.fixes.trial import Edits, Trial
from patchsight.core.model.patch import Part
from patchsight.core.text.buffer import Buffer, Span, indent_of, is_blank
from patchsight.core.text.edits import Edit

_KEY = re.compile(r"""( *(?:- +)?)(["']?)([A-Za-z_]+)\2[ \t]*:(?:[ \t]|$)""")


class KeyRows(NamedTuple):
    """A key, the column it stands in, and its rows from the first to the last."""

    key: str
    column: int
    first: int
    last: int
    dash: bool  #: starts a list item


def find_key(buffer: Buffer, offset: int) -> KeyRows | None:
    """The key whose row an offset lies in; None in a row that does not begin with a key."""
    first = buffer.row(offset)
    match = _KEY.match(buffer.lines[first])
    if match is None:
        return None
    column, last = len(match[1]), first
    for row in range(first + 1, len(buffer.lines)):
        line = buffer.lines[row]
        if is_blank(line):
            continue
        if len(indent_of(line)) <= column:
            break
        last = row
    return KeyRows(match[3], column, first, last, "-" in match[1])


def _key_in(buffer: Buffer, part: Part, key: str) -> KeyRows | None:
    """The rows of a key of a modification, if it has that key."""
    for row in range(buffer.row(part.span.start), buffer.row(part.span.end) + 1):
        match = _KEY.match(buffer.lines[row])
        if match and match[3] == key and key in ("snippet", "content"):
            return find_key(buffer, buffer.starts[row])
    return None


def remove_key(trial: Trial, offset: int) -> Edits | None:
    """Take out a key with its value. Where it opens a list item, the key below it does so then."""
    rows = find_key(trial.buffer, offset)
    if rows is None:
        return None
    if not rows.dash:
        return (Edit(trial.row_span(rows.first, rows.last), ""),)
    below = rows.last + 1
    if below >= len(trial.buffer.lines) or len(indent_of(trial.buffer.lines[below])) != rows.column:
        return None
    return (
        Edit(
            Span(
                trial.buffer.starts[rows.first] + rows.column,
                trial.buffer.starts[below] + rows.column,
            ),
            "",
        ),
    )


def write_block(trial: Trial, part: Part, key: str, lines: Sequence[str]) -> Edits:
    """Give a modification a text under a key, instead of the one it has or below its action."""
    there = {"anchor": part.anchor, "end_snippet": part.range_end}.get(key)
    own = _key_in(trial.buffer, part, key)
    at = there.span.start if there else part.header.start
    rows = own or find_key(trial.buffer, at)
    if rows is None:
        return ()
    margin = " " * rows.column
    if lines and lines[0].startswith((" ", "\t")):
        return ()  # it would tell YAML the wrong depth of the block
    body = "".join(f"{margin}  {line}\n" if line else "\n" for line in lines)
    if not there and not own:
        return (trial.insertion(rows.first + 1, f"{margin}{key}: |\n{body}"),)
    opening = trial.buffer.lines[rows.first][: rows.column]
    return (Edit(trial.row_span(rows.first, rows.last), f"{opening}{key}: |\n{body}"),)

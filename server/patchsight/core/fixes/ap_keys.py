"""The keys of an ap document as rows of text, so that one can be written or taken out without
touching the others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from patchsight.core.fixes.trial import Desk, Edits
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


def remove_key(desk: Desk, offset: int) -> Edits | None:
    """Take out a key with its value. Where it opens a list item, the key below it does so then."""
    found = find_key(desk.buffer, offset)
    if found is None:
        return None
    if not found.dash:
        return (Edit(desk.row_span(found.first, found.last), ""),)
    below = found.last + 1
    if below >= len(desk.buffer.lines) or len(indent_of(desk.buffer.lines[below])) != found.column:
        return None
    return (
        Edit(
            Span(
                desk.buffer.starts[found.first] + found.column,
                desk.buffer.starts[below] + found.column,
            ),
            "",
        ),
    )


def write_block(desk: Desk, part: Part, key: str, lines: Sequence[str]) -> Edits:
    """Give a modification a text under a key: in the place of the text it has there, or below its
    action.
    """
    there = {"anchor": part.anchor, "end_snippet": part.range_end}.get(key)
    found = find_key(desk.buffer, there.span.start if there else part.header.start)
    if found is None:
        return ()
    margin = " " * found.column
    body = "".join(f"{margin}  {line}\n" for line in lines)
    if not there:
        return (desk.insertion(found.first + 1, f"{margin}{key}: |\n{body}"),)
    opening = desk.buffer.lines[found.first][: found.column]
    return (Edit(desk.row_span(found.first, found.last), f"{opening}{key}: |\n{body}"),)

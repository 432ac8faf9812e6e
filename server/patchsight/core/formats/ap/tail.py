"""A text that ends in the middle of an entry, as every text does while it is written."""

from __future__ import annotations

import re

from patchsight.core.formats.ap.nodes import Mapping, Node, Scalar, Sequence
from patchsight.core.formats.ap.source import Source
from patchsight.core.formats.ap.words import ACTIONS
from patchsight.core.model.patch import FileChange
from patchsight.core.model.problems import Problem
from patchsight.core.text.buffer import Span, is_blank
from patchsight.core.text.phrases import quote

#: A last row that cannot be the whole of what it will be: a word, a key without value, a block
#: without text.
_INCOMPLETE = re.compile(r"(?:-[ \t]+)*(?:-|[A-Za-z_]+|[A-Za-z_]+[ \t]*:(?:[ \t]*[|>][-+0-9]*)?)$")
_ACTION = re.compile(r"(?:-[ \t]+)*action[ \t]*:[ \t]*([A-Z_]+)$")


def settle_tail(source: Source, files: list[FileChange]) -> None:
    """Say once that the last entry is unfinished, instead of all that it lacks."""
    span = source.rows.trimmed(_last_row(source))
    start = files[-1].parts[-1].span.start if files else None
    doomed = [found for found in source.problems if _follows(found, span, start)]
    if not _is_unfinished(source, span, start, doomed):
        return
    source.problems[:] = [found for found in source.problems if not _follows(found, span, start)]
    word = quote(source.buffer.text[span.start : span.end])
    message = f"The text ends with {word}, in the middle of an entry. Go on writing, or ask for the rest of the patch."
    source.report("unfinished_part", span, message)


def ends_in_text(source: Source, tree: Node | None) -> bool:
    """Whether the last row belongs to a value whose key stands above it."""
    key: Scalar | None = None
    while isinstance(tree, Mapping | Sequence) and (
        tree.pairs if isinstance(tree, Mapping) else tree.items
    ):
        key, tree = tree.pairs[-1] if isinstance(tree, Mapping) else (None, tree.items[-1])
    if tree is None or tree.span.end <= tree.span.start:
        return False
    row = source.row(source.row_at(source.end).start)
    return source.row((key or tree).span.start) < row <= source.row(tree.span.end)


def _last_row(source: Source) -> int:
    """The last row that is neither blank nor a comment."""
    row = source.last - 1
    lines = source.rows.lines
    while row > source.first and (is_blank(lines[row]) or lines[row].lstrip().startswith("#")):
        row -= 1
    return row


def _follows(found: Problem, last: Span, start: int | None) -> bool:
    """Whether a problem comes of the text's end: in the last row, or what the last entry lacks."""
    lacks = found.code == "missing_key" or found.data.get("unclosed") is True
    return found.span.start >= last.start or (
        lacks and start is not None and found.span.start >= start
    )


def _is_unfinished(source: Source, last: Span, start: int | None, doomed: list[Problem]) -> bool:
    text = source.text[last.start : last.end]
    action = _ACTION.match(text)
    if action and action[1] not in ACTIONS:
        return any(name.startswith(action[1]) for name in ACTIONS)
    if any(found.data.get("unclosed") for found in doomed):
        return True
    is_first_row = (
        start is not None
        and start >= last.start
        and any(found.code == "missing_key" for found in doomed)
    )
    return is_first_row or _INCOMPLETE.match(text) is not None

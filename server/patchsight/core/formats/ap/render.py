"""File changes as a canonical ap 2.0 text."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from patchsight.core.formats.ap.source import FORBIDDEN, OTHER_BREAKS
from patchsight.core.formats.ap.words import NEWLINES
from patchsight.core.model.patch import FileChange, Kind, Op, Part, PatchLine
from patchsight.core.text.buffer import indent_of, is_blank

_UNSAFE = re.compile(f"{FORBIDDEN.pattern}|[{OTHER_BREAKS}\ufeff]")
_NOT_IN_BLOCK = re.compile(rf"{_UNSAFE.pattern}|[\r\n]")
_CANNOT = "# ap 2.0 cannot say what is done here to"
_MOST_SKIPPED = 20

#: The keys of a modification as they are written: rows without the indentation of the modification.
Rows = list[str]


class _Change(NamedTuple):
    """What a hunk says, in ap's terms."""

    anchor: list[str]
    snippet: list[str]
    content: list[str]
    leading: int
    trailing: int


def render(files: list[FileChange]) -> str:
    """An ap 2.0 text that means the same. What ap has no words for becomes a comment."""
    entries = [row for change in files for row in _render_file(change)]
    is_empty = all(row.lstrip().startswith("#") for row in entries)
    return "\n".join(['version: "2.0"', "changes: []" if is_empty else "changes:", *entries, ""])


def cannot_say(change: FileChange) -> str | None:
    """Why ap has no words for a change: nothing to look for, or lines further left than that."""
    if all(_render_part(change, part) for part in change.parts):
        return None
    return "cannot insert lines without a line beside them, or lines further left than that line"


def _render_file(change: FileChange) -> Rows:
    path = _quote(change.path.choices[0] if change.path.choices else change.path.raw)
    parts = (
        [_render_part(change, part) for part in change.parts]
        if change.op in (Op.UPDATE, Op.CREATE)
        else []
    )
    if not any(parts):
        return [f"  {_CANNOT} {path}"]
    rows = [f"  - file_path: {path}"]
    rows += [
        f'    newline: "{name}"' for name, newline in NEWLINES.items() if newline == change.newline
    ]
    rows.append("    modifications:")
    for part in parts:
        rows += (
            [f"      - {part[0]}", *(row and f"        {row}" for row in part[1:])]
            if part
            else [f"      {_CANNOT} {path}"]
        )
    return rows


def _render_part(change: FileChange, part: Part) -> Rows:
    """The rows of a modification; none if ap cannot say it."""
    if part.action != "EDIT":
        return _render_action(part)
    added = [line.text for line in part.added]
    if change.op is Op.CREATE:
        return ["action: CREATE_FILE", *_text("content", added, part.new_newline is not False)]
    found = _translate(part)
    if found is None:
        return []
    rows = ["action: REPLACE" if found.content else "action: DELETE"]
    rows += _text("anchor", found.anchor) if found.anchor else []
    rows += _text("snippet", found.snippet)
    rows += _text("content", found.content) if found.content else []
    return rows + _counts(found.leading, found.trailing)


def _render_action(part: Part) -> Rows:
    rows: Rows = [f"action: {part.action}"]
    if part.anchor:
        rows += _text("anchor", [line.text for line in part.anchor.lines])
    if part.action != "CREATE_FILE":
        rows += _text(
            "start_snippet" if part.range_end else "snippet", [line.text for line in part.old]
        )
    if part.range_end:
        rows += _text("end_snippet", [line.text for line in part.range_end.lines])
    if part.action != "DELETE":
        rows += _text("content", [line.text for line in part.added], part.new_newline is not False)
    return rows + _counts(part.leading_blank, part.trailing_blank)


def _counts(leading: int, trailing: int) -> Rows:
    rows = [f"include_leading_blank_lines: {leading}"] if leading else []
    return rows + ([f"include_trailing_blank_lines: {trailing}"] if trailing else [])


# ---- values


def _text(key: str, lines: list[str], ends: bool = True) -> Rows:
    """A key and its text: a literal block, or a quoted text where a block cannot hold it."""
    filled = [row for row, line in enumerate(lines) if not is_blank(line)]
    is_odd = not filled or (not ends and is_blank(lines[-1]))
    if is_odd or any(_NOT_IN_BLOCK.search(line) for line in lines):
        text = "\n".join([*lines, ""])
        return [f"{key}: {_quote(text if ends else text[:-1])}"]
    # YAML would count the spaces of the first line with text, and of blank ones above it.
    digit = "2" if any(line[:1] in (" ", "\t") for line in lines[: filled[0] + 1]) else ""
    chomping = "-" if not ends else "+" if is_blank(lines[-1]) else ""
    return [f"{key}: |{digit}{chomping}", *(line and f"  {line}" for line in lines)]


def _quote(text: str) -> str:
    """A text in double quotes, on one row."""
    return _UNSAFE.sub(lambda found: _escape(found[0]), json.dumps(text, ensure_ascii=False))


def _escape(character: str) -> str:
    code = ord(character)
    return "\\ufffd" if 0xD800 <= code < 0xE000 else f"\\u{code:04x}"


# ---- hunks


def _translate(part: Part) -> _Change | None:
    """A hunk as a replacement; first lines that are indented deeper become the anchor."""
    lead = next((n for n, line in enumerate(part.lines) if line.kind is not Kind.CONTEXT), 0)
    for skip in range(min(lead, _MOST_SKIPPED) + 1):
        anchor = [line.text for line in part.lines[:skip]]
        if not skip or not is_blank(anchor[-1]):
            found = _replace(part.lines[skip:], anchor)
            if found:
                return found
    return None


def _replace(lines: Sequence[PatchLine], anchor: list[str]) -> _Change | None:
    old = [line.text for line in lines if line.kind is not Kind.ADDED]
    new = [line.text for line in lines if line.kind is not Kind.REMOVED]
    old, new = _trim(old, new)
    old, new = (side[::-1] for side in _trim(old[::-1], new[::-1]))
    filled = [number for number, line in enumerate(old) if not is_blank(line)]
    if not filled:
        return None
    indent = indent_of(old[filled[0]])
    if not all(line.startswith(indent) or is_blank(line) for line in new):
        return None
    content = [line.rstrip(" \t") if is_blank(line) else line[len(indent) :] for line in new]
    snippet = old[filled[0] : filled[-1] + 1]
    return _Change(anchor, snippet, content, filled[0], len(old) - 1 - filled[-1])


def _trim(old: list[str], new: list[str]) -> tuple[list[str], list[str]]:
    """Two texts without the blank lines both start with; ap does not look for those."""
    count = 0
    while count < min(len(old), len(new)) and is_blank(old[count]) and is_blank(new[count]):
        count += 1
    return old[count:], new[count:]

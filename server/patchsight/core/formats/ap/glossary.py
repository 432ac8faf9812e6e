"""What the words of ap mean, for those who hover over them."""

from __future__ import annotations

import re

WORDS = {
    "version": 'The version of the format; always "2.0".',
    "changes": "The files this patch changes, one item each.",
    "file_path": "The file to change, relative to the patch file.",
    "modifications": "What happens to the file, step by step; each step works on the text the one before leaves.",
    "newline": "The line ends of a file made by CREATE_FILE: LF, CRLF or CR.",
    "action": "What to do: REPLACE, INSERT_AFTER, INSERT_BEFORE, DELETE or CREATE_FILE.",
    "snippet": "The lines to find; indentation and blank lines do not matter. Without an anchor they must stand once.",
    "start_snippet": "The first lines of a range to replace or delete.",
    "end_snippet": "The last lines of the range: the first place after its start where they stand.",
    "anchor": "Lines that stand once; the search for the snippet starts below them.",
    "content": "The new lines. The indentation of the snippet's first line is added to each.",
    "include_leading_blank_lines": "How many blank lines above the snippet belong to it, at most.",
    "include_trailing_blank_lines": "How many blank lines below the snippet belong to it, at most.",
    "REPLACE": "Put the content in the place of the snippet or range.",
    "INSERT_AFTER": "Put the content right below the snippet.",
    "INSERT_BEFORE": "Put the content right above the snippet.",
    "DELETE": "Remove the snippet or range.",
    "CREATE_FILE": "Make a new file with this content.",
}

_KEY = re.compile(r"\s*(?:-\s+)?([A-Za-z_]+)\s*:(?:\s+([A-Z_]+)\s*$)?")


def word_at(line: str, column: int) -> str | None:
    """The key or the action at a column of a row."""
    match = _KEY.match(line)
    groups = [match.span(2), match.span(1)] if match else []
    return next((line[start:end] for start, end in groups if start <= column <= end), None)


def glossary() -> dict[str, str]:
    return WORDS

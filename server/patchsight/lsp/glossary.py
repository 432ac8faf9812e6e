"""What the words of the formats mean, for those who hover over them."""

from __future__ import annotations

import re

from patchsight.core.model.patch import Format

_AP = {
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
_V4A = {
    "*** Begin Patch": "The patch starts here.",
    "*** End Patch": "The patch ends here.",
    "*** Update File:": "Change this file by the hunks below.",
    "*** Add File:": "Make this file from the `+` lines below.",
    "*** Delete File:": "Remove this file.",
    "*** Move to:": "Rename the file, after its hunks were applied.",
    "*** End of File": "The hunk stands at the end of the file.",
    "@@": "A hunk starts. A line of code after `@@` says below which line to look for it.",
}
_UNIFIED = {
    "---": "The file as it was; `/dev/null` for a new file.",
    "+++": "The file as it will be; `/dev/null` for a deleted file.",
    "@@": "A hunk: the line it starts at and how many lines it has, before (-) and after (+). The lines below decide.",
    "rename from": "The file's old path.",
    "rename to": "The file's new path.",
}
_APPLYDIFF = {
    ">>> file:": "The file this block changes. Options: `mode=patch` or `mode=replace`, `fuzz=0…1`.",
    "--- from": "The lines as they are, with some lines of context.",
    "--- to": "The same lines as they shall be.",
    "<": "The block ends here.",
    "[SESSION CONTEXT]": "Figures of the session for the model: what was changed, and how well.",
}
_WORDS = {
    Format.AP: _AP,
    Format.V4A: _V4A,
    Format.ZENPATCH: _V4A,
    Format.UNIFIED: _UNIFIED,
    Format.APPLYDIFF: _APPLYDIFF,
}
_KEY = re.compile(r"\s*(?:-\s+)?([A-Za-z_]+)\s*:(?:\s+([A-Z_]+)\s*$)?")


def meaning(patch_format: Format, line: str, column: int) -> tuple[str, str] | None:
    """The word of the format that stands at a column of a line, and what it means."""
    words = _WORDS[patch_format]
    if patch_format is Format.AP:
        match = _KEY.match(line)
        groups = [match.span(2), match.span(1)] if match else []
        at = next((line[start:end] for start, end in groups if start <= column <= end), None)
        return (at, words[at]) if at in words else None
    word = next((word for word in words if line.startswith(word) and column <= len(word)), None)
    return (word, words[word]) if word else None

"""Writing whole files: a path and a fence, or a tag where a row cannot hold the path."""

from __future__ import annotations

import re

from patchsight.core.formats.named_paths import path_in_comment, path_in_row
from patchsight.core.formats.wholefile.spec import WHOLEFILE
from patchsight.core.model.patch import FileChange

_FENCE = re.compile(r"[ \t]*(`{3,})")
_SUFFIX = re.compile(r"\.(\w+)$")
#: Suffixes that are the names of languages which show what to type or what comes out.
_UNNAMED = frozenset(
    ["sh", "bash", "zsh", "fish", "ps1", "cmd", "bat", "txt", "text", "log", "diff", "patch"]
)


def render(files: list[FileChange]) -> str:
    """The files one after the other."""
    return "\n".join("\n".join([*_render_file(change), ""]) for change in files)


def _render_file(change: FileChange) -> list[str]:
    path = change.path.choices[0]
    lines = [line.text for part in change.parts for line in part.new]
    allowed = [WHOLEFILE.drop_words, ""] if any(part.is_whole for part in change.parts) else []
    if not _fits_row(path):
        return [*allowed, f'<file path="{path}">', *lines, "</file>"]
    longest = max((len(found[1]) for line in lines if (found := _FENCE.match(line))), default=2)
    mark = "`" * (longest + 1)
    return [*allowed, f"### {path}", "", f"{mark}{_language(path)}", *lines, mark]


def _fits_row(path: str) -> bool:
    """Whether a heading with a path is read as this path."""
    found = path_in_row(f"### {path}", 0)
    return found is not None and found.path == path and not found.label


def _language(path: str) -> str:
    suffix = _SUFFIX.search(path)
    return suffix[1].lower() if suffix and suffix[1].lower() not in _UNNAMED else ""


def cannot_say(change: FileChange) -> str | None:
    """Why a block cannot hold the text of a file."""
    path, lines = change.path.choices[0], [line.text for part in change.parts for line in part.new]
    if not lines:
        return "cannot empty a file"
    if not _fits_row(path) and any(sign in path for sign in "\"'<>"):
        return "cannot write such a path"
    if not _fits_row(path) and any(line.strip() == "</file>" for line in lines):
        return "cannot hold a line that reads like one of its own"
    if path_in_comment(lines[0], 0):
        return "cannot hold a first line that reads like the path of a file"
    return None

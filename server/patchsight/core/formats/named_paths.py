"""Paths that an answer names above a patch or on its fence: a row or a tag that is nothing but a
path. A path inside a sentence is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from patchsight.core.model.path_rules import MAX_LENGTH
from patchsight.core.text.buffer import is_blank

_LABEL = re.compile(
    r"(?:(new|updated?|modified|created?|changed|edited)[ \t]+)?"
    r"(?:file(?:[ _]?(?:name|path))?|path)[ \t]*:(?!//)[ \t*]*",
    re.IGNORECASE,
)
_PATH = re.compile(r"(?!\w+://)[^\s`*\"'<>|:]*(?:/[^\s`*\"'<>|:]+|[^\s`*\"'<>|:/.]\.\w{1,12})")
#: Inside backticks a path may hold spaces.
_SPACED = re.compile(r"(?!\w+://)[^`*\"'<>|:]*(?:/[^`*\"'<>|:]+|[^`*\"'<>|:/.]\.\w{1,12})")
_DOTTED = re.compile(r"\.[\w-][\w.-]*")
#: What is no path of a workspace, but meant as one; it is refused for what it is.
_ADDRESS = re.compile(r"\w+://[^\s`*\"'<>|]+|[A-Za-z]:[\\/][^\s`*\"'<>|:]*|\\\\[^\s`*\"'<>|:]+")
#: A name without a folder or an extension, which is a path only if something says so.
_NAME = re.compile(r"[^\s`*\"'<>|:/#.,;!?()\[\]{}=][^\s`*\"'<>|:/,;!?()\[\]{}=]*(?<!\.)")
_TAG = re.compile(r"[ \t]*<file[ \t]+(?:path|name)=([\"'])([^\"'<>]+)\1[ \t]*>[ \t]*")
_ELEMENT = re.compile(r"[ \t]*<(path|file_path)>([^<>]+)</\1>[ \t]*")
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})[ \t]*(.*?)[ \t]*")
_ATTRIBUTE = re.compile(
    r"(?<=[\s{])(?:title|file|path|filename|name)=([\"']?)([^\s\"'{}]+)\1(?=[\s}]|$)"
)
_WORDS = re.compile(r"(?:\w+(?:[ \t]+|:))?([\"']?)([^\"'={}]+)\1")
_COMMENT = re.compile(
    r"[ \t]*(?://+|/\*+|<!--+|\(\*+|#+|--+|;+|%+)[ \t]*(.*?)[ \t]*(?:\*+/|--+>|\*+\))?[ \t]*"
)
_DECORATION = "#*:` \t"


class NamedPath(NamedTuple):
    """A path, and the row and columns where it stands."""

    path: str
    row: int
    start: int
    end: int
    label: str = ""  #: what its label says of the file, in small letters: `new`, `updated` …


def path_in_tag(line: str, row: int) -> NamedPath | None:
    """The path that a row is in a tag: `<path>…</path>`, `<file path="…">`."""
    for tag in (_TAG, _ELEMENT):
        if match := tag.fullmatch(line):
            return NamedPath(match[2], row, *match.span(2))
    return None


def path_in_row(line: str, row: int) -> NamedPath | None:
    """The path that a row is, decoration and a label aside."""
    if named := path_in_tag(line, row):
        return named
    start, end = _bare(line, 0, len(line))
    if label := _LABEL.match(line, start, end):
        return _labelled(line, row, label, end)
    return _path(line, row, start, end)


def path_in_comment(line: str, row: int) -> NamedPath | None:
    """The path that a comment is, behind a label: `// file: src/a.ts`. Without one it is none."""
    comment = _COMMENT.fullmatch(line)
    label = _LABEL.match(line, *comment.span(1)) if comment else None
    return _labelled(line, row, label, comment.end(1)) if comment and label else None


def _labelled(line: str, row: int, label: re.Match[str], end: int) -> NamedPath | None:
    """What stands behind a label, which may be a name without a folder or an extension."""
    start, end = _bare(line, label.end(), end)
    found = _path(line, row, start, end)
    if found is None and _NAME.fullmatch(line, start, end):
        found = NamedPath(line[start:end], row, start, end)
    return found and found._replace(label=(label[1] or "").lower())


def guess_in_row(line: str, row: int) -> NamedPath | None:
    """What a row is if that is a path only in case there is such a file: a name alone, or a path
    with spaces in it. A row that introduces something is none.
    """
    if len(line) > MAX_LENGTH or line.rstrip().endswith(":"):
        return None
    start, end = _bare(line, 0, len(line))
    if _NAME.fullmatch(line, start, end) or _SPACED.fullmatch(line, start, end):
        return NamedPath(line[start:end], row, start, end)
    return None


def path_on_fence(line: str, row: int) -> NamedPath | None:
    """The path behind the language of a fence, or in its place."""
    fence = _FENCE.fullmatch(line)
    if fence is None:
        return None
    found = _ATTRIBUTE.search(line, *fence.span(1)) or _WORDS.fullmatch(line, *fence.span(1))
    return _path(line, row, *found.span(2)) if found else None


def paths_above(lines: Sequence[str], row: int, first: int = 0) -> list[NamedPath]:
    """The paths that name what starts in a row: on the fence right above it, and on the nearest row
    above that is not blank; rows above `first` are none of its business.
    """
    filled = (at for at in range(row - 1, first - 1, -1) if not is_blank(lines[at]))
    found: list[NamedPath | None] = []
    at = next(filled, None)
    if at is not None and _FENCE.fullmatch(lines[at]):
        found.append(path_on_fence(lines[at], at))
        at = next(filled, None)
    found.append(None if at is None else path_in_row(lines[at], at))
    return [path for path in found if path]


def _bare(line: str, start: int, end: int) -> tuple[int, int]:
    """The columns of a stretch without its decoration."""
    stretch = line[start:end]
    left = len(stretch) - len(stretch.lstrip(_DECORATION))
    return start + left, max(start + left, start + len(stretch.rstrip(_DECORATION)))


def _path(line: str, row: int, start: int, end: int) -> NamedPath | None:
    if end - start > MAX_LENGTH:
        return None
    if line.startswith("__", start) and line.endswith("__", start, end):
        return None  # which is bold, not a name
    quoted = start > 0 and line[start - 1] == "`" == line[end : end + 1]
    shapes = (_PATH, _DOTTED, _ADDRESS, *((_SPACED,) if quoted else ()))
    if any(shape.fullmatch(line, start, end) for shape in shapes):
        return NamedPath(line[start:end], row, start, end)
    return None

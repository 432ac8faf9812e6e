"""Which file a block is about: what the answer names on its fence, above it or around it."""

from __future__ import annotations

import re
from typing import NamedTuple

from patchsight.core.formats.named_paths import (
    NamedPath,
    guess_in_row,
    path_in_row,
    path_in_tag,
    path_on_fence,
)
from patchsight.core.formats.noise import Fence, Rows
from patchsight.core.formats.searchreplace.markers import TAG, TAG_FENCE
from patchsight.core.model.path_rules import check
from patchsight.core.text.buffer import is_blank

_DIFF, _DIFF_END = re.compile(r"[ \t]*<diff>.*"), re.compile(r"[ \t]*(?:\]\]>.*)?</diff>.*")
_QUOTED = re.compile(r"`([^`]+)`")
_CALL_END = re.compile(r"[ \t]*</(?:file|replace_in_file|apply_diff|args|edit)>.*")


class Found(NamedTuple):
    """The paths that name a block, nearest first, and the first row that belongs to it."""

    paths: list[NamedPath]
    first: int
    guess: NamedPath | None = None  #: what is a path only if it exists
    mentioned: NamedPath | None = None  #: a path that the sentence above names


class Element:
    """The path of the call that blocks stand in: `<path>a.py</path><diff> … </diff>`."""

    def __init__(self) -> None:
        self._path: NamedPath | None = None
        self._inside = False

    def pass_row(self, line: str, row: int) -> None:
        if named := path_in_tag(line, row):
            self._path, self._inside = named, False
        elif _DIFF.fullmatch(line):
            self._inside = True
        elif _DIFF_END.fullmatch(line):
            self._inside = False
        elif _CALL_END.fullmatch(line):
            self._path, self._inside = None, False

    @property
    def path(self) -> NamedPath | None:
        return self._path if self._inside else None


def is_frame(line: str) -> bool:
    """Whether a row belongs to what blocks are put in: a fence, or a tag of a call."""
    return bool(Fence.opened_by(line) or TAG_FENCE.fullmatch(line) or TAG.fullmatch(line))


def find_paths(rows: Rows, start: int, free: int, element: NamedPath | None) -> Found:
    """The paths of a block that starts in a row; rows above `free` are none of its business."""
    found: list[NamedPath] = []
    guess = mentioned = None
    first, fenced = start, False
    for row in range(start - 1, free - 1, -1):
        line = rows.lines[row]
        if is_blank(line):
            continue
        if is_frame(line):
            fenced = True
            named = _on_fence(line, row)
            if named:
                found, first = [*found, named], row
            continue
        named = path_in_row(line, row)
        if named:
            found, first = [*found, named], row
        elif not found:
            guess, mentioned = _guess(line, row), _mentioned(line, row)
        if fenced or not named:
            break
        above = rows.last_filled(free, row)
        if above is None or not is_frame(rows.lines[above]):
            break
    if element and all(named.row != element.row for named in found):
        found.append(element)
    return Found(found, first) if found else Found(found, first, guess, mentioned)


def _on_fence(line: str, row: int) -> NamedPath | None:
    tag = TAG_FENCE.fullmatch(line)
    if tag and tag["info"]:
        named = path_in_row(tag["info"], row)
        start = tag.start("info")
        return named and named._replace(start=named.start + start, end=named.end + start)
    return path_on_fence(line, row)


def _mentioned(line: str, row: int) -> NamedPath | None:
    """The path in backticks that a sentence names."""
    for match in _QUOTED.finditer(line):
        if named := path_in_row(match[1], row):
            start = match.start(1)
            return named._replace(start=named.start + start, end=named.end + start)
    return None


def _guess(line: str, row: int) -> NamedPath | None:
    guess = guess_in_row(line, row)
    return guess if guess and check(guess.path)[1] is None else None

"""How SEARCH/REPLACE blocks give themselves away."""

from __future__ import annotations

from patchsight.core.formats.named_paths import path_in_row, paths_above
from patchsight.core.formats.searchreplace.markers import (
    conflict_end,
    divider_of,
    end_of,
    start_of,
)
from patchsight.core.formats.spec import Recogniser
from patchsight.core.text.buffer import is_blank


def holds_blocks(lines: list[str]) -> bool:
    """Whether a text has a block in it, its divider included."""
    last = len(lines)
    return any(start_of(lines[row]) and _has_divider(lines, row, last) for row in range(last))


def _proves(lines: list[str], row: int, last: int, hints: dict[str, int]) -> int | None:
    """A start marker with its divider, or below a path; in another spelling, with both others."""
    if start_of(lines[row]):
        return row if _has_divider(lines, row, last) or paths_above(lines, row) else None
    if start_of(lines[row], loose=True):
        return row if _is_whole(lines, row, last) else None
    if conflict_end(lines, row, last) is not None and _is_headed(lines, row):
        return row
    return None


def _has_divider(lines: list[str], row: int, last: int) -> bool:
    for at in range(row + 1, last):
        if divider_of(lines[at], loose=True):
            return True
        if start_of(lines[at]):
            return False
    return False


def _is_whole(lines: list[str], row: int, last: int) -> bool:
    divided = False
    for at in range(row + 1, last):
        divided = divided or divider_of(lines[at], loose=True) is not None
        if end_of(lines[at], loose=True) or start_of(lines[at], loose=True):
            return divided and end_of(lines[at], loose=True) is not None
    return False


def _is_headed(lines: list[str], row: int) -> bool:
    """Whether a path stands above a merge conflict as a heading, so that it is meant as an edit; a
    file that has conflicts in it is no patch.
    """
    named = paths_above(lines, row)
    if not named:
        return False
    at = named[-1].row
    apart = at == 0 or is_blank(lines[at - 1])
    return path_in_row(lines[at], at) is not None and (apart or at < row - 1)


RECOGNISER = Recogniser(
    r"<<<|-{3,}[ \t]*search", _proves, r"(?:<{3,}|-{3,})[ \t]*(?i:search|original)\b|<{7}(?: |$)"
)

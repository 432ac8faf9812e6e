"""Where in a text a unified diff or an ap document stands. The other formats have markers of their
own to go by.
"""

from __future__ import annotations

import re

from patchsight.core.formats.noise import Fence, Noise, Rows
from patchsight.core.formats.signals import Signal, find_signal
from patchsight.core.model.patch import FileChange, Format
from patchsight.core.model.problems import Problem
from patchsight.core.text.buffer import Buffer, is_blank

Region = tuple[int, int]
#: Rows that stand above a diff by right: a mail, a commit message, what svn and hg write.
_COMMIT = re.compile(
    r"From |(?:From|Subject|Author|Date|Index|Signed-off-by): |commit [0-9a-f]{7}|diff |# HG |Only in"
)
_YAML = re.compile(r"[ \t]*(?:#|-(?:[ \t]|$)|---|%|[{\[]|['\"]?[\w.-]+['\"]?[ \t]*:)")
_PROSE = re.compile(r"[^\W\d_][^:]*(?: |[.!?]$)")


def find_regions(signal: Signal, rows: Rows, noise: Noise) -> list[Region]:
    """The stretches of rows that hold the patch: what is inside fences, or else everything but
    prose at both ends.
    """
    if not _is_fenced(signal.row, rows):
        return [_find_plain(signal, rows, noise)]
    regions = _find_fenced(signal, rows)
    row = 0
    for first, last in regions:
        noise.skip(row, first)
        noise.enter()
        row = last
    noise.skip(row, len(rows.lines))
    return regions


def _is_fenced(row: int, rows: Rows) -> bool:
    """Whether a fence is open above a row."""
    fence: Fence | None = None
    for line in rows.lines[:row]:
        if fence is None:
            fence = Fence.opened_by(line)
        elif fence.is_closed_by(line):
            fence = None
    return fence is not None


def _find_fenced(signal: Signal, rows: Rows) -> list[Region]:
    """The insides of the fences that hold something of this format."""
    regions: list[Region] = []
    row, last = 0, len(rows.lines)
    while row < last:
        fence = Fence.opened_by(rows.lines[row])
        row += 1
        if fence is None:
            continue
        end = next((at for at in range(row, last) if fence.is_closed_by(rows.lines[at])), last)
        found = find_signal(rows.lines, row, end)
        if row <= signal.row < end or (found and found.format is signal.format):
            regions.append((row, end))
        row = end + 1
    return regions


def _find_plain(signal: Signal, rows: Rows, noise: Noise) -> Region:
    first = (
        _first_diff_row(signal.row, rows)
        if signal.format is Format.UNIFIED
        else _first_yaml_row(signal.row, rows)
    )
    noise.skip(0, first)
    noise.enter()
    last = len(rows.lines)
    if noise.heredoc:
        last = next((row for row in range(first, last) if noise.ends_at(row)), last)
    elif signal.format is Format.AP:
        last = _last_yaml_row(first, rows)
    noise.skip(last, len(rows.lines))
    return first, last


def _first_diff_row(row: int, rows: Rows) -> int:
    """The first row if a commit message stands above the diff, else the diff itself, with a header
    that is not whole.
    """
    if any(_COMMIT.match(line) for line in rows.lines[:row]):
        return 0
    return row - (row > 0 and rows.lines[row - 1].startswith(("--- ", "+++ ")))


def _first_yaml_row(row: int, rows: Rows) -> int:
    """The first of the rows above a document that belong to it."""
    while row > 0 and (is_blank(rows.lines[row - 1]) or _YAML.match(rows.lines[row - 1])):
        row -= 1
    return row


def _last_yaml_row(first: int, rows: Rows) -> int:
    """Where the document ends: above a last paragraph of prose. Anything less plain is an error
    worth showing.
    """
    last = rows.last_filled(first, len(rows.lines))
    row = len(rows.lines) if last is None else last + 1
    start = row
    while (
        start > first
        and _PROSE.match(rows.lines[start - 1])
        and not _YAML.match(rows.lines[start - 1])
    ):
        start -= 1
    return start if first < start < row and is_blank(rows.lines[start - 1]) else len(rows.lines)


def note_tail(
    files: list[FileChange], problems: list[Problem], buffer: Buffer, noise: Noise
) -> None:
    """Take note of prose below a unified diff, which its parser passes over. A mail's signature is
    no prose.
    """
    if not files or files[-1].parts[-1].broken:
        return
    start = noise.rows.next_filled(buffer.row(files[-1].span.end) + 1, len(buffer.lines))
    line = buffer.lines[start] if start < len(buffer.lines) else "--"
    complained = any(buffer.row(found.span.end) >= start for found in problems)
    if not (line.startswith("--") or _COMMIT.match(line) or complained):
        noise.skip(start, len(buffer.lines))

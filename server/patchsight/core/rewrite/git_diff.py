"""What a plan changes, as a unified diff that git applies to the byte, whatever line ends the
files have.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import NamedTuple

from patchsight.core.formats.unified.paths import NULL, quote
from patchsight.core.model.report import Edit, FileOp, FilePlan
from patchsight.core.text.buffer import BOM

_CONTEXT = 3


class Region(NamedTuple):
    """Whole rows that give way to others."""

    start: int
    end: int
    new: list[str]


def as_diff(plans: Iterable[FilePlan]) -> str:
    """The diff of all files."""
    return "".join(row for plan in plans for row in [*_show_names(plan), *_show_hunks(plan)])


def _show_names(plan: FilePlan) -> list[str]:
    old, new = plan.path, plan.new_path or plan.path
    rows = [f"diff --git {quote('a/' + old)} {quote('b/' + new)}\n"]
    if plan.op is FileOp.RENAME:
        rows += [f"rename from {quote(old)}\n", f"rename to {quote(new)}\n"]
    elif plan.before is None or plan.after is None:
        rows.append(f"{'new' if plan.before is None else 'deleted'} file mode 100644\n")
    if (plan.before or "") != (plan.after or ""):
        rows.append(_show_name("---", NULL if plan.before is None else "a/" + old))
        rows.append(_show_name("+++", NULL if plan.after is None else "b/" + new))
    return rows


def _show_name(sign: str, name: str) -> str:
    """A name; like git, with a TAB behind one with spaces, so that nothing is taken for a
    timestamp.
    """
    return f"{sign} {quote(name)}" + "\t" * (" " in name) + "\n"


def _show_hunks(plan: FilePlan) -> list[str]:
    # A byte order mark is no part of the text, but git sees it as the first character of line 1.
    mark = BOM if plan.bom else ""
    before, after = ("" if text is None else mark + text for text in (plan.before, plan.after))
    old, shift, shown = _split(before), 0, list[str]()
    edits = [
        Edit(edit.start + len(mark), edit.end + len(mark), edit.text, ()) for edit in plan.edits
    ]
    whole = plan.before is None or plan.after is None or not before
    regions = [Region(0, len(old), _split(after))] if whole else list(_regions(before, old, edits))
    for group in _group(regions):
        shown += _show_hunk(old, group, shift)
        shift += sum(len(region.new) - (region.end - region.start) for region in group)
    return shown


def _split(text: str) -> list[str]:
    """Rows as git counts them: only a line feed ends one, and belongs to it."""
    rows = text.split("\n")
    last = rows.pop()
    return [row + "\n" for row in rows] + [last] * bool(last)


def _regions(text: str, rows: list[str], edits: list[Edit]) -> Iterator[Region]:
    """Edits as whole rows; those that share a row are one."""
    starts = list(accumulate(map(len, rows), initial=0))
    start = end = 0
    shared: list[Edit] = []
    for edit in edits:
        first = bisect_right(starts, edit.start) - 1
        if first == len(rows) and not text.endswith("\n"):
            first -= 1
        if shared and first >= end:
            yield _trim(start, end, rows, _split(_put(text, starts[start], starts[end], shared)))
            shared = []
        start = start if shared else first
        end = max(first, bisect_left(starts, edit.end), end if shared else 0)
        shared.append(edit)
        if end < len(rows) and _put(text, starts[start], starts[end], shared)[-1:] not in (
            "",
            "\n",
        ):
            end += 1
    if shared:
        yield _trim(start, end, rows, _split(_put(text, starts[start], starts[end], shared)))


def _put(text: str, start: int, end: int, edits: list[Edit]) -> str:
    """A stretch of the text with its edits made."""
    pieces = []
    for edit in edits:
        pieces += [text[start : edit.start], edit.text]
        start = edit.end
    return "".join([*pieces, text[start:end]])


def _trim(start: int, end: int, rows: list[str], new: list[str]) -> Region:
    """A region without the rows at its ends that stay as they are."""
    tail = len(new)
    while end > start and tail and rows[end - 1] == new[tail - 1]:
        end, tail = end - 1, tail - 1
    lead = 0
    while start < end and lead < tail and rows[start] == new[lead]:
        start, lead = start + 1, lead + 1
    return Region(start, end, new[lead:tail])


def _group(regions: Iterable[Region]) -> list[list[Region]]:
    """Regions by hunk: those whose context would touch share one."""
    groups: list[list[Region]] = []
    for region in regions:
        if region.start == region.end and not region.new:
            continue
        if groups and region.start - groups[-1][-1].end <= 2 * _CONTEXT:
            groups[-1].append(region)
        else:
            groups.append([region])
    return groups


def _show_hunk(rows: list[str], group: list[Region], shift: int) -> list[str]:
    start, end = max(0, group[0].start - _CONTEXT), min(len(rows), group[-1].end + _CONTEXT)
    grown = sum(len(region.new) - (region.end - region.start) for region in group)
    shown = [
        f"@@ -{_show_range(start, end - start)} +{_show_range(start + shift, end - start + grown)} @@\n"
    ]
    at = start
    for region in group:
        shown += [_show_row(" ", row) for row in rows[at : region.start]]
        shown += [_show_row("-", row) for row in rows[region.start : region.end]]
        shown += [_show_row("+", row) for row in region.new]
        at = region.end
    return shown + [_show_row(" ", row) for row in rows[at:end]]


def _show_range(start: int, count: int) -> str:
    first = start + 1 if count else start
    return str(first) if count == 1 else f"{first},{count}"


def _show_row(sign: str, row: str) -> str:
    return sign + row if row.endswith("\n") else f"{sign}{row}\n\\ No newline at end of file\n"

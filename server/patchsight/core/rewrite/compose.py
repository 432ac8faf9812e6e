"""Making a patch: from what a file is and what it becomes to parts that stand in one place only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from patchsight.core.model.budget import Cost, ExhaustedError, Means
from patchsight.core.model.patch import (
    FileChange,
    Grade,
    Kind,
    Numbers,
    Op,
    Options,
    Part,
    PatchLine,
    PathRef,
)
from patchsight.core.model.report import FileOp, FilePlan
from patchsight.core.placing.file_operations import drops_most, is_piece
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.locate import find, find_code
from patchsight.core.text.buffer import (
    WHITE,
    Span,
    indent_of,
    is_blank,
    split_ends,
    split_lines,
)
from patchsight.core.text.edits import LineEdit, ends_whole, line_edits, lines_of

NOWHERE = Span(0, 0)


class Group(NamedTuple):
    """Edits that share a hunk, and the lines around them that belong to it."""

    edits: list[LineEdit]
    start: int
    end: int


def as_unified(
    plans: Iterable[FilePlan], context: int = 3, *, lf_only: bool = False
) -> list[FileChange]:
    """Plans as the file patches git would write; with `lf_only` by lines as git counts them."""
    return [_unified_change(plan, context, lf_only) for plan in plans]


def _change(plan: FilePlan, parts: list[Part]) -> FileChange:
    """What a plan does, with parts that say it."""
    op = {
        FileOp.EDIT: Op.UPDATE,
        FileOp.CREATE: Op.CREATE,
        FileOp.DELETE: Op.DELETE,
        FileOp.RENAME: Op.RENAME,
    }[plan.op]
    change = FileChange(op, PathRef.plain(plan.path, NOWHERE), NOWHERE, NOWHERE, parts)
    if plan.new_path:
        change.new_path = PathRef.plain(plan.new_path, NOWHERE)
    return change


def _unified_change(plan: FilePlan, context: int, lf_only: bool = False) -> FileChange:
    parts = []
    old = lines_of(plan.before or "", lf_only=lf_only)
    if plan.before is None or plan.after is None:
        new = lines_of(plan.after or "", lf_only=lf_only)
        edits = [LineEdit(0, len(old), new)] if old or new else []
    else:
        edits = line_edits(plan.before, plan.edits, lf_only=lf_only)
    shift = 0
    for group in group_edits(edits, len(old), context):
        part = _part(old, group)
        _number(part, group, shift)
        _mark_newlines(part, plan, group, len(old), lf_only)
        shift += sum(len(edit.new) - (edit.end - edit.start) for edit in group.edits)
        parts.append(part)
    return _change(plan, parts or [Part(NOWHERE, NOWHERE)])


def group_edits(edits: Sequence[LineEdit], count: int, context: int) -> list[Group]:
    """Edits with their context lines; neighbours whose context would touch are one group."""
    groups: list[Group] = []
    for edit in edits:
        start, end = max(0, edit.start - context), min(count, edit.end + context)
        if groups and start <= groups[-1].end:
            last = groups.pop()
            last.edits.append(edit)
            groups.append(last._replace(end=max(end, last.end)))
        else:
            groups.append(Group([edit], start, end))
    return groups


def _part(old: Sequence[str], group: Group) -> Part:
    lines: list[PatchLine] = []
    at = group.start
    for edit in group.edits:
        lines += _lines(Kind.CONTEXT, old[at : edit.start])
        lines += _lines(Kind.REMOVED, old[edit.start : edit.end])
        lines += _lines(Kind.ADDED, edit.new)
        at = edit.end
    lines += _lines(Kind.CONTEXT, old[at : group.end])
    return Part(NOWHERE, NOWHERE, tuple(lines))


def _lines(kind: Kind, texts: Iterable[str]) -> list[PatchLine]:
    return [PatchLine(kind, text, NOWHERE) for text in texts]


def _number(part: Part, group: Group, shift: int) -> None:
    old, new = len(part.old), len(part.new)
    first = group.start + shift
    part.numbers = Numbers(group.start + bool(old), old, first + bool(new), new, NOWHERE)


def _mark_newlines(
    part: Part, plan: FilePlan, group: Group, count: int, lf_only: bool = False
) -> None:
    """Say on which side the last line lacks its newline, where the part reaches the end."""
    if group.end < count:
        return
    old, new = (ends_whole(text or "", lf_only=lf_only) for text in (plan.before, plan.after))
    if not (old and new):
        part.old_newline, part.new_newline = old, new


def as_context(plan: FilePlan, context: int = 3) -> FileChange | None:
    """An edited file as hunks without numbers, each with context enough to stand once, or None."""
    return _with_context(plan, context, _hunk_parts)


def as_blocks(plan: FilePlan, context: int = 3) -> FileChange | None:
    """An edited file as blocks one after the other, each standing once when its turn comes."""
    return _with_context(plan, context, _block_parts)


def as_whole(plan: FilePlan) -> FileChange:
    """An edited file as a text that replaces all of it, and says so if it leaves out much."""
    old, new = split_lines(plan.before or ""), split_lines(plan.after or "")
    path = PathRef.plain(plan.path, NOWHERE)
    part = Part(NOWHERE, NOWHERE, tuple(_lines(Kind.ADDED, new)))
    part.is_whole = is_piece(old, new) or drops_most(old, new)
    return FileChange(Op.REPLACE, path, NOWHERE, NOWHERE, [part])


def as_ap(plan: FilePlan, context: int = 0) -> FileChange | None:
    """An edited file as ap modifications; only ap can say with which line ends a file is made."""
    change = _with_context(plan, context, _ap_parts)
    if change and plan.op is FileOp.CREATE:
        ends = {*split_ends(plan.after or "")[1]} - {""}
        if len(ends) == 1 and ends != {"\n"}:
            change.newline = ends.pop()
    return change


def _with_context(
    plan: FilePlan,
    context: int,
    build: Callable[[FilePlan, list[str], list[Group], Means], list[Part] | None],
) -> FileChange | None:
    """Try more and more context until every part is fit to be located by it; None if there is none,
    or it takes too long to find that out.
    """
    means = Means(Options().max_steps)
    old, edits = split_lines(plan.before or ""), line_edits(plan.before or "", plan.edits)
    if plan.op not in (FileOp.EDIT, FileOp.RENAME) or not edits:
        return _unified_change(plan, context)
    while True:
        groups = group_edits(edits, len(old), context)
        try:
            means.search.pay(Cost.LINE_WALKED, len(edits) + sum(map(_size, groups)))
            parts = build(plan, old, groups, means)
        except ExhaustedError:
            return None
        if parts is not None:
            return _change(plan, parts)
        if _size(groups[0]) == len(old):  # there is no more context
            return None
        context = context * 2 + 1


def _size(group: Group) -> int:
    return group.end - group.start


def _hunk_parts(
    plan: FilePlan, old: list[str], groups: list[Group], means: Means
) -> list[Part] | None:
    ring = LineRing(plan.before or "", means)
    parts = [_part(old, group) for group in groups]
    for part, group in zip(parts, groups, strict=True):
        _mark_newlines(part, plan, group, len(old))
        # what stays needs no words where it is not usual to say it
        if part.old_newline == part.new_newline:
            part.old_newline = part.new_newline = None
    return parts if all(_stands_once(ring, part) for part in parts) else None


def _block_parts(
    plan: FilePlan, old: list[str], groups: list[Group], means: Means
) -> list[Part] | None:
    ring = LineRing(plan.before or "", means)
    parts = []
    for group in groups:
        part = _part(old, group)
        _mark_newlines(part, plan, group, len(old))
        if all(is_blank(line.text) for line in part.old) or not _stands_once(ring, part):
            return None
        [run] = find(ring, [line.text for line in part.old], Grade.EXACT)
        ring.splice(ring.prev[run[0]], run, [line.text for line in part.new], 0)
        parts.append(part)
    return parts


def _stands_once(ring: LineRing, part: Part) -> bool:
    block = [line.text for line in part.old]
    return len(find(ring, block, Grade.EXACT)) == 1 if block else not ring.size


def _ap_parts(
    plan: FilePlan, old: list[str], groups: list[Group], means: Means
) -> list[Part] | None:
    ring = LineRing(plan.before or "", means)
    parts = []
    for group in groups:
        part = _ap_part(_part(old, group))
        if part is None:
            return None
        code = [line.text.strip(WHITE) for line in part.old if not is_blank(line.text)]
        runs = find_code(ring, code)
        if len(runs) != 1:
            return None
        region = ring.between(runs[0][0], runs[0][-1])
        indent = indent_of(ring.lines[runs[0][0]])
        ring.splice(ring.prev[region[0]], region, [indent + line.text for line in part.added], 0)
        parts.append(part)
    return parts


def _dedent(lines: Sequence[str], indent: str) -> list[str]:
    return [line if is_blank(line) else line[len(indent) :] for line in lines]


def _ap_part(hunk: Part) -> Part | None:
    """A hunk as REPLACE or DELETE; None if its first line is deeper than one it puts in."""
    old, new = [line.text for line in hunk.old], [line.text for line in hunk.new]
    if all(map(is_blank, old)):
        return None
    lead = next(i for i, line in enumerate(old) if not is_blank(line))
    tail = next(i for i, line in enumerate(reversed(old)) if not is_blank(line))
    indent = indent_of(old[lead])
    if any(not is_blank(line) and not line.startswith(indent) for line in new):
        return None
    wanted = old[lead : len(old) - tail]
    if all(is_blank(line) or line.startswith(indent) for line in wanted):
        wanted = _dedent(wanted, indent)
    snippet, content = _lines(Kind.REMOVED, wanted), _lines(Kind.ADDED, _dedent(new, indent))
    return Part(
        NOWHERE,
        NOWHERE,
        (*snippet, *content),
        "REPLACE" if new else "DELETE",
        leading_blank=lead,
        trailing_blank=tail,
    )

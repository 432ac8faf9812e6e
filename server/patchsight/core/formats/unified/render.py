"""Writing a unified diff: file changes as one canonical text that means the same."""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.model.patch import FileChange, Kind, Op, Part, PatchLine
from patchsight.core.text.git_names import NULL, quote

_NO_NEWLINE = "\\ No newline at end of file"


def render(files: list[FileChange]) -> str:
    """A unified diff of all files with right counts; one replaced as a whole reads as created."""
    rows = [row for change in files for row in _render_file(change)]
    return "".join(f"{row}\n" for row in rows)


def _render_file(change: FileChange) -> list[str]:
    """A file as git writes it, from `diff --git` on: one without hunks ends at the next."""
    whole = change.op not in (Op.UPDATE, Op.RENAME)
    hunks = [row for part in change.parts if part.lines for row in _render_hunk(part, whole)]
    old = change.path.choices[0]
    new = change.new_path.choices[0] if change.new_path else old
    creates, deletes = change.op in (Op.CREATE, Op.REPLACE), change.op is Op.DELETE
    rows = [f"diff --git {quote('a/' + old)} {quote('b/' + new)}"]
    if change.op is Op.RENAME:
        rows += [f"rename from {quote(old)}", f"rename to {quote(new)}"]
    elif creates or deletes:
        rows.append(f"{'new' if creates else 'deleted'} file mode 100644")
    elif not hunks:
        rows += change.metadata
    if hunks:
        rows += _render_names(NULL if creates else "a/" + old, NULL if deletes else "b/" + new)
    return rows + hunks


def _render_names(old: str, new: str) -> list[str]:
    """`---` and `+++`, with a TAB behind a name with spaces, which no timestamp follows."""
    return [
        f"{sign} {quote(name)}" + "\t" * (" " in name)
        for sign, name in (("---", old), ("+++", new))
    ]


def _render_hunk(part: Part, whole: bool) -> list[str]:
    """A hunk with its counts. One that has no numbers starts at the top if it is the `whole` of a
    file; else it gets none, since they would say where it stands.
    """
    old, new, numbers = len(part.old), len(part.new), part.numbers
    if not numbers and not whole:
        return ["@@", *_render_open(part)]
    old_start = numbers.old_start if numbers else int(old > 0)
    new_start = numbers.new_start if numbers else int(new > 0)
    return [
        f"@@ -{_render_range(old_start, old)} +{_render_range(new_start, new)} @@",
        *_render_lines(part),
    ]


def _render_open(part: Part) -> list[str]:
    """The lines of a hunk that no counts close: blank rows that may not belong to it stay bare."""
    rows = _render_lines(part)
    solid = len(rows) - part.droppable
    return rows[:solid] + [row.removeprefix(" ") for row in rows[solid:]]


def _render_range(start: int, count: int) -> str:
    return str(start) if count == 1 else f"{start},{count}"


def _render_lines(part: Part) -> list[str]:
    """The lines of a hunk, in order behind the last context where a side lacks its newline."""
    lines, ends_old, ends_new = part.lines, part.old_newline is False, part.new_newline is False
    if not (ends_old or ends_new):
        return _prefix(lines)
    if ends_old and ends_new and lines[-1].kind is Kind.CONTEXT:
        return [*_prefix(lines), _NO_NEWLINE]
    split = _find_split(lines, ends_old, ends_new)
    old = ["-" + line.text for line in lines[split:] if line.kind is not Kind.ADDED]
    new = ["+" + line.text for line in lines[split:] if line.kind is not Kind.REMOVED]
    markers = [_NO_NEWLINE] * (ends_old and bool(old)), [_NO_NEWLINE] * (ends_new and bool(new))
    return [*_prefix(lines[:split]), *old, *markers[0], *new, *markers[1]]


def _prefix(lines: Sequence[PatchLine]) -> list[str]:
    return [line.kind.value + line.text for line in lines]


def _find_split(lines: Sequence[PatchLine], ends_old: bool, ends_new: bool) -> int:
    """Where a hunk's end begins: behind its last context, or at it if only one side ends."""
    kinds = [line.kind for line in lines]
    split = max((index + 1 for index, kind in enumerate(kinds) if kind is Kind.CONTEXT), default=0)
    tail = kinds[split:]
    on_context = (ends_old and Kind.REMOVED not in tail) or (ends_new and Kind.ADDED not in tail)
    return split - 1 if on_context and split else split

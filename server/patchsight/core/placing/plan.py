"""From sheets to edits: what changes in each file, in the file's own offsets, as little as
possible.
"""

from __future__ import annotations

from patchsight.core.model.report import Edit, FileOp, FilePlan
from patchsight.core.placing.line_ring import Sheet
from patchsight.core.placing.overlay import FileState, World
from patchsight.core.text.buffer import split_ends

_ORDER = {
    op: at for at, op in enumerate((FileOp.EDIT, FileOp.RENAME, FileOp.DELETE, FileOp.CREATE))
}


def make_plan(world: World) -> list[FilePlan]:
    """What the patch does to each file, in an order in which it can be carried out. No path stands
    in two plans.
    """
    known = {state.path: state.plan for state in world.all if state.settled}
    states = [state for state in world.all if not state.settled]
    old = {
        state.target.path: state
        for state in states
        if state.target and state.target.text is not None
    }
    new = {state.path: state for state in states if state.sheet is not None}
    # A file that changes places with another is not renamed: both get a new text.
    moved = [
        state
        for path, state in old.items()
        if state.sheet and path not in new and state.path not in old
    ]
    done = {path for state in moved if state.target for path in (state.target.path, state.path)}
    paths = [path for path in dict.fromkeys((*old, *new)) if path not in done]
    found = [*map(_rename, moved), *(_plan(path, old.get(path), new.get(path)) for path in paths)]
    rank = {
        state.target.path if state.target else state.path: at for at, state in enumerate(world.all)
    }
    plans = [plan for plan in (*found, *known.values()) if plan]
    return sorted(plans, key=lambda plan: (_ORDER[plan.op], rank.get(plan.path, 0)))


def _rename(state: FileState) -> FilePlan:
    target, sheet = state.target, state.sheet
    assert target is not None and sheet is not None
    text, edits = target.text or "", make_edits(sheet)
    after = apply_edits(text, edits)
    return FilePlan(
        FileOp.RENAME, target.path, text, after, edits, state.path, target.bom, _parts(state)
    )


def _plan(path: str, old: FileState | None, new: FileState | None) -> FilePlan | None:
    """What happens at a path where one file stands now and one, perhaps another, will stand."""
    if old is None or old.target is None:
        return (
            FilePlan(FileOp.CREATE, path, None, new.sheet.result, parts=_parts(new))
            if new and new.sheet
            else None
        )
    before, bom = old.target.text or "", old.target.bom
    if new is None or new.sheet is None:
        return FilePlan(FileOp.DELETE, path, before, None, bom=bom, parts=_parts(old))
    sheet, parts = new.sheet, _parts(new)
    edits = make_edits(sheet) if sheet.text == before else _rewrite(before, sheet.result, parts)
    return (
        FilePlan(FileOp.EDIT, path, before, apply_edits(before, edits), edits, bom=bom, parts=parts)
        if edits
        else None
    )


def plan_alone(world: World, path: str) -> FilePlan | None:
    """What happens to a file that nothing else names."""
    state = world.at(path)
    return _plan(path, state, state) if state.sheet else None


def _parts(state: FileState) -> tuple[int, ...]:
    return tuple(dict.fromkeys(state.parts))


def make_edits(sheet: Sheet) -> list[Edit]:
    """The replacements that turn the sheet's first text into its present one: one per run of
    changed lines.
    """
    offset = at = 0
    edits = []
    for gap in sorted(_gaps(sheet)):
        first, stop, new = _run(sheet, gap)
        offset += _length(sheet, at, first)
        old = [sheet.own(line) for line in range(first, stop)]
        edit = _trim(
            old,
            [sheet.lines[line] + sheet.ends[line] for line in new],
            offset,
            _owners(sheet, first, stop, new),
        )
        if edit:
            edits.append(edit)
        offset, at = offset + sum(map(len, old)), stop
    return edits


def _length(sheet: Sheet, first: int, stop: int) -> int:
    """How long a stretch of lines is that nothing changed."""
    ends = stop - first if sheet.plain else sum(map(len, sheet.ends[first:stop]))
    return sum(map(len, sheet.lines[first:stop])) + ends


def apply_edits(text: str, edits: list[Edit]) -> str:
    """A text with its edits carried out; they are in order and do not overlap."""
    pieces: list[str] = []
    at = 0
    for edit in edits:
        pieces += (text[at : edit.start], edit.text)
        at = edit.end
    return "".join((*pieces, text[at:]))


def _rows(text: str) -> list[str]:
    return [line + end for line, end in zip(*split_ends(text), strict=True)]


def _rewrite(before: str, after: str, parts: tuple[int, ...]) -> list[Edit]:
    """The one replacement that turns a text into another that was not made from it."""
    edit = _trim(_rows(before), _rows(after), 0, parts)
    return [edit] if edit else []


def _intact(sheet: Sheet, line: int) -> bool:
    return line < sheet.size and line not in sheet.gone and line not in sheet.dirty


def _gaps(sheet: Sheet) -> set[int]:
    """The intact own lines after which something changed; -1 for the top."""
    gaps = set()
    for line in (*sheet.gone, *sheet.dirty):
        if line < sheet.size and (line == 0 or _intact(sheet, line - 1)):
            gaps.add(line - 1)
    for line in sheet.owner:
        if line not in sheet.gone:
            before = sheet.prev[line]
            if before == sheet.head:
                gaps.add(-1)
            elif _intact(sheet, before):
                gaps.add(before)
    return gaps


def _run(sheet: Sheet, gap: int) -> tuple[int, int, list[int]]:
    """The own lines that go (from, to) and the lines that come between one intact line and the
    next.
    """
    line = sheet.first if gap == -1 else sheet.next[gap]
    new = []
    while line != sheet.head and not _intact(sheet, line):
        new.append(line)
        line = sheet.next[line]
    return gap + 1, sheet.size if line == sheet.head else line, new


def _owners(sheet: Sheet, first: int, stop: int, new: list[int]) -> tuple[int, ...]:
    parts = [sheet.owner[line] for line in new if line in sheet.owner]
    parts += [sheet.gone[line] for line in range(first, stop) if line in sheet.gone]
    return tuple(sorted(set(parts)))


def _trim(old: list[str], new: list[str], offset: int, parts: tuple[int, ...]) -> Edit | None:
    """The edit without the lines that both sides begin or end with; None if nothing is left."""
    start, stop_old, stop_new = 0, len(old), len(new)
    while start < min(stop_old, stop_new) and old[start] == new[start]:
        offset += len(old[start])
        start += 1
    while stop_old > start and stop_new > start and old[stop_old - 1] == new[stop_new - 1]:
        stop_old, stop_new = stop_old - 1, stop_new - 1
    before, after = "".join(old[start:stop_old]), "".join(new[start:stop_new])
    if before == after:
        return None
    return _only_the_end(before, after, offset, parts)


def _only_the_end(before: str, after: str, offset: int, parts: tuple[int, ...]) -> Edit:
    """Where a last line only gains or loses what follows it, leave the line itself alone."""
    if before and not before.endswith(("\n", "\r")) and after.startswith(before):
        return Edit(offset + len(before), offset + len(before), after[len(before) :], parts)
    if after and not after.endswith(("\n", "\r")) and before.startswith(after):
        return Edit(offset + len(after), offset + len(before), "", parts)
    return Edit(offset, offset + len(before), after, parts)

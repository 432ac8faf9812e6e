"""From rings to edits: what changes in each file, in the file's own offsets, as little as
possible.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from patchsight.core.model.report import FileOp, FilePlan
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.overlay import FileState, Overlay
from patchsight.core.text.buffer import Span, split_ends
from patchsight.core.text.edits import Edit, apply_edits

_ORDER = {
    op: at for at, op in enumerate((FileOp.EDIT, FileOp.RENAME, FileOp.DELETE, FileOp.CREATE))
}


def make_plan(overlay: Overlay) -> list[FilePlan]:
    """What the patch does to each file, in an order in which it can be carried out. No path stands
    in two plans.
    """
    settled = [state.plan for state in overlay.all if state.settled]
    states = [state for state in overlay.all if not state.settled]
    old = {
        state.target.path: state
        for state in states
        if state.target and state.target.text is not None
    }
    new = {state.path: state for state in states if state.ring}
    moved = _moved(old, new)
    done = {*moved, *(state.path for state in moved.values())}
    renames = map(_rename, moved.values())
    others = (_plan(path, old.get(path), new.get(path)) for path in old | new if path not in done)
    return _in_order([plan for plan in (*renames, *others, *settled) if plan], overlay)


def _moved(old: dict[str, FileState], new: dict[str, FileState]) -> dict[str, FileState]:
    """The files that are renamed, by the path they had. One that changes places with another is
    not: both get a new text.
    """
    return {
        path: state
        for path, state in old.items()
        if state.ring and path not in new and state.path not in old
    }


def _in_order(plans: list[FilePlan], overlay: Overlay) -> list[FilePlan]:
    """By operation, then as the patch first names the files."""
    rank = {
        state.target.path if state.target else state.path: at
        for at, state in enumerate(overlay.all)
    }
    return sorted(plans, key=lambda plan: (_ORDER[plan.op], rank.get(plan.path, 0)))


def _rename(state: FileState) -> FilePlan:
    target, ring = state.target, state.ring
    assert target is not None and ring is not None
    text = target.text or ""
    edits = _edits(text, ring, _parts(state))
    after = apply_edits(text, edits)
    return FilePlan(
        FileOp.RENAME, target.path, text, after, edits, state.path, target.bom, _parts(state)
    )


def _plan(path: str, old: FileState | None, new: FileState | None) -> FilePlan | None:
    """What happens at a path where one file stands now and one, perhaps another, will stand."""
    if old is None or old.target is None:
        return (
            FilePlan(FileOp.CREATE, path, None, new.ring.result, parts=_parts(new))
            if new and new.ring
            else None
        )
    before, bom = old.target.text or "", old.target.bom
    if new is None or new.ring is None:
        return FilePlan(FileOp.DELETE, path, before, None, bom=bom, parts=_parts(old))
    ring, parts = new.ring, _parts(new)
    edits = _edits(before, ring, parts)
    if not edits:
        return None
    after = apply_edits(before, edits)
    came = new.target.path if new.target and new.target.path != path else None
    return FilePlan(FileOp.EDIT, path, before, after, edits, bom=bom, parts=parts, moved_from=came)


def _edits(before: str, ring: LineRing, parts: tuple[int, ...]) -> list[Edit]:
    """What turns a file's text into the ring's, which may have been made from another one."""
    return make_edits(ring) if ring.text == before else _rewrite(before, ring.result, parts)


def plan_alone(overlay: Overlay, path: str) -> FilePlan | None:
    """What happens to a file that nothing else names."""
    state = overlay.at(path)
    if state.settled:
        return state.plan
    return _plan(path, state, state) if state.ring else None


def _parts(state: FileState) -> tuple[int, ...]:
    return tuple(dict.fromkeys(state.parts))


def make_edits(ring: LineRing) -> list[Edit]:
    """The replacements that turn the ring's first text into its present one: one per run of
    changed lines.
    """
    offset = at = 0
    edits = []
    touched = ring.gone.keys() | ring.dirty.keys()
    for gap in sorted(ring.seams(touched)):
        lines, new = _run(ring, gap, touched)
        offset += _length(ring, at, lines.start)
        old = [ring.own(line) for line in lines]
        after = [ring.lines[line] + ring.ends[line] for line in new]
        edit = trim(old, after, offset, _owners(ring, lines, new))
        if edit:
            edits.append(edit)
        offset, at = offset + sum(map(len, old)), lines.stop
    return edits


def _length(ring: LineRing, first: int, stop: int) -> int:
    """How long a stretch of lines is that nothing changed."""
    ends = stop - first if ring.plain else sum(map(len, ring.ends[first:stop]))
    return sum(map(len, ring.lines[first:stop])) + ends


def _rows(text: str) -> list[str]:
    return [line + end for line, end in zip(*split_ends(text), strict=True)]


def _rewrite(before: str, after: str, parts: tuple[int, ...]) -> list[Edit]:
    """The one replacement that turns a text into another that was not made from it."""
    edit = trim(_rows(before), _rows(after), 0, parts)
    return [edit] if edit else []


def _run(ring: LineRing, gap: int, touched: Set[int]) -> tuple[range, list[int]]:
    """The own lines that go and the lines that come between one intact line and the next."""
    size, below = ring.size, ring.next
    line = below[gap if gap >= 0 else size]
    new = []
    while line > size or line in touched:  # the sentinel ends the last run
        new.append(line)
        line = below[line]
    return range(gap + 1, line), new


def _owners(ring: LineRing, old: Sequence[int], new: Sequence[int]) -> tuple[int, ...]:
    """The parts that took lines away, and that put lines in."""
    parts = {*map(ring.gone.get, old), *map(ring.owner.get, new)}
    return tuple(sorted(part for part in parts if part is not None))


def trim(old: list[str], new: list[str], offset: int, parts: tuple[int, ...]) -> Edit | None:
    """The edit without the lines that both sides begin or end with; None if nothing is left."""
    start, stop_old, stop_new = 0, len(old), len(new)
    while start < stop_old and start < stop_new and old[start] == new[start]:
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
        end = offset + len(before)
        return Edit(Span(end, end), after[len(before) :], parts)
    if after and not after.endswith(("\n", "\r")) and before.startswith(after):
        return Edit(Span(offset + len(after), offset + len(before)), "", parts)
    return Edit(Span(offset, offset + len(before)), after, parts)

"""Sections that leave nothing to weigh: the old text of every part stands to the letter where its
header says, or in one place only, and nothing there may be taken for its new text.

Most sections are like that. What becomes of them is told from the lines of the file alone, without
a ring, candidates and readings, and it is the same that these would come to: a test compares the
two. Whatever is not as plain, even if it would fit all the same, is left to them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from operator import itemgetter

from patchsight.core.formats.spec import Policy, policy_of
from patchsight.core.model.hunk_lines import HunkLines, in_columns
from patchsight.core.model.patch import FileChange, Grade, Op, Part, Patch
from patchsight.core.model.problems import Problem
from patchsight.core.model.report import FileOp, FilePlan, Lines, Resolution, State
from patchsight.core.model.target import Target
from patchsight.core.placing.grades import KEYS
from patchsight.core.placing.hunks import says_little
from patchsight.core.placing.line_index import Index
from patchsight.core.placing.overlay import Overlay
from patchsight.core.placing.plain_edits import Found, edits_of
from patchsight.core.placing.targets import Targets
from patchsight.core.text.buffer import BOM, is_blank, split_lines
from patchsight.core.text.edits import apply_edits

_FEW = 3  #: lines that are counted one by one
_MANY = 16  #: places of one line, from which on they are left to those who pay for each

Placed = tuple[list[list[Resolution]], FilePlan]  #: by section, what becomes of its parts


class PlainSections:
    """The sections of a patch, those for one file together."""

    def __init__(self, patch: Patch, overlay: Overlay, targets: Targets) -> None:
        self._policy, self._overlay, self._targets = policy_of(patch), overlay, targets
        policy = self._policy
        special = policy.in_turn or policy.refuses_elision
        sections = patch.files if not special and BOM not in patch.buffer.text else []
        #: by path, the sections that may mean a file
        self._sections: dict[str, list[FileChange]] = {}
        for change in sections:
            for path in overlay.named_by(change):
                self._sections.setdefault(path, []).append(change)
        #: what became of sections whose turn has not come
        self._placed: dict[int, list[Resolution]] = {}

    def place(self, change: FileChange) -> tuple[str, list[Resolution], list[Problem]] | None:
        """What becomes of a section: the path of its file, what becomes of its parts, and what there
        is to tell; the file is settled. None if there is something to weigh.
        """
        means = self._overlay.means
        # where placing was given up, or nobody waits any more, these are not placed either
        if means.exhausted or not means.search.holds(0.0):
            return None
        if not self._sections or change.op is not Op.UPDATE:
            return None
        path, problems = self._targets.path(change.path, usable=True)
        if path is None:
            return None
        target = self._overlay.target(path)
        changes = self._sections[target.path]
        if changes[0] is change and self._are_alike(changes):
            self._place_all(changes, target)
        resolutions = self._placed.get(id(change))
        return (target.path, resolutions, problems) if resolutions else None

    def _are_alike(self, changes: Sequence[FileChange]) -> bool:
        """Whether all sections for a file edit it, in one format and by one name."""
        if len(changes) > 1 and not self._policy.many_sections_per_file:
            return False
        choices = changes[0].path.choices
        return all(
            change.op is Op.UPDATE and change.format is None and change.path.choices == choices
            for change in changes
        )

    def _place_all(self, changes: Sequence[FileChange], target: Target) -> None:
        place = _place_by_code if self._policy.by_code else _place
        placed = place(changes, target, self._policy)
        if placed:
            by_section, plan = placed
            self._overlay.settle(target.path, plan)
            self._placed.update(zip(map(id, changes), by_section, strict=True))


def _place(changes: Sequence[FileChange], target: Target, policy: Policy) -> Placed | None:
    """What becomes of the parts of all sections for a file, and of the file."""
    text = target.text
    if not text or "\r" in text or target.shared:
        return None
    lines = split_lines(text)
    found = _find_parts(changes, lines, policy)
    last = len(lines) - (text[-1] != "\n")
    if not _are_apart(found, last) or _may_be_done(lines, found, KEYS[policy.grades[-1]]):
        return None
    edits = edits_of(lines, found)
    after = apply_edits(text, edits)
    if _may_stand_again(lines, after, [sides for _, _, sides in found]):
        return None
    rows = {part.index: row for row, part, _ in found}
    resolutions = [
        [_resolution(part, change, target.path, rows[part.index]) for part in change.parts]
        for change in changes
    ]
    numbers = tuple(sorted(rows))
    plan = FilePlan(FileOp.EDIT, target.path, text, after, edits, None, target.bom, numbers)
    return resolutions, plan


def _place_by_code(changes: Sequence[FileChange], target: Target, _: Policy) -> Placed | None:
    # for one format only
    from patchsight.core.placing.ap.plain import place_plain

    placed = place_plain(changes[0], target) if len(changes) == 1 else None
    return ([placed[0]], placed[1]) if placed else None


def _resolution(part: Part, change: FileChange, path: str, row: int) -> Resolution:
    """That a part fits from a row on."""
    sides = in_columns(part.lines)
    where = Lines(row, row + len(sides.old))
    fits = Resolution(part, change, path, State.FITS, Grade.EXACT, 1.0, where)
    fits.before, fits.after = sides.old, sides.new
    return fits


def _is_plain(part: Part, lines: HunkLines) -> bool:
    """Whether a part is nothing but lines that are looked for and put in, as its format has them,
    and what it leaves is not what it looks for.
    """
    special = (
        *(part.broken, part.short, part.droppable, part.at_end, part.hints, part.repaired),
        *(part.anchor, part.range_end, part.title, part.substitution, part.action != "EDIT"),
        *(part.old_newline is not None, part.new_newline is not None),
    )
    if any(special) or not lines.old or says_little(lines):
        return False
    bare = lines.bare
    return not bare or all(is_blank(line.text) for line in bare)


# ---- where parts stand
def _find_parts(changes: Sequence[FileChange], lines: list[str], policy: Policy) -> Sequence[Found]:
    """The parts of all sections for a file where they stand, from the top to the end; nothing if
    one of them is not plain.
    """
    parts = [part for change in changes for part in change.parts]
    columns = [in_columns(part.lines) for part in parts]
    if not all(map(_is_plain, parts, columns)):
        return ()
    if len(changes) == 1:
        find = _stated_rows if policy.numbers else _only_rows
        return list(zip(find(lines, parts, columns) or (), parts, columns, strict=False))
    rows = _rows_in_turn(lines, parts, columns) or ()
    return sorted(zip(rows, parts, columns, strict=False), key=itemgetter(0))


def _stated_rows(
    lines: list[str], parts: Sequence[Part], columns: Sequence[HunkLines]
) -> list[int] | None:
    """The rows that the headers name, if the old texts stand there."""
    rows: list[int] = []
    for part, sides in zip(parts, columns, strict=True):
        numbers, old = part.numbers, sides.old
        if numbers is None or not numbers.old_start:
            return None
        row = numbers.old_start - 1
        if lines[row : row + len(old)] != old:
            return None
        rows.append(row)
    return rows


def _only_rows(
    lines: list[str], parts: Sequence[Part], columns: Sequence[HunkLines]
) -> list[int] | None:
    """The rows in which the old texts stand, if each of them stands in one place and none of the new
    texts in any.
    """
    if any(part.numbers for part in parts):
        return None
    blocks = [block for sides in columns for block in (sides.old, sides.new) if block]
    index, rows = Index(lines, len(lines)), list[int]()
    index.where([max(block, key=len) for block in blocks])
    for sides in columns:
        places = _find(index, lines, sides.old)
        if places is None or len(places) != 1 or _find(index, lines, sides.new) != []:
            return None
        rows += places
    return rows


def _rows_in_turn(
    lines: list[str], parts: Sequence[Part], columns: Sequence[HunkLines]
) -> list[int] | None:
    """The same for parts that each work on what those before it left: one line of each old text
    stands in one place only, and none of the parts adds it; and each adds a line that is nowhere
    else.
    """
    if any(part.numbers for part in parts):
        return None
    index, rows = Index(lines, len(lines)), list[int]()
    added = Counter(line for sides in columns for line in set(sides.added))
    telling = [max(sides.old, key=len) for sides in columns]
    where = index.where([*telling, *added])
    for sides, line in zip(columns, telling, strict=True):
        old, hits = sides.old, where.get(line, ())
        if len(hits) != 1 or line in added or not _is_inner(sides):
            return None
        row = hits[0] - old.index(line)
        if row < 0 or lines[row : row + len(old)] != old:
            return None
        if not any(added[line] == 1 and not where.get(line) for line in sides.added):
            return None
        rows.append(row)
    return rows


def _is_inner(sides: HunkLines) -> bool:
    """Whether context stands on both sides of what a part changes."""
    return sides.kinds[0] == " " == sides.kinds[-1]


def _find(index: Index, lines: list[str], block: list[str]) -> list[int] | None:
    """The rows from which on a block stands; None if that takes too many looks."""
    if not block:
        return None
    pivot, hits = index.pivot(block)
    if len(hits) > _MANY:
        return None
    rows = (hit - pivot for hit in hits if hit >= pivot)
    return [row for row in rows if lines[row : row + len(block)] == block]


def _are_apart(found: Sequence[Found], last: int) -> bool:
    """Whether parts were found of which no two touch the same line, or add in the same place, and
    none touches the lines from `last` on.
    """
    above = 0
    for row, _, sides in found:
        if row < above + (above > 0 and sides.kinds[0] != " "):
            return False
        above = row + len(sides.old)
    return 0 < above <= last


def _may_be_done(lines: list[str], found: Sequence[Found], key: Callable[[str], str]) -> bool:
    """Whether the new text of a part may stand, however loosely, where the old one does: from the
    same line on, or with the same context.
    """
    for row, _, sides in found:
        new = sides.new
        if lines[row : row + len(new)] == new:
            return True
        if _is_inner(sides) or not sides.added or len(new) < len(sides.old):
            continue
        lead = sides.kinds.split(" ", 1)[0]
        start = row + lead.count("-") - lead.count("+")
        if start < 0 or start + len(new) > len(lines):
            continue
        if all(key(lines[at]) == key(line) for at, line in enumerate(new, start)):
            return True
    return False


# ---- what parts leave
def _may_stand_again(lines: list[str], after: str, columns: Sequence[HunkLines]) -> bool:
    """Whether the old text of a part stands in what the parts leave."""
    # the first line that a part takes away, or else that it looks for: if none of these is in the
    # file any more, that tells without a search
    telling = {(sides.removed or sides.old)[0] for sides in columns}
    held = telling.__contains__
    # to count a few one by one takes no hash of every line
    count = sum(map(lines.count, telling) if len(telling) <= _FEW else map(held, lines))
    for sides in columns:
        count += sum(map(held, sides.added)) - sum(map(held, sides.removed))
    if not count:
        return False
    left = split_lines(after)
    index = Index(left, len(left))
    olds = [sides.old for sides in columns]
    index.announce(olds)
    return any(_find(index, left, old) != [] for old in olds)

"""Sections that leave nothing to weigh: the old text of every part stands to the letter where its
header says, or in one place only, and nothing there may be taken for its new text.

Most sections are like that. What becomes of them is told from the lines of the file alone, without
a ring, candidates and readings, and it is the same that these would come to: a test compares the
two. Whatever is not as plain, even if it would fit all the same, is left to them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from patchsight.core.formats.spec import Policy, policy_of
from patchsight.core.model.hunk_lines import HunkLines, in_columns
from patchsight.core.model.patch import FileChange, Grade, Op, Part, Patch
from patchsight.core.model.problems import Problem
from patchsight.core.model.report import FileOp, FilePlan, Lines, Resolution, State
from patchsight.core.model.target import Target
from patchsight.core.placing.hunks import says_little
from patchsight.core.placing.line_index import Index
from patchsight.core.placing.overlay import Overlay
from patchsight.core.placing.plain_edits import edits_of
from patchsight.core.placing.plain_places import (
    Found,
    as_rows,
    find_block,
    find_in_lines,
    find_in_text,
    is_inner,
    surround,
)
from patchsight.core.placing.targets import Targets
from patchsight.core.text.buffer import BOM, is_blank, split_lines
from patchsight.core.text.edits import apply_edits

_FEW = 4  #: parts that are looked for one by one, in the text as it is

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
        self._place = _by_code() if policy.by_code else _place
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
        if len(changes) == 1:
            return changes[0].format is None
        if not self._policy.many_sections_per_file:
            return False
        choices = changes[0].path.choices
        return all(
            change.op is Op.UPDATE and change.format is None and change.path.choices == choices
            for change in changes
        )

    def _place_all(self, changes: Sequence[FileChange], target: Target) -> None:
        placed = self._place(changes, target, self._policy)
        if placed:
            by_section, plan = placed
            self._overlay.settle(target.path, plan)
            self._placed.update(zip(map(id, changes), by_section, strict=True))


def _place(changes: Sequence[FileChange], target: Target, policy: Policy) -> Placed | None:
    """What becomes of the parts of all sections for a file, and of the file."""
    text = target.text
    if not text or "\r" in text or target.shared:
        return None
    parts = [part for change in changes for part in change.parts]
    columns = [in_columns(part.lines) for part in parts]
    if not all(map(_is_plain, parts, columns)):
        return None
    lines, found = _find_parts(text, parts, columns, policy, alone=len(changes) == 1)
    edits = edits_of(found)
    after = apply_edits(text, edits)
    if not found or _may_stand_again(lines, after, columns):
        return None
    placed = {each.part.index: each for each in found}
    resolutions = [
        [_resolution(placed[part.index], change, target.path) for part in change.parts]
        for change in changes
    ]
    numbers = tuple(sorted(placed))
    plan = FilePlan(FileOp.EDIT, target.path, text, after, edits, None, target.bom, numbers)
    return resolutions, plan


def _find_parts(
    text: str, parts: Sequence[Part], columns: Sequence[HunkLines], policy: Policy, *, alone: bool
) -> tuple[list[str] | None, list[Found]]:
    """The lines of the file, if they were asked for, and the parts where they stand; `alone`: they are
    of one section.
    """
    if alone and len(parts) <= _FEW and all(map(is_inner, columns)):
        return None, find_in_text(text, parts, columns, policy)
    lines = split_lines(text)
    last = len(lines) - (text[-1] != "\n")
    return lines, find_in_lines(lines, last, parts, columns, policy, alone=alone)


def _by_code() -> Callable[[Sequence[FileChange], Target, Policy], Placed | None]:
    # for one format only
    from patchsight.core.placing.ap.plain import place_plain

    return place_plain


def _resolution(found: Found, change: FileChange, path: str) -> Resolution:
    """That a part fits where it was found."""
    row, _, part, sides = found
    where = Lines(row, row + len(sides.old))
    return Resolution(
        part, change, path, State.FITS, Grade.EXACT, 1.0, where, before=sides.old, after=sides.new
    )


def _is_plain(part: Part, lines: HunkLines) -> bool:
    """Whether a part is nothing but lines that are looked for and put in, as its format has them,
    and what it leaves is not what it looks for.
    """
    if _says_more(part) or not lines.old or says_little(lines):
        return False
    bare = lines.bare
    return not bare or all(is_blank(line.text) for line in bare)


def _says_more(part: Part) -> bool:
    """Whether something beside its lines says what a part means, or that it is not written well."""
    if part.broken or part.short or part.droppable or part.at_end or part.hints or part.repaired:
        return True
    if part.old_newline is not None or part.new_newline is not None or part.action != "EDIT":
        return True
    return bool(part.anchor or part.range_end or part.title or part.substitution)


# ---- what parts leave
def _may_stand_again(lines: list[str] | None, after: str, columns: Sequence[HunkLines]) -> bool:
    """Whether the old text of a part stands in what the parts leave; `lines` are what the file has."""
    if lines is None:
        around = surround(after)
        return any(as_rows(sides.old) in around for sides in columns)
    # the first line that a part takes away, or else that it looks for: if none of these is in the
    # file any more, that tells without a search
    telling = {(sides.removed or sides.old)[0] for sides in columns}
    if not _count(telling, lines, columns):
        return False
    left = split_lines(after)
    index = Index(left, len(left))
    olds = [sides.old for sides in columns]
    index.announce(olds)
    return any(find_block(index, left, old) != [] for old in olds)


def _count(telling: Set[str], lines: list[str], columns: Sequence[HunkLines]) -> int:
    """How many of some lines stand in a file once the parts have changed it."""
    held = telling.__contains__
    count = sum(map(held, lines))
    for sides in columns:
        count += sum(map(held, sides.added)) - sum(map(held, sides.removed))
    return count

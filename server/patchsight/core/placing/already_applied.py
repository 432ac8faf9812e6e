"""Already applied: the new text stands where it should and the old text does not.

Each rule looks at one situation and returns where the new text stands, or None; it changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from patchsight.core.model.hunk_lines import texts_of, without
from patchsight.core.model.patch import Grade
from patchsight.core.placing.locate import Candidate, locate, run_at
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.text.buffer import is_trivial

_TO_THE_LETTER = (Grade.EXACT,)


def may_stand_instead(part: PartState, new: Sequence[Candidate], old: Sequence[Candidate]) -> bool:
    """Whether a new text that is found more literally than the old one, if at all, counts."""
    if not new or (old and new[0].grade >= old[0].grade):
        return False
    # what a deletion leaves is part of what it found: at one place the old text decides
    return bool(part.added) or not meet(new, old)


def stands_beside(section: SectionState, part: PartState, place: Candidate) -> Candidate | None:
    """Where the new text of a part stands whose old text is still there after it was applied,
    because it only adds at its edge.
    """
    offsets = _offsets(part)
    if not offsets or place.grade > Grade.TRAILING_SPACE or all(map(is_trivial, part.added)):
        return None
    runs = (run_at(section.ring, part.new, place, above) for above in offsets)
    run = next((run for run in runs if run), None)
    return Candidate(run, place.grade) if run else None


def stands_in_gap(section: SectionState, part: PartState, left: int) -> Candidate | None:
    """Where the lines of a part that only adds stand: after the line it names, or at the end of
    the file.
    """
    ring, line = section.ring, section.ring.next[left]
    if left == ring.last:
        line = left
        for _ in range(len(part.added) - 1):
            line = ring.prev[line] if line != ring.head else line
    run: list[int] = []
    while line != ring.head and len(run) < len(part.added):
        run.append(line)
        line = ring.next[line]
    if [ring.lines[line] for line in run] != part.added or all(map(is_trivial, part.added)):
        return None
    return Candidate(run, Grade.EXACT)


def stand_where_led(
    section: SectionState,
    part: PartState,
    led: Callable[[Sequence[Candidate]], list[Candidate]],
) -> list[Candidate]:
    """Where the new text of a part stands to the letter if the patch leads there, while the old
    text stands elsewhere only.
    """
    if led(part.candidates):
        return []
    standing = led(locate(section.ring, part.new, _TO_THE_LETTER))
    return standing if standing and proves(section, part, standing) else []


def same_newline(section: SectionState, part: PartState, place: Candidate) -> bool:
    """Whether a part changes nothing but the newline at the end of the file, and that is so."""
    ring, wanted = section.ring, part.written.new_newline
    return (
        part.old == part.new
        and wanted is not None
        and ring.is_last(place.ids[-1])
        and bool(ring.ends[ring.last]) == wanted
    )


def meet(candidates: Sequence[Candidate], others: Sequence[Candidate]) -> bool:
    """Whether a place of the one kind shares a line with one of the other."""
    taken = {line for candidate in candidates for line in candidate.ids}
    return any(not taken.isdisjoint(other.ids) for other in others)


def proves(section: SectionState, part: PartState, new: Sequence[Candidate]) -> bool:
    """Whether finding the new text proves anything: it says something, and it is where the part
    wants it.
    """
    context = without("+", part.kinds.replace("-", "+"), texts_of(part.lines))
    if any(not is_trivial(line) for line in part.added):
        return bool(context) or len(new) == 1
    distinct = sum(not is_trivial(line) for line in context)
    return distinct >= 2 and _is_enclosed(section, part, new)


def _is_enclosed(section: SectionState, part: PartState, new: Sequence[Candidate]) -> bool:
    """Whether context, or the end of the file, closes in the gap that removed lines left."""
    ring, ids = section.ring, new[0].ids
    starts = part.kinds[0] == " " or (len(new) == 1 and ids[0] == ring.first)
    ends = part.kinds[-1] == " " or (len(new) == 1 and ring.is_last(ids[-1]))
    return starts and ends


def _offsets(part: PartState) -> set[int]:
    """Where the new text holds the old one whole: after its first added lines, at its start, or at
    its end.
    """
    old, new = part.old, part.new
    if len(new) <= len(old):
        return set()
    lead = len(part.kinds) - len(part.kinds.lstrip("+"))
    return {
        at for at in (0, lead, len(new) - len(old)) if at >= 0 and new[at : at + len(old)] == old
    }

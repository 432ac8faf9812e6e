"""Already applied: where the new text of a part stands, and when that proves anything.

`by_number` and `by_text` weigh this against where the part fits; `hunks` writes the verdict down.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import and_

from patchsight.core.model.budget import Cost
from patchsight.core.model.patch import Grade
from patchsight.core.placing.grades import KEYS, grade_of
from patchsight.core.placing.locate import Candidate, Sense, locate_loosely, stand_at
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.text.buffer import is_trivial

_MANY = 16  #: places from which on one look at all of the text costs less than one at each


def at_one_place(section: SectionState, part: PartState, place: Candidate) -> Candidate | None:
    """Where the new text stands at the very place where the old one does: the same context lines
    belong to both.

    A part that adds at its edge leaves its old text standing; it is done where all of the new text
    stands. One that only removes is not: where its old text stands, that is still to be removed.
    """
    if not part.added or len(part.new) < len(part.old):
        return None
    ring, start = section.ring, place.start
    for _ in range(_lead(part, "+") - _lead(part, "-")):
        start = ring.prev[start]
        if start == ring.head:
            return None
    for _ in range(_lead(part, "-") - _lead(part, "+")):
        start = ring.next[start]
    new = stand_at(ring, part.new, start, section.policy.grades)
    if new is None or _context(part, place, "+") != _context(part, new, "-"):
        return None
    if len(part.new) == len(part.old):
        stands = is_closer(section, part, new, place)
    else:
        stands = new.grade <= place.grade
    return new._replace(sense=Sense.DONE) if stands else None


def is_closer(section: SectionState, part: PartState, new: Candidate, old: Candidate) -> bool:
    """Whether what a part adds stands more literally in its place than what it removes does; the
    context, which both have, tells nothing.
    """
    return _grade_of_change(section, part, new, "-") < _grade_of_change(section, part, old, "+")


def _grade_of_change(section: SectionState, part: PartState, place: Candidate, other: str) -> Grade:
    """How literally the changed lines of one side stand in a place; `other` is the kind that is not
    there.
    """
    side = part.old if other == "+" else part.new
    kinds = part.kinds.replace(other, "")
    changed = [
        (text, section.ring.lines[line])
        for kind, text, line in zip(kinds, side, place.ids, strict=True)
        if kind != " "
    ]
    return grade_of([text for text, _ in changed], [line for _, line in changed])


def all_beside(
    section: SectionState, part: PartState, places: Sequence[Candidate]
) -> list[Candidate | None]:
    """The same for every place of a part, or nothing if it has none at any: one that is enclosed by
    context has none where it stands to the letter.
    """
    if part.is_inner and places and places[0].grade is Grade.EXACT:
        return []
    if len(places) > _MANY and not locate_loosely(section.ring, part.new, section.policy.grades):
        return []
    section.ring.means.search.pay(Cost.PLACE_WEIGHED, len(places))
    return [at_one_place(section, part, place) for place in places]


def _lead(part: PartState, kind: str) -> int:
    """How many lines of a kind come before the first context line."""
    return part.kinds.split(" ", 1)[0].count(kind)


def _context(part: PartState, place: Candidate, other: str) -> list[int]:
    """The lines that the context of a part has in a place; `other` is the kind that is not there."""
    kinds = part.kinds.replace(other, "")
    return [line for kind, line in zip(kinds, place.ids, strict=True) if kind == " "]


def proves(section: SectionState, part: PartState, new: Candidate, *, led: bool = False) -> bool:
    """Whether finding the new text in a place proves that the part was applied: what it added says
    something, or what stands around a change says something and has closed.

    `led`: something else leads to that place, so that common lines may close.
    """
    if _leaves_removed(section, part, new):
        return False
    if any(not is_trivial(line) for line in part.added):
        return True
    starts = part.kinds[0] == " " or new.start == section.ring.first
    closed = starts and (part.kinds[-1] == " " or section.ring.is_last(new.end))
    lines = zip(part.kinds, part.lines.texts, strict=True)
    telling = sum(kind == " " and not is_trivial(text) for kind, text in lines)
    return (
        closed
        and telling >= (0 if led else 1 if part.is_inner else 2)
        and not _is_end_of_old(section, part, new)
    )


def _leaves_removed(section: SectionState, part: PartState, new: Candidate) -> bool:
    """Whether a line that the part takes away stands right beside a new text that stands loosely,
    and may be just an end of what it was to replace.
    """
    if new.grade is Grade.EXACT or "-" not in part.kinds:
        return False
    key, ring = KEYS[min(new.grade, Grade.PUNCTUATION)], section.ring
    beside = (ring.prev[new.start], ring.next[new.end])
    there = {key(ring.lines[line]) for line in beside if line != ring.head}
    kept = set(map(key, part.new))
    gone = (line for line in part.old if not is_trivial(line))
    return any(key(line) in there and key(line) not in kept for line in gone)


def _is_end_of_old(section: SectionState, part: PartState, new: Candidate) -> bool:
    """Whether the new text stands only as an end of the old one, since the context on the other
    side repeats in what is removed: lines that go for good stand behind it, though not all do.
    """
    ring, old, left = section.ring, part.old, len(part.new)
    if not part.is_inner:
        return False
    down = (new.end, ring.next, old[left:] if old[:left] == part.new else [])
    up = (new.start, ring.prev, old[-left - 1 :: -1] if old[-left:] == part.new else [])
    for line, step, rest in (down, up):
        same = []
        for text in rest:
            line = step[line]
            if line == ring.head:
                break
            same.append(ring.lines[line] == text)
        goes = (text not in part.new and not is_trivial(text) for text in rest)
        whole = len(same) == len(rest) and all(same)
        if not whole and any(map(and_, same, goes)):
            return True
    return False


def same_newline(section: SectionState, part: PartState, place: Candidate) -> bool:
    """Whether a part changes nothing but the newline at the end of the file, and that is so."""
    ring, wanted = section.ring, part.written.new_newline
    return (
        wanted is not None
        and part.old == part.new
        and ring.is_last(place.end)
        and bool(ring.ends[ring.last]) == wanted
    )

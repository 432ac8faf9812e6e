"""Already applied: the new text stands where it should and the old text does not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from patchsight.core.model.hunk_lines import texts_of, without
from patchsight.core.model.patch import Grade
from patchsight.core.model.report import State
from patchsight.core.placing.locate import Place, locate, run_at
from patchsight.core.placing.part_state import Job, Section
from patchsight.core.text.buffer import is_trivial

_TO_THE_LETTER = (Grade.EXACT,)


def stands_instead(section: Section, job: Job, places: list[Place], old: list[Place]) -> bool:
    """Settle a part whose new text is found more literally than its old text, if at all."""
    if not job.added and _meet(places, old):
        # what a deletion leaves is part of what it found: at one place the old text decides
        return False
    job.standing = places
    if not _proves(section, job, places):
        return False
    _settle(section, job, places[0])
    return True


def overlaps_new_text(section: Section, job: Job, places: list[Place]) -> bool:
    """Settle a part whose old text is found only loosely, at the very place where the new text
    stands to the letter.
    """
    if len(places) != 1 or not job.standing:
        return False
    if not _meet(places, job.standing):
        return False
    _settle(section, job, job.standing[0])
    return True


def stands_beside(section: Section, job: Job, place: Place) -> bool:
    """Settle a part whose old text is still there after it was applied, because it only adds at
    its edge.
    """
    if job.old == job.new:
        return _same_newline(section, job, place)
    offsets = _offsets(job)
    if not offsets or place.grade > Grade.TRAILING_SPACE or all(map(is_trivial, job.added)):
        return False
    runs = (run_at(section.sheet, job.new, place, above) for above in offsets)
    run = next((run for run in runs if run), None)
    if run is None:
        return False
    job.standing = [Place(run, place.grade)]
    _settle(section, job, place)
    return True


def stands_in_gap(section: Section, job: Job, left: int) -> bool:
    """Settle a part that only adds, and whose lines follow the line it names, or are the last ones
    of the file.
    """
    sheet, line = section.sheet, section.sheet.next[left]
    if left == sheet.last:
        line = left
        for _ in range(len(job.added) - 1):
            line = sheet.prev[line] if line != sheet.head else line
    there: list[int] = []
    while line != sheet.head and len(there) < len(job.added):
        there.append(line)
        line = sheet.next[line]
    if [sheet.lines[line] for line in there] != job.added or all(map(is_trivial, job.added)):
        return False
    job.standing = [Place(there, Grade.EXACT)]
    _settle(section, job, job.standing[0])
    return True


def stands_where_led(
    section: Section, job: Job, led: Callable[[Sequence[Place]], list[Place]]
) -> bool:
    """Settle a part whose new text stands to the letter where the patch leads, while the old text
    stands elsewhere only.
    """
    if led(job.places):
        return False
    there = led(locate(section.sheet, job.new, _TO_THE_LETTER))
    if not there or not _proves(section, job, there):
        return False
    job.standing = there
    _settle(section, job, there[0])
    return True


def _meet(places: list[Place], others: list[Place]) -> bool:
    """Whether a place of the one kind shares a line with one of the other."""
    taken = {line for place in places for line in place.ids}
    return any(not taken.isdisjoint(place.ids) for place in others)


def _offsets(job: Job) -> set[int]:
    """Where the new text holds the old one whole: after its first added lines, at its start, or at
    its end.
    """
    old, new = job.old, job.new
    if len(new) <= len(old):
        return set()
    lead = len(job.kinds) - len(job.kinds.lstrip("+"))
    return {
        at for at in (0, lead, len(new) - len(old)) if at >= 0 and new[at : at + len(old)] == old
    }


def _same_newline(section: Section, job: Job, place: Place) -> bool:
    """Settle a part that changes nothing but the newline at the end of the file."""
    sheet, wanted = section.sheet, job.part.new_newline
    if wanted is None or not sheet.is_last(place.ids[-1]) or bool(sheet.ends[sheet.last]) != wanted:
        return False
    _settle(section, job, place)
    return True


def _settle(section: Section, job: Job, place: Place) -> None:
    section.settle(job, State.APPLIED, place)
    where = section.lines(place.ids)
    section.report(
        "already_applied",
        job.part.header,
        f"Already applied: the new text stands at {section.path}:{where.start + 1}.",
        job,
    )


def _proves(section: Section, job: Job, places: list[Place]) -> bool:
    """Whether finding the new text proves anything: it says something, and it is where the part
    wants it.
    """
    context = without("+", job.kinds.replace("-", "+"), texts_of(job.lines))
    if any(not is_trivial(line) for line in job.added):
        return bool(context) or len(places) == 1
    telling = sum(not is_trivial(line) for line in context)
    return telling >= 2 and _is_enclosed(section, job, places)


def _is_enclosed(section: Section, job: Job, places: list[Place]) -> bool:
    """Whether context, or the end of the file, closes in the gap that removed lines left."""
    sheet, ids = section.sheet, places[0].ids
    starts = job.kinds[0] == " " or (len(places) == 1 and ids[0] == sheet.first)
    ends = job.kinds[-1] == " " or (len(places) == 1 and sheet.is_last(ids[-1]))
    return starts and ends

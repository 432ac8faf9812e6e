"""Reading hunks by what they say: their text, their hints, their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from math import inf

from patchsight.core.model.hunk_lines import in_columns
from patchsight.core.model.patch import Grade, Hint, Numbers
from patchsight.core.placing import messages
from patchsight.core.placing.hints import after_hint, follow_hints, under_anchor, under_hint
from patchsight.core.placing.locate import Candidate, Sense, locate, locate_loosely, stand_at
from patchsight.core.placing.numbers import Drift
from patchsight.core.placing.order import in_order
from patchsight.core.placing.part_options import PartOptions
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.placing.reading import (
    LETTER,
    Choice,
    done_elsewhere,
)
from patchsight.core.text.buffer import is_trivial


def read_by_text(section: SectionState, parts: Sequence[PartState]) -> list[Choice]:
    options = [PartOptions(section, part) for part in parts]
    _announce(section, parts)
    for option in options:
        if option.part.old:
            option.look()
            _keep_at_end(option)
            _follow_hints(option)
        else:
            option.stuck = _choose_gap(section, option.part, alone=len(parts) == 1)
    _follow_numbers(section, options)
    if section.policy.order and len(parts) > 1:
        _follow_order(section, options)
    # what each part comes to by itself is evidence for the others
    choices = [option.settle(set()) for option in options]
    if not all(option.is_settled for option in options):
        count = Counter(choice.sense for choice in choices if choice.sense)
        choices = [
            choice if option.is_settled else option.settle(_without(count, choice.sense))
            for option, choice in zip(options, choices, strict=True)
        ]
    return _without_idle_anchors(section, options, choices)


def _announce(section: SectionState, parts: Sequence[PartState]) -> None:
    """Say what will be looked for; of a fresh file, for all sections that are to come as well."""
    index = section.ring.index(Grade.EXACT)
    if len(parts) == 1 and not index.is_fresh:
        return  # which was said before; and one part says by itself what it looks for
    siblings = section.siblings.parts if index.is_fresh else ()
    lines = [in_columns(part.lines) for part in siblings] or [part.lines for part in parts]
    index.announce([side for each in lines for side in (each.old, each.new) if side])


def _without(count: Mapping[Sense, int], own: Sense | None) -> set[Sense]:
    """The senses of the other parts."""
    return {sense for sense, parts in count.items() if parts > (sense is own)}


def _keep_at_end(option: PartOptions) -> None:
    """With the end-of-file marker a block must stand at the end."""
    if not option.part.written.at_end:
        return
    places, last = option.fits, option.section.ring.is_last
    option.fits = [place for place in option.fits if last(place.end)]
    option.done = [place for place in option.done if last(place.end)]
    if places and not option.fits and not option.done:
        shown = option.section.some_lines([place.ids for place in places])
        option.stuck = Choice(notes=(messages.not_at_end(option.section, option.part, shown),))


def _follow_hints(option: PartOptions) -> None:
    """Let the hints of a part say which candidates are left."""
    section, part = option.section, option.part
    if not part.written.hints or option.stuck:
        return
    trail = follow_hints(section, part)
    part.ambiguous_hint = trail.vague
    if trail.lost:
        _without_hint(option, trail.lost)
    if trail.line is not None:
        _choose_under(option, trail.line)


def _choose_under(option: PartOptions, hint: int) -> None:
    """Take the first candidate below the line that a hint names, of whichever sense."""
    section, part = option.section, option.part
    loose = _loose_under(option, hint)
    if loose:
        option.stuck = Choice(among=[*option.fits, *loose])
        return
    after = after_hint(section, hint, option.fits, at=part.kinds[0] != "+")
    stood, option.done = option.done, _done_under(option, hint)
    done = option.done
    fits, rank = after or option.fits, section.ring.rank
    rivals = done or ([] if under_hint(section, hint, after) else stood)
    if fits and rivals and fits[0].grade > rivals[0].grade:
        option.stuck = Choice(among=[*fits, *rivals])
    elif not done:
        _choose_first(option, after)
    elif after and rank(after[0].start) < rank(done[0].start):
        option.stuck = Choice(after[0])
    else:
        beside = [] if part.is_told else under_hint(section, hint, option.fits)
        option.stuck = Choice(among=[*beside, done[0]]) if beside else Choice(done[0])


def _choose_first(option: PartOptions, after: Sequence[Candidate]) -> None:
    """Take the first place below a hint. A format that asks for one place asks for one there, and
    of several elsewhere the hint names none.
    """
    section, part = option.section, option.part
    if len(after) > 1 and section.policy.strict:
        option.stuck = Choice(among=after)
    elif after:
        option.stuck = Choice(after[0])
    elif len(option.fits) > 1:
        option.stuck = Choice(among=option.fits)
    if len(after) > 1 and not section.policy.strict:
        option.below = after
        lines = section.some_lines([place.ids for place in after[: section.options.max_candidates]])
        option.notes += (messages.first_after_hint(section, part, lines, len(after)),)


def _done_under(option: PartOptions, hint: int) -> Sequence[Candidate]:
    section, part = option.section, option.part
    done = under_hint(section, hint, option.done, at=part.kinds[0] == " ")
    if done or option.fits:
        return done
    if len(option.beside) == 1:  # the old text stands nowhere else, so the hint need not be asked
        return option.beside
    return done_elsewhere(section, part, after_hint(section, hint, option.done))


def _loose_under(option: PartOptions, line: int) -> list[Candidate]:
    """Where a part fits loosely under its hint, or what it leaves stands there, though it proves
    nothing; while the part stands to the letter only elsewhere.
    """
    section, part, fits = option.section, option.part, option.fits
    if not fits or fits[0].grade is not Grade.EXACT or under_hint(section, line, fits):
        return []
    loose = locate_loosely(section.ring, part.old, section.policy.grades)
    left = locate(section.ring, part.new, LETTER) if part.added and not option.done else []
    taken = {own for new in option.done for own in new.ids}
    apart = [place for place in under_hint(section, line, loose) if taken.isdisjoint(place.ids)]
    done = under_hint(section, line, left)
    return [*apart, *(place._replace(sense=Sense.DONE) for place in done)]


def _without_hint(option: PartOptions, lost: Hint) -> None:
    """A hint that stands nowhere is passed over where the block speaks for itself."""
    section, part = option.section, option.part
    telling = sum(not is_trivial(line) for line in part.old)
    if len(option.fits) == 1 and (len(part.written.hints) > 1 or telling < 2):
        option.stuck = Choice(notes=(messages.hint_needed(section, part, lost),))
    elif option.fits or option.done:
        option.notes += (messages.hint_not_found(section, part, lost),)


def _follow_numbers(section: SectionState, options: Sequence[PartOptions]) -> None:
    """Let line numbers say which of several places is meant, in a format that asks for none. They
    count from where the parts above stand, and those that are done have moved what is below; where
    one of these has no number, the others say nothing.
    """
    numbered = [(option, numbers) for option in options if (numbers := option.part.written.numbers)]
    others = (option for option in options if option.part.written.numbers is None)
    if not numbered or any(_has_grown(option) for option in others):
        return
    drift = Drift(section.ring)
    for option, numbers in sorted(numbered, key=lambda pair: pair[1].old_start):
        if option.part.old and option.has_rivals:
            option.stuck = _at_number(option, numbers, drift) or option.stuck
        if place := option.only_place:
            drift.follow(option.part, numbers, drift.row(place.start), place.sense)


def _has_grown(option: PartOptions) -> bool:
    """Whether a part is done that adds more lines than it takes away, or fewer."""
    place = option.only_place
    grown = len(option.part.new) != len(option.part.old)
    return grown and place is not None and place.sense is Sense.DONE


def _at_number(option: PartOptions, numbers: Numbers, drift: Drift) -> Choice | None:
    """The candidate that a number means, if it stands to the letter: the one at the very line, else
    the only one near it. None if the parts above stand elsewhere than their numbers say, but one is
    where this number does.
    """
    part, all_places = option.part, [*option.fits, *option.done]
    unmoved = drift.stated(part, numbers)
    if drift.offset and any(drift.row(place.start) == unmoved for place in all_places):
        return None
    near = drift.near(part, numbers, all_places)
    stated = [place for place in near if not drift.distance(part, numbers, place)]
    chosen = next((found[0] for found in (stated, near) if len(found) == 1), None)
    return Choice(chosen) if chosen and chosen.grade is Grade.EXACT else None


def _follow_order(section: SectionState, options: Sequence[PartOptions]) -> None:
    """Let the other parts say which candidates are left of each."""
    _follow_anchors(section, options)
    if any(option.has_rivals for option in options):
        _keep_in_order(section, options)
    if any(option.below for option in options):
        _keep_firsts_in_order(section, options)


def _follow_anchors(section: SectionState, options: Sequence[PartOptions]) -> None:
    """Let a hunk of context alone, if it stands in one place, say which candidates are left of the
    hunk below it.
    """
    for above, option in pairwise(options):
        if not above.is_anchor or above.stuck or len(above.fits) != 1 or option.stuck:
            continue
        fits = under_anchor(section, above.fits[0], option.fits)
        done = under_anchor(section, above.fits[0], option.done)
        if len(option.fits) + len(option.done) > 1 == len(fits) + len(done):
            if len(option.fits) > 1 and fits and not option.is_anchor:
                note = messages.placed_by_anchor(section, option.part, option.fits, fits[0])
                option.notes += (note,)
            option.fits, option.done = fits, done


def _without_idle_anchors(
    section: SectionState, options: Sequence[PartOptions], choices: list[Choice]
) -> list[Choice]:
    """Let hunks of context alone that stand in several places be, where the hunk below them needs
    no anchor: they change nothing, wherever they stand.
    """
    rank = section.ring.rank
    for at in range(len(choices) - 2, -1, -1):
        below = choices[at + 1].place
        if choices[at].among and options[at].is_anchor and below:
            above = [place for place in choices[at].among if rank(place.start) <= rank(below.start)]
            if above:
                choices[at] = choices[at]._replace(place=above[-1], among=())
    return choices


def _keep_in_order(section: SectionState, options: Sequence[PartOptions]) -> None:
    """Keep the candidates with which all parts stand one below the other, if there are any."""
    # an anchor says more than that something is below it, or nothing
    changing = [option for option in options if option.part.old and not option.is_anchor]
    placed = [option for option in changing if option.places != ((), ())]
    rivals = any(option.has_rivals for option in placed)
    places, kinds = [], []
    for option in placed:
        places.append(option.places)
        kinds.append(option.part.kinds)
    kept = in_order(section.ring, places, kinds) if rivals else None
    if kept is None:
        return
    for option, (fits, done) in zip(placed, kept, strict=True):
        if option.stuck:
            continue
        if len(option.fits) > 1 and len(fits) == 1 and not done:
            option.notes += (messages.placed_by_order(section, option.part, option.fits, fits[0]),)
        option.fits, option.done = fits, done


def _keep_firsts_in_order(section: SectionState, options: Sequence[PartOptions]) -> None:
    """Leave open which of several places below a hint is meant, where the first of them is not below
    a part that comes before, or not above one that comes after.
    """
    ranks = [_only_ranks(section, option) for option in options]
    above = list(accumulate((end for _, end in ranks), max, initial=0))
    starts = (start or inf for start, _ in reversed(ranks))
    below = list(accumulate(starts, min, initial=inf))[::-1]
    for at, (option, (start, end)) in enumerate(zip(options, ranks, strict=True)):
        if option.below and start and not above[at] < start <= end < below[at + 1]:
            option.stuck, option.notes = Choice(among=option.below), ()


def _only_ranks(section: SectionState, option: PartOptions) -> tuple[int, int]:
    """The ranks of the first and last line of the one place that a part has; none is 0."""
    place = option.only_place
    return (section.ring.rank(place.start), section.ring.rank(place.end)) if place else (0, 0)


def _choose_gap(section: SectionState, part: PartState, *, alone: bool) -> Choice:
    """The line after which a part that only adds goes: after its hint, or at the end."""
    ring, written = section.ring, part.written
    if written.hints and not written.at_end:
        trail = follow_hints(section, part)
        part.ambiguous_hint = trail.vague
        if trail.vague:
            return Choice(notes=tuple(messages.ambiguous_hint(section, part)))
        if trail.lost:
            notes = (
                messages.no_hint_to_insert_at(part),
                messages.hint_not_found(section, part, trail.lost),
            )
            return Choice(notes=notes)
        assert trail.line is not None
        return _in_gap(section, part, trail.line)
    if not written.at_end and not alone:
        return Choice(notes=(messages.nothing_says_where(section, part),))
    return _in_gap(section, part, ring.last)


def _in_gap(section: SectionState, part: PartState, left: int) -> Choice:
    """Put lines in after another one, unless they stand there."""
    ring = section.ring
    line = ring.next[left]
    if left == ring.last:
        line = left
        for _ in range(len(part.added) - 1):
            line = ring.prev[line] if line != ring.head else line
    new = stand_at(ring, part.added, line, LETTER)
    if new is None:
        return Choice(gap=left)
    done = new._replace(sense=Sense.DONE)
    return Choice(among=[done]) if all(map(is_trivial, part.added)) else Choice(done)

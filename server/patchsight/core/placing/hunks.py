"""Placing the hunks of one file section: all against the same text, then all put in at once.

Here the rules are asked in order and what they answer is kept; the rules themselves (`locate`,
`already_applied`, `disambiguate`, `messages`) only look.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from patchsight.core.formats.spec import LADDER
from patchsight.core.model.patch import Grade, PatchLine
from patchsight.core.model.report import Lines, State
from patchsight.core.placing import already_applied, messages
from patchsight.core.placing.byte_order_mark import drop_copied_marks
from patchsight.core.placing.decision import Decision
from patchsight.core.placing.disambiguate import Drift, after_hint, by_order, follow_hints, within
from patchsight.core.placing.locate import Candidate, locate
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.placing.similar import GUARD, windows
from patchsight.core.placing.splice import put_in
from patchsight.core.text.buffer import is_trivial


def place_hunks(section: SectionState, parts: Sequence[PartState]) -> None:
    """Find a place for every hunk of a section and put the hunks that have one into the ring."""
    drop_copied_marks(section, parts)
    searched = [part for part in parts if part.old]
    section.ring.index(Grade.EXACT).announce(part.old for part in searched)
    for part in searched:
        _search(section, part)
    _choose(section, parts)
    for part in parts:
        if part.undecided:
            part.decision = _conclude(section, part)
    fitting = [part for part in parts if part.fits]
    _tell_order(section, fitting)
    put_in(section, fitting)


# ---- where it may stand
def _search(section: SectionState, part: PartState) -> None:
    """Fill in the candidates at the first grade that has any, unless the new text stands there
    already.
    """
    old = _best(section, part, lambda: part.old)
    if not old or old[0].grade is not Grade.EXACT:
        lines = part.lines
        new = _best(section, part, lambda: part.new)
        if already_applied.may_stand_instead(part, new, old):
            part.standing = new
            if already_applied.proves(section, part, new):
                part.decision = _applied(section, part, new[0])
                return
        part.take(lines)
    if not old and section.policy.fuzzy:
        old = _similar(section, part)
    if not old:
        part.decision = _missing(section, part)
    elif len(old) == 1 and already_applied.meet(old, part.standing):
        # found only loosely, at the very place where the new text stands to the letter
        part.decision = _applied(section, part, part.standing[0])
    else:
        part.candidates = old


def _best(section: SectionState, part: PartState, side: Callable[[], list[str]]) -> list[Candidate]:
    """Where one side of a part stands most literally; the part goes on with the variant of its
    lines that does.
    """
    variants: list[tuple[list[Candidate], Sequence[PatchLine]]] = []
    for lines in part.variants():
        if lines is not part.lines:
            part.take(lines)
        block = side()
        candidates = locate(section.ring, block, section.policy.grades) if block else []
        if candidates:
            variants.append((candidates, lines))
    best, lines = min(variants, key=lambda pair: pair[0][0].grade, default=([], part.written.lines))
    if lines is not part.lines:
        part.take(lines)
    return best


def _similar(section: SectionState, part: PartState) -> list[Candidate]:
    """The most similar window, if it is similar enough; those that come too close to be told apart
    as well.
    """
    fuzz = part.written.fuzz
    threshold = fuzz if fuzz is not None else section.options.fuzzy_threshold
    if all(is_trivial(line) for line in part.old):
        return []
    order = section.ring.order
    near = windows(section.ring, order, part.old, section.ring.means.search, threshold - GUARD)
    if not near or near[0].score < threshold:
        return []
    return [
        Candidate(order[window.start : window.end], Grade.FUZZY, None, window.score)
        for window in near
        if near[0].score - window.score < GUARD
    ]


# ---- which of these it is
def _choose(section: SectionState, parts: Sequence[PartState]) -> None:
    """Pick one place for every part that has any, by everything the format lets tell places apart."""
    drift = Drift(section)
    for part in parts:
        if part.undecided:
            _choose_one(section, part, drift)
        if part.decision.state is State.APPLIED and part.written.numbers:
            drift.pass_over(part, part.written.numbers)
    if not section.policy.order:
        return
    for part, chosen in by_order(section, [part for part in parts if part.undecided]):
        part.chosen = chosen
        note = messages.placed_by_order(section, part, chosen)
        part.decision = section.among(part.decision, part.candidates).but(note)


def _choose_one(section: SectionState, part: PartState, drift: Drift) -> None:
    if not part.old:
        _choose_gap(section, part, drift)
        standing = part.left is not None and already_applied.stands_in_gap(section, part, part.left)
        if standing:
            _stands(section, part, [standing])
        return
    if part.written.at_end and part.candidates:
        _keep_at_end(section, part)
    if part.candidates:
        _choose_place(section, part, drift)


def _keep_at_end(section: SectionState, part: PartState) -> None:
    candidates = part.candidates
    part.candidates = [last for last in candidates[-1:] if section.ring.is_last(last.ids[-1])]
    if not part.candidates:
        decision = section.among(part.decision, candidates)
        note = messages.not_at_end(section, part, decision.candidates)
        part.decision = decision.but(note, state=State.MISSING)


def _choose_place(section: SectionState, part: PartState, drift: Drift) -> None:
    numbers = part.written.numbers if section.policy.numbers else None
    if numbers:
        standing = already_applied.stand_where_led(
            section, part, lambda candidates: drift.led(numbers, candidates)
        )
        if standing:
            _stands(section, part, standing)
            return
    scope = _follow_hints(section, part)
    if scope is not None:
        standing = already_applied.stand_where_led(
            section, part, lambda candidates: within(section, scope, candidates)
        )
        if standing:
            _stands(section, part, standing)
            return
    several = len(part.candidates) > 1
    following = after_hint(section, part, scope) if several and scope is not None else ()
    if len(following) > 1:
        decision = section.among(part.decision, following)
        note = messages.first_after_hint(section, part, decision.candidates, len(following))
        part.decision = decision.but(note)
    part.chosen = _pick(part, following, drift)
    if part.chosen and numbers:
        _follow_numbers(section, part, part.chosen, drift)


def _pick(part: PartState, following: Sequence[Candidate], drift: Drift) -> Candidate | None:
    """The place a part means: the only one, the first after its hint, or the one its numbers mean."""
    if len(part.candidates) == 1:
        return part.candidates[0]
    if following:
        return following[0]
    numbers = part.written.numbers
    return drift.choose(part, numbers, part.candidates) if numbers else None


def _follow_numbers(section: SectionState, part: PartState, place: Candidate, drift: Drift) -> None:
    """Let the place of a hunk say how far the next ones stand from where their headers say."""
    numbers = part.written.numbers
    assert numbers is not None
    beside = already_applied.stands_beside(section, part, place)
    if beside:
        part.standing = [beside]
    if beside or already_applied.same_newline(section, part, place):
        part.decision = _applied(section, part, place)
        return
    shown = drift.shown_by(numbers, place)
    if shown != drift.lines:
        note = messages.line_drift(section, part, numbers, drift.row(place.start), shown)
        part.decision = part.decision.but(note)
    drift.lines = shown


def _follow_hints(section: SectionState, part: PartState) -> int | None:
    """The one line the hints lead to, if they do; what keeps them from it is noted."""
    trail = follow_hints(section, part)
    part.vague_hint = trail.vague
    if trail.lost:
        part.decision = part.decision.but(messages.hint_not_found(section, part, trail.lost))
    return trail.line


def _choose_gap(section: SectionState, part: PartState, drift: Drift) -> None:
    """The line after which a part that only adds goes: by number, after its hint, or at the end."""
    ring, numbers = section.ring, part.written.numbers
    if section.policy.numbers and numbers:
        row = numbers.old_start + (drift.lines if numbers.old_start else 0)
        rows = ring.order
        if 0 <= row <= len(rows):
            part.left = rows[row - 1] if row else ring.head
            return
        message = (
            f"The header says after line {row}, but {section.path} has {len(rows)} lines. "
            "Correct the number, or add context lines."
        )
    elif part.written.hints and not part.written.at_end:
        part.left = _follow_hints(section, part)
        if part.vague_hint:
            notes = messages.vague_hint(section, part)
            part.decision = part.decision.but(*notes, state=State.AMBIGUOUS)
        if part.vague_hint or part.left is not None:
            return
        message = "The lines are to be added after the hint, but the hint is not in the file."
    else:
        part.left = ring.last
        return
    note = part.problem("cannot_insert", part.written.header, message)
    part.decision = part.decision.but(note, state=State.MISSING)


# ---- what becomes of it
def _stands(section: SectionState, part: PartState, standing: Sequence[Candidate]) -> None:
    """Keep that the new text stands already."""
    part.standing = standing
    part.decision = _applied(section, part, standing[0])


def _applied(section: SectionState, part: PartState, place: Candidate) -> Decision:
    decision = section.at(part.decision, State.APPLIED, place)
    return decision.but(messages.already_applied(section, part, section.lines(place.ids)))


def _missing(section: SectionState, part: PartState) -> Decision:
    decision = part.decision.but(state=State.MISSING)
    almost = locate(section.ring, part.old, LADDER) if section.policy.strict else []
    if almost:
        decision = section.among(decision, almost)
        return decision.but(messages.inexact(section, part, almost, decision.candidates))
    bare = part.bare_code()
    if bare:
        return decision.but(messages.bare_misfit(section, part, bare[0]))
    grade = section.policy.grades[-1]
    note, near = messages.missing(section, part, "context_not_found", part.old_lines, grade)
    return decision.but(note, nearest=near)


def _conclude(section: SectionState, part: PartState) -> Decision:
    """Turn a chosen place into a decision."""
    if part.left is not None:
        ring = section.ring
        at = ring.shown(part.left) + 1 if part.left != ring.head else 0
        return part.decision.but(
            state=State.FITS, where=Lines(at, at), grade=Grade.EXACT, score=1.0
        )
    place = part.chosen
    if place is None:
        return _ambiguous(section, part)
    if already_applied.stands_beside(section, part, place) or already_applied.same_newline(
        section, part, place
    ):
        return _applied(section, part, place)
    notes = [*messages.looseness(section, part, place), *messages.lost_spaces(part)]
    return section.at(part.decision, State.FITS, place).but(*notes)


def _ambiguous(section: SectionState, part: PartState) -> Decision:
    decision = section.among(part.decision, part.candidates)
    note = messages.ambiguous(
        section,
        part,
        messages.locus(part.written, section.policy),
        decision.candidates,
        len(part.candidates),
        "Add lines around the change until it fits one place only.",
    )
    score = part.candidates[0].score
    hints = messages.vague_hint(section, part)
    return decision.but(*hints, note, state=State.AMBIGUOUS, score=score)


def _tell_order(section: SectionState, parts: Sequence[PartState]) -> None:
    """Say which parts stand above one that comes before them in the patch."""
    furthest = -1
    for part in parts:
        where = part.decision.where
        assert where is not None
        if where.start < furthest:
            note = messages.out_of_order(section, part, where.start)
            part.decision = part.decision.but(note)
        furthest = max(furthest, where.start)

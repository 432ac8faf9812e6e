"""Placing the hunks of one file section: all are read against the same text, then all are put in at
once.

`reading` finds the places; here what it says becomes the decision about each part.
"""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.formats.spec import LADDER
from patchsight.core.model.hunk_lines import HunkLines, in_columns
from patchsight.core.model.patch import FileChange, Grade, Part
from patchsight.core.model.problems import Severity
from patchsight.core.model.report import Lines, State
from patchsight.core.placing import messages
from patchsight.core.placing.already_applied import same_newline
from patchsight.core.placing.ap.search import added_code, old_code
from patchsight.core.placing.by_number import read_by_number
from patchsight.core.placing.by_text import read_by_text
from patchsight.core.placing.byte_order_mark import drop_copied_marks
from patchsight.core.placing.decision import Decision
from patchsight.core.placing.grades import KEYS
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.locate import Candidate, Sense, find, find_code, locate
from patchsight.core.placing.overlapping import done_together
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.placing.reading import Choice
from patchsight.core.placing.repairs import judge_repair, try_repairs
from patchsight.core.placing.splice import indented, put_in
from patchsight.core.text.buffer import BOM, is_trivial

_WHITE = b" \t\v\f\r\x1c\x1d\x1e\x1f"  #: in a line, as far as it is ASCII


def place_hunks(section: SectionState, parts: Sequence[PartState]) -> Sequence[PartState]:
    """Find a place for every hunk of a section and put those that have one into the ring; these."""
    drop_copied_marks(section, parts)
    try_repairs(section, parts)
    read = read_by_number if section.policy.numbers else read_by_text
    choices = read(section, parts)
    if None in [choice.place for choice in choices]:
        choices = _read_together(section, parts, choices)
        section.taken = {line for choice in choices if choice.place for line in choice.place.ids}
    for part, choice in zip(parts, choices, strict=True):
        part.chosen, part.left = choice.place, choice.gap
        if choice.place and part.written.droppable:
            part.take_at(choice.place)
        decision = judge_repair(section, part, _decide(section, part, choice))
        part.decision = decision.but(*choice.notes)
    fitting = [part for part in parts if part.decision.state is State.FITS]
    _tell_order(section, fitting)
    applied = [part for part in parts if part.decision.state is State.APPLIED]
    return put_in(section, fitting, applied)


def _read_together(
    section: SectionState, parts: Sequence[PartState], choices: list[Choice]
) -> list[Choice]:
    """What each part comes to, since those that overlap may be done only together."""
    together = done_together(section, parts, choices)
    if not together:
        return choices
    return [
        Choice(together=together[at]) if at in together else choice
        for at, choice in enumerate(choices)
    ]


def may_fit_again(
    section: SectionState, ring: LineRing, sections: Sequence[FileChange], *, literal: bool
) -> bool:
    """Whether a part could fit into what the sections of a file leave, so that it is worth trying
    them a second time. Cheap: most parts take away what they look for. `literal`: all of them are
    known to have stood there to the letter.
    """
    if section.policy.in_turn:
        return True
    parts, texts = list[Part](), list[HunkLines]()
    for change in sections:
        if change.format is not section.change.format:
            return True
        for part in change.parts:
            lines = in_columns(part.lines)
            if not lines.kinds:
                continue
            if not lines.old or says_little(lines) or _may_be_read_otherwise(part, lines):
                return True
            parts.append(part)
            texts.append(lines)
    if section.policy.by_code:
        return _may_find_again(ring, parts)
    return _stands_again(ring, texts, literal=literal and not section.policy.fuzzy)


def _may_be_read_otherwise(part: Part, lines: HunkLines) -> bool:
    """Whether what stands around a part may lead to another place, or its lines to another reading,
    in what it leaves: hints, and byte order marks that may then count as copied.
    """
    anchor = "".join(line.text for line in part.anchor.lines) if part.anchor else ""
    return bool(part.repairs or part.hints) or BOM in "".join((*lines.texts, anchor))


def says_little(lines: HunkLines) -> bool:
    """Whether the new text may be taken for the old one: what it adds is trivial, or it, or a line of
    it, is what it takes away but for white space and punctuation.
    """
    added, removed = lines.added, lines.removed
    if all(map(is_trivial, added)):
        return True
    if not removed:
        return False
    come, gone = _squeezed(added), _squeezed(removed)
    return not set(come).isdisjoint(gone) or "".join(come) == "".join(gone)


def _squeezed(lines: Sequence[str]) -> list[str]:
    """Lines that are not blank, without white space and with plain punctuation."""
    text = "\n".join(lines)
    if text.isascii():
        return text.encode().translate(None, _WHITE).decode().split()
    return "\n".join("".join(KEYS[Grade.PUNCTUATION](line).split()) for line in lines).split()


def _stands_again(ring: LineRing, parts: Sequence[HunkLines], *, literal: bool) -> bool:
    """Whether the old text of a part stands somewhere; or, unless all are `literal`, something like
    it may be taken for it, which is only looked for where the new one does not stand.
    """
    if not literal:
        ring.index(Grade.EXACT).announce(part.new for part in parts)
        if any(not find(ring, part.new, Grade.EXACT) for part in parts):
            return True
    # the first line that a part takes away, or else that it looks for: if none of these is in the
    # file any more, that tells without a search
    telling = [(part.removed or part.old)[0] for part in parts]
    if not ring.holds_any(set(telling)):
        return False
    index, gone = ring.index(Grade.EXACT), ring.gone
    where = index.where(telling)
    there = {text for text in set(telling) if not all(map(gone.__contains__, where.get(text, ())))}
    left = [part.old for part, text in zip(parts, telling, strict=True) if text in there]
    index.announce(left)
    return any(find(ring, old, Grade.EXACT) for old in left)


def _may_find_again(ring: LineRing, parts: Sequence[Part]) -> bool:
    """The same for parts that look for code. One that looks for lines which one before it writes, or
    stands on, may read what they leave together otherwise than what each of them left.
    """
    plain = all(map(_is_plain, parts))
    touched, edges = set[str](), set[str]()
    for part in parts:
        old, added = old_code(part), added_code(part)
        if not old or find_code(ring, old):
            return True
        # two runs of lines that meet have the first or last line of one of them in common
        ends = {old[0], old[-1]} if plain else old
        if not touched.isdisjoint(ends) or not edges.isdisjoint(old):
            return True
        touched.update(old, added)
        edges.update(old[:1], old[-1:], added[:1], added[-1:])
    return False


def _is_plain(part: Part) -> bool:
    """Whether nothing but its code says where a part stands, and what it covers: all of it, in one
    place, which no other one meets that reads the same.
    """
    bare = not part.anchor and not part.range_end
    if not bare or part.leading_blank or part.trailing_blank:
        return False
    first, *others = old_code(part) or [""]
    return first not in others


def _decide(section: SectionState, part: PartState, choice: Choice) -> Decision:
    if choice.gap is not None:
        ring = section.ring
        below = ring.shown(choice.gap) + 1 if choice.gap != ring.head else 0
        at = min(below, ring.size)  # of an empty file only what was put in has lines
        return Decision(State.FITS, Lines(at, at), Grade.EXACT, 1.0)
    if choice.together:
        note = messages.already_applied(section, part, section.lines(choice.together.ids))
        return section.at(State.APPLIED, choice.together, note)
    if choice.gone:
        return Decision(State.APPLIED, problems=(messages.lines_are_gone(section, part),))
    if choice.among:
        return _ambiguous(section, part, choice.among)
    place = choice.place
    if place is None:
        refused = any(note.severity is Severity.ERROR for note in choice.notes)
        return Decision(State.MISSING) if refused else _missing(section, part)
    if place.sense is Sense.DONE or same_newline(section, part, place):
        note = messages.already_applied(section, part, section.lines(place.ids))
        return section.at(State.APPLIED, place, note)
    added = indented(part, place)
    if added is None:
        note = messages.unclear_indentation(section, part, place)
        return section.among(Decision(State.MISSING), [place]).but(note)
    if place.grade is not Grade.EXACT and _stands_already(section, part, place, added):
        note = messages.already_applied(section, part, section.lines(place.ids))
        return section.at(State.APPLIED, place, note)
    notes = (*messages.looseness(section, part, place), *messages.lost_spaces(part))
    return section.at(State.FITS, place, *notes)


def _stands_already(
    section: SectionState, part: PartState, place: Candidate, added: Sequence[str]
) -> bool:
    """Whether a part whose two sides differ in no more than the file does from either would leave
    its place as it is.
    """
    if not len(part.old) == len(part.new) == len(place.ids):
        return False
    there = [section.ring.lines[line] for line in place.ids]
    old, new = iter(there), iter(added)
    rows = [(kind, next(new) if kind == "+" else next(old)) for kind in part.kinds]
    return [line for kind, line in rows if kind != "-"] == there


def _missing(section: SectionState, part: PartState) -> Decision:
    decision = Decision(State.MISSING)
    if part.written.old_newline is False and find(section.ring, part.old, Grade.EXACT):
        return decision.but(messages.newline_differs(section, part))
    almost = locate(section.ring, part.old, LADDER) if section.policy.strict else []
    if almost and almost[0].grade > Grade.EXACT:
        decision = section.among(decision, almost)
        return decision.but(messages.inexact(section, part, almost, decision.candidates))
    common = locate(section.ring, part.old, section.policy.grades) if part.is_common else []
    if len(common) > 1:
        return _ambiguous(section, part, common)
    if common and not part.removes_only:
        decision = section.among(decision, common)
        return decision.but(messages.too_common(section, part, common, decision.candidates))
    bare = part.bare_code()
    if bare:
        return decision.but(messages.bare_misfit(section, part, bare[0]))
    grade = section.policy.grades[-1]
    note, near = messages.missing(section, part, "context_not_found", part.old_lines, grade)
    return decision.but(note, nearest=near)


def _ambiguous(section: SectionState, part: PartState, among: Sequence[Candidate]) -> Decision:
    decision = section.among(Decision(State.AMBIGUOUS, score=among[0].score), among)
    locus = messages.locus(part.written, section.policy)
    if among[-1].sense is Sense.DONE:  # these come last
        return decision.but(messages.both_senses(section, part, locus, among))
    if len(among) == 1:
        return decision.but(messages.only_a_number(section, part, locus, decision.candidates))
    advice = "Add lines around the change until it fits one place only."
    note = messages.ambiguous(
        section, part, locus, decision.candidates, len(among), advice, grade=among[0].grade
    )
    return decision.but(*messages.ambiguous_hint(section, part), note)


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

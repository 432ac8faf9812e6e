"""Parts that are not written as their format has it: another reading is tried where the literal one
stands nowhere, and holds only if the part then stands exactly in one place.
"""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.model.patch import Grade, Repair
from patchsight.core.model.problems import Severity
from patchsight.core.model.record import replace
from patchsight.core.model.report import State
from patchsight.core.placing.decision import Decision
from patchsight.core.placing.locate import find, locate
from patchsight.core.placing.part_state import PartState, SectionState


def try_repairs(section: SectionState, parts: Sequence[PartState]) -> None:
    """Go on with another reading of the parts that stand nowhere as they are written, if there is
    but one that stands somewhere.
    """
    for part in parts if not section.policy.strict else ():
        if not part.written.repairs or _stands(section, part):
            continue
        holding = [repair for repair in part.written.repairs if _holds(section, part, repair)]
        if len(holding) == 1 and holding[0].lines is not None:
            part.written = replace(
                part.written, lines=holding[0].lines, droppable=0, repaired=holding[0], repairs=()
            )
            part.take(part.written.lines)


def _stands(section: SectionState, part: PartState) -> bool:
    """Whether a part stands anywhere as it is written, in either sense."""
    for lines in part.variants():
        part.take(lines)
        sides = [side for side in (part.old, part.new) if side]
        if any(locate(section.ring, side, section.policy.grades) for side in sides):
            return True
    part.take(part.written.lines)
    return False


def _holds(section: SectionState, part: PartState, repair: Repair) -> bool:
    """Whether a part so read stands somewhere to the letter."""
    read = PartState(replace(part.written, lines=repair.lines or (), droppable=0))
    return any(side and find(section.ring, side, Grade.EXACT) for side in (read.old, read.new))


def judge_repair(section: SectionState, part: PartState, decision: Decision) -> Decision:
    """The decision about a part that was read otherwise than plainly, and what that says about it."""
    repair = part.written.repaired
    if repair is None:
        return decision
    sound = decision.state in (State.FITS, State.APPLIED)
    if sound and decision.grade is Grade.EXACT and _is_alone(section, part, decision):
        return told_of(part, decision)
    return refused_as(part, Decision(State.MISSING) if sound else decision)


def refused_as(part: PartState, decision: Decision) -> Decision:
    """The decision about a part that was read otherwise than plainly, and does not stand so."""
    repair = part.written.repaired
    assert repair is not None
    note = part.problem(repair.code, repair.span, repair.refused, severity=Severity.ERROR)
    note.data.update(repair.data)
    return decision.but(note)


def told_of(part: PartState, decision: Decision) -> Decision:
    """The decision about a part that is taken as it was read, with a word about how that was."""
    repair = part.written.repaired
    if repair is None or not repair.told:
        return decision
    note = part.problem(repair.code, repair.span, repair.told, severity=Severity.WARNING)
    note.data.update(repair.data)
    return decision.but(note)


def _is_alone(section: SectionState, part: PartState, decision: Decision) -> bool:
    """Whether nothing but this place may be meant: it is the only one, or a number says so."""
    side = part.old if decision.state is State.FITS else part.new
    if not side:
        return False
    repair = part.written.repaired
    numbered = part.written.numbers is not None and repair is not None and repair.lines is None
    return numbered or len(find(section.ring, side, Grade.EXACT)) == 1

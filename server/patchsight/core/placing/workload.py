"""What a patch costs by its size alone, whatever its files hold: known as soon as it is read, so that
one that takes too long is refused at once, not after it took long.
"""

from __future__ import annotations

from patchsight.core.formats.spec import Policy, policy_of
from patchsight.core.model.budget import Cost
from patchsight.core.model.patch import FileChange, Op, Patch


def workload(patch: Patch) -> float:
    """The steps that reading a patch took, and those for what is done with each section and part of it."""
    if not patch.files:
        return 0.0
    policy, is_wrapped = policy_of(patch), patch.buffer.outer is not patch.buffer
    steps = patch.steps
    for change in patch.files:
        steps += Cost.SECTION + Cost.CALL * is_wrapped
        steps += Cost.LINE_PLACED * sum(len(part.lines) for part in change.parts)
        if change.op not in (Op.CREATE, Op.REPLACE, Op.DELETE):
            steps += _parts(change, change.format.policy if change.format else policy)
    return steps


def _parts(change: FileChange, policy: Policy) -> float:
    each = Cost.PART
    each += Cost.PART_IN_TURN if policy.in_turn else Cost.PART_BY_CODE if policy.by_code else 0
    hints = sum(bool(part.hints) for part in change.parts)
    return each * len(change.parts) + Cost.PART_WITH_HINT * hints

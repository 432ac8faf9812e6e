"""Characters that make code read otherwise than it runs: a patch must not hide what it changes."""

from __future__ import annotations

from patchsight.core.formats.spec import policy_of
from patchsight.core.model.patch import Kind, Patch, PatchLine
from patchsight.core.model.problems import Problem, problem
from patchsight.core.text.buffer import BOM, Span
from patchsight.core.text.invisible import find_invisible, may_hide


def hidden_problems(patch: Patch) -> list[Problem]:
    """A warning for every added line that holds characters one does not see."""
    # ap can write them as escapes
    if not may_hide(patch.buffer.text) and not policy_of(patch).writes_escapes:
        return []
    problems = []
    for part in patch.parts:
        first = next((line for line in part.lines if line.kind is not Kind.REMOVED), None)
        for line in part.lines:
            start = int(line is first and line.text.startswith(BOM))  # it may start a file
            hidden = find_invisible(line.text, start) if line.kind is Kind.ADDED else None
            if hidden:
                column, name = hidden
                message = f"This added line holds the invisible character {name}. Look at it closely before you apply the patch."
                problems.append(
                    problem("hidden_characters", _locate(line, column), message, part=part.index)
                )
    return problems


def _locate(line: PatchLine, column: int) -> Span:
    """Where a character of a line stands; where the text is written with escapes, the whole of it."""
    start, end = line.span
    return Span(start + column, start + column + 1) if end - start == len(line.text) else line.span

"""Parts with lines that stand for text left out; a line that the target has is none of them."""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.formats.elision import is_elision
from patchsight.core.model.budget import Cost
from patchsight.core.model.patch import Grade, Kind, PatchLine, Repair
from patchsight.core.model.record import replace
from patchsight.core.model.report import State
from patchsight.core.placing.decision import Decision
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.text.buffer import Span, indent_of, split_lines
from patchsight.core.text.phrases import quote_line


def without_elided(
    section: SectionState, ring: LineRing | None, parts: list[PartState]
) -> list[PartState]:
    """The parts that leave nothing out; the others are refused. `ring` is their file, if there is
    one.
    """
    if not section.policy.refuses_elision:
        return parts
    for part in parts:
        if elided := find_elided(part.written.lines, ring, section.path):
            part.decision = _refused(section, part, elided)
        elif part.written.repairs:
            part.written = replace(part.written, repairs=_whole_ones(section, ring, part))
    return [part for part in parts if part.undecided]


def find_elided(lines: Sequence[PatchLine], ring: LineRing | None, path: str) -> list[PatchLine]:
    """The lines of a part that stand for others: neither a line of the file nor of an old text that
    stands there to the letter, be it in the middle of lines.
    """
    suspects = [line for line in lines if is_elision(line.text, path)]
    if not suspects or ring is None:
        return suspects
    where = ring.index(Grade.EXACT).where([line.text for line in suspects])
    suspects = [line for line in suspects if ring.gone.keys() >= {*where.get(line.text, ())}]
    old = [line.text for line in lines if line.kind is not Kind.ADDED]
    if not any(line.text in old for line in suspects):
        return suspects
    ring.means.search.pay(Cost.LINE_COPIED, len(ring.lines))
    if "\n".join(old) in "\n".join(split_lines(ring.result)):
        return [line for line in suspects if line.text not in old]
    return suspects


def _whole_ones(
    section: SectionState, ring: LineRing | None, part: PartState
) -> tuple[Repair, ...]:
    """The other readings of a part that leave nothing out."""
    return tuple(
        repair
        for repair in part.written.repairs
        if not find_elided(repair.lines or (), ring, section.path)
    )


def _refused(section: SectionState, part: PartState, elided: Sequence[PatchLine]) -> Decision:
    problems = [
        part.problem(
            "elided_content",
            _trimmed(line),
            f"{quote_line(line.text)} stands for text that is left out, and {section.path} has no such line. "
            "Write out what it stands for, or leave those lines out of the change.",
        )
        for line in elided
    ]
    return Decision(State.INVALID, problems=tuple(problems))


def _trimmed(line: PatchLine) -> Span:
    """Where a line stands without its indentation."""
    return Span(line.span.start + len(indent_of(line.text)), line.span.end)

"""What a section does to a file as a whole: create, replace, delete, rename. Nothing that exists
is ever lost.

Each function carries out what may be done and returns a decision for each part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from patchsight.core.model.budget import Cost
from patchsight.core.model.patch import FileChange, Kind, Op, Part, PatchLine
from patchsight.core.model.problems import Problem, Severity, problem
from patchsight.core.model.report import State
from patchsight.core.placing.byte_order_mark import is_mark_alone
from patchsight.core.placing.decision import Decision, whole_text
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.overlay import FileState
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.text.buffer import BOM, DOUBLED, WHITE, split_lines
from patchsight.core.text.line_diff import opcodes
from patchsight.core.text.phrases import count, quote_line
from patchsight.core.text.pieces import pieces


def created_text(change: FileChange, parts: Sequence[Part]) -> str:
    """The text of a file that a section makes."""
    end = change.newline or "\n"
    text = "".join(line.text + end for part in parts for line in part.lines)
    if text and parts[-1].new_newline is False:
        text = text[: -len(end)]
    return text


def makes(change: FileChange) -> bool:
    """Whether an update makes its file if it is not there: one hunk that adds to nothing."""
    numbers = change.parts[0].numbers
    return (
        change.op is Op.UPDATE
        and change.path.ranked  # of two names for one file neither is the new one
        and len(change.parts) == 1
        and numbers is not None
        and numbers.old_start == numbers.old_count == 0
        and all(line.kind is Kind.ADDED for line in change.parts[0].lines)
    )


def cut_off(section: SectionState, part: PartState) -> Decision:
    """The decision about a hunk at the end of the text that lacks lines, while its file goes on."""
    span = part.written.lines[-1].span
    message = (
        f"The text ends here, but the header of the hunk counts more lines, and {section.path} goes on: the rest is "
        "missing. Ask for it, or correct the counts if the hunk is complete."
    )
    return part.decision.but(part.problem("truncated_patch", span, message), state=State.INVALID)


def undouble(section: SectionState, part: PartState, ids: Sequence[int]) -> Decision:
    """The decision about a hunk, unless only some of the lines it covers have doubled ends."""
    ends = {section.ring.ends[line] for line in ids} - {""}
    if DOUBLED not in ends or len(ends) == 1:
        return part.decision
    message = (
        f"Only some of the lines of {section.path} that this part covers end in CR CR LF, so which line ends are doubled "
        "cannot be told. Mend the file first."
    )
    note = part.problem("mixed_line_endings", part.written.header, message, severity=Severity.ERROR)
    return part.decision.but(note, state=State.INVALID)


def melted(section: SectionState, ring: LineRing) -> list[Problem]:
    """A lone CR would come to stand in front of a LF, and two line ends would be one."""
    order = list(ring.walk())
    for line, below in pairwise(order):
        if ring.ends[line] == "\r" and not ring.lines[below] and ring.ends[below] != "\r":
            message = (
                f"{section.path} would have a line that ends in CR above an empty one that ends in LF: together they are "
                "one line end, and the empty line would be lost. Mend the file's line ends first."
            )
            header = section.change.header
            return [problem("mixed_line_endings", header, message, severity=Severity.ERROR)]
    return []


def same_text(text: str, other: str) -> bool:
    """Whether two texts say the same, kinds of line ends aside."""
    if text == other or "\r" not in text + other:
        return text == other
    ends = ("\n", "\r")
    return split_lines(text) == split_lines(other) and text.endswith(ends) == other.endswith(ends)


def _says(file: FileState, result: str, text: str) -> bool:
    """Whether a file is what a section makes, be it with a byte order mark in front."""
    marked = BOM if file.target and file.target.bom else ""
    return same_text(result, text) or same_text(marked + result, text)


def applied(parts: Sequence[PartState], what: str) -> list[Decision]:
    """The decision that all parts are applied already, as the file shows."""
    message = f"Already applied: {what}."
    return [
        Decision(
            State.APPLIED,
            problems=(part.problem("already_applied", part.written.header, message),),
        )
        for part in parts
    ]


def create(
    section: SectionState, file: FileState, parts: Sequence[PartState]
) -> Sequence[Decision]:
    """Make a new file; on one that exists only if it says the same already."""
    text = created_text(section.change, [part.written for part in parts])
    if file.ring is not None:
        file.ring.means.search.pay(Cost.LINE_COPIED, len(file.ring.lines))
    result = None if file.ring is None else file.ring.result
    if result is not None and _says(file, result, text):
        return applied(parts, f"{section.path} exists with this content")
    refuses_empty = section.policy.creates_when_empty and not section.policy.in_turn
    if result is None or (not result and not refuses_empty):  # nothing is lost
        file.ring = LineRing(text, section.ring.means)
        made = whole_text(State.FITS, 0)
        return [made.but(after=[line.text for line in part.written.lines]) for part in parts]
    return all_alike(State.CONFLICT, parts, _exists(section, parts[0]))


def all_alike(state: State, parts: Sequence[PartState], problem: Problem) -> list[Decision]:
    """The same decision for all parts, told once."""
    return [Decision(state, problems=(problem,)), *[Decision(state)] * (len(parts) - 1)]


def _exists(section: SectionState, part: PartState) -> Problem:
    looks = section.policy.creates_when_empty and section.policy.in_turn
    if looks or part.written.substitution is not None:
        return part.problem(
            "empty_search",
            part.written.header,
            f"{section.path} exists with other content, and the text to search for is empty: whether the new text should be "
            "added to the file or replace it cannot be told. Write the lines to replace.",
        )
    if section.policy.creates_when_empty:
        return part.problem(
            "empty_from",
            section.change.header,
            f"{section.path} exists, so `--- from` cannot be empty. Write the lines to replace, "
            "or `mode=replace` to replace the whole file.",
        )
    if section.change.format and section.policy.doubts_whole_texts:
        return part.problem(
            "mixed_formats",
            section.change.path.span,
            f"{section.path} exists with other content, and beside parts in another format the whole text of a file may "
            "only make a new one. Apply one after the other.",
        )
    return part.problem(
        "file_exists",
        section.change.path.span,
        f"{section.path} exists with other content; creating it would lose that. "
        "Update the file instead, or choose another path.",
    )


def replace(section: SectionState, file: FileState, part: PartState) -> Decision:
    """Give a file a new text, whatever it said; a missing file is made."""
    if file.ring is None:
        return create(section, file, [part])[0]
    ring, new = file.ring, [line.text for line in part.written.lines]
    ring.means.search.pay(Cost.LINE_REPLACED, len(ring.lines) + len(new))
    ids = list(ring.walk())
    old = [ring.lines[line] for line in ids]
    if part.written.title and old[:1] == [part.written.title.text]:
        new.insert(0, old[0])
    if old == new:
        return applied([part], f"{section.path} has this text")[0]
    doubts = judge_whole_text(section, part, old, new)
    if any(doubt.severity is Severity.ERROR for doubt in doubts):
        return Decision(State.INVALID, problems=doubts)
    had_newline = ring.last == ring.head or bool(ring.ends[ring.last])
    for tag, start, stop, first, last in reversed(opcodes(old, new)):
        if tag != "equal":
            left = ids[start - 1] if start else ring.head
            ring.splice(left, ids[start:stop], new[first:last], part.written.index)
    # an empty last line is nothing without its line end
    ring.end_with_newline(had_newline or new[-1:] == [""])
    return whole_text(State.FITS, ring.size).but(*doubts, before=old, after=new)


def ignored(section: SectionState, parts: Sequence[PartState]) -> list[Decision]:
    """The decision about a text for a path that only an example would have."""
    message = f"{section.path} does not exist and reads like an example, so this is taken for an illustration and ignored."
    note = parts[0].problem("ignored_block", section.change.path.span, message)
    return all_alike(State.SKIPPED, parts, note)


def judge_whole_text(
    section: SectionState, part: PartState, old: Sequence[str], new: Sequence[str]
) -> tuple[Problem, ...]:
    """What speaks against taking a text for the whole of a file: it quotes the file, or most of the
    file is not in it.
    """
    if not section.policy.doubts_whole_texts or part.written.is_whole:
        return ()
    before, after = _filled(old), _filled(new)
    gone, filled = _count_gone(before, after), len(before)
    if _is_piece(before, after):
        message = (
            f"This is nothing but a part of {section.path} as it stands there, {count(gone, 'line')} short: a quotation, "
            "not a new text. Write the whole file with the change in it."
        )
        return (part.problem("excerpt_only", part.written.header, message),)
    if 2 * gone <= filled:
        return ()
    allowed = section.options.allow_drop
    advice = (
        "That is allowed." if allowed else "Write the whole file, or allow it if they shall go."
    )
    message = f"{gone} of {count(filled, 'line')} of {section.path} would be gone, blank ones aside. {advice}"
    severity = Severity.WARNING if allowed else Severity.ERROR
    return (part.problem("large_drop", part.written.header, message, severity=severity),)


def is_piece(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether a text is nothing but some lines of a file one after the other, white space aside."""
    return _is_piece(_filled(old), _filled(new))


def _is_piece(before: Sequence[str], after: Sequence[str]) -> bool:
    shorter = 0 < len(after) < len(before)
    return shorter and "\n".join(["", *after, ""]) in "\n".join(["", *before, ""])


def drops_most(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether more than half of a file is not in its new text; lines that move or are indented
    otherwise are.
    """
    before = _filled(old)
    return 2 * _count_gone(before, _filled(new)) > len(before)


def _count_gone(before: Sequence[str], after: Sequence[str]) -> int:
    return sum((_tally(before) - _tally(after)).values())


def _tally(lines: Sequence[str]) -> Counter[str]:
    tally = Counter[str]()
    for piece in pieces(lines):
        tally.update(piece)
    return tally


def _filled(lines: Sequence[str]) -> list[str]:
    return [text for line in lines if (text := line.strip(WHITE))]


def delete(
    section: SectionState,
    file: FileState,
    parts: Sequence[PartState],
    anew: FileChange | None = None,
) -> list[Decision]:
    """Remove a file, if the lines the patch gives for it allow that. `anew` is the section that
    makes it again, with another text: where that stands, both are done.
    """
    assert file.ring is not None
    if anew and _says(file, file.ring.result, created_text(anew, anew.parts)):
        return applied(parts, f"{section.path} has the text that replaces it")
    text = [file.ring.lines[line] for line in file.ring.walk()]
    given = [line for part in parts for line in part.written.lines]
    if not text and is_mark_alone(given, parts[-1].written):
        given = []
    differs = _first_difference(given, text)
    if differs is not None and section.policy.deletion_states_text:
        problem = _other_text(section, parts, given, text, differs)
        return all_alike(State.MISSING, parts, problem)
    decision = whole_text(State.FITS, file.ring.size).but(before=text)
    decisions = [decision] * len(parts)
    if differs is not None and given:
        reality = quote_line(text[differs]) if differs < len(text) else "not there"
        problem = parts[0].problem(
            "delete_content_differs",
            given[min(differs, len(given) - 1)].span,
            f"{section.path} is deleted, but it does not say what is given here: "
            f"its line {differs + 1} is {reality}.",
        )
        decisions[0] = decision.but(problem)
    file.ring = None
    return decisions


def _first_difference(given: Sequence[PatchLine], text: Sequence[str]) -> int | None:
    """The first line on which what a patch gives and what a file says differ."""
    for at, line in enumerate(given):
        if at >= len(text) or (
            line.text != text[at] and (at or line.text.removeprefix(BOM) != text[at].lstrip(BOM))
        ):
            return at
    return len(given) if len(given) < len(text) else None


def _other_text(
    section: SectionState,
    parts: Sequence[PartState],
    given: Sequence[PatchLine],
    text: Sequence[str],
    differs: int,
) -> Problem:
    """A file that is to be deleted does not say what the patch gives for it."""
    if differs >= len(given):
        return parts[0].problem(
            "delete_leaves_content",
            parts[-1].written.header,
            f"{section.path} has {len(text)} lines, but only {len(given)} are removed: "
            f"{quote_line(text[differs])} and what follows would be left. Remove every line, or keep the file.",
        )
    reality = (
        f"line {differs + 1} is {quote_line(text[differs])}"
        if differs < len(text)
        else f"the file has only {len(text)} lines"
    )
    return parts[0].problem(
        "context_not_found",
        given[differs].span,
        f"The deleted text is not what {section.path} says: the patch expects "
        f"{quote_line(given[differs].text)}, but {reality}.",
    )

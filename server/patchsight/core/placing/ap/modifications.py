"""ap's own rules: each modification works on the text as the one before leaves it, and twice is
the same as once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from patchsight.core.model.budget import Cost, ExhaustedError
from patchsight.core.model.hunk_lines import in_columns
from patchsight.core.model.patch import Grade, Part, PatchLine
from patchsight.core.model.problems import Problem, Related, problem
from patchsight.core.model.report import SOUND, Lines, Nearest, State
from patchsight.core.placing import messages
from patchsight.core.placing.ap.replay import (
    TYPO,
    Replay,
    Torn,
    all_done,
    redo_what_stands,
    standing,
)
from patchsight.core.placing.ap.search import (
    Match,
    NoPlace,
    added_code,
    carry_out,
    code_of,
    content_lines,
    find_place,
    is_gone,
    old_code,
)
from patchsight.core.placing.byte_order_mark import drop_copied_marks
from patchsight.core.placing.decision import Decision
from patchsight.core.placing.grades import grade_of
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.locate import find_code
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.placing.similar import nearest
from patchsight.core.text.buffer import WHITE, is_blank
from patchsight.core.text.phrases import count, percent, quote_line

_BLANKS = (" ", "\t")  #: what ap takes off the ends of lines
_OPENERS = (":", "{", "(", "[", ",", "=>", "->", "=", "\\")


def place_modifications(
    section: SectionState, parts: Sequence[PartState]
) -> tuple[LineRing, list[Problem]]:
    """Apply the modifications of a file change in order; the ring that holds the result, and what
    there is to tell about the file.
    """
    section.ring.means.search.pay(Cost.LINE_REPLAYED, len(section.ring.lines))
    before = section.ring.result
    drop_copied_marks(section, parts)
    written = [part.written for part in parts]
    code = (code for part in written for code in (old_code(part), added_code(part)) if code)
    section.ring.index(Grade.INDENTATION).announce(code)
    if all_done(section.ring, written):
        for part in parts:
            part.decision = _applied(section, part)
        return section.ring, []
    replay = redo_what_stands(section.ring, written)
    if isinstance(replay, Replay):
        section.ring = _adopt(section, parts, replay)
    else:
        _place_all(section, parts, replay)
    if section.ring.result == before:
        return section.ring, []
    section.ring.end_with_newline(not before or before.endswith(("\n", "\r")))
    return section.ring, _strip_trailing(section)


def _place_all(section: SectionState, parts: Sequence[PartState], torn: Torn | None) -> None:
    """Apply every modification to the text that is there. What would go in again is refused; a
    single one that has no place says so itself.
    """
    untouched = section.ring
    section.ring = untouched.fork() if torn else untouched
    made: dict[object, _Made] = {}
    for part in parts:
        _place(section, part, made)
    if torn:
        section.ring = untouched
    if torn and (len(parts) > 1 or parts[0].decision.state in SOUND):
        for part in parts:
            stands = part.written.index == torn.part
            part.decision = _half_applied(section, part) if stands else Decision(State.CONFLICT)


def _adopt(section: SectionState, parts: Sequence[PartState], replay: Replay) -> LineRing:
    """Take over a ring on which everything was undone and redone, and say which parts were there
    already.
    """
    whole = _ends_stripped(replay.ring) == _ends_stripped(section.ring)
    for part in parts:
        index = part.written.index
        if whole or index in replay.undone:
            part.decision = _applied(section, part)
        elif index in replay.matches:
            part.decision = _fits(part, replay.ring, replay.matches[index])
        else:
            part.decision = _nothing_to_delete(section, part)
    return section.ring if whole else replay.ring


def _ends_stripped(ring: LineRing) -> list[str]:
    return [ring.lines[line].rstrip(WHITE) for line in ring.walk()]


class _Made(NamedTuple):
    """A modification that was carried out, and the lines that it found."""

    part: PartState
    run: list[int]

    def holds(self, ring: LineRing, run: Sequence[int]) -> bool:
        """Whether some lines are among those that it found or wrote."""
        own = self.part.written.index
        return any(line in self.run or ring.owner.get(line) == own for line in run)


def _place(section: SectionState, part: PartState, made: dict[object, _Made]) -> None:
    """Find a modification's place and carry it out there, unless one that says the same has done
    so; `made` are those, by what they say.
    """
    match, said = find_place(section.ring, part.written), _said(part.written)
    twin = made.get(said)
    if isinstance(match, Match) and twin and twin.holds(section.ring, match.run):
        part.decision = _stacks_up(section, part, match, twin.part)
    elif isinstance(match, Match):
        made[said] = _Made(part, match.run)
        notes = [*_double_indent(section, part, match), *_before_brace(section, part, match)]
        part.decision = _fits(part, section.ring, match).but(*notes)
        carry_out(section.ring, part.written, match)
    elif is_gone(match, part.written):
        part.decision = _nothing_to_delete(section, part)
    else:
        part.decision = _fails(section, part, match)


# ---- what is decided where it applies
def _applied(section: SectionState, part: PartState) -> Decision:
    if section.is_trial:
        return Decision(State.APPLIED)
    note = part.problem(
        "already_applied", part.written.header, f"Already applied to {section.path}."
    )
    decision = Decision(State.APPLIED, problems=(note,))
    result = standing(section.ring, part.written)
    if result is None:
        return decision
    return decision.but(where=section.lines(result.content), grade=Grade.EXACT, score=1.0)


def _fits(part: PartState, ring: LineRing, match: Match) -> Decision:
    wanted = [text for text in part.old if not is_blank(text)]
    start = ring.shown(match.region[0])
    before = [ring.lines[line] for line in match.region]
    content = content_lines(part.written, match.indent)
    after = {"REPLACE": content, "DELETE": [], "INSERT_AFTER": before + content}
    return Decision(
        State.FITS,
        Lines(start, max(start + 1, ring.shown(match.region[-1]) + 1)),
        grade_of(wanted, [ring.lines[line] for line in match.run]),
        1.0,
        before=before,
        after=after.get(part.written.action, content + before),
    )


def _double_indent(section: SectionState, part: PartState, match: Match) -> list[Problem]:
    code = [text for text in part.added if not is_blank(text)]
    if not match.indent or not code or not all(line.startswith(match.indent) for line in code):
        return []
    tail = section.ring.lines[match.run[-1]].rstrip()
    if part.written.action == "INSERT_AFTER" and tail.endswith(_OPENERS):
        return []
    message = (
        f"The content carries the {len(match.indent)} columns of indentation that are added "
        "anyway; it will be indented twice. Write it without leading indentation."
    )
    return [part.problem("content_already_indented", part.written.added[0].span, message)]


def _before_brace(section: SectionState, part: PartState, match: Match) -> list[Problem]:
    """Lines that go between a signature and the brace that opens its body."""
    ring, written = section.ring, part.written
    if written.action != "INSERT_AFTER" or not written.added:
        return []
    below = ring.next[match.region[-1]]
    while below != ring.head and ring.blank(below):
        below = ring.next[below]
    if below == ring.head or ring.lines[below].strip(WHITE) != "{":
        return []
    message = (
        f"The lines go in between {quote_line(ring.lines[match.region[-1]])} and the `{{` in line "
        f"{ring.shown(below) + 1}. Take the `{{` into the snippet to put them inside the body."
    )
    return [part.problem("before_brace", written.header, message)]


def _almost(ring: LineRing, block: list[str]) -> Nearest | None:
    try:
        return nearest(ring, block, Grade.WHITESPACE, by_code=True)
    except ExhaustedError:
        return None


def _nothing_to_delete(section: SectionState, part: PartState) -> Decision:
    old = [line for line in part.written.old if not is_blank(line.text)]
    near = _almost(section.ring, [line.text for line in old])
    if near and near.score >= TYPO:
        note = part.problem(
            "likely_typo",
            old[near.difference.at].span if near.difference else old[0].span,
            f"Nothing to delete in {section.path}, but line {near.lines.start + 1} is {percent(near.score)} alike. "
            "If that should go, correct the snippet.",
            related=[Related("very similar", section.path, near.lines.start, near.lines.end)],
        )
        return Decision(State.SKIPPED, nearest=near, problems=(note,))
    note = part.problem(
        "nothing_to_delete",
        old[0].span if old else part.written.header,
        f"This text is not in {section.path}; there is nothing to delete.",
    )
    return Decision(State.SKIPPED, problems=(note,))


def _said(part: Part) -> object:
    """What a modification says, wherever it is written."""
    lines, anchor = in_columns(part.lines), in_columns(part.anchor.lines if part.anchor else ())
    return part.action, tuple(lines.old), tuple(lines.added), tuple(anchor.texts)


# ---- what is decided where it does not
def _stacks_up(section: SectionState, part: PartState, match: Match, twin: PartState) -> Decision:
    """The same modification twice would change one place twice, or was meant for another one."""
    where = section.lines(match.run)
    note = part.problem(
        "overlapping_parts",
        part.written.header,
        f"This says the same as part {twin.written.index + 1}, and finds its place in what that one has "
        f"written, line {where.start + 1} of {section.path}. Name the other place by an `anchor`, or remove it.",
    )
    return Decision(State.CONFLICT, where, problems=(note,))


def _half_applied(section: SectionState, part: PartState) -> Decision:
    """The result stands there, but the others could not have been applied with it."""
    where = _applied(section, part).where
    line = "" if where is None else f", line {where.start + 1}"
    note = part.problem(
        "partly_applied",
        part.written.header,
        f"The content stands in {section.path} already{line}, but the modifications taken together do not lead "
        "to the text that is there. Leave out those that are applied.",
    )
    return Decision(State.CONFLICT, where, problems=(note,))


def _fails(section: SectionState, part: PartState, failure: NoPlace) -> Decision:
    written = part.written
    if failure.what == "end":
        return _without_end(section, part, failure)
    lines = written.anchor.lines if failure.what == "anchor" and written.anchor else written.old
    code = [line for line in lines if not is_blank(line.text)]
    if len(failure.places) > 1:
        return _ambiguous(section, part, failure, code)
    note = _consumed(section, part, code, failure.what)
    if note is None and failure.what == "snippet" and written.anchor:
        note = _above_anchor(section, part, code)
    if note:
        return Decision(State.MISSING, problems=(note,))
    problem_code = "anchor_not_found" if failure.what == "anchor" else "context_not_found"
    note, near = messages.missing(
        section, part, problem_code, code, Grade.INDENTATION, failure.what
    )
    return Decision(State.MISSING, nearest=near, problems=(note,))


def _above_anchor(section: SectionState, part: PartState, code: list[PatchLine]) -> Problem | None:
    """A snippet stands in the file, but where it is not looked for."""
    runs = find_code(section.ring, code_of(code))
    if not runs:
        return None
    shown = section.some_lines(runs)
    return part.problem(
        "context_not_found",
        code[0].span,
        f"The snippet stands in {section.path}, but not after the anchor. "
        "The search starts below the anchor; choose another one.",
        related=messages.related_places(
            section.path, shown, section.ring, "the snippet stands here"
        ),
    )


def _without_end(section: SectionState, part: PartState, failure: NoPlace) -> Decision:
    end = part.written.range_end
    assert end is not None
    where = section.lines(failure.places[0])
    note = part.problem(
        "end_not_found",
        end.lines[0].span if end.lines else end.span,
        f"{quote_line(end.lines[0].text)}, the end of the range, does not stand below its start at "
        f"{section.path}:{where.start + 1}. Take the end from the file.",
        related=[Related("the range starts here", section.path, where.start, where.start + 1)],
    )
    return Decision(State.MISSING, where, problems=(note,))


def _ambiguous(
    section: SectionState, part: PartState, failure: NoPlace, code: list[PatchLine]
) -> Decision:
    shown, total = section.some_lines(failure.places), len(failure.places)
    if failure.what == "anchor":
        note = part.problem(
            "ambiguous_anchor",
            code[0].span,
            f"The anchor stands in {total} places in {section.path}: "
            f"{messages.name_lines(section, shown, total)}. "
            "Choose one that stands there once.",
            related=messages.related_places(
                section.path, shown, section.ring, "the anchor could be here"
            ),
        )
    else:
        advice = "Add an `anchor` that stands once and above the right place, or more lines to the snippet."
        span = code[0].span
        note = messages.ambiguous(section, part, span, shown, total, advice, "snippet")
    return Decision(
        State.AMBIGUOUS,
        grade=Grade.EXACT,
        candidates=shown,
        total_candidates=total,
        problems=(note,),
    )


def _consumed(
    section: SectionState, part: PartState, code: list[PatchLine], what: str
) -> Problem | None:
    """An earlier modification took away a text that the file had."""
    for run in find_code(section.ring, code_of(code), original=True):
        taker = next((section.ring.gone[line] for line in run if line in section.ring.gone), None)
        if taker is not None:
            return messages.consumed(section, part, code[0].span, run[0], taker, what)
    return None


# ---- afterwards
def _strip_trailing(section: SectionState) -> list[Problem]:
    """Remove trailing white space from the whole file, as ap 2.0 asks; say how many untouched
    lines that changes.
    """
    if section.options.ap_whitespace != "file":
        return []
    ring, touched = section.ring, 0
    ending = [line for line, text in enumerate(ring.lines) if text.endswith(_BLANKS)]
    for line in ending:
        if line not in ring.gone:
            touched += line < ring.size
            ring.set_text(line, ring.lines[line].rstrip(" \t"))
    if not touched:
        return []
    message = f"ap also removes trailing white space from {count(touched, 'untouched line')} of {section.path}."
    return [problem("trailing_space_removed", section.change.header, message, lines=touched)]

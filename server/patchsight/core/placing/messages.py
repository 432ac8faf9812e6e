"""What is said of a part: why it is nowhere or in several places, and how literally it was found.

Each function makes a problem and changes nothing; what is rare enough to be said in one place only
is worded there.
"""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.formats.spec import Policy
from patchsight.core.model.patch import Grade, Hint, Numbers, Part, PatchLine
from patchsight.core.model.problems import Problem, Related
from patchsight.core.model.report import Lines, Nearest
from patchsight.core.placing.budget import ExhaustedError
from patchsight.core.placing.grades import WORDS
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.locate import Candidate
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.placing.similar import nearest
from patchsight.core.text.buffer import Span, is_blank
from patchsight.core.text.phrases import count, line_list, percent, quote_line


def related_places(path: str, places: Sequence[Lines], ring: LineRing, what: str) -> list[Related]:
    """Every candidate as related information: file, line, text."""
    texts = [ring.lines[place.start] if place.start < ring.size else "" for place in places]
    return [
        Related(f"{what}: {quote_line(text)}", path, place.start, place.end)
        for place, text in zip(places, texts, strict=True)
    ]


def locus(part: Part, policy: Policy) -> Span:
    """Where a message about what a part looks for sits: the hunk's header, or the first line
    looked for.
    """
    if policy.points_at_lines:
        old = next(
            (line for line in part.lines if line.kind != "+" and not is_blank(line.text)), None
        )
        return old.span if old else part.header
    return part.header


def in_words(grade: Grade, score: float) -> str:
    """`matches after ignoring indentation`, `is 93% alike`."""
    return f"is {percent(score)} alike" if grade is Grade.FUZZY else f"matches {WORDS[grade]}"


# ---- nowhere
def missing(
    section: SectionState,
    part: PartState,
    code: str,
    lines: Sequence[PatchLine],
    grade: Grade,
    what: str = "text",
) -> tuple[Problem, Nearest | None]:
    """A block is not there: the nearest place and the first line that differs."""
    path, header = section.path, part.written.header
    first = next((line.span for line in lines if not is_blank(line.text)), header)
    try:
        near = nearest(section.ring, [line.text for line in lines], grade)
    except ExhaustedError:
        message = f"This {what} is not in {path}. The nearest place was not looked for, since that would take too long."
        return part.problem(code, first, message), None
    if near is None:
        message = f"{path} has no {what} like this." if section.ring.size else f"{path} is empty."
        return part.problem(code, first, message), None
    alike, difference = percent(near.score), near.difference
    related = [Related(f"nearest place, {alike} alike", path, near.lines.start, near.lines.end)]
    message = f"This {what} is not in {path}. The nearest place is line {near.lines.start + 1} ({alike} alike)"
    if difference is None:
        return part.problem(code, header, message + ".", related=related), near
    reality = (
        f"line {difference.line + 1} is {quote_line(difference.found)}"
        if difference.found is not None
        else "there is no such line"
    )
    message += f": the patch expects {quote_line(difference.expected)}, but {reality}."
    related.insert(0, Related("the line that differs", path, difference.line, difference.line + 1))
    told = {"related": related, "expected": difference.expected, "found": difference.found}
    return part.problem(code, lines[difference.at].span, message, **told), near


def bare_misfit(section: SectionState, part: PartState, bare: PatchLine) -> Problem:
    """A line without a prefix does not fit as a context line."""
    return part.problem(
        "invalid_hunk_line",
        bare.span,
        f"{quote_line(bare.text)} starts with neither a space, `-` nor `+`, and taken as a context "
        f"line it does not fit {section.path}. Put the right prefix in front.",
    )


def inexact(
    section: SectionState, part: PartState, candidates: Sequence[Candidate], shown: Sequence[Lines]
) -> Problem:
    """A text stands there, but not to the letter as its format asks."""
    file = [section.ring.lines[line] for line in candidates[0].ids]
    first = next(line for line, text in zip(part.old_lines, file, strict=True) if line.text != text)
    several = " in several places" if len(candidates) > 1 else ""
    where = line_list([lines.start for lines in shown], len(candidates))
    return part.problem(
        "context_not_exact",
        first.span,
        f"This text does not match exactly; it {in_words(candidates[0].grade, 1)}{several} at {where} of {section.path}. "
        "Zenpatch asks for the file's very characters.",
        related=related_places(section.path, shown, section.ring, "it almost stands here"),
    )


def not_at_end(section: SectionState, part: PartState, shown: Sequence[Lines]) -> Problem:
    """A text that must stand at the end of the file stands elsewhere."""
    return part.problem(
        "context_not_found",
        part.written.header,
        f"`*** End of File` asks for the end of {section.path}, but this text stands "
        f"at line {shown[0].start + 1}. Remove the marker, or take the file's last lines.",
    )


def hint_not_found(section: SectionState, part: PartState, hint: Hint) -> Problem:
    return part.problem(
        "hint_not_found",
        hint.span,
        f"No line of {section.path} is or starts with {quote_line(hint.text)}; the block is placed without this hint.",
    )


# ---- in several places
def ambiguous(
    section: SectionState,
    part: PartState,
    span: Span,
    shown: Sequence[Lines],
    total: int,
    advice: str,
    what: str = "text",
) -> Problem:
    """A block stands in several places; every one is named."""
    lines = line_list([place.start for place in shown], total)
    return part.problem(
        "ambiguous_context",
        span,
        f"This {what} stands in {total} places in {section.path}: {lines}. {advice}",
        related=related_places(section.path, shown, section.ring, "it could be here"),
    )


def vague_hint(section: SectionState, part: PartState) -> list[Problem]:
    """A hint which had to tell places apart stands in several places itself."""
    if part.vague_hint is None:
        return []
    hint, lines = part.vague_hint
    places = [Lines(line, line + 1) for line in map(section.ring.shown, lines)]
    shown = places[: section.options.max_candidates]
    return [
        part.problem(
            "ambiguous_anchor",
            hint.span,
            f"The hint {quote_line(hint.text)} stands in {len(lines)} places in {section.path}: "
            f"{line_list([place.start for place in places], len(lines))}. Choose a line that stands there once.",
            related=related_places(section.path, shown, section.ring, "the hint could be here"),
        )
    ]


def first_after_hint(
    section: SectionState, part: PartState, following: Sequence[Lines], total: int
) -> Problem:
    return part.problem(
        "first_after_hint",
        part.written.hints[-1].span,
        f"After this hint the text stands in {total} places in {section.path}; the first is taken, "
        f"line {following[0].start + 1}. Add context lines to be certain.",
    )


def placed_by_order(section: SectionState, part: PartState, chosen: Candidate) -> Problem:
    return part.problem(
        "placed_by_order",
        part.written.header,
        f"This text stands in {len(part.candidates)} places in {section.path}; "
        f"only line {section.lines(chosen.ids).start + 1} keeps the hunks in file order.",
    )


# ---- found, but
def looseness(section: SectionState, part: PartState, place: Candidate) -> list[Problem]:
    """At which grade a part was found, and whether its added lines could be re-indented."""
    if place.grade is Grade.EXACT:
        return []
    line = section.lines(place.ids).start + 1
    if place.grade is Grade.FUZZY:
        message = (
            f"No exact match in {section.path}; line {line} is {percent(place.score)} alike "
            "and is taken. Check that this is the place."
        )
        return [part.problem("fuzzy_match", locus(part.written, section.policy), message)]
    match = f"The text {in_words(place.grade, 1)} at {section.path}:{line}"
    added = [text for text in part.added if not is_blank(text)]
    shifted = place.shift is not None and place.shift.fits(added)
    if place.grade > Grade.TRAILING_SPACE and added and not shifted:
        message = f"{match}; the added lines are put in as written. Check their indentation."
        return [part.problem("verbatim_insert", part.written.header, message)]
    moved = " The added lines are re-indented like the file." if added and place.shift else ""
    return [part.problem("loose_match", part.written.header, f"{match}.{moved}")]


def lost_spaces(part: PartState) -> list[Problem]:
    """Context lines that lost the space in front of them fit all the same."""
    return [
        part.problem(
            "missing_space_prefix",
            line.span,
            f"The space in front of {quote_line(line.text)} is missing; taken as context it fits the file.",
        )
        for line in part.bare_code()
    ]


def line_drift(
    section: SectionState, part: PartState, numbers: Numbers, row: int, drift: int
) -> Problem:
    return part.problem(
        "line_drift",
        numbers.span,
        f"Found at line {row + 1} of {section.path}, "
        f"{count(abs(drift), 'line')} {'below' if drift > 0 else 'above'} where the header says.",
        drift=drift,
    )


def out_of_order(section: SectionState, part: PartState, line: int) -> Problem:
    return part.problem(
        "out_of_order",
        part.written.header,
        f"Line {line + 1} of {section.path} is above the hunk before this one.",
    )


# ---- nothing to do
def already_applied(section: SectionState, part: PartState, place: Lines) -> Problem:
    return part.problem(
        "already_applied",
        part.written.header,
        f"Already applied: the new text stands at {section.path}:{place.start + 1}.",
    )

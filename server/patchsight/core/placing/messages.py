"""What is said of a part: why it is nowhere or in several places, and how literally it was found.

Each function makes a problem and changes nothing; what is rare enough to be said in one place only
is worded there.
"""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.formats.spec import Policy
from patchsight.core.model.budget import Cost, ExhaustedError
from patchsight.core.model.patch import FileChange, Grade, Hint, Numbers, Part, PatchLine
from patchsight.core.model.problems import Problem, Related, Severity, problem
from patchsight.core.model.report import Difference, Lines, Nearest
from patchsight.core.placing.grades import WORDS
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.locate import Candidate, Sense, locate_hint
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.placing.similar import nearest
from patchsight.core.text.buffer import Span, is_blank
from patchsight.core.text.enclosing import name_places
from patchsight.core.text.phrases import (
    MOST_NAMES,
    count,
    line_list,
    percent,
    place_list,
    position_list,
    quote_line,
    quote_pair,
)

_DOTS = ("...", "…")


def related_places(path: str, places: Sequence[Lines], ring: LineRing, what: str) -> list[Related]:
    """Every candidate as related information: file, line, text."""
    texts = [ring.lines[place.start] if place.start < ring.size else "" for place in places]
    quoted = {text: quote_line(text) for text in set(texts)}  # as a rule they are all the same
    return [
        Related(f"{what}{_column(place)}: {quoted[text]}", path, place.start, place.end)
        for place, text in zip(places, texts, strict=True)
    ]


def _column(place: Lines) -> str:
    return "" if place.first_column is None else f", column {place.first_column + 1}"


def name_lines(
    section: SectionState, places: Sequence[Lines], total: int, others: Sequence[Lines] = ()
) -> str:
    """Where the first of `total` places stand, and what each is in if that tells them apart, also
    from other places.
    """
    starts, ring = [place.start for place in places], section.ring
    if len(set(starts)) < len(starts):  # only their columns tell them apart
        return position_list([(place.start, place.first_column or 0) for place in places], total)
    rows = [place.start for place in (*places[:MOST_NAMES], *others[:MOST_NAMES])]
    try:
        ring.means.words.pay(Cost.LINE_SCANNED, sum(rows))
    except ExhaustedError:
        return line_list(starts, total)
    names = name_places(section.path, ring.lines, rows)
    told = names[: min(len(places), MOST_NAMES)] if len(set(names)) > 1 else []
    return place_list(starts, told, total)


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


def in_contrast(difference: Difference, path: str) -> str:
    """What the patch expects and what stands there: `` `a`, but line 3 is `b` ``."""
    if difference.found is None:
        return f"{quote_line(difference.expected)}, but {path} ends before it"
    expected, found = quote_pair(difference.expected, difference.found)
    return f"{expected}, but line {difference.line + 1} is {found}"


def _contrast(difference: Difference, path: str) -> str:
    """The first line that differs, as a sentence: lists of problems show little more."""
    if difference.expected.strip() not in _DOTS:
        return f"Expected {in_contrast(difference, path)}."
    there = (
        f"line {difference.line + 1} is {quote_line(difference.found)}"
        if difference.found is not None
        else f"{path} ends"
    )
    dots = quote_line(difference.expected)
    return f"{dots} leaves lines out where {there}. Write every line, or make two parts of it."


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
        near = nearest(
            section.ring,
            [line.text for line in lines],
            grade,
            by_code=section.policy.by_code,
            stated=_stated(section, part),
            taken=section.taken,
        )
    except ExhaustedError:
        message = f"This {what} is not in {path}. The nearest place was not looked for, since that would take too long."
        return part.problem(code, first, message), None
    if near is None:
        message = f"{path} has no {what} like this." if section.ring.size else f"{path} is empty."
        return part.problem(code, first, message), None
    alike, difference = percent(near.score), near.difference
    related = [Related(f"nearest place, {alike} alike", path, near.lines.start, near.lines.end)]
    place = f"This {what} is not in {path}; the nearest place is line {near.lines.start + 1} ({alike} alike)."
    if difference is None:
        return part.problem(code, header, place, related=related), near
    message = f"{_contrast(difference, path)} {place}"
    if near.rivals:
        starts = [rival.start for rival in near.rivals]
        message += f" As much alike: {line_list(starts, len(starts))}."
        related += [Related("as much alike", path, *rival[:2]) for rival in near.rivals]
    related.insert(0, Related("the line that differs", path, difference.line, difference.line + 1))
    told = {"related": related, "expected": difference.expected, "found": difference.found}
    return part.problem(code, lines[difference.at].span, message, **told), near


def _stated(section: SectionState, part: PartState) -> int | None:
    """The line at which a part says it belongs: by its number, or by a hint that stands once."""
    numbers, ring = part.written.numbers, section.ring
    if numbers:
        return min(max(numbers.old_start - 1, 0), max(ring.size - 1, 0))
    for hint in reversed(part.written.hints):
        lines = locate_hint(ring, hint.text, section.policy.grades)
        if len(lines) == 1:
            return lines[0]
        near = None if lines else nearest(ring, [hint.text], section.policy.grades[-1])
        if near and not near.rivals:
            return near.lines.start
    return None


def consumed(
    section: SectionState, part: PartState, span: Span, row: int, taker: int, what: str
) -> Problem:
    """An earlier part took away a text that the file had in a row."""
    other = next((part for part in section.change.parts if part.index == taker), None)
    related = (
        [Related("the part that changed it", None, other.header.start, other.header.end)]
        if other
        else []
    )
    return part.problem(
        "consumed_by_earlier_part",
        span,
        f"Line {row + 1} of {section.path} had this {what}, but part {taker + 1} above changes it first. "
        "Describe the text as that part leaves it.",
        related=related,
    )


def newline_differs(section: SectionState, part: PartState) -> Problem:
    """A removed line has a newline at its end that the patch says is not there."""
    return part.problem(
        "context_not_found",
        part.old_lines[-1].span,
        f"The patch says that {section.path} ends here without a newline, but this line has one there. "
        "Remove the row `\\ No newline at end of file`.",
    )


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
    ring = section.ring
    first, there = next(
        (line, line_id)
        for line, line_id in zip(part.old_lines, candidates[0].ids, strict=True)
        if line.text != ring.lines[line_id]
    )
    difference = Difference(0, first.text, ring.lines[there], ring.shown(there))
    several = " in several places" if len(candidates) > 1 else ""
    where = name_lines(section, shown, len(candidates))
    return part.problem(
        "context_not_exact",
        first.span,
        f"Expected {in_contrast(difference, section.path)}. The text {in_words(candidates[0].grade, 1)}{several} "
        f"at {where} of {section.path}; Zenpatch asks for the file's very characters.",
        related=related_places(section.path, shown, section.ring, "it almost stands here"),
    )


def too_common(
    section: SectionState, part: PartState, candidates: Sequence[Candidate], shown: Sequence[Lines]
) -> Problem:
    """A text stands there but for its white space, and is too common for that to be enough."""
    where = name_lines(section, shown, len(candidates))
    return part.problem(
        "context_not_found",
        part.old_lines[0].span,
        f"This text stands nowhere in {section.path} to the letter; it {in_words(candidates[0].grade, 1)} at {where}, "
        "but lines like these stand in any file. Add lines around the change that say which place is meant.",
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
        f"No line of {section.path} is or starts with {quote_line(hint.text)}, so this hint says nothing about the place.",
    )


def hint_needed(section: SectionState, part: PartState, hint: Hint) -> Problem:
    """A hint stands nowhere, and the block does not say enough without it."""
    return part.problem(
        "hint_not_found",
        hint.span,
        f"No line of {section.path} is or starts with {quote_line(hint.text)}, and the block alone does not say "
        "for certain where it belongs. Correct the hint, or add context lines.",
        severity=Severity.ERROR,
    )


def beyond_the_end(section: SectionState, part: PartState, row: int) -> Problem:
    return _cannot_insert(
        part,
        f"The header says after line {row}, but {section.path} has {count(len(section.ring.order), 'line')}. "
        "Correct the number, or add context lines.",
    )


def against_the_order(section: SectionState, part: PartState, row: int, above: int) -> Problem:
    return _cannot_insert(
        part,
        f"The hunk before this one stands so far from where its header says that these lines would go after line "
        f"{row} of {section.path}, above line {above + 1}, where a hunk with a lower number stands. Without context "
        "lines only the number says where they go: correct the headers, or add context lines.",
    )


def no_hint_to_insert_at(part: PartState) -> Problem:
    return _cannot_insert(
        part, "The lines are to be added after the hint, but the hint is not in the file."
    )


def nothing_says_where(section: SectionState, part: PartState) -> Problem:
    return _cannot_insert(
        part,
        f"Nothing says where in {section.path} these lines go: the hunk has neither context lines nor a hint, "
        "and it is not the only one. Add the line above which or below which they belong.",
    )


def _cannot_insert(part: PartState, message: str) -> Problem:
    return part.problem("cannot_insert", part.written.header, message)


# ---- in several places
def only_a_number(
    section: SectionState, part: PartState, span: Span, shown: Sequence[Lines]
) -> Problem:
    """Lines to be removed stand elsewhere, and without context nothing says that they are meant."""
    return part.problem(
        "ambiguous_context",
        span,
        f"The removed lines do not stand where the header says, but at line {shown[0].start + 1} of {section.path}. "
        "Without context lines only the number tells which are meant: correct it, or add context lines.",
        related=related_places(section.path, shown, section.ring, "it could be here"),
    )


def both_senses(
    section: SectionState, part: PartState, span: Span, places: Sequence[Candidate]
) -> Problem:
    """Where the old text of a part stands and where its new one does, and nothing tells which
    counts.
    """
    fits = [place for place in places if place.sense is Sense.FITS]
    done = [place for place in places if place.sense is Sense.DONE]
    old, new = (section.some_lines([place.ids for place in each]) for each in (fits, done))
    loosely = f" ({WORDS[fits[0].grade]})" if fits and fits[0].grade is not Grade.EXACT else ""
    was = f"the old text at {name_lines(section, old, len(fits), new)}{loosely} and " if old else ""
    related = [
        *related_places(section.path, old, section.ring, "the old text stands here"),
        *related_places(section.path, new, section.ring, "the new text stands here"),
    ]
    return part.problem(
        "ambiguous_context",
        span,
        f"{section.path} has {was}the new text at {name_lines(section, new, len(done), old)}, "
        "so it cannot be told whether this part was applied before. "
        "Remove the part if it was; else add lines around the change.",
        related=related,
    )


def ambiguous(
    section: SectionState,
    part: PartState,
    span: Span,
    shown: Sequence[Lines],
    total: int,
    advice: str,
    what: str = "text",
    grade: Grade | None = None,
) -> Problem:
    """A block stands in several places, perhaps only loosely (`grade`); every one is named."""
    lines = name_lines(section, shown, total)
    stands = f"This {what} stands in {total} places in {section.path}"
    if grade in WORDS and grade is not Grade.EXACT:
        stands = (
            f"This {what} stands nowhere in {section.path} to the letter; "
            f"it matches {WORDS[grade]} in {total} places"
        )
    return part.problem(
        "ambiguous_context",
        span,
        f"{stands}: {lines}. {advice}",
        related=related_places(section.path, shown, section.ring, "it could be here"),
    )


def ambiguous_hint(section: SectionState, part: PartState) -> list[Problem]:
    """A hint which had to tell places apart stands in several places itself."""
    if part.ambiguous_hint is None:
        return []
    hint, lines = part.ambiguous_hint
    places = [Lines(line, line + 1) for line in map(section.ring.shown, lines)]
    shown = places[: section.options.max_candidates]
    return [
        part.problem(
            "ambiguous_anchor",
            hint.span,
            f"The hint {quote_line(hint.text)} stands in {len(lines)} places in {section.path}: "
            f"{name_lines(section, places, len(lines))}. Choose a line that stands there once.",
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


def placed_by_order(
    section: SectionState, part: PartState, candidates: Sequence[Candidate], chosen: Candidate
) -> Problem:
    return part.problem(
        "placed_by_order",
        part.written.header,
        f"This text stands in {len(candidates)} places in {section.path}; "
        f"only line {section.lines(chosen.ids).start + 1} keeps the hunks in file order.",
    )


def placed_by_anchor(
    section: SectionState, part: PartState, candidates: Sequence[Candidate], chosen: Candidate
) -> Problem:
    return part.problem(
        "placed_by_order",
        part.written.header,
        f"This text stands in {len(candidates)} places in {section.path}; only line "
        f"{section.lines(chosen.ids).start + 1} lies in what the context lines of the hunk above open.",
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
    moved = any(not is_blank(text) for text in part.added) and not (
        place.indents is None or place.indents.same
    )
    removed = [
        quote_line(section.ring.lines[line_id])
        for kind, line_id in zip(part.kinds.replace("+", ""), place.ids, strict=True)
        if kind == "-"
    ]
    what = (
        f" It removes {', '.join(removed[:3])}{' …' if len(removed) > 3 else ''}."
        if removed
        else ""
    )
    like = " The added lines are re-indented like the file." if moved else ""
    return [part.problem("loose_match", part.written.header, f"{match}.{what}{like}")]


def unclear_indentation(section: SectionState, part: PartState, place: Candidate) -> Problem:
    """The added lines of a part cannot be indented like the file."""
    line = section.lines(place.ids).start + 1
    return part.problem(
        "unclear_indentation",
        part.written.header,
        f"The text {in_words(place.grade, 1)} at {section.path}:{line}, but its lines are indented in a way that "
        "does not say how deep the added lines belong. Take the lines as the file has them.",
    )


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
    where = (
        f"{count(abs(drift), 'line')} {'below' if drift > 0 else 'above'} where the header says"
        if drift
        else "where the header says, unlike the hunk before it"
    )
    message = f"Found at line {row + 1} of {section.path}, {where}."
    return part.problem("line_drift", numbers.span, message, drift=drift)


def out_of_order(section: SectionState, part: PartState, line: int) -> Problem:
    return part.problem(
        "out_of_order",
        part.written.header,
        f"Line {line + 1} of {section.path} is above the hunk before this one.",
    )


def not_repeatable(section: SectionState, part: PartState) -> Problem:
    """What a patch leaves reads like what it was written for."""
    return part.problem(
        "not_repeatable",
        locus(part.written, section.policy),
        f"After this patch {section.path} looks as if the patch were still to be applied: a second run would "
        "change it again, so nobody could tell whether it was applied. "
        "Add lines around the change that stand in one place only.",
    )


def moves_again(change: FileChange, part: Part, path: str) -> Problem:
    """The same of files that change places."""
    message = (
        f"After this patch {path}, which it moves, is there again: a second run would move that, too, so nobody could "
        "tell whether the patch was applied. Move the files in patches of their own."
    )
    return problem("not_repeatable", change.path.span, message, part=part.index)


# ---- nothing to do
def lines_are_gone(section: SectionState, part: PartState) -> Problem:
    return part.problem(
        "already_applied",
        part.written.header,
        f"Already applied: {section.path} does not have the removed lines any more, and the other parts are applied.",
    )


def already_applied(section: SectionState, part: PartState, place: Lines) -> Problem:
    return part.problem(
        "already_applied",
        part.written.header,
        f"Already applied: the new text stands at {section.path}:{place.start + 1}.",
    )

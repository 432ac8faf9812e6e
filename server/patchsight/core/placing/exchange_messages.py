"""What is said of a part that is two texts: where they stand, and why it is not put in."""

from __future__ import annotations

import re
from collections.abc import Sequence

from patchsight.core.model.budget import Cost
from patchsight.core.model.patch import Grade
from patchsight.core.model.problems import Problem, Related
from patchsight.core.model.report import Lines, Nearest
from patchsight.core.placing import messages
from patchsight.core.placing.decision import Decision
from patchsight.core.placing.exchange import Exchange, find_all
from patchsight.core.placing.grades import WORDS
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.line_text import LineText, Region
from patchsight.core.placing.locate import Candidate
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.placing.text_search import places_of
from patchsight.core.text.buffer import Span
from patchsight.core.text.phrases import count, quote_line

#: Escapes that are written out where the JSON around has escaped them once more.
_ESCAPE = re.compile(r"\\([nrt\"'\\/])")
_ESCAPED = {"n": "\n", "r": "\n", "t": "\t"}


def _locus(section: SectionState, part: PartState) -> Span:
    return messages.locus(part.written, section.policy)


def _related(section: SectionState, places: Sequence[Lines], what: str) -> list[Related]:
    return messages.related_places(section.path, places, section.ring, what)


# ---- nothing to do
def no_change(section: SectionState, part: PartState) -> Problem:
    return part.problem(
        "no_change",
        _locus(section, part),
        f"The old and the new text are equal, so {section.path} stays as it is. Remove this part, or write what should change.",
    )


def already_applied(section: SectionState, part: PartState, place: Lines | None) -> Problem:
    assert place is not None
    return messages.already_applied(section, part, place)


# ---- in several places
def ambiguous(section: SectionState, part: PartState, among: Decision) -> Problem:
    advice = "Add text around it until it stands in one place only."
    return messages.ambiguous(
        section,
        part,
        _locus(section, part),
        among.candidates,
        among.total_candidates,
        advice,
    )


def placed_by_order(
    section: SectionState, part: PartState, total: int, chosen: Candidate
) -> Problem:
    return part.problem(
        "placed_by_order",
        part.written.header,
        f"This text stands in {total} places in {section.path}; "
        f"only line {section.lines(chosen.ids).start + 1} keeps the blocks in file order.",
    )


def one_of_as_many(section: SectionState, part: PartState, total: int) -> Problem:
    return part.problem(
        "placed_by_order",
        part.written.header,
        f"This text stands in {total} places in {section.path}, and {total} parts say the same from here on: "
        "they take them one after the other.",
    )


def perhaps_applied(section: SectionState, part: PartState, new: Candidate) -> Problem:
    """The old text stands inside of the new one, which is too common to prove anything."""
    place = section.place(new)
    return part.problem(
        "ambiguous_context",
        _locus(section, part),
        f"{section.path} has the new text at line {place.start + 1} already, but what it adds is so common that it "
        "cannot be told whether this part was applied before. Remove the part if it was; else add lines around the change.",
        related=_related(section, [place], "the new text stands here"),
    )


def both_stand(
    section: SectionState, part: PartState, old: Sequence[Candidate], new: Candidate
) -> Problem:
    """The new text stands to the letter, and the old one elsewhere more loosely."""
    places = [section.place(place) for place in old[: section.options.max_candidates]]
    place = section.place(new)
    return part.problem(
        "ambiguous_context",
        _locus(section, part),
        f"{section.path} has the new text at line {place.start + 1} and the old one, {WORDS[old[0].grade]}, at "
        f"{messages.name_lines(section, places, len(old))}, so it cannot be told whether this part was applied before. "
        "Remove the part if it was; else take the old text as the file has it.",
        related=[
            *_related(section, places, "the old text stands here"),
            *_related(section, [place], "the new text stands here"),
        ],
    )


def both_senses(section: SectionState, part: PartState, places: Sequence[Candidate]) -> Problem:
    """Both texts stand to the letter, and the other parts were applied before."""
    return messages.both_senses(section, part, _locus(section, part), places)


def partly_applied(
    section: SectionState, part: PartState, among: Decision, free: Sequence[Lines]
) -> Problem:
    """Some places of the old text lie inside of the new one, others do not."""
    total = among.total_candidates
    return part.problem(
        "partly_applied",
        _locus(section, part),
        f"The old text stands in {total} places in {section.path}, in some of them inside of the new one: the part seems to be "
        f"applied in part only. Still to be changed would be {messages.name_lines(section, free, len(free))}. "
        "Write one part for each of these.",
        related=_related(section, free[: section.options.max_candidates], "the old text alone"),
    )


def count_mismatch(
    section: SectionState, part: PartState, among: Decision, wanted: int, *, inside: bool = False
) -> Problem:
    """The old text stands in another number of places; `inside`: of the new one, all of them."""
    total = among.total_candidates
    where = messages.name_lines(section, among.candidates, total)
    substitution = part.written.substitution
    more = ", inside of the new one" if inside else " that overlap" if total == wanted else ""
    return part.problem(
        "count_mismatch",
        substitution.times_span if substitution else _locus(section, part),
        f"The part counts on {count(wanted, 'place')}, but its old text stands in {total}{more} in {section.path}: {where}. "
        "Correct the count, or add text around the change.",
        related=_related(section, among.candidates, "it stands here"),
        found=total,
    )


# ---- nowhere
def consumed(section: SectionState, part: PartState, exchange: Exchange) -> Problem | None:
    """An earlier part took away a text that the file had."""
    ring = section.ring
    if ring.pristine:
        return None
    if not _may_have_stood(ring, exchange):
        return None
    ring.means.search.pay(Cost.LINE_COPIED, ring.size)
    first = "\n".join(ring.lines[: ring.size]) + "\n"
    ring.means.search.pay(Cost.CHARACTER_SCANNED, len(first))
    for at in find_all(first, exchange.old, whole=exchange.whole):
        row = first.count("\n", 0, at)
        rows = range(row, row + 1 + exchange.old[:-1].count("\n"))
        taker = next((ring.gone[line] for line in rows if line in ring.gone), None)
        if taker is not None:
            return messages.consumed(section, part, _locus(section, part), row, taker, "text")
    return None


def _may_have_stood(ring: LineRing, exchange: Exchange) -> bool:
    """Whether the file had every line of a text that is to be found as a whole."""
    lines = exchange.old.split("\n")[0 if exchange.whole else 1 : -1]
    where = ring.index(Grade.EXACT).where(lines)
    return all(where.get(line) for line in lines)


def missing(
    section: SectionState, part: PartState, exchange: Exchange, text: LineText
) -> tuple[Problem, Nearest | None]:
    """The old text is not there: what is nearest, and the first line that differs."""
    if note := _over_escaped(section, part, exchange, text):
        return note, None
    if exchange.whole and (note := _part_of_line(section, part, exchange, text)):
        return note, None
    lines = part.old_lines
    note, near = messages.missing(
        section, part, "context_not_found", lines, section.policy.grades[-1]
    )
    if not exchange.whole and near and near.difference:
        completed = _completed(section, part, near)
        if completed:
            note, near = completed
    new = places_of(text, exchange.new, whole=exchange.whole)
    if len(new) > 1:
        ids = [text.ids(at, at + len(exchange.new)) for at in new]
        note.related += _related(section, section.some_lines(ids), "the new text stands here")
    return note, near


def _part_of_line(
    section: SectionState, part: PartState, exchange: Exchange, text: LineText
) -> Problem | None:
    """The old text stands there, but it is less than the lines it stands in."""
    wanted = exchange.old.removesuffix("\n")
    places = places_of(text, wanted)
    if len(places) != 1:
        return None
    start, end = places[0], places[0] + len(wanted)
    ids = text.ids(start, end)
    lines, ring = section.lines(ids), section.ring
    first, last = text.columns(start, end)
    head, tail = ring.lines[ids[0]][:first], ring.lines[ids[-1]][last:]
    which = (
        f"line {lines.start + 1}" if len(ids) == 1 else f"lines {lines.start + 1} to {lines.end}"
    )
    return part.problem(
        "context_not_found",
        _locus(section, part),
        f"{quote_line(part.old[0])} is only part of {which} of {section.path}; this format compares whole lines. "
        "Write the whole line in both texts.",
        related=_related(section, [lines], "it stands here"),
        around=[lines.start, lines.end, head, tail] if ids[-1] < ring.size else None,
    )


def _completed(
    section: SectionState, part: PartState, near: Nearest
) -> tuple[Problem, Nearest | None] | None:
    """The same where the first or last line of the old text is the end or the start of the file's."""
    there = [
        section.ring.lines[line] for line in section.ring.order[near.lines.start : near.lines.end]
    ]
    lines = part.old_lines
    if len(there) != len(lines) or len(lines) < 2:
        return None
    whole = list(lines)
    if there[0].endswith(lines[0].text):
        whole[0] = lines[0]._replace(text=there[0])
    if there[-1].startswith(lines[-1].text):
        whole[-1] = lines[-1]._replace(text=there[-1])
    if whole == lines:
        return None
    return messages.missing(section, part, "context_not_found", whole, section.policy.grades[-1])


def unescaped(text: str) -> str:
    """A text whose escapes are written out, read as what they stand for."""
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), text)


def _over_escaped(
    section: SectionState, part: PartState, exchange: Exchange, text: LineText
) -> Problem | None:
    read = unescaped(exchange.old)
    places = places_of(text, read) if read != exchange.old else []
    if not places:
        return None
    row = section.ring.shown(text.ids(places[0], places[0] + len(read))[0])
    return part.problem(
        "over_escaped",
        _locus(section, part),
        f'The text was not found in {section.path} as it is written, but at line {row + 1} once `\\n`, `\\t` and `\\"` in it '
        "are read as escapes: it seems to be escaped once too often. Nothing tells whether the new text means them.",
        related=[Related("the text without escapes", section.path, row, row + 1)],
        old=read,
        new=unescaped(exchange.new),
    )


# ---- found, but
def of_sequence(
    section: SectionState, part: PartState, candidates: Sequence[Candidate]
) -> list[Problem]:
    """Whether a part changes what an earlier one wrote."""
    owner = section.ring.owner
    before = {owner[line] for place in candidates for line in place.ids if line in owner}
    if not before:
        return []
    message = f"This changes what part {max(before) + 1} above writes into {section.path}."
    return [part.problem("same_file_again", part.written.header, message)]


def replaced_all(section: SectionState, part: PartState, decision: Decision, total: int) -> Problem:
    places = decision.candidates or [decision.where] if decision.where else []
    return part.problem(
        "replaced_all",
        part.written.header,
        f"The text is replaced in {count(total, 'place')} of {section.path}: "
        f"{messages.name_lines(section, places, total)}.",
        replaced=total,
    )


def of_line_ends(
    section: SectionState, part: PartState, exchange: Exchange, regions: Sequence[Region]
) -> list[Problem]:
    """Whether lines are joined, or one is left empty, because a line end stands in one text only."""
    if exchange.whole:
        return []
    span = part.written.substitution.new_span if part.written.substitution else part.written.header
    if any(region.joins for region in regions):
        follow = next(region for region in regions if region.joins)
        joined = quote_line(follow.lines[-1]) if follow.lines else "the line below"
        message = (
            f"The old text ends in a line break and the new one does not, so that two lines of {section.path} become one: "
            f"{joined}. End the new text in a line break if that is not meant."
        )
        return [part.problem("joins_lines", span, message)]
    if not exchange.new and any(region.lines == [""] for region in regions):
        if exchange.takes_empty_line:
            return [_empty_line_taken(section, part)]
        message = (
            f"The new text is empty and the old one has no line break at its end, so an empty line is left in {section.path}. "
            "End the old text in a line break to remove the line."
        )
        return [part.problem("empty_line_left", _locus(section, part), message)]
    return []


def _empty_line_taken(section: SectionState, part: PartState) -> Problem:
    return part.problem(
        "empty_line_left",
        _locus(section, part),
        f"The new text is empty and the old one has no line break at its end; Claude Code takes the line break as well, so no "
        f"empty line is left in {section.path}.",
    )


def emptied(section: SectionState, part: PartState) -> Problem:
    return part.problem(
        "large_drop",
        part.written.header,
        f"Nothing is left of {section.path} after this; the file stays, and is empty. Look whether that is meant.",
    )


# ---- lines put in by number
def _number_span(part: PartState) -> Span:
    numbers = part.written.numbers
    return numbers.span if numbers else part.written.header


def line_out_of_range(section: SectionState, part: PartState, row: int, rows: int) -> Problem:
    return part.problem(
        "line_out_of_range",
        _number_span(part),
        f"The lines are to go below line {row}, but {section.path} has {count(rows, 'line')}. "
        f"Write a number from 0 (the top) to {rows}.",
    )


def ambiguous_position(section: SectionState, part: PartState, place: Lines) -> Problem:
    return part.problem(
        "ambiguous_position",
        _number_span(part),
        f"Line {place.start + 1} of {section.path} reads like what is to be put in there, but it is so common that it cannot "
        "be told whether this part was applied before. Replace a text instead.",
        related=_related(section, [place], "the same lines stand here"),
    )


def unverified_position(section: SectionState, part: PartState, row: int) -> Problem:
    where = f"below line {row}" if row else "at the top"
    return part.problem(
        "unverified_position",
        _number_span(part),
        f"The lines go in {where} of {section.path}; nothing but the number says that this is the place. Look at it.",
    )

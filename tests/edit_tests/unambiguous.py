"""Whether a case of the suite can be read in one way only, by the reference that tries every place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise, product
from typing import TYPE_CHECKING

import patchsight
from fuzz.reference import Lost, OverlapError, Placed, carry_out, ladder_of, modify, new, old, seek
from patchsight.core.formats.registry import find_format
from patchsight.core.formats.spec import FormatSpec
from patchsight.core.model.patch import FileChange, Grade, Op, Options, Part, Substitution
from patchsight.core.text.buffer import BOM, split_lines

if TYPE_CHECKING:
    from suite import Case

Lines = tuple[str, ...]


#: There is no place to look for: files are made, removed or moved, or the case is looser than the reference looks.
NO_PLACE = "no place to look for"


def explain(case: Case) -> str:
    """Nothing if the only text that the parts can leave is the one of `after`; else what is wrong."""
    before = texts_of(case, "before")
    left = carried_out(case, before)
    if any(len(texts) > 1 for texts in left.values()):
        return "several results"
    if case.error:
        return "no result"
    after = texts_of(case, "after")
    compared = False
    for path in left.keys() & after.keys():
        if not left[path] and case.level == "should":
            continue
        if after[path] != before[path] and left[path] != {after[path]}:
            return f"leaves {left[path]} in {path}, not {after[path]}"
        compared = True
    return "" if compared else NO_PLACE


def fits_nowhere(case: Case) -> bool:
    """Whether a file that the edit changes has no place for all of its parts."""
    return not all(carried_out(case, texts_of(case, "before")).values())


def texts_of(case: Case, side: str) -> dict[str, Lines]:
    return {path: lines(content) for path, content in case.tree(side).items() if is_text(content)}


def carried_out(case: Case, before: dict[str, Lines]) -> dict[str, set[Lines]]:
    """Every text that can be left of each file that the edit changes, up to one that can be left in several ways."""
    options = Options(
        profile=case.format if case.format == "zenpatch" else "", agent=case.profile or "none"
    )
    patch = patchsight.parse(case.edit.read_bytes().decode("utf-8"), options=options)
    spec, evidence = find_format(case.format), str(case.facts.get("by", ""))
    left: dict[str, set[Lines]] = {}
    for choices, parts in sections(patch.files, spec):
        path = next((path for path in choices if path in before), None)
        if path is None:
            continue
        bodies = left.get(path, {before[path]})
        left[path] = {text for body in bodies for text in results(parts, body, spec, evidence)}
        if len(left[path]) > 1:
            break
    return left


def sections(
    files: Sequence[FileChange], spec: FormatSpec
) -> Iterator[tuple[tuple[str, ...], Sequence[Part]]]:
    """The paths that a section may mean, and its parts; blocks that follow each other are one section."""
    edits = [one for one in files if one.op in (Op.UPDATE, Op.RENAME) and one.parts]
    if not spec.policy.in_turn:
        yield from ((one.path.choices, one.parts) for one in edits)
        return
    for choices, group in groupby(edits, key=lambda one: one.path.choices):
        yield choices, [part for one in group for part in one.parts]


def results(parts: Sequence[Part], body: Lines, spec: FormatSpec, evidence: str) -> set[Lines]:
    """Every text that the parts of a section can leave of a file."""
    if all(part.substitution for part in parts):
        return substituted(parts, body)
    if spec.policy.by_code:
        return by_code(parts, body)
    if spec.policy.in_turn and not all_stand(parts, body, spec, evidence):
        texts = {body}
        for part in parts:
            texts = {text for one in texts for text in in_place([part], one, spec, evidence)}
        return texts
    return in_place(parts, body, spec, evidence)


def substituted(parts: Sequence[Part], body: Lines) -> set[Lines]:
    """What is left if texts give way to others to the character, one after the other."""
    texts = {"".join(f"{line}\n" for line in body)}
    for part in parts:
        assert part.substitution
        texts = {left for text in texts for left in replaced(part.substitution, text)}
    return {tuple(split_lines(text)) for text in texts}


def replaced(sub: Substitution, text: str) -> set[str]:
    """The text with the old one replaced: at each place that it stands, or at all of them."""
    starts = [at for at in range(len(text)) if sub.old and text.startswith(sub.old, at)]
    if not starts:
        return {text} if sub.new and sub.new in text else set()  # put in before, or nowhere
    if sub.every or sub.times == len(starts):
        apart = all(two - one >= len(sub.old) for one, two in pairwise(starts))
        return {text.replace(sub.old, sub.new)} if apart else set()
    return {text[:at] + sub.new + behind(sub, text, at) for at in starts}


def behind(sub: Substitution, text: str, at: int) -> str:
    """What stands behind a text that is taken away; a line of which nothing is left may go whole."""
    end = at + len(sub.old)
    if sub.takes_empty_line and not sub.new and f"\n{text}"[at] == "\n":
        end += text.startswith("\n", end)
    return text[end:]


def all_stand(parts: Sequence[Part], body: Lines, spec: FormatSpec, evidence: str) -> bool:
    """Whether parts that are told apart by their order are all there from the start."""
    return evidence == "order" and all(
        seek(old(part.lines), body, ladder_of(spec)) for part in parts
    )


def in_place(parts: Sequence[Part], body: Lines, spec: FormatSpec, evidence: str) -> set[Lines]:
    found = set()
    for choice in product(*(places(part, body, spec, evidence) for part in parts)):
        if evidence == "order" and any(one.start >= two.start for one, two in pairwise(choice)):
            continue
        try:
            found.add(tuple(carry_out(body, choice)))
        except OverlapError:
            continue
    return found


def places(part: Part, body: Lines, spec: FormatSpec, evidence: str) -> list[Placed]:
    """Everywhere a part can be put in, as far as its evidence goes."""
    block, at_end = old(part.lines), len(body)
    if block:
        there = seek(block, body, ladder_of(spec))
        grade, starts = there or (Grade.EXACT, [])
        if not starts and seek(new(part.lines), body, ladder_of(spec)):
            return [Placed(at_end, (), grade)]  # put in before
    else:
        grade, starts = Grade.EXACT, list(range(at_end + 1))
    if part.at_end:
        starts = [start for start in starts if start + len(block) == at_end]
    if evidence == "number" and part.numbers:
        expected = part.numbers.old_start - bool(block)
        starts = [start for start in starts if start == expected]
    if evidence == "hint":
        starts = [start for start in starts if start > last_hint(part, body)][:1]
    return [Placed(start, part.lines, grade) for start in starts]


def last_hint(part: Part, body: Lines) -> int:
    at = -1
    for hint in part.hints:
        at = next(
            row for row, line in enumerate(body) if row > at and line.strip() == hint.text.strip()
        )
    return at


def by_code(parts: Sequence[Part], body: Lines) -> set[Lines]:
    text = list(body)
    for part in parts:
        try:
            text = modify(text, part)
        except Lost:
            return set()
    return {tuple(line.rstrip(" \t") for line in text)}


def is_text(content: bytes) -> bool:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def lines(content: bytes) -> Lines:
    return tuple(split_lines(content.decode("utf-8").removeprefix(BOM)))

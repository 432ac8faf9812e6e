"""Where parts are put and what becomes of the lines, held against the reference, which tries every place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fuzz import reference
from fuzz.reference import Lost, OverlapError, Placed, Spots
from patchsight.core.formats.registry import AP, APPLYDIFF, UNIFIED, V4A, ZENPATCH
from patchsight.core.model.patch import FileChange, Grade, Kind, Op, Options, PatchLine
from patchsight.core.model.record import replace
from patchsight.core.model.report import FilePlan, Report, Resolution, State
from patchsight.core.text.buffer import BOM, is_trivial, split_ends, split_lines


def check_places(report: Report, options: Options) -> None:
    """Sections that work on a text which no other section touches are held against the reference."""
    named = [path for change in report.patch.files for path in _names(report, change)]
    for change in report.patch.files:
        found = [_without_move(report, one) for one in report.parts if one.change is change]
        text = report.texts.get(found[0].path) if found else None
        if text is None or any(named.count(path) > 1 for path in _names(report, change)):
            continue
        if change.op not in (Op.UPDATE, Op.RENAME) or any(one.part.broken for one in found):
            continue
        read = _as_format_of(report, change)
        if read.patch.format is AP:
            _check_modifications(read, found, text, options)
        elif read.patch.format:
            _check_hunks(read, found, text)
    if report.patch.format is APPLYDIFF:
        _check_blocks(report)


def _as_format_of(report: Report, change: FileChange) -> Report:
    """The same answer as one for a patch in the format of a section, which may stand beside others."""
    if change.format is None:
        return report
    return replace(report, patch=replace(report.patch, format=change.format))


def _without_move(report: Report, one: Resolution) -> Resolution:
    """A part as it was placed: the first one of a file that moves fits, even if its lines are applied already."""
    told = any(
        problem.code == "already_applied" and problem.part == one.part.index
        for problem in report.problems
    )
    return replace(one, state=State.APPLIED) if told else one


def _names(report: Report, change: FileChange) -> list[str]:
    found = next((one.path for one in report.parts if one.change is change), change.path.raw)
    return [found, *(change.new_path.choices if change.new_path else ())]


def _plan(report: Report, path: str) -> FilePlan | None:
    return next((plan for plan in report.plan if plan.path == path), None)


def _check_lines(report: Report, path: str, wanted: list[str]) -> None:
    """The plan leaves a file with these lines. An empty last line without a line end is none."""
    plan = _plan(report, path)
    text = report.texts[path] if plan is None else plan.after or ""
    there = split_lines(text)
    if BOM in report.texts[path] and there and wanted:
        # a line of the file that begins with a mark may come to the top, and keeps it if it stays
        there[0], wanted = there[0].lstrip(BOM), [wanted[0].lstrip(BOM), *wanted[1:]]
    assert there == wanted or (wanted[-1:] == [""] and there == wanted[:-1]), (path, there, wanted)


def _check_hunks(report: Report, found: list[Resolution], text: str) -> None:
    assert report.patch.format
    body, ladder = split_lines(text), reference.ladder_of(report.patch.format)
    whole = report.patch.format.policy.in_turn
    found = [
        replace(one, part=reference.unmarked(one.part, body, two_texts=whole)) for one in found
    ]
    hits = [_spots(one, body, ladder, newline=text.endswith(("\n", "\r"))) for one in found]
    for one, there in zip(found, hits, strict=True):
        _check_state(one, there, body, ladder, _codes(report, one))
    _check_gone(report, found, body, ladder)
    sound = [one.state in (State.FITS, State.APPLIED) for one in found]
    if all(sound) and not any(one.grade is Grade.FUZZY for one in found):
        _check_choice(report, found, hits, body)
        _check_result(report, found, hits, text)


def _spots(
    one: Resolution, body: list[str], ladder: Sequence[Grade], *, newline: bool
) -> Spots | None:
    """Where a part stands as it is written; one that fits though it stands nowhere is read otherwise."""
    there = reference.spots(one.part, body, ladder, newline=newline)
    if there is None and one.state is State.FITS:
        return reference.repaired(one.part, body, newline=newline)
    return there


def _codes(report: Report, one: Resolution) -> set[str]:
    return {problem.code for problem in report.problems if problem.part == one.part.index}


def _check_state(
    one: Resolution,
    there: Spots | None,
    body: list[str],
    ladder: Sequence[Grade],
    codes: set[str],
) -> None:
    """What is said of a part agrees with how often it stands there."""
    if not one.part.old:
        return
    if one.state is State.FITS and one.grade is not Grade.FUZZY:
        assert there and one.where, f"part {one.part.index} fits nowhere"
        assert one.where.start in there.starts, (one.where, there.starts)
        at = body[one.where.start : one.where.end]
        assert one.grade is reference.strictest(reference.old(there.lines), at), one.grade
    elif one.state is State.AMBIGUOUS and one.grade is not Grade.FUZZY:
        sides = (reference.old, reference.new)
        read = reference.readings(one.part, body, ladder)
        blocks = [side(lines) for lines in read for side in sides]
        for place in one.candidates:
            assert any(
                reference.strictest(block, body[place.start : place.start + len(block)]) is not None
                for block in blocks
                if 0 < len(block) <= len(body) - place.start
            ), f"part {one.part.index} does not stand at {place}"
    elif one.state is State.MISSING and "context_not_found" in codes:
        # what only removes, and what much of any file is like, is taken but for trailing space to
        # the letter
        lines = there.lines if there else one.part.lines
        removes = all(line.kind is Kind.REMOVED for line in lines)
        strict = removes or all(is_trivial(line.text) for line in one.part.old)
        loose = there is not None and strict and there.grade > Grade.TRAILING_SPACE
        assert there is None or one.part.at_end or loose, (
            f"part {one.part.index} is said to be missing, but stands at {there}"
        )
    elif one.state is State.APPLIED and one.part.new:
        read = reference.readings(one.part, body, ladder)
        assert any(reference.seek(reference.new(lines), body, ladder) for lines in read), (
            "not applied"
        )


def _check_gone(
    report: Report, found: list[Resolution], body: list[str], ladder: Sequence[Grade]
) -> None:
    """Lines that go and leave nothing are gone only from a file that is empty and should be, or
    where another part stands there applied and they do not stand around their number.
    """
    for at, expected in _expected(report, found):
        one = found[at]
        if one.state is State.APPLIED and one.part.lines and not one.part.new:
            numbers = one.part.numbers
            assert numbers, f"part {one.part.index} leaves nothing that proves it"
            if body or numbers.new_start:
                assert any(other.state is State.APPLIED and other.part.new for other in found)
                there = reference.seek(reference.old(one.part.lines), body, ladder)
                reach = max(20, 2 * len(one.part.old))
                near = [row for row in (there or ((), ()))[1] if abs(row - expected) <= reach]
                assert not near, f"part {one.part.index} is not gone: {near}"


def _check_choice(
    report: Report, found: list[Resolution], hits: list[Spots | None], body: list[str]
) -> None:
    """A part that stands in several places is put into one only by a rule that leaves no other."""
    assert report.patch.format
    ladder = reference.ladder_of(report.patch.format)
    pending: list[int] = []
    for at, expected in _expected(report, found):
        one, there = found[at], hits[at]
        if one.state is not State.FITS or there is None or one.where is None or not one.part.old:
            continue
        starts = reference.rivals(there.lines, there.starts, body)
        above = hits[at - 1] if at and report.patch.format in (V4A, ZENPATCH) else None
        told = (
            reference.by_hints(one, starts, body, ladder)
            or reference.by_numbers(one, starts, expected)
            or reference.by_anchor(one, starts, above, body)
        )
        if len(starts) > 1 and not told and not _is_anchor(one, found):
            pending.append(at)
    if pending:
        _check_order(report, found, hits, pending, body)


def _expected(report: Report, found: list[Resolution]) -> Iterator[tuple[int, int]]:
    """Each part in the order of the numbers, and the row at which its own lets it be expected: in a
    diff moved as far as the one above stands from its number, and by what those that are applied
    have added.
    """
    grown = offset = 0
    for at in _by_number(report, found):
        one = found[at]
        numbers = one.part.numbers
        stated = numbers.old_start - bool(one.part.old) + grown if numbers else 0
        yield at, stated + offset
        if report.patch.format is UNIFIED:
            if numbers and numbers.old_start and one.where:
                offset = one.where.start - stated
            if one.state is State.APPLIED:
                grown += len(one.part.new) - len(one.part.old)


def _by_number(report: Report, found: list[Resolution]) -> list[int]:
    """The parts in the order in which they say where the next one stands: that of their numbers, in
    whatever order they are written.
    """
    numbers = [one.part.numbers for one in found]
    starts = [each.old_start for each in numbers if each]
    if report.patch.format is not UNIFIED or len(starts) < len(found):
        return [*range(len(found))]
    return sorted(range(len(found)), key=starts.__getitem__)


def _is_anchor(one: Resolution, found: list[Resolution]) -> bool:
    """Whether a part is context above another one: it changes nothing, wherever it stands."""
    return reference.is_idle(one.part.lines) and one is not found[-1]


def _check_order(
    report: Report,
    found: list[Resolution],
    hits: list[Spots | None],
    pending: list[int],
    body: list[str],
) -> None:
    assert report.patch.format in (V4A, ZENPATCH), (
        f"parts {pending} stand in several places, nothing tells them apart"
    )
    # an anchor says more than that something is below it, or nothing
    open_ones = [
        at
        for at, one in enumerate(found)
        if one.where and one.part.old and not _is_anchor(one, found)
    ]
    options: list[tuple[int, Sequence[int], Sequence[PatchLine]]] = []
    for at in open_ones:
        there, where = hits[at], found[at].where
        assert where
        starts: Sequence[int] = [where.start]
        if at in pending and there:
            starts = reference.rivals(there.lines, there.starts, body)
        lines = there.lines if there else found[at].part.lines
        options.append((where.end - where.start, starts, lines))
    if sum(len(starts) for _, starts, _ in options) > 24:
        return  # too many placements to try them all
    for at, kept in zip(open_ones, reference.in_order(options), strict=True):
        where = found[at].where
        assert at not in pending or (where and kept == {where.start}), (
            f"part {at} was put at {where}, but may stand at {kept}"
        )


def _check_result(
    report: Report, found: list[Resolution], hits: list[Spots | None], text: str
) -> None:
    body = split_lines(text)
    parts = []
    for one, there in zip(found, hits, strict=True):
        if one.state is not State.FITS or not one.part.lines:
            continue
        assert one.where is not None
        lines = there.lines if there else one.part.lines
        grade = (
            reference.strictest(reference.old(lines), body[one.where.start : one.where.end])
            if there
            else Grade.EXACT
        )
        parts.append(Placed(one.where.start, lines, grade or Grade.FUZZY))
    try:
        wanted = reference.carry_out(body, parts)
    except OverlapError:
        raise AssertionError("two parts change the same lines, and both fit") from None
    path = found[0].path
    _check_lines(report, path, wanted)
    if wanted[-1:] != [""]:
        _check_ends(report, found, text)


def _check_ends(report: Report, found: list[Resolution], text: str) -> None:
    """Line ends stay what they are, and so does a missing last one unless the patch says otherwise."""
    plan = _plan(report, found[0].path)
    kinds = {end for end in split_ends(text)[1] if end}
    if plan is None or not plan.after or len(kinds) != 1:
        return
    ends = split_ends(plan.after)[1]
    assert set(ends[:-1]) <= kinds and ends[-1] in (*kinds, ""), ends
    if all(one.part.new_newline is None for one in found):
        assert bool(ends[-1]) == text.endswith(("\n", "\r")), "the newline at the end came or went"


def _check_modifications(
    report: Report, found: list[Resolution], text: str, options: Options
) -> None:
    body = split_lines(text)
    if not all(one.state in (State.FITS, State.SKIPPED) for one in found):
        return
    if any(one.part.action == "EDIT" for one in found):
        return  # the text breaks off before it says what is to be done
    for one in found:
        try:
            body = reference.modify(body, reference.unmarked(one.part, body))
            assert one.state is State.FITS, f"part {one.part.index} stands there, but is skipped"
        except Lost:
            assert one.state is State.SKIPPED, (
                f"part {one.part.index} fits, but does not stand in one place"
            )
    if body != split_lines(text) and options.ap_whitespace == "file":
        body = [line.rstrip(" \t") for line in body]
    _check_lines(report, found[0].path, body)


def _check_blocks(report: Report) -> None:
    """ApplyDiff's blocks, each on the text that the one before it leaves."""
    ladder = reference.ladder_of(APPLYDIFF)
    texts = {path: split_lines(text) for path, text in report.texts.items()}
    for one in report.parts:
        body = texts.get(one.path)
        if body is None:
            continue
        if (
            one.change.op is not Op.UPDATE
            or one.state not in (State.FITS, State.APPLIED)
            or one.grade is Grade.FUZZY
        ):
            texts.pop(one.path)
        elif one.state is State.FITS:
            there = reference.spots(
                reference.unmarked(one.part, body, two_texts=True), body, ladder
            )
            assert there and len(there.starts) == 1, f"part {one.part.index} stands at {there}"
            grade = reference.strictest(
                reference.old(there.lines),
                body[there.starts[0] :][: len(reference.old(there.lines))],
            )
            texts[one.path] = reference.carry_out(
                body, [Placed(there.starts[0], there.lines, grade or Grade.FUZZY)]
            )
    for path, body in texts.items():
        _check_lines(report, path, body)

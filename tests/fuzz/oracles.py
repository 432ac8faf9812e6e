"""What must hold, whatever the patch and the files: judged by the slow reference, by doing it twice, and by taking it back."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from types import FrameType

from check import answer, apply, changed, messages, place
from fuzz import reference
from fuzz.reference import Lost, OverlapError, Placed, Spots
from fuzz.wording import Script
from patchsight.core.convert import reverse, say
from patchsight.core.feedback import MOST_FOR_ALL, feedback
from patchsight.core.fixes import Change as TextChange
from patchsight.core.fixes import edited, find_fixes
from patchsight.core.fixes.desk import Desk, Surroundings
from patchsight.core.model import FileChange, Format, Grade, Kind, Op, Options
from patchsight.core.receipt import receipt
from patchsight.core.result import FileOp, FilePlan, Report, Resolution, State
from patchsight.core.text import BOM, is_trivial, split_ends, split_lines

_PATIENCE = 20  #: seconds for what takes milliseconds: nothing else tells a hang from a slow machine


class HangError(Exception):
    """Something takes so long that it may never end."""


@contextmanager
def watched(seconds: int = _PATIENCE) -> Iterator[None]:
    """Turn a hang into an error."""

    def stop(_: int, frame: FrameType | None) -> None:
        raise HangError(f"still busy after {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def look(text: str, files: Mapping[str, str], name: str, options: Options | None = None) -> Report:
    """Resolve a patch and hold the answer against everything that must be true of it."""
    options = options or Options()
    with watched():
        report = answer(text, files, name=name, options=options)
        check_again(report, text, files, name, options)
        check_places(report, options)
        check_receipt(report)
        check_words(report)
        check_fixes(report, options)
        check_rewriting(report)
    return report


def check_again(report: Report, text: str, files: Mapping[str, str], name: str, options: Options) -> None:
    """The same question has the same answer, and a refused patch changes nothing."""
    again = place(text, files, name=name, options=options)
    assert receipt(again, name) == receipt(report, name)
    assert again.plan == report.plan
    if not report.applicable:
        assert apply(report, files) == dict(files)


# ---- every place, by trying them all


def check_places(report: Report, options: Options) -> None:
    """Sections that work on a text which no other section touches are held against the reference."""
    named = [path for change in report.patch.files for path in _names(report, change)]
    for change in report.patch.files:
        found = [_without_move(report, one) for one in report.resolutions if one.change is change]
        text = report.texts.get(found[0].path) if found else None
        if text is None or any(named.count(path) > 1 for path in _names(report, change)):
            continue
        if change.op not in (Op.UPDATE, Op.RENAME) or any(one.part.broken for one in found):
            continue
        if report.patch.format is Format.AP:
            _check_modifications(report, found, text, options)
        elif report.patch.format:
            _check_hunks(report, found, text)
    if report.patch.format is Format.APPLYDIFF:
        _check_blocks(report)


def _without_move(report: Report, one: Resolution) -> Resolution:
    """A part as it was placed: the first one of a file that moves fits, even if its lines are applied already."""
    told = any(problem.code == "already_applied" and problem.part == one.part.index for problem in report.problems)
    return replace(one, state=State.APPLIED) if told else one


def _names(report: Report, change: FileChange) -> list[str]:
    found = next((one.path for one in report.resolutions if one.change is change), change.path.raw)
    return [found, *(change.new_path.choices if change.new_path else ())]


def _plan(report: Report, path: str) -> FilePlan | None:
    return next((plan for plan in report.plan if plan.path == path), None)


def _check_lines(report: Report, path: str, wanted: list[str]) -> None:
    """The plan leaves a file with these lines. An empty last line without a line end is none."""
    plan = _plan(report, path)
    text = report.texts[path] if plan is None else plan.after or ""
    there = split_lines(text)
    assert there == wanted or (wanted[-1:] == [""] and there == wanted[:-1]), (path, there, wanted)


def _check_hunks(report: Report, found: list[Resolution], text: str) -> None:
    assert report.patch.format
    body, ladder = split_lines(text), reference.ladder_of(report.patch.format)
    hits = [reference.spots(one.part, body, ladder) for one in found]
    for one, there in zip(found, hits, strict=True):
        _check_state(one, there, body, ladder)
    sound = [one.state in (State.FITS, State.APPLIED) for one in found]
    if all(sound) and not any(one.grade is Grade.FUZZY for one in found):
        _check_choice(report, found, hits, body)
        _check_result(report, found, hits, text)


def _check_state(one: Resolution, there: Spots | None, body: list[str], ladder: Sequence[Grade]) -> None:
    """What is said of a part agrees with how often it stands there."""
    if not one.part.old:
        return
    if one.state is State.FITS and one.grade is not Grade.FUZZY:
        assert there and one.where, f"part {one.part.index} fits nowhere"
        assert one.where.start in there.starts, (one.where, there.starts)
        at = body[one.where.start : one.where.end]
        assert one.grade is reference.strictest(reference.old(there.lines), at), one.grade
    elif one.state is State.AMBIGUOUS and one.grade is not Grade.FUZZY:
        assert there and len(there.starts) == one.total_candidates > 1, (there, one.total_candidates)
        assert [place.start for place in one.candidates] == there.starts[: len(one.candidates)]
    elif one.state is State.MISSING:
        assert there is None or one.part.at_end, f"part {one.part.index} is said to be missing, but stands at {there}"
    elif one.state is State.APPLIED and one.part.lines:
        assert any(reference.seek(reference.new(lines), body, ladder) for lines in reference.variants(one.part)), "not applied"


def _check_choice(report: Report, found: list[Resolution], hits: list[Spots | None], body: list[str]) -> None:
    """A part that stands in several places is put into one only by a rule that leaves no other."""
    assert report.patch.format
    ladder = reference.ladder_of(report.patch.format)
    pending: list[int] = []
    drift = 0
    for at, (one, there) in enumerate(zip(found, hits, strict=True)):
        if one.state is not State.FITS or there is None or one.where is None or not one.part.old:
            continue
        several = len(there.starts) > 1
        if several and not reference.by_hints(one, there.starts, body, ladder):
            if not reference.by_numbers(one, there.starts, drift if report.patch.format is Format.UNIFIED else 0):
                pending.append(at)
        if one.part.numbers and one.part.numbers.old_start:
            drift = one.where.start - (one.part.numbers.old_start - 1)
    if pending:
        _check_order(report, found, hits, pending)


def _check_order(report: Report, found: list[Resolution], hits: list[Spots | None], pending: list[int]) -> None:
    assert report.patch.format in (Format.V4A, Format.ZENPATCH), f"parts {pending} stand in several places, nothing tells them apart"
    open_ones = [at for at, one in enumerate(found) if one.state is State.FITS and hits[at] and one.part.old]
    options = []
    for at in open_ones:
        there, where = hits[at], found[at].where
        assert there and where
        options.append((there.lines, there.starts if at in pending else [where.start]))
    if sum(len(starts) for _, starts in options) > 24:
        return  # too many placements to try them all
    for at, kept in zip(open_ones, reference.in_order(options), strict=True):
        where = found[at].where
        assert at not in pending or (where and kept == {where.start}), f"part {at} was put at {where}, but may stand at {kept}"


def _check_result(report: Report, found: list[Resolution], hits: list[Spots | None], text: str) -> None:
    body = split_lines(text)
    parts = []
    for one, there in zip(found, hits, strict=True):
        if one.state is not State.FITS or not one.part.lines:
            continue
        assert one.where is not None
        lines = there.lines if there else one.part.lines
        grade = reference.strictest(reference.old(lines), body[one.where.start : one.where.end]) if there else Grade.EXACT
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


def _check_modifications(report: Report, found: list[Resolution], text: str, options: Options) -> None:
    body = split_lines(text)
    if not all(one.state in (State.FITS, State.SKIPPED) for one in found):
        return
    for one in found:
        try:
            body = reference.modify(body, one.part)
            assert one.state is State.FITS, f"part {one.part.index} stands there, but is skipped"
        except Lost:
            assert one.state is State.SKIPPED, f"part {one.part.index} fits, but does not stand in one place"
    if body != split_lines(text) and options.ap_whitespace == "file":
        body = [line.rstrip(" \t") for line in body]
    _check_lines(report, found[0].path, body)


def _check_blocks(report: Report) -> None:
    """ApplyDiff's blocks, each on the text that the one before it leaves."""
    ladder = reference.ladder_of(Format.APPLYDIFF)
    texts = {path: split_lines(text) for path, text in report.texts.items()}
    for one in report.resolutions:
        body = texts.get(one.path)
        if body is None:
            continue
        if one.change.op is not Op.UPDATE or one.state not in (State.FITS, State.APPLIED) or one.grade is Grade.FUZZY:
            texts.pop(one.path)
        elif one.state is State.FITS:
            there = reference.spots(one.part, body, ladder)
            assert there and len(there.starts) == 1, f"part {one.part.index} stands at {there}"
            grade = reference.strictest(reference.old(there.lines), body[there.starts[0] :][: len(reference.old(there.lines))])
            texts[one.path] = reference.carry_out(body, [Placed(there.starts[0], there.lines, grade or Grade.FUZZY)])
    for path, body in texts.items():
        _check_lines(report, path, body)


# ---- what was meant


def check_truth(script: Script, report: Report) -> None:
    """A patch that meets the very files it was written for does what it was written to do, or nothing."""
    states = {one.state for one in report.resolutions}
    if not report.applicable or states != {State.FITS}:
        return
    there, meant = texts(apply(report, script.before)), script.after
    if script.form == "ap":
        there, meant = ({path: _stripped(text) for path, text in tree.items()} for tree in (there, meant))
    assert there == meant, (there, meant)


def texts(files: Mapping[str, object]) -> dict[str, str]:
    """Files that are all text."""
    return {path: str(text) for path, text in files.items()}


def _stripped(text: str) -> str:
    """A text as ap leaves it: no white space at line ends."""
    return re.sub(r"[ \t]+(?=[\r\n]|\Z)", "", text)


def check_twice(report: Report, text: str, files: Mapping[str, str], name: str, options: Options) -> None:
    """What was applied is not applied again: a second time changes nothing."""
    if not report.applicable or not report.plan:
        return
    there = texts(apply(report, files))
    again = place(text, there, name=name, options=options)
    for one in again.resolutions if again.applicable else ():
        assert one.state is not State.FITS or not _is_told_applied(again, one), (one.part.index, there, changed(again))


def _is_told_applied(report: Report, one: Resolution) -> bool:
    """Whether nothing excuses a part that goes in twice: what it adds says something, and what it replaces is gone."""
    added, context = [line.text for line in one.part.added], any(line.kind is Kind.CONTEXT for line in one.part.lines)
    text = report.texts.get(one.path)
    if text is None or not one.part.old or all(map(is_trivial, added)):
        return False
    body = split_lines(text)
    old, new = reference.old(one.part.lines), reference.new(one.part.lines)
    if reference.seek(old, body, (Grade.EXACT,)):
        return False
    hits = reference.seek(new, body, (Grade.EXACT,))
    return hits is not None and (context or len(hits[1]) == 1)


# ---- what is said


def check_receipt(report: Report) -> None:
    """The receipt can be written, and its figures add up."""
    data = receipt(report, "patch")
    json.dumps(data)
    for told, plan in zip(data["files"], report.plan, strict=True):
        before, after = split_lines(plan.before or ""), split_lines(plan.after or "")
        assert told["added"] - told["removed"] == len(after) - len(before), (told, plan)


def check_words(report: Report) -> None:
    """Feedback is bounded."""
    assert len(feedback(report)) <= MOST_FOR_ALL


# ---- what is offered


def check_fixes(report: Report, options: Options) -> None:
    """Every fix is an edit of the patch that can be made, and a safe one changes nothing about what the patch does."""
    size = len(report.patch.buffer.text)
    desk = Desk(report, Surroundings(lambda text: resolve_again(report, text, options)))
    for problem in report.problems[:20]:
        for fix in find_fixes(desk, problem)[:12]:
            assert fix.title and fix.changes, fix
            for one, two in pairwise(sorted(fix.changes)):
                assert one.span.end <= two.span.start, fix
            assert all(0 <= change.span.start <= change.span.end <= size for change in fix.changes), fix
            if fix.safe:
                _check_safe(report, fix.changes, options)


def _check_safe(report: Report, changes: tuple[TextChange, ...], options: Options) -> None:
    after = resolve_again(report, edited(report.patch.buffer.text, changes), options)
    if report.applicable:
        assert after.applicable and _outcome(after) == _outcome(report), messages(after)


def _outcome(report: Report) -> list[tuple[str, str | None, str | None]]:
    return [(plan.path, plan.new_path, plan.after) for plan in report.plan]


def resolve_again(report: Report, text: str, options: Options) -> Report:
    """Another text on the same files."""
    name = {Format.ZENPATCH: "x.zenpatch", Format.AP: "x.ap"}.get(report.patch.format or Format.UNIFIED, "x.patch")
    return place(text, report.texts, name=name, options=options)


def check_rewriting(report: Report) -> None:
    """A patch said in any format, or backwards, does exactly what it says."""
    if not report.applicable or not report.plan:
        return
    after = changed(report)
    for form in Format:
        said = say(report.plan, form)
        assert (said.text is None) == bool(said.reason)
        if said.text is not None:
            made = place(said.text, _before(report.plan), name=_NAMES[form])
            assert made.applicable and changed(made) == after, (form, said.text, messages(made))
        back = say(reverse(report.plan), form)
        if back.text is not None:
            there = {plan.new_path or plan.path: BOM * plan.bom + (plan.after or "") for plan in report.plan if plan.op is not FileOp.DELETE}
            made = place(back.text, there, name=_NAMES[form])
            assert made.applicable, (form, back.text, messages(made))
            assert apply(made, there) == {path: text for path, text in _before(report.plan).items()}, (form, back.text)


_NAMES = {Format.UNIFIED: "x.diff", Format.V4A: "x.v4a", Format.ZENPATCH: "x.zenpatch", Format.AP: "x.ap",
          Format.APPLYDIFF: "x.applydiff"}


def _before(plans: Sequence[FilePlan]) -> dict[str, str]:
    return {plan.path: BOM * plan.bom + plan.before for plan in plans if plan.before is not None}

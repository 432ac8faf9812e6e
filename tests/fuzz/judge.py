"""What must hold, whatever the patch and the files: judged by doing it twice, by what was meant, and by the reference."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FrameType

from fuzz import reference
from fuzz.cases import Case
from fuzz.offers import check_fixes, check_receipt, check_rewriting, check_words
from fuzz.places import check_places
from fuzz.wording import Script
from patchsight.core.describe.receipt import receipt
from patchsight.core.model.patch import Grade, Kind
from patchsight.core.model.report import Report, Resolution, State
from patchsight.core.text.buffer import BOM, is_trivial, split_lines
from support.check import answer, apply, changed, codes, place
from support.views import check_views, check_views_at

#: seconds of this process for what takes milliseconds; those of a clock on the wall a busy machine
#: takes for others
_PATIENCE = 20


class HangError(Exception):
    """Something takes so long that it may never end."""


@contextmanager
def watched(seconds: int = _PATIENCE) -> Iterator[None]:
    """Turn a hang into an error."""

    def stop(_: int, frame: FrameType | None) -> None:
        raise HangError(f"still busy after {seconds} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def look(case: Case) -> Report:
    """Resolve a patch and hold the answer against everything that must be true of it."""
    with watched():
        report = answer(case.text, case.files, name=case.name, options=case.options)
        check_again(report, case)
        check_places(report, case.options)
        check_twice(report, case)
        check_receipt(report)
        check_words(report)
        check_fixes(report, case.options)
        check_rewriting(report)
        check_views(report)
        size = len(case.text)
        for offset in {0, size, *range(0, size, max(1, size // 6))}:
            check_views_at(report, offset)
    return report


def _place(case: Case) -> Report:
    return place(case.text, case.files, name=case.name, options=case.options)


def check_again(report: Report, case: Case) -> None:
    """The same question has the same answer, and a refused patch changes nothing."""
    again = _place(case)
    assert receipt(again, "-") == receipt(report, "-") and again.plan == report.plan
    if not report.ok:
        assert apply(report, case.files) == case.files


# ---- what was meant


def check_truth(script: Script, report: Report) -> None:
    """A patch that meets the very files it was written for does what it was written to do, or nothing.

    Where a hint or an anchor stands above several places the rules take the first one, whatever was meant.
    """
    states = {one.state for one in report.parts}
    if not report.ok or states != {State.FITS} or "already_applied" in codes(report):
        return  # a part that is done fits as well where its file is still to be renamed
    if "first_after_hint" in codes(report) or any(part.anchor for part in report.patch.parts):
        return
    there, meant = texts(apply(report, script.before)), script.after
    if any(BOM in str(text)[1:] for text in script.before.values()):
        # a line of the file that begins with a mark may come to the top, and keeps it if it stays
        there, meant = (
            {path: text.lstrip(BOM) for path, text in tree.items()} for tree in (there, meant)
        )
    if script.form == "ap":
        there, meant = (
            {path: _stripped(text) for path, text in tree.items()} for tree in (there, meant)
        )
    assert there == meant, (there, meant)


def texts(files: Mapping[str, object]) -> dict[str, str]:
    """Files that are all text."""
    return {path: str(text) for path, text in files.items()}


def _stripped(text: str) -> str:
    """A text as ap leaves it: no white space at line ends."""
    return re.sub(r"[ \t]+(?=[\r\n]|\Z)", "", text)


def check_twice(report: Report, case: Case) -> None:
    """What was applied is not applied again: a second time changes nothing."""
    if not report.ok or not report.plan:
        return
    there = texts(apply(report, case.files))
    again = _place(case._replace(files=there))
    for one in again.parts if again.ok else ():
        assert one.state is not State.FITS or not _is_told_applied(again, one), (
            one.part.index,
            there,
            changed(again),
        )


def _is_told_applied(report: Report, one: Resolution) -> bool:
    """Whether nothing excuses a part that goes in twice: what it adds says something, and what it replaces is gone."""
    added, context = (
        [line.text for line in one.part.added],
        any(line.kind is Kind.CONTEXT for line in one.part.lines),
    )
    text = report.texts.get(one.path)
    if text is None or not one.part.old or all(map(is_trivial, added)):
        return False
    body = split_lines(text)
    old, new = reference.old(one.part.lines), reference.new(one.part.lines)
    if reference.seek(old, body, (Grade.EXACT,)):
        return False
    hits = reference.seek(new, body, (Grade.EXACT,))
    return hits is not None and (context or len(hits[1]) == 1)

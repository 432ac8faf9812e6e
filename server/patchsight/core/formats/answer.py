"""What an answer consists of: a patch on a page, calls of tools that hold patches or edits, or both; and
what was read put in order.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from math import inf

from patchsight.core.formats.detect import (
    Signal,
    find_rest,
    find_strong_signal,
    find_unmarked,
    in_profile,
)
from patchsight.core.formats.envelopes import keep_claims
from patchsight.core.formats.opening import Opened, find_ignored, may_call, open_calls, without
from patchsight.core.formats.page import (
    Page,
    mixed,
    read_onto,
    read_page,
    read_unmarked,
    tell_nothing,
)
from patchsight.core.formats.registry import FORMATS
from patchsight.core.formats.size import too_large
from patchsight.core.formats.spec import FormatSpec
from patchsight.core.model.budget import Budget
from patchsight.core.model.hunk_lines import in_columns
from patchsight.core.model.patch import Options, Patch
from patchsight.core.model.problems import Severity, problem
from patchsight.core.text.buffer import DOUBLED, Buffer, Span
from patchsight.core.text.pieces import let_go

#: What a call may begin with.
_MAY_OPEN = re.compile(r"\"?[{\[]|<(?:\w+:)?(?:invoke|edits)\b")


def read_answer(
    buffer: Buffer, suggested: FormatSpec | None, options: Options, budget: Budget
) -> Patch:
    """What a text says; `suggested` is the format that its name suggests."""
    page = Page(buffer, budget)
    if plain := _read_plain(buffer, page, suggested, options):
        return _finish(plain, options)
    opened = find_calls(buffer, page, options, budget)
    if opened:
        return _read_opened(opened, suggested, options, budget)
    signal = page.find_signal(suggested, options)
    if signal is None:
        return Patch(suggested, buffer, problems=tell_nothing(buffer, page))
    return _finish(read_page(page, buffer, signal, options), options)


def _read_plain(
    buffer: Buffer, page: Page, suggested: FormatSpec | None, options: Options
) -> Patch | None:
    """What a text says that is nothing but a patch as its format has it, as most are: no prose and no
    row that needs a second look. What reads like a fence or a call in it is content.
    """
    text = buffer.text
    if page.plain is not buffer or "\r" in text:
        return None
    for spec in FORMATS:
        if text.startswith(spec.plain_openings) and not spec.profile_of:
            files = spec.read_plain(buffer, options)
            if files:
                return Patch(in_profile(spec, suggested, options), buffer, files)
    return None


def find_calls(
    buffer: Buffer, page: Page, options: Options, budget: Budget, *, reads: bool = True
) -> Opened | None:
    """What a text says in calls of tools; what is part of a patch in it is none of them."""
    if not may_call(buffer.text):
        return None
    return _open_calls(buffer, page, options, budget, reads)


def _open_calls(
    buffer: Buffer,
    page: Page,
    options: Options,
    budget: Budget,
    reads: bool,
    content: Sequence[Span] = (),
) -> Opened | None:
    """The same for a text that may hold calls; `content` are sections of a patch in it that are known to
    hold what reads like them.
    """
    page.find_ignored = partial(find_ignored, buffer, options, budget)
    if not content and _holds_all_calls(buffer, page, options):
        return None
    opened = open_calls(buffer, options, budget, content, reads=reads)
    if isinstance(opened, list):
        page.find_ignored = partial(list, opened)
        return None
    if not opened.changes and not opened.rows and _has_rest(buffer, opened):
        return None
    signal = find_strong_signal(page.seen.lines, 0, len(page.seen.lines))
    if signal is None or not find_strong_signal(*without(buffer, opened.extents)):
        return opened
    sections = [change.span for change in read_page(page, buffer, signal, options).files]
    outside = _not_in(sections, opened.extents)
    if not outside:
        return None
    held = sorted({*opened.extents}.difference(outside))
    holding = [
        section
        for section in _not_in(outside, sections)
        if bisect_left(held, (section.start,)) < bisect_left(held, (section.end,))
    ]
    if not holding or content:
        return opened
    return _open_calls(buffer, page, options, budget, reads, holding)


def _not_in(stretches: Sequence[Span], spans: Sequence[Span]) -> list[Span]:
    """Those of some spans that do not start in one of these stretches."""
    around = sorted(stretches)
    behind = [0, *accumulate((stretch.end for stretch in around), max)]
    return [span for span in spans if span.start >= behind[bisect_right(around, (span.start, inf))]]


def _holds_all_calls(buffer: Buffer, page: Page, options: Options) -> bool:
    """Whether nothing outside of a patch may open a call: then what reads as one is content, and need
    not be looked for, which takes longer than to read the patch.
    """
    above = next((row for row, line in enumerate(buffer.lines) if _MAY_OPEN.search(line)), 0)
    signal = find_strong_signal(page.seen.lines, 0, len(page.seen.lines))
    if signal is None or not find_strong_signal(page.seen.lines, 0, above):
        return False
    at = 0
    for start, end in sorted(
        change.span for change in read_page(page, buffer, signal, options).files
    ):
        if _MAY_OPEN.search(buffer.text, at, max(at, start)):
            return False
        at = max(at, end)
    return not _MAY_OPEN.search(buffer.text, at)


def _page_of(opened: Opened, budget: Budget) -> Page:
    """What holds patches of what was found in calls, as its rows are read."""
    buffer = opened.buffer
    lines = buffer.lines[: opened.rows]
    for hole in opened.holes:  # what is left of such a row says nothing of what stands below it
        lines[buffer.row(hole)] = ""
    return Page(buffer.seen_as(lines, buffer.starts[: opened.rows]), budget, opened.holes)


def _has_rest(buffer: Buffer, opened: Opened) -> bool:
    """Whether something stands beside calls in a format without marks of its own."""
    lines, _, _ = without(buffer, opened.extents)
    return find_rest(find_unmarked("\n".join(lines)), lines) is not None


def signal_beside(
    opened: Opened, suggested: FormatSpec | None, options: Options, budget: Budget
) -> Signal | None:
    """What there is beside string edits in the text that was taken out of calls and gathered around
    them.
    """
    return _page_of(opened, budget).find_signal(suggested, options) if opened.rows else None


def is_beside(opened: Opened, signal: Signal) -> bool:
    """Whether there is nothing beside calls but what a format without marks of its own makes of it."""
    return opened.changes and signal.format.read_rest is not None


def _read_opened(
    opened: Opened, suggested: FormatSpec | None, options: Options, budget: Budget
) -> Patch:
    """Read what was taken out of calls, and hold it to what stands beside it there."""
    patch = Patch(opened.format, opened.buffer, wrapped_in=opened.wrapped_in)
    page = _page_of(opened, budget) if opened.rows else None
    signal = page.find_signal(suggested, options) if page else None
    if page and signal:
        if is_beside(opened, signal):
            read_unmarked(page, opened.format, patch.files, patch.problems, options)
            if opened.claims:  # what stands in them would be lost
                patch.problems.append(mixed(page.plain, opened.format, signal))
        else:
            patch.format = signal.format
            read_onto(patch, page, signal, options)
        keep_claims(opened.claims, patch.files, patch.problems)
    for change in opened.files:
        change.format = None if patch.format is opened.format else opened.format
    patch.files = sorted(
        [*patch.files, *opened.files], key=lambda change: opened.buffer.shown(change.span)
    )
    patch.problems += opened.problems
    if not patch.files and all(found.severity > Severity.ERROR for found in patch.problems):
        message = "No patch that is still to be applied was found here."
        patch.problems.append(problem("no_patch", Span(0, len(opened.buffer.text)), message))
    return _finish(patch, options)


def _finish(patch: Patch, options: Options) -> Patch:
    """Put what was read in order: which part is which, and which of them a problem is about."""
    parts = patch.parts
    if len(parts) > options.max_parts:
        text = patch.buffer.outer.text
        flaw = too_large(text, len(parts), "part", options.max_parts)
        patch.files.clear()
        let_go(parts)
        return Patch(patch.format, patch.buffer, problems=[flaw])
    patch.problems.sort(key=lambda found: (found.span, found.severity))
    patch.number_parts()
    for part in parts:
        part.lines = in_columns(part.lines)
    if "\r" in patch.buffer.text and DOUBLED in patch.buffer.text:
        _judge_doubled(patch)
    _assign_parts(patch)
    return patch


def _judge_doubled(patch: Patch) -> None:
    """Tell of line ends that a tool has doubled, and refuse parts in which only some are."""
    buffer = patch.buffer
    row = buffer.row(buffer.text.index(DOUBLED))
    message = "Lines end in CR CR LF here: a tool has doubled their ends. Each is read as one."
    patch.problems.append(problem("mixed_line_endings", buffer.trimmed(row), message))
    for part in patch.parts:
        ends = {buffer.end(line.span.end) for line in part.lines} - {""}
        if DOUBLED in ends and len(ends) > 1:
            part.broken = True
            message = "Only some lines of this part end in CR CR LF, so which line ends are doubled cannot be told. Write it anew."
            patch.problems.append(
                problem("mixed_line_endings", part.header, message, severity=Severity.ERROR)
            )
    patch.problems.sort(key=lambda found: (found.span, found.severity))


def _assign_parts(patch: Patch) -> None:
    """Tell each problem which part it lies in; both are in the order of the text."""
    parts = sorted(patch.parts, key=lambda part: part.span) if patch.problems else []
    at = 0
    for found in patch.problems:
        while at < len(parts) and parts[at].span.end < found.span.start:
            at += 1
        if found.part is None and at < len(parts) and parts[at].span.start <= found.span.start:
            found.part = parts[at].index

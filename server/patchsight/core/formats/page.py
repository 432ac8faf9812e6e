"""A page: the rows of a text, and the patches that stand on it, one after the other, each in the format
that gives itself away there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from patchsight.core.formats.detect import (
    Signal,
    find_rest,
    find_signal,
    find_unmarked,
)
from patchsight.core.formats.effort import pay_for_rows
from patchsight.core.formats.envelopes import judge_commands
from patchsight.core.formats.framing import find_regions, note_between, note_tail
from patchsight.core.formats.layout import (
    Block,
    Leftovers,
    is_all,
    without_contents,
    without_list_indents,
)
from patchsight.core.formats.noise import Noise, Rows
from patchsight.core.formats.registry import FORMATS
from patchsight.core.formats.spec import FormatSpec, Frame
from patchsight.core.model.budget import Budget
from patchsight.core.model.patch import FileChange, Kind, Op, Options, Patch
from patchsight.core.model.problems import Problem, Severity, problem
from patchsight.core.text.buffer import BOM, DOUBLED, Buffer, Span
from patchsight.core.text.lazy import cached_property

_HEAD = 2  #: rows of a head


class Page:
    """The rows of a text as they are read: fences inside of a list without its indentation."""

    def __init__(self, buffer: Buffer, budget: Budget, holes: Sequence[int] = ()) -> None:
        pay_for_rows(budget, buffer)
        self.read: tuple[Signal, Patch] | None = None  #: what it was read as
        #: what there is to say of its calls, if none of them changes a file
        self.find_ignored: Callable[[], list[Problem]] = list
        self.plain = without_list_indents(buffer)
        #: rows from which calls of tools were taken out
        self.holes = [buffer.row(hole) for hole in holes]

    @cached_property
    def unmarked(self) -> list[FormatSpec]:
        """The formats without marks of their own that it may hold something of."""
        return find_unmarked(self.plain.text)

    @cached_property
    def has_head(self) -> bool:
        """Whether its first rows are the head of a patch: what stands below belongs to that, whatever
        it reads like.
        """
        first = "\n".join([*self.plain.lines[:_HEAD], ""])
        return any(spec.frame is not None and first in spec.frame.heads for spec in FORMATS)

    @cached_property
    def seen(self) -> Buffer:
        """The rows as formats see them that have marks of their own."""
        return self.plain if self.has_head else without_contents(self.plain, self.unmarked)

    def find_signal(self, suggested: FormatSpec | None, options: Options) -> Signal | None:
        return find_signal(_lines(self.seen), suggested, options) or self.find_rest()

    def find_rest(self) -> Signal | None:
        """What there is in a format without marks of its own."""
        return find_rest(self.unmarked, _lines(self.plain))


def _lines(buffer: Buffer) -> list[str]:
    """The rows of a text without its byte order mark."""
    lines = buffer.lines
    return [lines[0][1:], *lines[1:]] if buffer.text.startswith(BOM) else lines


def read_page(page: Page, buffer: Buffer, signal: Signal, options: Options) -> Patch:
    """What stands on a page, in the format that gives itself away there; it is read once."""
    if page.read is None or page.read[0] != signal:
        page.read = signal, Patch(signal.format, buffer)
        read_onto(page.read[1], page, signal, options)
    return page.read[1]


def read_onto(patch: Patch, page: Page, signal: Signal, options: Options) -> None:
    """Read what stands in the buffer of a patch, as its rows are seen."""
    seen = page.plain if signal.format.read_rest else page.seen
    problems: list[Problem] = []
    spec, last = signal.format, len(seen.lines)
    if spec.frame:
        files = _read_framed(seen, signal, spec.frame, problems, options)
    else:
        files = spec.parse(seen, 0, last, problems, options)
    if spec.read_session:
        patch.session = spec.read_session(seen, 0, last, problems)
    if files:
        _read_rest(page, seen, spec, files, problems, options)
        judge_commands(seen, files, problems)
    harmless = all(found.severity > Severity.ERROR for found in problems)
    if not files and harmless and patch.session is None and not spec.reports_emptiness:
        problems += tell_nothing(patch.buffer, page)
    for change in files if "\r" in patch.buffer.text and spec.policy.keeps_bytes else ():
        _set_newline(change, patch.buffer)
    patch.files, patch.problems = files, problems


def _read_framed(
    buffer: Buffer, signal: Signal, frame: Frame, problems: list[Problem], options: Options
) -> list[FileChange]:
    rows = Rows(buffer)
    noise = Noise(rows)
    files: list[FileChange] = []
    regions = find_regions(signal, frame, rows, noise)
    for first, last in regions:
        files += signal.format.parse(buffer, first, last, problems, options)
    if frame.tells_tail:
        note_between(files, buffer, noise)
    if frame.tells_tail and regions[-1][1] == len(rows.lines):
        note_tail(files, problems, buffer, noise)
    if files and (note := noise.problem()):
        problems.append(note)
    return files


def _read_rest(
    page: Page,
    seen: Buffer,
    spec: FormatSpec,
    files: list[FileChange],
    problems: list[Problem],
    options: Options,
) -> None:
    """Read patches in other formats that follow the first one as blocks of their own; nothing that
    reads as part of a patch is passed over.
    """
    heads = spec.frame.heads if spec.frame and page.has_head else ()
    if is_all(seen.text, files, heads) and (heads or not page.unmarked):
        return
    own = [other for other in FORMATS if other.syntax == spec.syntax]
    rest = Leftovers(seen, files)
    if not _read_others(rest, spec, own, files, problems, options):
        return
    if read_unmarked(page, spec, files, problems, options):
        rest = Leftovers(seen, files)
    files.sort(key=lambda change: change.span)
    stray = rest.find_stray()
    if stray is not None and all(found.severity > Severity.ERROR for found in problems):
        message = "This hunk stands outside of the patch and would be lost. Put it below the file it belongs to, or remove it."
        problems.append(problem("misplaced_line", seen.trimmed(stray), message))


def _read_others(
    rest: Leftovers,
    spec: FormatSpec,
    own: Sequence[FormatSpec],
    files: list[FileChange],
    problems: list[Problem],
    options: Options,
) -> bool:
    """Read the blocks in other formats; False if one of them cannot be, or not all of it."""
    for other, block in rest.others(own):
        # what was passed over as prose is none
        problems[:] = _without_noise(problems)
        told: list[Problem] = []
        more = _read_block(rest.buffer, spec, other.format, block, told, options)
        unread = rest.find_below(block, more, own) if more else other
        if unread:
            problems.append(mixed(rest.buffer, other.format if more else spec, unread))
            return False
        files += more
        problems += _without_noise(told)
    return True


def read_unmarked(
    page: Page,
    spec: FormatSpec,
    files: list[FileChange],
    problems: list[Problem],
    options: Options,
) -> bool:
    """Read what a format without marks of its own makes of the rest: whether there is anything.
    Beside parts that edit, the whole text of a file may only make one: over a file that is there,
    which of the two was written knowing of the other cannot be told.
    """
    own, plain = len(files), page.plain
    for other in page.unmarked:
        if other.read_rest is None or other is spec:
            continue
        told: list[Problem] = []
        taken = Leftovers(plain, files).taken
        for row in page.holes:
            taken[row] = 1
        for found in problems:  # what reads as a broken part of a patch is no text of a file
            if found.severity is Severity.ERROR:
                taken[plain.row(found.span.start)] = 1
        more = other.read_rest(plain, taken, told, options)
        if more and spec.policy.paths_from_patch:
            told.append(mixed(plain, spec, Signal(other, plain.row(more[0].span.start))))
            more = []
        if told or more:
            problems[:] = [*_without_noise(problems), *told]
        for change in more:
            change.op = Op.CREATE if change.op is Op.REPLACE else change.op
            change.format = other
        files += more
    return len(files) > own


def _read_block(
    buffer: Buffer,
    spec: FormatSpec,
    other: FormatSpec,
    block: Block,
    problems: list[Problem],
    options: Options,
) -> list[FileChange]:
    """The sections of a block in another format than the patch before it; none if what it is part
    of cannot be told: where its paths start, or where it ends.
    """
    if spec.policy.paths_from_patch or other.policy.paths_from_patch:
        return []
    first = block.head if other.named_above else block.first
    files = other.parse(buffer, first, block.last, problems, options)
    if block.fence is None and any(found.code == "missing_envelope" for found in problems):
        return []
    for change in files:
        change.format = other
    return files


def _without_noise(problems: list[Problem]) -> list[Problem]:
    return [found for found in problems if found.code != "surrounding_noise"]


def mixed(seen: Buffer, spec: FormatSpec, other: Signal) -> Problem:
    message = (
        f"A {other.format.title} patch starts here, but the text is a {spec.title} patch so far, and the two cannot be "
        "told apart. Write one format, or each in a fence of its own."
    )
    return problem("mixed_formats", seen.trimmed(other.row), message)


def _set_newline(change: FileChange, buffer: Buffer) -> None:
    """A file that is made has the line ends of its lines in the patch."""
    lines = [line for part in change.parts for line in part.lines]
    if change.op not in (Op.RENAME, Op.DELETE) and all(line.kind is Kind.ADDED for line in lines):
        ends = Counter(end for line in lines if (end := buffer.end(line.span.end)))
        change.newline = max(ends, key=ends.__getitem__, default="\n").replace(DOUBLED, "\r\n")


def tell_nothing(buffer: Buffer, page: Page) -> list[Problem]:
    """That a text holds no patch, and which calls in it are none."""
    return [_no_patch(buffer), *page.find_ignored()]


def _no_patch(buffer: Buffer) -> Problem:
    rows = Rows(buffer)
    row = rows.next_filled(0, len(rows.lines))
    if row == len(rows.lines):
        return problem("no_patch", Span(0, 0), "The text is empty: there is no patch in it.")
    line = rows.lines[row].lstrip()
    reason = (
        "The text reads as JSON, but nothing in it changes a file."
        if re.match(r"\{|\[\s*(?:$|[{\[\"\d])", line)
        else "No patch was found here."
    )
    return problem(
        "no_patch",
        rows.trimmed(row),
        f"{reason} A patch starts with {_openings()}.",
    )


def _openings() -> str:
    """How patches start, one way for each syntax."""
    openings = list(dict.fromkeys(spec.opening for spec in FORMATS))
    return f"{', '.join(openings[:-1])}, or {openings[-1]}"

"""The formats: which one a text is in, what it says, and how to write it.

`spec` says what a format is, `registry` lists them, and each has a package that holds all that is
particular to it, loaded when a text needs it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate
from math import inf

from patchsight.core.formats.detect import (
    Signal,
    find_rest,
    find_signal,
    find_strong_signal,
    find_unmarked,
    in_profile,
    suggest_format,
)
from patchsight.core.formats.effort import pay_for_rows, steps_for
from patchsight.core.formats.envelopes import judge_commands, keep_claims
from patchsight.core.formats.framing import begins_with, find_regions, note_between, note_tail
from patchsight.core.formats.layout import (
    Block,
    Leftovers,
    is_all,
    without_contents,
    without_list_indents,
)
from patchsight.core.formats.noise import Noise, Rows
from patchsight.core.formats.opening import Opened, find_ignored, may_call, open_calls, without
from patchsight.core.formats.registry import FORMATS
from patchsight.core.formats.spec import FormatSpec, Frame
from patchsight.core.model.budget import Budget, ExhaustedError
from patchsight.core.model.hunk_lines import in_columns
from patchsight.core.model.patch import FileChange, Kind, Op, Options, Patch
from patchsight.core.model.problems import Problem, Severity, problem
from patchsight.core.model.record import replace
from patchsight.core.text.buffer import BOM, DOUBLED, Buffer, Span, split_lines
from patchsight.core.text.lazy import cached_property
from patchsight.core.text.phrases import count
from patchsight.core.text.pieces import let_go

_DEFAULTS = Options()
#: What a call may begin with.
_MAY_OPEN = re.compile(r"\"?[{\[]|<(?:\w+:)?(?:invoke|edits)\b")


def recognise(
    text: str, name: str = "", options: Options = _DEFAULTS, language: str = ""
) -> FormatSpec | None:
    """The format a text is in, or else the one its name suggests. One that it takes too long to read
    raises `ExhaustedError`.
    """
    suggested = suggest_format(name, language, options)
    buffer, budget = Buffer(text, joins=True), Budget(steps_for(options))
    page = _Page(buffer, budget)
    opened = _open(buffer, page, options, budget, reads=False)
    if opened is None:
        signal = page.find_signal(suggested, options)
        return signal.format if signal else suggested
    signal = _signal_in(opened, suggested, options, budget)
    if signal:
        return opened.format if _is_beside(opened, signal) else signal.format
    return opened.format if opened.is_call else suggested


def begins_with_patch(text: str) -> bool:
    """Whether a text is a patch from its first row on, whatever stands below it. One that it takes
    too long to read raises `ExhaustedError`.
    """
    buffer, budget = Buffer(text, joins=True), Budget(steps_for(_DEFAULTS))
    page = _Page(buffer, budget)
    if _open(buffer, page, _DEFAULTS, budget, reads=False):
        return text.lstrip(f"{BOM} \t\r\n")[:1] in ("{", "[")
    signal = page.find_signal(None, _DEFAULTS)
    return signal is not None and begins_with(signal, Rows(page.plain))


def parse(text: str, name: str = "", options: Options = _DEFAULTS, language: str = "") -> Patch:
    """What a text says, whatever is wrong with it."""
    buffer = Buffer(text, joins=True)
    suggested = suggest_format(name, language, options)
    if flaw := _measure(text, options):
        return Patch(suggested, buffer, problems=[flaw])
    budget = Budget(steps_for(options))
    try:
        patch = _parse(buffer, suggested, options, budget)
    except ExhaustedError:
        return Patch(suggested, buffer, problems=[_too_long(buffer, options)])
    patch.steps = steps_for(options) - budget.left
    return patch


def render(patch: Patch, wanted: FormatSpec | None = None) -> str:
    """A patch as text in its own format or another one; ask `cannot_say` first."""
    target = wanted or patch.format
    return render_files(patch.files, target) if target else ""


def render_files(files: list[FileChange], wanted: FormatSpec) -> str:
    """File changes as text in a format; ask `cannot_say` first."""
    if wanted.policy.keeps_bytes:
        files = [_with_line_ends(change) for change in files]
    return wanted.render(files)


def _with_line_ends(change: FileChange) -> FileChange:
    """A new file says its line ends by those of its lines; what is written ends in a line feed."""
    if change.newline != "\r\n":
        return change
    parts = [
        replace(part, lines=tuple(line._replace(text=line.text + "\r") for line in part.lines))
        for part in change.parts
    ]
    return replace(change, parts=parts)


# ---- reading


def _parse(buffer: Buffer, suggested: FormatSpec | None, options: Options, budget: Budget) -> Patch:
    page = _Page(buffer, budget)
    if plain := _read_plain(buffer, page, suggested, options):
        return _finish(plain, options)
    opened = _open(buffer, page, options, budget)
    if opened:
        return _read_opened(opened, suggested, options, budget)
    signal = page.find_signal(suggested, options)
    if signal is None:
        return Patch(suggested, buffer, problems=_tell_nothing(buffer, page))
    return _finish(_read_page(page, buffer, signal, options), options)


def _read_plain(
    buffer: Buffer, page: _Page, suggested: FormatSpec | None, options: Options
) -> Patch | None:
    """What a text says that is nothing but a patch as its format has it, as most are: no prose and no
    row that needs a second look. What reads like a fence or a call in it is content.
    """
    text = buffer.text
    if page.plain is not buffer or "\r" in text:
        return None
    for spec in FORMATS:
        if text.startswith(spec.plain_openings) and not spec.profile_of:
            files = spec.read_plain(buffer)
            if files:
                return Patch(in_profile(spec, suggested, options), buffer, files)
    return None


class _Page:
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
    def seen(self) -> Buffer:
        """The rows as formats see them that have marks of their own."""
        return without_contents(self.plain, self.unmarked)

    def find_signal(self, suggested: FormatSpec | None, options: Options) -> Signal | None:
        return find_signal(_lines(self.seen), suggested, options) or self.find_rest()

    def find_rest(self) -> Signal | None:
        """What there is in a format without marks of its own."""
        return find_rest(self.unmarked, _lines(self.plain))


def _lines(buffer: Buffer) -> list[str]:
    """The rows of a text without its byte order mark."""
    lines = buffer.lines
    return [lines[0][1:], *lines[1:]] if buffer.text.startswith(BOM) else lines


def _open(
    buffer: Buffer, page: _Page, options: Options, budget: Budget, *, reads: bool = True
) -> Opened | None:
    """What a text says in calls of tools; what is part of a patch in it is none of them."""
    if not may_call(buffer.text):
        return None
    return _open_calls(buffer, page, options, budget, reads)


def _open_calls(
    buffer: Buffer,
    page: _Page,
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
    sections = [change.span for change in _read_page(page, buffer, signal, options).files]
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


def _holds_all_calls(buffer: Buffer, page: _Page, options: Options) -> bool:
    """Whether nothing outside of a patch may open a call: then what reads as one is content, and need
    not be looked for, which takes longer than to read the patch.
    """
    above = next((row for row, line in enumerate(buffer.lines) if _MAY_OPEN.search(line)), 0)
    signal = find_strong_signal(page.seen.lines, 0, len(page.seen.lines))
    if signal is None or not find_strong_signal(page.seen.lines, 0, above):
        return False
    at = 0
    for start, end in sorted(
        change.span for change in _read_page(page, buffer, signal, options).files
    ):
        if _MAY_OPEN.search(buffer.text, at, max(at, start)):
            return False
        at = max(at, end)
    return not _MAY_OPEN.search(buffer.text, at)


def _read_page(page: _Page, buffer: Buffer, signal: Signal, options: Options) -> Patch:
    """What stands on a page, in the format that gives itself away there; it is read once."""
    if page.read is None or page.read[0] != signal:
        page.read = signal, Patch(signal.format, buffer)
        _read(page.read[1], page, signal, options)
    return page.read[1]


def _page_of(opened: Opened, budget: Budget) -> _Page:
    """What holds patches of what was found in calls, as its rows are read."""
    buffer = opened.buffer
    lines = buffer.lines[: opened.rows]
    for hole in opened.holes:  # what is left of such a row says nothing of what stands below it
        lines[buffer.row(hole)] = ""
    return _Page(buffer.seen_as(lines, buffer.starts[: opened.rows]), budget, opened.holes)


def _has_rest(buffer: Buffer, opened: Opened) -> bool:
    """Whether something stands beside calls in a format without marks of its own."""
    lines, _, _ = without(buffer, opened.extents)
    return find_rest(find_unmarked("\n".join(lines)), lines) is not None


def _signal_in(
    opened: Opened, suggested: FormatSpec | None, options: Options, budget: Budget
) -> Signal | None:
    """What there is beside string edits in the text that was taken out of calls and gathered around
    them.
    """
    return _page_of(opened, budget).find_signal(suggested, options) if opened.rows else None


def _is_beside(opened: Opened, signal: Signal) -> bool:
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
        if _is_beside(opened, signal):
            _read_unmarked(page, opened.format, patch.files, patch.problems, options)
            if opened.claims:  # what stands in them would be lost
                patch.problems.append(_mixed(page.plain, opened.format, signal))
        else:
            patch.format = signal.format
            _read(patch, page, signal, options)
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


def _read(patch: Patch, page: _Page, signal: Signal, options: Options) -> None:
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
        problems += _tell_nothing(patch.buffer, page)
    for change in files if "\r" in patch.buffer.text and spec.policy.keeps_bytes else ():
        _set_newline(change, patch.buffer)
    patch.files, patch.problems = files, problems


def _finish(patch: Patch, options: Options) -> Patch:
    """Put what was read in order: which part is which, and which of them a problem is about."""
    parts = patch.parts
    if len(parts) > options.max_parts:
        text = patch.buffer.outer.text
        flaw = _too_large(text, len(parts), "part", options.max_parts)
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


def _read_rest(
    page: _Page,
    seen: Buffer,
    spec: FormatSpec,
    files: list[FileChange],
    problems: list[Problem],
    options: Options,
) -> None:
    """Read patches in other formats that follow the first one as blocks of their own; nothing that
    reads as part of a patch is passed over.
    """
    if not page.unmarked and is_all(seen.text, files):
        return
    own = [other for other in FORMATS if other.syntax == spec.syntax]
    rest = Leftovers(seen, files)
    for other, block in rest.others(own):
        # what was passed over as prose is none
        problems[:] = _without_noise(problems)
        told: list[Problem] = []
        more = _read_block(rest.buffer, spec, other.format, block, told, options)
        if not more:
            problems.append(_mixed(seen, spec, other))
            return
        files += more
        problems += _without_noise(told)
    if _read_unmarked(page, spec, files, problems, options):
        rest = Leftovers(seen, files)
    files.sort(key=lambda change: change.span)
    stray = rest.find_stray()
    if stray is not None and all(found.severity > Severity.ERROR for found in problems):
        message = "This hunk stands outside of the patch and would be lost. Put it below the file it belongs to, or remove it."
        problems.append(problem("misplaced_line", seen.trimmed(stray), message))


def _read_unmarked(
    page: _Page,
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
            told.append(_mixed(plain, spec, Signal(other, plain.row(more[0].span.start))))
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


def _mixed(seen: Buffer, spec: FormatSpec, other: Signal) -> Problem:
    message = (
        f"A {other.format.title} patch starts here, but the text is a {spec.title} patch so far, and the two cannot be "
        "told apart. Write one format, or each in a fence of its own."
    )
    return problem("mixed_formats", seen.trimmed(other.row), message)


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


def _set_newline(change: FileChange, buffer: Buffer) -> None:
    """A file that is made has the line ends of its lines in the patch."""
    lines = [line for part in change.parts for line in part.lines]
    if change.op not in (Op.RENAME, Op.DELETE) and all(line.kind is Kind.ADDED for line in lines):
        ends = Counter(end for line in lines if (end := buffer.end(line.span.end)))
        change.newline = max(ends, key=ends.__getitem__, default="\n").replace(DOUBLED, "\r\n")


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


def _measure(text: str, options: Options) -> Problem | None:
    """What is too much about a text, before anything in it is read."""
    if len(text) > options.max_patch_bytes:
        return _too_large(text, len(text), "character", options.max_patch_bytes)
    returns = text.count("\r")
    lines = 1 + text.count("\n") + (returns and returns - text.count("\r\n"))
    return _too_large(text, lines, "line", options.max_lines) if lines > options.max_lines else None


def _too_large(text: str, count: int, noun: str, limit: int) -> Problem:
    message = f"The text has {count:,} {noun}s; the limit is {limit:,} {noun}s. Split the patch."
    return problem("patch_too_large", _head(text), message)


def _head(text: str) -> Span:
    """Where something is said of a text as a whole: in its first row."""
    head = split_lines(text[:200])
    return Span(0, len(head[0]) if head else 0)


def _too_long(buffer: Buffer, options: Options) -> Problem:
    characters, lines = count(len(buffer.text), "character"), count(len(buffer.lines), "line")
    message = (
        f"The text has {characters} in {lines}. To read it takes more than {options.max_steps:,} steps, the limit for an "
        "answer, so nothing of it is read. Split the patch, or use the command line, which takes its time."
    )
    return problem("budget_exceeded", _head(buffer.text), message)


def _tell_nothing(buffer: Buffer, page: _Page) -> list[Problem]:
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

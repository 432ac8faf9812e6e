"""The formats: which one a text is in, what it says, and how to write it.

`spec` says what a format is, `registry` lists them, and each has a package that holds all that is
particular to it, loaded when a text needs it.
"""

from __future__ import annotations

import re
from collections import Counter

from patchsight.core.formats.detect import (
    Signal,
    find_signal,
    find_strong_signal,
    suggest_format,
)
from patchsight.core.formats.envelopes import (
    Opened,
    judge_commands,
    keep_claims,
    open_envelope,
)
from patchsight.core.formats.framing import begins_with, find_regions, note_between, note_tail
from patchsight.core.formats.layout import Block, Leftovers, without_list_indents
from patchsight.core.formats.noise import Noise, Rows
from patchsight.core.formats.registry import FORMATS, V4A
from patchsight.core.formats.spec import FormatSpec, Frame
from patchsight.core.model.patch import FileChange, Kind, Op, Options, Patch, Session
from patchsight.core.model.problems import Problem, Severity, problem
from patchsight.core.model.record import replace
from patchsight.core.text.buffer import BOM, DOUBLED, Buffer, Span, split_lines

_DEFAULTS = Options()


def recognise(
    text: str, name: str = "", options: Options = _DEFAULTS, language: str = ""
) -> FormatSpec | None:
    """The format a text is in, or else the one its name suggests."""
    suggested = suggest_format(name, language, options)
    buffer = Buffer(text, joins=True)
    seen = without_list_indents(buffer)
    opened = _open(buffer, seen)
    if opened and opened.holds_patch:
        seen = without_list_indents(opened.buffer)
    signal = _find_signal(seen, suggested, options)
    if signal is None and opened and opened.is_call:
        return suggested or V4A  # whose tool is the one that is called
    return signal.format if signal else suggested


def begins_with_patch(text: str) -> bool:
    """Whether a text is a patch from its first row on, whatever stands below it."""
    buffer = Buffer(text, joins=True)
    seen = without_list_indents(buffer)
    if _open(buffer, seen):
        return text.lstrip(f"{BOM} \t\r\n")[:1] in ("{", "[")
    signal = _find_signal(seen, None, _DEFAULTS)
    return signal is not None and begins_with(signal, Rows(seen))


def parse(text: str, name: str = "", options: Options = _DEFAULTS, language: str = "") -> Patch:
    """What a text says, whatever is wrong with it."""
    buffer = Buffer(text, joins=True)
    suggested = suggest_format(name, language, options)
    if flaw := _measure(text, options):
        return Patch(suggested, buffer, problems=[flaw])
    seen = without_list_indents(buffer)
    if opened := _open(buffer, seen):
        return _read_opened(opened, suggested, options)
    signal = _find_signal(seen, suggested, options)
    if signal is None:
        return Patch(suggested, buffer, problems=[_no_patch(buffer)])
    return _read(buffer, seen, signal, options)


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


def _find_signal(buffer: Buffer, suggested: FormatSpec | None, options: Options) -> Signal | None:
    lines = buffer.lines
    if buffer.text.startswith(BOM):
        lines = [lines[0][1:], *lines[1:]]
    return find_signal(lines, suggested, options)


def _open(buffer: Buffer, seen: Buffer) -> Opened | None:
    """The patch that a text holds in JSON; what reads as a patch by itself does not."""
    if buffer.text.lstrip(f"{BOM} \t\r\n")[:1] not in ("{", "[") and find_strong_signal(
        seen.lines, 0, len(seen.lines)
    ):
        return None
    return open_envelope(buffer)


def _read_opened(opened: Opened, suggested: FormatSpec | None, options: Options) -> Patch:
    """Read the patch that was taken out of what it came in, and hold it to what stands there."""
    seen = without_list_indents(opened.buffer)
    signal = _find_signal(seen, suggested, options) if opened.holds_patch else None
    if signal is None:
        problems = list(opened.problems)
        if all(found.severity > Severity.ERROR for found in problems):
            message = "No patch that is still to be applied was found here."
            problems.append(problem("no_patch", Span(0, len(opened.buffer.text)), message))
        return Patch(suggested, opened.buffer, problems=problems)
    patch = _read(opened.buffer, seen, signal, options)
    keep_claims(opened, patch.files, patch.problems)
    patch.problems += opened.problems
    patch.problems.sort(key=lambda found: (found.span, found.severity))
    patch.wrapped_in = opened.wrapped_in
    return patch


def _read(buffer: Buffer, seen: Buffer, signal: Signal, options: Options) -> Patch:
    """Read what stands in a buffer, as its rows are `seen`."""
    problems: list[Problem] = []
    session: Session | None = None
    spec, last = signal.format, len(seen.lines)
    if spec.frame:
        files = _read_framed(seen, signal, spec.frame, problems, options)
    else:
        files = spec.parse(seen, 0, last, problems, options)
    if spec.read_session:
        session = spec.read_session(seen, 0, last, problems)
    if files:
        _read_rest(seen, spec, files, problems, options)
        judge_commands(seen, files, problems)
    harmless = all(found.severity > Severity.ERROR for found in problems)
    if not files and harmless and session is None and not spec.reports_emptiness:
        problems.append(_no_patch(buffer))
    problems.sort(key=lambda found: (found.span, found.severity))
    patch = Patch(spec, buffer, files, problems, session)
    if len(patch.parts) > options.max_parts:
        return Patch(
            spec,
            buffer,
            problems=[_too_large(buffer.text, len(patch.parts), "part", options.max_parts)],
        )
    patch.number_parts()
    if DOUBLED in buffer.text:
        _judge_doubled(patch)
    for change in files if "\r" in buffer.text and spec.policy.keeps_bytes else ():
        _set_newline(change, buffer)
    _assign_parts(patch)
    return patch


def _read_rest(
    seen: Buffer,
    spec: FormatSpec,
    files: list[FileChange],
    problems: list[Problem],
    options: Options,
) -> None:
    """Read patches in other formats that follow the first one as blocks of their own; nothing that
    reads as part of a patch is passed over.
    """
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
    files.sort(key=lambda change: change.span)
    stray = rest.find_stray()
    if stray is not None and all(found.severity > Severity.ERROR for found in problems):
        message = "This hunk stands outside of the patch and would be lost. Put it below the file it belongs to, or remove it."
        problems.append(problem("misplaced_line", seen.trimmed(stray), message))


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
    files = other.parse(buffer, block.first, block.last, problems, options)
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
    parts = sorted(patch.parts, key=lambda part: part.span)
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
    lines = 1 + text.count("\n") + text.count("\r") - text.count("\r\n")
    return _too_large(text, lines, "line", options.max_lines) if lines > options.max_lines else None


def _too_large(text: str, count: int, noun: str, limit: int) -> Problem:
    head = split_lines(text[:200])
    message = f"The text has {count:,} {noun}s; the limit is {limit:,} {noun}s. Split the patch."
    return problem("patch_too_large", Span(0, len(head[0]) if head else 0), message)


def _no_patch(buffer: Buffer) -> Problem:
    rows = Rows(buffer)
    row = rows.next_filled(0, len(rows.lines))
    if row == len(rows.lines):
        return problem("no_patch", Span(0, 0), "The text is empty: there is no patch in it.")
    line = rows.lines[row].lstrip()
    reason = (
        "The text reads as JSON; a patch is plain text."
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

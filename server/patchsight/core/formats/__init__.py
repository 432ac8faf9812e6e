"""The formats: which one a text is in, what it says, and how to write it.

`spec` says what a format is, `registry` lists them, and each has a package that holds all that is
particular to it, loaded when a text needs it.
"""

from __future__ import annotations

from patchsight.core.formats.detect import Signal, find_signal, suggest_format
from patchsight.core.formats.framing import find_regions, note_tail
from patchsight.core.formats.noise import Noise, Rows
from patchsight.core.formats.registry import FORMATS
from patchsight.core.formats.spec import FormatSpec, Frame
from patchsight.core.model.patch import FileChange, Options, Patch, Session
from patchsight.core.model.problems import Problem, Severity, problem
from patchsight.core.text.buffer import BOM, Buffer, Span, split_lines

_DEFAULTS = Options()


def recognise(
    text: str, name: str = "", options: Options = _DEFAULTS, language: str = ""
) -> FormatSpec | None:
    """The format a text is in, or else the one its name suggests."""
    suggested = suggest_format(name, language, options)
    signal = _find_signal(Buffer(text), suggested, options)
    return signal.format if signal else suggested


def parse(text: str, name: str = "", options: Options = _DEFAULTS, language: str = "") -> Patch:
    """What a text says, whatever is wrong with it."""
    buffer = Buffer(text)
    suggested = suggest_format(name, language, options)
    if flaw := _measure(text, options):
        return Patch(suggested, buffer, problems=[flaw])
    signal = _find_signal(buffer, suggested, options)
    if signal is None:
        return Patch(suggested, buffer, problems=[_no_patch(buffer)])
    return _read(buffer, signal, options)


def render(patch: Patch, wanted: FormatSpec | None = None) -> str:
    """A patch as text in its own format or another one; ask `limits.cannot_say` first."""
    target = wanted or patch.format
    return render_files(patch.files, target) if target else ""


def render_files(files: list[FileChange], wanted: FormatSpec) -> str:
    """File changes as text in a format; ask `limits.cannot_say` first."""
    return wanted.render(files)


# ---- reading


def _find_signal(buffer: Buffer, suggested: FormatSpec | None, options: Options) -> Signal | None:
    lines = buffer.lines
    if buffer.text.startswith(BOM):
        lines = [lines[0][1:], *lines[1:]]
    return find_signal(lines, suggested, options)


def _read(buffer: Buffer, signal: Signal, options: Options) -> Patch:
    problems: list[Problem] = []
    session: Session | None = None
    spec, last = signal.format, len(buffer.lines)
    if spec.frame:
        files = _read_framed(buffer, signal, spec.frame, problems, options)
    else:
        files = spec.parse(buffer, 0, last, problems, options)
    if spec.read_session:
        session = spec.read_session(buffer, 0, last, problems)
    harmless = all(found.severity > Severity.ERROR for found in problems)
    if not files and harmless and not spec.reports_emptiness:
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
    _assign_parts(patch)
    return patch


def _read_framed(
    buffer: Buffer, signal: Signal, frame: Frame, problems: list[Problem], options: Options
) -> list[FileChange]:
    rows = Rows(buffer)
    noise = Noise(rows)
    files: list[FileChange] = []
    regions = find_regions(signal, frame, rows, noise)
    for first, last in regions:
        files += signal.format.parse(buffer, first, last, problems, options)
    if frame.tells_tail and regions[-1][1] == len(rows.lines):
        note_tail(files, problems, buffer, noise)
    if files and (note := noise.problem()):
        problems.append(note)
    return files


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
        if line[:1] in "{["
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

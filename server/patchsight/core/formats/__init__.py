"""The formats: which one a text is in, what it says, and how to write it.

Each format is a module with `parse(buffer, first, last, problems, options)` and `render(files)`,
loaded when a text needs it. A new format is a new module, one line in `_MODULES`, and what gives it
away in `signals`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from patchsight.core.formats.framing import find_regions, note_tail
from patchsight.core.formats.noise import Noise, Rows
from patchsight.core.formats.signals import Signal, find_signal, find_weak_signal, suggest_format
from patchsight.core.model.patch import FileChange, Format, Options, Patch, Session
from patchsight.core.model.problems import Problem, Severity, problem
from patchsight.core.text.buffer import BOM, Buffer, Span, split_lines

_MODULES = {
    Format.AP: "ap",
    Format.UNIFIED: "unified",
    Format.V4A: "v4a.patch",
    Format.ZENPATCH: "zenpatch",
    Format.APPLYDIFF: "applydiff.patch",
}
_DEFAULTS = Options()


class FormatModule(Protocol):
    """What every format's module offers."""

    def parse(
        self, buffer: Buffer, first: int, last: int, problems: list[Problem], options: Options
    ) -> list[FileChange]: ...

    def render(self, files: list[FileChange]) -> str: ...


def recognise(
    text: str, name: str = "", options: Options = _DEFAULTS, language: str = ""
) -> Format | None:
    """The format a text is in, or else the one its name suggests."""
    suggested = _suggest(name, options, language)
    signal = _find_signal(Buffer(text), suggested, options)
    return signal.format if signal else suggested


def parse(text: str, name: str = "", options: Options = _DEFAULTS, language: str = "") -> Patch:
    """What a text says, whatever is wrong with it."""
    buffer = Buffer(text)
    suggested = _suggest(name, options, language)
    if flaw := _measure(text, options):
        return Patch(suggested, buffer, problems=[flaw])
    signal = _find_signal(buffer, suggested, options)
    if signal is None:
        return Patch(suggested, buffer, problems=[_no_patch(buffer)])
    return _read(buffer, signal, options)


def render(patch: Patch, wanted: Format | None = None) -> str:
    """A patch as text in its own format or another one; ask `limits.cannot_say` first."""
    target = wanted or patch.format
    return render_files(patch.files, target) if target else ""


def render_files(files: list[FileChange], wanted: Format) -> str:
    """File changes as text in a format; ask `limits.cannot_say` first."""
    return _load(wanted).render(files)


# ---- which format


def _suggest(name: str, options: Options, language: str) -> Format | None:
    suggested = suggest_format(name, language)
    return (
        Format.ZENPATCH
        if suggested is Format.V4A and options.v4a_profile == "zenpatch"
        else suggested
    )


def _find_signal(buffer: Buffer, suggested: Format | None, options: Options) -> Signal | None:
    lines = buffer.lines
    if buffer.text.startswith(BOM):
        lines = [lines[0][1:], *lines[1:]]
    signal = find_signal(lines, 0, len(lines)) or find_weak_signal(lines, suggested)
    is_strict = suggested is Format.ZENPATCH or options.v4a_profile == "zenpatch"
    return (
        signal._replace(format=Format.ZENPATCH)
        if signal and signal.format is Format.V4A and is_strict
        else signal
    )


# ---- reading


def _load(wanted: Format) -> FormatModule:
    return cast(FormatModule, import_module(f"{__name__}.{_MODULES[wanted]}"))


def _read(buffer: Buffer, signal: Signal, options: Options) -> Patch:
    problems: list[Problem] = []
    session: Session | None = None
    if signal.format in (Format.AP, Format.UNIFIED):
        files = _read_framed(buffer, signal, problems, options)
    else:
        files = _load(signal.format).parse(buffer, 0, len(buffer.lines), problems, options)
    if signal.format is Format.APPLYDIFF:
        from patchsight.core.formats.applydiff.patch import read_session

        session = read_session(buffer, 0, len(buffer.lines), problems)
    if (
        not files
        and signal.format is not Format.AP
        and all(found.severity > Severity.ERROR for found in problems)
    ):
        problems.append(_no_patch(buffer))
    problems.sort(key=lambda found: (found.span, found.severity))
    patch = Patch(signal.format, buffer, files, problems, session)
    if len(patch.parts) > options.max_parts:
        return Patch(
            signal.format,
            buffer,
            problems=[_too_large(buffer.text, len(patch.parts), "part", options.max_parts)],
        )
    patch.number_parts()
    _assign_parts(patch)
    return patch


def _read_framed(
    buffer: Buffer, signal: Signal, problems: list[Problem], options: Options
) -> list[FileChange]:
    rows = Rows(buffer)
    noise = Noise(rows)
    files: list[FileChange] = []
    regions = find_regions(signal, rows, noise)
    for first, last in regions:
        files += _load(signal.format).parse(buffer, first, last, problems, options)
    if signal.format is Format.UNIFIED and regions[-1][1] == len(rows.lines):
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
        f"{reason} A patch starts with `*** Begin Patch`, `--- a/file`, "
        "`>>> file:`, or `version:` and `changes:`.",
    )

"""The formats: which one a text is in, what it says, and how to write it.

`spec` says what a format is, `registry` lists them, and each has a package that holds all that is
particular to it, loaded when a text needs it.
"""

from __future__ import annotations

from patchsight.core.formats.answer import find_calls, is_beside, read_answer, signal_beside
from patchsight.core.formats.detect import suggest_format
from patchsight.core.formats.effort import steps_for
from patchsight.core.formats.framing import begins_with
from patchsight.core.formats.noise import Rows
from patchsight.core.formats.page import Page
from patchsight.core.formats.size import measure, too_long
from patchsight.core.formats.spec import FormatSpec
from patchsight.core.model.budget import Budget, ExhaustedError
from patchsight.core.model.patch import FileChange, Options, Patch
from patchsight.core.model.record import replace
from patchsight.core.text.buffer import BOM, Buffer

_DEFAULTS = Options()


def recognise(
    text: str, name: str = "", options: Options = _DEFAULTS, language: str = ""
) -> FormatSpec | None:
    """The format a text is in, or else the one its name suggests. One that it takes too long to read
    raises `ExhaustedError`.
    """
    suggested = suggest_format(name, language, options)
    buffer, budget = Buffer(text, joins=True), Budget(steps_for(options))
    page = Page(buffer, budget)
    opened = find_calls(buffer, page, options, budget, reads=False)
    if opened is None:
        signal = page.find_signal(suggested, options)
        return signal.format if signal else suggested
    signal = signal_beside(opened, suggested, options, budget)
    if signal:
        return opened.format if is_beside(opened, signal) else signal.format
    return opened.format if opened.is_call else suggested


def begins_with_patch(text: str) -> bool:
    """Whether a text is a patch from its first row on, whatever stands below it. One that it takes
    too long to read raises `ExhaustedError`.
    """
    buffer, budget = Buffer(text, joins=True), Budget(steps_for(_DEFAULTS))
    page = Page(buffer, budget)
    if find_calls(buffer, page, _DEFAULTS, budget, reads=False):
        return text.lstrip(f"{BOM} \t\r\n")[:1] in ("{", "[")
    signal = page.find_signal(None, _DEFAULTS)
    return signal is not None and begins_with(signal, Rows(page.plain))


def parse(text: str, name: str = "", options: Options = _DEFAULTS, language: str = "") -> Patch:
    """What a text says, whatever is wrong with it."""
    buffer = Buffer(text, joins=True)
    suggested = suggest_format(name, language, options)
    if flaw := measure(text, options):
        return Patch(suggested, buffer, problems=[flaw])
    budget = Budget(steps_for(options))
    try:
        patch = read_answer(buffer, suggested, options, budget)
    except ExhaustedError:
        return Patch(suggested, buffer, problems=[too_long(buffer, options)])
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

"""What a text holds in calls of tools: patches that are wrapped in them, and string edits, which are
such calls themselves. All of it is one patch.

What is said in calls is taken out of the text the user sees and gathered as a text of its own, first
the wrapped patches, then the edits. Where the text has a patch outside of its calls as well, that
is gathered along with the wrapped ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from patchsight.core.formats.detect import find_rest, find_strong_signal, find_unmarked
from patchsight.core.formats.envelopes import TELLING as _OF_PATCHES
from patchsight.core.formats.envelopes import Claim, PatchTaker
from patchsight.core.formats.gathering import Gathering
from patchsight.core.formats.registry import STRINGEDIT, V4A
from patchsight.core.formats.spec import FormatSpec
from patchsight.core.formats.stringedit.keys import TELLING as _OF_EDITS
from patchsight.core.formats.stringedit.read import Call, EditReader
from patchsight.core.formats.stringedit.recognise import Deed, deed_of
from patchsight.core.formats.tool_calls import Level, Tool, ToolCalls
from patchsight.core.model.budget import Budget, Cost, ExhaustedError
from patchsight.core.model.patch import FileChange, Options
from patchsight.core.model.problems import Problem, Severity
from patchsight.core.text.buffer import Buffer, Span
from patchsight.core.text.json_values import JsonArray, JsonObject
from patchsight.core.text.pieces import holds, let_go, search_until
from patchsight.core.text.traced import Traced, TracedBuffer

T = TypeVar("T")
#: What a text holds if it may hold a call; a cheap test for most texts.
_MAYBE = re.compile(
    r"\"(?:input|patch|patchText|diff|command|operations?|arguments|args|edits|replacements|changes|old_\w+|new_\w+"
    r"|oldString|newString|oldText|newText|insert_\w+|search|contents?|file_text|text|code|code_edit|\w+_file)\\*\""
)
#: What stands in none of these, so that a piece of the text that is searched for one can end there.
_OUTSIDE = re.compile(r"[^\w\"\\]")
_SIGNS = ("invoke name=", "<edits", "'old_str", '"apply_patch', '"applypatch', '"-lc"', '"-c"')
_TELLING = re.compile(f"{_OF_PATCHES}|{_OF_EDITS}")
_IN_A_ROW = re.compile(r"[^\r\n]+")


class Opened(NamedTuple):
    """What was found in calls."""

    buffer: TracedBuffer
    rows: int  #: how many rows of it hold patches in other formats
    claims: tuple[Claim, ...]
    files: list[FileChange]  #: of string edits
    problems: list[Problem]
    format: FormatSpec  #: whose call it is, if none can be read
    is_call: bool  #: something is wrong that only a call can have
    wrapped_in: str
    extents: tuple[Span, ...]  #: of what is a call, or should be one, in the text around
    changes: bool  #: there is a call that changes a file, or should
    holes: tuple[int, ...]  #: where calls stood in the text outside of them, which is gathered too


def open_calls(
    buffer: Buffer,
    options: Options,
    budget: Budget,
    content: Sequence[Span] = (),
    *,
    reads: bool = True,
) -> Opened | list[Problem]:
    """What a text says in calls; if it has none that change a file, what there is to say of those it
    has. No call stands in `content`. What string edits say is left out where nobody `reads` it.
    """
    return _read(lambda made: _Opener(buffer, options, budget, made, content).open(reads=reads))


def may_call(text: str) -> bool:
    """Whether a text may hold a call, at a glance."""
    if not any(sign in text for sign in "{[<"):
        return False
    return bool(search_until(_MAYBE, text, 0, len(text), _OUTSIDE)) or holds(text, _SIGNS)


def find_ignored(buffer: Buffer, options: Options, budget: Budget) -> list[Problem]:
    """What there is to say of the calls in a text of which none changes a file."""
    if not may_call(buffer.text):
        return []
    return _read(lambda made: _Opener(buffer, options, budget, made).ignored())


def _read(read: Callable[[list[object]], T]) -> T:
    """What is read of a text in which every value is put into a list, too. From there they are freed
    step by step when nobody needs them any more, also where reading is given up.
    """
    made: list[object] = []
    try:
        return read(made)
    except ExhaustedError as error:
        raise error.with_traceback(None) from None  # the frames it went through hold values
    finally:
        let_go(made)


def _blank_out(buffer: Buffer, stretches: Sequence[Span]) -> Buffer:
    """A text with nothing but blanks in some stretches."""
    text, parts, at = buffer.text, list[str](), 0
    for start, end in sorted(stretches):
        blank = _IN_A_ROW.sub(lambda row: " " * len(row[0]), text[max(at, start) : end])
        parts += [text[at:start], blank]
        at = max(at, end)
    return Buffer("".join([*parts, text[at:]])) if parts else buffer


class _Opener:
    def __init__(
        self,
        buffer: Buffer,
        options: Options,
        budget: Budget,
        made: list[object],
        content: Sequence[Span] = (),
    ) -> None:
        self._buffer, self._options, self._budget = buffer, options, budget
        self._gathered = Gathering(buffer)
        self._calls = ToolCalls(_blank_out(buffer, content), _TELLING, budget, made)
        self._patches = PatchTaker(self._calls, self._gathered)
        self._edits: list[Call] = []
        self._holes: list[int] = []

    def ignored(self) -> list[Problem]:
        self._calls.read(self._take)
        return [note.problem for note in self._calls.notes]

    def open(self, *, reads: bool) -> Opened | list[Problem]:
        self._calls.read(self._take)
        calls, patches, gathered = self._calls, self._patches, self._gathered
        wrong = [note for note in calls.notes if note.problem.severity is Severity.ERROR]
        if not (patches.claims or self._edits or calls.has_history or wrong):
            return [note.problem for note in calls.notes]
        self._gather_outside()
        rows = len(gathered.buffer().lines) - 1  # the last of them ends
        reader = EditReader(gathered, self._options, self._budget, calls.inside)
        for call in self._edits if reads else ():
            reader.read(call)
        problems = [*reader.problems, *map(gathered.place, calls.notes)]
        return Opened(
            gathered.buffer(),
            rows,
            tuple(patches.claims),
            reader.files,
            problems,
            STRINGEDIT if self._is_of_edits() else V4A,
            bool(calls.has_history or wrong or self._edits),
            patches.kinds[0] if patches.kinds else "",
            (*calls.extents, *calls.failed),
            self._changes,
            tuple(self._holes),
        )

    @property
    def _changes(self) -> bool:
        return bool(self._edits or self._patches.claims)

    def _is_of_edits(self) -> bool:
        """Whether calls are those of an edit tool, or should be."""
        text, failed = self._buffer.text, self._calls.failed
        if failed and not self._edits:
            first, last = min(failed).start, max(span.end for span in failed)
            return re.compile(_OF_EDITS).search(text, first, last) is not None
        if self._changes:
            return bool(self._edits)
        return not re.search(_OF_PATCHES, text)  # they were carried out before

    def _take(self, value: JsonObject | JsonArray, level: Level, tool: Tool | None) -> bool | None:
        if isinstance(value, JsonArray):
            return self._patches.take_list(value, level)
        taken = self._patches.take(value, level, tool)
        if taken is not None:
            self._budget.pay(Cost.CALL_READ, taken)
            return taken
        deed = deed_of(value, tool.name if tool else None)
        if deed is None:
            return None
        if deed is Deed.VIEW:
            where = level.span(value.start, value.start + 1)
            message = "This call only looks at a file; it is ignored."
            self._calls.note("ignored_call", where, message)
            return True
        self._budget.pay(Cost.CALL_READ)
        self._edits.append(Call(deed, value, level, self._calls.entry))
        return True

    # ---- what is no call
    def _gather_outside(self) -> None:
        """The text without its calls, if a patch stands there as well."""
        taken = sorted((*self._calls.extents, *self._calls.failed))
        rows = without(self._buffer, taken)
        unmarked = find_unmarked("\n".join(rows[0])) if self._changes else []
        rest = find_rest(unmarked, rows[0])
        if not rest and not find_strong_signal(*rows):
            return
        whole, at = Traced.whole(self._buffer.text), 0
        for start, end in taken:
            self._gathered.add(whole.part(at, max(at, start)))
            self._holes.append(self._gathered.size)
            at = max(at, end)
        self._gathered.add(whole.part(at, len(self._buffer.text)))
        self._gathered.glue("\n", Span(at, at))


def without(buffer: Buffer, extents: Sequence[Span]) -> tuple[list[str], int, int]:
    """The rows of a text, empty where something of these stretches stands in them."""
    lines, behind = list(buffer.lines), 0
    for start, end in sorted(extents):  # which may overlap
        last = buffer.row(max(start, end - 1)) + 1
        for row in range(max(behind, buffer.row(start)), last):
            lines[row] = ""
        behind = max(behind, last)
    return lines, 0, len(lines)

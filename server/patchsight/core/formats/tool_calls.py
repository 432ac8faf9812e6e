"""Calls of tools in a text, as JSON: one value, a list, JSON Lines, in a fence, behind the prefix of
a log line, in strings that hold JSON themselves.

Whoever reads a format out of them says what an object is (`take`); here the way to it is known:
which objects stand inside which, what their tool is called, and whether the call was answered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

from patchsight.core.formats.noise import Examples
from patchsight.core.model.problems import Problem, problem
from patchsight.core.text.buffer import Buffer, Span
from patchsight.core.text.json_values import (
    Json,
    JsonArray,
    JsonError,
    JsonObject,
    JsonReader,
    JsonText,
)
from patchsight.core.text.phrases import quote
from patchsight.core.text.traced import Traced

#: Where a value may start: at the start of a row, or anywhere if it goes on like one.
_START = re.compile(r"^[ \t\ufeff]*(?P<row>[{\[])|(?P<inner>[{\[])(?=\s*[\"{])", re.M)
_QUOTED = re.compile(r"[ \t]{0,3}>")
#: Members that hold what a tool is called with.
_ARGUMENTS = ("arguments", "input", "args", "parameters", "tool_input")
#: How many strings may lie inside each other.
_LEVELS = 3
#: The results of calls, by their `type`.
_RESULTS = (
    "apply_patch_call_output",
    "custom_tool_call_output",
    "function_call_output",
    "local_shell_call_output",
    "tool_result",
)


class Level:
    """A text that JSON is read from: the one that the user sees, or a string in it."""

    def __init__(
        self, traced: Traced, outer: Level | None = None, string: JsonText | None = None
    ) -> None:
        self.traced = traced
        self.outer, self.string = outer, string  #: the string of another level that it is

    def span(self, start: int, end: int) -> Span:
        """Where the user sees a stretch of it."""
        return self.traced.span(start, end)

    def place(self, value: Json) -> Span:
        return self.span(value.start, value.end)

    def decoded(self, text: JsonText) -> Traced:
        """What a string in it says."""
        return self.traced.decoded(text.pieces)


class Tool(NamedTuple):
    """What a tool is called, and where that stands."""

    name: str
    span: Span


#: What reads an object: whether it is something, or None if it may hold something.
Take = Callable[[JsonObject, Level, "Tool | None"], "bool | None"]


class Failure(NamedTuple):
    """JSON that cannot be read, where it starts and where that shows."""

    start: int
    error: JsonError

    @property
    def is_cut(self) -> bool:
        return self.error.cut


def kind_of(value: JsonObject) -> str:
    kind = value.text("type")
    return kind.value if kind else ""


def _tool_of(value: JsonObject, level: Level) -> Tool | None:
    """The tool that an object calls."""
    name = value.text("name")
    called = name is not None and value.get(*_ARGUMENTS) is not None
    return Tool(name.value, level.place(name)) if name and called else None


class ToolCalls:
    """The calls in one text. Places of `problems` are those that the user sees."""

    def __init__(self, buffer: Buffer, telling: re.Pattern[str]) -> None:
        """`telling` matches what an object has that is worth a word."""
        self._buffer, self._telling = buffer, telling
        self.problems: list[Problem] = []
        self.failures: list[Failure] = []
        self.has_history = False  #: a call was passed over since its result stands in the text
        self._answered: set[str] = set()

    @cached_property
    def level(self) -> Level:
        return Level(Traced.whole(self._buffer.text))

    def read(self, take: Take) -> None:
        """Show every object that is not inside one which was taken."""
        values = list(self._values())
        for value in values:
            self._note_results(value)
        for value in values:
            self._search(value, self.level, take, _LEVELS, None)

    def note(self, code: str, where: Span, message: str) -> None:
        self.problems.append(problem(code, where, message))

    # ---- the text
    def _values(self) -> Iterator[Json]:
        """The JSON values of the text; behind one that cannot be read, those that stand in it."""
        text, reader, at = self._buffer.text, JsonReader(self._buffer.text), 0
        while match := _START.search(text, at):
            start = match.start("row") if match["row"] else match.start("inner")
            at = start + 1
            if self._is_example(start):
                continue
            loose = len(reader.loose)
            try:
                value = reader.read(start)
            except JsonError as error:
                if not self.failures or self.failures[-1].error.offset != error.offset:
                    self.failures.append(Failure(start, error))
                del reader.loose[loose:]
                continue
            at = value.end
            if len(reader.loose) > loose and self._telling.search(text[start : value.end]):
                self._note_loose(reader.loose[loose])
            yield value

    def _is_example(self, offset: int) -> bool:
        row = self._buffer.row(offset)
        return bool(_QUOTED.match(self._buffer.lines[row])) or self._examples.hold(row)

    @cached_property
    def _examples(self) -> Examples:
        return Examples(self._buffer.lines, 0, len(self._buffer.lines))

    def _note_loose(self, at: int) -> None:
        message = "A line break, a tab or a comma stands here as JSON does not allow it; it is read all the same."
        self.note("loose_json", Span(at, at + 1), message)

    def _note_results(self, value: Json) -> None:
        if isinstance(value, JsonObject):
            call = value.text("call_id", "tool_use_id", "tool_call_id")
            role = value.text("role")
            if call and (kind_of(value) in _RESULTS or (role is not None and role.value == "tool")):
                self._answered.add(call.value)
            for _, member in value.members:
                self._note_results(member)
        elif isinstance(value, JsonArray):
            for item in value.items:
                self._note_results(item)

    # ---- calls
    def _search(
        self, value: Json, level: Level, take: Take, levels: int, tool: Tool | None
    ) -> bool:
        """Take what is something in a value; whether there is anything."""
        if isinstance(value, JsonArray):
            found = [self._search(item, level, take, levels, tool) for item in value.items]
            return any(found)
        if not isinstance(value, JsonObject) or self._is_history(value, level):
            return False
        taken = take(value, level, tool)
        if taken is not None:
            return taken
        own = _tool_of(value, level)
        found = [
            self._search_member(key.value, member, level, take, levels, own or tool)
            for key, member in value.members
        ]
        if own and not any(found):
            message = (
                f"The call of {quote(own.name)} applies no patch that can be read; it is ignored."
            )
            self.note("ignored_call", own.span, message)
        return any(found)

    def _search_member(
        self, key: str, member: Json, level: Level, take: Take, levels: int, tool: Tool | None
    ) -> bool:
        if key in _ARGUMENTS and isinstance(member, JsonText):
            return self._search_text(member, level, take, levels, tool)
        return self._search(member, level, take, levels, tool)

    def _is_history(self, value: JsonObject, level: Level) -> bool:
        call = value.text("call_id", "id")
        if call is None or call.value not in self._answered:
            return False
        if kind_of(value) not in _RESULTS:
            message = "The result of this call stands in the text as well: it was carried out before, and is left alone."
            self.note("ignored_call", level.place(call), message)
            self.has_history = True
        return True

    def _search_text(
        self, text: JsonText, level: Level, take: Take, levels: int, tool: Tool | None
    ) -> bool:
        """The same in a string that holds JSON."""
        if not levels or not text.value.lstrip().startswith(("{", "[")):
            return False
        inner = Level(level.decoded(text), level, text)
        try:
            value = JsonReader(text.value).read(0)
        except JsonError as error:
            self._note_failure(inner, error)
            return False
        return self._search(value, inner, take, levels - 1, tool)

    def _note_failure(self, inner: Level, error: JsonError) -> None:
        """Say why the JSON in a string cannot be read, if that is worth a word."""
        text = inner.traced.text
        if not self._telling.search(text):
            return
        at = min(error.offset, len(text) - 1)
        where = inner.span(at, at + 1)
        if error.cut:
            self.note("truncated_patch", where, "The JSON in this string ends too early.")
        else:
            self.note(
                "invalid_json", where, f"The JSON in this string cannot be read: {error.reason}."
            )

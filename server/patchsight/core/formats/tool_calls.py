"""Calls of tools in a text: one JSON value, a list, JSON Lines, in a fence, behind the prefix of a
log line, in strings that hold JSON themselves, or as XML.

Whoever reads a format out of them says what an object is (`take`); here the way to it is known:
which objects stand inside which, what their tool is called, and whether the call was answered.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from patchsight.core.formats.noise import Examples
from patchsight.core.formats.xml_calls import XmlCall, find_xml_calls
from patchsight.core.model.budget import Budget, Cost
from patchsight.core.model.problems import Problem, problem
from patchsight.core.text.buffer import Buffer, Span
from patchsight.core.text.entries import Entry
from patchsight.core.text.json_values import (
    Json,
    JsonArray,
    JsonError,
    JsonObject,
    JsonReader,
    JsonText,
)
from patchsight.core.text.lazy import cached_property
from patchsight.core.text.phrases import quote
from patchsight.core.text.pieces import search_until
from patchsight.core.text.traced import Traced

#: Where a value may start: at the start of a row, or anywhere if it goes on like one; a string that
#: holds one may be all there is in a row.
_START = re.compile(
    r"^[ \t\ufeff]*(?P<row>[{\[]|\"(?=[{\[](?:\s|\\[nt])*(?:\\\"|\{)))|(?P<inner>[{\[])(?=\s*[\"{])",
    re.M,
)
#: What stands behind the start of no value, and so can end a piece of the text that is searched for one.
_CUT = re.compile(r"[^\s{\[\"\\nt]|\[(?=[^\s{\"\\])")
#: What stands in no key and no name of a tool, nor between a key and its value.
_OUTSIDE = re.compile(r"[\[\]{},;()]|\n(?=\s*[^\s:\"'\\])")
_QUOTED = re.compile(r"[ \t]{0,3}>")
#: Members that hold what a tool is called with.
_ARGUMENTS = ("arguments", "input", "args", "parameters", "tool_input")
#: Members whose string may be a call.
_CARRIERS = (*_ARGUMENTS, "payload", "content", "text", "body")
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
#: Whose messages call no tools.
_OTHERS = ("tool", "user", "system", "developer")


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

    def entries(self, array: JsonArray) -> list[Entry]:
        """The items of a list in it, as the user sees them."""
        bracket = self.traced.text[array.start : array.start + 1] == "["
        opening = self.traced.place(array.start + bracket)
        return Entry.listed(opening, map(self.place, array.items))

    def decoded(self, text: JsonText) -> Traced:
        """What a string in it says."""
        if text.value:
            if text.plain:
                return self.traced.part(text.start, text.end)
            return self.traced.decoded(text.value, text.pieces)
        quotes = 0 if text.plain else 1
        depth = self.traced.depth(text.start, text.end) or 0
        return Traced.empty(self.traced.place(text.start + quotes), depth + quotes)


class Tool(NamedTuple):
    """What a tool is called, and where that stands."""

    name: str
    span: Span


#: What reads an object, or a list that stands alone: whether it is something, or None if it may
#: hold something.
Take = Callable[["JsonObject | JsonArray", Level, "Tool | None"], "bool | None"]


class Note(NamedTuple):
    """Something worth a word in the text around; `piece` are the characters it is about, if they
    can be written anew.
    """

    problem: Problem
    piece: Traced | None = None


class Failure(NamedTuple):
    """JSON that cannot be read: where it starts, where that shows, where other JSON starts."""

    start: int
    error: JsonError
    end: int


def kind_of(value: JsonObject) -> str:
    kind = value.text("type")
    return kind.value if kind else ""


def _tool_of(value: JsonObject, level: Level) -> Tool | None:
    """The tool that an object calls."""
    name = value.text("name", "tool_name", "toolName")
    called = name is not None and value.get(*_ARGUMENTS) is not None
    return Tool(name.value, level.place(name)) if name and called else None


class ToolCalls:
    """The calls in one text. Places of `notes` are those that the user sees."""

    def __init__(
        self,
        buffer: Buffer,
        telling: re.Pattern[str],
        budget: Budget,
        made: list[object],
    ) -> None:
        """`telling` matches what a call has that is worth a word if it cannot be read; every value
        that is read is put into `made`, too.
        """
        self._buffer, self._telling, self._budget, self._made = buffer, telling, budget, made
        self.notes: list[Note] = []
        self.has_history = False  #: a call was passed over since its result stands in the text
        self.extents: list[Span] = []  #: of all values in which something was found
        self.failed: list[Span] = []  #: of calls that cannot be read
        #: the value that is looked at, or the one around it that stands in a list or on its own
        self.entry = Entry(Span(0, 0))
        self._answered: set[str] = set()
        self._responses: Counter[str] = Counter()  #: results that only name the tool
        self._read: list[tuple[int, JsonError]] = []  #: what cannot be read, by where it starts

    @cached_property
    def level(self) -> Level:
        return Level(Traced.whole(self._buffer.text))

    def read(self, take: Take) -> None:
        """Show every list that stands alone, and every object that is not inside one which was taken."""
        text = self._buffer.text
        self._budget.pay(Cost.ESCAPE_READ, _count_escapes(text))
        self._budget.pay(Cost.BRACKET_READ, text.count("[") + text.count("{"))
        values = list(self._values())
        for value in values:
            self._note_results(value)
        for value in values:
            before, self.entry = len(self.notes), Entry(Span(value.start, value.end))
            found = take(value, self.level, None) if isinstance(value, JsonArray) else None
            if found is None:
                found = self._search_any(value, self.level, take, _LEVELS, None)
            if found or len(self.notes) > before:
                self.extents.append(Span(value.start, value.end))
        telling = self._find_telling(0)
        for failure in self._failures(values):
            # each begins behind the one before, so that the text is gone through once
            if telling and telling.start() < failure.start:
                telling = self._find_telling(failure.start)
            if telling and telling.end() <= failure.end:
                self._tell_failure(failure)

    def _find_telling(self, at: int) -> re.Match[str] | None:
        text = self._buffer.text
        return search_until(self._telling, text, at, len(text), _OUTSIDE)

    def note(self, code: str, where: Span, message: str, piece: Traced | None = None) -> None:
        self.notes.append(Note(problem(code, where, message), piece))

    # ---- the text
    def _values(self) -> Iterator[Json]:
        """The values of the text; behind one that cannot be read, those that stand in it."""
        text, at = self._buffer.text, 0
        for call in find_xml_calls(text) if "<" in text else ():
            self._budget.pay(Cost.CALL_READ)
            if call.start >= at and not self._is_example(call.start):
                yield from self._json_values(at, call.start)
                at = call.end
                yield from self._xml_value(call)
        yield from self._json_values(at, len(text))

    def _xml_value(self, call: XmlCall) -> Iterator[Json]:
        if call.value is None:
            self.failed.append(Span(call.start, len(self._buffer.text)))
            message = "The call has no end: what should close it is missing, and perhaps more. Ask for the rest."
            self.note("truncated_patch", Span(call.start, call.end), message)
        elif call.answered:
            self._note_history(Span(call.start, call.start + 1))
        else:
            self._made.append(call.value)
            yield call.value

    def _json_values(self, at: int, last: int) -> Iterator[Json]:
        text, reader = self._buffer.text, JsonReader(self._buffer.text, self._met, self._made)
        failed: set[int] = set()  # what begins inside something that broke off breaks off there too
        while match := search_until(_START, text, at, last, _CUT):
            start = match.start("row") if match["row"] else match.start("inner")
            at = start + 1
            self._met()
            if start in failed or self._is_example(start):
                continue
            loose = len(reader.loose)
            try:
                value = reader.read(start)
            except JsonError as error:
                if not self._read or self._read[-1][1].offset != error.offset:
                    # without the frames it went through, which refer to it and to all they held
                    self._read.append((start, error.with_traceback(None)))
                failed.update(reader.open)
                del reader.loose[loose:]
                continue
            at = value.end
            if self._telling.search(text, start, value.end):
                self._note_loose(reader.loose[loose:], self.level)
            yield value

    def _met(self) -> None:
        self._budget.pay(Cost.VALUE_READ)

    def _is_example(self, offset: int) -> bool:
        row = self._buffer.row(offset)
        return bool(_QUOTED.match(self._buffer.lines[row])) or self._examples.hold(row)

    @cached_property
    def _examples(self) -> Examples:
        return Examples(self._buffer.lines, 0, len(self._buffer.lines))

    def _note_loose(self, places: list[int], level: Level) -> None:
        if not places:
            return
        text = level.traced.text
        message = "A line break, a tab or a comma stands here as JSON does not allow it; it is read all the same."
        piece = Traced.joined([level.traced.part(at, at + 1) for at in places])
        self.note("loose_json", level.span(places[0], places[0] + 1), message, piece)
        written = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
        self.notes[-1].problem.data["replacements"] = [written.get(text[at], "") for at in places]

    def _failures(self, values: list[Json]) -> Iterator[Failure]:
        starts = [*(value.start for value in values), len(self._buffer.text)]
        for start, error in self._read:
            behind = min(bisect_right(starts, error.offset), len(values))
            yield Failure(start, error, starts[behind])

    def _tell_failure(self, failure: Failure) -> None:
        """Say why a call cannot be read."""
        text = self._buffer.text
        self.failed.append(Span(failure.start, failure.end))
        at = max(0, min(failure.error.offset, len(text) - 1))
        where = Span(at, min(at + 1, len(text)))
        if failure.error.cut:
            message = "The JSON is cut off here, in the middle of a call. Ask for the rest."
            self.note("truncated_patch", where, message)
        else:
            self.note("invalid_json", where, f"The JSON cannot be read: {failure.error.reason}.")

    # ---- results
    def _note_results(self, value: Json) -> None:
        if isinstance(value, JsonObject):
            call = value.text("call_id", "tool_use_id", "tool_call_id")
            if call and _is_result(value):
                self._answered.add(call.value)
            response = value.get("functionResponse", "function_response")
            if isinstance(response, JsonObject):
                number, name = response.text("id"), response.text("name")
                if number:
                    self._answered.add(number.value)
                elif name:
                    self._responses[name.value] += 1
            for _, member in value.members:
                self._note_results(member)
        elif isinstance(value, JsonArray):
            for item in value.items:
                self._note_results(item)

    def _is_history(self, value: JsonObject, level: Level) -> bool:
        if _is_result(value) or "functionResponse" in (key.value for key, _ in value.members):
            return True
        call = value.text("call_id", "id")
        tool = _tool_of(value, level)
        if call is not None and call.value in self._answered:
            self._note_history(level.place(call))
            return True
        if tool is not None and self._responses[tool.name] > 0:
            self._responses[tool.name] -= 1
            self._note_history(tool.span)
            return True
        return False

    def _note_history(self, where: Span) -> None:
        message = "The result of this call stands in the text as well: it was carried out before, and is left alone."
        self.note("ignored_call", where, message)
        self.has_history = True

    # ---- calls
    def _search_any(
        self, value: Json, level: Level, take: Take, levels: int, tool: Tool | None
    ) -> bool:
        if isinstance(value, JsonText):
            return self._search_text(value, level, take, levels, tool)
        return self._search(value, level, take, levels, tool)

    def _search(
        self, value: Json, level: Level, take: Take, levels: int, tool: Tool | None
    ) -> bool:
        """Take what is something in a value; whether there is anything."""
        if isinstance(value, JsonArray):
            return self._search_items(value, level, take, levels, tool)
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
                f"The call of {quote(own.name)} changes no file that can be read; it is ignored."
            )
            self.note("ignored_call", own.span, message)
        return any(found)

    def _search_items(
        self, value: JsonArray, level: Level, take: Take, levels: int, tool: Tool | None
    ) -> bool:
        around, found = self.entry, False
        for item, self.entry in zip(value.items, level.entries(value), strict=True):
            found = self._search(item, level, take, levels, tool) or found
        self.entry = around
        return found

    def _search_member(
        self, key: str, member: Json, level: Level, take: Take, levels: int, tool: Tool | None
    ) -> bool:
        if key in _CARRIERS and isinstance(member, JsonText):
            return self._search_text(member, level, take, levels, tool)
        return self._search(member, level, take, levels, tool)

    def _search_text(
        self, text: JsonText, level: Level, take: Take, levels: int, tool: Tool | None
    ) -> bool:
        """The same in a string that holds JSON."""
        inner = self.inside(text, level) if levels else None
        return inner is not None and self._search_any(*inner, take, levels - 1, tool)

    def inside(self, text: JsonText, level: Level) -> tuple[Json, Level] | None:
        """The JSON that a string holds; None if it holds none, or none that can be read."""
        if not text.value.lstrip().startswith(("{", "[", '"{', '"[')):
            return None
        self._budget.pay(Cost.INNER_ESCAPE_READ, _count_escapes(text.value))
        inner = Level(level.decoded(text), level, text)
        reader = JsonReader(text.value, self._met, self._made)
        try:
            value = reader.read(0)
        except JsonError as error:
            self._note_failure(inner, error)
            return None
        if self._telling.search(text.value):
            self._note_loose(reader.loose, inner)
        return value, inner

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


def _count_escapes(text: str) -> int:
    """How many escapes a text has at most; two backslashes are one."""
    return text.count("\\") - text.count("\\\\")


def _is_result(value: JsonObject) -> bool:
    """Whether an object is the result of a call, or a message that calls nothing."""
    role = value.text("role")
    return kind_of(value) in _RESULTS or (role is not None and role.value in _OTHERS)

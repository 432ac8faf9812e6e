"""Logs that are JSON, a value or one per line: Codex's rollouts, Claude Code's transcripts, what
opencode stores and exports, and any list of calls with their results.

They differ in what a call is wrapped in, less in what a call is: a name, arguments, an id by which
its result is found. So one walk reads them all, and only what one of them alone has, such as a copy
of the file, has a place of its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from patchsight.core.logs.answers import read_answer, text_of
from patchsight.core.logs.events import Call, Kind, Log, Sight

Json = Mapping[str, Any]
_NAMES = ("name", "tool_name", "toolName", "tool")
_ARGUMENTS = ("arguments", "input", "args", "parameters", "tool_input", "operation")
_IDS = ("call_id", "callID", "toolCallId", "tool_use_id", "tool_call_id", "id")
_PATHS = ("file_path", "filePath", "path", "target_file", "filename")
#: Members beside a call without a name that say what became of it.
_ANSWERS = ("result", "output", "error", "is_error", "success", "ok", "exit_code", "status")
_MOST_BARE = 10_000
#: Members that hold a call beside its result.
_CALLS = ("call", "tool_call", "toolCall", "tool_use", "toolInvocation", "request", "function")
_MODELS = ("model", "modelID", "model_id", "modelId")
_FOLDERS = ("cwd", "directory", "workdir", "root")
_RESULTS = (
    "tool_result",
    "function_call_output",
    "custom_tool_call_output",
    "local_shell_call_output",
    "apply_patch_call_output",
    "patch_apply_end",
    "functionResponse",
)
#: The members that only one kind of log has.
_TELLING = (
    (
        Kind.CODEX,
        re.compile(r"\"type\": ?\"(?:session_meta|response_item|turn_context|event_msg)\""),
    ),
    (Kind.CLAUDE_CODE, re.compile(r"\"(?:parentUuid|toolUseResult|sessionId)\": ?")),
    (Kind.OPENCODE, re.compile(r"\"(?:callID|sessionID|modelID)\": ?")),
)
#: A line as tools show it: a number, a mark, the line.
_NUMBERED = re.compile(r" *(\d+)(?:\t|→|\| ?|: )(.*)")
_SHOWS = re.compile(r"read|view|cat\b|open", re.I)
_MOST_SHOWN = 1990  #: lines that no tool cuts off yet
_PARTIAL = ("offset", "limit", "start_line", "end_line", "first", "last", "view_range")


def read_records(records: Iterable[tuple[int, Any]]) -> Log:
    """What values say that are read one after the other, each with the line it stands in."""
    reader = _Reader()
    bare = list[tuple[int, Json]]()  #: objects that may be calls without a name
    for line, value in records:
        reader.read(line, value)
        if not reader.log.events and isinstance(value, Mapping) and len(bare) < _MOST_BARE:
            bare.append((line, value))
    if not any(isinstance(event, Call) for event in reader.log.events):
        reader.log.kind = Kind.CALLS if len(bare) > 1 else Kind.PATCH
        reader.log.events = [_bare_call(line, value) for line, value in bare]
    return reader.log


def _bare_call(line: int, value: Json) -> Call:
    call = Call(line, "", json.dumps(value, ensure_ascii=False), _first_text(value, _MODELS))
    beside = {name: member for name, member in value.items() if name in _ANSWERS}
    call.answer = read_answer(beside) or call.answer
    return call


class _Reader:
    def __init__(self) -> None:
        self.log = Log(Kind.CALLS)
        self._line, self._model = 0, ""
        self._waiting: dict[str, Call] = {}
        self._copies: Json = {}  #: what a record says beside the result in it

    def read(self, line: int, value: Any) -> None:
        self._line = line
        if self.log.kind is Kind.CALLS:
            text = json.dumps(value)[:20_000]
            self.log.kind = next((kind for kind, mark in _TELLING if mark.search(text)), Kind.CALLS)
        copies = value.get("toolUseResult") if isinstance(value, Mapping) else None
        self._copies = copies if isinstance(copies, Mapping) else {}
        try:
            self._walk(value)
        except RecursionError:  # nobody calls a tool that deep inside
            self.log.unread += 1

    def _walk(self, value: Any) -> None:
        if isinstance(value, list):
            for item in value:
                self._walk(item)
        if not isinstance(value, Mapping):
            return
        self._note_surroundings(value)
        if self._is_result(value):
            self._take_result(value)
        elif not self._take_call(value):
            for name, member in value.items():
                if name != "toolUseResult":
                    self._walk(member)

    def _note_surroundings(self, value: Json) -> None:
        model = _first_text(value, _MODELS)
        if model and not model.startswith("<"):
            self._model = model
        for name in _FOLDERS:
            folder = value.get(name)
            if (isinstance(folder, str) and folder[:1] in ("/", "\\")) or _is_drive(folder):
                folder = str(folder).replace("\\", "/")
                if folder not in self.log.folders:
                    self.log.folders.append(folder)

    # ---- calls
    def _take_call(self, value: Json) -> bool:
        call, number = self._make_call(value)
        if call is None:
            return False
        self.log.events.append(call)
        if number:
            self._waiting[number] = call
        if call.answer.failed is False:
            self._note_sight(call, call.answer.text)
        return True

    def _make_call(self, value: Json) -> tuple[Call | None, str]:
        """The call that an object is, and its id."""
        merged = _unwrap(value)
        tool = _first_text(merged, _NAMES)
        arguments = next(
            (merged[name] for name in _ARGUMENTS if isinstance(merged.get(name), (str, Mapping))),
            None,
        )
        if not tool or arguments is None:
            return None, ""
        path = _first_text(arguments, _PATHS) if isinstance(arguments, Mapping) else ""
        call = Call(self._line, tool, _write(tool, arguments), self._model, path=path)
        beside = {name: member for name, member in merged.items() if name not in _ARGUMENTS}
        if not isinstance(value.get("state"), Mapping):
            beside.pop("status", None)  # of the call: that it was asked for
        call.answer = read_answer(beside) or call.answer
        return call, _first_text(merged, _IDS)

    # ---- results
    def _is_result(self, value: Json) -> bool:
        return (
            value.get("type") in _RESULTS
            or (value.get("role") == "tool" and _first_text(value, _IDS) != "")
            or ("name" in value and "response" in value and "args" not in value)
        )

    def _take_result(self, value: Json) -> None:
        call = self._waiting.get(_first_text(value, _IDS))
        answer = read_answer(value)
        if call is None or answer is None:
            return
        if value.get("type") == "patch_apply_end" or call.answer.failed is None:
            call.answer = answer
        path = _first_text(self._copies, ("filePath",)) or call.path
        before = self._copies.get("originalFile")
        if isinstance(before, str) and path:
            call.answer = call.answer._replace(before={path: before})
        if not answer.failed:
            self._note_sight(call, text_of(value.get("content")) or answer.text)

    def _note_sight(self, call: Call, text: str) -> None:
        """Remember a file that a call has shown whole."""
        copy = self._copies.get("file")
        if isinstance(copy, Mapping) and isinstance(copy.get("content"), str):
            whole = copy.get("startLine", 1) == 1 and copy.get("numLines") == copy.get("totalLines")
            if whole:
                self.log.events.append(Sight(str(copy.get("filePath", call.path)), copy["content"]))
            return
        if (
            call.path
            and _SHOWS.match(call.tool)
            and not any(f'"{name}"' in call.text for name in _PARTIAL)
        ):
            shown = _numbered_lines(text)
            if shown:
                self.log.events.append(Sight(call.path, "\n".join(shown) + "\n"))


def _unwrap(value: Json) -> Json:
    """An object with what is said deeper inside of it about the call that it is."""
    inner = next((value[name] for name in _CALLS if isinstance(value.get(name), Mapping)), None)
    merged: dict[str, Any] = dict(value)
    if inner is not None:
        merged = {name: member for name, member in value.items() if member is not inner}
        merged |= inner
    if isinstance(merged.get("state"), Mapping):  # opencode keeps arguments and result together
        merged |= merged["state"]
    if merged.get("type") == "local_shell_call":
        merged |= {"name": "shell", "arguments": merged.get("action")}
    if merged.get("type") == "apply_patch_call":
        merged["name"] = "apply_patch"
    return merged


def _numbered_lines(text: str) -> list[str]:
    """The lines of a file in what a tool shows of it, if these are all; else none."""
    matches = [match for match in map(_NUMBERED.fullmatch, text.split("\n")) if match]
    whole = [int(match[1]) for match in matches] == list(range(1, len(matches) + 1))
    return [match[2] for match in matches] if whole and len(matches) < _MOST_SHOWN else []


def _write(tool: str, arguments: str | Json) -> str:
    """A call as a text: what it is called with if that is no JSON, else all of it."""
    if isinstance(arguments, str) and not arguments.lstrip().startswith(("{", "[")):
        return arguments
    return json.dumps({"name": tool, "arguments": arguments}, ensure_ascii=False)


def _first_text(value: Json, names: Iterable[str]) -> str:
    return next((value[name] for name in names if isinstance(value.get(name), str)), "")


def _is_drive(folder: Any) -> bool:
    return isinstance(folder, str) and folder[1:3] in (":\\", ":/")

"""What a tool answered to a call, out of the many shapes in which logs keep it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from patchsight.core.logs.events import Answer

#: Members that hold the words of an answer; the last two also stand where there is none.
_WORDS = (
    "output",
    "content",
    "result",
    "response",
    "tool_response",
    "stderr",
    "stdout",
    "message",
    "text",
)
_FAILURES = ("error", "failed", "failure", "declined", "rejected")
_EXIT = re.compile(r"^\W*(?:exit code|process exited with code|exited with)\W+(\d+)", re.I | re.M)
_FAILED = re.compile(
    r"\W*(?:tool_use_error|error|err\b|fail|fatal|could not|couldn't|cannot|can't|unable|invalid|no such|not found|"
    r"traceback|apply_patch verification failed|patch (?:failed|rejected)|the user (?:doesn't|does not|rejected|declined)|"
    r"(?:file|string|text|old_?string|oldstring) .{0,80}(?:not (?:been )?(?:found|read)|multiple)|found \d+ matches|"
    r"\d+ problems?; nothing was applied)",
    re.I,
)
_LOOKED_AT = 400  #: characters at the start of an answer, in which a failure is told
_LEVELS = 4  #: of JSON in strings


def read_answer(value: Mapping[str, Any]) -> Answer | None:
    """The answer that an object holds; None if it holds none."""
    error = value.get("error")
    if error not in (None, "", False):
        return Answer(True, text_of(error))
    words = [value[name] for name in _WORDS[:-2] if value.get(name) is not None]
    failed = _flagged(value)
    if failed is None and not words:
        return None
    text = "\n".join(filter(None, map(text_of, words)))
    if failed is None:
        inner = next((answer for answer in map(_inner, words) if answer), None)
        return inner or Answer(judge(text), text)
    return Answer(failed, text)


def _flagged(value: Mapping[str, Any]) -> bool | None:
    """Whether a member says that a call failed."""
    for name in ("is_error", "isError", "failed"):
        if isinstance(value.get(name), bool) and (value[name] or name != "is_error"):
            return bool(value[name])
    for name in ("success", "ok", "applied"):
        if isinstance(value.get(name), bool):
            return not value[name]
    metadata = value.get("metadata")
    for holder in (value, metadata if isinstance(metadata, Mapping) else {}):
        for name in ("exit_code", "exitCode"):
            if isinstance(holder.get(name), int):
                return bool(holder[name])
    return True if value.get("status") in _FAILURES else None


def _inner(value: Any, levels: int = _LEVELS) -> Answer | None:
    """An answer that is an object itself, or JSON in a string."""
    if isinstance(value, str) and value.lstrip().startswith("{") and levels:
        try:
            return _inner(json.loads(value), levels - 1)
        except (ValueError, RecursionError):
            return None
    return read_answer(value) if isinstance(value, Mapping) else None


def judge(text: str) -> bool:
    """Whether the words of an answer say that a call failed."""
    exit_code = _EXIT.search(text[:_LOOKED_AT])
    return int(exit_code[1]) > 0 if exit_code else bool(_FAILED.match(text[:_LOOKED_AT]))


def text_of(value: Any) -> str:
    """The words in whatever an answer is."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        texts = [text_of(value[name]) for name in _WORDS if value.get(name) is not None]
        return "\n".join(filter(None, texts))
    if isinstance(value, list):
        return "\n".join(filter(None, map(text_of, value)))
    return ""

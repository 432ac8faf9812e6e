"""Logs of agents on disk: a file, standard input, or the folder in which opencode keeps a session."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from patchsight.core.logs.chat_history import is_history, read_history
from patchsight.core.logs.events import Call, Kind, Log
from patchsight.core.logs.json_log import read_records
from patchsight.workspace.errors import UserError

_STANDARD_INPUT = "-"


def read_log(name: str) -> Log:
    """What a log says; `UserError` if it cannot be read."""
    path = Path(name)
    try:
        if name != _STANDARD_INPUT and path.is_dir():
            return read_records(_stored(path))
        if name == _STANDARD_INPUT:
            return _read(sys.stdin.buffer.read() if sys.stdin else b"")
        return _read(path.read_bytes())
    except OSError as error:
        raise UserError(f"cannot read {name}: {error.strerror or error}") from None


def _read(data: bytes) -> Log:
    text = data.decode("utf-8-sig", "replace")
    if is_history(text):
        return read_history(text)
    if not text.lstrip().startswith(("{", "[")):
        return Log(Kind.PATCH, [Call(1, "", text)])
    whole = _load(text) if "\n" in text.strip() else None
    if whole is not None:
        return read_records([(1, whole)])
    lines = _Lines(text.split("\n"))
    log = read_records(lines)
    log.unread += lines.unread
    # JSON that cannot be read at all may still be a call that can be told what is wrong with it.
    return log if log.events else Log(Kind.PATCH, [Call(1, "", text)])


class _Lines:
    """The values of JSON Lines, each with its line; those that are none are counted."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines, self.unread = lines, 0

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        for number, line in enumerate(self._lines, 1):
            value = _load(line) if line.strip() else None
            if value is not None:
                yield number, value
            elif line.strip():
                self.unread += 1


def _load(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _stored(folder: Path) -> Iterator[tuple[int, Any]]:
    """The values in a folder, by name, which for opencode is the order in which they were made;
    behind each message of a session its parts, which are kept elsewhere.
    """
    number = 0
    for file in sorted(folder.rglob("*.json*")):
        parts = folder.parent.parent / "part" / file.stem
        for each in [file, *(sorted(parts.glob("*.json")) if parts.is_dir() else ())]:
            number += 1
            yield number, _load(each.read_text("utf-8", "replace"))

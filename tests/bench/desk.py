"""An editor's view of a server: a workspace, a patch that is open, keys that are pressed, answers that come."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from bench import programs
from bench.link import Link, Message
from bench.scenes import Spec, make_mixed
from bench.writers import NAMES, write

OURS, FLOOR = "patchsight", "bare pygls"
_COMMANDS = {
    OURS: [str(Path(sys.executable).parent / "patchsight"), "--stdio"],
    FLOOR: [sys.executable, str(Path(__file__).with_name("floor.py"))],
}
_FORMAT = "v4a"
#: Told of the one hunk that differs in white space, and only once everything is placed.
_MARK = "verbatim_insert"


class Desk(NamedTuple):
    """A workspace on disk and the patch for it that is open in the editor."""

    root: Path
    uri: str
    text: str

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")


def make_desk(root: Path, spec: Spec) -> Desk:
    """Write a scene to disk in which one hunk differs in white space, which the server says when it is done."""
    scene = make_mixed(spec, "whitespace", seed=0)
    for path, text in scene.files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    patch = root / NAMES[_FORMAT]
    patch.write_text(write(_FORMAT, scene), encoding="utf-8")
    return Desk(root, patch.as_uri(), write(_FORMAT, scene))


class Editor:
    """One server with a patch open in it."""

    def __init__(self, name: str, desk: Desk, link: Link) -> None:
        self.name, self.desk, self.link = name, desk, link
        self._version = 1

    def begin(self) -> float:
        """Start to first diagnostics."""
        self.link.begin(self.desk.root)
        item = {"uri": self.desk.uri, "languageId": _FORMAT, "version": 1, "text": self.desk.text}
        self.link.tell("textDocument/didOpen", {"textDocument": item})
        return self.link.wait(self._is_published).time - self.link.begun

    def settle(self) -> None:
        """Wait until everything was said about the patch as it was opened."""
        self.hover(0)

    def press(self, row: int, key: str, *, patient: bool = False) -> float:
        """Type a key at the end of a line, or take one back if there is none: seconds to all diagnostics.

        A hover asked for at once makes the server skip its pause for the next key, unless it shall be patient.
        """
        self._version += 1
        start = {"line": row, "character": len(self.desk.lines[row])}
        change = {
            "range": {
                "start": start,
                "end": {**start, "character": start["character"] + (not key)},
            },
            "text": key,
        }
        begin = time.perf_counter()
        self.link.tell(
            "textDocument/didChange",
            {
                "textDocument": {"uri": self.desk.uri, "version": self._version},
                "contentChanges": [change],
            },
        )
        asked = None if patient else self.link.request("textDocument/hover", self._at(row))
        spent = self.link.wait(self._is_complete).time - begin
        if asked is not None:
            self.link.wait(lambda message: message.get("id") == asked)
        return spent

    def hover(self, row: int) -> float:
        begin = time.perf_counter()
        return self.link.ask("textDocument/hover", self._at(row)).time - begin

    def list_actions(self, row: int) -> tuple[float, list[Message]]:
        place = {"line": row, "character": 0}
        params = {
            **self._at(row),
            "range": {"start": place, "end": place},
            "context": {"diagnostics": []},
        }
        begin = time.perf_counter()
        arrival = self.link.ask("textDocument/codeAction", params)
        return arrival.time - begin, arrival.message["result"] or []

    def apply(self) -> float:
        """Choose the first action, which applies the whole patch: seconds until its edit is there."""
        action = self.list_actions(0)[1][0]
        begin = time.perf_counter()
        arrival = self.link.ask("codeAction/resolve", action)
        assert self.name == FLOOR or arrival.message["result"]["edit"], (
            "the patch cannot be applied"
        )
        return arrival.time - begin

    def _at(self, row: int) -> Message:
        return {"textDocument": {"uri": self.desk.uri}, "position": {"line": row, "character": 1}}

    def _is_published(self, message: Message) -> bool:
        return (
            message.get("method") == "textDocument/publishDiagnostics"
            and message["params"]["version"] == self._version
        )

    def _is_complete(self, message: Message) -> bool:
        if not self._is_published(message):
            return False
        return self.name == FLOOR or any(
            found.get("code") == _MARK for found in message["params"]["diagnostics"]
        )


@contextmanager
def open_editor(name: str, desk: Desk, compiled: Path) -> Iterator[Editor]:
    with Link(_COMMANDS[name], programs.make_environment(compiled)) as link:
        yield Editor(name, desk, link)

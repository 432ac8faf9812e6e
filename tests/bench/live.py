"""The server as an editor meets it, beside the floor: start, key presses, hover, code action, apply, memory."""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from bench import programs
from bench.link import Link, Message
from bench.scenes import Spec, make_mixed
from bench.table import Row, short
from bench.writers import NAMES, write

OURS, FLOOR = "patchsight", "bare pygls"
_COMMANDS = {
    OURS: [str(Path(sys.executable).parent / "patchsight"), "--stdio"],
    FLOOR: [sys.executable, str(Path(__file__).with_name("floor.py"))],
}
#: Told of the one hunk that differs in white space, and only once everything is placed.
_MARK = "verbatim_insert"
_WORD = "value"  #: what is typed
_SMALL = "server, small"
SIZES = {_SMALL: Spec("exact", 300, 3, 2), "server, 100 hunks": Spec("exact", 2_000, 2, 50),
         "server, 1,000 hunks": Spec("exact", 2_000, 20, 50)}
_FORMAT = "v4a"


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
        change = {"range": {"start": start, "end": {**start, "character": start["character"] + (not key)}}, "text": key}
        begin = time.perf_counter()
        self.link.tell("textDocument/didChange", {"textDocument": {"uri": self.desk.uri, "version": self._version},
                                                  "contentChanges": [change]})
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
        params = {**self._at(row), "range": {"start": place, "end": place}, "context": {"diagnostics": []}}
        begin = time.perf_counter()
        arrival = self.link.ask("textDocument/codeAction", params)
        return arrival.time - begin, arrival.message["result"] or []

    def apply(self) -> float:
        """Choose the first action, which applies the whole patch: seconds until its edit is there."""
        action = self.list_actions(0)[1][0]
        begin = time.perf_counter()
        arrival = self.link.ask("codeAction/resolve", action)
        assert self.name == FLOOR or arrival.message["result"]["edit"], "the patch cannot be applied"
        return arrival.time - begin

    def _at(self, row: int) -> Message:
        return {"textDocument": {"uri": self.desk.uri}, "position": {"line": row, "character": 1}}

    def _is_published(self, message: Message) -> bool:
        return message.get("method") == "textDocument/publishDiagnostics" and message["params"]["version"] == self._version

    def _is_complete(self, message: Message) -> bool:
        if not self._is_published(message):
            return False
        return self.name == FLOOR or any(found.get("code") == _MARK for found in message["params"]["diagnostics"])


Act = Callable[[Editor, int], float]


@contextmanager
def open_editor(name: str, desk: Desk, compiled: Path) -> Iterator[Editor]:
    with Link(_COMMANDS[name], programs.make_environment(compiled)) as link:
        yield Editor(name, desk, link)


# ---- the figures


def measure_server(scratch: Path, sections: Sequence[str], rounds: int) -> Iterator[Row]:
    """Each workspace with both servers."""
    for section in sections:
        root = scratch / f"desk {section}"
        root.mkdir()
        desk = make_desk(root, SIZES[section])
        if section == _SMALL:
            yield from _measure_start(section, desk, scratch / "compiled", max(3, rounds // 8))
        yield from _measure_open(section, desk, scratch / "compiled", rounds)


def _measure_start(section: str, desk: Desk, compiled: Path, rounds: int) -> Iterator[Row]:
    spent: dict[str, list[float]] = {FLOOR: [], OURS: []}
    work: dict[str, list[float]] = {FLOOR: [], OURS: []}
    for turn in range(rounds + 1):
        for name in spent:
            with open_editor(name, desk, compiled) as editor:
                seconds = editor.begin()
                if turn:  # the first one compiles
                    spent[name].append(seconds)
                    work[name].append(editor.link.work)
    yield from _beside(section, "start to first diagnostics", spent, work)


def _measure_open(section: str, desk: Desk, compiled: Path, rounds: int) -> Iterator[Row]:
    """Both servers side by side, so that each round is the same for both."""
    with open_editor(FLOOR, desk, compiled) as floor, open_editor(OURS, desk, compiled) as ours:
        for editor in (floor, ours):
            editor.begin()
            editor.settle()
        for what, (act, share) in _ACTS.items():
            yield from _beside(section, what, *_take_turns((floor, ours), act, max(3, rounds // share)))
        yield from _weigh(section, floor, ours)


def _take_turns(
    editors: Sequence[Editor], act: Act, rounds: int
) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    spent: dict[str, list[float]] = {editor.name: [] for editor in editors}
    work: dict[str, list[float]] = {editor.name: [] for editor in editors}
    for turn in range(rounds):
        for editor in editors:
            before = editor.link.work
            spent[editor.name].append(act(editor, turn))
            work[editor.name].append(editor.link.work - before)
    return spent, work


def _beside(section: str, what: str, spent: dict[str, list[float]], work: dict[str, list[float]]) -> Iterator[Row]:
    base = statistics.median(spent[FLOOR])
    for name, seconds in spent.items():
        marks = {f"p{share}": _percentile(seconds, share) for share in (95, 99)}
        marks["processor p95"] = _percentile(work[name], 95)
        note = ", ".join(f"{label} {short(value)}" for label, value in marks.items())
        ratio = statistics.median(seconds) / base
        yield Row(section, f"{what}: {name}", tuple(seconds), ratio, note, min(work[name]), marks)


def _weigh(section: str, floor: Editor, ours: Editor) -> Iterator[Row]:
    base = floor.link.megabytes
    for editor in (floor, ours):
        size = editor.link.megabytes
        yield Row(section, f"memory: {editor.name}", (), size / base, f"{size:.0f} MB", figures={"megabytes": size})


def _percentile(values: Sequence[float], share: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]


# ---- what is done again and again


def _type(editor: Editor, turn: int) -> float:
    """A key in a line that a hunk adds; a word long in one hunk, then in another."""
    return editor.press(_choose_row(editor, "+", turn // len(_WORD)), _WORD[turn % len(_WORD)])


def _type_patiently(editor: Editor, turn: int) -> float:
    return editor.press(_choose_row(editor, "+", turn), "x", patient=True)


def _slip(editor: Editor, turn: int) -> float:
    """A key in a line of context, so that the hunk fits nowhere; the next time it is taken back."""
    return editor.press(_choose_row(editor, " ", turn // 2), "" if turn % 2 else "x")


def _choose_row(editor: Editor, sign: str, seed: int) -> int:
    return random.Random(seed).choice([row for row, line in enumerate(editor.desk.lines) if line.startswith(sign)])


def _hover(editor: Editor, turn: int) -> float:
    return editor.hover(random.Random(turn).randrange(len(editor.desk.lines)))


def _list_actions(editor: Editor, turn: int) -> float:
    return editor.list_actions(random.Random(turn).randrange(len(editor.desk.lines)))[0]


def _apply(editor: Editor, _: int) -> float:
    return editor.apply()


#: What is done, and how many times less often than the most important.
_ACTS: dict[str, tuple[Act, int]] = {
    "key in an added line": (_type, 1),
    "the same, with the pause": (_type_patiently, 5),
    "hover": (_hover, 1),
    "code action": (_list_actions, 2),
    "apply": (_apply, 5),
    "key in a context line": (_slip, 2),
}

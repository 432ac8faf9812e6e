"""A server under load: many open patches, many targets, an edit every few milliseconds, for as long as asked.

    python tests/load.py [SECONDS]        ten minutes unless said otherwise

Edits go to patches and to open targets alike; between them an editor's usual requests. At the end every request must have
been answered, in order for each document; every patch must have the diagnostics of its last version, and the right ones; and
the server must not have grown.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from pygls.protocol import default_converter

from lsp.editor import Editor, Habits, as_uri
from lsp.wire import Wire, wire
from patchsight.workspace.workspace import Workspace
from support.five import FORMATS, write

_CONVERTER = default_converter()  # type: ignore[no-untyped-call]
_REQUESTS = (
    "hover",
    "codeAction",
    "documentSymbol",
    "inlayHint",
    "definition",
    "codeLens",
    "foldingRange",
    "semanticTokens/full",
)
_ROWS = {"start": {"line": 0, "character": 0}, "end": {"line": 40, "character": 0}}
_MORE: dict[str, Any] = {
    "hover": {"position": {"line": 5, "character": 2}},
    "definition": {"position": {"line": 5, "character": 2}},
    "codeAction": {"range": _ROWS, "context": {"diagnostics": []}},
    "inlayHint": {"range": _ROWS},
}


@dataclass(frozen=True)
class Shape:
    """How much of everything."""

    seconds: float = 600.0
    patches: int = 200
    targets: int = 1000
    opened: int = 50  #: targets that are open as well
    pause: float = 0.01  #: seconds between two edits
    asked: int = 5  #: edits between two requests
    #: wait for all answers before memory is looked at, so that no figure depends on the machine's pace
    waits: bool = False


@dataclass
class Figures:
    """What came of it."""

    edits: int = 0
    #: seconds, by method
    answers: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    publications: int = 0
    memory: list[float] = field(default_factory=list)  #: megabytes, sampled evenly
    #: seconds by which the last edit left too late: the client itself could not keep up
    late: float = 0.0
    drain: float = 0.0  #: seconds from the last edit to the last answer

    @property
    def growth(self) -> float:
        """Megabytes by which the last quarter lies above the second one; in the first everything warms up."""
        quarter = len(self.memory) // 4
        return statistics.median(self.memory[-quarter:]) - statistics.median(
            self.memory[quarter : 2 * quarter]
        )

    def __str__(self) -> str:
        seconds = sorted(value for values in self.answers.values() for value in values)
        share = {
            name: 1000 * seconds[min(len(seconds) - 1, int(part * len(seconds)))]
            for name, part in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1.0))
        }
        times = ", ".join(f"{name} {value:.1f} ms" for name, value in share.items())
        rows = [
            f"{self.edits} edits, {len(seconds)} answers, {self.publications} publications; {self.late:.2f} s late, "
            f"the last answer {self.drain:.2f} s after the last edit",
            f"answers: {times}",
        ]
        rows += [
            f"  {name}: median {1000 * statistics.median(values):.1f} ms, longest {1000 * max(values):.1f} ms"
            for name, values in self.answers.items()
        ]
        start, end = self.memory[len(self.memory) // 4], self.memory[-1]
        return "\n".join(
            [
                *rows,
                f"memory: {start:.1f} MB when warm, {end:.1f} MB at the end, growth {self.growth:+.1f} MB",
            ]
        )


class Load:
    """One run: a workspace, an editor that types into it, and the server that has to follow."""

    def __init__(self, root: Path, shape: Shape) -> None:
        self.root, self.shape, self.chance = root, shape, random.Random(1)
        self.figures = Figures()
        self.asked: dict[int, tuple[str, str, float]] = {}  #: by number: method, document, when
        #: by document: the requests, as they were sent
        self.waiting: dict[str, list[int]] = defaultdict(list)
        self.versions: dict[str, int] = {}  #: by document: of the last publication
        self.codes: dict[str, list[str]] = {}
        self.originals: dict[str, str] = {}

    # ---- the workspace
    def lay_out(self) -> list[tuple[Path, str]]:
        """Write the targets; the patches, each on five of them, all formats in turn, some parts that do not fit."""
        for number in range(self.shape.targets):
            path = self.root / f"pkg{number % 25}" / f"module{number}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(
                "".join(
                    f"def function_{number}_{row}():\n    return {row}\n\n\n" for row in range(40)
                )
            )
        return [self._patch(number) for number in range(self.shape.patches)]

    def _patch(self, number: int) -> tuple[Path, str]:
        form = FORMATS[number % len(FORMATS)]
        changes = []
        for target in ((number * 5 + offset) % self.shape.targets for offset in range(5)):
            row = self.chance.randrange(45)  # a few are not there
            body = f" def function_{target}_{row}():\n-    return {row}\n+    return -{row}\n"
            changes.append((f"pkg{target % 25}/module{target}.py", body))
        written = write(form, *changes)
        return self.root / f"{number}.{written.name.rpartition('.')[2]}", written.text

    # ---- the run
    async def run(self, server: Wire) -> Figures:
        folders = [{"uri": self.root.as_uri(), "name": "ws"}]
        await server.request(
            "initialize",
            {
                "processId": None,
                "rootUri": None,
                "capabilities": {},
                "workspaceFolders": folders,
                # what is typed in front of a patch does not make it prose
                "initializationOptions": {"prose": "check"},
            },
        )
        server.notify("initialized", {})
        editor = Editor(
            Habits(), lambda method, params: server.notify(method, _CONVERTER.unstructure(params))
        )
        for path, text in self.lay_out():
            editor.open(as_uri(path), text)
        for number in range(self.shape.opened):
            editor.open(
                as_uri(self.root / f"pkg{number % 25}" / f"module{number}.py"), language="python"
            )
        self.originals = {uri: page.text for uri, page in editor.pages.items()}
        reader = asyncio.ensure_future(self._read(server))
        if self.shape.waits:
            await self._settle(server, editor)
            self.figures.memory.clear()
        await self._type(server, editor)
        last = time.perf_counter()
        await self._settle(server, editor)
        self.figures.drain = time.perf_counter() - last
        reader.cancel()
        self._check(editor)
        return self.figures

    async def _type(self, server: Wire, editor: Editor) -> None:
        """Type at a steady pace, whether the server keeps up or not."""
        start, uris = time.perf_counter(), list(editor.pages)
        count = int(self.shape.seconds / self.shape.pause)
        for number in range(count):
            due = start + number * self.shape.pause
            self._press(editor, self.chance.choice(uris))
            if number % self.shape.asked == 0:
                self._ask(
                    server,
                    self.chance.choice(_REQUESTS),
                    self.chance.choice(uris[: self.shape.patches]),
                )
            if number % max(1, count // 200) == 0:
                if self.shape.waits:
                    await self._drain()
                self.figures.memory.append(resident(server.process.pid))
            self.figures.late = max(0.0, time.perf_counter() - due)
            await asyncio.sleep(max(0.0, due + self.shape.pause - time.perf_counter()))
        self.figures.edits = count

    def _press(self, editor: Editor, uri: str) -> None:
        """A key press: a letter comes or goes; now and then everything is as it was."""
        text = editor.pages[uri].text
        at = self.chance.randrange(len(text))
        if self.chance.random() < 0.05 or len(text) < 20:
            editor.replace(uri, self.originals[uri])
        elif self.chance.random() < 0.5:
            editor.type(uri, at, at, self.chance.choice("aé🦊\n+- "))
        else:
            editor.type(uri, at, at + 1, "")

    def _ask(self, server: Wire, method: str, uri: str) -> None:
        number = len(self.asked) + 1_000_000
        self.asked[number] = (method, uri, time.perf_counter())
        self.waiting[uri].append(number)
        server.send(
            {
                "id": number,
                "method": f"textDocument/{method}",
                "params": {"textDocument": {"uri": uri}, **_MORE.get(method, {})},
            }
        )

    async def _read(self, server: Wire) -> None:
        while True:
            message = await server.receive()
            if message.get("id") in self.asked:
                self._take_answer(message)
            elif message.get("method") == "textDocument/publishDiagnostics":
                self._take_publication(message["params"])

    def _take_answer(self, message: dict[str, Any]) -> None:
        assert "error" not in message, message
        method, uri, when = self.asked[message["id"]]
        first = self.waiting[uri].pop(0)
        assert first == message["id"], f"{uri}: request {message['id']} was answered before {first}"
        self.figures.answers[method].append(time.perf_counter() - when)

    def _take_publication(self, params: dict[str, Any]) -> None:
        uri, version = params["uri"], params.get("version") or 0
        assert version >= self.versions.get(uri, 0), (
            f"{uri}: version {version} was published after {self.versions[uri]}"
        )
        self.versions[uri] = version
        self.codes[uri] = sorted(one["code"] for one in params["diagnostics"])
        self.figures.publications += 1

    async def _settle(self, server: Wire, editor: Editor) -> None:
        """Wait until the server has said all it has to say."""
        for uri in list(editor.pages)[: self.shape.patches]:
            self._ask(server, "hover", uri)
        await self._drain()
        self.figures.memory.append(resident(server.process.pid))

    async def _drain(self) -> None:
        while any(self.waiting.values()):
            await asyncio.sleep(0.01)

    def _check(self, editor: Editor) -> None:
        """See that what is shown last is right: what a look at the same texts from outside finds."""
        buffers = {
            str(self.root / uri.removeprefix(self.root.as_uri() + "/")): page.text
            for uri, page in editor.pages.items()
        }
        for uri in list(editor.pages)[: self.shape.patches]:
            page = editor.pages[uri]
            assert self.versions[uri] == page.version, (
                f"{uri}: version {self.versions[uri]} is shown, not {page.version}"
            )
            report = Workspace(self.root, buffers=buffers).analyse(
                page.text, self.root / uri.rpartition("/")[2]
            )
            assert self.codes[uri] == sorted(problem.code for problem in report.problems), uri


def resident(pid: int) -> float:
    """Megabytes of memory that a process holds."""
    [line] = [
        row
        for row in Path(f"/proc/{pid}/status").read_text().split("\n")
        if row.startswith("VmRSS:")
    ]
    return int(line.split()[1]) / 1024


async def run(shape: Shape) -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        async with wire() as server:
            return await Load(root, shape).run(server)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("seconds", nargs="?", type=float, default=Shape.seconds)
    figures = asyncio.run(run(Shape(parser.parse_args().seconds)))
    print(figures)  # noqa: T201
    assert figures.growth < 0.05 * figures.memory[-1], "the server has grown"


if __name__ == "__main__":
    main()

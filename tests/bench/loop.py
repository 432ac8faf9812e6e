"""How long a large buffer keeps others waiting, through a real server: `python -m bench.loop`.

A server process gets a buffer of ten megabytes, then key presses in it, then every question that an editor
asks to show it; meanwhile another document is hovered again and again. Each answer is timed twice: by the clock, and by how long the processor worked
for the server, which other programs on the machine cannot stretch. A message is sent only when the one
before is answered, so one figure is how long the loop was not free, and what it did then.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.curves import KINDS, Text, make_text, work_of
from lsp.wire import Wire, wire

SIZE = 10_000_000
CHOSEN = (
    "unified hunks", "unified files", "unified one hunk", "unified missing", "v4a hunks", "v4a in json", "ap modifications",
    "applydiff blocks", "searchreplace blocks", "stringedit edits", "whole files", "whole file", "one long line", "prose", "code",
)  # fmt: skip
#: What an editor asks to show a document.
_SHOWN = ("semanticTokens/full", "documentSymbol", "foldingRange", "codeLens", "documentLink", "inlayHint", "codeAction")  # fmt: skip
_PATCH = "*** Begin Patch\n*** Update File: small.py\n@@\n-a = 1\n+a = 2\n*** End Patch\n"
_PAUSE = 0.01  #: seconds between an answer and the next question
_STILL = (
    80  #: answers in a row beside which nothing else is done; the server waits 0.4 s for a pause
)
_QUIET = 120.0  #: seconds after which a text is left that is still worked on


class Answer(NamedTuple):
    """How long one hover took."""

    clock: float
    work: float  #: seconds that the processor worked for the server meanwhile


class Figures(NamedTuple):
    """What one kind of text came to."""

    kind: str
    size: int
    opening: list[Answer]  #: hovers while the large buffer is opened and read
    typing: list[Answer]  #: the same while keys are pressed in it
    showing: list[Answer]  #: and while it is asked what to show of it
    work: float  #: seconds that the processor worked for the server in all


class Desk:
    """A server, a small patch that is hovered, and a large one."""

    def __init__(self, server: Wire, root: Path) -> None:
        self.server, self.root, self._number = server, root, 100
        self.small, self.version = (root / "small.v4a").as_uri(), 1

    async def begin(self) -> None:
        (self.root / "small.py").write_text("a = 1\n")
        folder = {"uri": self.root.as_uri(), "name": "ws"}
        params = {
            "processId": None,
            "rootUri": None,
            "capabilities": {},
            "workspaceFolders": [folder],
            "initializationOptions": {"prose": "check"},  # of any name and length
        }
        await self.server.request("initialize", params)
        self.server.notify("initialized", {})
        self._open(self.small, _PATCH, "v4a")
        for _ in range(5):
            await self.hover()

    def _open(self, uri: str, text: str, language: str) -> None:
        item = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.server.notify("textDocument/didOpen", {"textDocument": item})

    @property
    def work(self) -> float:
        return work_of(self.server.process.pid)

    async def hover(self) -> Answer:
        """Ask for a hover in the small patch."""
        clock, work = time.perf_counter(), self.work
        answer = await self.server.request(
            "textDocument/hover",
            {"textDocument": {"uri": self.small}, "position": {"line": 3, "character": 1}},
        )
        assert "Part 1" in answer["result"]["contents"]["value"]
        return Answer(time.perf_counter() - clock, self.work - work)

    async def hover_until_quiet(self) -> list[Answer]:
        """Hover until the server has nothing else to do."""
        answers, end = list[Answer](), time.perf_counter() + _QUIET
        still = 0
        while still < _STILL and time.perf_counter() < end:
            before = self.work
            answers.append(await self.hover())
            hovered = self.work
            await asyncio.sleep(_PAUSE)
            # what a hover costs by itself is no sign of other work
            still = still + 1 if answers[-1].work < 0.008 and self.work - hovered < 0.002 else 0
            assert before <= hovered
        return answers

    async def open_large(self, text: Text) -> list[Answer]:
        for path, content in text.files.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(content)
        self.uri = (self.root / text.name).as_uri()
        language = "markdown" if text.name.endswith(".md") else ""
        self._open(self.uri, text.patch, language)
        return await self.hover_until_quiet()

    async def type(self, text: Text, keys: int = 5) -> list[Answer]:
        """Press keys in the middle of the large buffer, and hover after each."""
        answers = list[Answer]()
        line = text.patch.count("\n", 0, len(text.patch) // 2)
        at = {"line": line, "character": 0}
        for key in range(keys):
            self.version += 1
            change: dict[str, Any] = {"range": {"start": at, "end": at}, "text": "xy z\n"[key % 5]}
            self.server.notify(
                "textDocument/didChange",
                {
                    "textDocument": {"uri": self.uri, "version": self.version},
                    "contentChanges": [change],
                },
            )
            answers += [await self.hover() for _ in range(3)]
        return answers + await self.hover_until_quiet()

    async def show(self, text: Text) -> list[Answer]:
        """Ask for all that is shown of the large buffer, and hover meanwhile."""
        rows = text.patch.count("\n")
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": rows, "character": 0}}
        at = {
            "start": {"line": rows // 2, "character": 0},
            "end": {"line": rows // 2, "character": 0},
        }
        for method in _SHOWN:
            asked = {
                "textDocument": {"uri": self.uri},
                "range": at if method == "codeAction" else whole,
                "context": {"diagnostics": []},
            }
            self.server.send({"id": method, "method": f"textDocument/{method}", "params": asked})
        return await self.hover_until_quiet()


async def measure(kind: str, size: int) -> Figures:
    text = make_text(kind, size)
    with tempfile.TemporaryDirectory() as folder:
        async with wire("--log-level", "error") as server:
            desk = Desk(server, Path(folder).resolve())
            await desk.begin()
            opening = await desk.open_large(text)
            typing = await desk.type(text)
            showing = await desk.show(text)
            return Figures(kind, len(text.patch), opening, typing, showing, desk.work)


def in_short(answers: list[Answer]) -> str:
    """The median, the 99th of a hundred, and the longest, by the clock and by work."""
    told = []
    for field in ("clock", "work"):
        times = sorted(1000 * getattr(answer, field) for answer in answers)
        chosen = times[len(times) // 2], times[len(times) * 99 // 100], times[-1]
        told.append("/".join(f"{value:.0f}" for value in chosen))
    return f"{told[0]:>14} clock {told[1]:>12} work ({len(answers)})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--only", default="", help="only kinds that have these words in their name")
    options = parser.parse_args()
    print("milliseconds of a hover elsewhere: median/p99/longest, by the clock and of work")
    for kind in KINDS if options.only else CHOSEN:
        if all(word in kind for word in options.only.split()):
            figures = asyncio.run(measure(kind, options.size))
            print(
                f"{kind:22} {figures.size / 1e6:4.1f} MB  open {in_short(figures.opening)}   "
                f"typing {in_short(figures.typing)}   showing {in_short(figures.showing)}   "
                f"{figures.work:.1f} s in all",
                flush=True,
            )


if __name__ == "__main__":
    main()

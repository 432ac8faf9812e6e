"""How long a thread waits for its turn while a large text is worked on beside it: `python -m bench.turns`.

Python's threads take turns, and whoever is in one long call lets nobody in. So what answers the editor
waits as long as the longest call that is made for a large text in another thread. Here a thread wakes up
every 0.2 ms beside one that recognises, reads and places a text, and lets go of all of it, as the server
does. How long it waited is told by the time that the processor worked for the process, which other
programs on the machine cannot stretch.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import sys
import threading
import time
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection
from types import FrameType
from typing import NamedTuple

from bench.curves import KINDS, make_text
from patchsight.core import formats
from patchsight.core.model.budget import ExhaustedError
from patchsight.core.model.hunk_lines import in_columns
from patchsight.core.model.patch import Options, Patch
from patchsight.core.model.report import Report
from patchsight.core.model.target import Target
from patchsight.core.placing.resolver import paths_of, resolve
from patchsight.core.text.pieces import let_go

SIZE = 10_000_000
_WAKE = 0.0002  #: seconds
_TURN = 0.001  #: seconds after which a thread lets another one in, as in the server
_OPTIONS = Options()
_GLANCE = Options(
    max_steps=_OPTIONS.max_steps // 3
)  #: what the server lets it cost to recognise a text


class Wait(NamedTuple):
    """One time that a thread waited for its turn."""

    seconds: float
    step: str
    where: str  #: what the other thread did when it let this one in


class Watch:
    """A thread that wakes up again and again, and sees how long that took."""

    def __init__(self, told: float) -> None:
        self.waits: list[Wait] = []
        self.step = ""
        self._told, self._ended = told, False
        self._watched = threading.get_ident()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        before = time.process_time()
        while not self._ended:
            time.sleep(_WAKE)
            now = time.process_time()
            if now - before > self._told:
                frame = sys._current_frames().get(self._watched)
                self.waits.append(Wait(now - before, self.step, _tell_place(frame)))
            before = time.process_time()

    def end(self) -> None:
        self._ended = True
        self._thread.join()


def _tell_place(frame: FrameType | None) -> str:
    """The lines of ours that were being carried out, the innermost first."""
    stack = traceback.extract_stack(frame)[::-1] if frame else []
    ours = [entry for entry in stack if "patchsight" in entry.filename]
    places = (
        f"{entry.filename.rpartition('/patchsight/')[2]}:{entry.lineno} {entry.name}"
        for entry in ours
    )
    return " < ".join(places)


def _work(kind: str, size: int, told: float, limited: bool, wire: Connection) -> None:
    text = make_text(kind, size)
    formats.parse(make_text(kind, 20_000).patch, text.name)  # which loads what is needed
    targets = {path: Target(path, content) for path, content in text.files.items()}
    options = (
        _OPTIONS
        if limited
        else _OPTIONS._replace(
            max_patch_bytes=1 << 40, max_lines=1 << 40, max_parts=1 << 40, patient=True
        )
    )
    gc.collect()
    gc.freeze()
    gc.disable()
    sys.setswitchinterval(_TURN)
    watch = Watch(told)
    started = time.process_time()
    _carry_out(watch, text.patch, text.name, targets, options, limited)
    work = time.process_time() - started
    watch.end()
    wire.send((work, sorted(watch.waits, reverse=True)))


def _carry_out(
    watch: Watch, text: str, name: str, targets: dict[str, Target], options: Options, limited: bool
) -> None:
    """Everything that the server does with a text, step by step."""
    watch.step = "recognise"
    with suppress(ExhaustedError):
        formats.recognise(text, options=_GLANCE if limited else options)
    watch.step = "parse"
    patch = formats.parse(text, name, options)
    seen = patch.buffer.outer.unjoined
    _ = seen.lines, seen.starts, patch.buffer.hidden(0)
    watch.step = "resolve"
    wanted = {path: targets.get(path) or Target(path, None) for path in paths_of(patch)}
    report = resolve(patch, wanted, options)
    watch.step = "let go"
    lists = _lists_in(patch, report)
    del patch, report, seen, _
    for items in lists:
        let_go(items)
    watch.step = "end"


def _lists_in(patch: Patch, report: Report) -> list[list[object]]:
    """What the server frees step by step, see `lsp/analysis`."""
    lists: list[list[object]] = [list(report.parts), list(report.problems), list(report.plan)]
    lists += [list(in_columns(part.lines).made) for part in patch.parts]
    lists += [list(patch.files), list(patch.parts), list(patch.problems)]
    return lists + [list(buffer.made_lines) for buffer in (patch.buffer, patch.buffer.outer)]


def measure(kind: str, size: int, told: float, *, limited: bool) -> tuple[float, list[Wait]]:
    """The processor's time for one text, and the waits beside it, the longest first."""
    context = multiprocessing.get_context("fork")
    wire, other = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(kind, size, told, limited, other), daemon=True)
    process.start()
    other.close()
    try:
        work, waits = wire.recv()
        return work, [Wait(*wait) for wait in waits]
    finally:
        process.kill()
        process.join()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--only", default="", help="only kinds that have these words in their name")
    parser.add_argument(
        "--told", type=float, default=0.015, help="seconds from which a wait is told"
    )
    parser.add_argument("--times", type=int, default=3, help="runs, of which the best is told")
    parser.add_argument("--where", action="store_true", help="say what was done meanwhile")
    parser.add_argument("--unlimited", action="store_true", help="without limits of size and work")
    options = parser.parse_args()
    for kind in KINDS:
        if all(word in kind for word in options.only.split()):
            runs = [
                measure(kind, options.size, options.told, limited=not options.unlimited)
                for _ in range(options.times)
            ]
            work, waits = min(runs, key=lambda run: run[1][:1])
            longest = " ".join(f"{1000 * wait.seconds:.0f}" for wait in waits[:8])
            print(
                f"{kind:24} {work:6.2f} s   waits in ms: {longest or 'none that is told'}",
                flush=True,
            )
            for wait in waits[:8] if options.where else ():
                print(
                    f"    {1000 * wait.seconds:4.0f} {wait.step:10} {wait.where[:400]}", flush=True
                )


if __name__ == "__main__":
    main()

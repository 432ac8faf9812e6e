"""The server as an editor meets it, beside the floor: start, key presses, hover, code action, apply, memory."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from bench.desk import FLOOR, OURS, Desk, Editor, make_desk, open_editor
from bench.scenes import Spec
from bench.table import Row, short

Act = Callable[[Editor, int], float]
_SMALL = "server, small"
SIZES = {
    _SMALL: Spec("exact", 300, 3, 2),
    "server, 100 hunks": Spec("exact", 2_000, 2, 50),
    "server, 1,000 hunks": Spec("exact", 2_000, 20, 50),
}
_WORD = "value"  #: what is typed
#: seconds after which a file that was written is trusted to stay; before that it is read anew each time
_SETTLED = 2.1


def measure_server(
    scratch: Path, compiled: Path, sections: Sequence[str], rounds: int
) -> Iterator[Row]:
    """Each workspace with both servers."""
    for section in sections:
        root = scratch / f"desk {section}"
        root.mkdir()
        desk = make_desk(root, SIZES[section])
        if section == _SMALL:
            yield from _measure_start(section, desk, compiled, max(3, rounds // 8))
        yield from _measure_open(section, desk, compiled, rounds)


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
    time.sleep(_SETTLED)
    with open_editor(FLOOR, desk, compiled) as floor, open_editor(OURS, desk, compiled) as ours:
        for editor in (floor, ours):
            editor.begin()
            editor.settle()
        for what, (act, share) in _ACTS.items():
            yield from _beside(
                section, what, *_take_turns((floor, ours), act, max(3, rounds // share))
            )
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


def _beside(
    section: str, what: str, spent: dict[str, list[float]], work: dict[str, list[float]]
) -> Iterator[Row]:
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
        yield Row(
            section,
            f"memory: {editor.name}",
            (),
            size / base,
            f"{size:.0f} MB",
            figures={"megabytes": size},
        )


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
    """A row of some hunk but the last, by which the server is seen to be done."""
    lines = editor.desk.lines
    last = max(row for row, line in enumerate(lines) if line.startswith("@@"))
    return random.Random(seed).choice(
        [row for row, line in enumerate(lines[:last]) if line.startswith(sign)]
    )


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

"""Two `patchsight apply` at once on one folder, again and again: whoever says that it applied its patch has applied all of it.

    python tests/fuzz/two_runs.py --times 5000

Both patches change every file, in other lines, or are the same one; one run in three meets a fault at some call, so that it
is undone while the other one looks. Prints how often both came through, one did, or none.
"""
# ruff: noqa: T201

from __future__ import annotations

import argparse
import errno
import os
import random
import shutil
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from patchsight.cli import main as patchsight
from patchsight.workspace.apply.writer import pending, recover
from support.faults import CHANGING, in_memory, injected, places

FILES = [f"{name}.txt" for name in "abcd"]
OLD = "one\ntwo\nthree\nfour\nfive\n"
#: What each run puts in place of which line, and the file that it adds, removes or renames.
EDITS = {"left": ("one", "LEFT"), "right": ("five", "RIGHT")}
Outcome = tuple[str, int, int]  #: what the second run applies, and what both say


def write_patch(side: str) -> str:
    old, new = EDITS[side]
    sections = [f"*** Update File: {name}\n@@\n-{old}\n+{new}\n" for name in FILES]
    if side == "left":
        sections += ["*** Add File: new/left.txt\n+left\n", "*** Delete File: gone.txt\n"]
    else:
        sections += ["*** Update File: old.txt\n*** Move to: new/right.txt\n@@\n-old\n+moved\n"]
    return "*** Begin Patch\n" + "".join(sections) + "*** End Patch\n"


def expected(sides: Sequence[str]) -> dict[str, str]:
    """What stands in the folder if these runs, and no others, came through."""
    text = OLD
    for side in sides:
        text = text.replace(*EDITS[side])
    tree = dict.fromkeys(FILES, text)
    tree |= {"new/left.txt": "left\n"} if "left" in sides else {"gone.txt": "gone\n"}
    tree |= {"new/right.txt": "moved\n"} if "right" in sides else {"old.txt": "old\n"}
    return tree


def lay_out(root: Path) -> None:
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    for name, text in expected([]).items():
        (root / name).write_text(text)


def look(root: Path) -> dict[str, str]:
    return {
        str(path.relative_to(root)): path.read_text() for path in root.rglob("*") if path.is_file()
    }


def start(root: Path, side: str, gate: int, fault: int | None) -> int:
    """A run in a process of its own, which waits at the gate until it is closed."""
    child = os.fork()
    if child:
        return child
    status = 99
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        os.read(gate, 1)
        with injected(root, fault, fail, CHANGING) if fault else nullcontext():
            status = patchsight(["apply", f"{root}.{side}", "--root", str(root)])
    finally:
        os._exit(status)


def fail(name: str, _: tuple[Any, ...]) -> None:
    raise OSError(errno.ENOSPC, f"no space left for {name}")


def race(root: Path, dice: random.Random) -> Outcome:
    """Both at once; what they say, which must be what is there."""
    lay_out(root)
    gate, other_end = os.pipe()
    fault = dice.randrange(1, 90) if dice.random() < 1 / 3 else None
    sides = ("left", dice.choice(("left", "right")))
    children = [start(root, side, gate, at) for side, at in zip(sides, (fault, None), strict=True)]
    os.close(gate)
    os.write(other_end, b"..")
    os.close(other_end)
    first, second = (os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children)
    if pending(root):  # a fault while it was undone
        recover(root)
    tree = look(root)
    done = [side for side, status in zip(sides, (first, second), strict=True) if status == 0]
    assert {first, second} <= {0, 1, 2}, (first, second)
    assert tree == expected(done), (sides, first, second, fault, tree)
    return ("the same" if sides[0] == sides[1] else "another"), first, second


def run(times: int, seed: int) -> Counter[Outcome]:
    dice = random.Random(seed)
    with in_memory() as folder:
        for side in EDITS:
            (folder / f"ws.{side}").write_text(write_patch(side))
        lay_out(folder / "ws")
        patchsight(["check", str(folder / "ws.left"), "--root", str(folder / "ws")])  # load it once
        outcomes = Counter[Outcome]()
        for number in range(1, times + 1):
            outcomes[race(folder / "ws", dice)] += 1
            if number % 500 == 0:
                print(f"{number:,}: {dict(outcomes)}", flush=True)
        assert not list(Path(places(folder)[1]).rglob("*.json")), "a journal is left"
        return outcomes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    outcomes = run(options.times, options.seed)
    for (other, first, second), count in sorted(outcomes.items()):
        print(f"a patch and {other:8}: they say {first} and {second} {count:6,} times")
    print(f"{outcomes.total():,} times two runs at once, nothing half done")


if __name__ == "__main__":
    main()

"""What is measured: files, the hunks a patch has for them, and what is right. Made from a seed, different for each one."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from bench import texts

_AROUND = 3  #: context lines on each side
_SPACE = 10  #: lines that a hunk needs for itself


class Hunk(NamedTuple):
    """One place that changes, in the words of the patch; the file may say something else."""

    row: int  #: where its first line stands in the file, from 0
    before: list[str]
    old: list[str]
    new: list[str]
    after: list[str]


class Scene(NamedTuple):
    """Files and what a patch has to say about them. `after` is the one right outcome, None where there is none."""

    files: dict[str, str]
    hunks: dict[str, list[Hunk]]
    after: dict[str, str] | None


class Spec(NamedTuple):
    """Which scene: its kind, the lines of each file, the hunks for each file, how many files."""

    kind: str
    lines: int
    hunks: int = 1
    files: int = 1

    @property
    def all_hunks(self) -> int:
        return self.hunks * self.files

    def __str__(self) -> str:
        files = f"{self.files:,} files of " if self.files > 1 else ""
        hunks = f"{self.all_hunks:,} hunk{'s' * (self.all_hunks > 1)}"
        return f"{self.kind}, {files}{self.lines:,} lines, {hunks}"


def make_scene(spec: Spec, seed: int) -> Scene:
    """The scene of a kind and size; another seed gives other texts of the same shape."""
    rng = random.Random(f"{spec} {seed}")
    files: dict[str, str] = {}
    hunks: dict[str, list[Hunk]] = {}
    after: dict[str, str] = {}
    for number in range(spec.files):
        path = f"src/part_{number % 30:02}/module_{number:04}.py"
        lines = texts.MAKERS.get(spec.kind, texts.make_lines)(rng, spec.lines)
        true = _choose_hunks(rng, lines, spec)
        files[path] = _join(lines)
        hunks[path] = [_TWISTS.get(spec.kind, _keep)(rng, hunk) for hunk in true]
        after[path] = _join(_replace(lines, true))
    return Scene(files, hunks, None if spec.kind in HOMELESS else after)


def make_mixed(spec: Spec, odd: str, seed: int) -> Scene:
    """A scene whose very last hunk is of another kind than the others."""
    scene = make_scene(spec, seed)
    path = list(scene.hunks)[-1]
    last = _TWISTS[odd](random.Random(seed), scene.hunks[path][-1])
    return scene._replace(hunks={**scene.hunks, path: [*scene.hunks[path][:-1], last]})


def _choose_hunks(rng: random.Random, lines: list[str], spec: Spec) -> list[Hunk]:
    """Hunks evenly spread; each starts at the same line of a block where the file is made of blocks."""
    step = len(lines) // spec.hunks
    assert step >= _SPACE, f"no room for {spec.hunks} hunks in {len(lines)} lines"
    starts = (at * step + (step - _SPACE) // 2 for at in range(spec.hunks))
    return [
        _cut(rng, lines, start - start % texts.BLOCK + _AROUND + texts.LEAD.get(spec.kind, 0))
        for start in starts
    ]


def _cut(rng: random.Random, lines: list[str], row: int) -> Hunk:
    first, last = max(0, row - _AROUND), row + rng.randint(1, 2)
    new = texts.make_lines(rng, rng.randint(1, 2))
    return Hunk(first, lines[first:row], lines[row:last], new, lines[last : last + _AROUND])


def _replace(lines: list[str], hunks: list[Hunk]) -> list[str]:
    changed: list[str] = []
    at = 0
    for hunk in hunks:
        row = hunk.row + len(hunk.before)
        changed += lines[at:row]
        changed += hunk.new
        at = row + len(hunk.old)
    return changed + lines[at:]


def _join(lines: list[str]) -> str:
    return "\n".join([*lines, ""])


# ---- how a patch may differ from the file


def _keep(_: random.Random, hunk: Hunk) -> Hunk:
    return hunk


def _indent(_: random.Random, hunk: Hunk) -> Hunk:
    """Every second line is indented more than in the file."""

    def shift(lines: list[str]) -> list[str]:
        return [" " * (2 * (row % 2)) + line for row, line in enumerate(lines)]

    return hunk._replace(before=shift(hunk.before), old=shift(hunk.old), after=shift(hunk.after))


def _misspell(_: random.Random, hunk: Hunk) -> Hunk:
    """A removed line has a slip in it."""
    return hunk._replace(old=[hunk.old[0].replace(" = ", " == "), *hunk.old[1:]])


def _outdate(rng: random.Random, hunk: Hunk) -> Hunk:
    """What is removed and the last line of context read otherwise in the file: too much for a fuzzy match."""
    return hunk._replace(
        old=[texts.make_strange(rng) for _ in hunk.old],
        after=[*hunk.after[:-1], texts.make_strange(rng)],
    )


def _invent(rng: random.Random, hunk: Hunk) -> Hunk:
    """Nothing of the hunk stands in the file, nor anything like it."""

    def other(lines: list[str]) -> list[str]:
        return [texts.make_strange(rng) for _ in lines]

    return Hunk(hunk.row, other(hunk.before), other(hunk.old), hunk.new, other(hunk.after))


_TWISTS: dict[str, Callable[[random.Random, Hunk], Hunk]] = {
    "whitespace": _indent,
    "fuzzy": _misspell,
    "stale": _outdate,
    "hopeless": _invent,
}
#: Kinds for which nothing may be applied.
HOMELESS = frozenset({"stale", "hopeless"})
KINDS = ("exact", "whitespace", "fuzzy", "stale", "hopeless", "alike", "ambiguous", "repeating")

"""What a fuzzer works with: files whose lines repeat, and true changes of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from fuzz.dice import Dice

PATHS = ("a.txt", "dir/b.py", "dir/c d.md", "é.txt")
NEW_PATHS = ("new.txt", "dir/new/n.py", "a b.txt")

#: Lines that say something, lines that prove nothing, and lines that read like a format's own.
CODE = [
    f"{name}_{number} = call({number % 3})" for name in ("alpha", "beta") for number in range(6)
]
CODE += [
    "def run(self):",
    "def stop(self):",
    "class A:",
    "class B(A):",
    "return value",
    "if x > 0:",
    "print('it\\'s')",
    "print(\u2018it\u2019)",
    'x = "a - b"',
    "x = \u201ca \u2013 b\u201d",
    "a  =  b",
    "a = b",
    "# note",
    "* item",
    "1. item",
]
PLAIN = ["", " ", "\t", "}", "{", "pass", "else:", "end", "...", "a", "b", "a ", "b\t"]
OWN = [
    "- b",
    "-- x",
    "--- x",
    "+++ x",
    "++ x",
    "@@",
    "@@ -1 +1 @@",
    "\\ No newline at end of file",
    "diff --git a/x b/x",
    "*** Begin Patch",
    "*** End Patch",
    "*** Update File: a.txt",
    "*** End of File",
    "<",
    "<<<",
    "--- from",
    "--- to",
    ">>> file: a.txt",
    "[SESSION CONTEXT]",
    "  - action: DELETE",
    "content: |",
    "version: 2.0",
    "changes:",
    "```",
    "```diff",
    "EOF",
    "'",
    '"',
    ": ",
    "---",
    "...",
    "%YAML",
    "&a",
    "*a",
    "!x",
    "~",
    "null",
    "> x",
    "| x",
    "From x",
]
ODD = [
    "\f",
    "x\fy",
    "x\u2028y",
    "x\u2029",
    "\x85",
    "\x00",
    "x\x00y",
    "\x1b[31m",
    "\x7f",
    "\ufeff",
    "\ufeffa",
    "a\ufeff",
    "é",
    "e\u0301",
    "\U0001f600",
    "\U0001d4b3 = 1",
    "\u202ex",
    "a\u200bb",
    "\u00a0a",
    "\u3000",
    "ﬁ",
    "ı",
    "\uffff",
    "\x1c",
    "\v",
]
#: What an editor can send, and a file cannot hold.
HALVES = ["\ud800", "x\udfffy"]
INDENTS = ["", "", "", "    ", "        ", "\t", "  "]


def line(dice: Dice) -> str:
    """One line of a file."""
    kind = dice.number(9)
    if kind < 7:
        return dice.pick(INDENTS) + dice.pick(CODE)
    return dice.pick((PLAIN, OWN, ODD)[kind - 7])


def body(dice: Dice) -> list[str]:
    """The lines of a file: a few blocks, some of them several times; in some files most lines stand once."""
    blocks = dice.some(lambda: dice.some(lambda: line(dice), 5, 1), 4, 1)
    rows = [
        row
        for block in dice.some(lambda: dice.pick(blocks), 6, 0 if dice.one_in(12) else 2)
        for row in block
    ]
    if dice.number(1):
        return [
            f"{row} # {number}" if row.strip().isidentifier() or "=" in row else row
            for number, row in enumerate(rows)
        ]
    return rows


class Page(NamedTuple):
    """A text as its lines, the ends they share, whether the last one has its own, and whether a BOM stands in front."""

    lines: tuple[str, ...]
    end: str = "\n"
    closed: bool = True
    bom: bool = False

    @property
    def text(self) -> str:
        """What the core sees: no BOM."""
        return self.end.join(self.lines) + (self.end if self.closed and self.lines else "")

    @property
    def file(self) -> str:
        """What stands on disk."""
        return "\ufeff" * self.bom + self.text


def page(dice: Dice) -> Page:
    """A file."""
    rows = body(dice)
    if len(rows) < 2:  # no line end stands there to go by
        return Page(tuple(row.lstrip("\ufeff") for row in rows))
    rows[0] = rows[0].lstrip("\ufeff")
    end, closed = dice.pick(["\n", "\n", "\n", "\r\n", "\r"]), not dice.one_in(4)
    if not closed and rows[-1] == "":
        rows.append("last")  # else the missing end would be the line before's
    return Page(tuple(rows), end, closed, dice.one_in(10))


class Swap(NamedTuple):
    """Lines from `start` to before `end` that others take the place of."""

    start: int
    end: int
    new: tuple[str, ...]


@dataclass(frozen=True)
class Change:
    """What truly happens to one file: it is made, edited, moved, or goes."""

    path: str
    before: Page | None
    after: Page | None
    swaps: tuple[Swap, ...] = ()
    new_path: str | None = None

    @property
    def place(self) -> str:
        return self.new_path or self.path


def swaps(dice: Dice, page: Page) -> tuple[Swap, ...]:
    """Edits of a file, in order, with a line between each two of them at least."""
    found: list[Swap] = []
    at, size = 0, len(page.lines)
    for _ in range(dice.number(4, 1)):
        if at > size:
            break
        start = dice.number(size, at)
        end = dice.number(min(size, start + 3), start)
        new = tuple(dice.some(lambda: line(dice), 3))
        if page.lines[start:end] != new:
            found.append(Swap(start, end, new))
        at = end + 1
    return tuple(found) or (Swap(size, size, ("one more",)),)


def swapped(page: Page, edits: tuple[Swap, ...]) -> Page:
    """A page with its edits made."""
    rows = list(page.lines)
    for start, end, new in reversed(edits):
        rows[start:end] = [
            line.lstrip("\ufeff") if start == at == 0 else line for at, line in enumerate(new)
        ]
    return page._replace(lines=tuple(rows))


ABILITIES = {
    "unified": ("edit", "edit", "edit", "create", "delete", "move"),
    "ap": ("edit", "edit", "create"),
    "applydiff": ("edit", "edit", "create"),
    "searchreplace": ("edit", "edit", "create"),
}


def change(dice: Dice, path: str, form: str) -> Change:
    """A true change of one file that a format has words for."""
    kind = dice.pick(ABILITIES.get(form, ABILITIES["unified"]))
    before = page(dice)
    if kind == "create":
        return Change(
            path,
            None,
            before._replace(end="\n", bom=False, closed=before.closed or form != "unified"),
        )
    if kind == "delete":
        return Change(path, before, None)
    if kind == "move" and dice.one_in(4):
        return Change(path, before, before, (), dice.pick(NEW_PATHS))
    edits = swaps(dice, before)
    after = swapped(before, edits)
    if after.lines[-1:] == ("",):  # a blank last line is one only with its end
        before, after = before._replace(closed=True), after._replace(closed=True)
    if form == "searchreplace" and not before.lines:
        # an empty search fills an empty file like a new one, whose text may begin with a mark
        after = before._replace(lines=edits[0].new)
    if form == "unified" and edits[-1].end == len(before.lines) and not edits[-1].new:
        # a diff is about lines with their ends, and the last one has its own
        after = after._replace(closed=True)
    return Change(path, before, after, edits, dice.pick(NEW_PATHS) if kind == "move" else None)


def change_set(dice: Dice, form: str) -> list[Change]:
    """True changes of one to three files, no path twice."""
    taken: set[str] = set()
    kept = []
    for path in dice.pick([PATHS[:1], PATHS[:1], PATHS[:2], PATHS[1:4]]):
        found = change(dice, path, form)
        if found.place not in taken:
            taken |= {found.path, found.place}
            kept.append(found)
    return kept

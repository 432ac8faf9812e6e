"""What goes wrong with patches and files on their way: rows lost, doubled and swapped, numbers off, odd characters, other formats."""

from __future__ import annotations

import re
from collections.abc import Callable

from fuzz.dice import Dice
from fuzz.material import HALVES, ODD, OWN, line

_NUMBER = re.compile(r"\d+")
_CURLY = str.maketrans({"'": "\u2019", '"': "\u201d", "-": "\u2013", " ": "\u00a0"})
Rows = list[str]


def _drop(dice: Dice, rows: Rows, at: int) -> Rows:
    return rows[:at] + rows[at + dice.number(3, 1) :]


def _double(dice: Dice, rows: Rows, at: int) -> Rows:
    end = at + dice.number(4, 1)
    return rows[:end] + rows[at:]


def _move(dice: Dice, rows: Rows, at: int) -> Rows:
    end, rest = at + dice.number(4, 1), rows[:]
    taken, rest[at:end] = rows[at:end], []
    to = dice.number(len(rest))
    return rest[:to] + taken + rest[to:]


def _insert(dice: Dice, rows: Rows, at: int) -> Rows:
    return rows[:at] + dice.some(lambda: line(dice), 3, 1) + rows[at:]


def _own(dice: Dice, rows: Rows, at: int) -> Rows:
    return [*rows[:at], dice.pick(["", " ", "+", "-", "        "]) + dice.pick(OWN), *rows[at:]]


def _in_row(change: Callable[[Dice, str], str]) -> Callable[[Dice, Rows, int], Rows]:
    def damage(dice: Dice, rows: Rows, at: int) -> Rows:
        return [*rows[:at], change(dice, rows[at]), *rows[at + 1 :]] if at < len(rows) else rows

    return damage


def _renumber(dice: Dice, row: str) -> str:
    number = dice.pick(["0", "1", "2", "7", "00", "999999999", "9" * 30, "-1", ""])
    return _NUMBER.sub(number, row, count=dice.number(2, 1))


def _poke(dice: Dice, row: str) -> str:
    at = dice.number(len(row))
    return (
        row[:at]
        + dice.pick(
            [*ODD, " ", "\t", "'", '"', ":", "\r", "\\", "/", "..", "~", "*", "@", "-", "+"]
        )
        + row[at:]
    )


def _lose(dice: Dice, row: str) -> str:
    at = dice.number(len(row))
    return row[:at] + row[at + 1 :]


#: Damage to one row or a few, given the place.
BY_ROW: dict[str, Callable[[Dice, Rows, int], Rows]] = {
    "drop": _drop,
    "double": _double,
    "move": _move,
    "insert": _insert,
    "own": _own,
    "renumber": _in_row(_renumber),
    "poke": _in_row(_poke),
    "lose": _in_row(_lose),
    "indent": _in_row(lambda dice, row: dice.pick(["  ", "\t", "    "]) + row),
    "dedent": _in_row(lambda dice, row: row.lstrip()),
    "deeper": _in_row(lambda dice, row: row[:1] + "    " + row[1:]),
    "trailing": _in_row(lambda dice, row: row + dice.pick(["  ", "\t", "\r", "\u00a0"])),
    "strip": _in_row(lambda dice, row: row.rstrip()),
    "curly": _in_row(lambda dice, row: row[:1] + row[1:].translate(_CURLY)),
    "spaces": _in_row(lambda dice, row: row[:1] + re.sub(" +", "  ", row[1:])),
    "case": _in_row(lambda dice, row: row.swapcase()),
    "sign": _in_row(lambda dice, row: dice.pick([" ", "+", "-", ""]) + row[1:]),
}


def damaged(dice: Dice, text: str, *, most: int = 4) -> str:
    """A patch with some rows changed, and perhaps something done to it as a whole."""
    rows = text.split("\n")
    for _ in range(dice.number(most)):
        rows = BY_ROW[dice.pick(sorted(BY_ROW))](dice, rows, dice.number(len(rows))) or [""]
    return _whole(dice, "\n".join(rows))


def _whole(dice: Dice, text: str) -> str:
    kind = dice.pick(
        ["none"] * 12
        + ["cut", "crlf", "cr", "bom", "fence", "heredoc", "prose", "twice", "half", "mail"]
    )
    if kind == "cut":
        return text[: dice.number(len(text))]
    if kind == "half":
        at = dice.number(len(text))
        return text[:at] + dice.pick(HALVES) + text[at:]
    return {
        "none": text,
        "crlf": text.replace("\n", "\r\n"),
        "cr": text.replace("\n", "\r"),
        "bom": "\ufeff" + text,
        "fence": f"Here it is:\n```diff\n{text}```\nThat is all.\n",
        "heredoc": f"apply_patch <<'EOF'\n{text}EOF\n",
        "prose": f"So I change this:\n\n{text}\nDone, *really*.\n",
        "twice": text + text,
        "mail": f"From 0123 Mon Sep 17 00:00:00 2001\nSubject: x\n---\n{text}-- \n2.39\n",
    }[kind]


def spliced(dice: Dice, text: str, other: str) -> str:
    """A piece of one patch in the middle of another."""
    rows, more = text.split("\n"), other.split("\n")
    start = dice.number(len(more))
    end = dice.number(len(more), start)
    at = dice.number(len(rows))
    return "\n".join([*rows[:at], *more[start:end], *rows[at:]])


_FOR_FILES = (
    "drop",
    "double",
    "move",
    "insert",
    "trailing",
    "strip",
    "indent",
    "dedent",
    "curly",
    "spaces",
    "lose",
)


def drifted(dice: Dice, body: tuple[str, ...], *, most: int = 3) -> tuple[str, ...]:
    """A file's lines after someone else worked on them: blocks doubled and moved, white space and quotes changed."""
    rows = list(body)
    for _ in range(dice.number(most)):
        rows = BY_ROW[dice.pick(_FOR_FILES)](dice, rows, dice.number(len(rows)))
    return tuple(row.replace("\r", "").replace("\n", "") for row in rows)

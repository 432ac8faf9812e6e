"""Tests as examples: a text, and under its rows carets that mark exactly what is reported there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from textwrap import dedent

from patchsight.core.model.problems import Problem
from patchsight.core.text.buffer import Buffer

_CARETS = re.compile(r" *(\^+) +([a-z_0-9]+) *")

Mark = tuple[int, int, int, str]  #: row, first column, column after the last, code


def check_problems(source: str, parse: Callable[[str], list[Problem]]) -> list[Problem]:
    """See that a text has exactly the problems its carets mark, and hand them over for a closer look.

    A row of spaces, carets and a code (`    ^^^^ missing_key`) marks the row above it and is no part of the text.
    """
    text, marks = split_marks(dedent(source.removeprefix("\n")))
    problems = parse(text)
    check_marks(text, problems, marks)
    return problems


def trim(source: str) -> str:
    """A text as it was meant: without the indentation of the example it stands in.

    A text that starts with a line break is one written over several rows; any other is taken as it is.
    """
    if not source.startswith("\n"):
        return source
    rows = source[1:].split("\n")
    margin = min((len(row) - len(row.lstrip(" ")) for row in rows if row.strip(" ")), default=0)
    last = rows.pop()
    return "\n".join([*(row[margin:] for row in rows), last[margin:] if last.strip(" ") else ""])


def split_marks(source: str) -> tuple[str, list[Mark]]:
    """A text without its carets, and what they mark. Several marks of one row stand below each other."""
    rows: list[str] = []
    marks: list[Mark] = []
    for row in source.split("\n"):
        carets = _CARETS.fullmatch(row)
        if carets and rows:
            marks.append((len(rows) - 1, *carets.span(1), carets[2]))
        else:
            rows.append(row)
    return "\n".join(rows), marks


def check_marks(text: str, problems: Iterable[Problem], wanted: list[Mark]) -> None:
    """See that exactly what is marked is reported."""
    found = sorted(_mark(Buffer(text), problem) for problem in problems)
    assert found == sorted(wanted), _compare(text, found, wanted)


def _mark(buffer: Buffer, problem: Problem) -> Mark:
    """What a problem would be marked with; an empty span with one caret, as editors show it."""
    start, end = buffer.position(problem.span.start), buffer.position(problem.span.end)
    assert start.line == end.line, (
        f"{problem.code} spans more than one row: {buffer.text[slice(*problem.span)]!r}"
    )
    return start.line, start.column, max(end.column, start.column + 1), problem.code


def _compare(text: str, found: list[Mark], wanted: list[Mark]) -> str:
    """What is reported and what should be, both drawn into the text."""
    return f"reported:\n{_draw(text, found)}\n\nexpected:\n{_draw(text, wanted)}"


def _draw(text: str, marks: list[Mark]) -> str:
    drawn: list[str] = []
    for number, row in enumerate(Buffer(text).lines):
        drawn.append(row)
        drawn += [
            f"{' ' * start}{'^' * (end - start)} {code}"
            for at, start, end, code in marks
            if at == number
        ]
    return "\n".join(drawn)

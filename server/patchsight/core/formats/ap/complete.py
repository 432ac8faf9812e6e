"""Completions for ap: missing keys, actions, paths, and lines of the target for locators."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from patchsight.core.formats.ap.words import (
    ACTIONS,
    COUNT_KEYS,
    LEVEL_OF,
    LEVELS,
    LISTS,
    NEWLINES,
    TEXT_KEYS,
)
from patchsight.core.formats.completion import Choice, Cursor, Ending, Signature, Sort, words
from patchsight.core.text.buffer import is_blank

_PAIR = re.compile(r"""( *)(- +)?["']?([A-Za-z_]+)["']? *:(?: +(.*)|$)""")
_WORD = re.compile(r"""( *)(- +)?["']?([A-Za-z_]*)$""")
_VALUES = {"action": ACTIONS, "newline": tuple(NEWLINES), "version": ('"2.0"',)}
_LOCATORS = frozenset({"anchor", "snippet", "start_snippet", "end_snippet"})
_EXCLUDED = {
    "snippet": {"start_snippet", "end_snippet"},
    "start_snippet": {"snippet"},
    "end_snippet": {"snippet"},
    "DELETE": {"content"},
    "INSERT_AFTER": {"start_snippet", "end_snippet"},
    "INSERT_BEFORE": {"start_snippet", "end_snippet"},
    "CREATE_FILE": {*_LOCATORS, "include_leading_blank_lines", "include_trailing_blank_lines"},
}


class _Pair(NamedTuple):
    """A row with a key."""

    row: int
    dash: bool  #: starts a list item
    column: int  #: of the key
    key: str
    value: str

    @property
    def opens_block(self) -> bool:
        return self.value[:1] in ("|", ">") and self.key in TEXT_KEYS


def suggest(cursor: Cursor) -> Ending | None:
    """What may be written at the cursor."""
    column = len(cursor.before) - len(cursor.before.lstrip(" "))
    owner = _owner(cursor, column)
    if owner:
        if owner.key in _LOCATORS:
            return cursor.ending(column, cursor.target_lines(stripped=True))
        return None
    pair = _read(cursor.before, cursor.row)
    if pair:
        return _value(cursor, pair)
    match = _WORD.match(cursor.before)
    return _keys(cursor, match) if match else None


def sign(cursor: Cursor) -> Signature | None:
    """The keys of the entry that the cursor's row belongs to."""
    line = cursor.lines[cursor.row]
    pair = _owner(cursor, len(line) - len(line.lstrip(" "))) or _read(line, cursor.row)
    if pair is None:
        return None
    entry = (
        [pair, *_walk(cursor, range(pair.row - 1, -1, -1), pair.column, upwards=True)]
        if not pair.dash
        else [pair]
    )
    entry += _walk(cursor, range(pair.row + 1, len(cursor.lines)), pair.column, upwards=False)
    said = {other.key for other in entry}
    action = next((other.value.strip("\"' ") for other in entry if other.key == "action"), "")
    keys = [
        key
        for key in LEVELS[LEVEL_OF[pair.key]]
        if key in said or key not in _excluded({*said, action})
    ]
    shown = [(key, key in said or _is_required(key, action, said)) for key in keys]
    active = keys.index(pair.key) if pair.key in keys else None
    return Signature(action if action in ACTIONS else "", shown, active)


def _is_required(key: str, action: str, said: set[str]) -> bool:
    """Whether an entry is not complete without a key."""
    if key == "snippet":
        return action != "CREATE_FILE" and not said & {"start_snippet", "end_snippet"}
    if key in ("start_snippet", "end_snippet"):
        return bool(said & {"start_snippet", "end_snippet"})
    return key not in ("anchor", "newline", *COUNT_KEYS)


def _excluded(said: set[str]) -> set[str]:
    return set().union(*(_EXCLUDED.get(word, set()) for word in said))


def _read(line: str, row: int) -> _Pair | None:
    match = _PAIR.match(line)
    if match is None or match[3] not in LEVEL_OF:
        return None
    return _Pair(
        row,
        bool(match[2]),
        match.start(3) - (line[match.start(3) - 1 : match.start(3)] in ("'", '"')),
        match[3],
        match[4] or "",
    )


def _owner(cursor: Cursor, column: int) -> _Pair | None:
    """The outermost key whose text block the cursor lies in: a text may hold keys as well."""
    owner: _Pair | None = None
    for row in range(cursor.row - 1, -1, -1):
        line = cursor.lines[row]
        indent = len(line) - len(line.lstrip(" "))
        if is_blank(line) or indent >= column:
            continue
        pair = _read(line, row)
        if pair and not (pair.opens_block and pair.column < column):
            return owner
        owner, column = pair or owner, indent
    return owner


def _value(cursor: Cursor, pair: _Pair) -> Ending | None:
    start = len(cursor.before) - len(pair.value)
    if not cursor.before[:start].endswith(" "):
        return None
    if pair.key == "file_path":
        return cursor.ending(start + pair.value.startswith(("'", '"')), cursor.paths())
    if pair.key in TEXT_KEYS:
        if not pair.value:
            return cursor.ending(start, [Choice("|", Sort.VALUE, "the lines below")])
        return None
    return cursor.ending(start, [Choice(value, Sort.VALUE) for value in _VALUES.get(pair.key, ())])


def _keys(cursor: Cursor, match: re.Match[str]) -> Ending | None:
    """The keys that the entry at the cursor may still get."""
    column, dash = match.start(3), bool(match[2])
    entry = list(_siblings(cursor, column, dash))
    level = LEVEL_OF[entry[0].key] if entry else _level_below(cursor, column - len(match[2] or ""))
    if level is None:
        return None
    said = {pair.key for pair in entry} | {
        pair.value.strip("\"' ") for pair in entry if pair.key == "action"
    }
    excluded = said | _excluded(said)
    opening = "- " if level and not entry and not dash else ""
    names = [key for key in LEVELS[level] if key not in excluded]
    return cursor.ending(
        column, words([opening + _spell(key) for key in (names[:1] if opening else names)])
    )


def _spell(key: str) -> str:
    if key in LISTS:
        return f"{key}:"
    return f"{key}: |" if key in TEXT_KEYS else f"{key}: "


def _siblings(cursor: Cursor, column: int, dash: bool) -> Iterator[_Pair]:
    """The other keys of the entry that has its keys in this column."""
    if not dash:
        yield from _walk(cursor, range(cursor.row - 1, -1, -1), column, upwards=True)
    yield from _walk(cursor, range(cursor.row + 1, len(cursor.lines)), column, upwards=False)


def _walk(cursor: Cursor, rows: range, column: int, *, upwards: bool) -> Iterator[_Pair]:
    for row in rows:
        line = cursor.lines[row]
        pair = _read(line, row)
        indent = len(line) - len(line.lstrip(" "))
        if is_blank(line) or indent > column:
            continue
        if pair is None or pair.column != column or (pair.dash and not upwards):
            return
        yield pair
        if pair.dash:
            return


def _level_below(cursor: Cursor, column: int) -> int | None:
    """The level of an entry that has no key yet, by the list above it."""
    for row in range(cursor.row - 1, -1, -1):
        pair = _read(cursor.lines[row], row)
        if pair and pair.column <= column and pair.key in LISTS:
            return LISTS.index(pair.key) + 1
    return 0 if column == 0 else None

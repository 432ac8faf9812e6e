"""The words of ap 2.0: its keys by level, its actions, and what a misspelt one may have meant."""

from __future__ import annotations

from typing import cast, get_args

from patchsight.core.model.patch import Action

VERSION = "2.0"  #: the only one that is read
ROOT_KEYS = ("version", "changes")
FILE_KEYS = ("file_path", "modifications", "newline")
TEXT_KEYS = ("anchor", "snippet", "start_snippet", "end_snippet", "content")
COUNT_KEYS = ("include_leading_blank_lines", "include_trailing_blank_lines")
MODIFICATION_KEYS = ("action", *TEXT_KEYS, *COUNT_KEYS)
#: The keys of the root, of a file change and of a modification.
LEVELS = (ROOT_KEYS, FILE_KEYS, MODIFICATION_KEYS)
LEVEL_OF = {key: level for level, keys in enumerate(LEVELS) for key in keys}
#: The key under which each level holds the list of the next one.
LISTS = ("changes", "modifications")

ACTIONS = tuple(action for action in get_args(Action) if action != "EDIT")
NEWLINES = {"LF": "\n", "CRLF": "\r\n", "CR": "\r"}

_LIKENESS = 72
_LONGEST_WORD = 40


def suggest(word: str, known: tuple[str, ...]) -> str | None:
    """The known word that a wrong one most likely stands for."""
    from rapidfuzz import fuzz, process  # slow to import, and seldom needed

    plain = {_simplify(name): name for name in known}
    found = process.extractOne(
        _simplify(word[:_LONGEST_WORD]), list(plain), scorer=fuzz.ratio, score_cutoff=_LIKENESS
    )
    return plain[found[0]] if found else None


def as_action(word: str) -> Action | None:
    """The action a word names, in whatever case it is written."""
    plain = {_simplify(action): action for action in ACTIONS}
    return cast("Action | None", plain.get(_simplify(word[:_LONGEST_WORD])))


def _simplify(word: str) -> str:
    return word.strip().lower().replace("-", "_").replace(" ", "_")

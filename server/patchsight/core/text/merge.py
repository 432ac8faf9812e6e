"""Two changes of one text put together, if they change different lines of it, or different words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from patchsight.core.text.line_diff import opcodes

_COMMENT = re.compile(r"\s+(?:#|//|--|/\*|<!--)")
_WORD = re.compile(r"\w+|\s+|[^\w\s]")


def merge_line(old: str, one: str, other: str) -> str | None:
    """The line with both changes; None where they touch the same words."""
    if old in (one, other) or one == other:
        return other if old == one else one
    if commented := _keep_comment(old, one, other) or _keep_comment(old, other, one):
        return commented
    words = _WORD.findall(old)
    changes = sorted(
        (first, last, "".join(new[start:end]))
        for new in (_WORD.findall(one), _WORD.findall(other))
        for tag, first, last, start, end in opcodes(words, new)
        if tag != "equal"
    )
    made, at = list[str](), 0
    for number, (first, last, text) in enumerate(changes):
        before = changes[number - 1] if number else None
        if before and (first < before[1] or (first == before[1] and not _may_follow(before, text))):
            return None
        made += [*words[at:first], text]
        at = last
    return "".join([*made, *words[at:]])


def _keep_comment(old: str, one: str, other: str) -> str:
    """Another line with the comment that one has behind the old text, if that is all it has."""
    has_comment = one.startswith(old) and _COMMENT.match(one, len(old))
    return other + one[len(old) :] if has_comment else ""


def _may_follow(before: tuple[int, int, str], text: str) -> bool:
    """Whether a text may stand right behind a change: where something was replaced and white space
    keeps the two apart, as a comment behind a value does.
    """
    return before[0] < before[1] and text[:1].isspace()


def merge_lines(old: Sequence[str], one: Sequence[str], other: Sequence[str]) -> list[str] | None:
    """The lines with both changes; where both change the same ones, those of `other` win, with
    what `one` changes elsewhere in them. None where that cannot be told.
    """
    ours, theirs = _changes(old, one), _changes(old, other)
    made, at = list[str](), 0
    while ours or theirs:
        if ours and theirs and _meet(ours[0], theirs[0]):
            start, end, mine = ours.pop(0)
            first, last, new = theirs[0]
            if not first <= start <= end <= last:
                return None
            if (start, end) != (first, last):
                continue  # it is gone with the lines around it
            theirs.pop(0)
            lines = _both(old[first:last], mine, new)
        else:
            goes_first = not theirs or bool(ours and ours[0] < theirs[0])
            first, last, lines = (ours if goes_first else theirs).pop(0)
        made += [*old[at:first], *lines]
        at = last
    return [*made, *old[at:]]


#: The lines of a text from and to which others take their place, and those.
_Change = tuple[int, int, list[str]]


def _changes(old: Sequence[str], new: Sequence[str]) -> list[_Change]:
    """What changes, line by line where as many lines take the place of others."""
    made: list[_Change] = []
    for tag, first, last, start, end in opcodes(list(old), list(new)):
        if tag != "equal" and last - first == end - start:
            made += [(first + at, first + at + 1, [new[start + at]]) for at in range(last - first)]
        elif tag != "equal":
            made.append((first, last, list(new[start:end])))
    return made


def _meet(first: _Change, last: _Change) -> bool:
    """Whether two changes are about the same lines, or put something in at the same place."""
    return max(first[0], last[0]) < min(first[1], last[1]) or first[:2] == last[:2]


def _both(was: Sequence[str], ours: list[str], theirs: list[str]) -> list[str]:
    """What becomes of lines that both change: line by line if as many take their place."""
    if not len(was) == len(ours) == len(theirs):
        return theirs
    merged = [merge_line(*triple) for triple in zip(was, ours, theirs, strict=True)]
    return [new if line is None else line for line, new in zip(merged, theirs, strict=True)]

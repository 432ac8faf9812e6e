"""What a person would say a place in a file is in: the function, class, key or heading around it.

No language is read: what encloses a line stands above it and is indented less, or is a heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from patchsight.core.text.buffer import WHITE, indent_of, is_blank, is_trivial
from patchsight.core.text.phrases import shorten

_SEPARATOR = " › "
_MOST_NAMES, _MOST_BLOCKS = 3, 5
_LONGEST = 50
_FAR = 100  #: rows below a blank one in which it is looked for what this belongs to
_COMMENT = re.compile(r"#(?!.*\{$)|//|/?\*|--|<!--|;")  #: but `#main {` is a rule of a style sheet
_CLOSING = (")", "]", "}")
#: What opens a block that has no name of its own.
_NAMELESS = re.compile(
    r"(?:async\s+|await\s+)?(?:if|elif|else|for|foreach|while|do|try|except|catch|finally|with|"
    r"switch|case|match|unless|until|loop|return)\b|(?:public|private|protected|default)\s*:"
)
_OPENER = re.compile(r"(?:[\s:{(\[=,]|=>|->|\bdo$|\bthen$)+$")
_FENCE = ("```", "~~~")
#: Headings by the end of a file's name: what one looks like; the length of its mark is its level.
_HEADINGS = {
    ".md": re.compile(r"(#{1,6})\s"),
    ".markdown": re.compile(r"(#{1,6})\s"),
    ".toml": re.compile(r"(\[).*\]"),
    ".ini": re.compile(r"(\[).*\]"),
    ".cfg": re.compile(r"(\[).*\]"),
}


class _Block(NamedTuple):
    """Something that encloses a line."""

    text: str
    has_name: bool = True


def name_places(path: str, lines: Sequence[str], rows: Sequence[int]) -> list[str]:
    """For each place, by the row it starts at, the innermost named thing around it; with what is
    around that as well where it takes more to tell the places apart. Empty where nothing is.
    """
    chains = [list(_blocks(path, lines, row)) for row in rows]
    named = [[block.text for block in chain if block.has_name] for chain in chains]
    ways = [[names[:most] for names in named] for most in range(1, _MOST_NAMES + 1)]
    ways.append([[block.text for block in chain[:_MOST_BLOCKS]] for chain in chains])
    labels = [[_SEPARATOR.join(reversed(names)) for names in way] for way in ways]
    return max(labels, key=lambda way: len(set(way)))


def _blocks(path: str, lines: Sequence[str], row: int) -> Iterator[_Block]:
    """What encloses a row, innermost first."""
    suffix = path[path.rfind(".") :].lower()
    if suffix in _HEADINGS:
        return _headings(lines[:row], _HEADINGS[suffix])
    return _openers(lines, row)


def _headings(above: Sequence[str], pattern: re.Pattern[str]) -> Iterator[_Block]:
    open_headings: list[tuple[int, str]] = []
    fenced = False
    for line in above:
        fenced ^= line.lstrip().startswith(_FENCE)
        match = None if fenced else pattern.match(line)
        if match:
            level = len(match[1])
            open_headings = [heading for heading in open_headings if heading[0] < level]
            open_headings.append((level, line.strip()))
    return (_Block(shorten(text, _LONGEST)) for _, text in reversed(open_headings))


def _openers(lines: Sequence[str], row: int) -> Iterator[_Block]:
    near = lines[row : row + _FAR]
    first = next((line for line in near if not is_blank(line)), "")
    depth = len(indent_of(first))
    for at in range(min(row, len(lines)) - 1, -1, -1):
        if not depth:
            return
        line = lines[at]
        if not line[:depth].strip(WHITE):
            continue  # blank, or indented as far
        text = line.strip(WHITE)
        if _COMMENT.match(text):
            continue
        depth = len(indent_of(line))
        if text.startswith(_CLOSING) or is_trivial(line):
            depth += 1  # what it belongs to is indented as it is
        else:
            yield _Block(shorten(_OPENER.sub("", text), _LONGEST), _NAMELESS.match(text) is None)

"""Paths of a unified diff: without timestamps, quotes and the prefixes both sides have."""

from __future__ import annotations

import re
from typing import NamedTuple

from patchsight.core.model.patch import PathRef
from patchsight.core.text.buffer import Span
from patchsight.core.text.git_names import NULL, decode

#: The prefixes git writes in front of the two names: plain, reversed, mnemonic, without an index.
_PREFIXES = frozenset({"ab", "ba", "iw", "wi", "ci", "ic", "cw", "wc", "ow", "wo", "12", "21"})
#: A timestamp where no TAB is in front of it: a date after two spaces, or one with a time;
#: one match per place, so a run of spaces costs nothing.
_STAMP = re.compile(
    r"  (?=\d{4}-\d\d-\d\d|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} )"
    r"| (?=\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d)"
    r"| (?=(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$)"
)
_PLAIN = ("a/", "b/", "a\\", "b\\")
_QUOTED = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"')
_SECOND = re.compile(" (?=[abciow12]/)")


class Name(NamedTuple):
    """A path as a header row names it, with its prefix if it has one."""

    text: str  #: decoded
    raw: str  #: as written
    span: Span
    row: int
    stamp: str = ""  #: the timestamp behind it

    @property
    def is_null(self) -> bool:
        return self.text == NULL

    @property
    def is_empty(self) -> bool:
        return self.text in ("", "a/", "b/")

    @property
    def has_backslash(self) -> bool:
        """Whether a quoted name holds a backslash, which no path here can hold."""
        return self.raw.startswith('"') and "\\" in self.text

    @property
    def is_epoch(self) -> bool:
        """Whether the timestamp is the one `diff -N` gives a file that is not there."""
        return self.stamp.lstrip().startswith(("1970-01-01", "1969-12-31"))


def read_name(line: str, row: int, start: int, column: int) -> Name:
    """The name that begins at a column of a `---` or `+++` row; `start` is the row's offset."""
    quoted = _QUOTED.match(line, column)
    if quoted:
        return _name(decode(quoted[1]), line, row, start, column, quoted.end())
    end = line.find("\t", column)
    if end < 0:
        stamp = _STAMP.search(line, column)
        end = len(line[: stamp.start() if stamp else None].rstrip(" "))
    return _name(line[column : max(end, column)], line, row, start, column, max(end, column))


def read_rest(line: str, row: int, start: int, column: int) -> Name:
    """The name that fills the rest of a row (`rename from`, `copy to`): no timestamp, no prefix."""
    quoted = _QUOTED.match(line, column)
    if quoted:
        return _name(decode(quoted[1]), line, row, start, column, quoted.end())
    end = max(column, len(line.rstrip(" \t")))
    return _name(line[column:end], line, row, start, column, end)


def read_git_names(line: str, row: int, start: int) -> tuple[Name, Name] | None:
    """The two names of a `diff --git` row, where it is clear which part of the row is which."""
    column, end = len("diff --git "), len(line.rstrip(" \t"))
    quoted = _QUOTED.match(line, column)
    if quoted:
        cut = quoted.end()
    elif line.endswith('"', 0, end) and ' "' in line:
        cut = line.index(' "', column - 1)
    else:
        cut = _middle(line, column, end)
    if not column < cut < end - 1 or line[cut] != " ":
        return None
    return read_rest(line[:cut], row, start, column), read_rest(line[:end], row, start, cut + 1)


def _middle(line: str, column: int, end: int) -> int:
    """Where the first of two unquoted names ends: in the middle if they are one, or at ` b/`."""
    middle = (column + end) // 2
    if line[middle : middle + 1] == " ":
        old, new = line[column:middle], line[middle + 1 : end]
        if old == new or (_prefixed(old, new) and old[2:] == new[2:]):
            return middle
    if line.count(" ", column, end) == 1:
        return line.index(" ", column)
    prefix = line[column : column + 2]
    spaces = [match.start() for match in _SECOND.finditer(line, column, end)]
    cuts = [space for space in spaces if _prefixed(prefix, line[space + 1 : space + 3])]
    return cuts[0] if len(cuts) == 1 else -1


def _name(text: str, line: str, row: int, start: int, column: int, end: int) -> Name:
    return Name(text, line[column:end], Span(start + column, start + end), row, line[end:])


def _prefixed(old: str, new: str) -> bool:
    """Whether the two sides of a header carry the two prefixes that belong together."""
    slash = old[1:2]
    return slash in ("/", "\\") and slash == new[1:2] and old[0] + new[0] in _PREFIXES


def strip_pair(old: str, new: str, git: tuple[Name, Name] | None) -> tuple[str, str]:
    """Both names without their prefixes where they agree; /dev/null agrees with everything."""
    if NULL not in (old, new):
        return (old[2:], new[2:]) if _prefixed(old, new) else (old, new)
    name = new if old == NULL else old
    if _prefixed(git[0].text, git[1].text) if git else name.startswith(_PLAIN):
        name = name[2:]
    return (old, name) if old == NULL else (name, new)


def refer(name: Name, path: str, *others: str) -> PathRef:
    """The path to a file that is there: without its prefix first, then as one of the rows has it."""
    choices = (path,) if path == name.text else (path, name.text, *others)
    return PathRef(name.raw, name.span, tuple(dict.fromkeys(choices)))


def refer_to_one(name: Name, old: str, new: str) -> PathRef:
    """The path to a file that has two names: the one that exists, or what both names end in."""
    tail = list[str]()
    for step, other in zip(reversed(old.split("/")), reversed(new.split("/")), strict=False):
        if step != other:
            break
        tail.insert(0, step)
    choices = (old, new, *(["/".join(tail)] if tail else []))
    return PathRef(name.raw, name.span, tuple(dict.fromkeys(choices)), ranked=False)


def agrees(name: Name, path: str) -> bool:
    """Whether a header row names a path that is written without a prefix elsewhere."""
    return path in (
        name.text,
        name.text[2:] if name.text[1:2] == "/" and name.text[0] in "abciow12" else NULL,
    )

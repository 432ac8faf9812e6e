"""Names of files as git writes them in a diff."""

from __future__ import annotations

import re

NULL = "/dev/null"  #: stands for a file that does not exist
_ESCAPE = re.compile(r"(?:\\[0-3][0-7]{2})+|\\.")
_LETTERS = {"a": "\a", "b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r"}
_NEEDS_QUOTES = re.compile(r'[\x00-\x1f\x7f"\\]')


def decode(quoted: str) -> str:
    """What stands between the quotes of a C-quoted name; octal escapes are UTF-8 bytes."""
    return _ESCAPE.sub(_unescape, quoted)


def _unescape(match: re.Match[str]) -> str:
    escape = match[0]
    if escape[1] in "0123" and len(escape) > 2:
        return bytes(int(digits, 8) for digits in escape[1:].split("\\")).decode("utf-8", "replace")
    return _LETTERS.get(escape[1], escape[1])


def quote(path: str) -> str:
    """A path as git writes it: C-quoted if a control character, a quote or a backslash is in it."""
    if not _NEEDS_QUOTES.search(path) and path == path.strip():
        return path
    return '"' + _NEEDS_QUOTES.sub(_escape, path) + '"'


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    return "\\" + char if char in '"\\' else f"\\{ord(char):03o}"

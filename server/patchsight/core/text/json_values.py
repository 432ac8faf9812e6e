"""JSON with positions: what a value says, and where in the text each of its strings stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from patchsight.core.text.pieces import pieces as in_pieces

_SPACE = re.compile(r"[ \t\r\n]*")
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_WORD = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_ESCAPES = {
    '"': '"',
    "\\": "\\",
    "/": "/",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
}
#: Control characters that models leave in strings as they are.
_LOOSE = "\n\r\t"
_DEEPEST = 64
_MANY = 1_000  #: pieces of a string that it takes long to free


class JsonError(Exception):
    """Where a text is not JSON, and why; `cut` where it ends too early."""

    def __init__(self, offset: int, reason: str, *, cut: bool = False) -> None:
        super().__init__(reason)
        self.offset, self.reason, self.cut = offset, reason, cut


class JsonText(NamedTuple):
    """A string. `start` and `end` are its quotes', the closing one included."""

    start: int
    end: int
    value: str
    pieces: tuple[tuple[str, int, int], ...]  #: runs of plain characters, and single escapes
    plain: bool = False  #: it stands without quotes and escapes, as in XML


class JsonObject(NamedTuple):
    start: int
    end: int
    members: tuple[tuple[JsonText, Json], ...]

    def get(self, *keys: str) -> Json | None:
        """The value of the first of some keys that is there."""
        for key in keys:
            for name, value in self.members:
                if name.value == key:
                    return value
        return None

    def text(self, *keys: str) -> JsonText | None:
        """The same if it is a string."""
        found = self.get(*keys)
        return found if isinstance(found, JsonText) else None


class JsonArray(NamedTuple):
    start: int
    end: int
    items: tuple[Json, ...]


class JsonWord(NamedTuple):
    """A number, `true`, `false` or `null`."""

    start: int
    end: int


Json = JsonObject | JsonArray | JsonText | JsonWord


class JsonReader:
    """Reads one value; what strict readers would refuse, but can only be meant one way, is noted."""

    def __init__(
        self,
        text: str,
        met: Callable[[], None] | None = None,
        made: list[object] | None = None,
    ) -> None:
        """`met` is told of every value, and may put an end to it by raising something. What is made
        is put into a list as well: whoever holds that can free a large value step by step.
        """
        self._text, self._met = text, met
        self._made = made if made is not None else []
        self.loose: list[int] = []  #: where a raw line break or tab, or a comma too many, stands
        #: where the objects and arrays start that are open; after an error, none of them can be read
        self.open: list[int] = []

    def read(self, at: int) -> Json:
        """The value that starts at an offset, behind white space."""
        self.open.clear()
        return self._value(self._skip(at), 0)

    def _skip(self, at: int) -> int:
        match = _SPACE.match(self._text, at)
        assert match is not None
        return match.end()

    def _value(self, at: int, depth: int) -> Json:
        char = self._text[at : at + 1]
        if self._met:
            self._met()
        if depth > _DEEPEST:
            raise JsonError(at, "it is nested too deeply")
        if char == "{":
            return self._object(at, depth)
        if char == "[":
            return self._array(at, depth)
        if char == '"':
            return self._string(at)
        match = _WORD.match(self._text, at)
        if not match:
            raise self._unexpected(at, "a value")
        return JsonWord(at, match.end())

    def _object(self, start: int, depth: int) -> JsonObject:
        members: list[tuple[JsonText, Json]] = []
        self.open.append(start)
        for at in self._entries(start, "}"):
            if self._text[at : at + 1] != '"':
                raise self._unexpected(at, "a key in double quotes")
            key = self._string(at)
            colon = self._skip(key.end)
            if self._text[colon : colon + 1] != ":":
                raise self._unexpected(colon, "`:`")
            member = self._value(self._skip(colon + 1), depth + 1)
            members.append((key, member))
            self._at = member.end
        self.open.pop()
        value = JsonObject(start, self._at, tuple(members))
        self._made.append(value)
        return value

    def _array(self, start: int, depth: int) -> JsonArray:
        items: list[Json] = []
        self.open.append(start)
        for at in self._entries(start, "]"):
            items.append(self._value(at, depth + 1))
            self._at = items[-1].end
        self.open.pop()
        value = JsonArray(start, self._at, tuple(items))
        self._made.append(value)
        return value

    def _entries(self, start: int, closing: str) -> Iterator[int]:
        """Where each entry between two brackets starts; `_at` is set behind it, and at last behind
        the closing bracket.
        """
        at = self._skip(start + 1)
        first = True
        while self._text[at : at + 1] != closing:
            if not first:
                if self._text[at : at + 1] != ",":
                    raise self._unexpected(at, f"`,` or `{closing}`")
                comma, at = at, self._skip(at + 1)
                if self._text[at : at + 1] == closing:
                    self.loose.append(comma)
                    break
            self._at = at
            yield at
            at, first = self._skip(self._at), False
        self._at = at + 1

    def _string(self, start: int) -> JsonText:
        text, at, pieces = self._text, start + 1, list[tuple[str, int, int]]()
        while True:
            match = _PLAIN.match(text, at)
            assert match is not None
            if (end := match.end()) > at:
                pieces.append((match[0], at, end))
                at = end
            char = text[at : at + 1]
            if char == '"':
                if len(pieces) > _MANY:
                    self._made += pieces
                return JsonText(start, at + 1, _join(pieces), tuple(pieces))
            if char == "\\":
                meant = _ESCAPES.get(text[at + 1 : at + 2])
                pieces.append((meant, at, at + 2) if meant else self._escape(at))
                at = pieces[-1][2]
            elif char and char in _LOOSE:
                self.loose.append(at)
                pieces.append((char, at, at + 1))
                at += 1
            elif char:
                raise JsonError(at, f"a string holds the control character U+{ord(char):04X}")
            else:
                raise JsonError(at, "the text ends inside a string", cut=True)

    def _escape(self, at: int) -> tuple[str, int, int]:
        """The character that an escape of more than a letter stands for."""
        letter = self._text[at + 1 : at + 2]
        if not letter:
            raise JsonError(at, "the text ends inside a string", cut=True)
        code = self._unit(at) if letter == "u" else None
        if code is None:
            cut = letter == "u" and at + 6 > len(self._text)
            raise JsonError(at, f"`\\{letter}` is no escape of JSON", cut=cut)
        if 0xD800 <= code < 0xDC00:
            low = self._unit(at + 6) if self._text[at + 6 : at + 8] == "\\u" else None
            if low is not None and 0xDC00 <= low < 0xE000:
                return chr(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)), at, at + 12
        if not code or 0xD800 <= code < 0xE000:
            raise JsonError(at, f"`\\u{code:04x}` stands for no character of a text or a path")
        return chr(code), at, at + 6

    def _unit(self, at: int) -> int | None:
        match = _HEX.match(self._text, at + 2)
        return int(match[0], 16) if match else None

    def _unexpected(self, at: int, wanted: str) -> JsonError:
        if at >= len(self._text):
            return JsonError(at, "the text ends before the JSON does", cut=True)
        return JsonError(at, f"{wanted} should stand here")


def _join(pieces: list[tuple[str, int, int]]) -> str:
    if len(pieces) <= _MANY:
        return "".join([piece[0] for piece in pieces])
    return "".join(["".join([piece[0] for piece in some]) for some in in_pieces(pieces)])

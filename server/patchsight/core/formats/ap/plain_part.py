"""What the values of a plain modification make: a part, if they are what its action takes and nothing
more. Whatever there would be a word to say about is left to `modification`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from patchsight.core.formats.ap.words import COUNT_KEYS
from patchsight.core.model.hunk_lines import HunkLines, in_columns
from patchsight.core.model.patch import Action, Block, Kind, Part, PatchLine
from patchsight.core.text.buffer import Span, is_blank

_TEXTS = frozenset(("|", "|-", "'", '"', "text"))  #: the styles of texts
_MOST_DIGITS = 9
#: By action, what becomes of the lines that are looked for.
_KINDS = {
    "REPLACE": Kind.REMOVED,
    "DELETE": Kind.REMOVED,
    "INSERT_AFTER": Kind.CONTEXT,
    "INSERT_BEFORE": Kind.CONTEXT,
}
_OPTIONAL = frozenset(("anchor", *COUNT_KEYS))
_ONE, _RANGE = ("action", "snippet"), ("action", "start_snippet", "end_snippet")
#: By action, the keys that it takes beside those.
_NEEDED: Mapping[str, Sequence[frozenset[str]]] = {
    "REPLACE": (frozenset((*_ONE, "content")), frozenset((*_RANGE, "content"))),
    "DELETE": (frozenset(_ONE), frozenset(_RANGE)),
    "INSERT_AFTER": (frozenset((*_ONE, "content")),),
    "INSERT_BEFORE": (frozenset((*_ONE, "content")),),
    "CREATE_FILE": (frozenset(("action", "content")),),
}


class OddError(Exception):
    """Something is not plain."""


class Value(NamedTuple):
    """The value of a key."""

    style: str  #: `|`, `|-`, a quote, or what YAML takes a plain word for
    texts: list[str]  #: its lines
    starts: list[int]  #: of the rows of a literal block
    start: int
    end: int
    indent: int = 0  #: of a literal block, which always has one

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.end)

    @property
    def word(self) -> str:
        """The text of a value that is no block; nothing if that is empty or blank, or no text."""
        is_word = not self.indent and self.texts and self.style in _TEXTS
        return "" if not is_word or is_blank(self.texts[0]) else self.texts[0]

    @property
    def number(self) -> int:
        """The number of blank lines that a value asks for."""
        digits = self.texts[0] if self.style == "number" else ""
        if not digits.isdigit() or len(digits) > _MOST_DIGITS:
            raise OddError
        return int(digits)

    def is_sound(self, key: str) -> bool:
        """Whether it may be what a key of a modification asks for, if it is no block."""
        empty = key == "content" and not self.texts  # which says something
        return key in COUNT_KEYS or empty or bool(self.word)

    def as_lines(self, kind: Kind) -> HunkLines:
        """The lines of a part."""
        if not self.indent:
            return in_columns([PatchLine(kind, text, self.span) for text in self.texts])
        return HunkLines(kind * len(self.texts), self.texts, self.places)

    @property
    def places(self) -> list[int]:
        """Where the lines of a block start."""
        pairs = zip(self.starts, self.texts, strict=True)
        return [start + self.indent if text else start for start, text in pairs]


def make_part(values: Mapping[str, Value], span: Span, header: Span) -> Part:
    """The part that values make; its modification stands there, its action in a row."""
    action = values["action"].word
    keys = values.keys() - _OPTIONAL
    if keys not in _NEEDED.get(action, ()):
        raise OddError
    for key, value in values.items():
        if not value.indent and key != "action" and not value.is_sound(key):
            raise OddError
    part = Part(span, header, lines_of(values, action), cast(Action, action))
    if len(keys) < len(values) or "end_snippet" in keys:
        _add_rest(part, values)
    if action == "CREATE_FILE" and values["content"].texts and values["content"].style != "|":
        part.new_newline = False
    return part


def _add_rest(part: Part, values: Mapping[str, Value]) -> None:
    """Add what most parts do not have."""
    if part.action == "CREATE_FILE":
        raise OddError
    anchor, end = values.get("anchor"), values.get("end_snippet")
    if anchor:
        part.anchor = Block(anchor.as_lines(Kind.CONTEXT), anchor.span)
    if end:
        part.range_end = Block(end.as_lines(Kind.CONTEXT), end.span)
    leading, trailing = map(values.get, COUNT_KEYS)
    part.leading_blank = leading.number if leading else 0
    part.trailing_blank = trailing.number if trailing else 0


def lines_of(values: Mapping[str, Value], action: str) -> HunkLines:
    """What a part looks for and puts in."""
    old, kind = values.get("snippet") or values.get("start_snippet"), _KINDS.get(action)
    new = values.get("content")
    if old is None or kind is None:
        return new.as_lines(Kind.ADDED) if new else in_columns(())
    if new is None:
        return old.as_lines(kind)
    if action == "INSERT_BEFORE":
        return _join(new, Kind.ADDED, old, kind)
    return _join(old, kind, new, Kind.ADDED)


def _join(above: Value, kind: Kind, below: Value, other: Kind) -> HunkLines:
    """The lines of two values as those of one part."""
    texts = above.texts + below.texts
    kinds = kind * len(above.texts) + other * len(below.texts)
    if above.indent == below.indent and above.indent and "" not in texts:  # as in most parts
        return HunkLines(kinds, texts, above.starts + below.starts, column=above.indent)
    if all(value.indent or not value.texts for value in (above, below)):
        return HunkLines(kinds, texts, above.places + below.places)
    return in_columns([*above.as_lines(kind), *below.as_lines(other)])

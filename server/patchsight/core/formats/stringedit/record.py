"""The members of a call, each put down in a row of its own or in several: its key, and what it says.

    file_path: src/app.py
    old_string:
    the old text,
    line by line
    new_string:
    …

This is the text that a string edit is read as. Every character of a key or a value stands in the
JSON, and is traced to it; what is between them stands for the quotes.
"""

from __future__ import annotations

from typing import NamedTuple

from patchsight.core.formats.gathering import Gathering
from patchsight.core.formats.stringedit.keys import MEANINGS, NAMES, PROSE, Means, nearest_key
from patchsight.core.formats.tool_calls import Level
from patchsight.core.model.patch import Kind, PatchLine
from patchsight.core.model.problems import Problem, Severity, problem
from patchsight.core.text.buffer import Buffer, Span, split_lines
from patchsight.core.text.json_values import Json, JsonObject, JsonText, JsonWord
from patchsight.core.text.phrases import quote

#: Values that stand in the row of their key.
_SHORT = (Means.PATH, Means.COMMAND, Means.ALL, Means.COUNT, Means.INSERT, Means.LINE)


class Field(NamedTuple):
    """A member, and where its key and its value were put down."""

    name: str
    key: Span
    value: Json
    span: Span
    text: str  #: what the value says, or how it is written if it is no string

    @property
    def lines(self) -> list[str]:
        """The text by lines; a line end at its end opens no further one."""
        return split_lines(self.text)

    @property
    def ends_line(self) -> bool:
        return self.text.endswith(("\n", "\r"))

    @property
    def plain(self) -> str:
        """The text with one kind of line end."""
        return "\n".join(self.lines) + "\n" * self.ends_line

    def rows(self, kind: Kind) -> list[PatchLine]:
        starts = Buffer(self.text, joins=True).starts
        return [
            PatchLine(kind, line, Span(self.span.start + at, self.span.start + at + len(line)))
            for line, at in zip(self.lines, starts, strict=False)
        ]


class Record:
    """One JSON object of a call. What is wrong with its members is told, and makes it broken."""

    def __init__(
        self, gathered: Gathering, problems: list[Problem], value: JsonObject, level: Level
    ) -> None:
        self._gathered, self._problems = gathered, problems
        self.value, self.level = value, level
        self.broken = False
        self._fields: dict[Means, list[Field]] = {}
        self._span: Span | None = None
        opening = level.span(value.start, min(value.start + 1, value.end))
        self.start = gathered.glue("edit\n", opening).start
        self._brace = Span(self.start, self.start + 4)
        for key, member in value.members:
            if key.value in MEANINGS:
                self._put(key, member, MEANINGS[key.value])
            elif key.value not in PROSE:
                self._tell_unknown(key)

    def close(self) -> Span:
        """Where all of it was put down, once what stands in it is."""
        if self._span is None:
            end = self.value.end
            brace = self.level.span(max(self.value.start, end - 1), end)
            self._span = Span(self.start, self._gathered.glue("\n", brace).end)
        return self._span

    def _put(self, key: JsonText, member: Json, means: Means) -> None:
        gathered, level = self._gathered, self.level
        named = self._put_key(key)
        first, last = level.span(member.start, member.start + 1), level.place(member)
        after = Span(max(last.start, last.end - 1), last.end)
        gathered.glue(": " if means in _SHORT else ":\n", first)
        if isinstance(member, JsonText) and means is not Means.LIST:
            piece = level.decoded(member)
        elif isinstance(member, JsonWord):
            piece = level.traced.part(member.start, member.end)
        else:
            # what stands in it is put down in records of its own
            piece = level.traced.part(member.start, member.start + 1)
        span = gathered.add(piece)
        gathered.glue("\n", after)
        text = member.value if isinstance(member, JsonText) else piece.text
        self._fields.setdefault(means, []).append(Field(key.value, named, member, span, text))

    def _put_key(self, key: JsonText) -> Span:
        if key.start == key.end:  # which XML says by a tag
            return self._gathered.glue(key.value, self.level.span(key.start, key.start + 1))
        return self._gathered.add(self.level.decoded(key))

    def _tell_unknown(self, key: JsonText) -> None:
        span = self._put_key(key)
        self._gathered.glue("\n", self.level.place(key))
        near = nearest_key(key.value)
        advice = f" Did you mean `{near}`?" if near else " It is ignored."
        message = f"{quote(key.value)} is no key of an edit.{advice}"
        note = problem("unknown_key", span, message, severity=Severity.INFORMATION)
        if near:
            note.data["replacement"] = near
        self._problems.append(note)

    # ---- what it says
    def has(self, means: Means) -> bool:
        return means in self._fields

    def named(self, means: Means) -> Field | None:
        """The member that means something, whatever it holds; two that disagree are refused."""
        fields = self._fields.get(means, [])
        for field in fields[1:]:
            first = fields[0]
            if field.name == first.name:
                message = f"`{field.name}` stands twice in this object. Keep the one that is meant."
                self.refuse("duplicate_key", field.key, message)
            elif (type(field.value), field.text) != (type(first.value), first.text):
                message = f"`{first.name}` and `{field.name}` mean the same and say different things. Keep the one that is meant."
                self.refuse("conflicting_keys", field.key, message)
        self._fields[means] = fields[:1]
        return fields[0] if fields else None

    def text(self, means: Means) -> Field | None:
        """The same if it must be a string."""
        field = self.named(means)
        if field is None or isinstance(field.value, JsonText):
            return field
        message = (
            f"`{field.name}` should be a string: {means.value}. It is {_what_is(field.value)}."
        )
        self.refuse("wrong_type", field.span, message)
        return None

    def needed(self, means: Means, usual: str = "") -> Field | None:
        """The same if it must be there."""
        field = self.text(means)
        if field is None and not self._is_told(means):
            name = usual or NAMES[means][0]
            code = "missing_path" if means is Means.PATH else "missing_key"
            self.refuse(
                code,
                self._brace,
                f"`{name}` is missing: {means.value}. Write it, a string.",
                key=name,
            )
        return field

    def _is_told(self, means: Means) -> bool:
        return bool(self._fields.get(means))

    def flag(self, means: Means) -> bool:
        """Whether something is asked for."""
        field = self.named(means)
        if field is None or field.text == "null":
            return False
        if field.text not in ("true", "false") or not _is_word(field.value):
            message = f"`{field.name}` should be `true` or `false`. It is {_what_is(field.value)}."
            self.refuse("wrong_type", field.span, message)
        return field.text == "true"

    def number(self, means: Means) -> int | None:
        field = self.named(means)
        if field is None or field.text == "null":
            return None
        digits = field.text.strip() if _is_word(field.value) else ""
        least = 1 if means is Means.COUNT else None
        try:
            number = int(digits) if len(digits) < 10 else 10**9
        except ValueError:
            number = None
        if number is not None and (least is None or number >= least):
            return number
        wanted = "a positive integer" if least else "an integer"
        shown = quote(field.text) if _is_word(field.value) else _what_is(field.value)
        message = f"`{field.name}` should be {wanted}. It is {shown}."
        self.refuse("wrong_type", field.span, message)
        return None

    @property
    def header(self) -> Span:
        """Where a message about all of it sits: the key of its old text, or the first there is."""
        for means in (Means.OLD, Means.INSERT, Means.WHOLE, Means.NEW, Means.CODE, Means.COMMAND):
            for field in self._fields.get(means, ()):
                return field.key
        return self._brace

    def refuse(self, code: str, span: Span, message: str, **data: object) -> None:
        self.broken = True
        self.tell(code, span, message, **data)

    def tell(self, code: str, span: Span, message: str, **data: object) -> None:
        note = problem(code, span, message)
        note.data.update(data)
        self._problems.append(note)


def _is_word(value: Json) -> bool:
    """Whether a value is a number, `true`, `false` or `null`; in XML everything is a text."""
    return isinstance(value, JsonWord) or (isinstance(value, JsonText) and value.plain)


def _what_is(value: Json) -> str:
    if isinstance(value, JsonText):
        return "a string"
    if isinstance(value, JsonObject):
        return "an object"
    return "a number, `true`, `false` or `null`" if isinstance(value, JsonWord) else "a list"

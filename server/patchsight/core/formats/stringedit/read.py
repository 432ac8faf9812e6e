"""What the calls of edit tools say, as sections and parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from patchsight.core.formats.elision import is_elision
from patchsight.core.formats.gathering import Gathering
from patchsight.core.formats.stringedit.keys import Means
from patchsight.core.formats.stringedit.recognise import Deed
from patchsight.core.formats.stringedit.record import Field, Record
from patchsight.core.formats.stringedit.repairs import repairs_of
from patchsight.core.formats.tool_calls import Level
from patchsight.core.formats.two_texts import compare
from patchsight.core.model.budget import Budget, Cost
from patchsight.core.model.patch import (
    FileChange,
    Kind,
    Numbers,
    Op,
    Options,
    Part,
    PatchLine,
    PathRef,
    Substitution,
)
from patchsight.core.model.problems import Problem, Severity
from patchsight.core.text.buffer import Span
from patchsight.core.text.entries import Entry
from patchsight.core.text.json_values import Json, JsonArray, JsonObject, JsonText
from patchsight.core.text.phrases import quote, quote_line

#: The JSON that a string holds.
Inside = Callable[[JsonText, Level], "tuple[Json, Level] | None"]


class Call(NamedTuple):
    """The call of an edit tool."""

    deed: Deed
    value: JsonObject
    level: Level
    entry: Entry


class _Edit(NamedTuple):
    """One part, what it is for, and where its path stands."""

    op: Op
    path: Field | None
    part: Part
    newline: str | None = None


class EditReader:
    """Reads calls, one after the other; what they say is put behind what was gathered before."""

    def __init__(
        self, gathered: Gathering, options: Options, budget: Budget, inside: Inside
    ) -> None:
        self._gathered, self._options, self._inside = gathered, options, inside
        self._budget = budget
        self.files: list[FileChange] = []
        self.problems: list[Problem] = []

    def read(self, call: Call) -> None:
        record = self._record(call.value, call.level)
        if call.deed is Deed.OTHER:
            self._refuse_command(record)
            record.close()
        elif call.deed is Deed.CODE:
            self._refuse_code(record)
            record.close()
        elif call.deed is Deed.LIST:
            self._read_list(record)
        else:
            edits = list(self._read_one(record, call.deed, None))
            self._add(edits, record.close())
        self._gathered.hold(record.close(), call.entry)

    def _record(self, value: JsonObject, level: Level) -> Record:
        self._budget.pay(Cost.EDIT_READ)
        texts = (member.value for _, member in value.members if isinstance(member, JsonText))
        self._budget.pay(Cost.LINE_READ, sum(text.count("\n") for text in texts))
        return Record(self._gathered, self.problems, value, level)

    def _add(self, edits: list[_Edit], span: Span) -> None:
        """Put parts into sections, those for one path one after the other into one."""
        for at, edit in enumerate(edits):
            before = edits[at - 1] if at else None
            if before and before.path is edit.path and before.op is edit.op is Op.UPDATE:
                change = self.files[-1]
                change.parts.append(edit.part)
                change.span = Span(change.span.start, edit.part.span.end)
                continue
            header = edit.path.span if edit.path else edit.part.header
            path = edit.path.text if edit.path else ""
            start = edit.part.span.start if at else span.start
            end = edit.part.span.end if len(edits) > 1 else span.end
            self.files.append(
                FileChange(
                    edit.op,
                    PathRef.plain(path, header),
                    Span(start, end),
                    header,
                    [edit.part],
                    newline=edit.newline,
                )
            )

    # ---- several edits
    def _read_list(self, record: Record) -> None:
        listed = record.named(Means.LIST)
        path = record.text(Means.PATH)
        edits: list[_Edit] = []
        assert listed is not None
        found = self._items(listed, record.level)
        if found is None:
            message = f"`{listed.name}` should be a list of edits, each an object with an old and a new text."
            record.refuse("wrong_type", listed.span, message)
        entries, level = found or ((), record.level)
        if found and not entries:
            message = f"`{listed.name}` holds no edits. Write at least one, or leave the call out."
            record.refuse("missing_key", listed.key, message)
        if path:
            _refuse_empty(record, path)
        broken = record.broken
        for item, entry in entries:
            if isinstance(item, JsonObject):
                inner = self._record(item, level)
                inner.broken = broken
                edits += self._read_one(inner, _deed_in_list(inner), path)
                self._gathered.hold(inner.close(), entry)
            else:
                message = "Each edit should be an object with an old and a new text."
                record.refuse("wrong_type", listed.span, message)
                broken = True
        self._add(edits, record.close())

    def _items(self, listed: Field, level: Level) -> tuple[list[tuple[Json, Entry]], Level] | None:
        value: Json = listed.value
        if isinstance(value, JsonText) and (inner := self._inside(value, level)):
            value, level = inner
        if not isinstance(value, JsonArray):
            return None
        return list(zip(value.items, level.entries(value), strict=True)), level

    # ---- one edit
    def _read_one(self, record: Record, deed: Deed, around: Field | None) -> Iterator[_Edit]:
        """What an object asks for; `around` is the path of the list that it stands in."""
        path = self._path(record, around)
        if deed in (Deed.CREATE, Deed.WRITE):
            yield self._read_whole(record, deed, path)
        elif deed is Deed.INSERT:
            yield self._read_insertion(record, path)
        else:
            yield self._read_exchange(record, path)

    def _path(self, record: Record, around: Field | None) -> Field | None:
        own = record.text(Means.PATH) if around else record.needed(Means.PATH)
        if own and around and own.text != around.text:
            message = f"The path {quote(own.text)} is not that of the list around it, {quote(around.text)}. Write one path in both."
            record.refuse("conflicting_paths", own.span, message)
        if own:
            _refuse_empty(record, own)
        return around or own

    def _read_exchange(self, record: Record, path: Field | None) -> _Edit:
        old, new = record.needed(Means.OLD), self._new(record)
        every, times = record.flag(Means.ALL), record.number(Means.COUNT)
        line = record.number(Means.LINE)
        counted, placed = record.named(Means.COUNT), record.named(Means.LINE)
        header, span = record.header, record.close()
        if old is None:
            return _Edit(Op.UPDATE, path, Part(span, header, broken=True))
        new_text, new_span = (new.plain, new.span) if new else ("", old.span)
        rows = (old.rows(Kind.REMOVED), new.rows(Kind.ADDED) if new else [])
        substitution = Substitution(
            old.plain,
            new_text,
            old.span,
            new_span,
            every,
            times,
            counted.span if counted else Span(0, 0),
            takes_empty_line=self._options.agent == "claude-code",
        )
        part = Part(span, header, compare(*rows), substitution=substitution, broken=record.broken)
        if line is not None and placed:
            part.numbers = Numbers(line, None, line, None, placed.span)
        if not old.text.strip():
            return self._fill(record, path, part, new)
        part.repairs = repairs_of(part, old, new)
        return _Edit(Op.UPDATE, path, part)

    def _fill(self, record: Record, path: Field | None, part: Part, new: Field | None) -> _Edit:
        """An edit that looks for nothing: it makes a file, or fills an empty one."""
        if new is None or not new.text:
            if not record.broken:
                message = "Both texts are empty, so there is nothing to do. Write what should change, or leave it out."
                record.refuse("invalid_block", part.header, message)
            part.broken = True
        part.lines = new.rows(Kind.ADDED) if new else ()
        part.new_newline = bool(new and new.ends_line)
        return _Edit(Op.CREATE, path, part, _newline(new))

    def _new(self, record: Record) -> Field | None:
        """The new text. Where it is missing nothing is deleted, unless the agent is known for it."""
        if record.has(Means.NEW) or self._options.agent != "anthropic":
            return record.needed(Means.NEW)
        message = (
            "`new_str` is missing, which Anthropic's text editor reads as an empty text: the old text is deleted. "
            "Other agents refuse the call."
        )
        record.tell("missing_key", record.header, message)
        self.problems[-1].severity = Severity.INFORMATION
        return None

    def _read_whole(self, record: Record, deed: Deed, path: Field | None) -> _Edit:
        usual = "file_text" if record.has(Means.COMMAND) else "content"
        text = record.needed(Means.WHOLE, usual)
        header, span = record.header, record.close()
        part = Part(span, header, broken=record.broken or text is None)
        if text:
            part.lines = text.rows(Kind.ADDED)
            part.new_newline = text.ends_line or not text.text
        op = Op.REPLACE if deed is Deed.WRITE else Op.CREATE
        return _Edit(op, path, part, _newline(text))

    def _read_insertion(self, record: Record, path: Field | None) -> _Edit:
        text = record.needed(Means.NEW, "insert_text")
        placed, row = record.named(Means.INSERT), record.number(Means.INSERT)
        if placed is None:
            message = "`insert_line` is missing: the number of the line below which the lines go in, 0 for the top."
            record.refuse("missing_key", record.header, message, key="insert_line")
        elif not record.has(Means.COMMAND):
            row = self._settle_line(record, placed, row)
        header, span = record.header, record.close()
        rows: list[PatchLine] = text.rows(Kind.ADDED) if text else []
        if text and not rows:
            record.refuse(
                "missing_key", header, f"`{text.name}` is empty: there is nothing to insert."
            )
        part = Part(span, header, tuple(rows), broken=record.broken)
        if placed and row is not None:
            part.numbers = Numbers(row, 0, row + 1, len(rows), placed.span)
        return _Edit(Op.UPDATE, path, part)

    def _settle_line(self, record: Record, placed: Field, row: int | None) -> int | None:
        """What `insert_line` means where no command says so: agents read it differently."""
        if self._options.agent == "cline" and row is not None:
            return row - 1
        if self._options.agent not in ("anthropic", "claude-code"):
            message = (
                "Without `command` it cannot be told what `insert_line` means: Anthropic's text editor puts the lines below "
                'this line, Cline above it. Write `"command": "insert"`, or replace a text instead.'
            )
            record.refuse("ambiguous_position", placed.span, message)
        return row

    # ---- what is not done here
    def _refuse_command(self, record: Record) -> None:
        command = record.text(Means.COMMAND)
        if command:
            message = f"{quote(command.text)} is not carried out here, only `str_replace`, `create` and `insert`. Leave it out."
            record.refuse("unsupported_command", command.span, message)

    def _refuse_code(self, record: Record) -> None:
        """A text for another model to merge: what it leaves out cannot be told."""
        code, path = record.named(Means.CODE), record.named(Means.PATH)
        rows = code.rows(Kind.ADDED) if code else []
        elided = [row for row in rows if is_elision(row.text, path.text if path else "")]
        for row in elided:
            message = (
                f"{quote_line(row.text)} stands for text that is left out, and where the rest goes is not said. "
                "Write an old and a new text instead."
            )
            record.refuse("elided_content", _trimmed(row), message)
        if not elided:
            message = "Such a call leaves it to another model where the text goes. Write an old and a new text instead."
            record.refuse("unsupported_command", record.header, message)


def _deed_in_list(record: Record) -> Deed:
    if record.has(Means.WHOLE) and not (record.has(Means.OLD) or record.has(Means.NEW)):
        return Deed.CREATE
    return Deed.INSERT if record.has(Means.INSERT) and not record.has(Means.OLD) else Deed.EDIT


def _trimmed(row: PatchLine) -> Span:
    indent = len(row.text) - len(row.text.lstrip())
    return Span(row.span.start + indent, row.span.end)


def _newline(text: Field | None) -> str | None:
    """The line end of a file that is made, where its text has one kind."""
    if text is None or "\r" not in text.text:
        return None
    return "\r\n" if "\r\n" in text.text else "\r"


def _refuse_empty(record: Record, path: Field) -> None:
    if not path.text.strip():
        record.refuse("missing_path", path.key, f"`{path.name}` is empty: it names no file.")

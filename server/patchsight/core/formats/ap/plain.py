"""ap texts that are written as most are: keys that ap knows, each in a row of its own in the column of
its entry, with a literal block, a word or a simple text in quotes, and all that an entry needs.

YAML can read them in one way only, and there is nothing to say about them, so they are read at a
stroke, to the same that `document` makes of the tree: a test compares the two. Everything else is
left to it.
"""

from __future__ import annotations

import re
from typing import NamedTuple, cast

from patchsight.core.formats.ap.nodes import resolve
from patchsight.core.formats.ap.plain_part import OddError, Value, lines_of, make_part
from patchsight.core.formats.ap.source import FORBIDDEN, OTHER_BREAKS
from patchsight.core.formats.ap.words import LEVEL_OF, LISTS, NEWLINES, VERSION
from patchsight.core.formats.effort import steps_for
from patchsight.core.formats.noise import Rows
from patchsight.core.model.budget import Budget, Cost
from patchsight.core.model.patch import Action, FileChange, Op, Options, Part, PathRef
from patchsight.core.text.buffer import BOM, Buffer, Span
from patchsight.core.text.invisible import may_hide
from patchsight.core.text.pieces import pieces

_ROW = re.compile(
    r"""( *)(- )?([a-z_]+):(?: (?:(\|-?)|(["'])([^"'\\\t]*)\5|([A-Za-z0-9_./][A-Za-z0-9_./-]*)))?\Z"""
)
#: What most modifications are: a snippet and a content, both of them blocks, and nothing else.
_USUAL = re.compile(
    r"( *)- action: (REPLACE|INSERT_AFTER|INSERT_BEFORE)\n"
    r"\1  snippet: \|\n((\1   +)(?=\S).*\n(?:(?:\4.*)?\n)*)"
    r"\1  content: \|\n((\1   +)(?=\S).*\n(?:(?:\6.*)?\n)*)"
)
_USUAL_KEYS = 3
_LONGEST = (
    50_000  #: characters of a modification that is read in one go, which holds all other threads
)
_COMMENT = re.compile(" *#")
#: Events of YAML: the stream and the document, a mapping, a list begin and end; a key and its value.
_FRAME, _MAPPING, _LIST, _PAIR = 4, 2, 3, 2
_DASH = len("- ")


class _Key(NamedTuple):
    """A key as its row has it."""

    name: str
    level: int  #: of the entries that it belongs to
    column: int  #: of the `-` in front of it, or else of the key
    is_item: bool  #: there is a `-` in front of it
    style: str  #: of its value, as in `Value`; none where a list stands below it
    value: str
    start: int  #: the columns in which the value starts, and in which it and the row end
    end: int


def read_all(buffer: Buffer, options: Options) -> list[FileChange]:
    """The file changes of a text; none if anything else is in it, be it a comment."""
    reader = _read(buffer, 0, len(buffer.lines))
    if reader is None or reader.comments:
        return []
    Budget(steps_for(options)).pay(Cost.NODE_READ, reader.events)
    return reader.files


def read_plain(buffer: Buffer, first: int, last: int, budget: Budget) -> list[FileChange] | None:
    """The file changes in rows first to last; None if something in them is not plain."""
    reader = _read(buffer, first, last)
    if reader is None:
        return None
    budget.pay(Cost.NODE_READ, reader.events)  # as much as if YAML had read them
    return reader.files


def _read(buffer: Buffer, first: int, last: int) -> _Reader | None:
    """What has read some rows; None if something in them is not plain."""
    rows = Rows(buffer)
    if not _is_legible(buffer, rows, first, last):
        return None
    reader = _Reader(buffer, rows, first, last)
    try:
        reader.read()
    except OddError:
        return None
    return reader


def _is_legible(buffer: Buffer, rows: Rows, first: int, last: int) -> bool:
    """Whether rows are the text as it stands there and end in line feeds, none that has spaces is
    blank, and YAML takes all of their characters as they are.
    """
    if first >= last or "\r" in buffer.text or buffer.text.startswith(BOM):
        return False
    lines = rows.lines[first:last]
    start, end = rows.starts[first], buffer.span(last - 1).end
    text = buffer.text[start:end]
    if "\n".join(lines) != text or any(any(map(str.isspace, some)) for some in pieces(lines)):
        return False
    if not (may_hide(text) or "\v" in text or "\f" in text):  # as most
        return True
    return not FORBIDDEN.search(text) and not any(map(text.__contains__, OTHER_BREAKS + BOM))


class _Reader:
    """Goes through the rows of a text, a key or a literal block at a time."""

    def __init__(self, buffer: Buffer, rows: Rows, first: int, last: int) -> None:
        self._text, self._end = buffer.text, buffer.span(last - 1).end
        self._lines, self._starts = rows.lines, rows.starts
        self._below, self._last = first, last  #: the rows that are not read yet
        self._known: dict[str, _Key] = {}  #: most rows with a key are there many times
        self._key: _Key | None = None  #: the key at hand …
        self._start = 0  #: … and where its row starts
        self.events = _FRAME + _MAPPING
        self.comments = 0  #: rows above keys that hold one
        self.files: list[FileChange] = []

    def read(self) -> None:
        """Read the file changes."""
        key = self._go_on()
        if key is None or key.column or key.is_item:
            raise OddError
        version = self._read_value(key, 0, {}, 0)
        if key.name != "version" or version.texts != [VERSION] or version.style not in ("'", '"'):
            raise OddError
        key = self._key
        if key is None or key.name != LISTS[0] or key.column or key.is_item:
            raise OddError
        dash, item = self._open_list(key, 0), self._key
        while item and item.is_item and item.column == dash:
            self.files.append(self._read_file(dash))
            item = self._key
        if item:
            raise OddError

    # ---- keys
    def _go_on(self) -> _Key | None:
        """Take the next key at hand; there may be none."""
        row, above = self._below, self.comments
        while row < self._last:
            line = self._lines[row]
            key = self._known.get(line) or self._read_key(line)
            if key:
                self._below, self._start, self._key = row + 1, self._starts[row], key
                return key
            if line and not _COMMENT.match(line):
                raise OddError
            row, self.comments = row + 1, self.comments + bool(line)
        if self.comments > above:  # it may as well be the text of a block that is not indented
            raise OddError
        self._key = None
        return None

    def _read_key(self, line: str) -> _Key | None:
        match = _ROW.match(line)
        if match is None or match[3] not in LEVEL_OF:
            return None
        indent, dash, name, block, quote, quoted, word = match.groups()
        style = block or quote or (resolve(word) if word else "")
        start = match.start(4) if block else match.start(5) if quote else match.start(7)
        at, value = (LEVEL_OF[name], len(indent), bool(dash)), quoted or word or ""
        key = self._known[line] = _Key(name, *at, style, value, start, len(line))
        return key

    def _open_list(self, key: _Key, column: int) -> int:
        """Go on from a key in some column to the first item of its list; the column of the items."""
        item = None if key.style else self._go_on()
        if item is None or not item.is_item or item.column < column:
            raise OddError
        self.events += _LIST
        return item.column

    # ---- entries
    def _read_file(self, dash: int) -> FileChange:
        """The file change whose `-`, in this column, is at hand."""
        start, column = self._start + dash, dash + _DASH
        values, parts, header, end = dict[str, Value](), list[Part](), None, 0
        key = self._key
        while key and (not end or (key.column == column and not key.is_item)):
            if key.name == LISTS[1] and not parts:
                parts = self._read_list(key, column)
                end = parts[-1].span.end
            else:
                if key.name == "file_path":
                    header = Span(self._start + key.column, self._start + key.end)
                end = self._read_value(key, column, values, 1).end
            key = self._key
        self.events += _MAPPING
        if header is None or not parts:
            raise OddError
        op = Op.CREATE if parts[0].action == "CREATE_FILE" else Op.UPDATE
        change = FileChange(op, _path(values["file_path"]), Span(start, end), header, parts)
        if "newline" in values:
            change.newline = _newline(values["newline"], op)
        return change

    def _read_list(self, key: _Key, column: int) -> list[Part]:
        """The modifications below a key."""
        dash, parts = self._open_list(key, column), list[Part]()
        item = self._key
        while item and item.is_item and item.column == dash:
            part = self._read_usual() or self._read_modification(dash)
            if parts and part.action == "CREATE_FILE":
                raise OddError
            parts.append(part)
            item = self._key
        return parts

    def _read_usual(self) -> Part | None:
        """The modification at hand; None if it is not a usual one."""
        last = min(self._end, self._start + _LONGEST)
        usual = _USUAL.match(self._text, self._start, last)
        if usual is None or self._text.startswith(f"{usual[1]}  ", usual.end()):
            return None  # something else is said below
        if last < self._end and "\n" not in self._text[usual.end() : last]:
            return None  # or may be: the row below was not seen
        first = self._below + 1  # the rows of both blocks, a key above each
        second = first + usual[3].count("\n") + 1
        self._below = second + usual[5].count("\n")
        old = self._make_block("|", usual.start(3), first, second - 1, len(usual[4]))
        new = self._make_block("|", usual.start(5), second, self._below, len(usual[6]))
        start, action = usual.end(1), usual[2]
        lines = lines_of({"snippet": old, "content": new}, action)
        self.events += _USUAL_KEYS * _PAIR + _MAPPING
        self._go_on()
        header = Span(start, usual.end(2))
        return Part(Span(start, new.end), header, lines, cast(Action, action))

    def _read_modification(self, dash: int) -> Part:
        """The modification whose `-`, in this column, is at hand."""
        start, column = self._start + dash, dash + _DASH
        values, header, end = dict[str, Value](), None, 0
        key = self._key
        while key and (not end or (key.column == column and not key.is_item)):
            if key.name == "action":
                header = Span(self._start + key.column, self._start + key.end)
            end = self._read_value(key, column, values, 2).end
            key = self._key
        self.events += _MAPPING
        if header is None:
            raise OddError
        return make_part(values, Span(start, end), header)

    # ---- values
    def _read_value(self, key: _Key, column: int, values: dict[str, Value], level: int) -> Value:
        """Enter the value of a key into those of its entry, which is of some level, and go on."""
        if key.name in values or key.level != level or not key.style:
            raise OddError
        start = self._start + key.start
        if key.style[0] == "|":
            value = self._read_block(key.style, start, column)
        else:
            texts = [key.value] if key.value else []
            value = Value(key.style, texts, [], start, self._start + key.end)
        values[key.name] = value
        self.events += _PAIR
        self._go_on()
        return value

    def _read_block(self, style: str, start: int, column: int) -> Value:
        """The literal block below a key in some column, from its `|` on."""
        lines, first, last = self._lines, self._below, self._last
        row = first
        while row < last and not lines[row]:
            row += 1
        line = lines[row] if row < last else ""
        indent = len(line) - len(line.lstrip(" "))
        if indent <= column or line[indent] == "\t":
            raise OddError
        margin = " " * indent
        while row < last and (lines[row].startswith(margin) or not lines[row]):
            row += 1
        self._below = row
        return self._make_block(style, start, first, row, indent)

    def _make_block(self, style: str, start: int, first: int, last: int, indent: int) -> Value:
        """A block that starts somewhere; the last of its rows may be blank."""
        lines = self._lines
        while not lines[last - 1]:
            last -= 1
        texts, starts = [line[indent:] for line in lines[first:last]], self._starts[first:last]
        end = starts[-1] + len(lines[last - 1].rstrip())
        return Value(style, texts, starts, start, end, indent)


def _path(value: Value) -> PathRef:
    path, (start, end) = value.word, value.span
    if not path:
        raise OddError
    return PathRef.plain(path, value.span if value.style == "text" else Span(start + 1, end - 1))


def _newline(value: Value, op: Op) -> str:
    """The line end that a file which is made asks for."""
    if op is not Op.CREATE or value.word not in NEWLINES:
        raise OddError
    return NEWLINES[value.word]

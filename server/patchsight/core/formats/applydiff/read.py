"""What an ApplyDiff block or session block says."""

from __future__ import annotations

import re

from patchsight.core.formats.applydiff.blocks import (
    FROM,
    TO,
    Block,
    SessionRows,
    header_end,
    is_marker,
)
from patchsight.core.formats.noise import Noise, Rows, trim, trim_path
from patchsight.core.formats.two_texts import compare
from patchsight.core.model.hunk_lines import HunkLines, in_columns
from patchsight.core.model.patch import FileChange, Kind, Op, Part, PathRef, Session
from patchsight.core.model.problems import Problem, Related, Severity, problem
from patchsight.core.text.buffer import Span, is_blank
from patchsight.core.text.phrases import count, quote

_BARE_OPTION = re.compile(r"[ \t]((?:mode|fuzz)[ \t]*=.*)", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]*)?|\.[0-9]+")
_KEY = re.compile(r"[ \t]*([A-Za-z]+)[ \t]*:")
ENOUGH_CONTEXT = 3


class BlockReader:
    """Reads one block into a file change with one part."""

    def __init__(self, rows: Rows, block: Block, problems: list[Problem], noise: Noise) -> None:
        self.rows = rows
        self.block = block
        self.problems = problems
        self.noise = noise
        self.mode = "patch"
        self.fuzz: float | None = None
        self.broken = False

    def read(self) -> FileChange | None:
        block, rows = self.block, self.rows
        if not block.named:
            self._refuse(block.header, "no `>>> file:` line with a path stands above this line")
            return None
        path = self._read_header()
        last = block.last - 1 if block.end is None else block.end
        last = rows.last_filled(block.header, last + 1) or block.header
        header = rows.trimmed(block.header)
        part = Part(rows.between(block.header, last), header, fuzz=self.fuzz)
        change = FileChange(Op.UPDATE, path, part.span, header, [part])
        markers = self._find_markers()
        if markers:
            self._read_content(change, part, *markers)
        part.broken = self.broken
        return change

    # ---- the header

    def _read_header(self) -> PathRef:
        row, line = self.block.header, self.rows.lines[self.block.header]
        bar = line.find("|")
        start, end = trim_path(line, header_end(line) or 0, None if bar < 0 else bar)
        if not line.startswith(">>> file:"):
            self.noise.decorated(row)
        if start == end and not self._is_unfinished():
            self.broken = True
            self._report("missing_path", self.rows.trimmed(row), "No path follows `>>> file:`.")
        self._read_options(row, line, bar)
        if option := _BARE_OPTION.search(line, start, end):
            message = f"No `|` stands before this option, so it would be read as part of the path. Write `| {option[1]}`."
            self._refuse_option(self.rows.span(row, *option.span(1)), message)
        return PathRef.plain(line[start:end], self.rows.span(row, start, end))

    def _read_options(self, row: int, line: str, bar: int) -> None:
        seen: set[str] = set()
        while bar >= 0:
            following = line.find("|", bar + 1)
            end = len(line) if following < 0 else following
            equals = line.find("=", bar, end)
            key_columns = trim(line, bar + 1, end if equals < 0 else equals)
            key = line[slice(*key_columns)].lower()
            columns = key_columns if equals < 0 else trim(line, equals + 1, end)
            self._read_option(
                key,
                line[slice(*columns)],
                self.rows.span(row, *columns),
                key in seen,
                self.rows.span(row, *key_columns),
            )
            seen.add(key)
            bar = following

    def _read_option(self, key: str, value: str, span: Span, again: bool, key_span: Span) -> None:
        if key not in ("mode", "fuzz"):
            self._report(
                "unknown_option",
                key_span,
                f"{quote(key.strip())} is not an option of this format; only `mode` and `fuzz` are known.",
            )
        elif again:
            self._refuse_option(span, f"`{key}` stands twice in this header.")
        elif key == "mode" and value.lower() not in ("patch", "replace"):
            self._refuse_option(
                span, f"{quote(value.strip())} is no mode; write `mode=patch` or `mode=replace`."
            )
        elif key == "mode":
            self.mode = value.lower()
        elif _NUMBER.fullmatch(value) and float(value) <= 1:
            self.fuzz = float(value)
        else:
            self._refuse_option(
                span, f"{quote(value.strip())} is no value for `fuzz`; write a number from 0 to 1."
            )

    def _refuse_option(self, span: Span, message: str) -> None:
        self.broken = True
        self._report("invalid_option", span, message)

    # ---- the shape of the block

    def _find_markers(self) -> tuple[int, int] | None:
        """The rows of `--- from` and `--- to`, or None and a problem that says what is wrong."""
        if self._is_unfinished():
            row = self.rows.last_filled(self.block.header, self.block.last) or self.block.header
            self.broken = True
            missing = "`--- from`, `--- to`" if row == self.block.header else "`--- to`"
            self._report(
                "unfinished_part",
                self.rows.trimmed(row),
                f"The text ends in the middle of this block; {missing} and the closing `<` are missing.",
            )
            return None
        first = self._find(FROM, self.block.header + 1)
        second = self._find(TO, self.block.header + 1 if first is None else first + 1)
        if first is None or second is None:
            self._refuse_shape(first, second)
            return None
        text = self.rows.next_filled(self.block.header + 1, self.block.last)
        if text < first:
            self._refuse(
                text,
                f"{quote(self.rows.lines[text].strip())} stands between the header and `--- from`",
            )
        self._refuse_second_reading(first, second)
        if self.block.end is None:
            self._refuse_open()
        return first, second

    def _refuse_second_reading(self, first: int, second: int) -> None:
        """Of two `--- to` either may be content, unless the old text is said to be empty."""
        again = self._find(TO, second + 1)
        if (
            again is not None
            and self.mode != "replace"
            and self.rows.next_filled(first + 1, second) < second
        ):
            self._refuse(
                again,
                "`--- to` stands here once more, so it is not certain where the new text starts",
            )

    def _refuse_shape(self, first: int | None, second: int | None) -> None:
        header = self.block.header
        if first is None:
            missing = (
                "the line `--- from` is missing"
                if second is not None
                else "`--- from` and `--- to` are missing"
            )
            self._refuse(header, missing, insert=FROM, below=self.rows.starts[header])
        elif self._find(TO, header + 1) is not None:
            self._refuse(header, "`--- to` stands above `--- from`")
        else:
            row = header if self.block.end is None else self.block.end
            self._refuse(row, "the block ends, but the line `--- to` is missing")

    def _refuse_open(self) -> None:
        """No end: the header is to blame, and where the text breaks off is worth a word."""
        last = self.rows.last_filled(self.block.header, self.block.last) or self.block.header
        span = self.rows.trimmed(last)
        self._refuse(
            self.block.header,
            "the block has no closing `<`",
            Related("`<` is missing below this line", None, span.start, span.end),
            insert="<",
            below=span.start,
        )
        if self.block.at_end:
            message = (
                "The text ends here without the closing `<` of the block; the rest may be missing. Add that line "
                "if the block is complete."
            )
            self.problems.append(problem("truncated_patch", span, message, insert="<"))

    def _is_unfinished(self) -> bool:
        """Whether the text ends before the block has its `--- to`."""
        return self.block.at_end and self._find(TO, self.block.header + 1) is None

    def _find(self, marker: str, row: int) -> int | None:
        for at, line in enumerate(self.rows.lines[row : self.block.last], row):
            if line[:1] == "-" and is_marker(line, marker):
                return at
        return None

    def _refuse(
        self, row: int, reason: str, related: Related | None = None, **data: object
    ) -> None:
        self.broken = True
        found = problem(
            "invalid_block",
            self.rows.trimmed(row),
            f"Patch Format Invalid: {reason}.",
            related=[related] if related else None,
        )
        found.data.update(data)
        self.problems.append(found)

    # ---- the content

    def _read_content(self, change: FileChange, part: Part, first: int, second: int) -> None:
        old = self._read_lines(Kind.REMOVED, first + 1, second)
        new = self._read_lines(Kind.ADDED, second + 1, self.block.last)
        for row in self.block.strays:
            self._report(
                "stray_terminator",
                self.rows.trimmed(row),
                f"{quote(self.rows.lines[row].strip())} is taken as "
                "content, because more of the block follows.",
            )
        if self.mode == "replace":
            change.op, part.lines = Op.REPLACE, new
        elif all(map(is_blank, old.texts)):
            change.op, part.lines = Op.CREATE, new
        else:
            part.lines = compare(old, new)
            self._judge_lines(part)

    def _read_lines(self, kind: Kind, first: int, last: int) -> HunkLines:
        texts, starts = self.rows.lines[first:last], self.rows.starts[first:last]
        return HunkLines(kind * len(texts), texts, starts)

    def _judge_lines(self, part: Part) -> None:
        context = in_columns(part.lines).kinds.count(" ")
        if context == len(part.lines) and not self.broken:
            self._report(
                "empty_hunk",
                part.header,
                "`--- from` and `--- to` are equal, so nothing would change.",
                Severity.WARNING,
            )
        elif context < ENOUGH_CONTEXT and not self.broken:
            self._report(
                "few_context_lines",
                part.header,
                f"The block has {count(context, 'context line')}; the "
                "format asks for three or more, so that the place is certain.",
            )

    def _report(
        self, code: str, span: Span, message: str, severity: Severity | None = None
    ) -> None:
        self.problems.append(problem(code, span, message, severity=severity))


class SessionReader:
    """Reads a session block."""

    def __init__(self, rows: Rows, session: SessionRows, problems: list[Problem]) -> None:
        self.rows = rows
        self.session = session
        self.problems = problems

    def read(self) -> Session:
        values = {"modified": "", "guidance": "", "health": ""}
        key = ""
        for row in range(self.session.first + 1, self.session.last):
            line = self.rows.lines[row]
            match = _KEY.match(line)
            if match and match[1].lower() in values:
                key = match[1].lower()
                values[key] = line[match.end() :].strip()
            elif key == "guidance" and not is_blank(line):
                values[key] = f"{values[key]}\n{line.strip()}".strip()
            elif not is_blank(line):
                self._report(
                    row,
                    f"{quote(line.strip())} is not part of a session context, which has the lines Modified, "
                    "Guidance and Health.",
                )
        if not self.session.closed:
            self._report(
                self.session.first,
                "The session context has no `[/SESSION CONTEXT]`; it is taken to end "
                "above the first block.",
            )
        last = self.session.last if self.session.closed else self.session.last - 1
        return Session(self.rows.between(self.session.first, last), **values)

    def _report(self, row: int, message: str) -> None:
        self.problems.append(problem("invalid_session", self.rows.trimmed(row), message))

"""One modification of an ap patch: its keys, and the part they make."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, cast

from patchsight.core.formats.ap.nodes import Mapping, Scalar
from patchsight.core.formats.ap.source import Source
from patchsight.core.formats.ap.values import Text, read_count, read_text, refuse_type, sort_pairs
from patchsight.core.formats.ap.words import (
    ACTIONS,
    COUNT_KEYS,
    MODIFICATION_KEYS,
    TEXT_KEYS,
    as_action,
    suggest,
)
from patchsight.core.model.hunk_lines import HunkLines, in_columns
from patchsight.core.model.patch import Action, Block, Kind, Part
from patchsight.core.model.problems import Related, Severity
from patchsight.core.text.buffer import WHITE, Span, is_blank
from patchsight.core.text.phrases import quote

_LOCATORS = ("snippet", "start_snippet", "end_snippet")
_RANGE = ("start_snippet", "end_snippet")
_INSERTS = ("INSERT_AFTER", "INSERT_BEFORE")
_KEY = re.compile(r"([a-z_]+):(?:[ \t]+(\|)|[ \t]|$)")


class _Swallowed(NamedTuple):
    """A key that stands inside a literal block."""

    owner: str
    line: int  #: of the block, from 0
    row: int
    column: int
    is_block: bool


class Modification:
    """Reads one entry of `modifications`."""

    def __init__(self, source: Source, mapping: Mapping) -> None:
        self.source = source
        self.mapping = mapping
        self.pairs = sort_pairs(source, mapping, MODIFICATION_KEYS)
        self.texts = {key: read_text(source, self.pairs.get(key)) for key in TEXT_KEYS}
        row = self.pairs["action"].key.span.start if "action" in self.pairs else mapping.span.start
        self.header = source.row_at(row)

    def read(self) -> Part:
        """The part, with whatever could be read of it."""
        action = self._read_action()
        if action:
            self._check_content(action)
            self._check_locators(action)
        if not self.mapping.damaged:
            self._check_blank()
        span = Span(
            self.source.dash(self.mapping.span.start), max(self.mapping.span.end, self.header.end)
        )
        leading, trailing = (read_count(self.source, self.pairs.get(key)) for key in COUNT_KEYS)
        part = Part(
            span,
            self.header,
            action=action or "EDIT",
            leading_blank=leading,
            trailing_blank=trailing,
        )
        self._fill(part)
        part.broken = self.mapping.damaged
        return part

    def _fill(self, part: Part) -> None:
        old = (
            (self.texts["snippet"] or self.texts["start_snippet"])
            if part.action != "CREATE_FILE"
            else None
        )
        content = self.texts["content"] if part.action != "DELETE" else None
        kind = Kind.REMOVED if part.action in ("REPLACE", "DELETE") else Kind.CONTEXT
        sides = [(text, of) for text, of in ((old, kind), (content, Kind.ADDED)) if text]
        part.lines = _join_lines(sides[::-1] if part.action == "INSERT_BEFORE" else sides)
        part.anchor = self._block("anchor")
        part.range_end = self._block("end_snippet")
        if (
            part.action == "CREATE_FILE"
            and content
            and content.texts
            and not content.scalar.value.endswith(("\n", "\r"))
        ):
            part.new_newline = False

    def _block(self, key: str) -> Block | None:
        text = self.texts[key]
        return Block(text.as_lines(Kind.CONTEXT), text.scalar.span) if text else None

    # ---- the action

    def _read_action(self) -> Action | None:
        pair = self.pairs.get("action")
        if pair is None:
            self._require("action")
            return None
        value = pair.value
        if not isinstance(value, Scalar) or value.type != "text":
            refuse_type(self.source, pair, f"one of {', '.join(ACTIONS)}")
            return None
        word = value.value.rstrip("\n")
        return cast(Action, word) if word in ACTIONS else self._refuse_action(word, value)

    def _refuse_action(self, word: str, value: Scalar) -> Action | None:
        action = as_action(word)
        better = action or suggest(word, ACTIONS)
        guess = f"Did you mean `{better}`?" if better else f"It is one of {', '.join(ACTIONS)}."
        hint = f"Write `{better}`." if action else guess
        data = {"replacement": better, "respelled": bool(action)} if better else {}
        self.source.report(
            "invalid_action",
            self.source.place(value.span),
            f"{quote(word)} is not an action. {hint}",
            **data,
        )
        return action

    # ---- which keys an action takes; what is wrong with them together sits on the action

    def _check_content(self, action: Action) -> None:
        if action != "DELETE":
            self._require("content")
        elif "content" in self.pairs:
            self._refuse(["content"], "DELETE takes no `content`. Remove it, or write REPLACE.")

    def _check_locators(self, action: Action) -> None:
        given = [key for key in _LOCATORS if key in self.pairs]
        if action == "CREATE_FILE":
            self._check_creation()
        elif not given:
            self._require("snippet", "start_snippet")
        elif given[0] == "snippet" and len(given) > 1:
            either = "Keep either `snippet`, or `start_snippet` and `end_snippet`."
            self._report_keys(
                "conflicting_keys", given, f"{_join(given)} exclude each other. {either}"
            )
        elif action in _INSERTS and given[0] != "snippet":
            self._refuse(
                given,
                f"{action} takes a `snippet`, not a range: only REPLACE and DELETE take {_join(_RANGE)}.",
            )
        elif len(given) == 1 and given[0] != "snippet":
            self._require(*(key for key in _RANGE if key != given[0]), beside=given[0])

    def _check_creation(self) -> None:
        given = [key for key in ("anchor", *_LOCATORS) if key in self.pairs]
        if given:
            self._refuse(
                given,
                f"CREATE_FILE makes a new file, so there is nothing to look for. Remove {_join(given)}.",
            )
        idle = [key for key in COUNT_KEYS if key in self.pairs]
        if idle:
            self._refuse(
                idle, f"With CREATE_FILE {_join(idle)} does nothing. Remove it.", Severity.WARNING
            )

    def _refuse(self, keys: list[str], message: str, severity: Severity | None = None) -> None:
        self._report_keys("unexpected_key", keys, message, severity)

    def _report_keys(
        self, code: str, keys: list[str], message: str, severity: Severity | None = None
    ) -> None:
        found = self.source.report(code, self.header, message, severity, key=keys[0])
        for key in keys:
            found.related.append(Related(f"`{key}` stands here.", None, *self.pairs[key].key.span))

    def _check_blank(self) -> None:
        for key in ("anchor", *_LOCATORS):
            text = self.texts[key]
            if text and text.is_blank():
                self.source.report(
                    "empty_snippet",
                    self.source.place(text.key.span),
                    f"`{key}` has no text. Write the lines to look for.",
                )

    # ---- missing keys

    def _require(self, *keys: str, beside: str = "") -> None:
        """See that one of some keys is there; the block above may have swallowed it."""
        if any(key in self.pairs for key in keys):
            return
        swallowed = self._find_swallowed(keys)
        if swallowed:
            self._report_swallowed(swallowed)
        elif not self.mapping.damaged:
            names = " or ".join(f"`{key}`" for key in keys)
            because = f"`{beside}` alone is no range: " if beside else ""
            self.source.report(
                "missing_key",
                self.header,
                f"{because}{names} is missing in this modification.",
                key=keys[0],
            )

    def _find_swallowed(self, keys: tuple[str, ...]) -> _Swallowed | None:
        """The first line of a block that reads like one of some keys, best one that opens one."""
        found = [
            _Swallowed(
                owner,
                number,
                self.source.row(text.span(number).start),
                self.source.column(text.span(number).start) + indent,
                bool(match[2]),
            )
            for owner, text in self.texts.items()
            if text and text.scalar.style == "|"
            for number, line in enumerate(text.texts)
            for indent in [len(line) - len(line.lstrip(WHITE))]
            if (match := _KEY.match(line, indent)) and match[1] in keys
        ]
        return next((one for one in found if one.is_block), found[0] if found else None)

    def _report_swallowed(self, found: _Swallowed) -> None:
        column = self.source.column(self.mapping.span.start)
        line = self.source.rows.lines[found.row]
        key = line[found.column :].partition(":")[0]
        self.source.report(
            "misaligned_key",
            self.source.rows.span(found.row, found.column, found.column + len(key)),
            f"`{key}` is read as text of `{found.owner}`, because it is indented as deep as that block. "
            f"Indent it by {column} spaces, like `{found.owner}`.",
            column=column,
        )
        text = self.texts[found.owner]
        if text:
            self._check_swallowed_block(text, found)
            self.texts[found.owner] = text.up_to(found.line)

    def _check_swallowed_block(self, text: Text, found: _Swallowed) -> None:
        """Look for a line that would fall out of the swallowed key's own block."""
        deepest: int | None = None
        for at in range(found.line + 1, len(text.texts)) if found.is_block else ():
            line, span = text.texts[at], text.span(at)
            column = self.source.column(span.start) + len(line) - len(line.lstrip(WHITE))
            if is_blank(line):
                continue
            if column <= found.column:
                return
            deepest = column if deepest is None else deepest
            if column < deepest:
                self.source.report(
                    "misindented_block",
                    self.source.row_at(span.start),
                    "This line is indented less than the first line "
                    f"of its block. Indent it by {deepest} spaces or more.",
                    column=deepest,
                )
                return


def _join_lines(sides: Sequence[tuple[Text, Kind]]) -> HunkLines:
    """The lines of several texts as those of one part."""
    kinds, texts, starts = "", list[str](), list[int]()
    for text, kind in sides:
        if text.texts and not text.starts:  # which are no rows of the patch
            return in_columns([line for text, kind in sides for line in text.as_lines(kind)])
        kinds += kind * len(text.texts)
        texts += text.texts
        starts += text.starts
    return HunkLines(kinds, texts, starts)


def _join(keys: Sequence[str]) -> str:
    """Some keys as a sentence names them."""
    return " and ".join(f"`{key}`" for key in keys)

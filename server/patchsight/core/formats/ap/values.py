"""The values of ap: what kind each key asks for, and what to say if it has another."""

from __future__ import annotations

import re
from operator import add, sub
from typing import NamedTuple

from patchsight.core.formats.ap.nodes import Mapping, Node, Pair, Scalar, Sequence, Unreadable
from patchsight.core.formats.ap.source import Source
from patchsight.core.formats.ap.words import LEVEL_OF, TEXT_KEYS, suggest
from patchsight.core.model.hunk_lines import HunkLines, in_columns
from patchsight.core.model.patch import Kind, PatchLine
from patchsight.core.model.problems import Severity
from patchsight.core.text.buffer import Span, is_blank, split_lines
from patchsight.core.text.phrases import quote

_ITEM = re.compile(r"[ \t]*-[ \t]+(?:action|file_path):(?:[ \t]|$)")
_COUNT = re.compile(r"\+?[0-9]+")
_MOST_DIGITS = 9
_LITERAL = "Write `{key}: |` and the text in the lines below it"


class Text(NamedTuple):
    """The value of a key that holds text: its lines, and where each of them stands."""

    key: Scalar
    scalar: Scalar
    place: Span
    texts: list[str]
    starts: list[int]  #: none where the lines are not rows of the patch

    def span(self, at: int) -> Span:
        """Where a line stands; all of the value, if it is not a row."""
        if not self.starts:
            return self.place
        return Span(self.starts[at], self.starts[at] + len(self.texts[at]))

    def as_lines(self, kind: Kind) -> HunkLines:
        """The lines of a part."""
        if self.starts:
            return HunkLines(kind * len(self.texts), self.texts, self.starts)
        return in_columns([PatchLine(kind, text, self.place) for text in self.texts])

    def up_to(self, at: int) -> Text:
        """The text without this line and those below it."""
        return self._replace(texts=self.texts[:at], starts=self.starts[:at])

    def is_blank(self) -> bool:
        return all(map(is_blank, self.texts))


def sort_pairs(source: Source, mapping: Mapping, keys: tuple[str, ...]) -> dict[str, Pair]:
    """The pairs of a mapping by key; unknown keys and second ones are reported."""
    found: dict[str, Pair] = {}
    above: Node | None = None
    for pair in mapping.pairs:
        name = pair.key.value
        if name in found:
            if _report_swallowed_item(source, mapping, above):
                break
            _report_second(source, mapping, pair)
            found[name] = pair if _is_empty(found[name].value) else found[name]
        elif name in keys:
            found[name] = pair
        else:
            _report_unknown(source, mapping, pair, keys, above)
        above = pair.value
    return found


def _report_second(source: Source, mapping: Mapping, pair: Pair) -> None:
    message = f"{quote(pair.key.value)} stands twice in this entry. Remove one, or start a new list item with `-`."
    source.report("duplicate_key", pair.key.span, message)
    mapping.damaged = True


def _report_swallowed_item(source: Source, mapping: Mapping, above: Node | None) -> bool:
    """Whether keys stand twice because the block above swallowed the `- action:` between them."""
    if not isinstance(above, Scalar) or above.style != "|":
        return False
    lines = list(zip(*split_block(source, above), strict=True))
    text, start = next((line for line in reversed(lines) if not is_blank(line[0])), ("", 0))
    if not _ITEM.match(text):
        return False
    column = source.column(source.dash(mapping.span.start))
    message = "This item is read as text, because it is indented as deep as the block above it. "
    hint = f"Indent it by {column} spaces."
    source.report("misaligned_item", source.row_at(start), message + hint, column=column)
    mapping.damaged = True
    return True


def _is_empty(node: Node) -> bool:
    return isinstance(node, Scalar) and not node.value.strip()


def _report_unknown(
    source: Source, mapping: Mapping, pair: Pair, keys: tuple[str, ...], above: Node | None
) -> None:
    name = pair.key.value
    if (
        isinstance(above, Scalar)
        and above.style == "|"
        and not _is_beside(source, pair)
        and not suggest(name, keys)
    ):
        column = next(
            (
                source.column(start)
                for text, start in zip(*split_block(source, above), strict=True)
                if not is_blank(text)
            ),
            0,
        )
        mapping.damaged = True
        source.report(
            "misindented_block",
            source.row_at(pair.key.span.start),
            "This line reads as a key of its own, because it is "
            "indented less than the text block above it. Indent it like the first line of that block.",
            column=column,
        )
    elif better := suggest(name, keys):
        source.report(
            "unknown_key",
            source.place(pair.key.span),
            f"{quote(name)} is not a key of ap 2.0. Did you mean `{better}`?",
            replacement=better,
        )
    else:
        owner = ("the root", "an entry of `changes`", "an entry of `modifications`")
        place = f" It belongs to {owner[LEVEL_OF[name]]}." if name in LEVEL_OF else ""
        known = ", ".join(f"`{key}`" for key in keys)
        source.report(
            "unknown_key",
            source.place(pair.key.span),
            f"{quote(name)} is not a key that can stand here, and is ignored.{place} Known keys: {known}.",
        )


def _is_beside(source: Source, pair: Pair) -> bool:
    """Whether a value stands in the row of its key: code such as `else:` has none there."""
    value = pair.value.span
    return value.end > value.start and source.row(value.start) == source.row(pair.key.span.start)


def read_text(source: Source, pair: Pair | None) -> Text | None:
    """The text a key holds, or None with the reason reported."""
    if pair is None or not isinstance(pair.value, Scalar):
        if pair is not None:
            refuse_type(source, pair, "text")
        return None
    key, scalar = pair
    assert isinstance(scalar, Scalar)
    if scalar.type != "text":
        refuse_type(source, pair, "text")
        return None
    if "\0" in scalar.value and key.value in TEXT_KEYS:
        message = f"`{key.value}` holds a NUL character, with which a file is no text any more. Leave it out."
        source.report("wrong_type", source.place(scalar.span), message)
        return None
    if scalar.style == ">" or (not scalar.style and _is_multi_row(source, scalar)):
        how = "folded (`>`)" if scalar.style else "plain"
        source.report(
            "folded_scalar",
            source.place(scalar.span),
            f"The {how} text of `{key.value}` loses its line breaks. {_LITERAL.format(key=key.value)}.",
        )
    elif not scalar.style and key.value in TEXT_KEYS:
        _refuse_comment(source, key, scalar)
    if scalar.style == "|":
        return Text(key, scalar, scalar.span, *split_block(source, scalar))
    return Text(key, scalar, source.place(scalar.span), split_lines(scalar.value), [])


def _refuse_comment(source: Source, key: Scalar, scalar: Scalar) -> None:
    """Report a text that YAML cuts off where a comment starts: whose comment it is cannot be told."""
    end = source.rows.trimmed(source.row(scalar.span.end)).end
    rest = source.text[scalar.span.end : end].strip()
    if rest.startswith("#"):
        source.report(
            "folded_scalar",
            source.place(scalar.span),
            f"For YAML the text of `{key.value}` ends before {quote(rest)}, which may be a comment of the code. "
            f"{_LITERAL.format(key=key.value)}, or remove the comment.",
            Severity.ERROR,
            column=source.column(key.span.start),
        )


def _is_multi_row(source: Source, scalar: Scalar) -> bool:
    return (
        "\n" in source.text[scalar.span.start : scalar.span.end]
        or "\r" in source.text[scalar.span.start : scalar.span.end]
    )


def split_block(source: Source, scalar: Scalar) -> tuple[list[str], list[int]]:
    """The lines of a literal block, and where they start: line n is row n below the `|`."""
    values = split_lines(scalar.value)
    rows, first = source.rows, source.row(scalar.span.start) + 1
    lines = rows.lines[first : first + len(values)]
    margins = [max(0, margin) for margin in map(sub, map(len, lines), map(len, values))]
    texts = [line[margin:] for line, margin in zip(lines, margins, strict=True)]
    return texts, list(map(add, rows.starts[first : first + len(values)], margins))


def read_count(source: Source, pair: Pair | None) -> int:
    """The number of blank lines a key asks for; 0 if it is not there or not a number."""
    if pair is None:
        return 0
    value = pair.value
    if isinstance(value, Scalar) and value.type == "number" and _COUNT.fullmatch(value.value):
        return (
            int(value.value[-_MOST_DIGITS:])
            if len(value.value) <= _MOST_DIGITS
            else 10**_MOST_DIGITS
        )
    refuse_type(source, pair, "a number of lines, 0 or more")
    return 0


def refuse_type(source: Source, pair: Pair, wanted: str) -> None:
    """Report a value of the wrong kind, unless it is reported already."""
    key, value = pair
    if isinstance(value, Unreadable):
        return
    hint = _hint(key.value, value, wanted)
    span = key.span if value.span.end == value.span.start else value.span
    source.report(
        "wrong_type",
        source.place(span),
        f"`{key.value}` must be {wanted}, but this is {describe(value)}. {hint}".rstrip(),
    )


def _hint(key: str, value: Node, wanted: str) -> str:
    if wanted != "text":
        return ""
    if key not in TEXT_KEYS:
        return "Put it in quotes."
    if isinstance(value, Scalar) and value.type != "null":
        return f"Put it in quotes, or write `{key}: |` and the text in the lines below it."
    empty = f', or `{key}: ""` for an empty text' if key == "content" else ""
    return f"{_LITERAL.format(key=key)}{empty}."


def describe(node: Node) -> str:
    """What a node is, in words."""
    if not isinstance(node, Scalar):
        return "a list" if isinstance(node, Sequence) else "a mapping"
    if node.type in ("null", "text"):
        return "text" if node.type == "text" else "nothing"
    return f"the {node.type} {quote(node.value)}"

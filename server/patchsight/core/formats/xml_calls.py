"""Calls of tools in a text as XML: `<invoke name="Edit"><parameter name="file_path">…`, and edits as
`<edits><old_text line=12>…</old_text><new_text>…</new_text></edits>`.

They are given as the JSON that says the same, so that whoever reads calls need not know the one
from the other. Their texts stand as they are: nothing in them is an escape.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from patchsight.core.text.buffer import Span
from patchsight.core.text.json_values import JsonArray, JsonObject, JsonText
from patchsight.core.text.pieces import search_rows

_OPENING = re.compile(
    r"^[ \t]*<(?P<space>(?:\w+:)?)(?P<tag>invoke|edits)\b(?P<attributes>[^<>\n]*)>", re.M
)
_PARAMETER = re.compile(r"\s*<(?P<space>(?:\w+:)?)parameter\b(?P<attributes>[^<>\n]*)>")
_TEXT = re.compile(r"\s*<(?P<tag>old_text|new_text|path|file_path)\b(?P<attributes>[^<>\n]*)>")
_ATTRIBUTE = re.compile(r"(\w+)[ \t]*=[ \t]*(?:\"([^\"\n]*)\"|'([^'\n]*)'|([^\s\"'>]+))")
_RESULT = re.compile(r"^[ \t]*<(?:\w+:)?(?:function_results|tool_result|result)\b", re.M)


class XmlCall(NamedTuple):
    """A call as JSON has it; `value` is None where it has no end."""

    start: int
    end: int
    value: JsonObject | None
    answered: bool = False  #: its result stands below it


class _Searches:
    """Searches in one text, which is gone through once for each pattern: calls without an end do
    not each look at all that follows.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._known: dict[re.Pattern[str], list[tuple[int, int]]] = {}

    def find(self, pattern: re.Pattern[str], at: int, *, in_a_row: bool = False) -> Span | None:
        """The first match from an offset on, which may be known to stand `in_a_row`."""
        if pattern not in self._known:
            found = _in_rows(pattern, self._text) if in_a_row else pattern.finditer(self._text)
            self._known[pattern] = [match.span() for match in found]
        known = self._known[pattern]
        first = bisect_left(known, (at, at))
        return Span(*known[first]) if first < len(known) else None


def _in_rows(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    at = 0
    while match := search_rows(pattern, text, at):
        yield match
        at = match.end()


def find_xml_calls(text: str) -> Iterator[XmlCall]:
    at, searches = 0, _Searches(text)
    while opening := search_rows(_OPENING, text, at):
        read = _read_invoke if opening["tag"] == "invoke" else _read_edits
        start = opening.start() + opening[0].index("<")
        value = read(text, start, opening, searches)
        at = value.end if value else opening.end()
        known = searches.find(_RESULT, value.end, in_a_row=True) if value else None
        yield XmlCall(start, at, value, answered=known is not None)


def _plain(text: str, start: int, end: int) -> JsonText:
    value = text[start:end]
    return JsonText(start, end, value, ((value, start, end),), plain=True)


def _attribute(text: str, tag: re.Match[str], *names: str) -> tuple[JsonText, JsonText] | None:
    """The first of some attributes in a tag: its name, and its value."""
    for found in _ATTRIBUTE.finditer(text, *tag.span("attributes")):
        if found[1] in names:
            group = next(group for group in (2, 3, 4) if found[group] is not None)
            return _plain(text, *found.span(1)), _plain(text, *found.span(group))
    return None


def _word(word: str, beside: int) -> JsonText:
    """A key that stands nowhere."""
    return JsonText(beside, beside, word, ((word, beside, beside),), plain=True)


def _read_invoke(
    text: str, start: int, opening: re.Match[str], searches: _Searches
) -> JsonObject | None:
    space, at = re.escape(opening["space"]), opening.end()
    members = list[tuple[JsonText, int, int]]()
    # A text may hold what looks like its own end; the one that counts goes on like a call.
    ending = re.compile(rf"</{space}parameter>(?=\s*(?:<{space}parameter\b|</{space}invoke>))")
    while parameter := _PARAMETER.match(text, at):
        end = searches.find(ending, parameter.end())
        key = _attribute(text, parameter, "name")
        if end is None or key is None:
            return None
        members.append((key[1], parameter.end(), end.start))
        at = end.end
    closing = re.compile(rf"\s*</{space}invoke>").match(text, at)
    if closing is None:
        return None
    named = _attribute(text, opening, "name")
    name = named[1] if named else _plain(text, start, start)
    values = ((key, _plain(text, first, last)) for key, first, last in members)
    inner = JsonObject(opening.end(), at, tuple(values))
    return JsonObject(
        start, closing.end(), ((_word("name", start), name), (_word("input", start), inner))
    )


def _read_edits(
    text: str, start: int, opening: re.Match[str], searches: _Searches
) -> JsonObject | None:
    """Pairs of old and new texts, with the path they are for if one is named."""
    at, elements = opening.end(), list[tuple[re.Match[str], Span]]()
    while element := _TEXT.match(text, at):
        end = searches.find(re.compile(rf"</{element['tag']}>"), element.end())
        if end is None:
            return None
        elements.append((element, end))
        at = end.end
    closing = re.compile(r"\s*</edits>").match(text, at)
    if closing is None:
        return None
    path = _attribute(text, opening, "path", "file", "file_path")
    outer: list[tuple[JsonText, JsonText | JsonArray]] = [path] if path else []
    items, members = list[JsonObject](), list[tuple[JsonText, JsonText]]()
    first = behind = opening.end()
    for element, end in elements:
        tag = element["tag"]
        key, value = _plain(text, *element.span("tag")), _plain(text, element.end(), end.start)
        if tag in ("path", "file_path"):
            outer.append((key, value))
        else:
            if any(known.value == tag for known, _ in members):
                items.append(JsonObject(first, behind, tuple(members)))
                members = []
            first = first if members else element.start("tag") - 1
            members.append((key, value))
            if line := _attribute(text, element, "line"):
                members.append(line)
        behind = end.end
    if members:
        items.append(JsonObject(first, at, tuple(members)))
    listed = JsonArray(opening.end(), at, tuple(items))
    return JsonObject(start, closing.end(), (*outer, (_word("edits", start), listed)))

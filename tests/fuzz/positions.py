"""Every position in an answer: found wherever it stands, and held against the text of the document it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from lsprotocol import types

from lsp.editor import place_of

TextOf = Callable[[str], "str | None"]


class Found(NamedTuple):
    """A position and the document that it is said to be in."""

    uri: str
    line: int
    character: int


def check_tokens(data: list[int], text: str, encoding: str) -> None:
    """See that coloured words, each told by its distance from the one before, stand in their rows and do not overlap."""
    row = column = end = 0
    for at in range(0, len(data), 5):
        down, right, size = data[at : at + 3]
        row, column = row + down, right if down else column + right
        assert size > 0 and (down > 0 or at == 0 or column >= end), (row, column)
        end = column + size
        for edge in (column, end):
            place_of(text, types.Position(row, edge), encoding)


def check_positions(answer: Any, uri: str, text_of: TextOf, encoding: str) -> None:
    """See that every position exists; `text_of` knows what the editor shows. A document that does not exist yet has none."""
    for found in walk(answer, uri):
        text = text_of(found.uri)
        if text:
            place_of(text, types.Position(found.line, found.character), encoding)


def walk(answer: Any, uri: str) -> Iterator[Found]:
    """The positions in an answer as plain data. What names a document is about it, everything else about the one asked for."""
    if isinstance(answer, list):
        for item in answer:
            yield from walk(item, uri)
    elif isinstance(answer, dict):
        if set(answer) == {"line", "character"}:
            yield Found(uri, answer["line"], answer["character"])
            return
        if "startLine" in answer:  # a fold
            yield from (Found(uri, answer[key], 0) for key in ("startLine", "endLine"))
        about = answer.get("textDocument", answer).get("uri", uri)
        for key, value in answer.items():
            if key == "changes" and isinstance(value, dict):
                for other, edits in value.items():
                    yield from walk(edits, other)
            else:
                yield from walk(
                    value, answer.get("targetUri", about) if key.startswith("target") else about
                )

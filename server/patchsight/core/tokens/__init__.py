"""The words of a patch by what they are: markers, paths, hints, numbers, the signs in front of
lines, ap's keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Protocol, cast

from patchsight.core.model.patch import Format, Kind, Patch
from patchsight.core.text.buffer import Span
from patchsight.core.tokens.page import Page, Token, Word

__all__ = ["Token", "Word", "find_tokens"]

_MODULES = {
    Format.AP: "ap",
    Format.UNIFIED: "unified",
    Format.V4A: "v4a",
    Format.ZENPATCH: "v4a",
    Format.APPLYDIFF: "applydiff",
}
_SIGNED = (Format.UNIFIED, Format.V4A, Format.ZENPATCH)


class _Module(Protocol):
    """What every module of this package offers: the words that only its format has."""

    def read(self, page: Page) -> Iterator[Token]: ...


def find_tokens(patch: Patch) -> list[Token]:
    """The words of a patch in order; none overlaps another or leaves its row."""
    name = _MODULES.get(patch.format) if patch.format else None
    if name is None:
        return []
    module = cast(_Module, import_module(f"{__name__}.{name}"))
    signs = _signs(patch) if patch.format in _SIGNED else ()
    found = [*_paths(patch), *signs, *module.read(Page(patch))]
    return _apart(sorted(token for token in found if token.span.start < token.span.end))


def _apart(tokens: list[Token]) -> list[Token]:
    kept: list[Token] = []
    for token in tokens:
        if not kept or kept[-1].span.end <= token.span.start:
            kept.append(token)
    return kept


def _paths(patch: Patch) -> Iterator[Token]:
    for change in patch.files:
        for ref in filter(None, (change.path, change.new_path)):
            if ref.raw and patch.buffer.row(ref.span.start) == patch.buffer.row(ref.span.end):
                yield Token(ref.span, Word.PATH)


def _signs(patch: Patch) -> Iterator[Token]:
    text = patch.buffer.text
    for part in patch.parts:
        for line in part.lines:
            at = line.span.start - 1
            if line.kind is not Kind.CONTEXT and at >= 0 and text[at] == line.kind.value:
                yield Token(Span(at, at + 1), Word.SIGN, line.kind)

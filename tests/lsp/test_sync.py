"""Texts stay in step with the editor, edit by edit, whatever characters are in them."""

from __future__ import annotations

import random
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from lsp.client import EVERY
from lsp.editor import place_of, position_of
from lsp.harness import Session
from patchsight.core.text.buffer import Buffer, Span
from patchsight.lsp.documents import Document, Documents
from patchsight.lsp.positions import Codec

ENCODINGS = ["utf-8", "utf-16", "utf-32"]
#: Line ends, what only looks like line ends, wide and combining characters, and a lone surrogate that editors can send.
ODD = [
    "\n",
    "\r\n",
    "\r",
    "\f",
    "\v",
    "\x1c",
    "\x85",
    "\u2028",
    "\u2029",
    "\ufeff",
    "a",
    "é",
    "e\u0301",
    "🦊",
    "𝒳",
    "\t",
    "\ud800",
]
texts = st.lists(st.sampled_from(ODD), max_size=12).map("".join)
edits = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 6), texts), max_size=12)


def between_characters(text: str, offset: int) -> int:
    """The nearest offset before that a position can name: not inside a CRLF."""
    offset = min(offset, len(text))
    return offset - 1 if text[offset - 1 : offset + 1] == "\r\n" else offset


@given(texts, edits, st.sampled_from(ENCODINGS), st.sampled_from([0, 2, 10_000]))
def test_incremental_edits(
    text: str, steps: list[tuple[int, int, str]], encoding: str, far: int
) -> None:
    """From some column on a row is taken for a long one, which makes no difference."""
    with patch("patchsight.lsp.documents._FAR", far):
        _edit_by_steps(text, steps, encoding)


def _edit_by_steps(text: str, steps: list[tuple[int, int, str]], encoding: str) -> None:
    documents = Documents(None)
    documents.codec = Codec(encoding)
    documents.put_text_document(types.TextDocumentItem("untitled:x", "", 0, text))
    for version, (start, length, new) in enumerate(steps, 1):
        start, end = (between_characters(text, at) for at in (start, start + length))
        where = types.Range(*(position_of(text, at, encoding) for at in (start, end)))
        which = types.VersionedTextDocumentIdentifier(version, "untitled:x")
        documents.update_text_document(which, types.TextDocumentContentChangePartial(where, new))
        text = text[:start] + new + text[end:]
        document = documents.open("untitled:x")
        assert document is not None
        assert (document.source, document.version) == (text, version)


@given(texts, st.sampled_from(ENCODINGS), st.booleans())
def test_every_offset_has_a_position_and_comes_back(text: str, encoding: str, marked: bool) -> None:
    shown = "\ufeff" * marked + text
    buffer, codec = Buffer(text), Codec(encoding, marked)
    for offset in {between_characters(text, at) for at in range(len(text) + 1)}:
        position = codec.position(buffer, offset)
        row, column = place_of(shown, position, encoding)
        assert (row, column - (marked and row == 0)) == buffer.position(offset)
        assert codec.offset(buffer, position) == offset


@given(texts, st.sampled_from(ENCODINGS), st.integers(0, 99), st.integers(0, 99), st.booleans())
def test_any_position_is_somewhere_in_the_text(
    text: str, encoding: str, row: int, column: int, marked: bool
) -> None:
    offset = Codec(encoding, marked).offset(Buffer(text), types.Position(row, column))
    assert 0 <= offset <= len(text)


def test_a_range_that_ends_before_it_starts() -> None:
    document = Document("untitled:x", source="one\ntwo\n", version=1)
    backwards = types.Range(types.Position(1, 1), types.Position(0, 1))
    document.apply_change(types.TextDocumentContentChangePartial(backwards, "X"))
    assert document.source == "one\ntXwo\n"


def test_a_row_that_holds_no_line_end() -> None:
    span = Codec("utf-16").range(Buffer("a\u2028b\fc\n"), Span(2, 5))
    assert (span.start, span.end) == (types.Position(0, 2), types.Position(0, 5))


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("client", EVERY, ids=str, indirect=True)
async def test_a_running_server_stays_in_step(session: Session) -> None:
    chance = random.Random(4711)
    odd = [one for one in ODD if one not in ("\ufeff", "\ud800")]
    target = session.open("app.py", "start\n")
    uri = session.open(
        "p.patch", "*** Begin Patch\n*** Update File: app.py\n@@\n+end\n*** End Patch\n"
    )
    for _ in range(150):
        text = session.editor.pages[target].text
        start = between_characters(text, chance.randrange(len(text) + 1))
        end = between_characters(text, start + chance.randrange(4))
        session.editor.type(
            target, start, max(start, end), "".join(chance.choices(odd, k=chance.randrange(4)))
        )
    assert {"\f", "\x85", "\u2028", "\r", "🦊"} <= set(session.editor.pages[target].text)
    [file] = (await session.status(uri, texts=True)).files
    assert file.before == session.editor.pages[target].text

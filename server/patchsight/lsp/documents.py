"""Open documents, kept in step with the editor. Three traps of pygls are closed here; protocol.py
lists its private names that this needs.

Its documents split lines with `str.splitlines`, so a form feed or U+2028 shifts every later edit; a
change for a document that is not open raises; and positions are converted by mutating what the
client sent.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Hashable
from pathlib import Path
from urllib.parse import unquote

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import TextDocument
from pygls.workspace import Workspace as PyglsWorkspace

from patchsight.core.text.buffer import BOM, Buffer, find_row
from patchsight.core.text.lazy import cached_property
from patchsight.lsp.positions import Address, Codec

logger = logging.getLogger(__name__)

_FAR = 10_000  #: columns of a position that is in a long row, or means the end of one


class Document(TextDocument):
    """An open document whose lines end where the editor ends them."""

    codec = Codec()
    _edited = 0, 0  #: the first row of the last change, and where it starts

    def apply_change(self, change: types.TextDocumentContentChangeEvent) -> None:
        """Replace a range, or the whole text."""
        if isinstance(change, types.TextDocumentContentChangePartial):
            text = self.source
            start, end = self._offsets(change.range)
            self._source = "".join((text[:start], change.text, text[max(start, end) :]))
        else:
            self._source, self._edited = change.text, (0, 0)

    def _offsets(self, where: types.Range) -> tuple[int, int]:
        """Where a range starts and ends. Only its own rows are looked at: a table of all lines
        takes longer than anything else that is done at a key press. And most of them are near the
        one before.
        """
        first, last = sorted((where.start.line, where.end.line))  # an end may come first
        row, at = self._edited if first >= self._edited[0] else (0, 0)
        above = find_row(self.source, first - row, at)
        # behind a carriage return, or at the end, what is put in may change which row this is
        firm = above < len(self.source) and self.source[above - 1 : above] == "\n"
        self._edited = (first, above) if firm else (0, 0)
        rows = Buffer(self.source[above : self._end_of(where, last - first, above)])
        start, end = (
            types.Position(at.line - first, at.character) for at in (where.start, where.end)
        )
        return above + self.codec.offset(rows, start), above + self.codec.offset(rows, end)

    def _end_of(self, where: types.Range, rows: int, above: int) -> int:
        """Where all stands that tells where a range ends, which is so many rows below an offset: no
        character takes less than a column, so a long row is not gone through.
        """
        columns = max(where.start.character, where.end.character)
        if columns > _FAR:
            return find_row(self.source, rows + 1, above)
        return find_row(self.source, rows, above) + columns + 1

    @property
    def text(self) -> str:
        """What the document says, without a byte order mark."""
        return self.source.removeprefix(BOM)

    @property
    def counting(self) -> Codec:
        """How positions in `text` count."""
        return self.codec._replace(marked=self.source.startswith(BOM))

    @cached_property
    def real(self) -> str | None:
        """The real path of the file behind the document, looked up once."""
        return os.path.realpath(self.fs_path) if self.fs_path else None

    @cached_property
    def fs_path(self) -> Path | None:
        """The file behind the document; None for an untitled one."""
        return path_of(self.uri)


def path_of(uri: str) -> Path | None:
    """The file an address names; None if it names none that there could be."""
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path) if path and "\0" not in path else None


class Documents(PyglsWorkspace):
    """The open documents and the workspace folders."""

    codec = Codec()

    def _create_text_document(
        self,
        doc_uri: str,
        source: str | None = None,
        version: int | None = None,
        language_id: str | None = None,
    ) -> Document:
        # A text of None would be read from disk, decoded and with its line ends lost.
        document = Document(doc_uri, source=source or "", version=version, language_id=language_id)
        document.codec = self.codec
        return document

    def update_text_document(
        self,
        text_doc: types.VersionedTextDocumentIdentifier,
        change: types.TextDocumentContentChangeEvent,
    ) -> None:
        if self.open(text_doc.uri) is None:
            # VS Code sends this on undo, Neovim on rename.
            logger.info("ignoring a change for %s, which is not open", text_doc.uri)
            return
        super().update_text_document(text_doc, change)

    def holds(self, which: types.VersionedTextDocumentIdentifier) -> bool:
        """Whether a document has a change already: versions grow with every change."""
        document = self.open(which.uri)
        return (
            document is not None
            and document.version is not None
            and which.version <= document.version
        )

    def open(self, uri: str) -> Document | None:
        """The document with this address if it is open."""
        document = self.text_documents.get(unquote(uri))
        return document if isinstance(document, Document) else None

    @property
    def opened(self) -> list[Document]:
        # in one step: other threads may ask while one is opened
        every = list(self.text_documents.values())
        return [document for document in every if isinstance(document, Document)]

    def texts_at(self, paths: frozenset[str]) -> Hashable:
        """Something that differs whenever what the editor shows of some files does. `paths` are
        real, in the case that the system compares them in.
        """
        opened = [document for document in self.opened if document.real]
        return tuple(
            (document.real, hash(document.text))
            for document in opened
            if os.path.normcase(document.real or "") in paths
        )

    def address(self, path: Path) -> Address:
        """What the client knows a file by."""
        real = os.path.realpath(path)
        for document in self.opened:
            if document.real == real:
                return Address(document.uri, document.version, document.counting)
        return Address(from_fs_path(str(path)) or path.as_uri(), None, self.codec)

    @property
    def roots(self) -> list[Path]:
        """The workspace folders on disk, in the client's order."""
        paths = [path_of(folder.uri) for folder in self.folders.values()]
        return [path for path in paths if path]

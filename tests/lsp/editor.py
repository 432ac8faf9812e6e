"""An editor as far as a server can tell: files on disk, buffers over them, and edits carried out to the letter.

It is stricter than any real editor: whatever one of them would refuse, carry out wrongly or lose is an error here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from lsprotocol import types

_END = re.compile(r"\r\n|\n|\r")
_BOM = "\ufeff"
_WIDTHS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class RefusedError(Exception):
    """An edit that this editor does not carry out."""


@dataclass(frozen=True)
class Habits:
    """What sets one editor apart from another once it is given an edit."""

    encoding: str = "utf-16"
    operations: frozenset[str] = frozenset()
    annotations: bool = False
    attaches: bool = True  #: tells the server about every buffer, not only about patches
    saves: bool = False  #: saves what an edit changed
    #: tells every change twice, as VS Code does where two selectors cover a document
    repeats: bool = False


@dataclass
class Page:
    """An open buffer."""

    uri: str
    text: str
    version: int = 1
    language: str = ""
    bom: bool = False
    synced: bool = True


class Editor:
    """Buffers over files. `tell` sends a notification to the server."""

    def __init__(self, habits: Habits, tell: Callable[[str, Any], None]) -> None:
        self.habits, self.tell = habits, tell
        self.pages: dict[str, Page] = {}
        self.edits: list[types.WorkspaceEdit] = []
        self.watching = False  #: whether the server asked to be told about files on disk

    # ---- buffers
    def open(
        self, uri: str, text: str | None = None, language: str = "", *, synced: bool = True
    ) -> Page:
        """Show a file, or a text that is in no file."""
        bom = False
        if text is None:
            text = as_path(uri).read_bytes().decode("utf-8")
            bom, text = text.startswith(_BOM), text.removeprefix(_BOM)
        page = self.pages[uri] = Page(uri, text, language=language, bom=bom, synced=synced)
        if synced:
            item = types.TextDocumentItem(uri, language, page.version, text)
            self.tell(types.TEXT_DOCUMENT_DID_OPEN, types.DidOpenTextDocumentParams(item))
        return page

    def replace(self, uri: str, text: str) -> None:
        """Type over everything."""
        self._change(self.pages[uri], [types.TextDocumentContentChangeWholeDocument(text)], text)

    def type(self, uri: str, start: int, end: int, text: str) -> None:
        """Type over a range, given in code points."""
        page = self.pages[uri]
        where = types.Range(
            *(position_of(page.text, at, self.habits.encoding) for at in (start, end))
        )
        new = page.text[:start] + text + page.text[end:]
        self._change(page, [types.TextDocumentContentChangePartial(where, text)], new)

    def _change(
        self, page: Page, changes: Sequence[types.TextDocumentContentChangeEvent], text: str
    ) -> None:
        page.version, page.text = page.version + 1, text
        if page.synced:
            which = types.VersionedTextDocumentIdentifier(page.version, page.uri)
            for _ in range(2 if self.habits.repeats else 1):
                self.tell(
                    types.TEXT_DOCUMENT_DID_CHANGE,
                    types.DidChangeTextDocumentParams(which, changes),
                )

    def save(self, uri: str) -> None:
        page = self.pages[uri]
        self.write(as_path(uri), (_BOM * page.bom + page.text).encode("utf-8", "surrogatepass"))

    def write(self, path: Path, data: bytes | None) -> None:
        """Change a file on disk; None takes it away."""
        kind = types.FileChangeType.Changed if path.exists() else types.FileChangeType.Created
        if data is None:
            path.unlink()
            kind = types.FileChangeType.Deleted
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        if self.watching:
            events = [types.FileEvent(as_uri(path), kind)]
            self.tell(
                types.WORKSPACE_DID_CHANGE_WATCHED_FILES, types.DidChangeWatchedFilesParams(events)
            )

    def close(self, uri: str) -> None:
        if self.pages.pop(uri).synced:
            which = types.TextDocumentIdentifier(uri)
            self.tell(types.TEXT_DOCUMENT_DID_CLOSE, types.DidCloseTextDocumentParams(which))

    def shown(self, uri: str) -> bytes | None:
        """What a user sees of a file: its buffer, or what is on disk."""
        if uri in self.pages:
            page = self.pages[uri]
            # a buffer may hold half a character
            return (_BOM * page.bom + page.text).encode("utf-8", "surrogatepass")
        path = as_path(uri)
        return path.read_bytes() if path.is_file() else None

    # ---- edits
    def apply(self, edit: types.WorkspaceEdit) -> None:
        """Carry out an edit, or raise before the first operation that any editor would have trouble with."""
        self.edits.append(edit)
        touched = list(self._carry_out(edit))
        if self.habits.saves:
            for uri in touched:
                if uri in self.pages:
                    self.save(uri)

    def _carry_out(self, edit: types.WorkspaceEdit) -> Iterator[str]:
        if (edit.changes is None) == (edit.document_changes is None):
            raise RefusedError("an edit has either changes or document changes")
        for uri, edits in (edit.changes or {}).items():
            yield self._edit(uri, list(edits))
        known = set(edit.change_annotations or {})
        for operation in edit.document_changes or []:
            self._check_label(getattr(operation, "annotation_id", None), known)
            if isinstance(operation, types.TextDocumentEdit):
                yield self._edit_version(operation, known)
            else:
                self._operate(operation)

    def _check_label(self, label: str | None, known: set[str]) -> None:
        if label is not None and not (self.habits.annotations and label in known):
            raise RefusedError(f"the label {label!r} is not one this editor can show")

    def _edit_version(self, operation: types.TextDocumentEdit, known: set[str]) -> str:
        uri, version = operation.text_document.uri, operation.text_document.version
        page = self.pages.get(uri)
        if page and page.synced and version != page.version:
            raise RefusedError(f"{uri} is at version {page.version}, not {version}")
        if not (page and page.synced) and version is not None:
            raise RefusedError(f"the server cannot know version {version} of {uri}")
        for edit in operation.edits:
            if not isinstance(edit, (types.TextEdit, types.AnnotatedTextEdit)):
                raise RefusedError("this editor takes no snippets")
            self._check_label(getattr(edit, "annotation_id", None), known)
        return self._edit(
            uri, [edit for edit in operation.edits if not isinstance(edit, types.SnippetTextEdit)]
        )

    def _edit(self, uri: str, edits: Sequence[types.TextEdit | types.AnnotatedTextEdit]) -> str:
        if uri not in self.pages:
            if not as_path(uri).is_file():
                raise RefusedError(f"there is no {uri} to edit")
            self.open(uri, synced=self.habits.attaches)
        page = self.pages[uri]
        encoding = self.habits.encoding
        spans = [
            (_offset(page.text, e.range.start, encoding), _offset(page.text, e.range.end, encoding))
            for e in edits
        ]
        for (start, end), (following, _) in zip(
            spans, [*spans[1:], (len(page.text), 0)], strict=True
        ):
            if not start <= end <= following:
                raise RefusedError(f"the edits of {uri} are out of order or overlap: {spans}")
        text = page.text
        for (start, end), edit in reversed(list(zip(spans, edits, strict=True))):
            text = text[:start] + edit.new_text + text[end:]
        changes = [
            types.TextDocumentContentChangePartial(e.range, e.new_text) for e in reversed(edits)
        ]
        self._change(page, changes, text)
        return uri

    def _operate(self, operation: types.CreateFile | types.RenameFile | types.DeleteFile) -> None:
        if operation.kind not in self.habits.operations:
            raise RefusedError(f"this editor cannot {operation.kind} files")
        if isinstance(operation, types.CreateFile):
            self._create(operation.uri)
        elif isinstance(operation, types.RenameFile):
            self._rename(operation.old_uri, operation.new_uri)
        else:
            self._delete(operation.uri)

    def _create(self, uri: str) -> None:
        path = as_path(uri)
        if path.exists() or uri in self.pages:
            raise RefusedError(f"{uri} exists; creating it would empty it")
        self.write(path, b"")

    def _rename(self, old: str, new: str) -> None:
        path = as_path(new)
        if path.exists() or new in self.pages or not as_path(old).is_file():
            raise RefusedError(f"{old} cannot be moved to {new}")
        self.write(path, as_path(old).read_bytes())
        self.write(as_path(old), None)
        page = self.pages.get(old)
        if page:
            self.close(old)
            self.open(new, page.text, page.language, synced=page.synced).bom = page.bom

    def _delete(self, uri: str) -> None:
        page = self.pages.get(uri)
        if not as_path(uri).is_file() or (page and self.shown(uri) != as_path(uri).read_bytes()):
            raise RefusedError(
                f"deleting {uri} would lose what was typed, or there is nothing to delete"
            )
        self.write(as_path(uri), None)
        if page:
            self.close(uri)


def as_uri(path: Path) -> str:
    return "file://" + quote(str(path))


def as_path(uri: str) -> Path:
    if not uri.startswith("file://"):
        raise RefusedError(f"{uri} is no file")
    return Path(unquote(uri.removeprefix("file://")))


def position_of(text: str, offset: int, encoding: str) -> types.Position:
    """A code-point offset as the protocol counts it."""
    codec, width = _WIDTHS[encoding]
    starts = _starts(text)
    row = max(number for number, start in enumerate(starts) if start <= offset)
    return types.Position(
        row, len(text[starts[row] : offset].encode(codec, "surrogatepass")) // width
    )


def place_of(text: str, position: types.Position, encoding: str) -> tuple[int, int]:
    """A position as row and code-point column; an error if it points nowhere."""
    codec, width = _WIDTHS[encoding]
    rows = _END.split(text)
    if position.line >= len(rows):
        raise RefusedError(f"there is no row {position.line}, only {len(rows)}")
    line = rows[position.line].encode(codec, "surrogatepass")
    if position.character * width > len(line):
        raise RefusedError(f"row {position.line} has no character {position.character}")
    try:
        return position.line, len(line[: position.character * width].decode(codec, "surrogatepass"))
    except UnicodeDecodeError:
        raise RefusedError(f"{position} lies inside a character") from None


def _offset(text: str, position: types.Position, encoding: str) -> int:
    starts = _starts(text)
    if text == "" and position == types.Position(1, 0):
        return 0  # the end of the one line that a new file has in Neovim
    row, column = place_of(text, position, encoding)
    return starts[row] + column


def _starts(text: str) -> list[int]:
    return [0, *(match.end() for match in _END.finditer(text))]

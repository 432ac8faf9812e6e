"""The file changes that a tree stands for."""

from __future__ import annotations

from patchsight.core.formats.ap.modification import Modification
from patchsight.core.formats.ap.nodes import Mapping, Node, Pair, Scalar, Sequence, Unreadable
from patchsight.core.formats.ap.regroup import adopt_keys, regroup
from patchsight.core.formats.ap.source import Source
from patchsight.core.formats.ap.values import describe, read_text, refuse_type, sort_pairs
from patchsight.core.formats.ap.words import FILE_KEYS, NEWLINES, ROOT_KEYS, VERSION
from patchsight.core.model.patch import FileChange, Op, Part, PathRef
from patchsight.core.model.problems import Severity
from patchsight.core.text.buffer import Span
from patchsight.core.text.phrases import quote


class Document:
    """Reads a tree."""

    def __init__(self, source: Source, top: Span) -> None:
        self.source = source
        self.top = top  #: the first row that is no comment
        self.is_foreign = False  #: the text is in another version altogether

    def read(self, root: Node | None) -> list[FileChange]:
        """The file changes, with whatever could be read of them."""
        if isinstance(root, Mapping):
            return self._read_root(root)
        if root is None:
            self.source.report(
                "missing_key",
                self.top,
                "The patch is empty: `version` and `changes` are missing.",
                key="version",
            )
        elif not isinstance(root, Unreadable):
            self.source.report(
                "wrong_type",
                self.source.row_at(root.span.start),
                f"An ap patch is a mapping with the keys `version` and `changes`, but this is {describe(root)}.",
            )
        return []

    # ---- the root

    def _read_root(self, root: Mapping) -> list[FileChange]:
        adopt_keys(self.source, root, FILE_KEYS)
        pairs = sort_pairs(self.source, root, ROOT_KEYS)
        self._check_version(pairs.get("version"), root)
        if self.is_foreign:
            return []
        changes = pairs.get("changes")
        if changes is None:
            self._miss("changes", self.top, root)
        elif isinstance(changes.value, Sequence):
            read = [self._read_change(item) for item in regroup(self.source, changes.value.items)]
            return [change for change in read if change]
        else:
            refuse_type(self.source, changes, "a list of file changes")
        return []

    def _check_version(self, pair: Pair | None, root: Mapping) -> None:
        if pair is None:
            self._miss("version", self.top, root)
            return
        value = pair.value
        if not isinstance(value, Scalar) or value.type not in ("text", "number"):
            refuse_type(self.source, pair, f'"{VERSION}"')
            return
        version = value.value.strip()
        self.is_foreign = version.startswith("3")
        if self.is_foreign:
            self.source.problems.clear()  # the text was read by rules that are not its own
        if version != VERSION:
            self.source.report(
                "unsupported_version",
                self.source.place(value.span),
                f"The version is {quote(version)}, but Patchsight "
                f"reads ap {VERSION}. Write the patch as ap {VERSION}.",
                replacement=f'"{VERSION}"',
            )
        elif value.type == "number":
            self.source.report(
                "unquoted_version",
                value.span,
                f'`{VERSION}` without quotes is a number. Write `version: "{VERSION}"`.',
                replacement=f'"{VERSION}"',
            )

    def _miss(self, key: str, span: Span, mapping: Mapping) -> None:
        if not mapping.damaged:
            self.source.report("missing_key", span, f"`{key}` is missing.", key=key)

    # ---- file changes

    def _read_change(self, item: Node) -> FileChange | None:
        if not isinstance(item, Mapping):
            if not isinstance(item, Unreadable):
                self.source.report(
                    "wrong_type",
                    self.source.row_at(item.span.start),
                    "An entry of `changes` must be a mapping with "
                    f"`file_path` and `modifications`, but this is {describe(item)}.",
                )
            return None
        pairs = sort_pairs(self.source, item, FILE_KEYS)
        row = pairs["file_path"].key.span.start if "file_path" in pairs else item.span.start
        header = self.source.row_at(row)
        path = self._read_path(pairs.get("file_path"), item, header)
        span = Span(
            min(self.source.dash(item.span.start), header.start), max(item.span.end, header.end)
        )
        change = FileChange(Op.UPDATE, path, span, header)
        change.parts = self._read_modifications(change, pairs.get("modifications"), item)
        if change.parts and change.parts[0].action == "CREATE_FILE":
            change.op = Op.CREATE
        change.newline = self._read_newline(pairs.get("newline"), change)
        return change if change.parts else None

    def _read_path(self, pair: Pair | None, item: Mapping, header: Span) -> PathRef:
        if pair is None:
            self._miss("file_path", header, item)
            return PathRef("", header, ())
        text = read_text(self.source, pair)
        place = self.source.place(pair.value.span)
        if text is None or text.is_blank():
            if text:
                self.source.report(
                    "missing_path",
                    self.source.place(pair.key.span),
                    "`file_path` is empty. Write the path of the file.",
                )
            return PathRef("", place, ())
        is_quoted = text.scalar.style in ("'", '"') and place == text.scalar.span
        span = Span(place.start + 1, place.end - 1) if is_quoted else text.span(0)
        return PathRef.plain(text.scalar.value.rstrip("\n"), span)

    def _read_newline(self, pair: Pair | None, change: FileChange) -> str | None:
        if pair is None or isinstance(pair.value, Unreadable):
            return None
        word = pair.value.value.strip() if isinstance(pair.value, Scalar) else ""
        if word not in NEWLINES:
            data = {"replacement": word.upper()} if word.upper() in NEWLINES else {}
            span = pair.value.span if pair.value.span.end > pair.value.span.start else pair.key.span
            self.source.report(
                "wrong_type",
                self.source.place(span),
                "`newline` must be `LF`, `CRLF` or `CR`.",
                **data,
            )
            return None
        if change.op is not Op.CREATE:
            self.source.report(
                "newline_ignored",
                pair.key.span,
                "`newline` is for CREATE_FILE; an existing file keeps its line ends.",
            )
        return NEWLINES[word]

    # ---- modifications

    def _read_modifications(
        self, change: FileChange, pair: Pair | None, item: Mapping
    ) -> list[Part]:
        """The modifications of a file; a broken one stands for all of them if they cannot be read."""
        if pair is None:
            self._miss("modifications", change.header, item)
        elif not isinstance(pair.value, Sequence):
            refuse_type(self.source, pair, "a list of modifications")
        elif pair.value.items:
            return [
                self._read_modification(node, number)
                for number, node in enumerate(pair.value.items)
            ]
        else:
            self.source.report(
                "no_hunks",
                pair.key.span,
                "`modifications` is an empty list, so nothing is done to this file.",
                Severity.WARNING,
            )
            return []
        return [Part(change.span, change.header, broken=True)]

    def _read_modification(self, node: Node, number: int) -> Part:
        if isinstance(node, Mapping):
            part = Modification(self.source, node).read()
            if part.action == "CREATE_FILE" and number:
                self.source.report(
                    "misplaced_line",
                    part.header,
                    "CREATE_FILE must be the first modification of its file.",
                )
            return part
        row = self.source.row_at(node.span.start)
        if not isinstance(node, Unreadable):
            self.source.report(
                "wrong_type",
                row,
                "An entry of `modifications` must be a mapping with `action` and other keys, but this is "
                f"{describe(node)}.",
            )
        return Part(
            Span(self.source.dash(node.span.start), max(node.span.end, row.end)), row, broken=True
        )

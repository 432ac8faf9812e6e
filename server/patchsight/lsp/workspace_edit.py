"""From plans to one WorkspaceEdit, in the order and the shapes that real editors carry out right.

Editors do not undo a half-done edit, and what they do with an operation that cannot work differs;
so nothing is sent that can fail. Edits of a renamed file go to its old address, before the rename.
A new file is created, then filled over the range 0:0 to 1:0, as an empty one is, because Neovim
keeps an empty line otherwise. A file that exists is never created.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types

from patchsight.core.model.report import FileOp, FilePlan
from patchsight.core.text.buffer import Buffer, Span
from patchsight.core.text.edits import Edit
from patchsight.core.text.traced import write_out
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.capabilities import Capabilities
from patchsight.lsp.positions import Address, Addresses

TextChange = types.TextEdit | types.AnnotatedTextEdit
Operation = types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile
_ALL_OF_NOTHING = types.Range(types.Position(0, 0), types.Position(1, 0))
_OPERATIONS = {FileOp.CREATE: "create", FileOp.RENAME: "rename", FileOp.DELETE: "delete"}


def can_carry_out(plans: Sequence[FilePlan], caps: Capabilities) -> bool:
    """Whether the client takes edits, and knows every operation that these plans need."""
    needed = {_OPERATIONS[plan.op] for plan in plans if plan.op in _OPERATIONS}
    takes_edits = caps.apply_edit or (caps.action_literals and caps.action_resolve)
    return takes_edits and needed <= caps.operations


def edit_patch(
    snapshot: Snapshot, changes: Sequence[Edit], caps: Capabilities
) -> types.WorkspaceEdit:
    """Changes of the patch's own text as an edit of its document."""
    document, buffer = snapshot.document, snapshot.report.patch.buffer
    edits = [
        types.TextEdit(document.counting.range(buffer.outer, edit.span), edit.text)
        for edit in write_out(buffer, changes) or ()
    ]
    if not caps.document_changes:
        return types.WorkspaceEdit(changes={document.uri: edits})
    identifier = types.OptionalVersionedTextDocumentIdentifier(document.uri, snapshot.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, edits)])


class EditBuilder:
    """Builds the edit for one client and one workspace folder."""

    def __init__(self, root: Path, caps: Capabilities, address: Addresses) -> None:
        self._root, self._caps, self._address = root, caps, address
        self._labels: dict[str, types.ChangeAnnotation] = {}

    def build(self, plans: Sequence[FilePlan]) -> types.WorkspaceEdit:
        """One edit for all plans."""
        operations = [operation for plan in plans for operation in self._operations(plan)]
        if self._caps.document_changes:
            return types.WorkspaceEdit(
                document_changes=operations, change_annotations=self._labels or None
            )
        return types.WorkspaceEdit(
            changes={
                operation.text_document.uri: [
                    edit for edit in operation.edits if isinstance(edit, types.TextEdit)
                ]
                for operation in operations
                if isinstance(operation, types.TextDocumentEdit)
            }
        )

    def _operations(self, plan: FilePlan) -> list[Operation]:
        address = self._address(self._root / plan.path)
        uri = address.uri
        label = self._label(plan.path, plan.parts)
        operations: list[Operation] = []
        if plan.op is FileOp.CREATE:
            operations.append(types.CreateFile(uri, annotation_id=label))
            if plan.after:
                text = self._edit(_ALL_OF_NOTHING, plan.after, label)
                operations.append(self._text(uri, None, [text]))
        elif plan.op is FileOp.DELETE:
            operations.append(types.DeleteFile(uri, annotation_id=label))
        elif plan.edits:
            operations.append(self._text(uri, address.version, self._edits(plan, address)))
        if plan.op is FileOp.RENAME and plan.new_path:
            new = self._address(self._root / plan.new_path)
            operations.append(types.RenameFile(uri, new.uri, annotation_id=label))
        return operations

    def _text(
        self, uri: str, version: int | None, edits: list[TextChange]
    ) -> types.TextDocumentEdit:
        return types.TextDocumentEdit(
            types.OptionalVersionedTextDocumentIdentifier(uri, version), edits
        )

    def _edits(self, plan: FilePlan, address: Address) -> list[TextChange]:
        buffer = Buffer(plan.before or "")
        edits: list[TextChange] = []
        for edit in plan.edits:
            edit = _above_the_end(buffer.text, edit)
            is_empty = not buffer.text and not address.codec.marked
            where = _ALL_OF_NOTHING if is_empty else address.codec.range(buffer, edit.span)
            edits.append(self._edit(where, edit.text, self._label(plan.path, edit.parts)))
        return edits

    def _edit(self, where: types.Range, text: str, label: str | None) -> TextChange:
        if label is None:
            return types.TextEdit(where, text)
        return types.AnnotatedTextEdit(label, where, text)

    def _label(self, path: str, parts: tuple[int, ...]) -> str | None:
        if not self._caps.annotations:
            return None
        numbers = ", ".join(str(part + 1) for part in parts[:4]) + (" …" if len(parts) > 4 else "")
        name = f"Part {numbers}: {path}" if parts else path
        self._labels[name] = types.ChangeAnnotation(name)
        return name


def _above_the_end(text: str, edit: Edit) -> Edit:
    """An addition below the last line, put at its end: Neovim adds an empty line otherwise."""
    end = next((end for end in ("\r\n", "\n", "\r") if text.endswith(end)), "")
    if not end or edit.start != len(text) or not edit.text.endswith(end):
        return edit
    at = len(text) - len(end)
    return edit._replace(span=Span(at, at), text=end + edit.text[: -len(end)])

"""Quick fixes: edits of the patch itself that answer a diagnostic, one by one or all the safe ones
at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from patchsight.core.fixes import Change, Desk, Fix, Surroundings, find_fixes, fix_all
from patchsight.core.model.problems import Problem
from patchsight.core.text.buffer import Span
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.capabilities import Capabilities
from patchsight.lsp.positions import Codec

FIX_KIND = types.CodeActionKind.QuickFix.value
FIX_ALL_KIND = "source.fixAll.patchsight"


def sit_down(snapshot: Snapshot) -> Desk:
    """A desk at which other texts are tried out in the place of a patch, on its files as the
    editor shows them.
    """
    document, workspace = snapshot.document, snapshot.workspace
    around = Surroundings(
        lambda text: workspace.analyse(text, document.fs_path, document.language_id or ""),
        lambda: workspace.files(snapshot.report.patch, document.fs_path).known(),
        str(workspace.root),
    )
    return Desk(snapshot.report, around)


class FixMaker:
    """Makes code actions of fixes for one client and one answer."""

    def __init__(self, snapshot: Snapshot, caps: Capabilities, codec: Codec) -> None:
        self._snapshot, self._caps, self._codec = snapshot, caps, codec
        self._buffer = snapshot.report.patch.buffer
        self._desk = sit_down(snapshot)

    def quick_fixes(
        self, asked: Span, diagnostics: Sequence[types.Diagnostic]
    ) -> list[types.CodeAction]:
        """The fixes of every problem on the rows that were asked about."""
        first, last = self._buffer.row(asked.start), self._buffer.row(asked.end)
        here = [
            problem
            for problem in self._snapshot.report.problems
            if first <= self._row(problem) <= last
        ]
        return [
            self._action(fix, number == 0 and fix.safe, self._diagnostic(problem, diagnostics))
            for problem in here
            for number, fix in enumerate(find_fixes(self._desk, problem))
        ]

    def fix_everything(self) -> list[types.CodeAction]:
        """One action that makes every safe fix of the patch."""
        changes = fix_all(self._desk)
        if not changes:
            return []
        return [
            types.CodeAction(
                "Fix all safe problems of the patch", kind=FIX_ALL_KIND, edit=self.edit(changes)
            )
        ]

    def edit(self, changes: Sequence[Change]) -> types.WorkspaceEdit:
        """Changes of the patch's text as an edit of its document."""
        document = self._snapshot.document
        edits = [
            types.TextEdit(self._codec.range(self._buffer, span), text) for span, text in changes
        ]
        if not self._caps.document_changes:
            return types.WorkspaceEdit(changes={document.uri: edits})
        identifier = types.OptionalVersionedTextDocumentIdentifier(
            document.uri, self._snapshot.version
        )
        return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, edits)])

    def _row(self, problem: Problem) -> int:
        return self._buffer.row(problem.span.start)

    def _action(
        self, fix: Fix, preferred: bool, diagnostic: types.Diagnostic | None
    ) -> types.CodeAction:
        return types.CodeAction(
            fix.title,
            kind=FIX_KIND,
            diagnostics=[diagnostic] if diagnostic else None,
            is_preferred=preferred or None,
            edit=self.edit(fix.changes),
        )

    def _diagnostic(
        self, problem: Problem, diagnostics: Sequence[types.Diagnostic]
    ) -> types.Diagnostic | None:
        """The client's diagnostic for a problem."""
        row = self._row(problem)
        return next(
            (
                found
                for found in diagnostics
                if found.code == problem.code and found.range.start.line == row
            ),
            None,
        )

"""Quick fixes: edits of the patch itself that answer a diagnostic, one by one."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from patchsight.core.fixes import find_fixes
from patchsight.core.model.problems import Problem
from patchsight.lsp.methods.code_action.provider import Action, Provider, Request
from patchsight.lsp.workspace_edit import edit_patch


def _offer(request: Request) -> list[Action]:
    """The fixes of every problem on the rows that were asked about."""
    report = request.snapshot.report
    row = report.patch.buffer.shown_row
    first, last = row(request.span.start), row(request.span.end)
    actions: list[Action] = []
    for problem in report.problems:
        line = row(problem.span.start)
        if not first <= line <= last:
            continue
        diagnostic = _diagnostic(problem, line, request.diagnostics)
        for number, fix in enumerate(find_fixes(request.trial, problem)):
            actions.append(
                types.CodeAction(
                    fix.title,
                    kind=PROVIDER.kind,
                    diagnostics=[diagnostic] if diagnostic else None,
                    is_preferred=(number == 0 and fix.safe) or None,
                    edit=edit_patch(request.snapshot, fix.edits, request.server.caps),
                )
            )
    return actions


def _diagnostic(
    problem: Problem, line: int, diagnostics: Sequence[types.Diagnostic]
) -> types.Diagnostic | None:
    """The client's diagnostic for a problem."""
    return next(
        (
            diagnostic
            for diagnostic in diagnostics
            if diagnostic.code == problem.code and diagnostic.range.start.line == line
        ),
        None,
    )


PROVIDER = Provider(types.CodeActionKind.QuickFix.value, _offer)

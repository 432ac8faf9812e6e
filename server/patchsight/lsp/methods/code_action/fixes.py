"""Quick fixes: edits of the patch itself that answer a diagnostic, one by one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from lsprotocol import types

from patchsight.core.fixes import Edits, Fix, find_fixes, may_have_fixes
from patchsight.core.model.problems import Problem
from patchsight.lsp.methods.code_action.provider import Action, Provider, Request
from patchsight.lsp.workspace_edit import edit_patch

_MOST = 50  #: problems that are answered at once, of a selection that holds more


def _offer(request: Request) -> list[Action]:
    """The fixes of every problem on the rows that were asked about; one that answers several of
    them is offered once.
    """
    report = request.snapshot.report
    row = report.patch.buffer.shown_row
    first, last = row(request.span.start), row(request.span.end)
    asked = (one for one in report.problems if first <= row(one.span.start) <= last)
    actions: dict[tuple[str, Edits], types.CodeAction] = {}
    for problem in islice(filter(may_have_fixes, asked), _MOST):
        diagnostic = _diagnostic(problem, row(problem.span.start), request.diagnostics)
        for number, fix in enumerate(find_fixes(request.trial, problem)):
            same = fix.title, fix.edits
            if same not in actions:
                actions[same] = _action(request, fix)
            action = actions[same]
            if diagnostic:
                action.diagnostics = [*(action.diagnostics or ()), diagnostic]
            if number == 0 and fix.safe:
                action.is_preferred = True
    return list(actions.values())


def _action(request: Request, fix: Fix) -> types.CodeAction:
    edit = edit_patch(request.snapshot, fix.edits, request.server.caps)
    return types.CodeAction(fix.title, kind=PROVIDER.kind, edit=edit)


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

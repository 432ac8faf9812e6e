"""Feedback for the model: on the whole patch, a part or a problem. The clipboard is the editor's.

An editor that can copy says so with `patchsight.copyFeedback` among its `clientCommands`; it is
handed that command and asks for the text. Any other is shown the text to copy it from: as a
document if it can open one, else as a message.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from patchsight.core.describe.feedback import explain, feedback
from patchsight.core.formats.spec import policy_of
from patchsight.core.model.problems import Problem, Severity
from patchsight.core.model.report import Report, State
from patchsight.core.session.block import render_for
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.arguments import named_patch, read_arguments
from patchsight.lsp.methods.code_action.provider import Action, Provider, Request
from patchsight.lsp.selection import WHOLE
from patchsight.lsp.show_document import show_text

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

_COPY_COMMAND = "patchsight.copyFeedback"  #: the editor's
_SHOW_COMMAND = "patchsight.showFeedback"


# ---- the offer


def _offer(request: Request) -> list[Action]:
    """The feedback to be had at a place: on all, the part, the problem, if they differ."""
    report = request.snapshot.report
    worth = [problem for problem in report.problems if problem.severity <= Severity.WARNING]
    if not worth and not _is_done(report):
        return []
    actions = [_action(request, "feedback")]
    part = request.snapshot.report.part_at(request.span.start)
    inside = [problem for problem in worth if part and problem.part == part.part.index]
    if part and 0 < len(inside) < len(worth):
        actions.append(_action(request, "feedback on this part", part=part.part.index))
    return actions + (_on_problems(request, worth) if len(inside or worth) > 1 else [])


def _on_problems(request: Request, problems: Sequence[Problem]) -> list[Action]:
    """Feedback on each of some problems that starts in the row."""
    row_of = request.snapshot.report.patch.buffer.row
    row = row_of(request.span.start)
    here = [problem.code for problem in problems if row_of(problem.span.start) == row]
    return [
        _action(request, f"feedback on {code}", problem={"code": code, "line": row})
        for code in here
    ]


def _is_done(report: Report) -> bool:
    """Whether an ApplyDiff patch is applied, of which its model should hear."""
    done = any(resolution.state is State.APPLIED for resolution in report.parts)
    return policy_of(report.patch).session and report.ok and done and not report.plan


def _action(request: Request, what: str, **about: Any) -> Action:
    caps = request.server.caps
    copies = _COPY_COMMAND in caps.commands
    title = f"{'Copy' if copies else 'Show'} {what} for the model"
    arguments = [{"uri": request.snapshot.document.uri, **about}]
    command = types.Command(title, _COPY_COMMAND if copies else _SHOW_COMMAND, arguments=arguments)
    if not caps.action_literals:
        return command
    return types.CodeAction(title, kind=PROVIDER.kind, command=command)


# ---- the text


async def _text(server: Server, data: Any) -> str | None:
    """What to tell the model about what a client names; from then on the model counts as told."""
    asked, snapshot = read_arguments(data), await named_patch(server, data)
    if asked is None or snapshot is None:
        return None
    report = snapshot.report
    server.sessions.told(snapshot.workspace.root, report)
    problem = _find_problem(report, data.get("problem") if isinstance(data, dict) else None)
    if problem:
        return explain(report, problem)
    if asked.selection != WHOLE:
        chosen = asked.selection.of(report.patch)
        return feedback(report, [part.index for part in chosen.parts] if chosen else [])
    return feedback(report, context=_context(server, snapshot))


def _find_problem(report: Report, named: Any) -> Problem | None:
    if not isinstance(named, dict):
        return None
    row = report.patch.buffer.row
    for problem in report.problems:
        if (problem.code, row(problem.span.start)) == (named.get("code"), named.get("line")):
            return problem
    return None


def _context(server: Server, snapshot: Snapshot) -> str:
    """The session's block, for the one format whose models know it."""
    patch = snapshot.report.patch
    if not policy_of(patch).session:
        return ""
    return render_for(patch, server.sessions.figures(snapshot.workspace.root))


async def _show(server: Server, data: Any) -> bool:
    text = await _text(server, data)
    if text is None:
        server.tell(types.MessageType.Warning, "There is no open patch to say anything about.")
    else:
        await show_text(server, text, "feedback")
    return text is not None


PROVIDER = Provider(
    "refactor.patchsight.feedback",
    _offer,
    commands={"patchsight.feedback": _text, _SHOW_COMMAND: _show},
    as_command=True,
)

"""Feedback for the model: on the whole patch, a part or a problem. The clipboard is the editor's.

An editor that can copy says so with `patchsight.copyFeedback` among its `clientCommands`; it is
handed that command and asks for the text. Any other is shown the text to copy it from: as a
document if it can open one, else as a message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from patchsight.core.describe.feedback import explain, feedback
from patchsight.core.model.patch import Format
from patchsight.core.model.problems import Problem, Severity
from patchsight.core.model.report import Report, State
from patchsight.core.session.block import render_for
from patchsight.core.text.buffer import Span
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.capabilities import Capabilities
from patchsight.lsp.methods.code_action import read_arguments
from patchsight.lsp.selection import Selection, part_at
from patchsight.lsp.show_document import show_text

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

FEEDBACK_COMMAND = "patchsight.feedback"
COPY_COMMAND = "patchsight.copyFeedback"
SHOW_COMMAND = "patchsight.showFeedback"
KIND = "refactor.patchsight.feedback"


def register(server: Server) -> None:
    """The commands: the text itself, and showing it."""

    @server.command(FEEDBACK_COMMAND)
    async def on_feedback(*arguments: Any) -> str | None:
        return await _word(server, arguments[0] if arguments else None)

    @server.command(SHOW_COMMAND)
    async def on_show(*arguments: Any) -> bool:
        text = await _word(server, arguments[0] if arguments else None)
        if text is None:
            server.tell(types.MessageType.Warning, "There is no open patch to say anything about.")
        else:
            await show_text(server, text)
        return text is not None


# ---- the offer


def offers(
    snapshot: Snapshot, asked: Span, caps: Capabilities
) -> list[types.CodeAction | types.Command]:
    """The feedback that can be had at a place: on all, on the part, on the problem, as far as they
    differ.
    """
    report = snapshot.report
    worth = [found for found in report.problems if found.severity <= Severity.WARNING]
    if not worth and not _is_done(report):
        return []
    found = [_offer(snapshot, caps, "feedback")]
    part = part_at(snapshot, asked.start)
    inside = [one for one in worth if part and one.part == part.part.index]
    if part and 0 < len(inside) < len(worth):
        found.append(_offer(snapshot, caps, "feedback on this part", part=part.part.index))
    row = report.patch.buffer.row(asked.start)
    here = [one for one in worth if report.patch.buffer.row(one.span.start) == row]
    if len(inside or worth) > 1:
        found += [
            _offer(
                snapshot, caps, f"feedback on {one.code}", problem={"code": one.code, "line": row}
            )
            for one in here
        ]
    return found


def _is_done(report: Report) -> bool:
    """Whether an ApplyDiff patch is applied, of which its model should hear."""
    done = any(found.state is State.APPLIED for found in report.resolutions)
    return (
        report.patch.format is Format.APPLYDIFF and report.applicable and done and not report.plan
    )


def _offer(
    snapshot: Snapshot, caps: Capabilities, what: str, **about: Any
) -> types.CodeAction | types.Command:
    copies = COPY_COMMAND in caps.commands
    title = f"{'Copy' if copies else 'Show'} {what} for the model"
    arguments = [{"uri": snapshot.document.uri, **about}]
    command = types.Command(title, COPY_COMMAND if copies else SHOW_COMMAND, arguments=arguments)
    return types.CodeAction(title, kind=KIND, command=command) if caps.action_literals else command


# ---- the text


async def _word(server: Server, data: Any) -> str | None:
    """What to tell the model about what a client names; from then on the model counts as told."""
    asked, snapshot = read_arguments(data), await server.named(data)
    if asked is None or snapshot is None:
        return None
    server.sessions.told(snapshot)
    server.analyst.session_changed()
    report = snapshot.report
    problem = _find_problem(report, data.get("problem") if isinstance(data, dict) else None)
    if problem:
        return explain(report, problem)
    if asked[1] != Selection():
        chosen = asked[1].of(report.patch)
        return feedback(report, [part.index for part in chosen.parts] if chosen else [])
    return feedback(report, context=_context(server, snapshot))


def _find_problem(report: Report, named: Any) -> Problem | None:
    if not isinstance(named, dict):
        return None
    row = report.patch.buffer.row
    return next(
        (
            one
            for one in report.problems
            if (one.code, row(one.span.start)) == (named.get("code"), named.get("line"))
        ),
        None,
    )


def _context(server: Server, snapshot: Snapshot) -> str:
    """The session's block, for the one format whose models know it."""
    patch = snapshot.report.patch
    if patch.format is not Format.APPLYDIFF:
        return ""
    return render_for(patch, server.sessions.figures(snapshot.workspace.root))

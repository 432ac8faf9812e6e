"""What a provider of code actions is, and what it is asked with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types

from patchsight.core.fixes import Trial
from patchsight.core.text.buffer import Span
from patchsight.core.text.lazy import cached_property
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.trial import try_out

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

Action = types.CodeAction | types.Command
#: What a command does with its argument, of which a client may send anything.
Command = Callable[["Server", Any], Awaitable[Any]]


class Request:
    """A place in a patch from which actions are asked for."""

    def __init__(self, server: Server, snapshot: Snapshot, params: types.CodeActionParams) -> None:
        buffer, codec = snapshot.report.patch.buffer, snapshot.document.counting
        self.server, self.snapshot = server, snapshot
        self.span = Span(
            codec.offset(buffer, params.range.start), codec.offset(buffer, params.range.end)
        )
        self.diagnostics = params.context.diagnostics

    @property
    def touches_patch(self) -> bool:
        """Whether the place lies in a section or on an error, not in what stands around them."""
        report = self.snapshot.report
        spans = [change.span for change in report.patch.files]
        spans += [problem.span for problem in report.errors]
        return any(span.start <= self.span.end and self.span.start <= span.end for span in spans)

    @cached_property
    def trial(self) -> Trial:
        """Where fixes are tried out, for all that need it."""
        return try_out(self.snapshot)


class Provider(NamedTuple):
    """One kind of code action."""

    kind: str
    offer: Callable[[Request], Sequence[Action]]
    #: makes the edit of a chosen action from its `data`; None if actions come complete
    resolve: Callable[[Server, Any], Awaitable[types.WorkspaceEdit | None]] | None = None
    commands: Mapping[str, Command] = MappingProxyType({})
    #: whether an editor that knows commands only, no code actions, can be offered it
    as_command: bool = False
    #: whether it is offered for a patch in prose, too, that nobody asked about
    quietly: bool = False
    other_kinds: tuple[str, ...] = ()  #: under which its actions go to some editors


def is_wanted(only: Sequence[types.CodeActionKind | str] | None, kind: str) -> bool:
    """Whether the client asks for actions of a kind: that kind, one above it, or any."""
    if not only:
        return True
    wanted = [str(getattr(name, "value", name)) for name in only]
    return any(not other or kind == other or kind.startswith(other + ".") for other in wanted)

"""What a log says, whoever wrote it: edits that were asked for, with what the agent's tool answered,
and files that were shown whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from patchsight.core.model.record import field, record


class Kind(str, Enum):
    """Whose log it is, as it is called."""

    CODEX = "Codex"
    CLAUDE_CODE = "Claude Code"
    OPENCODE = "opencode"
    AIDER = "aider"
    CALLS = "calls"
    PATCH = "a patch"  #: or a call alone: no log at all


class Answer(NamedTuple):
    """What the tool said to a call."""

    failed: bool | None  #: None if that cannot be told
    text: str = ""
    #: files as they were when the call was carried out, by the path that the log has for them
    before: Mapping[str, str] = MappingProxyType({})


UNANSWERED = Answer(None)


@record
class Call:
    """A call of a tool, as a text that is read like any patch."""

    line: int  #: of the log
    tool: str
    text: str
    model: str = ""
    answer: Answer = UNANSWERED
    path: str = ""  #: that the call names


class Sight(NamedTuple):
    """A file that the agent was shown whole."""

    path: str
    text: str


@record
class Log:
    """All of a log."""

    kind: Kind
    events: list[Call | Sight] = field(default_factory=list)  #: in the order in which they happened
    folders: list[str] = field(default_factory=list)  #: absolute, in which the agent worked
    unread: int = 0  #: lines that are no JSON

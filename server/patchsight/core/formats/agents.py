"""The agents whose edits come in these formats, and the setting that names one.

An agent settles only what its format leaves open, and what it would have done is told. None makes a
part fit that does not fit otherwise.
"""

from __future__ import annotations

from patchsight.core.formats.spec import Setting

NONE = "none"
AGENTS = (
    "aider",
    "cline",
    "roo",
    "zed",
    "claude-code",
    "anthropic",
    "gemini",
    "copilot",
    "opencode",
    "pi",
    "codex",
    "chat",
)

AGENT = Setting(
    "agent",
    "--agent",
    "agent",
    (NONE, *AGENTS),
    "whose edit it is: settles what the formats of agents leave open",
)

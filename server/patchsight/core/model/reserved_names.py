"""The names `apply` gives to its own files: made for the writer, known to the path rules."""

from __future__ import annotations

import re

_KEPT = re.compile(r"\.(?:.*\.)?patchsight-(?:journal-)?[0-9a-f]{16}.*", re.DOTALL)


def name_journal(key: str, token: str, phase: str) -> str:
    """The journal of a run, in the folder that the user's journals are kept in."""
    return f".patchsight-journal-{key}-{token}.{phase}.json"


def name_marker(token: str) -> str:
    """What says in a workspace folder that a run works there."""
    return f".patchsight-{token}.run"


def name_beside(name: str, token: str, index: int) -> str:
    """How names of temporary files begin; short enough for any file system."""
    return f".{name[:40]}.patchsight-{token}-{index}"


def is_kept(name: str) -> bool:
    """Whether some file system takes a name for one of these, or a journal of version 0.1."""
    return _KEPT.fullmatch(name.casefold()) is not None

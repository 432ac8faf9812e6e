"""Rewriting the whole patch: fresh context and numbers, backwards, or in another format."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from patchsight.core.model.patch import Format
from patchsight.core.rewrite.convert import Said, reverse, say
from patchsight.core.rewrite.refresh import refresh
from patchsight.core.text.buffer import Span
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.capabilities import Capabilities

REWRITE_KIND = "refactor.rewrite.patchsight"
REWRITE_COMMAND = "patchsight.rewritePatch"
_TITLES = {
    Format.UNIFIED: "unified diff",
    Format.V4A: "v4a",
    Format.ZENPATCH: "Zenpatch",
    Format.AP: "ap",
    Format.APPLYDIFF: "ApplyDiff",
}


def offers(snapshot: Snapshot, caps: Capabilities) -> list[types.CodeAction]:
    """What a patch that fits can be turned into; the edit is made when one is chosen, by command
    if need be.
    """
    report = snapshot.report
    own = report.patch.format
    if not report.applicable or not report.plan or own is None:
        return []
    names = [("refresh", "Refresh the patch"), ("reverse", "Reverse the patch")]
    names += [
        (wanted.value, f"Convert to {title}")
        for wanted, title in _TITLES.items()
        if wanted is not own
    ]
    return [_action(snapshot, word, title, caps) for word, title in names]


def _action(snapshot: Snapshot, word: str, title: str, caps: Capabilities) -> types.CodeAction:
    data: dict[str, Any] = {
        "uri": snapshot.document.uri,
        "rewrite": word,
        "version": snapshot.version,
    }
    if caps.action_resolve:
        return types.CodeAction(title, kind=REWRITE_KIND, data=data)
    return types.CodeAction(
        title, kind=REWRITE_KIND, command=types.Command(title, REWRITE_COMMAND, arguments=[data])
    )


def is_rewrite(data: Any) -> bool:
    return (
        isinstance(data, dict)
        and isinstance(data.get("uri"), str)
        and isinstance(data.get("rewrite"), str)
    )


def rewrite(snapshot: Snapshot, word: str) -> Said:
    """The patch's new text, or why there is none."""
    report = snapshot.report
    own = report.patch.format
    if not report.applicable or own is None:
        return Said(None, "The patch has errors; only one that fits can be rewritten.")
    if word == "refresh":
        return refresh(report)
    if word == "reverse":
        return say(reverse(report.plan), own)
    wanted = next((known for known in Format if known.value == word), None)
    return say(report.plan, wanted) if wanted else Said(None, f"There is no format {word}.")


def whole(snapshot: Snapshot) -> Span:
    """The span of the whole patch text."""
    return Span(0, len(snapshot.report.patch.buffer.text))

"""What may be written at a place of a patch: words of its format, paths of the workspace, lines of
the target.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Protocol, cast

from patchsight.core.complete.desk import Choice, Desk, Ending, Signature, Sort
from patchsight.core.model.patch import Format
from patchsight.core.model.report import Report

__all__ = ["Choice", "Ending", "Signature", "Sort", "complete", "sign"]

_MODULES = {
    Format.AP: "ap",
    Format.UNIFIED: "unified",
    Format.V4A: "v4a",
    Format.ZENPATCH: "v4a",
    Format.APPLYDIFF: "applydiff",
}


class _Module(Protocol):
    """What every module of this package offers."""

    def suggest(self, desk: Desk) -> Ending | None: ...


def complete(report: Report, offset: int, known: Callable[[], Sequence[str]]) -> Ending | None:
    """The choices at an offset, best first; `known` lists the workspace's files as the format
    names them.
    """
    name = _MODULES.get(report.patch.format) if report.patch.format else None
    if name is None:
        return None
    module = cast(_Module, import_module(f"{__name__}.{name}"))
    ending = module.suggest(Desk(report, offset, known))
    return ending if ending and ending.choices else None


def sign(report: Report, offset: int) -> Signature | None:
    """The keys of the ap entry at an offset; the other formats have none."""
    if report.patch.format is not Format.AP:
        return None
    from patchsight.core.complete import ap

    return ap.sign(Desk(report, offset, tuple))

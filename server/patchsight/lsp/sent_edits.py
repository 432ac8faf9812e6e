"""Edits that left for the editor. Whether one was carried out only the files tell."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from patchsight.core.model.report import FileOp, FilePlan, Report
from patchsight.core.text.buffer import BOM, split_lines


class SentEdit(NamedTuple):
    """One edit: the folder it is about, what a receipt calls its patch, and what it does."""

    root: Path
    patch_name: str
    report: Report


class SentEdits:
    """What left for the editor, by the address of its patch, for as long as that is open."""

    def __init__(self) -> None:
        #: edits that were not seen carried out yet
        self.pending: dict[str, SentEdit] = {}
        self._removed: dict[str, frozenset[str]] = {}
        self._whole: dict[str, Sequence[FilePlan]] = {}

    def add(self, uri: str, edit: SentEdit, *, whole: bool) -> None:
        """An edit leaves; `whole` if it applies all of the patch."""
        plans = edit.report.plan
        removed = (plan.path for plan in plans if plan.op in (FileOp.DELETE, FileOp.RENAME))
        self.pending[uri] = edit
        self._removed[uri] = self.removed(uri).union(
            os.path.realpath(edit.root / path) for path in removed
        )
        if whole:
            self._whole[uri] = plans

    def removed(self, uri: str) -> frozenset[str]:
        """The files that edits of a patch delete or move: if they are gone, that is applied."""
        return self._removed.get(uri, frozenset())

    def last_whole(self, uri: str) -> Sequence[FilePlan]:
        """What the last edit for a whole patch does, which can be taken back to the byte."""
        return self._whole.get(uri, ())

    def forget(self, uri: str) -> None:
        """A patch was closed."""
        for kept in (self.pending, self._removed, self._whole):
            kept.pop(uri, None)


def is_carried_out(plan: FilePlan, texts: Mapping[str, str]) -> bool:
    """Whether a file says what was planned; editors may change kinds of line ends on the way."""
    text = texts.get(planned_path(plan))
    if text is None or plan.after is None:
        return text is plan.after
    return split_lines(text) == split_lines(plan.after.removeprefix(BOM)) and not (
        plan.new_path and plan.path in texts
    )


def planned_path(plan: FilePlan) -> str:
    """Where a planned file stands in the end."""
    return plan.new_path or plan.path

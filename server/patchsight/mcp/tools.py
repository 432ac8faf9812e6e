"""What an agent can ask for in one folder, with the answers that a person gets."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from patchsight import WriteError
from patchsight.api import convert_report
from patchsight.core.describe.feedback import feedback
from patchsight.core.describe.receipt import receipt
from patchsight.core.formats.spec import policy_of
from patchsight.core.model.patch import Options
from patchsight.core.model.report import Report
from patchsight.core.session.figures import render
from patchsight.core.session.store import MemoryStore
from patchsight.workspace.errors import UserError
from patchsight.workspace.reading import read_lines
from patchsight.workspace.session_file import FileStore
from patchsight.workspace.workspace import Workspace

_NAME = "-"  #: of the patch, in a receipt: it comes from no file


class Answer(NamedTuple):
    """What the agent reads, the same as data, and whether what it asked for was not done."""

    text: str
    receipt: dict[str, Any] | None = None
    failed: bool = False


class PatchTools:
    """A folder whose files an agent may change by patches, one request at a time."""

    def __init__(self, root: Path, options: Options, session: Path | None = None) -> None:
        self._root, self._options = root.resolve(), options
        self._session = FileStore(session) if session else MemoryStore()
        self._tells_session = session is not None
        self._lock = Lock()

    def read_file(self, path: str, first: int = 1, last: int | None = None) -> Answer:
        """Show lines of a file, numbered, and remember what was shown."""
        with self._lock:
            try:
                return Answer(
                    read_lines(self._root, self._options, self._session, path, first, last)
                )
            except UserError as error:
                return Answer(f"{error}.", failed=True)

    def check(self, patch: str) -> Answer:
        """Say where every part of a patch would land."""
        with self._lock:
            return self._answer(self._analyse(patch))

    def apply(self, patch: str) -> Answer:
        """Apply a patch as a whole, or say why not."""
        with self._lock:
            report = self._analyse(patch)
            if not report.ok:
                return self._answer(report)._replace(failed=True)
            try:
                Workspace(self._root, self._options).apply(report)
            except WriteError as error:
                return Answer(
                    f"The patch was not applied: {error}",
                    receipt(report, _NAME),
                    failed=True,
                )
            return self._answer(report, applied=True)

    def convert(self, patch: str, to: str) -> Answer:
        """Write a patch that fits in another format."""
        with self._lock:
            report, text, reason = convert_report(self._analyse(patch), to)
        if text is None:
            return Answer(reason or feedback(report), failed=True)
        return Answer(text)

    def session_context(self) -> Answer:
        """Write the block that says how the session went so far."""
        with self._lock:
            try:
                return Answer(render(self._session.read()))
            except UserError as error:
                return Answer(f"{error}.", failed=True)

    def _analyse(self, patch: str) -> Report:
        workspace = Workspace(self._root, self._options)
        with suppress(UserError):  # `record` will say so
            workspace.session = self._session.read()
        return workspace.analyse(patch)

    def _answer(self, report: Report, *, applied: bool = False) -> Answer:
        """The feedback, also when its session cannot be kept: what was done is done."""
        context = trouble = ""
        try:
            figures = self._session.record(report, applied=applied)
            if self._tells_session:
                context = render(figures, advises=policy_of(report.patch).session)
        except UserError as error:
            trouble = f"\n{error}."
        text = feedback(report, applied=applied, context=context) + trouble
        return Answer(text, receipt(report, _NAME, applied=applied))

"""What an agent can ask for in one folder, with the answers that a person gets."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from patchsight import WriteError
from patchsight.api import convert_report
from patchsight.core.describe.feedback import feedback
from patchsight.core.describe.receipt import receipt
from patchsight.core.formats.spec import policy_of
from patchsight.core.model.patch import Options
from patchsight.core.model.path_rules import check as check_path
from patchsight.core.model.problems import CATALOGUE
from patchsight.core.model.report import Report
from patchsight.core.session.figures import render
from patchsight.core.session.shown import Shown
from patchsight.core.session.store import MemoryStore
from patchsight.core.text.buffer import split_lines
from patchsight.workspace.errors import UserError
from patchsight.workspace.files import Files
from patchsight.workspace.session_file import FileStore
from patchsight.workspace.workspace import Workspace

_MOST_LINES = 2000  #: of a file that are shown at once
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
        self._shown = Shown()
        self._lock = Lock()

    def read_file(self, path: str, first: int = 1, last: int | None = None) -> Answer:
        """Show lines of a file, numbered, and remember what was shown."""
        clean, reason = check_path(path)
        if reason:
            return Answer(f"`{path}` cannot be read: {reason}.", failed=True)
        with self._lock:
            target = Files(self._root, max_bytes=self._options.max_target_bytes).read(clean)
            if target.text is None:
                why = CATALOGUE[target.problem].title if target.problem else "it does not exist"
                return Answer(f"`{clean}` cannot be read: {why}.", failed=True)
            self._shown.show(clean, target.text)
        lines = split_lines(target.text)
        end = min(len(lines), first - 1 + _MOST_LINES, last or len(lines))
        rows = [f"{row + 1:>5} | {lines[row]}" for row in range(first - 1, end)]
        tag = sha256(target.text.encode("utf-8", "replace")).hexdigest()[:8]
        head = f"{clean}, lines {first}-{end} of {len(lines)}, content {tag}"
        return Answer("\n".join([head, *rows]))

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
            self._shown.applied(report)
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
        report = workspace.analyse(patch)
        self._shown.explain(report)
        return report

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

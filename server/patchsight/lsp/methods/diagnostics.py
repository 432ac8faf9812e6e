"""Diagnostics: every problem of a patch, where it disagrees, with the places that explain it. They
depend on other files, so they are pushed whenever there is another answer; clients that cannot be
pushed to pull them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from patchsight.core.model.patch import Patch
from patchsight.core.model.problems import Problem, Related, Severity
from patchsight.core.model.report import Lines, Report
from patchsight.core.text.buffer import Buffer, Span
from patchsight.core.text.invisible import visible
from patchsight.lsp.capabilities import Capabilities
from patchsight.lsp.documents import Document
from patchsight.lsp.positions import Addresses, Codec
from patchsight.lsp.requests import quietly
from patchsight.lsp.roots import NO_ROOT
from patchsight.lsp.settings import Settings

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

_FADED = frozenset(
    {
        "surrounding_noise",
        "already_applied",
        "ignored_metadata",
        "unknown_key",
        "unknown_option",
        "newline_ignored",
        "nothing_to_delete",
    }
)
_MOST = 1000  #: diagnostics that an editor gets for one patch
_MOST_RELATED = 2000  #: places that explain them, all together
_LONGEST = 1000  #: characters of a text that goes along with a diagnostic


def register(server: Server) -> None:
    server.listeners.append(Publisher(server))


def register_pull(server: Server) -> None:
    """Pulled diagnostics, which are declared only to a client that needs them."""
    options = types.DiagnosticOptions(
        inter_file_dependencies=True, workspace_diagnostics=False, identifier="patchsight"
    )

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)
    async def on_pull(
        params: types.DocumentDiagnosticParams,
    ) -> types.RelatedFullDocumentDiagnosticReport:
        snapshot = await server.analysis.fresh(params.text_document.uri)
        if snapshot is None:
            return types.RelatedFullDocumentDiagnosticReport([])
        report = snapshot.report
        return types.RelatedFullDocumentDiagnosticReport(
            _diagnose(server, snapshot.document, report.patch, report)
        )


class Publisher:
    """Sends the diagnostics of a patch, or asks a client that pulls to do so."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._refreshing: asyncio.Future[Any] | None = None

    # ---- what the analysis tells
    def answered(self, document: Document, patch: Patch, report: Report | None) -> None:
        server = self._server
        if server.caps.pull:
            self._refreshing = asyncio.ensure_future(
                quietly(server.workspace_diagnostic_refresh_async(None))
            )
            return
        diagnostics = _diagnose(server, document, patch, report)
        server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(document.uri, diagnostics, document.version)
        )

    def closed(self, uri: str) -> None:
        if not self._server.caps.pull:
            self._server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


def _diagnose(
    server: Server, document: Document, patch: Patch, report: Report | None
) -> list[types.Diagnostic]:
    root = server.analysis.root_of(document.uri) if report else None
    settings, quiet = server.analysis.settings, not server.analysis.is_checked(document.uri)
    maker = DiagnosticMaker(
        server.caps, document.counting, settings, server.documents.address, quiet=quiet
    )
    return maker.make(document.uri, patch, report, root)


def _where_looked(problem: Problem, root: Path | None) -> str:
    """The folder in which a file was looked for: a patch may be about another one."""
    if problem.code != "file_not_found" or root in (None, NO_ROOT):
        return ""
    return f" It was looked for in {root}."


class DiagnosticMaker:
    """Turns problems into diagnostics for one client."""

    def __init__(
        self,
        caps: Capabilities,
        codec: Codec,
        settings: Settings,
        address: Addresses,
        *,
        quiet: bool = False,
    ) -> None:
        self._quiet = quiet
        self._caps, self._codec, self._settings, self._address = caps, codec, settings, address
        self._room = _MOST_RELATED if caps.related else 0

    def make(
        self, uri: str, patch: Patch, report: Report | None, root: Path | None
    ) -> list[types.Diagnostic]:
        """The diagnostics of a patch; without a report, those of its syntax."""
        problems = self._most_important(report.problems if report else patch.problems)
        texts = {path: Buffer(text) for path, text in report.texts.items()} if report else {}
        made = (self._one(problem, uri, patch.buffer, texts, root) for problem in problems)
        return [diagnostic for diagnostic in made if diagnostic]

    def _severity(self, problem: Problem) -> Severity | None:
        severity = self._settings.severities.get(problem.code, Severity(problem.severity))
        if not self._quiet or severity is None:
            return severity
        # In a page or a source file nobody asked about it, so nothing turns red or yellow.
        return Severity.HINT if severity <= Severity.WARNING else None

    def _most_important(self, problems: Sequence[Problem]) -> list[Problem]:
        """What is shown: as much as an editor can bear, the worst first, and how much more."""
        shown = [problem for problem in problems if self._severity(problem)]
        if len(shown) <= _MOST:
            return shown
        worst = sorted(shown, key=lambda problem: self._severity(problem) or Severity.HINT)
        rest = worst[_MOST - 1 :]
        count = sum(problem.count for problem in rest)
        message = f"And {count:,} more problems, which are not shown. Solve the others first."
        return [
            *worst[: _MOST - 1],
            Problem(
                "more_problems", rest[0].span, message, Severity(rest[0].severity), count=count
            ),
        ]

    def _one(
        self,
        problem: Problem,
        uri: str,
        buffer: Buffer,
        texts: dict[str, Buffer],
        root: Path | None,
    ) -> types.Diagnostic | None:
        severity = self._severity(problem)
        if severity is None:
            return None
        places = problem.related[: self._room]
        self._room -= len(places)
        related = [self._related(item, uri, buffer, texts, root) for item in places]
        return types.Diagnostic(
            range=self._codec.range(buffer, _visible(problem.span, buffer)),
            message=visible(problem.message + _where_looked(problem, root)),
            severity=types.DiagnosticSeverity(severity),
            code=problem.code,
            source="patchsight",
            tags=self._tags(problem),
            related_information=[item for item in related if item] or None,
            data={
                "part": problem.part,
                **{key: value for key, value in problem.data.items() if _is_short(value)},
            },
        )

    def _tags(self, problem: Problem) -> list[types.DiagnosticTag] | None:
        fades = problem.code in _FADED and not self._quiet
        return [types.DiagnosticTag.Unnecessary] if fades else None

    def _related(
        self,
        related: Related,
        uri: str,
        buffer: Buffer,
        texts: dict[str, Buffer],
        root: Path | None,
    ) -> types.DiagnosticRelatedInformation | None:
        if related.path is None:
            where = self._codec.range(buffer, Span(related.start, related.end))
        elif related.path in texts and root is not None:
            uri, _, codec = self._address(root / related.path)
            where = codec.lines(texts[related.path], Lines(related.start, related.end))
        else:
            return None
        return types.DiagnosticRelatedInformation(
            types.Location(uri, where), visible(related.message)
        )


def _is_short(value: object) -> bool:
    return not isinstance(value, str) or len(value) <= _LONGEST


def _visible(span: Span, buffer: Buffer) -> Span:
    """A span one can see: an empty one grows to its line, or to the line above."""
    if span.end > span.start:
        return span
    row = buffer.row(span.start)
    while row and not buffer.lines[row].strip():
        row -= 1
    return buffer.trimmed(row)

"""Diagnostics: every problem of a patch, where it disagrees, with the places that explain it."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from patchsight.core.model import Patch
from patchsight.core.problems import Problem, Related, Severity
from patchsight.core.result import Lines, Report
from patchsight.core.text import Buffer, Span
from patchsight.lsp.caps import Capabilities
from patchsight.lsp.convert import Addresses, Codec
from patchsight.lsp.settings import Settings

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


class DiagnosticMaker:
    """Turns problems into diagnostics for one client."""

    def __init__(self, caps: Capabilities, codec: Codec, settings: Settings, address: Addresses) -> None:
        self._caps, self._codec, self._settings, self._address = caps, codec, settings, address

    def make(self, uri: str, patch: Patch, report: Report | None, root: Path | None) -> list[types.Diagnostic]:
        """The diagnostics of a patch; without a report, those of its syntax."""
        problems = report.problems if report else patch.problems
        texts = {path: Buffer(text) for path, text in report.texts.items()} if report else {}
        made = (self._one(problem, uri, patch.buffer, texts, root) for problem in problems)
        return [diagnostic for diagnostic in made if diagnostic]

    def _one(
        self, problem: Problem, uri: str, buffer: Buffer, texts: dict[str, Buffer], root: Path | None
    ) -> types.Diagnostic | None:
        severity = self._settings.severities.get(problem.code, Severity(problem.severity))
        if severity is None:
            return None
        related = [self._related(item, uri, buffer, texts, root) for item in problem.related] if self._caps.related else []
        return types.Diagnostic(
            range=self._codec.range(buffer, _visible(problem.span, buffer)),
            message=problem.message,
            severity=types.DiagnosticSeverity(severity),
            code=problem.code,
            source="patchsight",
            tags=[types.DiagnosticTag.Unnecessary] if problem.code in _FADED else None,
            related_information=[item for item in related if item] or None,
            data={"part": problem.part, **problem.data},
        )

    def _related(
        self, related: Related, uri: str, buffer: Buffer, texts: dict[str, Buffer], root: Path | None
    ) -> types.DiagnosticRelatedInformation | None:
        if related.path is None:
            where = self._codec.range(buffer, Span(related.start, related.end))
        elif related.path in texts and root is not None:
            uri, _, codec = self._address(root / related.path)
            where = codec.lines(texts[related.path], Lines(related.start, related.end))
        else:
            return None
        return types.DiagnosticRelatedInformation(types.Location(uri, where), related.message)


def _visible(span: Span, buffer: Buffer) -> Span:
    """A span one can see: an empty one grows to its line, or to the line above if that is empty too."""
    if span.end > span.start:
        return span
    row = buffer.row(span.start)
    while row and not buffer.lines[row].strip():
        row -= 1
    return buffer.trimmed(row)

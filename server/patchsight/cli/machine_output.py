"""What programs read: JSON receipts, SARIF, annotations of a code host, feedback."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from patchsight import __version__
from patchsight.cli.output import Outcome
from patchsight.core.describe.feedback import feedback
from patchsight.core.describe.receipt import receipt
from patchsight.core.model.problems import CATALOGUE, Problem, Related, Severity
from patchsight.core.text.buffer import Buffer, Position
from patchsight.core.text.invisible import visible

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning"}


def as_json(outcomes: Sequence[Outcome]) -> str:
    """A receipt per line, each with what to tell the model: one shape for one patch or many."""
    return "".join(
        _write_json(
            receipt(outcome.report, outcome.name, applied=outcome.applied, feedback=_tell(outcome)),
            indent=None,
        )
        for outcome in outcomes
    )


def _tell(outcome: Outcome) -> str:
    return feedback(outcome.report, applied=outcome.applied, context=outcome.context)


def _write_json(document: object, indent: int | None = 2) -> str:
    """The same data, with escapes for what a terminal would obey and what nobody sees."""
    text = json.dumps(document, ensure_ascii=False, indent=indent)
    if not text.replace("\n", "").isprintable():  # what is not can only stand in strings
        seen = (
            char if char.isprintable() or char == "\n" else json.dumps(char)[1:-1] for char in text
        )
        text = "".join(seen)
    return text + "\n"


def as_feedback(outcomes: Iterable[Outcome]) -> str:
    """What to paste back to the model that wrote the patches."""
    return "\n".join(f"{_tell(outcome)}\n" for outcome in outcomes)


def _findings(outcomes: Iterable[Outcome]) -> Iterator[tuple[str, Buffer, Problem]]:
    for outcome in outcomes:
        for problem in outcome.report.problems:
            yield outcome.name, outcome.report.patch.buffer, problem


def _ends(buffer: Buffer, problem: Problem) -> tuple[Position, Position]:
    span = buffer.shown(problem.span)
    return buffer.outer.position(span.start), buffer.outer.position(span.end)


def as_github(outcomes: Iterable[Outcome]) -> str:
    """Workflow commands that a code host shows beside the patch."""
    return "".join(_annotation(*finding) for finding in _findings(outcomes))


def _annotation(name: str, buffer: Buffer, problem: Problem) -> str:
    start, end = _ends(buffer, problem)
    place = f"file={_property(name)},line={start.line + 1},endLine={end.line + 1}"
    if start.line == end.line:  # columns of different lines would be refused
        place += f",col={start.column + 1},endColumn={end.column + 1}"
    level = _LEVELS.get(Severity(problem.severity), "notice")
    return f"::{level} {place},title={_property(problem.code)}::{_escape(problem.message)}\n"


def _escape(text: str) -> str:
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")


def as_sarif(outcomes: Iterable[Outcome], root: str) -> str:
    """SARIF 2.1.0, for code scanning."""
    results = [_sarif_result(*finding, root) for finding in _findings(outcomes)]
    rules = [_sarif_rule(code) for code in sorted({result["ruleId"] for result in results})]
    driver = {"name": "patchsight", "version": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {
        "version": "2.1.0",
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "runs": [run],
    }
    return _write_json(log)


def _sarif_rule(code: str) -> dict[str, Any]:
    entry = CATALOGUE[code]
    return {
        "id": code,
        "shortDescription": {"text": entry.title},
        "fullDescription": {"text": entry.why},
        "help": {"text": entry.fix},
        "defaultConfiguration": {"level": _LEVELS.get(entry.severity, "note")},
    }


def _sarif_result(name: str, buffer: Buffer, problem: Problem, root: str) -> dict[str, Any]:
    start, end = _ends(buffer, problem)
    region = {
        "startLine": start.line + 1,
        "startColumn": start.column + 1,
        "endLine": end.line + 1,
        "endColumn": end.column + 1,
    }
    return {
        "ruleId": problem.code,
        "level": _LEVELS.get(Severity(problem.severity), "note"),
        "message": {"text": problem.message},
        "locations": [_sarif_location(Path(name), region)],
        "relatedLocations": [
            _sarif_related(related, name, buffer, root) for related in problem.related
        ],
    }


def _sarif_location(path: Path, region: dict[str, int]) -> dict[str, Any]:
    uri = path.as_uri() if path.is_absolute() else quote(path.as_posix())
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}


def _sarif_related(related: Related, name: str, buffer: Buffer, root: str) -> dict[str, Any]:
    if related.path is None:
        first, last, path = buffer.row(related.start), buffer.row(related.end), Path(name)
    else:
        first = related.start
        last = max(related.start, related.end - 1)
        path = Path(root, related.path)
    location = _sarif_location(path, {"startLine": first + 1, "endLine": last + 1})
    return {**location, "message": {"text": related.message}}

"""What programs read: receipts as JSON, SARIF for code scanning, annotations for a code host."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from patchsight import __version__
from patchsight.core.problems import CATALOGUE, Problem, Related, Severity
from patchsight.core.receipt import receipt
from patchsight.core.result import Report
from patchsight.core.text import Buffer, Position

Named = tuple[str, Report]
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning"}


def as_json(reports: Sequence[Named], *, applied: bool = False) -> str:
    """One receipt for one patch, a list for several."""
    receipts = [receipt(report, name, applied=applied) for name, report in reports]
    return json.dumps(receipts[0] if len(receipts) == 1 else receipts, ensure_ascii=False, indent=2) + "\n"


def _findings(reports: Iterable[Named]) -> Iterator[tuple[str, Buffer, Problem]]:
    for name, report in reports:
        for problem in report.problems:
            yield name, report.patch.buffer, problem


def _ends(buffer: Buffer, problem: Problem) -> tuple[Position, Position]:
    return buffer.position(problem.span.start), buffer.position(problem.span.end)


def as_github(reports: Iterable[Named]) -> str:
    """Workflow commands that a code host shows beside the patch."""
    rows = []
    for name, buffer, problem in _findings(reports):
        start, end = _ends(buffer, problem)
        place = f"file={_property(name)},line={start.line + 1},endLine={end.line + 1}"
        columns = f"col={start.column + 1},endColumn={end.column + 1}"
        level = _LEVELS.get(Severity(problem.severity), "notice")
        rows.append(f"::{level} {place},{columns},title={problem.code}::{_escape(problem.message)}\n")
    return "".join(rows)


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")


def as_sarif(reports: Iterable[Named]) -> str:
    """SARIF 2.1.0, for code scanning."""
    results = [_sarif_result(*finding) for finding in _findings(reports)]
    rules = [_sarif_rule(code) for code in sorted({result["ruleId"] for result in results})]
    driver = {"name": "patchsight", "version": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {"version": "2.1.0", "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n"


def _sarif_rule(code: str) -> dict[str, Any]:
    entry = CATALOGUE[code]
    return {
        "id": code,
        "shortDescription": {"text": entry.title},
        "fullDescription": {"text": entry.why},
        "help": {"text": entry.fix},
    }


def _sarif_result(name: str, buffer: Buffer, problem: Problem) -> dict[str, Any]:
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
        "locations": [_sarif_location(Path(name).as_posix(), region)],
        "relatedLocations": [_sarif_related(related, name, buffer) for related in problem.related],
    }


def _sarif_location(uri: str, region: dict[str, int]) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}


def _sarif_related(related: Related, name: str, buffer: Buffer) -> dict[str, Any]:
    if related.path is None:
        first, last, uri = buffer.row(related.start), buffer.row(related.end), Path(name).as_posix()
    else:
        first, last, uri = related.start, max(related.start, related.end - 1), related.path
    location = _sarif_location(uri, {"startLine": first + 1, "endLine": last + 1})
    return {**location, "message": {"text": related.message}}

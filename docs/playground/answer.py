"""What the page asks Patchsight, as JSON in and out. It runs in the browser, in Pyodide.

Offsets are counted in UTF-16 code units, as a text field counts them.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

import patchsight
from patchsight.core.describe.corrections import trial_of
from patchsight.core.describe.summary import headline, predicate
from patchsight.core.fixes import find_fixes
from patchsight.core.formats.agents import AGENTS
from patchsight.core.formats.registry import FORMATS
from patchsight.core.model.patch import Options
from patchsight.core.model.problems import CATALOGUE
from patchsight.core.model.report import Report, Resolution
from patchsight.core.rewrite.git_diff import as_diff
from patchsight.core.text.edits import apply_edits

_MOST_MENDED = 12  #: problems that quick fixes are looked for; each is tried out
_MOST_STEPS = 200_000  #: of reading and searching; in a page each takes many times longer


def answer(request: str) -> str:
    """Everything the page shows about a patch and some files; `convert` asks for another format."""
    asked = json.loads(request)
    try:
        if asked.get("convert"):
            return json.dumps(_convert(asked))
        return json.dumps(_check(asked))
    except ValueError as error:  # a path that no file can have
        return json.dumps({"error": str(error)})


def choices() -> str:
    """What there is to choose from in the page's lists."""
    return json.dumps(
        {
            "formats": [[spec.name, spec.title] for spec in FORMATS],
            "agents": [["none", "anybody"], *([name, name] for name in AGENTS if name != "none")],
        }
    )


def _options(asked: Mapping[str, Any]) -> Options:
    return Options(
        agent=asked.get("agent") or "none",
        profile=asked.get("profile") or "",
        max_steps=_MOST_STEPS,
    )


def _convert(asked: Mapping[str, Any]) -> dict[str, Any]:
    made = patchsight.convert(
        asked["patch"], asked["convert"], asked["files"], options=_options(asked)
    )
    reason = made.reason or "Only a patch without errors can be converted."
    return {"text": made.text, "reason": "" if made.text is not None else reason}


def _check(asked: Mapping[str, Any]) -> dict[str, Any]:
    report = patchsight.check(asked["patch"], asked["files"], options=_options(asked))
    return {
        "format": report.patch.format.title if report.patch.format else "",
        "ok": report.ok,
        "headline": headline(report),
        "problems": _problems(report, asked["patch"]),
        "parts": [_part(part) for part in report.parts],
        "diff": as_diff(report.plan) if report.ok else "",
        "files": report.files,
        "feedback": patchsight.feedback(report),
    }


def _part(part: Resolution) -> dict[str, Any]:
    """What became of a part, and the lines it lands on, may land on or is most like."""
    places = [part.where] if part.where else [*part.candidates]
    if not places and part.nearest:
        places = [part.nearest.lines]
    return {
        "path": part.path,
        "state": part.state.value,
        "says": predicate(part),
        "places": [[place.start, place.end] for place in places],
    }


def _problems(report: Report, text: str) -> list[dict[str, Any]]:
    trial, wide = trial_of(report), [at for at, sign in enumerate(text) if ord(sign) > 0xFFFF]
    found = []
    for count, problem in enumerate(report.problems):
        fixes = find_fixes(trial, problem) if count < _MOST_MENDED else ()
        start, end = (at + bisect_left(wide, at) for at in (problem.span.start, problem.span.end))
        found.append(
            {
                "code": problem.code,
                "severity": problem.severity.name.lower(),
                "message": problem.message,
                "title": CATALOGUE[problem.code].title,
                "line": text.count("\n", 0, problem.span.start) + 1,
                "start": start,
                "end": end,
                "fixes": [
                    {"title": fix.title, "text": apply_edits(text, fix.edits)} for fix in fixes
                ],
            }
        )
    return found

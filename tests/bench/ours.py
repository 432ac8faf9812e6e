"""Patchsight in process, as every skin uses it: the whole answer, or one of its steps."""

from __future__ import annotations

from functools import partial
from typing import cast

from bench.contest import Contestant, Outcome, Turn
from bench.scenes import Scene
from bench.writers import FORMATS, NAMES, write
from patchsight.core import formats
from patchsight.core.model.patch import Patch
from patchsight.core.model.report import Report
from patchsight.core.model.target import Target
from patchsight.core.placing.resolver import paths_of, resolve


def _answer(text: str, name: str, files: dict[str, str]) -> Report:
    """Parse, place and plan; the plan is read, so that nothing is left for later."""
    return _place(formats.parse(text, name), files)


def _place(patch: Patch, files: dict[str, str]) -> Report:
    targets = {path: Target(path, files.get(path)) for path in paths_of(patch)}
    report = resolve(patch, targets)
    for plan in report.plan:
        plan.edits, plan.after  # noqa: B018
    return report


def _read(report: object) -> Outcome:
    found = cast(Report, report)
    return {plan.path: plan.after or "" for plan in found.plan} if found.ok else None


def _ignore(_: object) -> Outcome:
    return None


def _prepare_whole(format_name: str, scene: Scene) -> Turn:
    return Turn(partial(_answer, write(format_name, scene), NAMES[format_name], scene.files), _read)


def _prepare_parse(format_name: str, scene: Scene) -> Turn:
    return Turn(partial(formats.parse, write(format_name, scene), NAMES[format_name]), _ignore)


def _prepare_place(format_name: str, scene: Scene) -> Turn:
    return Turn(
        partial(_place, formats.parse(write(format_name, scene), NAMES[format_name]), scene.files),
        _read,
    )


WHOLE = {
    name: Contestant(f"patchsight {name}", partial(_prepare_whole, name), name) for name in FORMATS
}
PARSE = {name: Contestant(f"parse {name}", partial(_prepare_parse, name), name) for name in FORMATS}
PLACE = {name: Contestant(f"place {name}", partial(_prepare_place, name), name) for name in FORMATS}

"""Patchsight shows where a patch will land before it lands.

    report = patchsight.check(patch_text, "path/to/folder")
    report.ok, report.problems, report.parts, report.files

What is listed here is the public API; everything else may change. A name is loaded when it is first
used, so that `import patchsight` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from patchsight.api import Conversion, apply, check, convert, parse
    from patchsight.core.describe.feedback import feedback
    from patchsight.core.model.patch import Options, Part, Patch
    from patchsight.core.model.problems import Problem, Severity
    from patchsight.core.model.report import Report, Resolution, State
    from patchsight.workspace.apply.journal import WriteError
    from patchsight.workspace.workspace import Workspace

__version__ = "0.2.0"

__all__ = [
    "Conversion",
    "Options",
    "Part",
    "Patch",
    "Problem",
    "Report",
    "Resolution",
    "Severity",
    "State",
    "Workspace",
    "WriteError",
    "__version__",
    "apply",
    "check",
    "convert",
    "feedback",
    "parse",
]

_MODULES = {
    "api": ("Conversion", "apply", "check", "convert", "parse"),
    "core.describe.feedback": ("feedback",),
    "core.model.patch": ("Options", "Part", "Patch"),
    "core.model.problems": ("Problem", "Severity"),
    "core.model.report": ("Report", "Resolution", "State"),
    "workspace.apply.journal": ("WriteError",),
    "workspace.workspace": ("Workspace",),
}


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names:
            value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__

"""The public functions: what a patch says, what it does to files, and doing it.

`import patchsight` offers them. Command line, agents' server and language server ask the same
`Workspace`.
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from patchsight.core import formats
from patchsight.core.model.patch import Options, Patch
from patchsight.core.model.report import Report

if TYPE_CHECKING:
    from patchsight.workspace.workspace import Workspace

#: A folder, or the texts of files by their paths from a folder that need not exist.
Files = str | PathLike[str] | Mapping[str, str]


class Conversion(NamedTuple):
    """A patch in another format, or why there is none: the report's errors, else `reason`."""

    report: Report  #: of the patch that was to be converted
    text: str | None
    reason: str = ""


def parse(text: str, name: str = "", options: Options | None = None) -> Patch:
    """What a text says, whatever is wrong with it; `Patch.problems` tells. No file is looked at.

    A name, such as `fix.ap`, suggests a format to a text that does not show its own.
    """
    return formats.parse(text, name, options or Options())


def check(
    text: str, files: Files, *, name: str | PathLike[str] = "", options: Options | None = None
) -> Report:
    """What a patch would do to the files in a folder, or to texts in memory. Changes nothing.

    `name` is the patch's own file, if it has one: a path, or with texts one like theirs.
    """
    return _open(files, options).analyse(text, Path(name) if name else None)


def apply(
    text: str,
    root: str | PathLike[str],
    *,
    name: str | PathLike[str] = "",
    dry_run: bool = False,
    options: Options | None = None,
) -> Report:
    """Change the files in a folder as a patch says: all of it if the report is `ok`, else nothing.

    `WriteError` says that the patch fits but cannot be written; then, too, nothing is changed.
    """
    workspace = _open(root, options)
    report = workspace.analyse(text, Path(name) if name else None)
    if report.ok and not dry_run:
        workspace.apply(report)
    return report


def convert(
    text: str,
    to: str,
    files: Files,
    *,
    name: str | PathLike[str] = "",
    options: Options | None = None,
) -> Conversion:
    """The same change in another format, `ap` or `unified` say. It is proved to do the same."""
    return convert_report(check(text, files, name=name, options=options), to)


def convert_report(report: Report, to: str) -> Conversion:
    """What `convert` answers for a patch that was checked before."""
    from patchsight.core.formats.registry import find_format, names
    from patchsight.core.rewrite.convert import write_patch  # a check needs none of it

    if to not in names():
        raise ValueError(f"{to!r} is none of the formats {', '.join(names())}")
    wanted = find_format(to)
    if report.ok:
        return Conversion(report, *write_patch(report.plan, wanted))
    return Conversion(report, None)


def _open(files: Files, options: Options | None) -> Workspace:
    if isinstance(files, Mapping):
        from patchsight.workspace.texts import TextWorkspace

        return TextWorkspace(files, options)
    from patchsight.workspace.workspace import Workspace  # not to parse

    return Workspace(Path(files), options)

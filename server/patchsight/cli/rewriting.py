"""Commands that write a patch anew: convert, refresh, reverse."""

from __future__ import annotations

import argparse

from patchsight.cli.screen import Style
from patchsight.cli.source import read_sources
from patchsight.cli.streams import CLEAN, PROBLEMS, Failure, complain, write
from patchsight.cli.text_output import as_text
from patchsight.core.model.patch import Format, Options
from patchsight.core.model.report import Report
from patchsight.core.rewrite.convert import Said, reverse, say
from patchsight.core.rewrite.refresh import refresh
from patchsight.workspace.workspace import Workspace, refuse


def rewrite(options: argparse.Namespace) -> int:
    """Write each patch anew: in another format, with fresh context, or backwards."""
    if not options.root.is_dir():
        raise Failure(f"{options.root} is not a folder")
    settings = Options(v4a_profile=options.profile)
    sources, complaints = read_sources(options.patches, settings.max_patch_bytes)
    if complaints:
        raise Failure("; ".join(complaints))
    status = CLEAN
    for source in sources:
        workspace = Workspace(options.root, settings)
        report = (
            refuse(*source.flaw) if source.flaw else workspace.analyse(source.text, source.path)
        )
        status = max(status, _write(source.name, report, _said(options, report), str(options.root)))
    return status


def _said(options: argparse.Namespace, report: Report) -> Said | None:
    own = report.patch.format
    if not report.applicable or own is None:
        return None
    if options.command == "refresh":
        return refresh(report)
    return (
        say(reverse(report.plan), own)
        if options.command == "reverse"
        else say(report.plan, Format(options.to))
    )


def _write(name: str, report: Report, said: Said | None, root: str) -> int:
    if said is None:
        write(as_text(report, name, Style(False, root=root)))
        complain(f"{name} has errors; only a patch that fits can be rewritten")
        return PROBLEMS
    if said.text is None:
        complain(f"{name}: {said.reason}")
        return PROBLEMS
    write(said.text)
    return CLEAN

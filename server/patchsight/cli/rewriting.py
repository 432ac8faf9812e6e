"""Commands that write a patch anew: convert, refresh, reverse."""

from __future__ import annotations

import argparse

from patchsight.api import Conversion, convert_report
from patchsight.cli.screen import Style
from patchsight.cli.source import read_sources
from patchsight.cli.streams import CLEAN, PROBLEMS, complain, write, write_literal
from patchsight.cli.text_output import as_text
from patchsight.core.model.patch import Options
from patchsight.core.model.report import Report
from patchsight.core.rewrite.convert import reverse, write_patch
from patchsight.core.rewrite.refresh import refresh
from patchsight.workspace.errors import UserError
from patchsight.workspace.workspace import Workspace, refuse


def rewrite(options: argparse.Namespace) -> int:
    """Write each patch anew: in another format, with fresh context, or backwards."""
    if not options.root.is_dir():
        raise UserError(f"{options.root} is not a folder")
    settings = Options(profile=options.profile, agent=options.agent, patient=True)
    sources, complaints = read_sources(options.patches, settings.max_patch_bytes)
    if complaints:
        raise UserError("; ".join(complaints))
    status = CLEAN
    for source in sources:
        workspace = Workspace(options.root, settings)
        report = (
            refuse(*source.flaw) if source.flaw else workspace.analyse(source.text, source.path)
        )
        status = max(status, _write(source.name, _rewrite(options, report), str(options.root)))
    return status


def _rewrite(options: argparse.Namespace, report: Report) -> Conversion:
    if options.command == "convert":
        return convert_report(report, options.to)
    own = report.patch.format
    if not report.ok or own is None:
        return Conversion(report, None)
    rewritten = (
        refresh(report) if options.command == "refresh" else write_patch(reverse(report.plan), own)
    )
    return Conversion(report, *rewritten)


def _write(name: str, rewritten: Conversion, root: str) -> int:
    if rewritten.text is not None:
        write_literal(rewritten.text)
        return CLEAN
    if rewritten.report.ok:
        complain(f"{name}: {rewritten.reason}")
    else:
        write(as_text(rewritten.report, name, Style(False, root=root)))
        complain(f"{name} has errors; only a patch that fits can be rewritten")
    return PROBLEMS

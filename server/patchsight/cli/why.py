"""The command that says why edits failed, out of the log of an agent's session."""

from __future__ import annotations

import argparse
import json

from patchsight.cli.progress import Progress
from patchsight.cli.streams import CLEAN, PROBLEMS, complain, write
from patchsight.core.logs.replay import replay
from patchsight.core.logs.summary import as_data, as_markdown, as_text
from patchsight.core.model.patch import Options
from patchsight.workspace.errors import UserError
from patchsight.workspace.log_files import read_log
from patchsight.workspace.past import Past, Revision


def why(options: argparse.Namespace) -> int:
    """Say of every edit in a log whether and why it failed; sum it up."""
    if not options.root.is_dir():
        raise UserError(f"{options.root} is not a folder")
    revision = Revision(options.root, options.rev) if options.rev else None
    settings = Options(profile=options.profile, agent=options.agent, patient=True)
    log = read_log(options.log)
    past = Past(options.root, settings, log.folders, revision)
    with Progress(len(log.events), "edits") as progress:
        verdicts = replay(log, past, progress.show)
    if not verdicts:
        complain(f"{options.log} has no edit that can be read")
    if options.output_format == "json":
        write(json.dumps(as_data(log, verdicts), ensure_ascii=False, indent=2) + "\n")
    else:
        words = as_markdown if options.output_format == "markdown" else as_text
        name = "<stdin>" if options.log == "-" else options.log
        write(words(name, log, verdicts))
    return PROBLEMS if any(verdict.failed for verdict in verdicts) else CLEAN

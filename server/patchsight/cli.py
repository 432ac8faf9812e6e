"""The command line: check, apply, explain; with no command, the language server. Imports nothing of LSP by itself."""

from __future__ import annotations

import argparse
import os
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from patchsight import __version__
from patchsight.analyse import Workspace
from patchsight.core.model import Options
from patchsight.core.problems import CATALOGUE, Severity
from patchsight.core.result import Report
from patchsight.files import read_text
from patchsight.progress import Progress
from patchsight.write import WriteError

CLEAN, PROBLEMS, USAGE = 0, 1, 2
STANDARD_INPUT = "-"


class UsageError(Exception):
    """Something about the call itself is wrong."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0 when clean, 1 with problems, 2 when the call or the program went wrong."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    options = _parser().parse_args(words)
    try:
        return int(options.run(options))
    except (UsageError, WriteError) as error:
        print(f"patchsight: {error}", file=sys.stderr)
        return USAGE
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PROBLEMS
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        # A stack trace helps nobody who applies a patch; whoever debugs sets the variable.
        if os.environ.get("PATCHSIGHT_DEBUG"):
            raise
        print(f"patchsight: internal error: {type(error).__name__}: {error}", file=sys.stderr)
        print("Nothing was changed. Set PATCHSIGHT_DEBUG=1 to see where it happened.", file=sys.stderr)
        return USAGE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="patchsight", description="Shows where a patch will land before it lands.")
    parser.add_argument("--version", action="version", version=f"patchsight {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_check(
        commands.add_parser(
            "check",
            help="say where every part of a patch lands and what is wrong",
            description="Say where every part of a patch lands and what is wrong.",
        )
    )
    _add_apply(
        commands.add_parser(
            "apply", help="apply patches, all of it or nothing", description="Apply patches, all of it or nothing."
        )
    )
    explain = commands.add_parser(
        "explain", help="explain a problem code", description="Explain a problem code, or list them all."
    )
    explain.add_argument("code", nargs="?", metavar="CODE")
    explain.set_defaults(run=_explain)
    return parser


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("patches", nargs="+", metavar="PATCH", help="a patch file; - for standard input")
    parser.add_argument(
        "--root", type=Path, default=Path(), metavar="DIR", help="the folder paths are relative to (default: here)"
    )
    parser.add_argument("--output-format", choices=["text", "json", "sarif", "github"], default="text")
    parser.add_argument("--color", choices=["auto", "always", "never"], default="auto")
    parser.add_argument(
        "--profile",
        choices=["v4a", "zenpatch"],
        default="v4a",
        help="how `*** Begin Patch` texts are read (default: v4a)",
    )
    parser.add_argument(
        "--sequential", action="store_true", help="let several file patches for one file follow each other"
    )


def _add_check(parser: argparse.ArgumentParser) -> None:
    _add_common(parser)
    parser.set_defaults(run=_check)


def _add_apply(parser: argparse.ArgumentParser) -> None:
    _add_common(parser)
    parser.add_argument(
        "--dry-run", action="store_true", help="print the unified diff of what would change, and change nothing"
    )
    parser.add_argument("--recover", action="store_true", help="first undo what an interrupted run left behind")
    parser.set_defaults(run=_apply)


def _workspace(options: argparse.Namespace) -> Workspace:
    root: Path = options.root
    if not root.is_dir():
        raise UsageError(f"{root} is not a folder")
    return Workspace(
        root, Options(v4a_profile=options.profile, duplicate_files="sequential" if options.sequential else "error")
    )


def _read(name: str, limit: int) -> str:
    if name == STANDARD_INPUT:
        data = sys.stdin.buffer.read(limit + 1)
        try:
            return data.decode("utf-8").removeprefix("\ufeff")
        except UnicodeDecodeError as error:
            raise UsageError(f"standard input is not UTF-8 text (byte {error.start})") from None
    content = read_text(Path(name), limit)
    if content.text is None:
        reason = CATALOGUE[content.problem].title if content.problem else "there is no such file"
        raise UsageError(
            f"cannot read {name}: {reason[0].lower()}{reason[1:]}{f' ({content.detail})' if content.detail else ''}"
        )
    return content.text


def _reports(options: argparse.Namespace, workspace: Workspace) -> Iterator[tuple[str, Report]]:
    with Progress(len(options.patches)) as progress:
        for name in options.patches:
            text = _read(name, workspace.options.max_patch_bytes)
            report = workspace.analyse(text, None if name == STANDARD_INPUT else Path(name))
            progress.step()
            yield name, report


def _colour(options: argparse.Namespace) -> bool:
    if options.color != "auto":
        return bool(options.color == "always")
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _check(options: argparse.Namespace) -> int:
    reports = list(_reports(options, _workspace(options)))
    _show(options, reports)
    return PROBLEMS if any(report.errors for _, report in reports) else CLEAN


def _show(options: argparse.Namespace, reports: list[tuple[str, Report]], *, applied: bool = False) -> None:
    from patchsight import machine
    from patchsight import report as views

    if options.output_format == "json":
        sys.stdout.write(machine.as_json(reports, applied=applied))
    elif options.output_format == "sarif":
        sys.stdout.write(machine.as_sarif(reports))
    elif options.output_format == "github":
        sys.stdout.write(machine.as_github(reports))
    else:
        view = views.applied_text if applied else views.as_text
        sys.stdout.write("".join(view(report, name, colour=_colour(options)) for name, report in reports))


def _apply(options: argparse.Namespace) -> int:
    from patchsight import report as views
    from patchsight.transaction import apply_report, finish_interrupted

    workspace = _workspace(options)
    for sentence in finish_interrupted(workspace.root, options.recover):
        print(f"patchsight: {sentence}", file=sys.stderr)
    status = CLEAN
    for name in options.patches:
        single = argparse.Namespace(**{**vars(options), "patches": [name]})
        [(_, report)] = _reports(single, workspace)
        if not report.applicable:
            _show(options, [(name, report)])
            print(_refusal(name, report), file=sys.stderr)
            return PROBLEMS
        if options.dry_run:
            sys.stdout.write(views.as_diff(report.plan))
            continue
        apply_report(report, workspace)
        _show(options, [(name, report)], applied=True)
    return status


def _refusal(name: str, report: Report) -> str:
    first = report.errors[0] if report.errors else None
    more = f" (and {len(report.errors) - 1} more)" if len(report.errors) > 1 else ""
    return (
        f"patchsight: {name} was not applied, nothing was changed: {first.code}: {first.message}{more}"
        if first
        else f"patchsight: {name} holds no patch"
    )


def _explain(options: argparse.Namespace) -> int:
    if options.code is None:
        for code, entry in CATALOGUE.items():
            print(f"{code:32} {entry.title}")
        return CLEAN
    entry_ = CATALOGUE.get(options.code)
    if entry_ is None:
        raise UsageError(f"there is no problem code {options.code}; `patchsight explain` lists them")
    severity = Severity(entry_.severity).name.lower()
    body = [
        f"{options.code} ({severity}): {entry_.title}",
        "",
        *textwrap.wrap(entry_.why, 88),
        "",
        *textwrap.wrap("How to fix it: " + entry_.fix, 88),
    ]
    print("\n".join(body))
    return CLEAN


if __name__ == "__main__":
    sys.exit(main())

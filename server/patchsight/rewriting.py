"""Commands that write patches: convert, refresh, reverse, and create from two trees or from git."""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from patchsight.analyse import Workspace, refuse
from patchsight.content import decode
from patchsight.core.convert import Said, plan_between, reverse, say
from patchsight.core.model import Format, Options
from patchsight.core.refresh import refresh
from patchsight.core.result import FilePlan, Report
from patchsight.excerpt import Style
from patchsight.files import Files
from patchsight.report import as_text
from patchsight.source import read_sources
from patchsight.streams import CLEAN, PROBLEMS, Failure, complain, write


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
        report = refuse(*source.flaw) if source.flaw else workspace.analyse(source.text, source.path)
        status = max(status, _write(source.name, report, _said(options, report), str(options.root)))
    return status


def _said(options: argparse.Namespace, report: Report) -> Said | None:
    own = report.patch.format
    if not report.applicable or own is None:
        return None
    if options.command == "refresh":
        return refresh(report)
    return say(reverse(report.plan), own) if options.command == "reverse" else say(report.plan, Format(options.to))


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


def create(options: argparse.Namespace) -> int:
    """Write the patch that turns one tree into another, or a git revision into the working tree."""
    before, after = _from_git(options) if options.git is not None else _from_trees(options)
    plans = [plan for path in sorted({*before, *after}) if (plan := plan_between(path, before.get(path), after.get(path)))]
    if not plans:
        complain("nothing differs")
        return CLEAN
    said = say(_deletions_last(plans), Format(options.to))
    if said.text is None:
        complain(said.reason)
        return PROBLEMS
    write(said.text)
    return CLEAN


def _deletions_last(plans: list[FilePlan]) -> list[FilePlan]:
    return sorted(plans, key=lambda plan: plan.after is None)


def _from_trees(options: argparse.Namespace) -> tuple[Mapping[str, str], Mapping[str, str]]:
    if len(options.trees) != 2 or not all(tree.is_dir() for tree in options.trees):
        raise Failure("name two folders, the old and the new one; or use --git")
    old, new = (dict(_texts(tree)) for tree in options.trees)
    return old, new


def _texts(tree: Path) -> Iterator[tuple[str, str]]:
    """The text files of a folder; others are no matter for a patch."""
    files = Files(tree)
    for path in files.known():
        target = files.read(path)
        if target.text is not None:
            yield path, target.text


def _from_git(options: argparse.Namespace) -> tuple[Mapping[str, str], Mapping[str, str]]:
    root = Path(_git(options.root, "rev-parse", "--show-toplevel").decode().strip())
    names = _git(root, "diff", "--name-only", "-z", options.git).decode("utf-8", "replace").split("\0")
    before: dict[str, str] = {}
    after: dict[str, str] = {}
    for name in filter(None, names):
        if _git(root, "ls-tree", "-z", options.git, "--", name):
            before[name] = _decoded(name, _git(root, "show", f"{options.git}:{name}"))
        if (root / name).is_file():
            after[name] = _decoded(name, (root / name).read_bytes())
    return before, after


def _decoded(name: str, data: bytes) -> str:
    content = decode(data)
    if content.text is None:
        raise Failure(f"{name} is not UTF-8 text, so no patch can say how it changed")
    return content.text


def _git(root: Path, *words: str) -> bytes:
    try:
        run = subprocess.run(["git", "-C", str(root), *words], capture_output=True, check=False)
    except FileNotFoundError:
        raise Failure("git is not installed") from None
    if run.returncode:
        raise Failure(f"git {words[0]}: {run.stderr.decode('utf-8', 'replace').strip()}")
    return run.stdout

"""What each command does once its words are understood."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from patchsight.cli.output import Outcome, Output, choose_style
from patchsight.cli.progress import Progress
from patchsight.cli.source import Source, read_sources
from patchsight.cli.streams import CLEAN, FAILED, PROBLEMS, complain, write, write_literal
from patchsight.core.model.patch import Options
from patchsight.core.model.problems import CATALOGUE, Severity
from patchsight.core.model.report import Report
from patchsight.core.text.invisible import visible
from patchsight.workspace.errors import UserError

if TYPE_CHECKING:
    from pathlib import Path

    from patchsight.core.session.store import SessionStore
    from patchsight.workspace.workspace import Workspace

_MIB = 1024 * 1024


def check(options: argparse.Namespace) -> int:
    """Say where every part of each patch lands; each is seen on its own."""
    from patchsight.workspace.workspace import Workspace

    settings = _read_settings(options)
    sources, complaints = read_sources(options.patches, settings.max_patch_bytes)
    for complaint in complaints:
        complain(complaint)
    session = _open_session(options.session)
    workspace, status = Workspace(options.root, settings), FAILED if complaints else CLEAN
    with _open_output(options) as output, Progress(len(sources)) as progress:
        for source in sources:
            report = _analyse(workspace, source, session)
            progress.hide()
            _show(output, session, source.name, report)
            progress.step()
            status = max(status, CLEAN if report.ok else PROBLEMS)
    return status


def apply(options: argparse.Namespace) -> int:
    """Apply patches one after the other; each as a whole or not at all."""
    if not options.patches and not options.recover:
        raise UserError("no patch is named; `patchsight apply --help` says more")
    if options.dry_run and options.recover:
        raise UserError("--recover changes files and --dry-run must not; use one of them")
    settings = _read_settings(options)
    sources, complaints = read_sources(options.patches, settings.max_patch_bytes)
    if complaints:
        raise UserError("; ".join(complaints) + ". Nothing was applied.")
    with _open_output(options) as output, Progress(len(sources)) as progress:
        ordered = sources[::-1] if options.reverse else sources
        return Run(options, settings, output).apply_all(ordered, progress)


def read(options: argparse.Namespace) -> int:
    """Show lines of a file, numbered; a session remembers what was shown."""
    from patchsight.core.session.store import MemoryStore
    from patchsight.workspace.reading import read_lines
    from patchsight.workspace.session_file import FileStore

    if not options.root.is_dir():
        raise UserError(f"{options.root} is not a folder")
    store = FileStore(options.session) if options.session else MemoryStore()
    text = read_lines(options.root, Options(), store, options.path, options.first, options.last)
    write_literal(text + "\n")
    return CLEAN


def session(options: argparse.Namespace) -> int:
    """Write the block that tells a model how the session stands; keep the plan and limit given."""
    from patchsight.core.session.figures import render
    from patchsight.workspace.session_file import FileStore

    given = {"guidance": options.guidance, "max_exchanges": options.max_exchanges}
    given = {name: value for name, value in given.items() if value is not None}
    store = FileStore(options.file)
    if given:
        figures = store.update(lambda figures: figures._replace(**given))
    else:
        figures = store.read()
        if not options.file.exists():
            complain(f"there is no {options.file} yet: this is a session that has not begun")
    write(render(figures) + "\n")
    return CLEAN


def tool(options: argparse.Namespace) -> int:
    """Print the patch tool's definition as a provider's API takes it, its schema, or its text."""
    import json

    from patchsight.core.formats.registry import find_format
    from patchsight.core.formats.tool import define_tool, input_schema, write_guidance

    wanted = find_format(options.format)
    if options.guidance:
        write(write_guidance(options.provider or "anthropic", wanted) + "\n")
        return CLEAN
    provider = options.provider
    printed = define_tool(provider, wanted) if provider else input_schema(wanted)
    write(json.dumps(printed, ensure_ascii=False, indent=2) + "\n")
    return CLEAN


def mcp(options: argparse.Namespace) -> int:
    """Serve agents until they leave. Standard output is the wire. An agent waits for each answer, so
    one that takes too long is refused, as in an editor.
    """
    settings = _read_settings(options)._replace(patient=False)
    try:
        from patchsight.mcp.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("mcp", "mcp_types", "anyio", "jsonschema"):
            raise
        raise UserError(
            "this needs the package `mcp`, version 2: in a clone of Patchsight, `pip install '.[mcp]'`"
        ) from None
    from patchsight.mcp.tools import PatchTools

    if sys.stdin is not None and sys.stdin.isatty():
        complain("this is a server that agents start; it waits for one on standard input")
    return serve(PatchTools(options.root, settings, options.session))


def explain(options: argparse.Namespace) -> int:
    """Say what a code means and what helps; list them all if none is named."""
    from textwrap import fill

    if options.code is None:
        write("".join(f"{code:32} {entry.title}\n" for code, entry in CATALOGUE.items()))
        return CLEAN
    code = options.code.lower().replace("-", "_")
    if code not in CATALOGUE:
        from difflib import get_close_matches

        near = next(iter(get_close_matches(code, CATALOGUE, 1)), None)
        advice = f"did you mean `{near}`?" if near else "`patchsight explain` lists them all"
        raise UserError(f"there is no problem code `{options.code}`; {advice}")
    entry = CATALOGUE[code]
    title = f"{code} ({Severity(entry.severity).name.lower()}): {entry.title}"
    write(f"{title}\n\n{fill(entry.why, 88)}\n\n{fill('How to fix it: ' + entry.fix, 88)}\n")
    write(_show_example(code))
    return CLEAN


def _show_example(code: str) -> str:
    """A patch that has a problem, what is said of it, and the patch without it, as far as known."""
    import json
    from pathlib import Path

    page = Path(__file__).parents[1] / "examples.json"  # `resources` would load twenty modules
    examples = json.loads(page.read_text(encoding="utf-8"))
    example = examples.get(code)
    if example is None:
        return ""
    texts = [
        (f"Example, in a folder with {name}:", text) for name, text in example["files"].items()
    ]
    rows = [*texts[:1], (f"{'This' if texts else 'Example: this'} patch", example["patch"])]
    shown = "".join(f"\n{head}\n{_indented(text)}" for head, text in rows)
    shown += f"\nis told: {example['message']}\n"
    if example["after"] is not None:
        shown += f"\nAfterwards ({example['fix']}):\n{_indented(example['after'])}"
    return shown


def _indented(text: str) -> str:
    return "".join(f"    {line}".rstrip() + "\n" for line in visible(text).splitlines())


def _read_settings(options: argparse.Namespace) -> Options:
    if not options.root.is_dir():
        raise UserError(f"{options.root} is not a folder")
    return Options(
        profile=options.profile,
        agent=options.agent,
        duplicate_files="sequential" if options.sequential else "error",
        allow_drop=options.allow_drop,
        ap_whitespace=options.ap_whitespace,
        max_target_bytes=options.max_size * _MIB,
        max_patch_bytes=options.max_size * _MIB,
        keystone_files=tuple(options.keystone),
        patient=True,
    )


def _analyse(workspace: Workspace, source: Source, session: SessionStore | None) -> Report:
    from patchsight.workspace.workspace import refuse

    workspace.session = session.read() if session else None
    return refuse(*source.flaw) if source.flaw else workspace.analyse(source.text, source.path)


def _show(
    output: Output, session: SessionStore | None, name: str, report: Report, deed: str = ""
) -> None:
    """Say what became of a patch, also when its session cannot be kept, and what was done."""
    context = ""
    try:
        if session:
            from patchsight.core.formats.spec import policy_of
            from patchsight.core.session.figures import render

            figures = session.record(report, applied=bool(deed))
            context = render(figures, advises=policy_of(report.patch).session)
    finally:
        output.show(Outcome(name, report, bool(deed), context, deed))


def _open_session(path: Path | None, *, keeps: bool = True) -> SessionStore | None:
    """The session that a run belongs to, if any; one that cannot be used ends the run at once."""
    if path is None:
        return None
    from patchsight.core.session.store import UnchangedStore
    from patchsight.workspace.session_file import FileStore

    store = FileStore(path)
    as_it_is = UnchangedStore(store)
    return store if keeps else as_it_is


def _open_output(options: argparse.Namespace) -> Output:
    style = choose_style(options.color, str(options.root))
    return Output(options.output_format, style)


class Run:
    """One run of `apply`, which can tell what it has done when a later patch fails."""

    def __init__(self, options: argparse.Namespace, settings: Options, output: Output) -> None:
        from patchsight.workspace.rehearsal import Rehearsal

        self._root, self._dry, self._undo = options.root, options.dry_run, options.recover
        self._reverse: bool = options.reverse
        self._workspace = Rehearsal(options.root, settings)
        self._output = output
        self._session = _open_session(
            options.session, keeps=not options.dry_run and not options.reverse
        )
        self._applied: list[str] = []

    def apply_all(self, sources: Sequence[Source], progress: Progress) -> int:
        """Apply every patch up to the first that cannot be applied."""
        self._recover()
        try:
            for source in sources:
                report, reason = self._look_at(source)
                progress.hide()
                if reason or not report.ok:
                    return self._refuse(source.name, report, reason)
                self._apply(source.name, report)
                progress.step()
        except BaseException:
            self._remind()
            raise
        return CLEAN

    def _look_at(self, source: Source) -> tuple[Report, str]:
        """What a patch does, or what takes it back; and why not, where the report does not say."""
        report = _analyse(self._workspace, source, self._session)
        if not self._reverse or any(
            problem.severity is Severity.ERROR for problem in report.patch.problems
        ):
            return report, ""
        from patchsight.core.rewrite.reverse import take_back

        turned = take_back(
            report.patch,
            lambda patch: self._workspace.resolve(patch, source.path),
            self._workspace.options,
        )
        told = turned.report is not None and bool(turned.report.errors)
        return turned.report or report, "" if told else turned.reason

    def _recover(self) -> None:
        from patchsight.workspace.apply.transaction import finish_interrupted
        from patchsight.workspace.apply.writer import WriteError

        try:
            for sentence in finish_interrupted(self._root, self._undo):
                complain(sentence)
        except WriteError as error:
            raise UserError(str(error)) from None

    def _apply(self, name: str, report: Report) -> None:
        from patchsight.workspace.apply.writer import WriteError

        if self._reverse and not report.plan:
            complain(f"{name} is not applied, so there is nothing to take back")
            return
        if self._dry:
            self._rehearse(name, report)
            return
        try:
            self._workspace.apply(report)
        except WriteError as error:
            raise UserError(f"{name} was not applied: {error}") from None
        self._applied.append(name)
        _show(
            self._output, self._session, name, report, "Took back" if self._reverse else "Applied"
        )

    def _rehearse(self, name: str, report: Report) -> None:
        """Show what a patch would change, as a diff; go on as if it had been applied."""
        from patchsight.cli.text_output import summarise
        from patchsight.core.rewrite.git_diff import as_diff

        self._workspace.pretend(report.plan)
        if self._output.for_people:
            write_literal(as_diff(report.plan))
            complain(f"{name}: {summarise(report)}")
        else:
            _show(self._output, self._session, name, report)

    def _refuse(self, name: str, report: Report, reason: str) -> int:
        if not reason or not self._output.for_people:
            _show(self._output, self._session, name, report)
        if self._reverse:
            because = f": {reason}" if reason else "; nothing was changed"
            complain(f"{name} {'would not be' if self._dry else 'was not'} taken back{because}")
        else:
            complain(
                f"{name} would be refused"
                if self._dry
                else f"{name} was refused; nothing of it was applied"
            )
        self._remind()
        return PROBLEMS

    def _remind(self) -> None:
        """Each patch is all or nothing, the list of them is not: say which ones stay."""
        if self._applied:
            done = "taken back" if self._reverse else "applied"
            stays = (
                f"was {done} before and stays"
                if len(self._applied) == 1
                else f"were {done} before and stay"
            )
            complain(f"{', '.join(self._applied)} {stays} {'so' if self._reverse else 'applied'}")

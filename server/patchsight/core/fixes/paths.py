"""Fixes for paths: another file, a path from the workspace folder, headers that disagree."""

from __future__ import annotations

import re
from collections.abc import Iterator

from patchsight.core.fixes.trial import Edits, Fix, Trial
from patchsight.core.formats.spec import policy_of
from patchsight.core.model import path_rules
from patchsight.core.model.patch import FileChange, Op, PathRef
from patchsight.core.model.problems import Problem
from patchsight.core.text.edits import Edit
from patchsight.core.text.git_names import NULL, quote


def other_path(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """The files that may have been meant."""
    guesses = problem.data.get("suggestions")
    for guess in guesses if isinstance(guesses, list) else ():
        yield from _use(trial, problem, str(guess), f"Use `{guess}`")


def inside(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """A path that leaves the workspace folder: the same from there, else a file that ends alike."""
    ref = _ref(trial, problem)
    raw = ref.choices[0].replace("\\", "/") if ref and ref.choices else ""
    root = trial.around.root.replace("\\", "/").rstrip("/")
    if root and raw.casefold().startswith(f"{root}/".casefold()):
        short = path_rules.check(raw[len(root) + 1 :])[0]
        yield from _use(trial, problem, short, f"Make it relative: `{short}`")
        return
    name = raw.rpartition("/")[2].casefold()
    for guess in path_rules.suggest(raw.lstrip("/"), trial.around.known()) if name else ():
        if guess.rpartition("/")[2].casefold() == name:
            yield from _use(trial, problem, guess, f"Use `{guess}`")


def relative(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """An absolute path that is read as a relative one: what it is read as."""
    yield from _as_read(trial, problem, "Make it relative:")


def with_slashes(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """A path with `/`."""
    yield from _as_read(trial, problem, "Write")


def without_prefix(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """A path without the prefix of a diff, as it is read."""
    path = str(problem.data.get("path", ""))
    yield from _use(trial, problem, path, f"Write `{path}`", safe=True)


def _as_read(trial: Trial, problem: Problem, what: str) -> Iterator[Fix]:
    ref = _ref(trial, problem)
    if ref:
        path = ref.checked[0][0]
        yield from _use(trial, problem, path, f"{what} `{path}`", safe=True)


def _use(
    trial: Trial, problem: Problem, path: str, title: str, *, safe: bool = False
) -> Iterator[Fix]:
    yield from _propose(trial, problem, title, _rename(trial, problem, path), safe)


def _propose(
    trial: Trial, problem: Problem, title: str, edits: Edits, safe: bool = False
) -> Iterator[Fix]:
    if edits and trial.helps(edits, problem):
        yield Fix(title, edits, safe)


def _ref(trial: Trial, problem: Problem) -> PathRef | None:
    refs = (ref for change in trial.patch.files for ref in (change.path, change.new_path) if ref)
    return next((ref for ref in refs if ref.span == problem.span and ref.choices), None)


def _rename(trial: Trial, problem: Problem, path: str) -> Edits:
    """Write another path wherever a section names the one a problem is about."""
    ref = _ref(trial, problem)
    if ref is None:
        return ()
    section = next(change for change in trial.patch.files if ref in (change.path, change.new_path))
    if policy_of(trial.patch).repeats_paths:
        old = str(problem.data.get("written", ref.choices[0]))
        return tuple(
            change
            for row in _header_rows(trial, section)
            for change in _in_row(trial, row, old, path)
        )
    written = trial.buffer.text[slice(*ref.span)]
    return (Edit(ref.span, written.replace(ref.raw, path)),) if ref.raw in written else ()


def _header_rows(trial: Trial, section: FileChange) -> range:
    first = trial.buffer.row(section.span.start)
    hunks = [trial.buffer.row(part.header.start) for part in section.parts if part.lines]
    return range(first, min(hunks, default=trial.buffer.row(section.span.end) + 1))


def _in_row(trial: Trial, row: int, old: str, new: str) -> Iterator[Edit]:
    """Every place of a header row where a whole path, its prefix aside, stands."""
    for match in re.finditer(rf'(?<=[ /"]){re.escape(old)}(?=["\t ]|$)', trial.buffer.lines[row]):
        yield Edit(trial.buffer.span(row, *match.span()), new)


# ---- headers of a unified diff
def missing_header(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """The header rows that are missing, where it is known what they say."""
    text, offset = problem.data.get("missing"), problem.data.get("offset", problem.span.start)
    if not isinstance(text, str) or not isinstance(offset, int):
        return
    edits = (trial.insertion(trial.buffer.row(offset), text),)
    if trial.helps(edits, problem):
        rows = text.removesuffix("\n").replace("\n", "` and `")
        yield Fix(f"Add `{rows}`", edits)


def agree(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """Header rows that name different files: one of the two on both rows, or a rename."""
    old, new = str(problem.data.get("old")), str(problem.data.get("new"))
    section = trial.section(problem.span)
    if section is None or "old" not in problem.data:
        return
    if new == NULL:
        row = trial.buffer.row(problem.span.start)
        yield from _propose(trial, problem, f"Write `{NULL}`", (_name(trial, row, NULL),))
        return
    rows = {trial.buffer.lines[row][:4]: row for row in _header_rows(trial, section)}
    signs = {sign: rows[sign] for sign in ("--- ", "+++ ") if sign in rows}
    if section.op is Op.RENAME:
        names = {"--- ": quote(f"a/{old}"), "+++ ": quote(f"b/{new}")}
        edits = tuple(_name(trial, row, names[sign]) for sign, row in signs.items())
        yield from _propose(trial, problem, "Write the paths of the rename", edits)
        return
    for path in dict.fromkeys((old, new)):
        names = {"--- ": quote(f"a/{path}"), "+++ ": quote(f"b/{path}")}
        edits = tuple(_name(trial, row, names[sign]) for sign, row in signs.items())
        yield from _propose(trial, problem, f"Write `{path}` on both rows", edits)
    if "--- " in signs and old != new:
        edits = _as_rename(trial, signs["--- "], old, new)
        yield from _propose(trial, problem, f"Make it a rename to `{new}`", edits)


def _name(trial: Trial, row: int, name: str) -> Edit:
    return Edit(trial.buffer.span(row, 4), name)


def _as_rename(trial: Trial, row: int, old: str, new: str) -> Edits:
    """The rows of a rename above `---`; below `diff --git` where there is one."""
    above = trial.buffer.lines[row - 1] if row else ""
    rows = f"rename from {quote(old)}\nrename to {quote(new)}\n"
    if not above.startswith(("diff --git ", "index ")):
        rows = f"diff --git {quote('a/' + old)} {quote('b/' + new)}\n{rows}"
    return (trial.insertion(row, rows),)

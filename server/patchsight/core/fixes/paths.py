"""Fixes for the paths of a patch: another file, a path from the workspace folder, headers that
disagree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from patchsight.core.fixes.trial import Desk, Edits, Fix
from patchsight.core.formats.spec import policy_of
from patchsight.core.model import path_rules
from patchsight.core.model.patch import FileChange, Op, PathRef
from patchsight.core.model.problems import Problem
from patchsight.core.text.edits import Edit
from patchsight.core.text.git_names import NULL, quote


def other_path(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """The files that may have been meant."""
    guesses = problem.data.get("suggestions")
    for guess in guesses if isinstance(guesses, list) else ():
        yield from _use(desk, problem, str(guess), f"Use `{guess}`")


def inside(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """A path that leaves the workspace folder: the same from that folder if it leads there, else a
    file that ends alike.
    """
    ref = _ref(desk, problem)
    raw = ref.choices[0].replace("\\", "/") if ref and ref.choices else ""
    root = desk.around.root.replace("\\", "/").rstrip("/")
    if root and raw.casefold().startswith(f"{root}/".casefold()):
        short = path_rules.check(raw[len(root) + 1 :])[0]
        yield from _use(desk, problem, short, f"Make it relative: `{short}`")
        return
    name = raw.rpartition("/")[2].casefold()
    for guess in path_rules.suggest(raw.lstrip("/"), desk.around.known()) if name else ():
        if guess.rpartition("/")[2].casefold() == name:
            yield from _use(desk, problem, guess, f"Use `{guess}`")


def relative(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """An absolute path that is read as a relative one: what it is read as."""
    ref = _ref(desk, problem)
    if ref:
        path = path_rules.check(ref.choices[0])[0]
        yield from _use(desk, problem, path, f"Make it relative: `{path}`", safe=True)


def with_slashes(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """A path with `/`."""
    ref = _ref(desk, problem)
    if ref:
        path = path_rules.check(ref.choices[0])[0]
        yield from _use(desk, problem, path, f"Write `{path}`", safe=True)


def _use(
    desk: Desk, problem: Problem, path: str, title: str, *, safe: bool = False
) -> Iterator[Fix]:
    changes = _rename(desk, problem, path)
    if changes and desk.helps(changes, problem):
        yield Fix(title, changes, safe)


def _ref(desk: Desk, problem: Problem) -> PathRef | None:
    refs = (ref for change in desk.patch.files for ref in (change.path, change.new_path) if ref)
    return next((ref for ref in refs if ref.span == problem.span and ref.choices), None)


def _rename(desk: Desk, problem: Problem, path: str) -> Edits:
    """Write another path wherever a section names the one a problem is about."""
    ref = _ref(desk, problem)
    if ref is None:
        return ()
    section = next(change for change in desk.patch.files if ref in (change.path, change.new_path))
    if policy_of(desk.patch).repeats_paths:
        old = str(problem.data.get("written", ref.choices[0]))
        return tuple(
            change
            for row in _header_rows(desk, section)
            for change in _in_row(desk, row, old, path)
        )
    written = desk.buffer.text[slice(*ref.span)]
    return (Edit(ref.span, written.replace(ref.raw, path)),) if ref.raw in written else ()


def _header_rows(desk: Desk, section: FileChange) -> range:
    first = desk.buffer.row(section.span.start)
    hunks = [desk.buffer.row(part.header.start) for part in section.parts if part.lines]
    return range(first, min(hunks, default=desk.buffer.row(section.span.end) + 1))


def _in_row(desk: Desk, row: int, old: str, new: str) -> Iterator[Edit]:
    """Every place of a header row where a whole path, its prefix aside, stands."""
    for found in re.finditer(rf'(?<=[ /"]){re.escape(old)}(?=["\t ]|$)', desk.buffer.lines[row]):
        yield Edit(desk.buffer.span(row, *found.span()), new)


# ---- headers of a unified diff
def missing_header(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """The header rows that are missing, where it is known what they say."""
    text, offset = problem.data.get("missing"), problem.data.get("offset")
    if not isinstance(text, str) or not isinstance(offset, int):
        return
    changes = (desk.insertion(desk.buffer.row(offset), text),)
    if desk.helps(changes, problem):
        rows = text.removesuffix("\n").replace("\n", "` and `")
        yield Fix(f"Add `{rows}`", changes)


def agree(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """Header rows that name different files: one of the two on both rows, or a rename."""
    old, new = str(problem.data.get("old")), str(problem.data.get("new"))
    section = desk.section(problem.span)
    if section is None or "old" not in problem.data:
        return
    if new == NULL:
        row = desk.buffer.row(problem.span.start)
        yield from _propose(desk, problem, f"Write `{NULL}`", (_name(desk, row, NULL),))
        return
    rows = {desk.buffer.lines[row][:4]: row for row in _header_rows(desk, section)}
    signs = {sign: rows[sign] for sign in ("--- ", "+++ ") if sign in rows}
    if section.op is Op.RENAME:
        names = {"--- ": quote(f"a/{old}"), "+++ ": quote(f"b/{new}")}
        changes = tuple(_name(desk, row, names[sign]) for sign, row in signs.items())
        yield from _propose(desk, problem, "Write the paths of the rename", changes)
        return
    for path in dict.fromkeys((old, new)):
        names = {"--- ": quote(f"a/{path}"), "+++ ": quote(f"b/{path}")}
        changes = tuple(_name(desk, row, names[sign]) for sign, row in signs.items())
        yield from _propose(desk, problem, f"Write `{path}` on both rows", changes)
    if "--- " in signs and old != new:
        yield from _propose(
            desk, problem, f"Make it a rename to `{new}`", _as_rename(desk, signs["--- "], old, new)
        )


def _propose(desk: Desk, problem: Problem, title: str, changes: Edits) -> Iterator[Fix]:
    if changes and desk.helps(changes, problem):
        yield Fix(title, changes)


def _name(desk: Desk, row: int, name: str) -> Edit:
    return Edit(desk.buffer.span(row, 4), name)


def _as_rename(desk: Desk, row: int, old: str, new: str) -> Edits:
    """The rows of a rename above `---`; below `diff --git` where there is one."""
    above = desk.buffer.lines[row - 1] if row else ""
    git = (
        ""
        if above.startswith(("diff --git ", "index "))
        else f"diff --git {quote('a/' + old)} {quote('b/' + new)}\n"
    )
    return (desk.insertion(row, f"{git}rename from {quote(old)}\nrename to {quote(new)}\n"),)

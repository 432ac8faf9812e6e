"""Quick fixes as examples: the patch, the title of the fix, the patch after it; every fix is seen to do some good."""

from __future__ import annotations

from collections.abc import Mapping

from patchsight.core import formats
from patchsight.core.fixes import Fix, Surroundings, Trial, find_fixes, fix_all
from patchsight.core.model.report import Report
from patchsight.core.model.target import Target
from patchsight.core.placing.resolver import paths_of, resolve
from patchsight.core.placing.targets import read_from_roots
from patchsight.core.text.edits import apply_edits
from support.carets import trim

ROOT = "/home/me/shop"
Files = Mapping[str, str]


def analyse(patch: str, files: Files, name: str = "x.patch") -> Report:
    parsed = read_from_roots(formats.parse(patch, name), [ROOT])
    targets = {path: Target(path, files.get(path)) for path in paths_of(parsed)}
    return resolve(parsed, targets, known=lambda: list(files))


def trial_of(patch: str, files: Files, name: str = "x.patch") -> Trial:
    """What fixes of a patch are tried out with, in a workspace of these files."""
    return Trial(
        analyse(patch, files, name),
        Surroundings(lambda text: analyse(text, files, name), lambda: list(files), ROOT),
    )


def fixes_of(patch: str, files: Files, code: str, name: str = "x.patch") -> list[Fix]:
    """Every fix of every problem with a code."""
    trial = trial_of(trim(patch), files, name)
    return [
        fix
        for problem in trial.report.problems
        if problem.code == code
        for fix in find_fixes(trial, problem)
    ]


def titles(patch: str, files: Files, code: str, name: str = "x.patch") -> list[str]:
    return [fix.title for fix in fixes_of(patch, files, code, name)]


def check(
    patch: str,
    files: Files,
    code: str,
    title: str,
    after: str,
    name: str = "x.patch",
    *,
    safe: bool = False,
) -> Report:
    """Make one fix of one problem and compare the text; what a safe fix does, `fix all` does too."""
    patch, after = trim(patch), trim(after)
    fixes = fixes_of(patch, files, code, name)
    chosen = next((fix for fix in fixes if fix.title == title), None)
    assert chosen is not None, [fix.title for fix in fixes]
    assert apply_edits(patch, chosen.edits) == after
    assert chosen.safe is safe
    if safe:
        assert apply_edits(patch, fix_all(trial_of(patch, files, name))) == after
    else:
        assert not fix_all(trial_of(patch, files, name))
    before, now = analyse(patch, files, name), analyse(after, files, name)
    assert [one.code for one in now.problems].count(code) < [
        one.code for one in before.problems
    ].count(code)
    assert len(now.errors) <= len(before.errors)
    return now

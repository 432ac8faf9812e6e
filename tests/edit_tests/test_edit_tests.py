"""The conformance suite of `edit-tests/`: Patchsight does what it asks for, and it asks for one thing only."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import patchsight
from edit_tests.unambiguous import NO_PLACE, explain, fits_nowhere
from patchsight.core.formats.registry import names
from patchsight.core.model.patch import Options
from patchsight.core.model.report import Report
from support.folders import ROOT
from support.snapshots import check_snapshot

SUITE = ROOT / "edit-tests"
sys.path.insert(0, str(SUITE))

from suite import FORMATS, LEVELS, NEEDLESS, Case, find_cases, judge, lay_out  # noqa: E402

OURS = [form for form in FORMATS if form in names()]
PROFILES = ("claude-code",)  #: the agents whose habits it follows to the end
CASES = list(find_cases(OURS, profiles=PROFILES))
#: What Patchsight calls it if an edit is refused for one of the suite's reasons.
CODES = {
    "ambiguous": "ambiguous_context ambiguous_anchor ambiguous_position ambiguous_fence ambiguous_block cannot_insert "
    "count_mismatch rename_path_mismatch invalid_hunk_header",
    "stale": "context_not_found context_not_exact anchor_not_found end_not_found consumed_by_earlier_part hint_not_found "
    "cannot_insert delete_leaves_content line_out_of_range excerpt_only large_drop ambiguous_context unclear_indentation",
    "missing": "file_not_found is_directory",
    "exists": "file_exists not_a_file empty_from empty_search is_directory",
    "escaping": "path_escape no_patch",
    "cut-off": "truncated_patch unfinished_part invalid_block",
    "elided": "elided_content context_not_found large_drop",
    "conflict": "overlapping_parts rename_path_mismatch file_not_found duplicate_file_patch conflicting_paths partly_applied "
    "consumed_by_earlier_part context_not_found",
    "unsupported": "unsupported_git_patch_feature unsupported_command unsupported_version",
}


def answer(case: Case, root: Path) -> Report:
    options = Options(
        profile=case.format if case.format == "zenpatch" else "", agent=case.profile or "none"
    )
    return patchsight.check(case.edit.read_bytes().decode("utf-8"), root, options=options)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.name))
def test_a_case(case: Case, tmp_path: Path) -> None:
    root = lay_out(case, tmp_path)
    report = answer(case, root)
    told = [f"{problem.code}: {problem.message}" for problem in report.problems]
    write(root, report)
    verdict = judge(case, tmp_path, report.ok)
    if case.level == "should":
        assert verdict.endswith("right") or verdict == NEEDLESS, told
    else:
        assert verdict.endswith("right"), told
    if case.error in CODES:
        codes = {problem.code for problem in report.errors}
        assert codes & set(CODES[case.error].split()), told
    elif not case.error:
        again = answer(case, root)
        assert not again.files, "a second run edits"


def test_what_is_refused_is_told_by_these_codes(tmp_path_factory: pytest.TempPathFactory) -> None:
    """For every case all codes of its errors, so that no reason gives way to another unseen."""
    told: dict[str, list[str]] = {}
    for case in CASES:
        if case.error:
            report = answer(case, lay_out(case, tmp_path_factory.mktemp("case")))
            codes = " ".join(sorted({problem.code for problem in report.errors}))
            told.setdefault(f"{case.format}, {case.error}", []).append(
                f"{case.folder.name}: {codes}"
            )
    check_snapshot("edit_tests_codes", {title: "\n".join(rows) for title, rows in told.items()})


def write(root: Path, report: Report) -> None:
    """What `apply` does, without its care; that it does the same has tests of its own."""
    for path, text in report.files.items():
        place = root / path
        if text is None:
            place.unlink()
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(text.encode("utf-8"))


@pytest.mark.parametrize("form", OURS)
def test_cases_can_be_read_in_one_way_only(form: str) -> None:
    """By every way to place every part; what is ambiguous to the reference must be told apart by `by`."""
    told = {case.name: explain(case) for case in CASES if case.format == form and not case.error}
    assert {name: why for name, why in told.items() if why not in ("", NO_PLACE)} == {}
    compared = Counter(told.values())[""]
    if form == "wholefile":
        assert not compared  # a whole text has no place to look for
    else:
        assert compared > 0.8 * len(told)


def test_ambiguous_cases_are_ambiguous() -> None:
    """By the reference, which knows nothing of evidence; the others are ambiguous as a text, or as a path."""
    checked = Counter(explain(case) for case in CASES if case.error == "ambiguous")
    assert checked["several results"] >= 50, checked
    assert set(checked) == {"several results", "no result"}, checked


#: Stale by more than places: by what a deleted or whole file says, a line end, a hint, a number, or a grade that deletes nothing.
STALE_OTHERWISE = {
    "unified/never/deletion-leaves-content",
    "unified/never/deletion-of-another-text",
    "unified/never/removed-line-end-is-there",
    "v4a/never/insertion-below-a-missing-hint",
    "v4a/never/loose-deletion",
    "v4a/never/stacked-hint-is-missing",
    "stringedit/never/insert-beyond-the-end",
    "stringedit/never/second-edit-is-stale",
    "wholefile/never/quotation",
    "wholefile/never/snippet-under-a-path",
}


def test_stale_cases_fit_nowhere() -> None:
    """By the reference, which looks at every place."""
    stale = [case for case in CASES if case.error == "stale"]
    assert {case.name for case in stale if not fits_nowhere(case)} == STALE_OTHERWISE
    assert len(stale) > 100


def test_the_folders_are_in_step_with_their_source() -> None:
    run = subprocess.run(
        [sys.executable, str(SUITE / "expand"), "--check"],
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert run.returncode == 0, f"run edit-tests/expand:\n{run.stdout}"


def test_a_third_of_the_cases_must_be_refused() -> None:
    counts = Counter(case.level for case in find_cases(profiles=PROFILES))
    assert set(counts) == set(LEVELS)
    assert counts.total() >= 400
    assert counts["never"] * 3 >= counts.total()


def test_the_runner_judges_any_command() -> None:
    """One that does nothing and says that all is well is right nowhere."""
    words = [
        "--formats",
        "unified",
        "--only",
        "one-line",
        "--verbose",
        "--",
        sys.executable,
        "-c",
        "",
    ]
    run = subprocess.run(
        [sys.executable, str(SUITE / "run"), *words],
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert run.returncode == 1
    assert "refused needlessly: unified/must/one-line\n" in run.stdout


def test_the_runner_knows_its_adapters() -> None:
    program = [sys.executable, str(SUITE / "run"), "--adapter", "patchsight"]
    words = ["--only", "must/two-parts", "--formats", "unified,v4a"]
    run = subprocess.run([*program, *words], capture_output=True, check=False, encoding="utf-8")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "applied right 2" in run.stdout


@pytest.mark.parametrize(
    "words", [[], ["--formats", "v5a", "--", "true"], ["--only", "no-such-case", "--", "true"]]
)
def test_a_run_of_nothing_is_an_error(words: list[str]) -> None:
    run = subprocess.run(
        [sys.executable, str(SUITE / "run"), *words],
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert run.returncode == 2
    assert "error: " in run.stderr

"""convert, refresh, reverse, create on the command line: another text, the same files afterwards."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from patchsight.cli import main
from support.folders import SAMPLES
from test_scenarios import SCENARIOS, copy_tree, find_patch, read_tree

FINE = sorted(SAMPLES.glob("patches/*/fine.*"))
FORMATS = ("unified", "v4a", "zenpatch", "ap", "applydiff", "wholefile")
SUFFIX = {"unified": "diff", "v4a": "patch", "wholefile": "md"}


def tree(root: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def copy(tmp_path: Path, name: str) -> Path:
    shutil.copytree(SAMPLES / "workspace", tmp_path / name)
    return tmp_path / name


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(words)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def apply(capsys: pytest.CaptureFixture[str], root: Path, patch: Path) -> dict[str, bytes]:
    status, out, err = run(capsys, "apply", "--root", str(root), str(patch))
    assert status == 0, out + err
    return tree(root)


@pytest.mark.parametrize("wanted", FORMATS)
@pytest.mark.parametrize("patch", FINE, ids=lambda path: path.parent.name)
def test_a_converted_patch_gives_the_same_files(
    patch: Path, wanted: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, text, err = run(
        capsys, "convert", "--to", wanted, "--root", str(SAMPLES / "workspace"), str(patch)
    )
    if status:
        assert wanted in ("ap", "applydiff", "wholefile") and (
            "cannot delete a file" in err or "cannot rename a file" in err
        )
        return
    converted = tmp_path / f"converted.{SUFFIX.get(wanted, wanted)}"
    converted.write_text(text, encoding="utf-8", newline="")
    assert apply(capsys, copy(tmp_path, "one"), converted) == apply(
        capsys, copy(tmp_path, "two"), patch
    )


@pytest.mark.parametrize("patch", FINE, ids=lambda path: path.parent.name)
def test_a_reversed_patch_takes_the_patch_back(
    patch: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, text, err = run(capsys, "reverse", "--root", str(SAMPLES / "workspace"), str(patch))
    if status:
        assert "cannot delete a file" in err
        return
    back = tmp_path / f"back{patch.suffix}"
    back.write_text(text, encoding="utf-8", newline="")
    root = copy(tmp_path, "workspace")
    before = tree(root)
    assert apply(capsys, root, patch) != before
    assert apply(capsys, root, back) == before


# ---- whole trees
def applies(scenario: Path) -> bool:
    """Whether a scenario is about a patch that changes something, with nothing but the usual settings."""
    problems = (scenario / "problems.txt").read_text(encoding="utf-8")
    changes = read_tree(scenario / "input") != read_tree(scenario / "expected")
    return changes and not problems.startswith("error ") and not (scenario / "options.txt").exists()


APPLYING = [scenario for scenario in SCENARIOS if applies(scenario)]
every_scenario = pytest.mark.parametrize(
    "scenario", APPLYING, ids=lambda scenario: str(scenario.name)
)
UNSAYABLE = (
    "cannot delete a file",
    "cannot rename a file",
    "it removes white space",
    "it cannot add or remove the newline",
    "the file is empty",
    "line feeds only",
    "mixes kinds of line ends",
)


def lay_out(scenario: Path, tmp_path: Path, name: str = "root") -> tuple[Path, Path]:
    """A copy of a scenario's tree, and its patch."""
    root = tmp_path / name
    copy_tree(scenario / "input", root)
    return root, find_patch(scenario, root, tmp_path)


@every_scenario
@pytest.mark.parametrize("wanted", FORMATS)
def test_a_tree_is_the_same_whatever_format_the_patch_is_in(
    scenario: Path, wanted: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root, patch = lay_out(scenario, tmp_path)
    status, text, err = run(capsys, "convert", "--to", wanted, "--root", str(root), str(patch))
    if status:
        assert any(reason in err for reason in UNSAYABLE), err
        return
    converted = tmp_path / f"converted.{SUFFIX.get(wanted, wanted)}"
    converted.write_text(text, encoding="utf-8", newline="")
    apply(capsys, root, converted)
    assert read_tree(root) == read_tree(scenario / "expected")


@every_scenario
def test_a_refreshed_patch_leaves_the_same_tree(
    scenario: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root, patch = lay_out(scenario, tmp_path)
    status, text, err = run(capsys, "refresh", "--root", str(root), str(patch))
    assert status == 0, err
    patch.write_text(text, encoding="utf-8", newline="")
    assert run(capsys, "refresh", "--root", str(root), str(patch))[1] == text
    apply(capsys, root, patch)
    left = read_tree(root)
    inside = patch.relative_to(root).as_posix() if patch.is_relative_to(root) else ""
    assert {**left, inside: b""} == {**read_tree(scenario / "expected"), inside: b""}


@every_scenario
def test_a_tree_is_as_it_was_once_the_patch_is_taken_back(
    scenario: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root, patch = lay_out(scenario, tmp_path)
    before = read_tree(root)
    apply(capsys, root, patch)
    applied = read_tree(root)
    status, _, err = run(capsys, "apply", "--reverse", "--root", str(root), str(patch))
    if status:
        assert "was not taken back" in err
        assert read_tree(root) == applied
    else:
        assert read_tree(root) == before


def test_most_trees_can_be_taken_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = 0
    for number, scenario in enumerate(APPLYING):
        root, patch = lay_out(scenario, tmp_path, str(number))
        apply(capsys, root, patch)
        done += run(capsys, "apply", "--reverse", "--root", str(root), str(patch))[0] == 0
    assert done >= len(APPLYING) // 2


def test_refreshing_corrects_numbers_and_context(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.py").write_text("one\ntwo\nthree\nfour\nfive\n")
    stale = tmp_path / "stale.diff"
    stale.write_text("--- a/a.py\n+++ b/a.py\n@@ -90,2 +90,1 @@\n three\n-four\n+4\n")
    fresh = "--- a/a.py\n+++ b/a.py\n@@ -1,5 +1,5 @@\n one\n two\n three\n-four\n+4\n five\n"
    assert run(capsys, "refresh", "--root", str(tmp_path), str(stale))[:2] == (0, fresh)
    stale.write_text(fresh)
    assert run(capsys, "refresh", "--root", str(tmp_path), str(stale))[:2] == (0, fresh)


def test_a_patch_with_errors_is_shown_not_rewritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    patch = SAMPLES / "patches/v4a/stale.patch"
    status, out, err = run(capsys, "refresh", "--root", str(SAMPLES / "workspace"), str(patch))
    assert status == 1
    assert "error[context_not_found]" in out and "only a patch that fits can be rewritten" in err


def test_a_reversed_deletion_brings_back_every_byte(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root, patch, back = tmp_path / "root", tmp_path / "gone.patch", tmp_path / "back.patch"
    root.mkdir()
    (root / "a.txt").write_bytes(b"\xef\xbb\xbfone\ntwo\n")
    patch.write_text("*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n", encoding="utf-8")
    before = tree(root)
    _, text, _ = run(capsys, "reverse", "--root", str(root), str(patch))
    back.write_text(text, encoding="utf-8", newline="")
    assert apply(capsys, root, patch) == {}
    assert apply(capsys, root, back) == before

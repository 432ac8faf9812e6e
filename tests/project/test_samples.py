"""Every sample shows what it is for: its exit status, and what is reported at which line."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from patchsight.cli import main
from support.folders import ROOT

PATCHES = ROOT / "samples" / "patches"
WORKSPACE = ROOT / "samples" / "workspace"

#: Patch, exit status, code:line of each problem in order.
EXPECTED = """
ap/ambiguous.ap                1  ambiguous_context:8 ambiguous_anchor:13
ap/applied.ap                  0  already_applied:6 already_applied:11
ap/fine.ap                     0
ap/hostile.ap                  1  path_escape:4 path_escape:10 path_escape:15
ap/malformed.ap                1  unquoted_version:2 misaligned_key:9 invalid_action:11 missing_key:18 unknown_key:19
ap/stale.ap                    1  context_not_found:9
applydiff/ambiguous.applydiff  1  few_context_lines:1 ambiguous_context:3
applydiff/applied.applydiff    0  already_applied:1
applydiff/corrected.applydiff  0
applydiff/fine.applydiff       0
applydiff/fuzzy.applydiff      0  fuzzy_match:3
applydiff/hostile.applydiff    1  path_escape:1 path_escape:7 path_escape:12
applydiff/malformed.applydiff  1  invalid_session:1 invalid_option:3 invalid_block:17 invalid_block:18 truncated_patch:22
applydiff/stale.applydiff      1  context_not_found:3
searchreplace/ambiguous.sr     1  ambiguous_context:5
searchreplace/applied.sr       0  already_applied:4
searchreplace/fine.sr          0
searchreplace/hostile.sr       1  path_escape:1 path_escape:8 path_escape:14
searchreplace/malformed.sr     1  surrounding_noise:1 missing_path:3 invalid_block:10 same_path:16 elided_content:19 conflict_markers:24 truncated_patch:31
searchreplace/stale.sr         1  context_not_found:3
stringedit/ambiguous.json      1  ambiguous_context:3
stringedit/applied.json        0  already_applied:6
stringedit/elided.json         1  elided_content:4
stringedit/fine.json           0
stringedit/hostile.json        1  path_escape:1 path_escape:2 path_escape:3
stringedit/malformed.json      1  conflicting_keys:1 missing_key:2 unsupported_command:3 invalid_json:4
stringedit/stale.json          1  context_not_found:4
unified/ambiguous.diff         1  ambiguous_context:3
unified/applied.diff           0  already_applied:5
unified/fine.diff              0
unified/hostile.diff           1  path_escape:2 path_escape:6 path_escape:15
unified/malformed.diff         1  invalid_hunk_header:3 missing_file_header:8 unsupported_git_patch_feature:14
unified/stale.diff             1  context_not_found:7
v4a/ambiguous.patch            1  ambiguous_context:3 ambiguous_context:8 ambiguous_anchor:8
v4a/applied.patch              0  already_applied:3 already_applied:8
v4a/fine.patch                 0
v4a/hostile.patch              1  path_escape:2 path_escape:5 path_escape:9 path_escape:10
v4a/malformed.patch            1  unknown_directive:2 no_hunks:9 missing_path:10 invalid_hunk_line:14 truncated_patch:15
v4a/stale.patch                1  context_not_found:6
wholefile/ambiguous.md         1  ambiguous_block:1 ambiguous_fence:17
wholefile/applied.md           0  already_applied:1
wholefile/elided.md            1  elided_content:6
wholefile/excerpt.md           1  excerpt_only:3 large_drop:10
wholefile/fine.md              0
wholefile/hostile.md           1  path_escape:1 path_escape:5 path_escape:11
wholefile/malformed.md         1  conflicting_paths:3 unsupported_command:7 invalid_block:9 truncated_patch:14
zenpatch/ambiguous.zenpatch    1  ambiguous_context:3
zenpatch/applied.zenpatch      0  already_applied:3
zenpatch/fine.zenpatch         0
zenpatch/hostile.zenpatch      1  path_escape:2 path_escape:6 path_escape:8
zenpatch/inexact.zenpatch      1  context_not_exact:5
zenpatch/malformed.zenpatch    1  invalid_hunk_line:3 no_hunks:6 invalid_hunk_line:10
zenpatch/stale.zenpatch        1  context_not_found:6
"""
TABLE = {
    name: (int(status), found)
    for name, status, *found in map(str.split, EXPECTED.strip().split("\n"))
}


def check(name: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """The exit status of a sample, and its problems as code:line."""
    status = main(
        ["check", "--root", str(WORKSPACE), "--output-format", "json", str(PATCHES / name)]
    )
    problems = json.loads(capsys.readouterr().out)["problems"]
    return status, [
        f"{problem['code']}:{problem['range']['start']['line']}" for problem in problems
    ]


def test_the_table_names_every_sample() -> None:
    assert sorted(TABLE) == sorted(
        path.relative_to(PATCHES).as_posix() for path in PATCHES.glob("*/*")
    )


@pytest.mark.parametrize("name", TABLE)
def test_sample(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(name, capsys) == TABLE[name]


@pytest.mark.parametrize("name", TABLE)
def test_the_description_names_the_codes(name: str) -> None:
    """The last column of samples/README.md is what Patchsight says."""
    rows = (PATCHES.parent / "README.md").read_text(encoding="utf-8").split("\n")
    [row] = [row for row in rows if row.startswith(f"| `{name}` |")]
    said = row.split("|")[-2]
    assert set(re.findall(r"`(\w+)`", said)) == {found.split(":")[0] for found in TABLE[name][1]}
    assert ("nothing: all parts land" in said) == (not TABLE[name][1])


def test_the_show_runs_through() -> None:
    """`make run` is the first thing a newcomer sees."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "samples" / "show.py")],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert '+    headers: { "Content-Type": "application/json" },' in done.stdout

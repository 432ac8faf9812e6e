"""The command line: what it says, what it changes, and its exit status."""

from __future__ import annotations

import gc
import io
import json
import os
import stat
import subprocess
import sys
import time
import types
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

import patchsight
from patchsight.cli import main
from patchsight.cli.arguments import COMMANDS
from patchsight.cli.progress import Progress
from patchsight.core.model.problems import CATALOGUE
from patchsight.workspace.apply import disk, transaction
from patchsight.workspace.workspace import Workspace
from support.faults import interrupt
from support.folders import SAMPLES

PATCHES = SAMPLES / "patches"
SHOP = SAMPLES / "workspace"

CART = """\
def total(lines):
    return sum(line.price for line in lines)


def shipping(lines):
    if not lines:
        return 0
    return 490
"""
FINE = """\
*** Begin Patch
*** Update File: cart.py
@@ def shipping(lines):
-    return 490
+    return 590
*** End Patch
"""
STALE = """\
*** Begin Patch
*** Update File: cart.py
@@ def shipping(lines):
     if not lines:
-        return None
+        return 1
     return 490
*** End Patch
"""
SECOND = FINE.replace("590", "690").replace("490", "590")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace, which is also the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    (tmp_path / "cart.py").write_text(CART)
    (tmp_path / "fine.patch").write_text(FINE)
    (tmp_path / "stale.patch").write_text(STALE)
    (tmp_path / "second.patch").write_text(SECOND)
    return tmp_path


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run the command line in this process: exit status, output, complaints."""

    def call(*words: str) -> tuple[int, str, str]:
        try:
            status = main(words)
        except SystemExit as stop:
            status = int(stop.code or 0)
        said = capfd.readouterr()
        return status, said.out, said.err

    return call


Run = Callable[..., tuple[int, str, str]]


def start(*words: str, text: str = "", **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the command line as a program of its own."""
    return subprocess.run(
        [sys.executable, "-m", "patchsight", *words],
        input=text,
        capture_output=True,
        encoding="utf-8",
        check=False,
        **options,
    )


def look() -> dict[str, bytes]:
    return {
        path.as_posix(): path.read_bytes()
        for path in Path().rglob("*")
        if path.is_file() and path.suffix != ".patch"
    }


# ---- what people read


def test_fine(run: Run) -> None:
    assert run("check", "fine.patch") == (
        0,
        """\
fine.patch (v4a)
  ok  part 1, line 3: cart.py:8  fits exactly
1 part fits: 1 file would change.
""",
        "",
    )


def test_stale(run: Run) -> None:
    assert run("check", "stale.patch") == (
        1,
        """\
error[context_not_found]: Expected `return None`, but line 7 is `return 0`. This text is not in cart.py; \
the nearest place is line 6 (92% alike).
 --> stale.patch:5:2
5 | -        return None
  |  ^^^^^^^^^^^^^^^^^^^
 ::: cart.py:7: the line that differs
6 |     if not lines:
7 |         return 0
  |                ~

stale.patch (v4a)
  !!  part 1, line 3: cart.py  not found
1 error: nothing can be applied.
`patchsight explain context_not_found` says more.
""",
        "",
    )


def test_line_that_is_not_there(run: Run) -> None:
    Path("a.diff").write_text(
        "--- a/cart.py\n+++ b/cart.py\n@@ -5,5 +5,5 @@\n def shipping(lines):\n     if not lines:\n"
        "         return 0\n-    return 490\n+    return 590\n # the end\n"
    )
    assert run("check", "a.diff")[1].split("\n")[:8] == [
        "error[context_not_found]: Expected `# the end`, but cart.py ends before it. This text is not in cart.py; "
        "the nearest place is line 5 (88% alike).",
        " --> a.diff:9:2",
        "9 |  # the end",
        "  |  ^^^^^^^^^",
        " ::: cart.py:8: it is missing about here",
        "6 |     if not lines:",
        "7 |         return 0",
        "8 |     return 490",
    ]


def test_ambiguous_places_are_told_apart(run: Run) -> None:
    """Each place is shown with the nearest line above it that the others do not have."""
    Path("shop.toml").write_text(
        "[mail]\ntimeout = 30\nretries = 3\n\n[payment]\ntimeout = 30\nretries = 3\n"
    )
    Path("a.diff").write_text(
        "--- a/shop.toml\n+++ b/shop.toml\n@@ -20 +20 @@\n-retries = 3\n+retries = 5\n"
    )
    assert run("check", "a.diff") == (
        1,
        """\
error[ambiguous_context]: This text stands in 2 places in shop.toml: line 3 in `[mail]` and line 7 in `[payment]`. \
Add lines around the change until it fits one place only.
 --> a.diff:3:1
3 | @@ -20 +20 @@
  | ^^^^^^^^^^^^^
 ::: shop.toml:3: it could be here
1 | [mail]
...
3 | retries = 3
 ::: shop.toml:7: it could be here
5 | [payment]
...
7 | retries = 3

a.diff (unified diff)
  !!  part 1, line 3: shop.toml  fits several places
1 error: nothing can be applied.
`patchsight explain ambiguous_context` says more.
""",
        "",
    )


def test_wide_characters_and_tabs(run: Run) -> None:
    Path("ort.go").write_text('func ort() {\n\t名前 := "東京" // cafe\u0301\n}\n')
    Path("a.diff").write_text(
        "--- a/ort.go\n+++ b/ort.go\n@@ -1,3 +1,3 @@\n func ort() {\n"
        '-\t名前 := "大阪" // cafe\u0301\n+\t名前 := "京都"\n }\n'
    )
    _, out, _ = run("check", "a.diff")
    assert out.split("\n")[2:8] == [
        '5 | -    名前 := "大阪" // cafe\u0301',
        "  |  ^^^^^^^^^^^^^^^^^^^^^^^^^^",
        " ::: ort.go:2: the line that differs",
        "1 | func ort() {",
        '2 |     名前 := "東京" // cafe\u0301',
        "  |              ~~~~",
    ]


def test_white_space_is_shown_where_it_matters(run: Run) -> None:
    Path("main.go").write_text("func main() {\n\trun()\n}\n")
    Path("a.zenpatch").write_text(
        "*** Begin Patch\n*** Update File: main.go\n@@\n func main() {\n"
        "-    run()\n+    stop()\n }\n*** End Patch\n"
    )
    _, out, _ = run("check", "a.zenpatch")
    assert out.split("\n")[2:7] == [
        "5 | -····run()",
        "  |  ^^^^^^^^^",
        " ::: main.go:2: the file has",
        "2 | →   run()",
        "  | ~~~~",
    ]


def test_long_lines_are_cut_around_the_difference(run: Run) -> None:
    long = "x = [" + ", ".join(map(str, range(100))) + "]\n"
    Path("data.py").write_text("# data\n" + long + "# end\n")
    Path("a.patch").write_text(
        "*** Begin Patch\n*** Update File: data.py\n@@\n # data\n-"
        + long.replace("77", "7777")
        + "+x = []\n # end\n*** End Patch\n"
    )
    rows = run("check", "a.patch")[1].split("\n")
    numbers = ", ".join(map(str, range(68, 77)))
    assert [row[:50] for row in rows[2:8]] == [
        f"5 | …, {numbers}, 7777, 7",
        "  |  " + "^" * 45,
        " ::: data.py:2: the line that differs",
        "1 | # data",
        f"2 | …, {numbers}, 77, 78,",
        "  | " + " " * len(f"…, {numbers}, ") + "~~",
    ]
    assert all(len(row) <= 120 for row in rows[1:])


def test_nothing_drives_the_terminal(run: Run) -> None:
    """Neither names nor lines nor messages carry control characters to the screen."""
    Path("cart.py").write_text("\x1b]0;owned\x07\u202e = 1\n")
    Path("a\x1b[2J.patch").write_text(
        "*** Begin Patch\n*** Update File: cart.py\n@@\n-\x1b]0;owned\x07\u202e = 2\n"
        "+\x9b31m\n*** End Patch\n"
    )
    status, out, _ = run("check", "a\x1b[2J.patch")
    assert status == 1
    assert all(row.isprintable() for row in out.split("\n"))
    assert "␛]0;owned␇<U+202E> = 2" in out
    assert "a␛[2J.patch:4:2" in out


@pytest.mark.parametrize("form", ["text", "github", "json", "sarif", "feedback"])
def test_no_output_drives_the_terminal(run: Run, form: str) -> None:
    """Control characters, those of C1 too, and what turns the direction of writing: in names, lines and messages."""
    evil = "\x1b]0;owned\x07\x9b31m\x7f\u202e"
    Path("cart.py").write_text(f"{evil} = 1\n")
    for name, path in (("lines", "cart.py"), (f"a{evil}", f"b{evil}.py")):
        Path(f"{name}.patch").write_text(
            f"*** Begin Patch\n*** Update File: {path}\n@@ {evil}\n-{evil} = 2\n+{evil}\n*** End Patch\n"
        )
        status, out, err = run("check", "--output-format", form, f"{name}.patch")
        assert status == 1
        for row in (out + err).split("\n"):
            assert row.isprintable(), row


def test_escapes_in_json_change_nothing(run: Run) -> None:
    name = "a\x9b\u202e\U000e0001.patch"
    Path(name).write_text("*** Begin Patch\n*** Delete File: cart.py\n*** End Patch\n")
    out = run("check", "--output-format", "json", name)[1]
    assert r'"a\u009b\u202e\udb40\udc01.patch"' in out
    assert json.loads(out)["patch"] == name


def test_a_patch_is_written_to_the_letter_but_for_people(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("p.patch").write_text(
        "*** Begin Patch\n*** Add File: new.txt\n+\x1b[2J\tx\n*** End Patch\n"
    )
    assert "+\x1b[2J\tx\n" in run("apply", "--dry-run", "p.patch")[1]
    assert "+\x1b[2J\tx\n" in run("convert", "--to", "unified", "p.patch")[1]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert "+<U+001B>[2J\tx\n" in run("apply", "--dry-run", "p.patch")[1]
    assert "+<U+001B>[2J\tx\n" in run("convert", "--to", "unified", "p.patch")[1]


def test_colour(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run("check", "stale.patch")[1]
    assert "\x1b" not in plain
    coloured = run("check", "--color", "always", "stale.patch")[1]
    assert "\x1b[1;31merror[context_not_found]\x1b[0m" in coloured
    assert strip(coloured) == plain


def strip(text: str) -> str:
    pieces = text.split("\x1b[")
    return pieces[0] + "".join(piece.partition("m")[2] for piece in pieces[1:])


@pytest.mark.parametrize(
    ("environment", "words", "coloured"),
    [
        ({}, [], True),
        ({"NO_COLOR": "1"}, [], False),
        ({"NO_COLOR": ""}, [], True),
        ({"TERM": "dumb"}, [], False),
        ({"NO_COLOR": "1"}, ["--color", "always"], True),
        ({}, ["--color", "never"], False),
    ],
)
def test_colour_on_a_terminal(
    environment: dict[str, str], words: list[str], coloured: bool
) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", **environment}
    command = [sys.executable, "-m", "patchsight", "check", "fine.patch", *words]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        said = b"".join(iter(lambda: read_terminal(ours), b""))
    os.close(ours)
    assert (process.returncode, b"\x1b[" in said) == (0, coloured)


def read_terminal(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 4096)
    except OSError:  # the other side is closed
        return b""


def test_several_patches(run: Run) -> None:
    status, out, err = run("check", "fine.patch", "stale.patch", "none.patch")
    assert status == 2
    assert out.startswith("fine.patch (v4a)\n  ok") and "\n\nerror[context_not_found]" in out
    assert err == "patchsight: cannot read none.patch: there is no such file\n"


def test_no_patch(run: Run) -> None:
    Path("note.txt").write_text("Dear all,\nplease change the timeout.\n")
    assert run("check", "note.txt") == (
        1,
        """\
error[no_patch]: No patch was found here. A patch starts with `--- a/file`, `*** Begin Patch`, `version:` \
and `changes:`, `>>> file:`, `<<<<<<< SEARCH`, `{"old_string": …}`, or a fence below the path of its file.
 --> note.txt:1:1
1 | Dear all,
  | ^^^^^^^^^

note.txt (no patch)
1 error: nothing can be applied.
`patchsight explain no_patch` says more.
""",
        "",
    )


# ---- what programs read


@pytest.mark.parametrize(
    "name", sorted(path.relative_to(PATCHES).as_posix() for path in PATCHES.glob("*/*"))
)
def test_json_follows_the_schema(name: str, run: Run) -> None:
    _, out, _ = run("check", "--output-format", "json", "--root", str(SHOP), str(PATCHES / name))
    jsonschema.validate(json.loads(out), SCHEMA)


SCHEMA = json.loads(
    (resources.files(patchsight) / "receipt.schema.json").read_text(encoding="utf-8")
)


def read_receipts(out: str) -> list[dict[str, Any]]:
    """One receipt per line."""
    receipts = [json.loads(line) for line in out.splitlines()]
    for receipt in receipts:
        jsonschema.validate(receipt, SCHEMA)
    return receipts


def test_json_for_one_and_for_several_has_one_shape(run: Run) -> None:
    [one] = read_receipts(run("check", "--output-format", "json", "fine.patch")[1])
    assert (one["patch"], one["applicable"], one["applied"]) == ("fine.patch", True, False)
    both = read_receipts(run("check", "--output-format", "json", "fine.patch", "stale.patch")[1])
    assert [receipt["applicable"] for receipt in both] == [True, False]
    assert both[0] == one
    out = run("check", "--output-format", "json", "fine.patch", "none.patch")[1]
    assert read_receipts(out) == [one]


def test_a_receipt_says_rule_and_hint_and_comes_with_the_feedback(run: Run) -> None:
    [receipt] = read_receipts(run("check", "--output-format", "json", "stale.patch")[1])
    problem = receipt["problems"][0]
    assert problem["code"] == "context_not_found"
    assert problem["rule"] and problem["hint"] == CATALOGUE["context_not_found"].for_model
    told = run("check", "--output-format", "feedback", "stale.patch")[1]
    assert receipt["feedback"] + "\n" == told


def test_json_tells_what_was_applied(run: Run) -> None:
    status, out, _ = run(
        "apply", "--output-format", "json", "fine.patch", "stale.patch", "second.patch"
    )
    assert status == 1
    assert [(receipt["patch"], receipt["applied"]) for receipt in read_receipts(out)] == [
        ("fine.patch", True),
        ("stale.patch", False),
    ]


def test_sarif(run: Run) -> None:
    Path("my patch#1.diff").write_text(
        "--- a/cart.py\n+++ b/cart.py\n@@ -9 +9 @@\n-    return\n+    return 1\n"
    )
    status, out, _ = run(
        "check", "--output-format", "sarif", "stale.patch", "my patch#1.diff", "fine.patch"
    )
    log = json.loads(out)
    assert (status, log["version"]) == (1, "2.1.0")
    [sarif_run] = log["runs"]
    driver = sarif_run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("patchsight", patchsight.__version__)
    assert sarif_run["columnKind"] == "unicodeCodePoints"
    assert [rule["id"] for rule in driver["rules"]] == sorted(
        {result["ruleId"] for result in sarif_run["results"]}
    )
    assert all(
        rule["shortDescription"]["text"] == CATALOGUE[rule["id"]].title for rule in driver["rules"]
    )
    for result in sarif_run["results"]:
        assert result["level"] in ("error", "warning", "note") and result["message"]["text"]
        for location in [*result["locations"], *result["relatedLocations"]]:
            check_location(location["physicalLocation"])
    first, second = sarif_run["results"][0], sarif_run["results"][-1]
    assert first["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "stale.patch"},
        "region": {"startLine": 5, "startColumn": 2, "endLine": 5, "endColumn": 21},
    }
    assert first["relatedLocations"][0]["physicalLocation"]["artifactLocation"] == {
        "uri": "cart.py"
    }
    assert second["locations"][0]["physicalLocation"]["artifactLocation"] == {
        "uri": "my%20patch%231.diff"
    }


def check_location(location: dict[str, Any]) -> None:
    region = location["region"]
    assert set(location) == {"artifactLocation", "region"}
    assert 1 <= region["startLine"] <= region["endLine"]
    assert region.get("startColumn", 1) >= 1 and region.get("endColumn", 1) >= 1


def test_sarif_of_a_clean_patch(run: Run) -> None:
    status, out, _ = run("check", "--output-format", "sarif", "fine.patch")
    [sarif_run] = json.loads(out)["runs"]
    assert (status, sarif_run["results"], sarif_run["tool"]["driver"]["rules"]) == (0, [], [])


def test_sarif_names_targets_from_here(run: Run, folder: Path) -> None:
    Path("ws").mkdir()
    Path("cart.py").rename("ws/cart.py")
    for root in ("ws", str(folder / "ws")):
        log = json.loads(run("check", "--root", root, "--output-format", "sarif", "stale.patch")[1])
        [result] = log["runs"][0]["results"]
        uri = result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert uri in ("ws/cart.py", (folder / "ws" / "cart.py").as_uri())


def test_github(run: Run) -> None:
    Path("a,b:100%.patch").write_text(STALE.replace("return None", "return 100%"))
    status, out, _ = run("check", "--output-format", "github", "a,b:100%.patch", "fine.patch")
    assert status == 1
    assert out == (
        "::error file=a%2Cb%3A100%25.patch,line=5,endLine=5,col=2,endColumn=21,title=context_not_found::"
        "Expected `return 100%25`, but line 7 is `return 0`. This text is not in cart.py; "
        "the nearest place is line 6 (94%25 alike).\n"
    )


# ---- applying


def test_apply(run: Run) -> None:
    assert run("apply", "fine.patch") == (
        0,
        """\
Applied fine.patch: 1 file.
  changed  cart.py  +1 -1
""",
        "",
    )
    assert Path("cart.py").read_text() == CART.replace("490", "590")
    assert run("apply", "fine.patch") == (
        0,
        """\
fine.patch: nothing to change.
  ok  part 1, line 3: cart.py:8  already applied
""",
        "",
    )


def test_apply_says_what_was_there_before(run: Run) -> None:
    Path("half.diff").write_text(
        "--- a/cart.py\n+++ b/cart.py\n"
        "@@ -5,2 +5,2 @@\n-def shipment(lines):\n+def shipping(lines):\n     if not lines:\n"
        "@@ -7,2 +7,2 @@\n         return 0\n-    return 490\n+    return 590\n"
    )
    code, out, err = run("apply", "half.diff")
    assert (code, err) == (0, "")
    assert out.startswith(
        "warning[already_applied]: Already applied: the new text stands at cart.py:5.\n"
    )
    assert out.endswith(
        "Applied half.diff: 1 file; 1 part applied, 1 was there already (line 5).\n"
        "  changed  cart.py  +1 -1\n"
        "  ok  part 1, line 3: cart.py:5-6  already applied\n"
    )
    assert run("apply", "half.diff")[1] == (
        "half.diff: nothing to change.\n"
        "  ok  part 1, line 3: cart.py:5-6  already applied\n"
        "  ok  part 2, line 7: cart.py:7-8  already applied\n"
    )


def test_apply_refused(run: Run) -> None:
    before = look()
    status, out, err = run("apply", "stale.patch")
    assert (status, look()) == (1, before)
    assert out.startswith("error[context_not_found]")
    assert err == "patchsight: stale.patch was refused; nothing of it was applied\n"


def test_patches_follow_each_other(run: Run) -> None:
    assert run("apply", "fine.patch", "second.patch")[0] == 0
    assert Path("cart.py").read_text() == CART.replace("490", "690")


def test_patches_are_taken_back_in_the_other_order(run: Run) -> None:
    before = look()
    run("apply", "fine.patch", "second.patch")
    assert run("apply", "--reverse", "--dry-run", "fine.patch", "second.patch")[0] == 0
    assert look() != before
    assert run("apply", "-R", "fine.patch", "second.patch") == (
        0,
        """\
Took back second.patch: 1 file.
  changed  cart.py  +1 -1

Took back fine.patch: 1 file.
  changed  cart.py  +1 -1
""",
        "",
    )
    assert look() == before


def test_a_patch_that_is_not_applied_is_not_taken_back(run: Run) -> None:
    assert run("apply", "--reverse", "fine.patch") == (
        0,
        "",
        "patchsight: fine.patch is not applied, so there is nothing to take back\n",
    )


def test_a_patch_that_cannot_be_taken_back(run: Run) -> None:
    run("apply", "fine.patch")
    Path("cart.py").write_text(Path("cart.py").read_text().replace("590", "591"))
    before = look()
    status, out, err = run("apply", "--reverse", "fine.patch")
    assert (status, look()) == (1, before)
    assert out.startswith(
        "error[context_not_found]: Expected `return 590`, but line 8 is `return 591`. This text is not in cart.py;"
    )
    assert err == "patchsight: fine.patch was not taken back; nothing was changed\n"
    Path("gone.patch").write_text("*** Begin Patch\n*** Delete File: cart.py\n*** End Patch\n")
    assert run("apply", "--reverse", "gone.patch") == (
        1,
        "",
        "patchsight: gone.patch was not taken back: The patch deletes `cart.py`, and what that held cannot be told from it to the byte.\n",
    )
    status, out, err = run("apply", "--reverse", "--output-format", "json", "gone.patch")
    assert status == 1 and json.loads(out)["applied"] is False


def test_earlier_patches_stay_when_a_later_one_is_refused(run: Run) -> None:
    status, out, err = run("apply", "fine.patch", "stale.patch", "second.patch")
    assert status == 1
    assert out.startswith("Applied fine.patch: 1 file.\n")
    assert err == (
        "patchsight: stale.patch was refused; nothing of it was applied\n"
        "patchsight: fine.patch was applied before and stays applied\n"
    )
    assert Path("cart.py").read_text() == CART.replace("490", "590")


def test_nothing_is_applied_if_a_patch_cannot_be_read(run: Run) -> None:
    before = look()
    status, out, err = run("apply", "fine.patch", "none.patch")
    assert (status, out, look()) == (2, "", before)
    assert (
        err == "patchsight: cannot read none.patch: there is no such file. Nothing was applied.\n"
    )


def test_warnings_are_shown_when_applying(run: Run) -> None:
    fine = FINE.replace("-    return 490", "         return 0\n-    return 490")
    Path("a.patch").write_text(fine.replace("def shipping(lines):", "def no_such_function():"))
    status, out, _ = run("apply", "a.patch")
    assert (status, out.split("\n")[0][:23]) == (0, "warning[hint_not_found]")
    assert "Applied a.patch: 1 file.\n" in out


def test_modes_are_kept(run: Run) -> None:
    Path("cart.py").chmod(0o751)
    Path("move.patch").write_text(
        FINE.replace("cart.py\n", "cart.py\n*** Move to: shop/basket.py\n", 1)
    )
    assert run("apply", "move.patch")[0] == 0
    assert not Path("cart.py").exists()
    assert stat.S_IMODE(Path("shop/basket.py").stat().st_mode) == 0o751


def test_modes_move_with_files_that_take_the_place_of_others(run: Run) -> None:
    """Of one that is deleted, and of each other."""
    for name, mode in (("old.sh", 0o640), ("new.sh", 0o751), ("left", 0o600), ("right", 0o755)):
        Path(name).write_text(f"{name}\n")
        Path(name).chmod(mode)
    moves = [("new.sh", "old.sh"), ("left", "aside"), ("right", "left"), ("aside", "right")]
    sections = [f"*** Update File: {old}\n*** Move to: {new}\n" for old, new in moves]
    patch = "*** Begin Patch\n*** Delete File: old.sh\n" + "".join(sections) + "*** End Patch\n"
    Path("move.patch").write_text(patch)
    status, out, _ = run("apply", "move.patch")
    modes = {
        name: (Path(name).read_text(), stat.S_IMODE(Path(name).stat().st_mode))
        for name in ("old.sh", "left", "right")
    }
    assert modes == {
        "old.sh": ("new.sh\n", 0o751),
        "left": ("right\n", 0o755),
        "right": ("left\n", 0o600),
    }, (status, out)


def test_folder_that_cannot_be_written(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    real = disk.open_new

    def deny(path: str, mode: int, folder: int | None = None) -> int:
        if folder is None:  # the journal, which lies elsewhere
            return real(path, mode)
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(disk, "open_new", deny)  # the superuser may write everywhere
    before = look()
    status, out, err = run("apply", "fine.patch")
    assert (status, out, look()) == (2, "", before)
    assert (
        err
        == "patchsight: fine.patch was not applied: `.` cannot be written: Permission denied. Nothing was changed.\n"
    )


def test_target_that_changes_meanwhile(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls = transaction.apply_report, list[int]()

    def apply_late(report: Any, root: Path) -> None:
        calls.append(1)
        if len(calls) == 2:
            Path("cart.py").write_text("somebody else's\n")
        real(report, root)

    monkeypatch.setattr(transaction, "apply_report", apply_late)
    status, out, err = run("apply", "fine.patch", "second.patch")
    assert (status, Path("cart.py").read_text()) == (2, "somebody else's\n")
    assert out.startswith("Applied fine.patch")
    assert err == (
        "patchsight: fine.patch was applied before and stays applied\n"
        "patchsight: second.patch was not applied: `cart.py` has changed since it was read. Nothing was changed.\n"
    )


def test_interrupted_run_is_undone_on_demand(run: Run) -> None:
    interrupt(Path())
    before = look()
    status, out, err = run("apply", "fine.patch")
    assert (status, out, look()) == (2, "", before)
    assert "was interrupted" in err and "`patchsight apply --recover`" in err
    assert run("apply", "--recover", "fine.patch") == (
        0,
        "Applied fine.patch: 1 file.\n  changed  cart.py  +1 -1\n",
        "patchsight: A run was interrupted before it changed anything; nothing is left of it.\n",
    )
    assert look().keys() == {"cart.py"}
    assert run("apply", "--recover") == (0, "", "patchsight: There is nothing to recover.\n")


def test_journals_of_version_0_1_are_told_in_one_line(run: Run) -> None:
    for phase in ("move", "done"):
        Path(f".patchsight-journal-0123456789abcdef.{phase}.json").write_text(
            '{"steps": [], "folders": []}'
        )
    before = look()
    assert run("apply", "--recover") == (
        0,
        "",
        "patchsight: There is nothing to recover.\npatchsight: `.patchsight-journal-0123456789abcdef.done.json` is not believed "
        f"and left as it is: `{os.environ['XDG_STATE_HOME']}/patchsight` holds no journal of it.\n",
    )
    assert look() == before
    assert run("apply", "fine.patch")[2] == "", "nor does it stand in the way"


def test_journal_that_cannot_be_kept(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path_factory.mktemp("home")
    (home / "patchsight").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(home))
    before, trouble = (
        look(),
        f"a journal cannot be kept in `{home}/patchsight`: it is not a folder; `XDG_STATE_HOME` can name another folder",
    )
    assert run("apply", "fine.patch") == (2, "", f"patchsight: {trouble}\n")
    assert run("apply", "--recover") == (2, "", f"patchsight: {trouble}\n")
    assert look() == before


# ---- rehearsing


def rehearse(run: Run, *patches: str) -> str:
    """The diff of a dry run, which changes nothing."""
    before = look()
    status, out, err = run("apply", "--dry-run", *patches)
    assert (status, look()) == (0, before), err
    return out


def test_dry_run(run: Run) -> None:
    assert (
        rehearse(run, "fine.patch")
        == """\
diff --git a/cart.py b/cart.py
--- a/cart.py
+++ b/cart.py
@@ -5,4 +5,4 @@
 def shipping(lines):
     if not lines:
         return 0
-    return 490
+    return 590
"""
    )
    assert (
        run("apply", "--dry-run", "fine.patch")[2]
        == "patchsight: fine.patch: 1 part fits: 1 file would change.\n"
    )


def test_dry_run_of_patches_that_build_on_each_other(run: Run) -> None:
    Path("move.patch").write_text(FINE.replace("cart.py\n", "cart.py\n*** Move to: basket.py\n", 1))
    Path("more.patch").write_text(SECOND.replace("cart.py", "basket.py"))
    Path("gone.patch").write_text(
        "*** Begin Patch\n*** Delete File: basket.py\n*** Add File: cart.py\n+new\n*** End Patch\n"
    )
    diff = rehearse(run, "move.patch", "more.patch", "gone.patch")
    assert [row for row in diff.split("\n") if row.startswith("diff")] == [
        "diff --git a/cart.py b/basket.py",
        "diff --git a/basket.py b/basket.py",
        "diff --git a/basket.py b/basket.py",
        "diff --git a/cart.py b/cart.py",
    ]
    status, _, err = run("apply", "--dry-run", "gone.patch", "fine.patch")
    assert (status, err.split("\n")[0]) == (1, "patchsight: gone.patch would be refused")


def test_dry_run_for_programs(run: Run) -> None:
    receipt = json.loads(run("apply", "--dry-run", "--output-format", "json", "fine.patch")[1])
    assert (receipt["applicable"], receipt["applied"]) == (True, False)


@pytest.mark.parametrize(
    "name", sorted(path.relative_to(PATCHES).as_posix() for path in PATCHES.glob("*/f*"))
)
def test_git_makes_the_same_of_a_dry_run(name: str, run: Run, folder: Path) -> None:
    """Fine and fuzzy samples: edits, new, moved and deleted files, Windows line ends, no final newline."""
    for copy in ("ours", "gits"):
        copy_tree(SHOP, folder / copy)
    patch = str(PATCHES / name)
    diff = run("apply", "--dry-run", "--root", "gits", patch)[1]
    command = [
        "git",
        "-c",
        "core.autocrlf=false",
        "apply",
        "--whitespace=nowarn",
        "--directory=gits",
        "-",
    ]
    subprocess.run(command, input=diff.encode(), check=True)
    assert run("apply", "--root", "ours", patch)[0] == 0
    ours, gits = (files_below(folder / copy) for copy in ("ours", "gits"))
    assert ours == gits != files_below(SHOP)


def copy_tree(old: Path, new: Path) -> None:
    for path, data in files_below(old).items():
        (new / path).parent.mkdir(parents=True, exist_ok=True)
        (new / path).write_bytes(data)


def files_below(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


# ---- words that are wrong


CALLS = [
    (["chekc", "fine.patch"], "there is no command `chekc`; did you mean `check`?"),
    (
        ["frobnicate"],
        f"there is no command `frobnicate`; there are {', '.join(COMMANDS)}; `patchsight --help` says more",
    ),
    (
        ["fine.patch"],
        "there is no command `fine.patch`; to check that file, write `patchsight check fine.patch`",
    ),
    (["apply"], "no patch is named; `patchsight apply --help` says more"),
    (["check", "--root", "nowhere", "fine.patch"], "nowhere is not a folder"),
    (["check", "."], "cannot read .: the path is a folder"),
    (
        ["apply", "--dry-run", "--recover", "fine.patch"],
        "--recover changes files and --dry-run must not; use one of them",
    ),
    (
        ["explain", "ambigous-context"],
        "there is no problem code `ambigous-context`; did you mean `ambiguous_context`?",
    ),
    (["explain", "42"], "there is no problem code `42`; `patchsight explain` lists them all"),
]


@pytest.mark.parametrize(("words", "sentence"), CALLS)
def test_wrong_call(words: list[str], sentence: str, run: Run) -> None:
    assert run(*words) == (2, "", f"patchsight: {sentence}\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["binary"],
            "error[not_text]: The patch is not UTF-8 text: the byte at offset 1 (line 1) is a NUL byte.\n",
        ),
        (
            ["--max-size", "1", "large"],
            "error[patch_too_large]: The patch is too large: it has 1,048,577 bytes; the limit is "
            "1,048,576. Raise the limit with --max-size, or split the patch.\n",
        ),
    ],
)
def test_content_that_cannot_be_read(words: list[str], sentence: str, run: Run) -> None:
    Path("binary").write_bytes(b"a\0b")
    Path("large").write_bytes(b"x" * (1024 * 1024 + 1))
    status, out, err = run("check", *words)
    assert (status, err) == (1, "")
    assert out.startswith(sentence)


@pytest.mark.parametrize(
    "words",
    [["check"], ["check", "--color", "pink", "x"], ["check", "--max-size", "0", "x"], ["--frob"]],
)
def test_wrong_option(words: list[str], run: Run) -> None:
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert err.startswith("usage: patchsight ") and "error: " in err and "Traceback" not in err


def test_help_and_version(run: Run) -> None:
    status, out, err = run("--help")
    assert (status, err) == (0, "")
    for word in ("check", "apply", "explain", "examples:", "exit status:", "--stdio"):
        assert word in out
    assert run("apply", "--help")[1].startswith(
        "usage: patchsight apply [options] PATCH...\n\nChange the files, each patch"
    )
    assert run("--version") == (0, f"patchsight {patchsight.__version__}\n", "")


@pytest.mark.parametrize("code", CATALOGUE)
def test_explain(code: str, run: Run) -> None:
    status, out, err = run("explain", code)
    entry = CATALOGUE[code]
    assert (status, err) == (0, "")
    assert out.split("\n")[0] == f"{code} ({entry.severity.name.lower()}): {entry.title}"
    words, _, example = out.split("\n", 1)[1].partition("\nExample")
    assert " ".join(f"{entry.why} How to fix it: {entry.fix}".split()) == " ".join(words.split())
    assert max(map(len, words.split("\n"))) <= 88
    if code in EXAMPLES:
        assert f"\nis told: {EXAMPLES[code]['message']}\n" in example


EXAMPLES = json.loads((resources.files(patchsight) / "examples.json").read_text(encoding="utf-8"))


def test_explain_shows_the_patch_before_and_after(run: Run) -> None:
    out = run("explain", "context_not_found")[1]
    before, after = out.split("\nAfterwards (")
    assert "\n    -    a = 7\n" in before and "\n    -    a = 1\n" in after
    assert len(EXAMPLES) > 0.75 * len(CATALOGUE)


def test_explain_all(run: Run) -> None:
    rows = run("explain")[1].strip().split("\n")
    assert [row.split()[0] for row in rows] == list(CATALOGUE)


def test_failure_inside_shows_no_stack(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(Workspace, "analyse", fail)
    monkeypatch.delenv("PATCHSIGHT_DEBUG", raising=False)
    status, out, err = run("check", "fine.patch")
    assert (status, out) == (2, "")
    assert err.startswith("patchsight: this should not have happened: ZeroDivisionError: by zero\n")
    assert "Traceback" not in err
    monkeypatch.setenv("PATCHSIGHT_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["check", "fine.patch"])


def test_interrupt(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(transaction, "apply_report", interrupt)
    assert run("apply", "fine.patch") == (130, "", "patchsight: interrupted\n")


@pytest.mark.parametrize(
    "words", [[], ["--stdio"], ["--tcp", "--port", "1"], ["--log-level=debug"]]
)
def test_without_a_command_it_is_the_server(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = types.ModuleType("patchsight.lsp.main")
    server.serve = lambda given: len(given)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "patchsight.lsp.main", server)
    assert main(words) == len(words)


def test_a_bare_call_on_a_terminal_shows_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", types.SimpleNamespace(isatty=lambda: True))
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("usage: patchsight")


# ---- as a program of its own


def test_exit_status() -> None:
    assert start("check", "fine.patch").returncode == 0
    assert start("check", "stale.patch").returncode == 1
    assert start("check", "none.patch").returncode == 2


def test_standard_input() -> None:
    done = start("check", "-", text=STALE)
    assert (done.returncode, done.stderr) == (1, "")
    assert " --> <stdin>:5:2\n" in done.stdout
    assert start("apply", "-", text=FINE).returncode == 0
    assert Path("cart.py").read_text() == CART.replace("490", "590")


def test_standard_input_is_read_once() -> None:
    done = start("check", "-", "-", text=FINE)
    assert (done.returncode, done.stderr) == (
        2,
        "patchsight: cannot read standard input: it can be read only once\n",
    )


def test_pipe_as_patch() -> None:
    """The shell's `<(git diff)` is read; a pipe in a folder, which may have no other end, is not even opened."""
    reading, writing = os.pipe()
    os.write(writing, FINE.encode())
    os.close(writing)
    command = [sys.executable, "-m", "patchsight", "check", f"/dev/fd/{reading}"]
    assert subprocess.run(command, pass_fds=[reading], check=False).returncode == 0
    os.close(reading)
    os.mkfifo("pipe")
    done = start("check", "pipe")
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot read pipe: " in done.stderr and "it is a named pipe" in done.stderr


@pytest.mark.parametrize(("patch", "status"), [("fine.patch", 0), ("stale.patch", 1)])
def test_reader_who_leaves(patch: str, status: int) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "patchsight", "apply", patch]
    done = subprocess.run(
        command, stdout=writing, stderr=subprocess.PIPE, check=False, encoding="utf-8"
    )
    os.close(writing)
    assert done.returncode == status
    assert "Traceback" not in done.stderr and "Broken pipe" not in done.stderr
    assert ("590" in Path("cart.py").read_text()) == (status == 0)


def test_output_that_cannot_be_written() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "patchsight", "check", "stale.patch"]
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, check=False, encoding="utf-8"
        )
    assert (done.returncode, done.stderr) == (
        2,
        "patchsight: cannot write to standard output: No space left on device\n",
    )


def test_any_locale() -> None:
    Path("cart.py").write_text("名 = 1\n", encoding="utf-8")
    Path("a.patch").write_text(
        "*** Begin Patch\n*** Update File: cart.py\n@@\n-名 = 2\n+x\n*** End Patch\n",
        encoding="utf-8",
    )
    done = start(
        "check",
        "a.patch",
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "名 = 2" in done.stdout


@pytest.mark.parametrize(
    ("words", "costly"),
    [
        (["check", "fine.patch"], ["inspect", "shutil"]),
        (["apply", "fine.patch"], ["inspect"]),
        (["explain", "no_patch"], ["inspect", "shutil"]),
    ],
)
def test_nothing_costly_is_loaded(words: list[str], costly: list[str]) -> None:
    """Starting fast: the protocol's types alone take longer to load than everything else."""
    costly = [*costly, "pygls", "lsprotocol", "asyncio", "rapidfuzz", "ruamel"]
    code = (
        "import sys; from patchsight.cli import main; status = main(sys.argv[1:]); "
        f"print(status, *(name for name in {costly} if name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, check=True, encoding="utf-8"
    )
    assert done.stdout.split("\n")[-2] == "0"


def test_the_core_is_loaded_when_a_command_needs_it() -> None:
    code = "import sys, patchsight.cli; print([name for name in sys.modules if name.startswith('patchsight.core')])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, encoding="utf-8"
    )
    assert done.stdout == "[]\n"


# ---- progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    yield now


def take_steps(clock: list[float], seconds: float) -> str:
    with Progress(4) as progress:
        for _ in range(4):
            clock[0] += seconds
            progress.hide()
            progress.step()
    return sys.stderr.getvalue() if isinstance(sys.stderr, Terminal) else ""


def test_progress_of_slow_work(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert take_steps(clock, 0.6).split("\r") == [
        "",
        "[###############...............] 2 of 4 patches",
        "\x1b[K",
        "[######################........] 3 of 4 patches",
        "\x1b[K",
    ]


def test_no_progress_of_quick_work(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert take_steps(clock, 0.2) == ""


def test_no_progress_where_nobody_looks(
    clock: list[float], capfd: pytest.CaptureFixture[str]
) -> None:
    take_steps(clock, 2.0)
    assert capfd.readouterr().err == ""


# ---- what was read


def test_a_session_remembers_what_was_read_and_says_what_changed_since(
    folder: Path, run: Run
) -> None:
    (folder / "stale.patch").write_text(FINE.replace("+    return 590", "+    return 690"))
    status, text, _ = run(
        "read", "--session", "talk.json", "cart.py", "--first", "5", "--last", "6"
    )
    assert status == 0
    head, *rows = text.splitlines()
    assert head.startswith("cart.py, lines 5-6 of 8, content ")
    assert rows == ["    5 | def shipping(lines):", "    6 |     if not lines:"]
    assert run("apply", "--session", "talk.json", "fine.patch")[0] == 0
    status, text, _ = run("check", "--session", "talk.json", "stale.patch")
    was = "Line 8 was `return 490` when you read it; your patch 1 changed it, and now it is `return 590`."
    assert status == 1 and was in text
    feedback = ("check", "--session", "talk.json", "--output-format", "feedback", "stale.patch")
    assert was in run(*feedback)[1]
    assert "when you read it" not in run("check", "stale.patch")[1]


def test_what_cannot_be_read_is_said(run: Run) -> None:
    for words, reason in {
        ("none.py",): "`none.py` cannot be read: it does not exist",
        ("../cart.py",): "`../cart.py` cannot be read: ",
        ("cart.py", "--first", "9"): "`cart.py` has 8 lines, so line 9 cannot be read",
    }.items():
        status, text, complaint = run("read", *words)
        assert status == 2 and not text and reason in complaint


def test_a_command_runs_without_the_garbage_collector(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would look through all that a large patch is read into, again and again."""
    found = list[bool]()

    def explain(_: object) -> int:
        found.append(gc.isenabled())
        return 0

    monkeypatch.setattr("patchsight.cli.commands.explain", explain)
    assert main(["explain"]) == 0
    assert found == [False] and gc.isenabled()

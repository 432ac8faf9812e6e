"""Real Neovim, the newest, 0.11 and Debian's 0.7.2, with the plugin: one script of nvim/ per test."""

from __future__ import annotations

from pathlib import Path

import pytest

from editors.desk import BIN, HERE, ROOT, Desk, find_editor

PLUGIN = ROOT / "client-nvim"
SCRIPTS = HERE / "nvim"
FINE = [
    "v4a/fine.patch",
    "unified/fine.diff",
    "zenpatch/fine.zenpatch",
    "applydiff/fine.applydiff",
    "searchreplace/fine.sr",
    "ap/fine.ap",
]
#: Where each Neovim stands, and which versions it may have.
NEOVIMS: dict[str, tuple[Path, tuple[int, int], tuple[int, int]]] = {
    "newest": (ROOT / "out" / "editors" / "neovim" / "usr" / "bin" / "nvim", (0, 12), (9, 9)),
    "new": (BIN / "nvim", (0, 11), (9, 9)),
    "old": (Path("/usr/bin/nvim"), (0, 7), (0, 10)),
}
TODAY = ["newest", "new"]
V4A = ["v4a/fine.patch", "v4a/stale.patch", "v4a/ambiguous.patch"]


def run(
    desk: Desk, age: str, script: str, patches: list[str], applied: str = "", **environment: str
) -> None:
    """Run a script in one of the Neovims."""
    desk.lay_out(patches, applied)
    path = SCRIPTS / f"{script}.lua"
    common: list[str | Path] = [
        "--clean",
        "--headless",
        "-n",
        "-i",
        "NONE",
        "--cmd",
        f"set rtp^={PLUGIN}",
    ]
    if script.startswith("plain"):
        common += ["--cmd", "let g:loaded_patchsight = v:true"]
    environment |= {"LUA_PATH": f"{SCRIPTS}/?.lua;;", "PATCH": Path(applied).name}
    nvim = find_editor(*NEOVIMS[age])
    if age != "old":
        desk.run([nvim, *common, "-l", path], **environment)
    else:
        # Before 0.9 there is no -l.
        call = f"local ok, why = xpcall(dofile, debug.traceback, {str(path)!r})"
        leave = "if not ok then io.stderr:write(why) vim.cmd('cquit') end vim.cmd('qall!')"
        desk.run([nvim, *common, "-c", f"lua {call} {leave}"], **environment)


@pytest.mark.parametrize("age", TODAY)
@pytest.mark.parametrize("patch", [*FINE, "ends.diff", "windows.ap"])
def test_apply_and_undo(desk: Desk, age: str, patch: str) -> None:
    run(desk, age, "apply_undo", [patch], patch)


@pytest.mark.parametrize(
    "patch", ["v4a/fine.patch", "zenpatch/fine.zenpatch", "ends.diff", "windows.ap"]
)
def test_apply_and_undo_in_old_neovim(desk: Desk, patch: str) -> None:
    run(desk, "old", "apply_undo", [patch], patch)


@pytest.mark.parametrize("age", NEOVIMS)
@pytest.mark.parametrize(
    ("script", "patches"),
    [
        ("diagnostics", V4A),
        ("commands", V4A),
        ("refusals", V4A),
        ("unsaved", V4A),
        ("unnamed", V4A),
        ("quick_fix", V4A),
        ("parts", V4A),
        ("agents", ["aider.txt", "multiedit.json"]),
        ("filetypes", []),
        ("health", V4A),
    ],
)
def test_script(desk: Desk, age: str, script: str, patches: list[str]) -> None:
    run(desk, age, script, patches)


@pytest.mark.parametrize("age", TODAY)
@pytest.mark.parametrize(
    ("script", "patches"),
    [
        ("texts", []),
        ("revert", V4A),
        ("saving", V4A),
        ("refused_undo", V4A),
        ("windows", V4A),
        ("attaching", V4A),
        ("rewrite", V4A),
        ("two_patches", ["first.patch", "second.patch"]),
    ],
)
def test_script_of_today(desk: Desk, age: str, script: str, patches: list[str]) -> None:
    run(desk, age, script, patches)


@pytest.mark.parametrize("age", TODAY)
def test_without_the_plugin(desk: Desk, age: str) -> None:
    run(desk, age, "plain", ["v4a/fine.patch", "v4a/stale.patch"], "v4a/fine.patch")


@pytest.mark.parametrize(
    ("age", "row"),
    [
        ("newest", "annotations"),
        ("new", "unnamed"),
        ("new", "empty"),
        ("new", "revert"),
        ("new", "elsewhere"),
        ("new", "page"),
    ],
)
def test_what_was_seen_in_version_0_1(desk: Desk, age: str, row: str) -> None:
    run(desk, age, "seen", V4A, ROW=row)

"""Real Vim 9 with ALE and the shipped configuration, in a terminal. It tells the server of nothing but the patch."""

from __future__ import annotations

from pathlib import Path

import pytest

from editors.desk import SAMPLES, Desk, find_editor
from editors.terminal import terminal

ALE = Path("/usr/share/vim-ale")
CONFIG = SAMPLES / "editors" / "vim" / "patchsight.vim"
SETTINGS = f"""\
set nocompatible showmode hidden autoread noswapfile nomore viminfo=
set runtimepath^={ALE}
let g:ale_linters_explicit = 0
filetype plugin on
runtime plugin/ale.vim
source {CONFIG}
"""


def test_vim_with_ale(desk: Desk) -> None:
    vim = find_editor("vim", (9, 0), (99, 99))
    if not ALE.is_dir():
        pytest.skip("ALE is not installed: run tests/editors/install")
    desk.lay_out(["text.patch"], "text.patch")
    environment = desk.environment()
    vimrc = desk.folder / "home" / "vimrc"
    vimrc.write_text(SETTINGS)
    cart = desk.workspace / "shop" / "cart.py"
    expected = (desk.folder / "expected" / "shop" / "cart.py").read_text()

    with terminal(
        desk.workspace, [str(vim), "-u", str(vimrc), "shop/cart.py"], environment
    ) as shown:

        def enter(command: str) -> None:
            shown.type(f":{command}")
            shown.press("Enter")

        shown.wait("The shopping cart")
        shown.type("O# mine")
        shown.wait("# mine")
        shown.press("Escape")
        shown.wait_without("-- INSERT --")
        enter("edit text.patch")
        shown.wait("Begin Patch")
        cart.write_text("# theirs\n" + cart.read_text())  # on disk it changes as well

        # Applying comes first, and there is a word when it is done. What is unsaved stays as it is.
        enter("ALECodeAction")
        shown.wait("1) Apply patch (2 files, 2 changes)")
        shown.wait("Type number")
        shown.type("1")
        shown.press("Enter")
        shown.wait("Applied to 2 files")
        assert cart.read_text() == "# theirs\n" + expected

        # It is not offered twice.
        shown.press("Enter")
        enter("ALECodeAction")
        screen = shown.wait("Revert patch")
        assert "Apply patch (" not in screen
        shown.wait("Type number")
        shown.press("Escape")
        shown.wait_without("Type number")

        # The other buffer is as it was: Vim asks what to do about it.
        enter("buffer cart.py")
        shown.wait("has changed and the buffer was changed in Vim as well")
        shown.type("O")
        shown.wait("# mine")
        assert cart.read_text() == "# theirs\n" + expected
        enter("qall!")

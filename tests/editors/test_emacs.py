"""Real Emacs with the shipped configuration of Eglot and of lsp-mode."""

from __future__ import annotations

from editors.desk import HERE, SAMPLES, Desk, find_editor

PATCHES = ["v4a/fine.patch", "v4a/stale.patch", "text.patch", "folder.patch"]


def run(desk: Desk, script: str, applied: str) -> None:
    desk.lay_out(PATCHES, applied)
    emacs = find_editor("emacs", (28, 0), (99, 9))
    config, scripts = SAMPLES / "editors" / "emacs", HERE / "emacs"
    desk.run([emacs, "-Q", "--batch", "-L", config, "-L", scripts, "-l", scripts / f"{script}.el"])


def test_eglot(desk: Desk) -> None:
    run(desk, "in-eglot", "text.patch")


def test_lsp_mode(desk: Desk) -> None:
    run(desk, "in-lsp-mode", "v4a/fine.patch")

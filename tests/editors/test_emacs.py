"""Real Emacs, the newest and Debian's 28, with the shipped configuration of Eglot and of lsp-mode."""

from __future__ import annotations

from pathlib import Path

import pytest

from editors.desk import HERE, ROOT, SAMPLES, Desk, find_editor

PATCHES = [
    "v4a/fine.patch",
    "v4a/stale.patch",
    "call.stringedit",
    "text.patch",
    "folder.patch",
]
NEWEST = ROOT / "out" / "editors" / "emacs" / "usr"
#: Where each Emacs stands, which versions it may have, and where its packages are.
EMACSES: dict[str, tuple[Path, tuple[int, int], tuple[int, int], Path]] = {
    "newest": (
        NEWEST / "bin" / "emacs",
        (30, 1),
        (99, 9),
        NEWEST / "share" / "emacs" / "site-lisp" / "elpa-src",
    ),
    "old": (Path("/usr/bin/emacs"), (28, 0), (29, 9), Path("/usr/share/emacs/site-lisp/elpa")),
}


def run(desk: Desk, age: str, script: str, applied: str) -> None:
    path, oldest, newest, packages = EMACSES[age]
    emacs = find_editor(path, oldest, newest)
    desk.lay_out(PATCHES, applied)
    config, scripts = SAMPLES / "editors" / "emacs", HERE / "emacs"
    load = scripts / f"{script}.el"
    desk.run(
        [emacs, "-Q", "--batch", "-L", config, "-L", scripts, "-l", load], PACKAGES=str(packages)
    )


@pytest.mark.parametrize("age", EMACSES)
def test_eglot(desk: Desk, age: str) -> None:
    run(desk, age, "in-eglot", "text.patch")


@pytest.mark.parametrize("age", EMACSES)
def test_lsp_mode(desk: Desk, age: str) -> None:
    run(desk, age, "in-lsp-mode", "v4a/fine.patch")

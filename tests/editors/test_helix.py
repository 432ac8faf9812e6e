"""Real Helix with the shipped configuration, in a terminal. It tells the server of nothing but the patch."""

from __future__ import annotations

import re
import shutil
import time

from editors.desk import ROOT, SAMPLES, Desk, find_editor
from editors.terminal import PATIENCE, Terminal, terminal

FOLDER = ROOT / "out" / "editors" / "helix"
CONFIG = SAMPLES / "editors" / "helix" / "languages.toml"


def open_menu(helix: Terminal, wanted: str) -> str:
    """Open the menu of actions, one of which is wanted, and leave it open. Asks again until the server is there."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        helix.type(" ")
        helix.wait("Perform code action")
        helix.type("a")
        helix.wait_without("Perform code action")
        screen = helix.wait(wanted, "No configured language server", "No code actions")
        if wanted in screen:
            return screen
    raise AssertionError(f"{wanted} was never in the menu\n{helix.screen}")


def menu(helix: Terminal) -> list[str]:
    """The actions that are offered, in their order; the menu stays open."""
    verbs = "Apply|Refresh|Reverse|Convert|Drop|Split"
    return re.findall(rf"(?:{verbs}) [a-z].*?(?= {{2}}|\n)", open_menu(helix, "Apply patch"))


def escape(helix: Terminal, shown: str) -> None:
    """Leave what is shown; what is typed too soon afterwards would be taken for another key."""
    helix.press("Escape")
    helix.wait_without(shown)


def test_helix(desk: Desk) -> None:
    desk.lay_out(["text.patch"], "text.patch")
    hx = find_editor(FOLDER / "usr" / "bin" / "hx", (25, 1), (99, 99))
    environment = desk.environment(HELIX_RUNTIME=str(FOLDER / "usr" / "lib" / "hx" / "runtime"))
    config = desk.folder / "home" / "config" / "helix"
    config.mkdir(parents=True)
    shutil.copy(CONFIG, config)
    cart = desk.workspace / "shop" / "cart.py"
    expected = (desk.folder / "expected" / "shop" / "cart.py").read_text()

    def open_file(name: str, shown: str) -> None:
        helix.type(f":open {name}")
        helix.press("Enter")
        helix.wait(shown)

    with terminal(desk.workspace, [str(hx), "text.patch"], environment) as helix:
        helix.wait("Begin Patch")
        menu(helix)
        escape(helix, "Apply patch")
        open_file("shop/cart.py", "The shopping cart")
        helix.type("O# mine")
        helix.wait("# mine")
        escape(helix, " INS ")
        open_file("text.patch", "Begin Patch")
        before = cart.read_text()
        cart.write_text("# theirs\n" + before)  # on disk it changes as well

        # Applying comes first, and there is a word when it is done. What is unsaved stays as it is.
        titles = menu(helix)
        assert titles[0] == "Apply patch (2 files, 2 changes)"
        assert "Convert to unified diff" in titles
        helix.press("Enter")
        helix.wait("Applied to 2 files")
        assert cart.read_text() == "# theirs\n" + expected

        # It is not offered twice.
        open_menu(helix, "Revert patch")
        assert "Apply patch (" not in helix.screen
        escape(helix, "Revert patch")

        open_file("shop/cart.py", "# mine")

        # Nothing is written over what was applied without asking.
        helix.type(":write")
        helix.press("Enter")
        helix.wait("modified by an external process")
        assert cart.read_text() == "# theirs\n" + expected
        helix.type(":quit-all!")
        helix.press("Enter")

"""Writes the parts of README.md that are made by the program: the example and the table of problem codes. `make docs`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from patchsight.core.problems import CATALOGUE, Entry

README = Path(__file__).resolve().parent.parent / "README.md"
EXAMPLE = ("check", "--root", "samples/workspace", "samples/patches/v4a/stale.patch")


def render_example() -> str:
    """A call and what it says."""
    command = [sys.executable, "-m", "patchsight", *EXAMPLE]
    done = subprocess.run(command, cwd=README.parent, check=False, stdout=subprocess.PIPE, encoding="utf-8")
    return f"```\n$ patchsight {' '.join(EXAMPLE)}\n{done.stdout}```"


def render_codes() -> str:
    """The catalogue as a Markdown table."""
    rows = [render_row(code, entry) for code, entry in sorted(CATALOGUE.items())]
    return "\n".join(["| code | severity | what it says | what to do |", "|---|---|---|---|", *rows])


def render_row(code: str, entry: Entry) -> str:
    """One line of the table; a `|` inside a cell would end it, so it is escaped."""
    cells = (f"`{code}`", entry.severity.name.lower(), entry.title, entry.fix)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


PARTS = {"example": render_example, "codes": render_codes}


def split_readme(text: str, part: str) -> tuple[str, str, str]:
    """The README up to a part, the part, and what follows it."""
    begin, end = f"<!-- {part}:begin -->\n", f"\n<!-- {part}:end -->"
    head, rest = text.split(begin)
    body, tail = rest.split(end)
    return head + begin, body, end + tail


def write_parts() -> bool:
    """Bring the README up to date; whether that changed anything."""
    old = fresh = README.read_text(encoding="utf-8")
    for part, render in PARTS.items():
        head, _, tail = split_readme(fresh, part)
        fresh = head + render() + tail
    README.write_text(fresh, encoding="utf-8")
    return fresh != old


if __name__ == "__main__":
    print("README.md: rewritten" if write_parts() else "README.md: up to date")

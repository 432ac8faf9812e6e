"""Writes the table of problem codes in README.md from the catalogue: `make docs`."""

from __future__ import annotations

from pathlib import Path

from patchsight.core.problems import CATALOGUE, Entry

README = Path(__file__).resolve().parent.parent / "README.md"
BEGIN, END = "<!-- codes:begin -->", "<!-- codes:end -->"


def render_codes() -> str:
    """The catalogue as a Markdown table."""
    rows = [render_row(code, entry) for code, entry in sorted(CATALOGUE.items())]
    return "\n".join(["| code | severity | what it says | what to do |", "|---|---|---|---|", *rows])


def render_row(code: str, entry: Entry) -> str:
    """One line of the table; a `|` inside a cell would end it, so it is escaped."""
    cells = (f"`{code}`", entry.severity.name.lower(), entry.title, entry.fix)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def split_readme(text: str) -> tuple[str, str, str]:
    """The README before, between and after the markers."""
    head, rest = text.split(BEGIN)
    table, tail = rest.split(END)
    return head, table, tail


def write_codes() -> bool:
    """Bring the README's table up to date; whether that changed anything."""
    text = README.read_text(encoding="utf-8")
    head, _, tail = split_readme(text)
    fresh = f"{head}{BEGIN}\n{render_codes()}\n{END}{tail}"
    README.write_text(fresh, encoding="utf-8")
    return fresh != text


if __name__ == "__main__":
    print("README.md: codes rewritten" if write_codes() else "README.md: codes are up to date")

"""Writes what is made by the program: parts of README.md and of docs/, and the tables of formats. `make docs`."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from patchsight.core.model.problems import CATALOGUE, Entry

README = Path(__file__).resolve().parents[2] / "README.md"
EXAMPLE = ("check", "--root", "samples/workspace", "samples/patches/v4a/stale.patch")
LOOP = ("--root", "workspace", "--session", "session.json", "--output-format", "feedback")
STALE, CORRECTED = "patches/applydiff/stale.applydiff", "patches/applydiff/corrected.applydiff"


def run(folder: Path, *words: str, status: int) -> str:
    """A call in a folder and what it says."""
    command = [sys.executable, "-m", "patchsight", *words]
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, encoding="utf-8")
    if done.returncode != status:
        raise RuntimeError(
            f"patchsight {' '.join(words)}: exit status {done.returncode} instead of {status}"
        )
    return f"$ patchsight {' '.join(words)}\n{done.stdout}"


def render_example() -> str:
    """What a patch that does not fit looks like."""
    return f"```\n{run(README.parent, *EXAMPLE, status=1)}```"


def render_loop() -> str:
    """A stale patch, its feedback, the patch that the model makes of it, and how that is applied: all on a copy."""
    with tempfile.TemporaryDirectory(prefix="patchsight-") as scratch:
        folder = Path(scratch)
        shutil.copytree(README.parent / "samples", folder, dirs_exist_ok=True)
        told = run(folder, "apply", *LOOP, STALE, status=1)
        answer = f"$ cat {CORRECTED}\n{(folder / CORRECTED).read_text(encoding='utf-8')}"
        done = run(folder, "apply", *LOOP, CORRECTED, status=0)
    return "\n\n".join(f"```\n{text}```" for text in (told, answer, done))


def render_codes() -> str:
    """The catalogue as a Markdown table."""
    rows = [render_row(code, entry) for code, entry in sorted(CATALOGUE.items())]
    return "\n".join(
        ["| code | severity | what it says | what to do |", "|---|---|---|---|", *rows]
    )


def render_row(code: str, entry: Entry) -> str:
    """One line of the table; a `|` inside a cell would end it, so it is escaped."""
    cells = (f"`{code}`", entry.severity.name.lower(), entry.title, entry.fix)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


CODES = README.parent / "docs/codes.md"
WHY = ("why", "--root", "samples/workspace", "samples/logs/rollout.jsonl")


def render_why() -> str:
    """A log of an agent whose edits failed, explained."""
    return f"```\n{run(README.parent, *WHY, status=1)}```"


def render_session() -> str:
    """What an agent whose edits are stale asks for and is told."""
    from mcp_server.recorded_session import play

    return f"```\n{play()[0]}```"


PARTS = {
    "example": (README, render_example),
    "loop": (README.parent / "docs/loop.md", render_loop),
    "codes": (CODES, render_codes),
    "session": (README.parent / "docs/agents.md", render_session),
    "why": (README.parent / "docs/why.md", render_why),
}


def split_page(text: str, part: str) -> tuple[str, str, str]:
    """A page up to a part, the part, and what follows it."""
    begin, end = f"<!-- {part}:begin -->\n", f"\n<!-- {part}:end -->"
    head, rest = text.split(begin)
    body, tail = rest.split(end)
    return head + begin, body, end + tail


def write_parts() -> list[str]:
    """Bring the pages up to date; the parts that were not."""
    stale = []
    for part, (page, render) in PARTS.items():
        head, body, tail = split_page(page.read_text(encoding="utf-8"), part)
        if body != (fresh := render()):
            page.write_text(head + fresh + tail, encoding="utf-8")
            stale.append(f"{page.name}, {part}")
    return stale


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from project.tables import write_tables
    from project.versions import write_versions

    stale = [*write_versions(), *write_parts(), *write_tables()]
    print("\n".join(f"{name}: rewritten" for name in stale) or "all is up to date")

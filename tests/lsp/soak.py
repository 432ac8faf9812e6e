"""Fifty thousand edits against a real server, and how much memory it holds on the way. Run it: python tests/lsp/soak.py"""
# ruff: noqa: T201

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from lsp.client import Profile
from lsp.harness import Session, running

EDITS, STEP = 50_000, 5_000
TARGET = "".join(f"def function_{number}():\n    return {number}\n\n\n" for number in range(500))
PATCH = "".join(
    [
        "*** Begin Patch\n*** Update File: app.py\n",
        *(
            f"@@\n def function_{number}():\n-    return {number}\n+    return -{number}\n"
            for number in range(0, 500, 25)
        ),
        "*** End Patch\n",
    ]
)


def resident(pid: int) -> float:
    """Megabytes of memory that a process holds."""
    [line] = [
        row
        for row in Path(f"/proc/{pid}/status").read_text().split("\n")
        if row.startswith("VmRSS:")
    ]
    return int(line.split()[1]) / 1024


async def type_on(session: Session, uri: str, chance: random.Random) -> None:
    """One key press: a letter comes or goes somewhere."""
    text = session.editor.pages[uri].text
    at = chance.randrange(len(text))
    if chance.random() < 0.5:
        session.editor.type(uri, at, at, chance.choice("aé🦊\n"))
    else:
        session.editor.type(uri, at, at + 1, "")


async def main() -> None:
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "app.py").write_text(TARGET)
        async with running(Profile("nvim-0.11.4"), root) as session:
            patch, target = session.open("p.patch", PATCH), session.open("app.py")
            await session.settle()
            server = session.client._server
            assert server is not None
            print(f"{0:>6} edits: {resident(server.pid):.1f} MB")
            for number in range(1, EDITS + 1):
                await type_on(session, chance.choice((patch, target)), chance)
                if number % 25 == 0:
                    await session.hover(patch, 0)
                if number % 500 == 0:
                    session.editor.replace(patch, PATCH)
                    session.editor.replace(target, TARGET)
                if number % STEP == 0:
                    await session.settle()
                    print(f"{number:>6} edits: {resident(server.pid):.1f} MB", flush=True)
            session.client.inbox.published.pop(target, None)


if __name__ == "__main__":
    asyncio.run(main())

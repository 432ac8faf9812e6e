"""Examples of problems: a patch with carets under exactly what is marked, and the files it meets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from support.carets import Mark, split_marks, trim

FUNCTION = {"app.py": "def f():\n    a = 1\n    return a\n"}
_HEAD = 'version: "2.0"\nchanges:\n  - file_path: app.py\n    modifications:\n'


@dataclass(frozen=True)
class Case:
    """A patch under a name, and what stands around it: files, open buffers, a pipe, a link that leads to itself,
    a second name of app.py. `{ROOT}` in the patch is the folder, in a row of carets as many of them."""

    patch: str
    files: Mapping[str, str | bytes] = field(default_factory=lambda: {"app.py": "a = 1\n"})
    name: str = "p.patch"
    settings: Any = None
    buffers: Mapping[str, str] = field(default_factory=dict)
    fifo: str = ""
    link: str = ""
    twin: str = ""

    def marked(self, root: Path) -> tuple[str, list[Mark]]:
        """The patch in a folder, and what is to be marked."""
        rows = trim(self.patch).split("\n")
        filled = [
            row.replace(
                "{ROOT}",
                "^" * len(str(root)) if row.lstrip(" ").startswith("{ROOT}^") else str(root),
            )
            for row in rows
        ]
        return split_marks("\n".join(filled))


def v4a(sections: str, *arguments: Any, **named: Any) -> Case:
    """A patch in its envelope."""
    return Case(f"*** Begin Patch\n{trim(sections)}*** End Patch\n", *arguments, **named)


def ap(modifications: str, *arguments: Any, **named: Any) -> Case:
    """Modifications of app.py."""
    rows = [f"      {row}" if row else row for row in trim(modifications).split("\n")]
    return Case(_HEAD + "\n".join(rows), *arguments, **{"name": "p.ap", **named})

"""No function has more paths through it than a reader can follow; radon counts them, conditions and comprehensions included.

Run it: python tests/project/complexity.py FOLDER...
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from radon.complexity import cc_visit  # type: ignore[import-untyped]

LIMIT = 15


def too_complex(source: str) -> Iterator[str]:
    """The functions and methods of a module that are above the limit."""
    for block in cc_visit(source):
        if block.letter != "C" and block.complexity > LIMIT:
            yield f"{block.lineno}: {block.fullname} has a complexity of {block.complexity}"


def main(folders: list[str]) -> int:
    found = [
        f"{path}:{complaint}"
        for folder in folders
        for path in sorted(Path(folder).rglob("*.py"))
        for complaint in too_complex(path.read_text(encoding="utf-8"))
    ]
    for complaint in found:
        print(f"{complaint}; {LIMIT} is the limit")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

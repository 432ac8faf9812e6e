"""Problems as carets: what a row of carets names is reported on the row above it, there and nowhere else."""

from __future__ import annotations

import re
from textwrap import dedent

from patchsight.core import formats
from patchsight.core.model import Options, Patch

_DEFAULTS = Options()
_CARETS = re.compile(r" *(\^+) ([a-z_]+)$")


def check(source: str, name: str = "", options: Options = _DEFAULTS) -> Patch:
    """Read a text without its caret rows, compare what is reported with them, and give the patch."""
    rows: list[str] = []
    wanted = set()
    for line in dedent(source).removeprefix("\n").split("\n"):
        if match := _CARETS.match(line):
            wanted.add((len(rows) - 1, match.start(1), match.end(1), match[2]))
        else:
            rows.append(line)
    patch = formats.parse("\n".join(rows), name, options)
    found = set()
    for problem in patch.problems:
        start, end = (patch.buffer.position(offset) for offset in problem.span)
        assert start.line == end.line, problem
        found.add((start.line, start.column, end.column, problem.code))
    assert found == wanted
    assert len(patch.problems) == len(found)
    return patch

"""What a model is told about ApplyDiff: its rules, and one example that keeps to them."""

from __future__ import annotations

from patchsight.core.formats.spec import Guidance

GUIDANCE = Guidance(
    "text in the ApplyDiff 3.0 format, classic style",
    """\
- A block starts with `>>> file: path`, relative to the workspace, and ends with `<` on a line of its own.
- `--- from` is followed by the lines as they are now, `--- to` by the lines as they shall be. Both carry the same context
  lines, three or more, around the change; there are no prefixes and no line numbers.
- Keep indentation and white space exactly.
- To replace or create a whole file write `>>> file: path | mode=replace`, nothing below `--- from`, and the whole text below
  `--- to`.
- `| fuzz=0.85` behind the path sets how alike the lines must be, from 0 to 1. Files cannot be deleted or renamed.""",
    """\
>>> file: src/greet.py
--- from
import sys

def greet(name):
    return "Hello"
--- to
import sys

def greet(name):
    return f"Hello, {name}"
<
""",
)


def guidance() -> Guidance:
    return GUIDANCE

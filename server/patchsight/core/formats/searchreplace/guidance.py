"""What a model is told about SEARCH/REPLACE blocks: their rules, and one example that keeps to them."""

from __future__ import annotations

from patchsight.core.formats.spec import Guidance

GUIDANCE = Guidance(
    "SEARCH/REPLACE blocks",
    """\
- A block is the path of a file on a line of its own, relative to the workspace, then `<<<<<<< SEARCH`, the lines as they are
  now, `=======`, the lines as they shall be, and `>>>>>>> REPLACE`. Write the path above every block.
- SEARCH holds whole lines, exactly as the file has them: indentation, white space and comments too, no line numbers, no
  prefixes, nothing left out.
- SEARCH must stand in one place of the file. Add lines around the change until it does, and repeat them in REPLACE.
- Blocks are carried out in order; each one searches what those before it left.
- Leave SEARCH empty to create a file with a `/` or an extension in its path. Leave REPLACE empty to remove the lines.
- Files cannot be deleted or renamed.""",
    """\
src/greet.py
<<<<<<< SEARCH
def greet(name):
    return "Hello"
=======
def greet(name):
    return f"Hello, {name}"
>>>>>>> REPLACE
""",
)


def guidance() -> Guidance:
    return GUIDANCE

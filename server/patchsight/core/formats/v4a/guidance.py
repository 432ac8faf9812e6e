"""What a model is told about v4a: its rules, and one example that keeps to all of them."""

from __future__ import annotations

from patchsight.core.formats.spec import Guidance

#: What Zenpatch has in common with it.
ENVELOPE_RULES = """\
- The patch starts with `*** Begin Patch` and ends with `*** End Patch`.
- `*** Add File: path` creates a file; every line below it starts with `+`. `*** Delete File: path` deletes one.
- `*** Update File: path` changes a file in hunks. Context lines start with a space, removed lines with `-`, added lines
  with `+`. Copy context and removed lines from the file's present text, three lines on each side where there are as many.
"""
GUIDANCE = Guidance(
    "text in the v4a format",
    ENVELOPE_RULES
    + """\
- `*** Move to: path` right below `*** Update File:` renames the file.
- A hunk starts with `@@`, or with `@@` and a line that stands above the change, such as `@@ def main():`, if the context
  alone stands in several places. There are no line numbers.
- `*** End of File` below a hunk says that it stands at the end of the file.
- Paths are relative to the workspace. Write hunks in the order of the file.""",
    """\
*** Begin Patch
*** Update File: src/greet.py
@@ class Greeter:
     def greet(self, name):
-        return "Hello"
+        return f"Hello, {name}"
*** Add File: src/empty.py
*** End Patch
""",
)


def guidance() -> Guidance:
    return GUIDANCE

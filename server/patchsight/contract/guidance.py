"""What a model is told about a format: its rules in a few lines, and one example that keeps to all
of them.
"""

from __future__ import annotations

from typing import NamedTuple

from patchsight.core.model.patch import Format


class Guidance(NamedTuple):
    """The name of a patch language, its rules, and an example."""

    language: str
    rules: str
    example: str


UNIFIED = Guidance(
    "unified diff text",
    """\
- A file starts with `--- a/path` and `+++ b/path`; paths are relative to the workspace.
- A hunk starts with `@@ -old_start,old_count +new_start,new_count @@`. Give line numbers as well as you know them: they are
  hints, the context lines decide.
- Context lines start with a space, removed lines with `-`, added lines with `+`. Copy context and removed lines from the
  file's present text, three lines on each side where there are as many.
- A new file has `--- /dev/null` and added lines only; a deleted file has `+++ /dev/null` and all its lines removed.
- To rename a file write `diff --git a/old b/new`, `rename from old`, `rename to new`, and below that the hunks, if any.
- All hunks of a file stand below one header. No binary patches, copies or mode changes.
- Do not use `*** Begin Patch`.""",
    """\
--- a/src/greet.py
+++ b/src/greet.py
@@ -1,3 +1,3 @@
 def greet(name):
-    return "Hello"
+    return f"Hello, {name}"
 # end
""",
)
_ENVELOPE_RULES = """\
- The patch starts with `*** Begin Patch` and ends with `*** End Patch`.
- `*** Add File: path` creates a file; every line below it starts with `+`. `*** Delete File: path` deletes one.
- `*** Update File: path` changes a file in hunks. Context lines start with a space, removed lines with `-`, added lines
  with `+`. Copy context and removed lines from the file's present text, three lines on each side where there are as many.
"""
V4A = Guidance(
    "text in the v4a format",
    _ENVELOPE_RULES
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
ZENPATCH = Guidance(
    "text in the Zenpatch format",
    _ENVELOPE_RULES
    + """\
- A hunk starts with `@@` alone. Its context must be unique in the file, and match it to the letter, white space included.
- Paths are relative to the workspace. Write hunks in the order of the file.""",
    """\
*** Begin Patch
*** Update File: src/greet.py
@@
 def greet(name):
-    return "Hello"
+    return f"Hello, {name}"
*** End Patch
""",
)
AP = Guidance(
    "an ap 2.0 document, which is YAML",
    """\
- Keep to the layout of the example, to the space. Every text is a literal block (`|`) that stands ten columns in; if its first
  line is indented further, write `|2`. An empty content is `""`.
- A modification looks for its `snippet`: whole lines, as few as are unique in the file; indentation and blank lines do not
  matter. If none is unique, `anchor` names lines above it that are. `start_snippet` and `end_snippet` mark a longer range.
- `REPLACE`, `INSERT_AFTER` and `INSERT_BEFORE` have a `content`, `DELETE` has none; `CREATE_FILE` has only a `content`.
- Write `content` without the indentation that the snippet has in the file; it is added.
- `include_leading_blank_lines` and `include_trailing_blank_lines` take up to that many blank lines along.
- Keys stand in this order: action, anchor, snippet or start_snippet and end_snippet, content, blank lines.
- Modifications of a file are done one after the other. Paths are relative to the workspace. Files cannot be deleted.""",
    """\
version: "2.0"
changes:
  - file_path: "src/greet.py"
    modifications:
      - action: REPLACE
        anchor: |
          def greet(name):
        snippet: |
          return "Hello"
        content: |
          return f"Hello, {name}"
""",
)
APPLYDIFF = Guidance(
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
BY_FORMAT = {
    Format.UNIFIED: UNIFIED,
    Format.V4A: V4A,
    Format.ZENPATCH: ZENPATCH,
    Format.AP: AP,
    Format.APPLYDIFF: APPLYDIFF,
}

"""What a model is told about unified diffs: its rules, and one example that keeps to them."""

from __future__ import annotations

from patchsight.core.formats.spec import Guidance

GUIDANCE = Guidance(
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


def guidance() -> Guidance:
    return GUIDANCE

"""What a model is told about Zenpatch: its rules, and one example that keeps to them."""

from __future__ import annotations

from patchsight.core.formats.spec import Guidance
from patchsight.core.formats.v4a.guidance import ENVELOPE_RULES

GUIDANCE = Guidance(
    "text in the Zenpatch format",
    ENVELOPE_RULES
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


def guidance() -> Guidance:
    return GUIDANCE

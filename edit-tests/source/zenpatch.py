"""What is particular to Zenpatch, which compares to the letter."""

from __future__ import annotations

from source.model import must, never
from source.v4a import ABC, common, patch

CODE = {"code.py": "def f():\n    x = 1\n    y = 2\n    return x\n"}
CASES = [
    *common(strict=True),
    must(
        "to-the-letter",
        "White space and all.",
        patch(
            "*** Update File: code.py\n@@\n def f():\n     x = 1\n-    y = 2\n+    y = 3\n     return x\n"
        ),
        CODE,
        {"code.py": "def f():\n    x = 1\n    y = 3\n    return x\n"},
    ),
    must(
        "trailing-context-counts",
        "The lines below the change tell the places apart.",
        patch("*** Update File: two.txt\n@@\n-old\n+new\n tail 2\n"),
        {"two.txt": "old\ntail 1\nold\ntail 2\n"},
        {"two.txt": "old\ntail 1\nnew\ntail 2\n"},
    ),
    never(
        "white-space-differs",
        "stale",
        "A blank too many within a line.",
        patch("*** Update File: code.py\n@@\n def f():\n     x  =  1\n-    y = 2\n+    y = 3\n"),
        CODE,
    ),
    never(
        "indentation-differs",
        "stale",
        "The block is indented otherwise.",
        patch("*** Update File: code.py\n@@\n   x = 1\n-  y = 2\n+  y = 3\n"),
        CODE,
    ),
    never(
        "trailing-space-differs",
        "stale",
        "The file has a blank at the end of a line.",
        patch("*** Update File: n.txt\n@@\n one\n-two\n+2\n"),
        {"n.txt": "one \ntwo\n"},
    ),
    never(
        "quotes-differ",
        "stale",
        "The file has typographic quotes.",
        patch('*** Update File: n.txt\n@@\n "one"\n-two\n+2\n'),
        {"n.txt": "“one”\ntwo\n"},
    ),
    never(
        "tab-for-blanks",
        "stale",
        "The file has a tab where the patch has blanks.",
        patch("*** Update File: n.txt\n@@\n     one\n-two\n+2\n"),
        {"n.txt": "\tone\ntwo\n"},
    ),
    never(
        "twice-without-order",
        "ambiguous",
        "The block stands twice.",
        patch("*** Update File: two.txt\n@@\n x\n-old\n+new\n"),
        {"two.txt": "x\nold\ny\nx\nold\n"},
    ),
    never(
        "missing-line",
        "stale",
        "A line of the block is not there.",
        patch("*** Update File: letters.txt\n@@\n a\n b\n-d\n+D\n"),
        ABC,
    ),
]

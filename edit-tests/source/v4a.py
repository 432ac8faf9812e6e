"""What is particular to v4a, the format of `apply_patch`."""

from __future__ import annotations

from source.model import Case, cut, must, never, should, text

GATE = """
class Gate:
    def open(self):
        log("gate")
        self.state = 1

    def close(self):
        log("gate")
        self.state = 0


class Door:
    def open(self):
        log("door")
        self.state = 1

    def close(self):
        log("door")
        self.state = 0
"""
ABC = {"letters.txt": "a\nb\nc\nd\ne\nf\n"}


def patch(body: str) -> str:
    return f"*** Begin Patch\n{text(body)}*** End Patch\n"


def common(*, strict: bool) -> list[Case]:
    """What v4a and its stricter profile share."""
    gate = text(GATE)
    return [
        must(
            "context-before-and-after",
            "Three lines around a change, as the instructions ask for.",
            patch(
                '*** Update File: gate.py\n@@\n class Gate:\n     def open(self):\n         log("gate")\n-        self.state = 1\n+        self.state = 2\n \n     def close(self):\n'
            ),
            {"gate.py": GATE},
            {"gate.py": gate.replace("self.state = 1", "self.state = 2", 1)},
        ),
        must(
            "end-of-file-marker",
            "With `*** End of File` the block stands at the end, although it stands above, too.",
            patch("*** Update File: list.txt\n@@\n milk\n-bread\n+rolls\n*** End of File\n"),
            {"list.txt": "milk\nbread\neggs\nmilk\nbread\n"},
            {"list.txt": "milk\nbread\neggs\nmilk\nrolls\n"},
            by="end",
        ),
        must(
            "added-only-at-the-end",
            "A hunk of added lines alone, with the marker: they come to the end.",
            patch("*** Update File: letters.txt\n@@\n+g\n+h\n*** End of File\n"),
            ABC,
            {"letters.txt": "a\nb\nc\nd\ne\nf\ng\nh\n"},
            by="end",
        ),
        must(
            "order-tells-apart",
            "Two hunks with the same lines for two places: hunks come in the order of the file.",
            patch("*** Update File: two.txt\n@@\n x\n-old\n+new 1\n@@\n x\n-old\n+new 2\n"),
            {"two.txt": "x\nold\ny\nx\nold\n"},
            {"two.txt": "x\nnew 1\ny\nx\nnew 2\n"},
            by="order",
        ),
        must(
            "add-blank-lines",
            "A `+` alone is an empty line.",
            patch("*** Add File: n.md\n+# Title\n+\n+text\n"),
            {},
            {"n.md": "# Title\n\ntext\n"},
        ),
        must(
            "added-line-looks-like-a-marker",
            "`+*** Update File:` is content.",
            patch("*** Update File: letters.txt\n@@\n a\n+*** Update File: other.txt\n b\n"),
            ABC,
            {"letters.txt": "a\n*** Update File: other.txt\nb\nc\nd\ne\nf\n"},
        ),
        must(
            "removed-and-added-signs",
            "Lines that start with a sign themselves.",
            patch("*** Update File: list.md\n@@\n # List\n-- one\n+- two\n+- three\n"),
            {"list.md": "# List\n- one\n"},
            {"list.md": "# List\n- two\n- three\n"},
        ),
        must(
            "several-sections",
            "Add, delete and update in one patch.",
            patch(
                "*** Add File: new.txt\n+new\n*** Delete File: old.txt\n*** Update File: letters.txt\n@@\n a\n-b\n+B\n c\n"
            ),
            {**ABC, "old.txt": "old\n"},
            {"letters.txt": "a\nB\nc\nd\ne\nf\n", "new.txt": "new\n"},
        ),
        must(
            "patch-without-final-line-end",
            "The patch itself ends without a line end.",
            cut(patch("*** Update File: letters.txt\n@@\n a\n-b\n+B\n c\n")),
            ABC,
            {"letters.txt": "a\nB\nc\nd\ne\nf\n"},
        ),
        never(
            "no-end-marker",
            "cut-off",
            "The text ends without `*** End Patch`.",
            "*** Begin Patch\n*** Update File: letters.txt\n@@\n a\n-b\n+B\n",
            ABC,
        ),
        never(
            "cut-off-in-a-header",
            "cut-off",
            "The text ends in the middle of a header.",
            "*** Begin Patch\n*** Update File: letters.txt\n@@\n a\n-b\n+B\n c\n*** Update Fi",
            ABC,
        ),
        never(
            "cut-off-new-file",
            "cut-off",
            "A new file without the end marker may be half of it.",
            "*** Begin Patch\n*** Add File: new.txt\n+one\n+two\n",
            ABC,
        ),
        never(
            "section-without-a-path",
            "malformed",
            "No file is named.",
            patch("*** Update File:\n@@\n a\n-b\n+B\n c\n"),
            ABC,
        ),
        never(
            "unknown-section",
            "malformed",
            "A section that does not exist.",
            patch("*** Replace File: letters.txt\n+x\n"),
            ABC,
        ),
        never(
            "added-file-line-without-plus",
            "malformed",
            "A line of a new file has no `+`.",
            patch("*** Add File: n.txt\n+one\ntwo\n+three\n"),
            ABC,
        ),
        never(
            "update-of-a-removed-file",
            "conflict",
            "The patch removes a file and then changes it.",
            patch(
                "*** Delete File: letters.txt\n*** Update File: letters.txt\n@@\n a\n-b\n+B\n c\n"
            ),
            ABC,
        ),
        never(
            "remove-what-is-not-there",
            "stale",
            "Another line stands where the removed one should.",
            patch("*** Update File: letters.txt\n@@\n a\n-x\n b\n"),
            {"letters.txt": "a\nq\nb\nc\n"},
        ),
        never(
            "fewer-hunks-than-places",
            "ambiguous",
            "Two equal hunks for three equal places.",
            patch("*** Update File: three.txt\n@@\n x\n-old\n+new\n@@\n x\n-old\n+new\n"),
            {"three.txt": "x\nold\ny\nx\nold\nz\nx\nold\n"},
        ),
        never(
            "end-of-file-elsewhere",
            "stale",
            "The marker says the end; the lines stand only further up.",
            patch("*** Update File: letters.txt\n@@\n a\n-b\n+B\n*** End of File\n"),
            ABC,
        ),
        never(
            "added-lines-without-a-place",
            "ambiguous",
            "After another hunk, added lines alone do not say where they go.",
            patch("*** Update File: letters.txt\n@@\n a\n-b\n+B\n@@\n+z\n"),
            ABC,
        ),
        never(
            "text-between-sections",
            "malformed",
            "A diff in another format inside the envelope.",
            patch(
                "*** Update File: letters.txt\n@@\n a\n-b\n+B\n c\n--- a/other.txt\n+++ b/other.txt\n@@ -1 +1 @@\n-x\n+y\n"
            ),
            {**ABC, "other.txt": "x\n"},
        ),
    ]


CASES = [
    *common(strict=False),
    must(
        "hint-tells-apart",
        "A line after `@@` says below which line the block stands.",
        patch(
            '*** Update File: gate.py\n@@ class Door:\n     def open(self):\n         log("door")\n-        self.state = 1\n+        self.state = 5\n'
        ),
        {"gate.py": GATE},
        {
            "gate.py": text(GATE)[: text(GATE).index("class Door")]
            + text(GATE)[text(GATE).index("class Door") :].replace("state = 1", "state = 5")
        },
        by="hint",
    ),
    must(
        "stacked-hints",
        "Two hints, one inside of the other.",
        patch(
            "*** Update File: gate.py\n@@ class Door:\n@@     def close(self):\n-        self.state = 0\n+        self.state = 9\n"
        ),
        {"gate.py": GATE},
        {
            "gate.py": text(GATE)[: text(GATE).index("class Door")]
            + text(GATE)[text(GATE).index("class Door") :].replace("state = 0", "state = 9")
        },
        by="hint",
    ),
    must(
        "hint-is-the-first-line",
        "The hint line is the block's own first line.",
        patch(
            "*** Update File: gate.py\n@@ class Door:\n-class Door:\n+class Hatch:\n     def open(self):\n"
        ),
        {"gate.py": GATE},
        {"gate.py": text(GATE).replace("class Door", "class Hatch")},
    ),
    must(
        "inserted-below-a-hint",
        "Added lines alone come right below the hint line.",
        patch("*** Update File: letters.txt\n@@ c\n+c and a half\n"),
        ABC,
        {"letters.txt": "a\nb\nc\nc and a half\nd\ne\nf\n"},
        by="hint",
    ),
    must(
        "move-alone",
        "A move without a change.",
        patch("*** Update File: old.txt\n*** Move to: new/name.txt\n"),
        {"old.txt": "one\n"},
        {"new/name.txt": "one\n"},
    ),
    should(
        "heredoc",
        "The shell command that some agents send.",
        "apply_patch <<'EOF'\n"
        + patch("*** Update File: letters.txt\n@@\n a\n-b\n+B\n c\n")
        + "EOF\n",
        ABC,
        {"letters.txt": "a\nB\nc\nd\ne\nf\n"},
        origin="models write this",
    ),
    should(
        "fence-and-prose",
        "An answer with a fence and text around it.",
        "Here you are:\n\n```\n"
        + patch("*** Update File: letters.txt\n@@\n a\n-b\n+B\n c\n")
        + "```\nDone.\n",
        ABC,
        {"letters.txt": "a\nB\nc\nd\ne\nf\n"},
        origin="models write this",
    ),
    should(
        "first-hunk-without-marker",
        "The first hunk may come without `@@`.",
        patch("*** Update File: letters.txt\n a\n-b\n+B\n c\n"),
        ABC,
        {"letters.txt": "a\nB\nc\nd\ne\nf\n"},
    ),
    should(
        "empty-line-lost-its-blank",
        "An empty context line without its blank.",
        patch("*** Update File: n.txt\n@@\n one\n\n-two\n+2\n"),
        {"n.txt": "one\n\ntwo\n"},
        {"n.txt": "one\n\n2\n"},
        origin="models write this",
    ),
    should(
        "context-lost-its-blank",
        "Context lines without the blank in front.",
        patch(
            "*** Update File: code.py\n@@\ndef f():\n    x = 1\n-    y = 2\n+    y = 3\n    return x\n"
        ),
        {"code.py": "def f():\n    x = 1\n    y = 2\n    return x\n"},
        {"code.py": "def f():\n    x = 1\n    y = 3\n    return x\n"},
        origin="models write this",
    ),
    should(
        "no-envelope",
        "A section without `*** Begin Patch`.",
        "*** Update File: letters.txt\n@@\n a\n-b\n+B\n c\n",
        ABC,
        {"letters.txt": "a\nB\nc\nd\ne\nf\n"},
        origin="models write this",
    ),
    should(
        "empty-marker-first",
        "An `@@` with nothing below it, before the real one.",
        patch("*** Update File: letters.txt\n@@\n@@\n a\n-b\n+B\n c\n"),
        ABC,
        {"letters.txt": "a\nB\nc\nd\ne\nf\n"},
        origin="models write this",
    ),
    should(
        "in-json",
        "The patch as an argument of a call.",
        '{"command": ["apply_patch", "*** Begin Patch\\n*** Update File: letters.txt\\n@@\\n a\\n-b\\n+B\\n c\\n*** End Patch\\n"]}\n',
        ABC,
        {"letters.txt": "a\nB\nc\nd\ne\nf\n"},
        origin="agents send this",
    ),
    should(
        "line-numbers-as-hint",
        "A header of a unified diff in a v4a hunk.",
        patch("*** Update File: letters.txt\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"),
        ABC,
        {"letters.txt": "a\nB\nc\nd\ne\nf\n"},
        origin="models write this",
    ),
    never(
        "hint-stands-twice",
        "ambiguous",
        "The hint stands twice, and the block does, too.",
        patch(
            "*** Update File: gate.py\n@@     def open(self):\n-        self.state = 1\n+        self.state = 5\n"
        ),
        {"gate.py": GATE},
    ),
    never(
        "stacked-hint-is-missing",
        "stale",
        "The second hint stands nowhere below the first.",
        patch(
            "*** Update File: gate.py\n@@ class Door:\n@@     def lock(self):\n-        self.state = 0\n+        self.state = 9\n"
        ),
        {"gate.py": GATE},
    ),
    never(
        "hint-is-missing",
        "ambiguous",
        "The hint stands nowhere, and the block stands twice.",
        patch(
            "*** Update File: gate.py\n@@ class Window:\n-        self.state = 0\n+        self.state = 9\n"
        ),
        {"gate.py": GATE},
    ),
    never(
        "insertion-below-a-missing-hint",
        "stale",
        "Added lines alone, below a line that is not there.",
        patch("*** Update File: letters.txt\n@@ x\n+y\n"),
        ABC,
    ),
    never(
        "move-of-a-missing-file",
        "missing",
        "The file to be moved does not exist.",
        patch("*** Update File: no.txt\n*** Move to: yes.txt\n@@\n a\n-b\n+B\n"),
        ABC,
    ),
    never(
        "other-shell-text",
        "unsupported",
        "The command does more than apply a patch.",
        '{"command": ["bash", "-lc", "rm -rf build && apply_patch <<\'EOF\'\\n*** Begin Patch\\n*** Update File: letters.txt\\n@@\\n a\\n-b\\n+B\\n c\\n*** End Patch\\nEOF"]}\n',
        ABC,
    ),
    never(
        "loose-deletion",
        "stale",
        "Lines are removed without any context, and the file's differ in white space within.",
        patch("*** Update File: code.c\n@@\n-if (a)  return  1;\n"),
        {"code.c": "int f() {\n\tif (a) return 1;\n\treturn 0;\n}\n"},
    ),
]

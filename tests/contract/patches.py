"""Patches to try grammars on: made from texts by chance, always the same chance, and then damaged."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from patchsight.core.formats.registry import AP, APPLYDIFF, SEARCHREPLACE, UNIFIED, V4A, ZENPATCH
from patchsight.core.formats.spec import FormatSpec
from patchsight.core.model.report import FileOp, FilePlan
from patchsight.core.rewrite.convert import write_patch
from patchsight.core.rewrite.tree_diff import plan_between

#: Lines as code has them, and some that read like rows of a patch.
PLAIN = [
    "import os",
    "def f(a):",
    "    return a",
    "",
    "x = 1",
    "\ty()",
    "# ü – “quoted”",
    "}",
    "  * item",
    "a @@ b",
    "end   ",
]
TRICKY = [
    "-- comment",
    "--",
    "++i",
    "- item",
    "@@count = 0",
    "*** Begin Patch",
    "*** End of File",
    "<<<EOT",
    "<div>",
    ">>> f()",
    "--- from here",
    "diff --git a/x b/x",
    "\\ No newline at end of file",
    "```",
    "content: |",
    "[SESSION CONTEXT]",
]
PATHS = ["a", "src/app.py", "b/c.txt", "docs/with space.md", "ünï.rs", "Makefile"]

#: What the renderers never write, but the formats have.
BY_HAND = {
    UNIFIED: [
        "diff --git a/old.txt b/new.txt\nsimilarity index 100%\nrename from old.txt\nrename to new.txt\n",
        "diff --git a/old.txt b/new.txt\nold mode 100644\nnew mode 100755\nsimilarity index 90%\nrename from old.txt\n"
        "rename to new.txt\nindex 12ab..34cd\n--- a/old.txt\n+++ b/new.txt\n@@ -1,3 +1,3 @@\n line 1\n-old line\n+new line\n line 3\n",
        "diff --git a/new.md b/new.md\nnew file mode 100644\nindex 0000000..12ab\n--- /dev/null\n+++ b/new.md\n@@ -0,0 +1,2 @@\n+1\n+2\n",
        "diff --git a/old.md b/old.md\ndeleted file mode 100644\nindex 12ab..0000000\n--- a/old.md\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-1\n-2\n",
        "diff --git a/empty b/empty\nnew file mode 100644\nindex 0000000..e69de29\n"
        "diff --git a/gone b/gone\ndeleted file mode 100644\nindex e69de29..0000000\n",
        'diff --git "a/\\303\\274.py" "b/\\303\\274.py"\nindex 12ab..34cd 100644\n--- "a/\\303\\274.py"\n+++ "b/\\303\\274.py"\n'
        "@@ -1 +1 @@ def f():\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n",
        "--- x/y.c\t2024-05-01 10:00:00.000000000 +0200\n+++ x/y.c\t2024-05-02 10:00:00.000000000 +0200\n@@ -7,9 +7,1 @@\n a\n-b\n",
        "--- a/q.sql\n+++ b/q.sql\n@@ -1,3 +1,3 @@\n SELECT 1;\n--- old\n+++ new\n SELECT 2;\n",
        "--- a/with space.md\t\r\n+++ b/with space.md\t\r\n@@ -1,2 +1,2 @@\r\n-a\r\n+b\r\n c\r\n",
    ],
    V4A: [
        "*** Begin Patch\n*** Update File: a.py\n*** Move to: b.py\n*** Delete File: c.py\n*** End Patch",
        "*** Begin Patch\n*** Update File: a.py\n*** Move to: b.py\n@@ class A:\n@@     def f(self):\n@@\n-x\n+y\n"
        "*** End of File\n*** End Patch\n",
        "*** Begin Patch\n*** Update File: a.py\n a\n-b\n+c\n@@ @property\n-d\n@@ @@count = 0\n+e\n*** End Patch\n",
        "*** Begin Patch\r\n*** Add File: empty\r\n*** Update File: a.rb\r\n@@\r\n \r\n-b\r\n+c\r\n*** End Patch\r\n",
    ],
    ZENPATCH: [
        "*** Begin Patch\n*** Delete File: old.toml\n-key = 1\n*** Update File: a.py\n@@\n-x\n+y\n*** End Patch\n"
    ],
    APPLYDIFF: [
        "[SESSION CONTEXT]\nModified: a.py (1 patches, 10% changed)\nGuidance: go on\nas planned\nHealth: 0, 0, exchange 1/9\n"
        "[/SESSION CONTEXT]\n\n>>> file: a.py | mode=patch | fuzz=0.9\n--- from\na\n--- to\nb\n<\n",
        ">>> file: new file.py | mode=replace\n--- from\n--- to\n<<\n--\n--- t\n>>> f()\n<\n",
    ],
    SEARCHREPLACE: [
        "a.py\n<<<<<<< SEARCH\n=======\n\n-------\ndef f():\n>>>>>>> REPLACE\n\n\n"
        "./Makefile\n<<<<<<< SEARCH\nall:\n\tcc\n=======\n>>>>>>> REPLACE\n",
        "`my docs/a b.md`\n<<<<<<< SEARCH\n===== =====\n<<<<< x\n:e\n=======\n----------\n-----\n>>>>>>> REPLACE\n",
    ],
    AP: [
        '# Summary: all there is\n\nversion: "2.0"\nchanges:\n  - file_path: "a.py"\n    modifications:\n      - action: DELETE\n'
        "        start_snippet: |\n          def f():\n        end_snippet: |\n          return 1\n\n"
        "        include_leading_blank_lines: 1\n        include_trailing_blank_lines: 2\n\n      - action: INSERT_BEFORE\n"
        "        anchor: |\n          # here\n        snippet: |\n          pass\n        content: |2\n              deep\n"
        '          flat\n  - file_path: "b/new.py"\n    newline: "LF"\n    modifications:\n      - action: CREATE_FILE\n'
        '        content: ""\n',
    ],
}


def make_patches(wanted: FormatSpec, count: int) -> list[str]:
    """Patches in a format: those written by hand, then made ones."""
    return [*BY_HAND[wanted], *_make_patches(Random(wanted.name), wanted, count)]


def _make_patches(rng: Random, wanted: FormatSpec, count: int) -> Iterator[str]:
    while count:
        paths = rng.sample(PATHS, rng.randrange(1, 4))
        plans = [plan for path in paths if (plan := _make_plan(rng, path, wanted))]
        said = write_patch(plans, wanted)
        # a lone blank line has no literal block
        if said.text and 'content: "\\n"' not in said.text:
            count -= 1
            yield said.text


def _make_plan(rng: Random, path: str, wanted: FormatSpec) -> FilePlan | None:
    lines = PLAIN + [line for line in TRICKY if rng.random() < 0.3 and wanted is not AP]
    old = [f"{rng.choice(lines)}\n" for _ in range(rng.randrange(1, 14))]
    new = [line for line in old if rng.random() < 0.8]
    new.insert(rng.randrange(len(new) + 1), f"{rng.choice(lines)}\n")
    before, after = "".join(old), "".join(new)
    kind = rng.random()
    if kind < 0.15:
        return plan_between(path, None, after)
    if wanted in (AP, APPLYDIFF, SEARCHREPLACE) or kind > 0.4:
        return plan_between(path, before, after)
    if kind < 0.25 or wanted is ZENPATCH:
        return plan_between(path, before, None)
    plan = plan_between(path, before, before if kind < 0.3 else after)
    edits = plan.edits if plan else []
    return FilePlan(
        FileOp.RENAME, path, before, plan.after if plan else before, edits, f"moved/{path}"
    )


STRAY = [
    "",
    " ",
    "prose",
    "```",
    "@@",
    "@@ -1,2 +1,2 @@",
    "--- a/x",
    "+++ b/x",
    "diff --git a/x b/x",
    "-- ",
    "*** End Patch",
    "*** End of File",
    "*** Move to: x",
    "--- from",
    "--- to",
    "<",
    "=======",
    "<<<<<<< SEARCH",
    ">>>>>>> REPLACE",
    ":start_line:3",
    ">>> file: x",
    "    x:",
]


def damage(rng: Random, patch: str) -> str:
    """A patch with one thing wrong with it, as models and mailers do it."""
    rows = patch.split("\n")
    at, other = rng.randrange(len(rows)), rng.randrange(len(rows))
    row = rows[at]
    match rng.randrange(11):
        case 0:
            del rows[at : at + rng.randrange(1, 5)]
        case 1:
            rows.insert(at, rows[other])
        case 2:
            rows[at], rows[other] = rows[other], row
        case 3:
            rows[at] = row[1:]
        case 4:
            rows[at] = row[: rng.randrange(len(row) + 1)]
        case 5:
            rows[at] = rng.choice(" +-@*\\<>#\t") + row
        case 6:
            rows[at] = row + rng.choice([" ", "\t", "\r", "x", " ***", "/"])
        case 7:
            rows.insert(at, rng.choice(STRAY))
        case 8:
            rows[at] = row.replace(rng.choice("@-+* :,/"), "", 1)
        case 9:
            return patch[: rng.randrange(len(patch) + 1)]
        case 10:
            cut = rng.randrange(len(patch) + 1)
            return (
                patch[:cut]
                + rng.choice(["\n", "\r", " ", "@", "-", "+", "\f", "\u2028", "\x00"])
                + patch[cut:]
            )
    return "\n".join(rows)

"""The messages that new users read worst, as they were and as they are. `docs/figures.md` lists both."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent

import pytest

from patchsight import check
from support.folders import ROOT

V4A = "*** Begin Patch\n{}*** End Patch\n"
HUNK = "*** Update File: a.py\n@@\n-x = 1\n+x = 2\n"
AP = 'version: "2.0"\nchanges:\n  - file_path: a.py\n    modifications:\n      - action: REPLACE\n'
LATER = "\n\n--- a/b.py\n+++ b/b.py\n@@ -1 +1 @@\n-y = 1\n+y = 2\n"

#: What was said, the patch, the files, and what is said now; nothing where that is best.
WORDS: list[tuple[str, str, Mapping[str, str], list[str]]] = [
    (
        "5 lines of prose after the patch are ignored.",
        V4A.format(HUNK) + LATER,
        {"a.py": "x = 1\n", "b.py": "y = 1\n"},
        [],
    ),
    (
        "This text stands in 3 places in a.py",
        V4A.format("*** Update File: a.py\n@@\n-end\n+END\n"),
        {"a.py": "if a:\n  end\nif b:\n  end\nif c:\n  end\n"},
        [
            "This text stands nowhere in a.py to the letter; it matches after ignoring indentation in 3 places: "
            "line 2 in `if a`, line 4 in `if b` and line 6 in `if c`. Add lines around the change until it fits one place only."
        ],
    ),
    (
        "a.py has no snippet like this.",
        AP + "        snippet: x = 1\n        content: x = 2\n",
        {"a.py": "x = 1  # the number of seconds that are waited before it goes on\n"},
        [
            "Expected `x = 1`, but line 1 is `x = 1  # the number of seconds that are waited before it go…`. "
            "This snippet is not in a.py; the nearest place is line 1 (50% alike)."
        ],
    ),
    (
        "No patch was found here.",
        "diff --git a/a.py b/a.py\nold mode 100644\nnew mode 100755\n",
        {"a.py": "x = 1\n"},
        ["Only the file's mode changes here; modes are not applied."],
    ),
    (
        "The text reads as JSON; a patch is plain text.",
        "[SESSION CONTEXT]\nModified: none\nGuidance: none\nHealth: 0 errors, 0 ambiguous matches, exchange 1/10\n[/SESSION CONTEXT]\n",
        {},
        [],
    ),
    (
        "No line of a.py is or starts with `def h():`; the block is placed without this hint.",
        V4A.format("*** Update File: a.py\n@@ def h():\n-    go()\n+    stay()\n"),
        {"a.py": "def f():\n    go()\ndef g():\n    go()\n"},
        [
            "This text stands in 2 places in a.py: line 2 in `def f()` and line 4 in `def g()`. "
            "Add lines around the change until it fits one place only.",
            "No line of a.py is or starts with `def h():`, so this hint says nothing about the place.",
        ],
    ),
    (
        "config.py does not exist in the workspace. Did you mean `src/config.py`?",
        V4A.format("*** Delete File: config.py\n"),
        {"src/config.py": "x = 1\n"},
        ["Already applied: config.py is gone."],
    ),
    (
        "The path `src` cannot be patched. The path is a folder: it is a folder.",
        V4A.format(HUNK.replace("a.py", "src")),
        {"src/config.py": "x = 1\n"},
        ["The path `src` is a folder, and a patch changes files. Name a file in it."],
    ),
    (
        "This line is not at the right indentation, or the text after the colon needs quotes.",
        AP + "        snippet: def f():\n        content: pass\n",
        {"a.py": "def f():\n"},
        [
            "The text after `snippet:` has a colon in it, which YAML reads as another key. "
            "Write `snippet: |` and the text in the line below, indented deeper."
        ],
    ),
    (
        "the patch expects `...`, but there is no such line",
        V4A.format("*** Update File: a.py\n@@\n def f():\n ...\n-    return 1\n+    return 2\n"),
        {"a.py": "def f():\n    x = 1\n    return 1\n"},
        [
            "`...` leaves lines out where line 2 is `x = 1`. Write every line, or make two parts of it. "
            "This text is not in a.py; the nearest place is line 1 (71% alike)."
        ],
    ),
    (
        "`---` and `+++` is missing here.",
        "diff --git a/a.py b/a.py\n@@ -1 +1 @@\n-y\n+z\n",
        {"a.py": "x = 1\n"},
        [
            "`---` and `+++` are missing here, and the hunk does not stand exactly in `a.py`, as `diff --git` says. "
            "A file starts with `--- old_path` and, below it, `+++ new_path`.",
            "a.py has no text like this.",
        ],
    ),
]


@pytest.mark.parametrize(("before", "patch", "files", "after"), WORDS, ids=[w[0] for w in WORDS])
def test_the_worst_messages(
    before: str, patch: str, files: Mapping[str, str], after: list[str]
) -> None:
    said = [problem.message for problem in check(patch, files).problems]
    assert said == after
    assert not any(before in message for message in said)


def test_the_page_of_figures_lists_them() -> None:
    page = (ROOT / "docs/figures.md").read_text(encoding="utf-8")
    for before, *_, after in WORDS:
        assert (
            f"| {before} | {' '.join(after) or '(nothing: it is read)'} |".replace("…", "…") in page
        )


def table() -> str:
    rows = (
        f"| {before} | {' '.join(after) or '(nothing: it is read)'} |"
        for before, *_, after in WORDS
    )
    return (
        dedent("""\
        ## Messages, before and after

        The ten worst, as read by somebody new, and one more (`tests/core/describe/test_words.py`).

        | before | after |
        |---|---|
        """)
        + "\n".join(rows)
        + "\n"
    )

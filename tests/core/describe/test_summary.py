"""What patches and their parts are called in a few words, what their words are, and the counts of a header."""

from __future__ import annotations

import pytest

from patchsight.core import formats
from patchsight.core.describe.summary import fate, pointer, tally, title, verdict
from patchsight.core.formats.tokens import Word, find_tokens
from patchsight.core.rewrite.recount import recount
from patchsight.core.text.buffer import Buffer
from support.carets import split_marks, trim
from support.check import answer

TEN = "".join(f"line {number}\n" for number in range(1, 11))


def say(patch: str, target: str | None, path: str = "app.py") -> tuple[str, str]:
    """The outline's words and the hint's for the first part."""
    report = answer(patch, {path: target} if target is not None else {})
    found = report.parts[0]
    return verdict(found), pointer(found, report.patch)


def hunk(old: str, new: str = "new", start: int = 1) -> str:
    return f"--- a/app.py\n+++ b/app.py\n@@ -{start} +{start} @@\n-{old}\n+{new}\n"


@pytest.mark.parametrize(
    ("patch", "target", "wanted"),
    [
        (hunk("line 3", start=3), TEN, ("fits at line 3", "→ line 3")),
        (hunk("line 9", start=2), TEN, ("fits at line 9", "→ line 9, drift +7")),
        (hunk("line 2", start=4), TEN, ("fits at line 2", "→ line 2, drift -2")),
        (hunk("same", start=40), "same\n" * 3, ("3 places", "3 matches")),
        (
            hunk("def greet(nme):"),
            "x\ndef greet(name):\n",
            ("not found, 94% alike", "not found (94% at line 2)"),
        ),
        (hunk("nothing like it"), TEN, ("not found", "not found")),
        (hunk("old one", "new one"), "new one\n", ("already applied", "already applied")),
        ("--- a/app.py\n+++ b/app.py\n@@ -2,0 +3 @@\n+x\n", TEN, ("fits at line 3", "→ line 3")),
        ("--- /dev/null\n+++ b/app.py\n@@ -0,0 +1 @@\n+x\n", None, ("new file", "→ new file")),
        (
            "--- a/app.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
            "x\n",
            ("file deleted", "→ file deleted"),
        ),
        (
            "*** Begin Patch\n*** Update File: app.py\n*** Move to: b\n*** End Patch\n",
            "x\n",
            ("file moved", "→ file moved"),
        ),
        (
            ">>> file: app.py | mode=replace\n--- from\n--- to\nx\n<\n",
            "y\n",
            ("whole file", "→ whole file"),
        ),
        (hunk("x").replace("@@ -", "@@ ~"), "x\n", ("not placed", "")),
        (hunk("x"), None, ("not found", "not found")),
    ],
)
def test_what_became_of_a_part(patch: str, target: str | None, wanted: tuple[str, str]) -> None:
    assert say(patch, target) == wanted


def test_what_happens_to_a_file() -> None:
    patch = "*** Begin Patch\n*** Update File: app.py\n*** Move to: b.py\n@@\n-line 1\n+x\n@@\n-lime\n+x\n*** End Patch\n"
    report = answer(patch, {"app.py": TEN})
    assert tally(report.parts) == "1 of 2 parts fit"
    assert fate(report.patch.files[0], report.parts) == "is moved to b.py; 1 of 2 parts fit"
    assert tally(answer(hunk("line 1"), {"app.py": TEN}).parts) == "1 of 1 part fits"
    assert (
        tally(answer(hunk("old one", "new one"), {"app.py": "new one\n"}).parts)
        == "already applied"
    )


@pytest.mark.parametrize(
    ("patch", "wanted"),
    [
        (
            "*** Begin Patch\n*** Update File: a\n@@ def f():\n-x = 1\n*** End Patch\n",
            "Part 1: def f():",
        ),
        (
            "*** Begin Patch\n*** Update File: a\n@@\n ctx\n-}\n-x = 1\n*** End Patch\n",
            "Part 1: x = 1",
        ),
        ("*** Begin Patch\n*** Delete File: a\n*** End Patch\n", "Part 1"),
        (
            f"*** Begin Patch\n*** Update File: a\n@@\n+{'x' * 99}\n*** End Patch\n",
            f"Part 1: {'x' * 59}…",
        ),
        (
            'version: "2.0"\nchanges:\n  - file_path: a\n    modifications:\n      - action: DELETE\n        snippet: y = 2\n',
            "Part 1 DELETE: y = 2",
        ),
    ],
)
def test_the_title_of_a_part(patch: str, wanted: str) -> None:
    assert title(formats.parse(patch).parts[0]) == wanted


# ---- words
def check_words(source: str, name: str = "") -> None:
    """See that exactly the marked words are found, each as what its mark says."""
    text, wanted = split_marks(trim(source))
    buffer, found = Buffer(text), []
    for token in find_tokens(formats.parse(text, name)):
        start, end = buffer.position(token.span.start), buffer.position(token.span.end)
        assert start.line == end.line
        name = token.kind.name if token.word is Word.SIGN else token.word.name
        found.append((start.line, start.column, end.column, name.lower()))
    assert found == wanted


def test_words_of_v4a() -> None:
    check_words(
        """
        *** Begin Patch
        ^^^^^^^^^^^^^^^ marker
        *** Update File: 🦊.py
        ^^^^^^^^^^^^^^^^ marker
                         ^^^^ path
        *** Move to: b.py
        ^^^^^^^^^^^^ marker
                     ^^^^ path
        @@ def f():
        ^^ marker
           ^^^^^^^^ hint
         *** End Patch
        -one
        ^ removed
        +two
        ^ added
        *** End of File
        ^^^^^^^^^^^^^^^ marker
        *** End Patch
        ^^^^^^^^^^^^^ marker
        """
    )


def test_words_of_a_unified_diff() -> None:
    check_words(
        """
        diff --git a/x b/y
        ^^^^^^^^^^ marker
                   ^^^^^^^ path
        similarity index 90%
        ^^^^^^^^^^^^^^^^^^^^ note
        rename from x
        ^^^^^^^^^^^ marker
                    ^ path
        rename to y
        ^^^^^^^^^ marker
                  ^ path
        --- a/x
        ^^^ marker
            ^^^ path
        +++ b/y
        ^^^ marker
            ^^^ path
        @@ -1,2 +13 @@ def f():
        ^^ marker
            ^ number
              ^ number
                 ^^ number
                    ^^ marker
                       ^^^^^^^^ hint
         context
        --- removed
        ^ removed
        +added
        ^ added
        \\ No newline at end of file
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^ note
        --- a/gone
        ^^^ marker
            ^^^^^^ path
        +++ /dev/null
        ^^^ marker
            ^^^^^^^^^ marker
        @@ -1 +0,0 @@
        ^^ marker
            ^ number
               ^ number
                 ^ number
                   ^^ marker
        -x
        ^ removed
        """
    )


def test_words_of_applydiff() -> None:
    check_words(
        """
        >>> file: a.py | mode=patch | fuzz=0.9
        ^^^^^^^^^ marker
                  ^^^^ path
                         ^^^^ key
                              ^^^^^ value
                                      ^^^^ key
                                           ^^^ number
        --- from
        ^^^^^^^^ marker
        one
        --- to
        ^^^^^^ marker
        two
        <
        ^ marker
        """
    )


def test_words_of_ap() -> None:
    check_words(
        """
        version: "2.0"
        ^^^^^^^ key
        changes:
        ^^^^^^^ key
          - file_path: "a.py"
            ^^^^^^^^^ key
                        ^^^^ path
            modifications:
            ^^^^^^^^^^^^^ key
              - action: REPLACE
                ^^^^^^ key
                        ^^^^^^^ value
                snippet: content = 1
                ^^^^^^^ key
                content: |
                ^^^^^^^ key
                  snippet: 2
                  action: DELETE
        """,
        "p.ap",
    )


def test_a_text_that_is_no_patch_has_no_words() -> None:
    assert find_tokens(formats.parse("Dear reader,\n")) == []


# ---- counts
@pytest.mark.parametrize(
    ("header", "lines", "row", "wanted"),
    [
        ("@@ -1,2 +1,2 @@ f", " a\n-b\n+c\n+d", 6, "-1,2 +1,3"),
        ("@@ -1 +1 @@", "-b\n+c\n+d", 5, "-1,1 +1,2"),
        ("@@ -1 +1 @@", "-b\n+c", 4, None),
        ("@@ -7,9 +8,9 @@", " a\n\n-b\n", 4, "-7,3 +8,2"),
        ("@@ -1,2 +1,2 @@", " a\n-b\n+c\n+d", 1, None),
        ("@@ -0099999999999,1 +1 @@", "-b\n-c\n+d", 4, "-0099999999999,2 +1,1"),
    ],
)
def test_the_counts_of_a_header(header: str, lines: str, row: int, wanted: str | None) -> None:
    text = f"--- a/x\n+++ b/x\n{header}\n{lines}\n"
    found = recount(formats.parse(text, "p.diff"), row)
    assert (found.text if found else None) == wanted
    assert found is None or text[slice(*found.span)] == header[3 : header.index(" @@", 3)]


def test_other_formats_have_no_counts() -> None:
    text = "*** Begin Patch\n*** Update File: a\n@@ -1,9 +1,9 @@\n-a\n*** End Patch\n"
    assert recount(formats.parse(text), 3) is None

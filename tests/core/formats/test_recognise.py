"""Which format a text is in, what around it is noise, and that no text at all upsets a parser."""

from __future__ import annotations

import random
import time
from textwrap import indent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.formats.marks import check
from patchsight.core import formats
from patchsight.core.formats import registry
from patchsight.core.formats.cannot_say import cannot_say
from patchsight.core.formats.spec import FormatSpec
from patchsight.core.model.patch import FileChange, Op, Options, Patch

V4A = "*** Begin Patch\n*** Update File: a.py\n@@ def f():\n one\n-two\n+three\n*** End Patch\n"
APPLYDIFF = ">>> file: a.py\n--- from\none\ntwo\n--- to\none\nthree\n<\n"
UNIFIED = "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n"
AP = """version: "2.0"
changes:
  - file_path: "a.py"
    modifications:
      - action: DELETE
        snippet: |
          two
"""
TEXTS = {
    registry.V4A: V4A,
    registry.APPLYDIFF: APPLYDIFF,
    registry.UNIFIED: UNIFIED,
    registry.AP: AP,
}


# ---- recognition


@pytest.mark.parametrize(
    "name", ["", "a.patch", "a.diff", "a.txt", "README.md", "a.ap", "a.applydiff", "untitled:1"]
)
@pytest.mark.parametrize("wanted", TEXTS)
def test_content_beats_the_name(wanted: FormatSpec, name: str) -> None:
    assert formats.recognise(TEXTS[wanted], name) is wanted
    assert formats.recognise(f"Here it is:\n\n```\n{TEXTS[wanted]}```\n", name) is wanted
    assert formats.recognise("\ufeff" + TEXTS[wanted], name) is wanted
    assert formats.recognise(TEXTS[wanted].replace("\n", "\r\n"), name) is wanted


@pytest.mark.parametrize(
    "text", [V4A, V4A.removeprefix("*** Begin Patch\n"), "*** begin patch ***\n"]
)
def test_zenpatch_is_v4a_under_another_name(text: str) -> None:
    assert formats.recognise(text, "a.patch") is registry.V4A
    assert formats.recognise(text, "dir/a.ZENPATCH") is registry.ZENPATCH
    assert formats.recognise(text, "", language="zenpatch") is registry.ZENPATCH
    assert formats.recognise(text, "a.patch", Options(profile="zenpatch")) is registry.ZENPATCH
    assert formats.recognise(UNIFIED, "a.zenpatch") is registry.UNIFIED


@pytest.mark.parametrize(
    ("text", "name", "wanted"),
    [
        ("diff --git a/x b/x\nold mode 100644\n", "", registry.UNIFIED),
        ("@@ -1,2 +1,2 @@\n-a\n", "", registry.UNIFIED),
        ("--- a/x\n@@\n-a\n", "a.diff", registry.UNIFIED),
        ("--- a/x\n@@\n-a\n", "", None),
        ("[SESSION CONTEXT]\n", "", registry.APPLYDIFF),
        ("--- from\nx\n--- to\ny\n<\n", "", registry.APPLYDIFF),
        ("changes:\n  - file_path: a\n", "", registry.AP),
        ("changes: everything\n", "notes.txt", None),
        ('version: "2.0"\n', "a.ap", registry.AP),
        ('version: "2.0"\n', "", None),
        ("deadbeef AP 3.0\n\ndeadbeef FILE\na.py\n", "", registry.AP),
        ("---\ntitle: x\n---\n\n# Heading\n\n--- \n", "post.md", None),
        ("--- really\nis how he said it\n", "", None),
        ("*** Note: read this first\n", "", None),
        ("", "a.v4a", registry.V4A),
        ("", "", None),
    ],
)
def test_weak_signs_need_a_name(text: str, name: str, wanted: FormatSpec | None) -> None:
    assert formats.recognise(text, name) is wanted


def test_the_first_sign_decides() -> None:
    assert formats.recognise(UNIFIED + " *** Begin Patch\n") is registry.UNIFIED
    assert formats.recognise(AP + "          *** Begin Patch\n") is registry.AP
    assert formats.recognise(">>> file: a\n--- from\n" + UNIFIED) is registry.APPLYDIFF
    assert formats.recognise("*** Begin Patch\n" + UNIFIED + "*** End Patch\n") is registry.V4A
    assert formats.recognise("From: me\nchanges: some\n\n" + UNIFIED) is registry.UNIFIED


def test_ten_megabytes_are_looked_at_quickly() -> None:
    text = "The quick brown fox jumps over the lazy dog.\n" * 220_000
    start = time.process_time()
    assert formats.recognise(text) is None
    assert time.process_time() - start < 2


# ---- no patch


@pytest.mark.parametrize("text", ["", "\n", "  \n\t\n"])
def test_an_empty_text(text: str) -> None:
    patch = formats.parse(text, "a.diff")
    assert [(problem.code, problem.span) for problem in patch.problems] == [("no_patch", (0, 0))]
    assert patch.format is registry.UNIFIED


def test_prose_and_json_are_no_patch() -> None:
    check("\n  I will now edit the file.\n  ^^^^^^^^^^^^^^^^^^^^^^^^^ no_patch\nDone.\n", "a.patch")
    patch = check(
        '{"file": "a", "from": "x", "to": "y"}\n^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no_patch\n',
        "a.applydiff",
    )
    assert "JSON" in patch.problems[0].message
    assert check("\nHunks:\n\n@@\n^^ misplaced_line\n-x\n", "a.v4a").files == []


def test_a_text_above_the_limit_is_not_read() -> None:
    patch = formats.parse(V4A, options=Options(max_patch_bytes=20))
    assert [(problem.code, problem.span) for problem in patch.problems] == [
        ("patch_too_large", (0, 15))
    ]
    assert patch.files == []


# ---- noise


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (
            "Sure!\nHere is the patch:\n\n```diff\n",
            "```\n",
            "2 lines of prose before the patch and 1 Markdown fence are ignored.",
        ),
        ("```\n", "```\n", "1 Markdown fence is ignored."),
        ("", "\nThis makes the tests pass.\n", "1 line of prose after the patch is ignored."),
        ("Here is the patch:\n", "", "1 line of prose before the patch is ignored."),
        ("cat > x <<'EOF'\n", "EOF\n", "1 heredoc is ignored."),
    ],
)
@pytest.mark.parametrize("wanted", [registry.V4A, registry.UNIFIED, registry.AP])
def test_what_surrounds_a_patch_is_named_once(
    wanted: FormatSpec, before: str, after: str, message: str
) -> None:
    patch = formats.parse(before + TEXTS[wanted] + after)
    assert [(problem.code, problem.message) for problem in patch.problems] == [
        ("surrounding_noise", message)
    ]
    assert len(patch.files) == 1


@pytest.mark.parametrize(
    "head",
    [
        f"From {'0123456789' * 4} Mon Sep 17 00:00:00 2001\nFrom: A <a@b.c>\nSubject: [PATCH] x\n\nWhy.\n---\n a.py | 2 +-\n\n",
        f"commit {'0123456789' * 4}\nAuthor: A <a@b.c>\nDate:   Mon Jan 1 00:00:00 2024 +0000\n\n    Why.\n\n",
        "Index: a.py\n===================================================================\n",
    ],
)
def test_a_commit_message_is_no_noise(head: str) -> None:
    assert formats.parse(head + UNIFIED + "-- \n2.39.2\n").problems == []


def test_diffs_in_several_fences() -> None:
    patch = formats.parse(
        f"One:\n```diff\n{UNIFIED}```\nTwo:\n```diff\n{UNIFIED.replace('a.py', 'b.py')}```\n"
    )
    assert [change.path.choices[0] for change in patch.files] == ["a.py", "b.py"]
    assert [problem.code for problem in patch.problems] == ["surrounding_noise"]


def test_a_fence_inside_a_hunk_is_content() -> None:
    text = UNIFIED.replace("@@ -1,2 +1,2 @@\n", "@@ -1,4 +1,4 @@\n ```\n").replace(
        "+three\n", "+three\n ```\n"
    )
    patch = formats.parse(f"```diff\n{text}```\n")
    assert [line.text for line in patch.parts[0].lines] == ["```", "one", "two", "three", "```"]


# ---- rendering


def meaning(files: list[FileChange]) -> list[object]:
    """Everything a patch says, without where it says it."""
    return [
        (
            change.op,
            change.path.choices,
            change.new_path and change.new_path.choices,
            [
                (
                    [(line.kind, line.text) for line in part.lines],
                    [hint.text for hint in part.hints],
                    part.numbers and part.numbers[:4],
                    part.at_end,
                    part.old_newline,
                    part.new_newline,
                    part.fuzz,
                    part.droppable,
                )
                for part in change.parts
            ],
        )
        for change in files
    ]


def sound(patch: Patch) -> bool:
    return bool(patch.files) and not any(part.broken for part in patch.parts)


@pytest.mark.parametrize(
    "text",
    [
        V4A,
        "*** Begin Patch\n*** Add File: a\n+x\n\n+\n\\ No newline at end of file\n*** Delete File: 'b'\n-y\n*** End Patch\n",
        "*** Begin Patch\n*** Update File: a\n*** Move to: b\n x\nbare\n\n-y\n\\ No newline at end of file\n+z\n\n\n"
        "@@ class A\n@@ def f @@ @@\n+x\n*** End of File\n@@ -1,2 +3 @@ s\n-x\n@@ @@ @@\n-y\n*** End Patch\n",
        '*** Begin Patch\n*** Update File: a\n*** Move to: "b ***"\n*** End Patch\n',
        APPLYDIFF,
        ">>> file: a | mode=replace\n--- from\n--- to\nx\n<\n\n>>> file: \"'b'\" | fuzz=0.5\n--- from\n<\nx\n--- to\n<\n\n<\n",
        UNIFIED,
        AP,
    ],
)
def test_what_is_rendered_means_the_same(text: str) -> None:
    patch = formats.parse(text)
    assert sound(patch)
    assert meaning(formats.parse(formats.render(patch)).files) == meaning(patch.files)


@pytest.mark.parametrize("wanted", [registry.V4A, registry.ZENPATCH, registry.APPLYDIFF])
def test_a_patch_in_another_format(wanted: FormatSpec) -> None:
    patch = formats.parse(UNIFIED)
    assert cannot_say(patch.files, wanted) is None
    other = formats.parse(formats.render(patch, wanted), options=Options(profile="zenpatch"))
    assert (other.format is registry.APPLYDIFF) == (wanted is registry.APPLYDIFF)
    assert [line[:2] for line in other.parts[0].lines] == [
        line[:2] for line in patch.parts[0].lines
    ]
    assert other.files[0].path.raw == "a.py"


@pytest.mark.parametrize(
    ("text", "wanted", "words"),
    [
        (
            "*** Begin Patch\n*** Delete File: a\n*** End Patch\n",
            registry.APPLYDIFF,
            "applydiff cannot delete a file",
        ),
        (
            "*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** End Patch\n",
            registry.AP,
            "ap cannot rename a file",
        ),
        (
            ">>> file: a | mode=replace\n--- from\n--- to\nx\n<\n",
            registry.V4A,
            "v4a cannot replace the whole text",
        ),
        (
            "*** Begin Patch\n*** Update File: a\n@@ x\n+y\n*** End Patch\n",
            registry.APPLYDIFF,
            "without a line beside them",
        ),
        (
            "*** Begin Patch\n*** Update File: a\n@@ x\n---- to\n*** End Patch\n",
            registry.APPLYDIFF,
            "reads like one of its own",
        ),
    ],
)
def test_what_a_format_has_no_words_for(text: str, wanted: FormatSpec, words: str) -> None:
    sentence = cannot_say(formats.parse(text).files, wanted)
    assert sentence is not None
    assert words in sentence
    assert "`a`" in sentence


def test_a_deletion_is_left_out_where_it_cannot_be_said() -> None:
    patch = formats.parse(
        "*** Begin Patch\n*** Delete File: a\n*** Add File: b\n+x\n*** End Patch\n"
    )
    assert [
        (change.op, change.path.raw)
        for change in formats.parse(formats.render(patch, registry.APPLYDIFF)).files
    ] == [(Op.CREATE, "b")]


# ---- any text at all

PIECES = [
    "*** Begin Patch",
    "*** End Patch",
    "*** Add File: a",
    "*** Update File: b",
    "*** Update File:",
    "*** Delete File: c",
    "*** Move to: d",
    "*** End of File",
    "*** Frob",
    "***",
    "*** begin patch ***",
    "  *** Begin Patch",
    "+*** End Patch",
    "@@",
    "@@ def f",
    "@@ -1,2 +1,3 @@ x",
    " ctx",
    "-old",
    "+new",
    "",
    " ",
    "\t",
    "bare",
    "\\ No newline at end of file",
    "```",
    "```diff",
    "~~~",
    "EOF",
    "cat <<EOF",
    "Prose.",
    "\ufeff",
    "-\ufeffx",
    "--- a/x",
    "+++ b/x",
    "diff --git a/x b/x",
    ">>> file: a",
    ">>> file: b | mode=replace",
    ">>> file: | fuzz=2",
    "--- from",
    "--- to",
    "<",
    "<<<",
    "[SESSION CONTEXT]",
    "[/SESSION CONTEXT]",
    "Guidance: x",
]
NAMES = ["", "a.v4a", "a.zenpatch", "a.applydiff", "a.md"]
patches = st.lists(st.sampled_from(PIECES), max_size=25).map("\n".join)
starts = st.sampled_from(
    [
        "",
        "*** Begin Patch\n*** Update File: a\n@@\n",
        ">>> file: a\n--- from\n",
        "```\n*** Begin Patch\n",
    ]
)
line_ends = st.sampled_from(["\n", "\r\n", "\r"])


def mine(text: str, name: str) -> bool:
    return formats.recognise(text, name) in (
        registry.V4A,
        registry.ZENPATCH,
        registry.APPLYDIFF,
        None,
    )


def assert_sane(patch: Patch) -> None:
    size = len(patch.buffer.text)
    spans = [problem.span for problem in patch.problems]
    for change in patch.files:
        assert change.parts
        spans += [
            change.span,
            change.header,
            change.path.span,
            *([change.new_path.span] if change.new_path else []),
        ]
        for part in change.parts:
            assert change.span.start <= part.span.start <= part.span.end <= change.span.end
            spans += [
                part.span,
                part.header,
                *(line.span for line in part.lines),
                *(hint.span for hint in part.hints),
            ]
            assert [patch.buffer.text[slice(*line.span)] for line in part.lines] == [
                line.text for line in part.lines
            ]
            assert 0 <= part.droppable <= len(part.lines)
    assert all(0 <= start <= end <= size for start, end in spans)
    assert all(
        patch.buffer.row(span.start) == patch.buffer.row(span.end)
        for span in (p.span for p in patch.problems)
    )
    assert patch.files or patch.problems


@given(st.text(), st.sampled_from(NAMES))
def test_any_text(text: str, name: str) -> None:
    if mine(text, name):
        assert_sane(formats.parse(text, name))


@given(starts, patches, line_ends, st.sampled_from(NAMES))
def test_any_rows(start: str, rows: str, end: str, name: str) -> None:
    text = (start + rows).replace("\n", end)
    if mine(text, name):
        assert_sane(formats.parse(text, name))


letters = st.text("ab @*-+<>|`'\\\"\ufeff\t", max_size=6)
hunks = st.tuples(
    st.sampled_from(["@@", "@@ def f", "@@ a\n@@ b @@", "@@ -1,2 +3,4 @@ x", "@@ @@ @@"]),
    st.lists(
        st.tuples(st.sampled_from([" ", "-", "+"]), letters).map("".join), min_size=1, max_size=5
    ),
    st.sampled_from(["", "\n", "\n\n", "\n*** End of File", "\n\\ No newline at end of file"]),
).map(lambda hunk: hunk[0] + "\n" + "\n".join(hunk[1]) + hunk[2])
sections = st.one_of(
    st.lists(hunks, min_size=1, max_size=3).map(
        lambda found: "\n".join(["*** Update File: a", *found])
    ),
    st.lists(letters.map("+".__add__), max_size=3).map(
        lambda lines: "\n".join(["*** Add File: b", *lines])
    ),
    st.sampled_from(["*** Delete File: c\n-x", "*** Update File: d\n*** Move to: 'e'"]),
)
envelopes = st.lists(sections, min_size=1, max_size=4).map(
    lambda found: "\n".join(["*** Begin Patch", *found, "*** End Patch"])
)
texts = st.lists(letters, max_size=5)
blocks = st.tuples(texts, texts, st.sampled_from(["", " | mode=replace", " | fuzz=0.7"])).map(
    lambda block: "\n".join(
        [f">>> file: a{block[2]}", "--- from", *block[0], "--- to", *block[1], "<", ""]
    )
)


@given(st.one_of(envelopes, st.lists(blocks, min_size=1, max_size=3).map("".join)))
def test_whatever_is_sound_means_the_same_when_rendered(text: str) -> None:
    patch = formats.parse(text)
    assert sound(patch)
    assert patch.format is not None
    assert cannot_say(patch.files, patch.format) is None
    assert meaning(formats.parse(formats.render(patch)).files) == meaning(patch.files)


@given(st.sampled_from([V4A, APPLYDIFF]), st.randoms(use_true_random=False))
def test_damaged_patches(text: str, chance: random.Random) -> None:
    letters = list(text * 2)
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(letters))
        letters[at : at + chance.randrange(4)] = chance.choice(
            ["", "\n", " ", "*", "@@", "<\n", "-", "\ufeff", "|", "```\n"]
        )
    damaged = "".join(letters)
    if mine(damaged, ""):
        assert_sane(formats.parse(damaged))


# ---- commit messages


SHOWN = """commit 0123456789abcdef0123456789abcdef01234567
Author: A <a@b.c>

    Explain:

{}
"""
MAILED = """From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001
From: A <a@b.c>
Date: Mon, 1 Jan 2024 00:00:00 +0000
Subject: [PATCH] Explain
 a patch

{}
---
 a.py | 2 +-
 1 file changed, 1 insertion(+), 1 deletion(-)

"""
PLAIN_MAIL = """Subject: [PATCH] Explain
From: A <a@b.c>

{}

"""
DELETION = "*** Begin Patch\n*** Delete File: gold\n*** End Patch\n"
QUOTED = [
    DELETION,
    ">>> file: gold\n--- from\na\n--- to\nb\n<\n",
    'version: "2.0"\nchanges:\n  - file_path: "gold"\n',
    "```\n" + DELETION + "```\n",
]


@pytest.mark.parametrize("quoted", QUOTED)
@pytest.mark.parametrize("above", [SHOWN, MAILED, PLAIN_MAIL])
def test_a_commit_message_is_prose_whatever_it_quotes(above: str, quoted: str) -> None:
    patch = formats.parse(above.format(quoted) + "diff --git a/a.py b/a.py\n" + UNIFIED)
    assert patch.format is registry.UNIFIED and [change.path.raw for change in patch.files] == [
        "a/a.py"
    ]
    indented = above.format(indent(quoted, "    ")) + UNIFIED
    assert [change.path.raw for change in formats.parse(indented).files] == ["a/a.py"]


def test_a_mail_that_quotes_a_diff_of_its_own() -> None:
    commit = (
        MAILED.format("--- a/gold\n+++ b/gold\n@@ -1 +1 @@\n-a\n+b\n") + UNIFIED + "-- \n2.39.5\n\n"
    )
    patch = formats.parse(commit + commit.replace("a.py", "b.py"))
    assert [change.path.raw for change in patch.files] == ["a/a.py", "a/b.py"]


@pytest.mark.parametrize(
    "above", ["commit 0123456 broke this:\n\n", SHOWN.format(""), "From: me\nSubject: a patch\n\n"]
)
def test_a_patch_below_a_commit_without_a_diff_is_read(above: str) -> None:
    assert formats.parse(above + V4A).format is registry.V4A

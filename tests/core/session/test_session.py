"""A session's figures: what a patch adds to them, what they mean for the next one, and the block the model reads."""

from __future__ import annotations

import json
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchsight.core import formats
from patchsight.core.model.patch import Options
from patchsight.core.session.advice import advise
from patchsight.core.session.block import update_block
from patchsight.core.session.changed_share import (
    MOST_MARKS,
    LineSample,
    changed_share,
    sample_lines,
)
from patchsight.core.session.data import as_data, from_data
from patchsight.core.session.figures import MOST_FILES, Figures, FileFigures, record, render
from support.check import answer, apply

TEN = "".join(f"line {number}\n" for number in range(10))


def block(path: str, old: str, new: str, header: str = "") -> str:
    return f">>> file: {path}{header}\n--- from\n{old}--- to\n{new}<\n"


class Loop:
    """A session in which a model sends patches, each applied if it can be."""

    def __init__(self, **files: str) -> None:
        self.files: dict[str, Any] = {name.replace("_", "."): text for name, text in files.items()}
        self.figures = Figures()

    def send(self, patch: str, *, check_only: bool = False) -> None:
        report = answer(patch, self.files)
        applied = report.ok and not check_only
        self.figures = record(self.figures, report, applied=applied)
        self.files = apply(report, self.files) if applied else self.files

    def says(self, expected: str) -> None:
        assert render(self.figures) == dedent(expected).strip()

    def advice(self, patch: str, **options: Any) -> list[tuple[str, str, str]]:
        report = answer(patch, self.files)
        found = advise(self.figures, report, Options(**options))
        text = report.patch.buffer.text
        return [(one.code, one.severity.name, text[slice(*one.span)]) for one in found]


# ---- what a patch adds


def test_nothing_happened_yet() -> None:
    Loop().says("""
        [SESSION CONTEXT]
        Modified: none
        Guidance: none
        Health: 0 errors, 0 ambiguous matches, exchange 0/10
        [/SESSION CONTEXT]
    """)


def test_patches_of_every_format_count_per_file() -> None:
    loop = Loop(a_txt=TEN, b_txt=TEN)
    loop.send(block("a.txt", "line 1\n", "LINE 1\n") + block("a.txt", "line 2\n", "LINE 2\n"))
    loop.send(
        "--- a/b.txt\n+++ b/b.txt\n@@ -1,2 +1,2 @@\n line 0\n-line 1\n+LINE 1\n@@ -9,2 +9,2 @@\n line 8\n-line 9\n+LINE 9\n"
    )
    loop.send("*** Begin Patch\n*** Update File: a.txt\n@@\n-line 3\n+LINE 3\n*** End Patch\n")
    loop.says("""
        [SESSION CONTEXT]
        Modified: a.txt (3 patches, 30% changed), b.txt (1 patches, 20% changed)
        Guidance: none
        Health: 0 errors, 0 ambiguous matches, exchange 3/10
        [/SESSION CONTEXT]
    """)


def test_refused_patches_count_as_errors_and_ambiguous_matches() -> None:
    loop = Loop(a_txt="x\ny\nx\ny\n")
    loop.send(block("a.txt", "x\n", "z\n"))
    loop.send(block("a.txt", "nowhere to be found\n", "z\n") + block("b.txt", "x\n", "z\n"))
    loop.send("no patch at all")
    loop.says("""
        [SESSION CONTEXT]
        Modified: none
        Guidance: none
        Health: 4 errors, 1 ambiguous matches, exchange 3/10
        [/SESSION CONTEXT]
    """)


def test_the_same_patch_sent_again_counts_again_but_not_where_it_is_applied_once_checked() -> None:
    loop = Loop(a_txt=TEN)
    wrong, right = block("a.txt", "line x\n", "y\n"), block("a.txt", "line 1\n", "y\n")
    for patch in (wrong, wrong, right):
        loop.send(patch, check_only=True)
    loop.send(right)
    assert (loop.figures.exchange, loop.figures.errors, loop.figures.files["a.txt"].patches) == (
        3,
        2,
        1,
    )


def test_advice_is_for_those_who_know_the_block() -> None:
    figures = Figures({"a.py": FileFigures(9, sample_lines("one\n"))}, ambiguous=3)
    assert "consider mode=replace" in render(figures) and "use 5+ context" in render(figures)
    told = render(figures, advises=False)
    assert "a.py (9 patches, " in told and "mode=" not in told and "use 5+" not in told


def test_applied_undone_and_applied_again_is_applied_once() -> None:
    loop = Loop(a_txt=TEN)
    for _ in range(3):
        loop.files = {"a.txt": TEN}
        loop.send(block("a.txt", "line 1\n", "y\n"))
    assert loop.figures.files["a.txt"].patches == 1


def test_a_file_that_is_made_or_written_whole_starts_anew() -> None:
    loop = Loop(a_txt=TEN)
    loop.send(block("a.txt", "line 1\n", "y\n"))
    loop.send(
        block("a.txt", "", "all\nother\nlines\n", " | mode=replace") + block("b.txt", "", "new\n")
    )
    assert {path: (one.patches, one.changed) for path, one in loop.figures.files.items()} == {
        "a.txt": (1, 0),
        "b.txt": (1, 0),
    }
    loop.send(block("a.txt", "other\n", "another\n"))
    assert loop.figures.files["a.txt"].patches == 2
    assert loop.figures.files["a.txt"].changed == pytest.approx(1 / 3)


def test_a_moved_file_keeps_its_figures_and_a_deleted_one_has_none() -> None:
    loop = Loop(a_txt=TEN, b_txt=TEN)
    loop.send(block("a.txt", "line 1\n", "y\n") + block("b.txt", "line 1\n", "y\n"))
    loop.send(
        "*** Begin Patch\n*** Update File: a.txt\n*** Move to: c.txt\n@@\n-line 2\n+y\n*** Delete File: b.txt\n*** End Patch\n"
    )
    assert {
        path: (one.patches, round(one.changed, 2)) for path, one in loop.figures.files.items()
    } == {"c.txt": (2, 0.2)}


def test_changes_of_other_hands_count_once_a_patch_looks_at_the_file() -> None:
    loop = Loop(a_txt=TEN)
    loop.send(block("a.txt", "line 1\n", "y\n"))
    loop.files = {"a.txt": "line 0\n" + "typed by hand\n" * 9}
    loop.send(block("a.txt", "line 0\n", "z\n"), check_only=True)
    assert loop.figures.files["a.txt"].changed == 0.9


# ---- the share that has changed


@pytest.mark.parametrize(
    ("first", "now", "share"),
    [
        ("a\nb\n", "a\nb\n", 0),
        ("a\nb\n", "b\n\n\na\n", 0),  # moved is not changed, and blank lines are nothing
        ("a\nb\n", "a\nc\n", 0.5),
        ("a\nb\n", "a\nb\nc\nd\n", 0.5),
        ("a\nb\nc\nd\n", "a\n", 0.75),
        ("a\na\na\na\n", "a\n", 0.75),
        ("a\n", "", 1),
        ("", "", 0),
        ("a\r\nb\r\n", "a\nb\n", 0),
    ],
)
def test_changed_share(first: str, now: str, share: float) -> None:
    assert changed_share(sample_lines(first), now) == share


def test_the_sample_of_a_large_text_is_small_and_about_right() -> None:
    lines = [f"line {number}" for number in range(100_000)]
    first = sample_lines("\n".join(lines))
    assert len(first.marks) <= MOST_MARKS
    half = [line if at % 2 else line + "!" for at, line in enumerate(lines)]
    assert 0.4 < changed_share(first, "\n".join(half)) < 0.6


# ---- what the figures mean for the next patch


def figures(patches: int, changed: int, ambiguous: int = 0) -> Figures:
    """A session in which so many of the ten lines of a.txt have changed."""
    lines = [f"line {number}\n" for number in range(10)]
    first = sample_lines(
        "".join([*lines[changed:], *(f"old {number}\n" for number in range(changed))])
    )
    return Figures({"a.txt": FileFigures(patches, first, changed / 10)}, ambiguous=ambiguous)


@pytest.mark.parametrize(
    ("patches", "changed", "severity"),
    [
        (1, 0, None), (5, 2, None),
        (6, 0, "INFORMATION"), (7, 2, "INFORMATION"), (1, 3, "INFORMATION"), (1, 4, "INFORMATION"),
        (8, 0, "WARNING"), (1, 5, "WARNING"), (1, 7, "WARNING"), (99, 9, "WARNING"),
    ],
)  # fmt: skip
def test_thresholds(patches: int, changed: int, severity: str | None) -> None:
    loop = Loop(a_txt=TEN)
    loop.figures = figures(patches, changed)
    found = loop.advice(block("a.txt", "line 9\n", "y\n") + block("a.txt", "line 8\n", "y\n"))
    assert found == ([("large_change", severity, "a.txt")] if severity else [])


def test_above_seventy_per_cent_the_whole_file_is_mandatory() -> None:
    report = answer(block("a.txt", "line 9\n", "y\n"), {"a.txt": TEN})
    [found] = advise(figures(2, 8), report, Options())
    assert found.message == (
        "a.txt took 2 patches in this session and 80% of it has changed. "
        "Write it whole, with `mode=replace`: above 70% that is mandatory."
    )


def test_a_keystone_file_is_written_whole() -> None:
    loop = Loop(a_txt=TEN)
    patch = block("a.txt", "line 9\n", "y\n")
    assert loop.advice(patch, keystone_files=("a.txt",)) == [("keystone_file", "WARNING", "a.txt")]
    assert loop.advice(patch, keystone_files=("*.txt", "b")) == [
        ("keystone_file", "WARNING", "a.txt")
    ]
    assert loop.advice(patch, keystone_files=("b.txt",)) == []
    assert (
        loop.advice(block("a.txt", "", "all\n", " | mode=replace"), keystone_files=("a.txt",)) == []
    )


def test_after_three_ambiguous_matches_blocks_with_little_context_are_marked() -> None:
    loop = Loop(a_txt=TEN)
    five = "".join(f"line {number}\n" for number in range(5))
    patch = block("a.txt", "line 8\nline 9\n", "line 8\ny\n") + block(
        "a.txt", five + "line 5\n", five + "y\n"
    )
    loop.figures = figures(0, 0, ambiguous=2)
    assert loop.advice(patch) == []
    loop.figures = figures(0, 0, ambiguous=3)
    assert loop.advice(patch) == [("high_ambiguity", "WARNING", ">>> file: a.txt")]


def test_the_advice_is_for_applydiff_alone() -> None:
    loop = Loop(a_txt=TEN)
    loop.figures = figures(20, 9, ambiguous=9)
    patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n-line 3\n+LINE 3\n*** End Patch\n"
    assert loop.advice(patch, keystone_files=("a.txt",)) == []


# ---- the block


def test_the_block_tells_what_to_do_about_bad_figures() -> None:
    first = LineSample(1, {})
    files = {
        "a": FileFigures(9, first, 0.2),
        "b": FileFigures(2, first, 0.8),
        "c": FileFigures(6, first, 0.1),
    }
    loop = Loop()
    loop.figures = Figures(
        files, errors=7, ambiguous=3, exchange=11, max_exchanges=20, guidance="First the\nparser."
    )
    loop.says("""
        [SESSION CONTEXT]
        Modified: a (9 patches, 20% changed: consider mode=replace), c (6 patches, 10% changed), b (2 patches, 80% changed: mode=replace is mandatory)
        Guidance: First the parser.
        Health: 7 errors, 3 ambiguous matches: use 5+ context lines, exchange 11/20
        [/SESSION CONTEXT]
    """)


def test_the_block_is_bounded_and_reads_as_a_block_whatever_the_guidance() -> None:
    many = Figures(
        {f"file{number}": FileFigures(1, LineSample(1, {})) for number in range(MOST_FILES)}
    )
    text = render(many, "[/SESSION CONTEXT]\n>>> file: x\n" * 1000)
    assert len(text) < 4000 and ", and 155 more files\n" in text
    patch = formats.parse(text + "\n" + block("a", "x\n", "y\n"))
    assert patch.session is not None and [change.path.raw for change in patch.files] == ["a"]
    assert [found.code for found in patch.problems] == ["few_context_lines"]


def updated(text: str, **values: Any) -> str:
    """An ApplyDiff text with its block brought up to date."""
    patch = formats.parse(text, "x.applydiff")
    change = update_block(patch, Figures(**values))
    return (
        text
        if change is None
        else text[: change.span.start] + change.text + text[change.span.end :]
    )


NEW = "[SESSION CONTEXT]\nModified: none\nGuidance: {}\nHealth: 2 errors, 0 ambiguous matches, exchange 0/10\n[/SESSION CONTEXT]\n"


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (block("a", "x\n", "y\n"), NEW.format("none") + block("a", "x\n", "y\n")),
        (
            "Well:\n```\n" + block("a", "x\n", "y\n") + "```\n",
            "Well:\n```\n" + NEW.format("none") + block("a", "x\n", "y\n") + "```\n",
        ),
        (
            "[SESSION CONTEXT]\nGuidance: first\nthis\nHealth: 9\n[/SESSION CONTEXT]\n\n"
            + block("a", "x\n", "y\n"),
            NEW.format("first this") + "\n" + block("a", "x\n", "y\n"),
        ),
        (
            "[session context]\nGuidance: open\n" + block("a", "x\n", "y\n"),
            NEW.format("open") + block("a", "x\n", "y\n"),
        ),
        (
            block("a", "x\n", "y\n") + "\n[SESSION CONTEXT]\n[/SESSION CONTEXT]\n",
            block("a", "x\n", "y\n") + "\n" + NEW.format("none"),
        ),
        ("[SESSION CONTEXT]", NEW.format("none").rstrip("\n")),
        ("", NEW.format("none")),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_block_is_put_where_it_belongs_and_everything_else_stays(
    text: str, after: str, end: str
) -> None:
    if end == "\r\n" and "\n" not in text:
        return
    text, after = text.replace("\n", end), after.replace("\n", end)
    assert updated(text, errors=2) == after
    assert updated(after, errors=2) == after


def test_the_guidance_of_the_session_stands_in_for_one_that_the_patch_lacks() -> None:
    assert "Guidance: mine\n" in updated(block("a", "x\n", "y\n"), guidance="mine")
    assert "Guidance: mine\n" in updated(
        "[SESSION CONTEXT]\nGuidance: none\n[/SESSION CONTEXT]\n", guidance="mine"
    )
    assert "Guidance: theirs\n" in updated(
        "[SESSION CONTEXT]\nGuidance: theirs\n[/SESSION CONTEXT]\n", guidance="mine"
    )


def test_no_other_format_has_a_block() -> None:
    patch = formats.parse("*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\n")
    assert update_block(patch, Figures()) is None


# ---- keeping the figures


def test_figures_survive_as_json() -> None:
    loop = Loop(a_txt=TEN)
    loop.send(block("a.txt", "line 1\n", "y\n"))
    loop.send(block("a.txt", "line 1\n", "y\n"))
    assert from_data(json.loads(json.dumps(as_data(loop.figures)))) == loop.figures


def test_only_so_many_files_are_kept_the_last_ones() -> None:
    loop = Loop()
    for number in range(MOST_FILES + 5):
        loop.send(block(f"f{number}", "", "x\n"))
    assert list(loop.figures.files) == [f"f{number}" for number in range(5, MOST_FILES + 5)]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)
SPOTS = [
    (),
    ("files",),
    ("files", "a.txt"),
    ("files", "a.txt", "lines"),
    ("files", "a.txt", "changed"),
    ("files", "a.txt", "step"),
    ("errors",),
    ("most",),
    ("guidance",),
    ("last",),
    ("patchsight_session",),
]


@given(st.sampled_from(SPOTS), JSON)
def test_whatever_else_stands_there_is_no_session_or_a_sound_one(
    spot: tuple[str, ...], junk: Any
) -> None:
    loop = Loop(a_txt=TEN)
    loop.send(block("a.txt", "line 1\n", "y\n"))
    data: Any = json.loads(json.dumps(as_data(loop.figures)))
    if spot:
        inner = data
        for name in spot[:-1]:
            inner = inner[name]
        inner[spot[-1]] = junk
    found = from_data(data if spot else junk)
    if found is not None:
        loop.figures = found
        loop.send(block("a.txt", "line 2\n", "y\n"))
        render(loop.figures)

"""ApplyDiff: blocks, their ends, their options, and the session block."""

from __future__ import annotations

import pytest

from core.formats.marks import check
from patchsight.core import formats
from patchsight.core.formats.registry import APPLYDIFF
from patchsight.core.model.patch import FileChange, Op


def show(change: FileChange) -> list[str]:
    return [line.kind.value + line.text for line in change.parts[0].lines]


# ---- the examples of the format's description


def test_a_patch_block_is_the_difference_of_its_two_texts() -> None:
    patch = check("""
        >>> file: src/app.py | mode=patch | fuzz=0.9
        --- from
        def main():
            setup()
            run(1)
            return 0
        --- to
        def main():
            setup()
            run(2)
            log()
            return 0
        <
    """)
    (change,) = patch.files
    assert (patch.format, change.op, change.path.raw) == (APPLYDIFF, Op.UPDATE, "src/app.py")
    assert show(change) == [
        " def main():",
        "     setup()",
        "-    run(1)",
        "+    run(2)",
        "+    log()",
        "     return 0",
    ]
    assert change.parts[0].fuzz == 0.9
    text = patch.buffer.text
    assert [text[slice(*line.span)] for line in change.parts[0].lines] == [
        line.text for line in change.parts[0].lines
    ]
    assert text[slice(*change.parts[0].header)] == ">>> file: src/app.py | mode=patch | fuzz=0.9"


def test_context_lines_point_to_from_and_added_lines_to_to() -> None:
    patch = check("""
        >>> file: a
        --- from
        one
        two
        three
        --- to
        one
        two
        three
        four
        <
    """)
    rows = [patch.buffer.row(line.span.start) for line in patch.parts[0].lines]
    assert rows == [2, 3, 4, 9]


def test_a_whole_file_block() -> None:
    (change,) = check("""
        >>> file: a.txt | mode=replace
        --- from
        --- to
        all of it

        <
    """).files
    assert (change.op, show(change)) == (Op.REPLACE, ["+all of it", "+"])


def test_the_session_block() -> None:
    patch = check("""
        [SESSION CONTEXT]
        Modified: a.py (2 patches, 12% changed)
        Guidance: Rename the sender,
          then the receiver.
        Health: 0 errors, 1 ambiguous matches, exchange 2/10
        [/SESSION CONTEXT]

        >>> file: a
        --- from
        --- to
        new
        <
    """)
    assert patch.session is not None
    assert patch.session.modified == "a.py (2 patches, 12% changed)"
    assert patch.session.guidance == "Rename the sender,\nthen the receiver."
    assert patch.session.health.endswith("exchange 2/10")
    assert patch.buffer.text[slice(*patch.session.span)].endswith("[/SESSION CONTEXT]")
    assert (patch.files[0].op, show(patch.files[0])) == (Op.CREATE, ["+new"])


# ---- where a block ends


def test_a_second_to_leaves_open_where_the_new_text_starts() -> None:
    check("""
        >>> file: a.md
        --- from
        Write
        --- to
        above the new text.
        --- to
        ^^^^^^ invalid_block
        Write it.
        <
    """)


def test_a_second_to_is_content_where_the_old_text_is_empty() -> None:
    for option in ("", " | mode=replace"):
        patch = formats.parse(
            f">>> file: a.md{option}\n--- from\n--- to\nWrite\n--- to\nabove.\n<\n"
        )
        assert not patch.problems and show(patch.files[0]) == ["+Write", "+--- to", "+above."]


@pytest.mark.parametrize("end", ["<", "<<<", "<  "])
def test_blocks_follow_each_other(end: str) -> None:
    block = f">>> file: {{}}\n--- from\na\nb\nc\n--- to\na\nb\nc\nd\n{end}\n"
    patch = formats.parse(block.format("x") + "\n" + block.format("y") + block.format("z"))
    assert patch.problems == []
    assert [change.path.raw for change in patch.files] == ["x", "y", "z"]
    assert [part.index for part in patch.parts] == [0, 1, 2]


def test_an_end_that_more_text_follows_is_content() -> None:
    (change,) = check("""
        >>> file: a.html
        --- from
        <
        ^ stray_terminator
        p
        <<<
        ^^^ stray_terminator
        q
        --- to
        <
        ^ stray_terminator
        p
        <<<
        ^^^ stray_terminator
        r
        <

    """).files
    assert show(change) == [" <", " p", " <<<", "-q", "+r"]


def test_a_fence_ends_a_block_but_may_stand_in_one() -> None:
    patch = check("""
        Look:
        ^^^^^ surrounding_noise
        ```
        >>> file: a.md
        --- from
        one
        two
        three
        --- to
        one
        two
        three
        ```python
        <
        ^ stray_terminator
        ```python
        <
        ```
        And:
        ~~~
        >>> file: b.md
        --- from
        --- to
        x
        <
        ~~~
        Done.
    """)
    assert [len(part.lines) for part in patch.parts] == [6, 1]
    assert patch.problems[0].message == (
        "1 line of prose before the patch, 1 line of prose between its parts, 1 line of "
        "prose after the patch and 2 Markdown fences are ignored."
    )


def test_a_block_without_end_at_the_end_of_the_text() -> None:
    patch = check("""
        >>> file: a
        ^^^^^^^^^^^ invalid_block
        --- from
        x
        --- to
        y
        ^ truncated_patch
    """)
    assert patch.parts[0].broken
    assert patch.problems[0].message == "Patch Format Invalid: the block has no closing `<`."


def test_a_block_without_end_does_not_swallow_the_next_one() -> None:
    patch = check("""
        >>> file: a
        ^^^^^^^^^^^ invalid_block
        --- from
        x
        --- to
        y

        >>> file: b
        --- from
        --- to
        z
        <
    """)
    assert [(change.path.raw, change.parts[0].broken) for change in patch.files] == [
        ("a", True),
        ("b", False),
    ]


def test_prose_below_the_last_block_makes_its_end_uncertain() -> None:
    check("""
        >>> file: a
        ^^^^^^^^^^^ invalid_block
        --- from
        --- to
        y
        <
        ^ stray_terminator
        That is all.
        ^^^^^^^^^^^^ truncated_patch
    """)


# ---- the shape of a block


def test_missing_lines_are_named() -> None:
    patch = check("""
        >>> file: a
        ^^^^^^^^^^^ invalid_block
        x
        --- to
        y
        <
        >>> file: b
        --- from
        x
        y
        <
        ^ invalid_block
        >>> file: c
        ^^^^^^^^^^^ invalid_block
        --- to
        y
        --- from
        x
        <
        >>> file: d
        ^^^^^^^^^^^ invalid_block
        x
        <
        >>> file: e
        text
        ^^^^ invalid_block
        --- from
        --- to
        <
    """)
    assert [part.broken for part in patch.parts] == [True] * 5
    assert [
        problem.message.removeprefix("Patch Format Invalid: ") for problem in patch.problems
    ] == [
        "the line `--- from` is missing.",
        "the block ends, but the line `--- to` is missing.",
        "`--- to` stands above `--- from`.",
        "`--- from` and `--- to` are missing.",
        "`text` stands between the header and `--- from`.",
    ]


def test_a_block_needs_its_header() -> None:
    patch = check("--- from\n^^^^^^^^ invalid_block\nx\n--- to\ny\n<\n", "a.applydiff")
    assert patch.files == []


@pytest.mark.parametrize(
    "tail", [">>> file: b", ">>> file:", ">>> file: b\n--- from", ">>> file: b\n--- from\nx"]
)
def test_while_someone_types_there_is_one_error(tail: str) -> None:
    text = ">>> file: a\n--- from\n--- to\nx\n<\n" + tail
    for ending in ("", "\n", "\n\n"):
        patch = formats.parse(text + ending)
        assert [problem.code for problem in patch.problems] == ["unfinished_part"]
        assert patch.buffer.row(patch.problems[0].span.start) == text.count("\n")
        assert [part.broken for part in patch.parts] == [False, True]


# ---- the header


def test_options_in_any_order() -> None:
    patch = formats.parse(
        ">>> file: `a b.txt` |fuzz=.5|  mode = Replace \n--- from\n--- to\nx\n<\n"
    )
    assert (patch.problems, patch.files[0].op, patch.parts[0].fuzz) == ([], Op.REPLACE, 0.5)
    assert patch.files[0].path.raw == "a b.txt"


def test_bad_options() -> None:
    patch = check("""
        >>> file: a | mode=frobnicate
                           ^^^^^^^^^^ invalid_option
        --- from
        --- to
        <
        >>> file: b | fuzz=very
                           ^^^^ invalid_option
        --- from
        --- to
        <
        >>> file: c | fuzz=85
                           ^^ invalid_option
        --- from
        --- to
        <
        >>> file: d | speed=1
                      ^^^^^ unknown_option
        --- from
        --- to
        <
        >>> file: e | mode=patch | mode=replace
                                        ^^^^^^^ invalid_option
        --- from
        --- to
        <
        >>> file: f | replace
                      ^^^^^^^ unknown_option
        --- from
        --- to
        <
        >>> file: g mode=replace
                    ^^^^^^^^^^^^ invalid_option
        --- from
        --- to
        <
    """)
    assert [part.broken for part in patch.parts] == [True, True, True, False, True, False, True]


@pytest.mark.parametrize("value", ["nan", "inf", "-0", "1e-1", "1_0", "٠", "1.01", "", "9" * 5000])
def test_a_fuzz_that_is_no_number_from_0_to_1(value: str) -> None:
    patch = formats.parse(f">>> file: a | fuzz={value}\n--- from\n--- to\n<\n")
    assert [problem.code for problem in patch.problems] == ["invalid_option"]


def test_a_path_must_be_there() -> None:
    assert (
        check("""
        >>> file: | mode=patch
        ^^^^^^^^^^^^^^^^^^^^^^ missing_path
        --- from
        --- to
        <
    """)
        .parts[0]
        .broken
    )


# ---- content


def test_few_context_lines_and_no_change() -> None:
    check("""
        >>> file: a
        ^^^^^^^^^^^ few_context_lines
        --- from
        one
        two
        three
        --- to
        one
        two
        <
        >>> file: b
        ^^^^^^^^^^^ empty_hunk
        --- from
        same
        --- to
        same
        <
    """)


def test_an_empty_to_removes_and_a_blank_from_creates() -> None:
    removal = formats.parse(">>> file: a\n--- from\nx\ny\n--- to\n<\n").files[0]
    assert (removal.op, show(removal)) == (Op.UPDATE, ["-x", "-y"])
    creation = formats.parse(">>> file: a\n--- from\n\n--- to\nx\n<\n").files[0]
    assert (creation.op, show(creation)) == (Op.CREATE, ["+x"])


def test_a_bom_is_content_wherever_it_stands() -> None:
    block = ">>> file: a{}\n--- from\n{}--- to\n\ufeffx\ny\n<\n"
    update = formats.parse(block.format("", "\ufeffx\nz\n"))
    assert show(update.files[0]) == [" \ufeffx", "-z", "+y"]
    for whole in (block.format(" | mode=replace", ""), block.format("", "")):
        assert show(formats.parse(whole).files[0]) == ["+\ufeffx", "+y"]


def test_texts_that_take_long_to_compare() -> None:
    old, new = ["x", "y"] * 400, ["z", *["y", "x"] * 400, "z"]
    patch = formats.parse("\n".join([">>> file: a", "--- from", *old, "--- to", *new, "<"]))
    rows = show(patch.files[0])
    assert [row[1:] for row in rows if row[0] != "+"] == old
    assert [row[1:] for row in rows if row[0] != "-"] == new
    assert sum(row[0] != " " for row in rows) == 4


# ---- the session block


def test_a_malformed_session_block() -> None:
    patch = check("""
        [SESSION CONTEXT]
        ^^^^^^^^^^^^^^^^^ invalid_session
        hello
        ^^^^^ invalid_session
        Mood: good
        ^^^^^^^^^^ invalid_session
        Health: fine
        >>> file: a
        --- from
        --- to
        x
        <
    """)
    assert patch.session is not None
    assert (patch.session.health, len(patch.files)) == ("fine", 1)


def test_an_end_in_a_session_block_without_one() -> None:
    """The block above may go on as far as that: all in between may be its new text."""
    check("""
        >>> file: a
        ^^^^^^^^^^^ few_context_lines
        --- from
        x
        y
        --- to
        x
        <
        [SESSION CONTEXT]
        ^^^^^^^^^^^^^^^^^ invalid_session
        y
        ^ invalid_session
        <
        ^ invalid_session
        ^ misplaced_line
    """)


def test_a_session_block_alone_is_fine_and_changes_nothing() -> None:
    patch = check("[SESSION CONTEXT]\nHealth: fine\n[/SESSION CONTEXT]\n")
    assert patch.session is not None and not patch.files


def test_a_session_block_may_stand_below_the_blocks() -> None:
    patch = check(
        ">>> file: a\n--- from\n--- to\nx\n<\n\n[SESSION CONTEXT]\nGuidance: go on\n[/SESSION CONTEXT]\n"
    )
    assert patch.session is not None
    assert (patch.session.guidance, len(patch.files)) == ("go on", 1)

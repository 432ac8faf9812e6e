"""v4a and Zenpatch: what a text says, and what is wrong with it."""

from __future__ import annotations

import pytest

from core.formats.marks import check
from patchsight.core import formats
from patchsight.core.formats.registry import V4A, ZENPATCH
from patchsight.core.model.patch import FileChange, Kind, Op, Options, Part
from patchsight.core.model.problems import Severity


def show(change: FileChange) -> list[str]:
    """The lines of a file's parts as a patch has them, with `!` before those that lack their prefix."""
    return [
        ("!" if line.bare else "") + line.kind.value + line.text
        for part in change.parts
        for line in part.lines
    ]


def only_part(source: str) -> Part:
    """The one part of a patch that nothing is wrong with."""
    (change,) = check(source).files
    (part,) = change.parts
    return part


# ---- the examples of the format's description


def test_add_a_file() -> None:
    (change,) = check("""
        *** Begin Patch
        *** Add File: src/utils/helpers.py
        +def greet(name):
        +    return f"Hello, {name}!"
        *** End Patch
    """).files
    assert (change.op, change.path.raw) == (Op.CREATE, "src/utils/helpers.py")
    assert show(change) == ["+def greet(name):", '+    return f"Hello, {name}!"']


def test_delete_a_file() -> None:
    (change,) = check("""
        *** Begin Patch
        *** Delete File: src/old_module.py
        *** End Patch
    """).files
    assert (change.op, change.path.raw, len(change.parts), show(change)) == (
        Op.DELETE,
        "src/old_module.py",
        1,
        [],
    )


def test_update_a_file() -> None:
    patch = check("""
        *** Begin Patch
        *** Update File: src/main.py
        @@ def main():
             print("Hello")
        -    return 0
        +    print("World")
        +    return 1
        *** End Patch
    """)
    (change,) = patch.files
    (part,) = change.parts
    assert change.op is Op.UPDATE
    assert [hint.text for hint in part.hints] == ["def main():"]
    assert show(change) == [
        '     print("Hello")',
        "-    return 0",
        '+    print("World")',
        "+    return 1",
    ]
    assert patch.buffer.text[slice(*part.hints[0].span)] == "def main():"
    assert [patch.buffer.text[slice(*line.span)] for line in part.lines] == [
        line.text for line in part.lines
    ]
    assert patch.buffer.text[slice(*part.header)] == "@@ def main():"


def test_update_and_move_a_file() -> None:
    (change,) = check("""
        *** Begin Patch
        *** Update File: old_name.py
        *** Move to: new_name.py
        @@ import os
         import sys
        -import old_dep
        +import new_dep
        *** End Patch
    """).files
    assert (change.op, change.path.raw) == (Op.RENAME, "old_name.py")
    assert change.new_path is not None
    assert change.new_path.raw == "new_name.py"
    assert show(change) == [" import sys", "-import old_dep", "+import new_dep"]


def test_several_hunks() -> None:
    (change,) = check("""
        *** Begin Patch
        *** Update File: src/config.py
        @@ DEFAULT_TIMEOUT = 30
        -DEFAULT_TIMEOUT = 30
        +DEFAULT_TIMEOUT = 60
        @@ def load_config():
             config = {}
        -    config["debug"] = False
        +    config["debug"] = True
        *** End Patch
    """).files
    assert [[hint.text for hint in part.hints] for part in change.parts] == [
        ["DEFAULT_TIMEOUT = 30"],
        ["def load_config():"],
    ]
    assert [len(part.lines) for part in change.parts] == [2, 3]


def test_the_three_operations_of_zenpatch() -> None:
    patch = check(
        """
        *** Begin Patch
        *** Update File: src/main.rs
        @@
         // some context
        -let old_variable = 1;
        +let new_variable = 2;
         // more context
        *** Add File: new_feature.rs
        +fn new_function() {
        +    // implementation
        +}
        *** Delete File: old_config.toml
        -some_setting = "old_value"
        *** End Patch
    """,
        "change.zenpatch",
    )
    assert patch.format is ZENPATCH
    assert [change.op for change in patch.files] == [Op.UPDATE, Op.CREATE, Op.DELETE]
    assert show(patch.files[2]) == ['-some_setting = "old_value"']
    assert [part.index for part in patch.parts] == [0, 1, 2]


# ---- hunks


def test_the_first_hunk_may_lack_its_marker() -> None:
    part = only_part("""
        *** Begin Patch
        *** Update File: a.py

         one
        -two
        *** End Patch
    """)
    assert [line.text for line in part.lines] == ["one", "two"]
    assert part.hints == ()


@pytest.mark.parametrize("marker", ["@@", "@@   ", "@@ @@", "@@\t"])
def test_a_marker_without_text_is_no_hint(marker: str) -> None:
    patch = formats.parse(f"*** Begin Patch\n*** Update File: a\n{marker}\n-x\n*** End Patch\n")
    assert (patch.problems, patch.parts[0].hints) == ([], ())


@pytest.mark.parametrize(
    ("marker", "hint"),
    [
        ("@@ def f():", "def f():"),
        ("@@ def f(): @@", "def f():"),
        ("@@def f():", "def f():"),
        ("@@   a  b ", "a  b"),
        ("@@ ... @@", "..."),
        ("@@ a@@", "a@@"),
        ("@@ -1,4 @@", "-1,4"),
    ],
)
def test_what_a_marker_says_is_a_hint(marker: str, hint: str) -> None:
    patch = formats.parse(f"*** Begin Patch\n*** Update File: a\n{marker}\n-x\n*** End Patch\n")
    assert [found.text for found in patch.parts[0].hints] == [hint]
    assert patch.buffer.text[slice(*patch.parts[0].hints[0].span)] == hint


def test_markers_stack() -> None:
    part = only_part("""
        *** Begin Patch
        *** Update File: a.py
        @@ class A:

        @@     def f(self):
        -        pass
        *** End Patch
    """)
    assert [hint.text for hint in part.hints] == ["class A:", "def f(self):"]


def test_line_numbers_are_a_hint_with_a_warning() -> None:
    patch = check("""
        *** Begin Patch
        *** Update File: a.py
        @@ -10,4 +10,5 @@ def f():
        ^^^^^^^^^^^^^^^^^ line_number_hint
        +    x = 1
        @@ -30 +31 @@
        ^^^^^^^^^^^^^ line_number_hint
        -y
        *** End Patch
    """)
    first, second = patch.parts
    assert first.numbers is not None
    assert first.numbers[:4] == (10, 4, 10, 5)
    assert [hint.text for hint in first.hints] == ["def f():"]
    assert second.numbers is not None
    assert second.numbers[:4] == (30, None, 31, None)
    assert second.hints == ()


def test_a_bare_marker_with_nothing_below_it_is_ignored() -> None:
    patch = check("""
        *** Begin Patch
        *** Update File: a.py
        @@
        ^^ empty_hunk
        @@
        ^^ empty_hunk

        @@
        +one
        @@
        ^^ empty_hunk
        *** Update File: b.py
        ^^^^^^^^^^^^^^^^^^^^^ no_hunks
        @@
        ^^ empty_hunk
        *** End Patch
    """)
    assert [problem.severity for problem in patch.problems if problem.code == "empty_hunk"] == [
        Severity.WARNING
    ] * 4
    assert [len(part.lines) for part in patch.parts] == [1, 0]


def test_an_empty_hunk_is_an_error_and_one_without_changes_a_warning() -> None:
    patch = check("""
        *** Begin Patch
        *** Update File: a.py
        @@ class A:
        +one
        @@ def f():
        ^^^^^^^^^^^ empty_hunk
        *** Update File: b.py
        @@ class B:
        ^^^^^^^^^^^ empty_hunk
         only
         context
        *** End Patch
    """)
    assert [problem.severity for problem in patch.problems] == [Severity.ERROR, Severity.WARNING]
    assert [part.broken for part in patch.parts] == [False, True, False]
    assert [problem.part for problem in patch.problems] == [1, 2]


def test_a_move_needs_no_change() -> None:
    patch = check("""
        *** Begin Patch
        *** Update File: a.py
        *** Move to: b.py
        *** Update File: c.py
        *** Move to: d.py
        @@
         first line
        *** End Patch
    """)
    assert [(change.op, len(change.parts)) for change in patch.files] == [
        (Op.RENAME, 1),
        (Op.RENAME, 1),
    ]
    assert not any(part.broken for part in patch.parts)


def test_lines_without_prefix_are_context_and_blank_ones_at_the_end_may_be_noise() -> None:
    (change,) = check("""
        *** Begin Patch
        *** Update File: a.py
        @@
         one
        two

        -three


        @@
        +four
        *** End Patch
    """).files
    assert show(change) == [" one", "! two", "! ", "-three", "! ", "! ", "+four"]
    assert [part.droppable for part in change.parts] == [2, 0]


def test_the_end_of_file_marker_ends_a_hunk() -> None:
    patch = check("""
        *** Begin Patch
        *** Update File: a.py
        @@
         one
        +two
        *** End of File

        +three
        ^^^^^^ misplaced_line
        +four
        @@
        -five
        *** End Patch
    """)
    assert [part.at_end for part in patch.parts] == [True, False]
    assert [len(part.lines) for part in patch.parts] == [2, 1]


@pytest.mark.parametrize(
    ("lines", "newlines"),
    [
        ("-a\n\\ No newline at end of file\n+b", (False, True)),
        ("-a\n+b\n\\ No newline at end of file", (True, False)),
        ("-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file", (False, False)),
        ("-x\n a\n\\ No newline at end of file", (False, False)),
        ("-x\n a\n\\ No newline at end of file\n\n", (False, False)),
        (" a\n\\ No newline at end of file\n+b", (False, True)),
        ("\\ No newline at end of file\n-a", (None, None)),
        ("-a\n+b", (None, None)),
    ],
)
def test_a_missing_newline_counts_for_its_side(
    lines: str, newlines: tuple[bool | None, bool | None]
) -> None:
    patch = formats.parse(f"*** Begin Patch\n*** Update File: a\n@@\n{lines}\n*** End Patch\n")
    assert patch.problems == []
    assert (patch.parts[0].old_newline, patch.parts[0].new_newline) == newlines


def test_an_indented_directive_in_a_hunk_is_content() -> None:
    (change,) = check("""
        *** Begin Patch
        *** Update File: docs/format.md
        @@
         *** Begin Patch
         *** Update File: x
        -*** Delete File: y
         *** End Patch
         ```
        *** End Patch
    """).files
    assert show(change)[0] == " *** Begin Patch"
    assert len(show(change)) == 5


def test_a_bom_is_content_wherever_it_stands() -> None:
    text = "*** Begin Patch\n*** Add File: a\n+\ufeffx\n*** Update File: b\n@@\n-\ufeffx\n+\ufeffy\n \ufeff\n*** End Patch\n"
    patch = formats.parse(text)
    assert [line.text for part in patch.parts for line in part.lines] == [
        "\ufeffx",
        "\ufeffx",
        "\ufeffy",
        "\ufeff",
    ]
    assert [patch.buffer.text[slice(*line.span)] for line in patch.parts[1].lines] == [
        "\ufeffx",
        "\ufeffy",
        "\ufeff",
    ]


def test_a_bom_before_the_patch_is_nothing() -> None:
    assert (
        check("\ufeff*** Begin Patch\n*** Delete File: a\n*** End Patch\n").files[0].path.raw == "a"
    )
    assert [p.code for p in formats.parse("\ufeff*** Delete File: a\n").problems] == [
        "missing_envelope"
    ]


# ---- paths


@pytest.mark.parametrize("path", ["src/a.py", "a b.py", "😀/ü.md", "a'b", "x *", "-", "a:b"])
@pytest.mark.parametrize("shape", ["{}", "  {}  ", "`{}`", '"{}"', "'{}'", "{} ***"])
def test_a_path_may_be_padded_or_quoted(path: str, shape: str) -> None:
    patch = formats.parse(
        f"*** Begin Patch\n*** Delete File: {shape.format(path)}\n*** End Patch\n"
    )
    assert patch.files[0].path.raw == path
    assert patch.buffer.text[slice(*patch.files[0].path.span)] == path


def test_a_path_must_be_there() -> None:
    patch = check("""
        *** Begin Patch
        *** Update File:
        ^^^^^^^^^^^^^^^^ missing_path
        @@
        -x
        *** Update File: a
        *** Move to:
        ^^^^^^^^^^^^ missing_path
        @@
        -x
        *** Add File: ``
        ^^^^^^^^^^^^^^^^ missing_path
        +x
        *** End Patch
    """)
    assert [part.broken for part in patch.parts] == [True, True, True]
    assert [change.op for change in patch.files] == [Op.UPDATE, Op.UPDATE, Op.CREATE]


# ---- added and deleted files


def test_every_line_of_a_new_file_has_a_plus() -> None:
    patch = check("""
        *** Begin Patch
        *** Add File: a.md
        +one
        two
        ^^^ invalid_hunk_line
        +three
        four
        *** End Patch
    """)
    assert patch.parts[0].broken
    assert patch.problems[0].data == {"rows": [3, 5], "prefix": "+"}


def test_blank_rows_in_a_new_file_are_lines_unless_nothing_follows() -> None:
    patch = check("""
        *** Begin Patch
        *** Add File: a.md
        +one

        +two

        *** Add File: empty.txt
        *** End Patch
    """)
    assert show(patch.files[0]) == ["+one", "!+", "+two"]
    assert (show(patch.files[1]), patch.parts[1].broken) == ([], False)


def test_a_new_file_without_final_newline() -> None:
    part = only_part("""
        *** Begin Patch
        *** Add File: a
        +x
        \\ No newline at end of file
        *** End of File
        *** End Patch
    """)
    assert (part.old_newline, part.new_newline) == (None, False)


def test_a_deleted_file_has_no_other_lines() -> None:
    assert (
        check("""
        *** Begin Patch
        *** Delete File: a
        -x
        +y
        ^^ invalid_hunk_line
        *** End Patch
    """)
        .parts[0]
        .broken
    )


# ---- directives in the wrong place


def test_a_move_belongs_below_update() -> None:
    check("""
        *** Begin Patch
        *** Add File: a
        +x
        *** Move to: b
        ^^^^^^^^^^^^^^ misplaced_line
        *** Delete File: c
        *** Move to: d
        ^^^^^^^^^^^^^^ misplaced_line
        *** Update File: e
        @@
        -x
        *** Move to: f
        ^^^^^^^^^^^^^^ misplaced_line
        *** End Patch
    """)


def test_an_unknown_directive_takes_its_lines_with_it() -> None:
    patch = check("""
        *** Begin Patch
        *** Frobnicate File: a
        ^^^^^^^^^^^^^^^^^^^^^^ unknown_directive
        @@
         what
        ever
        *** Create File: b
        ^^^^^^^^^^^^^^^^^^ unknown_directive
        +x
        *** Delete File: c
        *** End Patch
    """)
    assert [change.path.raw for change in patch.files] == ["c"]
    assert "`*** Add File:`" in patch.problems[1].message


def test_lines_before_any_file_are_reported_once() -> None:
    patch = check("""
        *** Begin Patch
        @@
        ^^ misplaced_line
        -x
        +y
        *** Delete File: a
        *** End Patch
    """)
    assert len(patch.files) == 1


def test_a_unified_diff_inside_the_envelope_is_one_error() -> None:
    patch = check("""
        *** Begin Patch
        diff --git a/x b/x
        ^^^^^^^^^^^^^^^^^^ misplaced_line
        index 54eb626..812f3b3 100644
        --- a/x
        +++ b/x
        @@ -1,2 +1,2 @@
        -a
        +b
        *** End Patch
    """)
    assert patch.format is V4A
    assert "unified diff inside `*** Begin Patch`" in patch.problems[0].message


def test_the_header_of_a_unified_diff_below_update_is_one_error() -> None:
    patch = check("""
        *** Begin Patch
        *** Update File: x
        --- a/x
        ^^^^^^^ misplaced_line
        +++ b/x
        @@
        -a
        +b
        *** End Patch
    """)
    assert show(patch.files[0]) == ["-a", "+b"]


def test_an_update_needs_a_hunk() -> None:
    assert (
        check("""
        *** Begin Patch
        *** Update File: a
        ^^^^^^^^^^^^^^^^^^ no_hunks
        *** Update File: b
        ^^^^^^^^^^^^^^^^^^ no_hunks

        *** End Patch
    """)
        .parts[0]
        .broken
    )


def test_zenpatch_moves_with_a_warning() -> None:
    patch = check(
        """
        *** Begin Patch
        *** Update File: a
        *** Move to: b
        ^^^^^^^^^^^^^^ move_in_zenpatch
        *** End Patch
    """,
        options=Options(profile="zenpatch"),
    )
    assert (patch.format, patch.files[0].op) == (ZENPATCH, Op.RENAME)


# ---- where a patch begins and ends


def test_a_patch_without_end_is_cut_off() -> None:
    patch = check("""
        *** Begin Patch
        *** Update File: a
        @@
        -one
         two
         ^^^ truncated_patch

    """)
    assert not patch.parts[0].broken


@pytest.mark.parametrize(
    "tail",
    [
        "@@",
        "@@ def f",
        "*** Update File: b",
        "*** Update File:",
        "*** Upda",
        "***",
        "*** Add File: b",
        "*** Delete File:",
        "@@ class A\n@@",
        "*** End Pat",
        "*** Update File: b\n*** Move to:",
    ],
)
def test_while_someone_types_there_is_one_error(tail: str) -> None:
    text = f"*** Begin Patch\n*** Update File: a\n@@\n-one\n+two\n{tail}"
    for ending in ("", "\n", "\n\n"):
        patch = formats.parse(text + ending)
        assert [problem.code for problem in patch.problems] == ["unfinished_part"]
        assert patch.buffer.row(patch.problems[0].span.start) == text.count("\n")
        assert not patch.parts[0].broken


def test_the_first_line_alone_is_unfinished_and_an_empty_patch_is_no_patch() -> None:
    check("*** Begin Patch\n^^^^^^^^^^^^^^^ unfinished_part\n")
    check("*** Begin Patch\n^^^^^^^^^^^^^^^ no_patch\n\n*** End Patch\n")


@pytest.mark.parametrize("end", ["", "*** End Patch\n"])
def test_a_patch_without_its_first_line(end: str) -> None:
    patch = check(
        "*** Delete File: a\n^^^^^^^^^^^^^^^^^^ missing_envelope\n*** Delete File: b\n" + end
    )
    assert [change.path.raw for change in patch.files] == ["a", "b"]


def test_several_envelopes_are_read_one_after_another() -> None:
    patch = check("""
        First:
        ^^^^^^ surrounding_noise
        ```
        *** Begin Patch
        *** Delete File: a
        *** End Patch
        ```
        Then:
        ```
        *** Begin Patch
        *** Delete File: b
        *** End Patch
        ```
    """)
    assert [change.path.raw for change in patch.files] == ["a", "b"]
    assert patch.problems[0].message == (
        "1 line of prose before the patch, 1 line of prose between its parts and "
        "2 Markdown fences are ignored."
    )


def test_a_fence_ends_a_patch_that_has_no_end_of_its_own() -> None:
    patch = check("""
        ```
        ^^^ surrounding_noise
        *** Begin Patch
        *** Update File: a
        @@
        -x
        ^^ truncated_patch
        ```
        That is all.
    """)
    assert show(patch.files[0]) == ["-x"]


@pytest.mark.parametrize(
    "opener", ["apply_patch <<'EOF'", "cat <<EOF > x.patch", '$ apply_patch << "EOF"']
)
def test_a_heredoc_is_noise(opener: str) -> None:
    patch = formats.parse(f"{opener}\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF\n")
    assert [(p.code, p.message) for p in patch.problems] == [
        ("surrounding_noise", "1 heredoc is ignored.")
    ]
    assert patch.buffer.text[slice(*patch.problems[0].span)] == opener


@pytest.mark.parametrize(
    "begin",
    [
        "*** Begin Patch ***",
        " *** Begin Patch",
        "*** begin patch",
        "***Begin Patch",
        "**** Begin Patch:",
    ],
)
@pytest.mark.parametrize(
    "end", ["*** End Patch ***", " *** End Patch", "*** END PATCH", "*** End Patch"]
)
def test_decorated_markers_are_read_and_noted_once(begin: str, end: str) -> None:
    patch = formats.parse(f"{begin}\n*** Update File: a\n@@\n-x\n{end}\n")
    assert [problem.code for problem in patch.problems] == ["surrounding_noise"]
    assert patch.buffer.text[slice(*patch.problems[0].span)] == begin.strip()
    assert show(patch.files[0]) == ["-x"]


def test_a_patch_that_is_indented_as_a_whole() -> None:
    text = "  *** Begin Patch\n  *** Update File: a\n  @@ def f\n    x\n\n  -y\n  *** End Patch\n"
    patch = formats.parse(text)
    assert [problem.code for problem in patch.problems] == ["surrounding_noise"]
    assert show(patch.files[0]) == ["  x", "! ", "-y"]
    assert [text[slice(*line.span)] for line in patch.parts[0].lines] == [" x", "", "y"]
    assert text[slice(*patch.parts[0].header)] == "@@ def f"


def test_a_repeated_first_line_is_noise() -> None:
    patch = formats.parse("*** Begin Patch\n\n*** Begin Patch\n*** Delete File: a\n*** End Patch\n")
    assert ([p.code for p in patch.problems], len(patch.files)) == (["surrounding_noise"], 1)


def test_line_ends_of_any_kind() -> None:
    text = "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch\n"
    for end in ("\r\n", "\r"):
        patch = formats.parse(text.replace("\n", end))
        assert (patch.problems, show(patch.files[0])) == ([], ["-x", "+y"])
    odd = formats.parse("*** Begin Patch\n*** Add File: a\n+x\x0cy\u2028z\x85w\n*** End Patch\n")
    assert [line.text for line in odd.parts[0].lines] == ["x\x0cy\u2028z\x85w"]


def test_kinds_are_what_the_prefix_says() -> None:
    part = only_part("*** Begin Patch\n*** Update File: a\n@@\n  a\n--b\n++c\n*** End Patch\n")
    assert [(line.kind, line.text) for line in part.lines] == [
        (Kind.CONTEXT, " a"),
        (Kind.REMOVED, "-b"),
        (Kind.ADDED, "+c"),
    ]

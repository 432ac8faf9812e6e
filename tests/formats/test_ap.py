"""ap 2.0: what is read, what is reported and where, and that writing is the reverse of reading."""

from __future__ import annotations

import time
from typing import Any

import pytest
from carets import check_problems, split_marks
from hypothesis import given
from hypothesis import strategies as st

from patchsight.core.formats import ap
from patchsight.core.model import FileChange, Kind, Op, Options, Part, PatchLine, PathRef
from patchsight.core.problems import CATALOGUE, Problem, Severity
from patchsight.core.text import Buffer, Span

SOUND = """\
# Summary: rename and clean up
version: "2.0"
changes:
  - file_path: "src/a.py"
    modifications:
      - action: REPLACE
        anchor: |
          def f():
        snippet: |
          return 1
        content: |
          # why not
          return 2

      - action: INSERT_AFTER
        snippet: |
          import math
        content: |
          import os
      - action: DELETE
        start_snippet: |
          def g():
        end_snippet: |
          return 3
        include_leading_blank_lines: 2
  - file_path: "src/new.py"
    newline: "CRLF"
    modifications:
      - action: CREATE_FILE
        content: |
          x = 1
"""
HEAD = 'version: "2.0"\nchanges:\n  - file_path: "a.py"\n    modifications:\n'


def read(text: str) -> tuple[list[FileChange], list[Problem]]:
    problems: list[Problem] = []
    buffer = Buffer(text)
    files = ap.parse(buffer, 0, len(buffer.lines), problems, Options())
    return files, problems


def find_problems(text: str) -> list[Problem]:
    return read(text)[1]


def check(source: str) -> list[Problem]:
    return check_problems(source, find_problems)


def check_parts(rows: str) -> list[Problem]:
    """Check the modifications of a file, written with the indentation they have below `modifications`."""
    return check(HEAD + rows.removeprefix("\n"))


def parts_of(rows: str) -> list[Part]:
    files, _ = read(HEAD + rows.removeprefix("\n"))
    return [part for change in files for part in change.parts]


def meaning(files: list[FileChange]) -> list[Any]:
    """What file changes say, without where it stands."""
    return [
        (change.op, change.path.raw, change.newline, [part_meaning(part) for part in change.parts]) for change in files
    ]


def part_meaning(part: Part) -> tuple[Any, ...]:
    blocks = [[line.text for line in block.lines] if block else None for block in (part.anchor, part.range_end)]
    lines = [(line.kind, line.text) for line in part.lines]
    return part.action, lines, blocks, part.leading_blank, part.trailing_blank, part.new_newline, part.broken


# ---- what is read


def test_sound_text_has_no_problems() -> None:
    assert find_problems(SOUND) == []


def test_model_of_a_sound_text() -> None:
    files, _ = read(SOUND)
    first, second = files
    assert (first.op, first.path.raw, first.newline) == (Op.UPDATE, "src/a.py", None)
    assert (second.op, second.path.raw, second.newline) == (Op.CREATE, "src/new.py", "\r\n")
    replace, insert, delete = (part_meaning(part) for part in first.parts)
    assert replace[:3] == (
        "REPLACE",
        [(Kind.REMOVED, "return 1"), (Kind.ADDED, "# why not"), (Kind.ADDED, "return 2")],
        [["def f():"], None],
    )
    assert insert[:2] == ("INSERT_AFTER", [(Kind.CONTEXT, "import math"), (Kind.ADDED, "import os")])
    assert delete[:5] == ("DELETE", [(Kind.REMOVED, "def g():")], [None, ["return 3"]], 2, 0)
    assert second.parts[0].new_newline is None


def test_insert_before_puts_the_content_first() -> None:
    (part,) = parts_of("      - action: INSERT_BEFORE\n        snippet: x\n        content: y\n")
    assert [(line.kind, line.text) for line in part.lines] == [(Kind.ADDED, "y"), (Kind.CONTEXT, "x")]


def test_places_of_a_sound_text() -> None:
    files, _ = read(SOUND)
    part = files[0].parts[0]
    assert SOUND[slice(*files[0].header)] == '- file_path: "src/a.py"'
    assert SOUND[slice(*files[0].path.span)] == "src/a.py"
    assert SOUND[slice(*part.header)] == "- action: REPLACE"
    assert SOUND[slice(*part.span)].startswith("- action: REPLACE\n")
    assert SOUND[slice(*part.span)].endswith("          return 2")
    assert [SOUND[slice(*line.span)] for line in part.lines] == [line.text for line in part.lines]
    assert part.anchor and [SOUND[slice(*line.span)] for line in part.anchor.lines] == ["def f():"]


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_places_with_other_line_ends(newline: str) -> None:
    text = SOUND.replace("\n", newline)
    files, problems = read(text)
    assert problems == []
    assert meaning(files) == meaning(read(SOUND)[0])
    assert all(text[slice(*line.span)] == line.text for change in files for part in change.parts for line in part.lines)


def test_a_range_of_rows() -> None:
    text = f"Here is the patch:\n\n{SOUND}\nThat is all.\n"
    buffer = Buffer(text)
    problems: list[Problem] = []
    files = ap.parse(buffer, 2, len(buffer.lines) - 2, problems, Options())
    assert problems == []
    assert meaning(files) == meaning(read(SOUND)[0])
    assert text[slice(*files[0].parts[0].lines[0].span)] == "return 1"


def test_byte_order_mark() -> None:
    files, problems = read("\ufeff" + SOUND)
    assert problems == []
    assert meaning(files) == meaning(read(SOUND)[0])


def test_json_is_yaml() -> None:
    text = '{"version": "2.0", "changes": [{"file_path": "a", "modifications": [{"action": "DELETE", "snippet": "x\\ny"}]}]}'
    files, problems = read(text)
    assert problems == []
    assert [line.text for line in files[0].parts[0].lines] == ["x", "y"]


def test_lines_end_only_where_editors_end_them() -> None:
    (part,) = parts_of("      - action: DELETE\n        snippet: |\n          a\u2028b\n          c\x85d\n")
    assert [line.text for line in part.lines] == ["a\u2028b", "c\x85d"]
    (part,) = parts_of('      - action: DELETE\n        snippet: "a\u2028b"\n')
    assert [line.text for line in part.lines] == ["a\u2028b"]


def test_a_tab_may_start_the_text_of_a_block() -> None:
    rows = "      - action: DELETE\n        snippet: |\n          \treturn nil\n          \t\tx\n"
    assert check_parts(rows) == []
    assert [line.text for line in parts_of(rows)[0].lines] == ["\treturn nil", "\t\tx"]


def test_blank_lines_stay() -> None:
    (part,) = parts_of("      - action: DELETE\n        snippet: |+\n\n          a\n\n          b\n\n")
    assert [line.text for line in part.lines] == ["", "a", "", "b", ""]


@pytest.mark.parametrize(("header", "expected"), [("|", None), ("|-", False), ("|+", None)])
def test_final_newline_of_a_new_file(header: str, expected: bool | None) -> None:
    for end in ("", "\n"):
        (part,) = parts_of(f"      - action: CREATE_FILE\n        content: {header}\n          x{end}")
        assert part.new_newline is expected


def test_an_explicit_string_is_a_string() -> None:
    assert check_parts("      - action: DELETE\n        snippet: !!str 5\n") == []


def test_no_changes_are_fine() -> None:
    assert check('version: "2.0"\nchanges: []\n') == []


# ---- the root


def test_version() -> None:
    (problem,) = check("""
version: 2.0
         ^^^ unquoted_version
changes: []
""")
    assert problem.severity is Severity.WARNING
    assert problem.data == {"replacement": '"2.0"'}
    check("""
# Summary
changes: []
^^^^^^^^^^^ missing_key
""")
    check("""
version: "1.0"
         ^^^^^ unsupported_version
changes: []
""")
    check("""
version: [2]
         ^^^ wrong_type
changes: []
""")


def test_a_later_version_gets_one_answer() -> None:
    check("""
version: "3.1"
         ^^^^^ unsupported_version
changs:
  - file_path: [
""")
    check("""
# A plan
1a2b3c4d AP 3.0
^^^^^^^^^^^^^^^ unsupported_version

1a2b3c4d FILE
src/a.py
1a2b3c4d REPLACE
1a2b3c4d snippet
x: [
1a2b3c4d END
""")
    check("""
ap 3.1
^^^^^^ unsupported_version
""")


def test_root() -> None:
    check("""
- version: "2.0"
^^^^^^^^^^^^^^^^ wrong_type
- changes: []
""")
    check("""
just some text
^^^^^^^^^^^^^^ wrong_type
""")
    check("""
version: "2.0"
^^^^^^^^^^^^^^ missing_key
""")
    check("""
version: "2.0"
changes:
  file_path: "x"
  ^^^^^^^^^^^^^^ wrong_type
""")
    check("""
version: "2.0"
changes: "x"
         ^^^ wrong_type
modifications: []
^^^^^^^^^^^^^ unknown_key
""")


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "---\n"])
def test_empty_text(text: str) -> None:
    assert [problem.code for problem in find_problems(text)] == ["missing_key"]


# ---- file changes


def test_file_path() -> None:
    check("""
version: "2.0"
changes:
  - file_path: 42
               ^^ wrong_type
    modifications:
      - action: DELETE
        snippet: x
  - file_path: ""
    ^^^^^^^^^ missing_path
    modifications:
      - action: DELETE
        snippet: x
  - modifications:
  ^^^^^^^^^^^^^^^^ missing_key
      - action: DELETE
        snippet: x
  - some text
  ^^^^^^^^^^^ wrong_type
""")


def test_a_file_without_a_path_has_broken_parts() -> None:
    files, _ = read(HEAD.replace('"a.py"', "[x]") + "      - action: DELETE\n        snippet: x\n")
    assert (files[0].path.raw, files[0].path.choices) == ("", ())
    assert [part.broken for part in files[0].parts] == [True]


def test_modifications() -> None:
    check("""
version: "2.0"
changes:
  - file_path: a
  ^^^^^^^^^^^^^^ missing_key
  - file_path: b
    modifications: x
                   ^ wrong_type
  - file_path: c
    modifications:
    ^^^^^^^^^^^^^ wrong_type
  - file_path: d
    modifications: []
    ^^^^^^^^^^^^^ no_hunks
  - file_path: e
    modifications:
      - some text
      ^^^^^^^^^^^ wrong_type
      - action: CREATE_FILE
      ^^^^^^^^^^^^^^^^^^^^^ misplaced_line
        content: x
""")


def test_newline() -> None:
    problems = check("""
version: "2.0"
changes:
  - file_path: a
    newline: lf
             ^^ wrong_type
    modifications:
      - action: CREATE_FILE
        content: x
  - file_path: b
    newline: LF
    ^^^^^^^ newline_ignored
    modifications:
      - action: DELETE
        snippet: x
""")
    assert problems[0].data == {"replacement": "LF"}


# ---- modifications


def test_actions() -> None:
    problems = check_parts("""
      - action: replace
                ^^^^^^^ invalid_action
        snippet: x
        content: y
      - action: SUBSTITUTE
                ^^^^^^^^^^ invalid_action
        snippet: x
      - action: DELET
                ^^^^^ invalid_action
        snippet: x
      - action:
        ^^^^^^ wrong_type
        snippet: x
      - snippet: x
      ^^^^^^^^^^^^ missing_key
        content: y
""")
    assert [problem.data.get("replacement") for problem in problems] == ["REPLACE", None, "DELETE", None, None]


def test_a_wrong_case_action_is_read_but_broken() -> None:
    (part,) = parts_of("      - action: replace\n        snippet: x\n        content: y\n")
    assert (part.action, part.broken, len(part.lines)) == ("REPLACE", True, 2)


def test_keys_that_do_not_go_together() -> None:
    problems = check_parts("""
      - action: DELETE
      ^^^^^^^^^^^^^^^^ unexpected_key
        snippet: x
        content: y
      - action: REPLACE
      ^^^^^^^^^^^^^^^^^ missing_key
        snippet: x
      - action: REPLACE
      ^^^^^^^^^^^^^^^^^ missing_key
        content: x
      - action: REPLACE
      ^^^^^^^^^^^^^^^^^ conflicting_keys
        snippet: x
        start_snippet: x
        end_snippet: x
        content: y
      - action: DELETE
      ^^^^^^^^^^^^^^^^ missing_key
        start_snippet: x
      - action: DELETE
      ^^^^^^^^^^^^^^^^ missing_key
        end_snippet: x
      - action: INSERT_AFTER
      ^^^^^^^^^^^^^^^^^^^^^^ unexpected_key
        start_snippet: x
        end_snippet: x
        content: y
""")
    assert [problem.data["key"] for problem in problems] == [
        "content", "content", "snippet", "snippet", "end_snippet", "start_snippet", "start_snippet",
    ]  # fmt: skip
    assert [related.message for related in problems[0].related] == ["`content` stands here."]


def test_keys_of_a_creation() -> None:
    check("""
version: "2.0"
changes:
  - file_path: a
    modifications:
      - action: CREATE_FILE
      ^^^^^^^^^^^^^^^^^^^^^ unexpected_key
        snippet: x
        content: y
  - file_path: b
    modifications:
      - action: CREATE_FILE
      ^^^^^^^^^^^^^^^^^^^^^ missing_key
      ^^^^^^^^^^^^^^^^^^^^^ unexpected_key
        include_leading_blank_lines: 1
        include_trailing_blank_lines: 1
""")


def test_values() -> None:
    check_parts("""
      - action: REPLACE
        snippet: 5
                 ^ wrong_type
        content:
        ^^^^^^^ wrong_type
      - action: REPLACE
        snippet: [a]
                 ^^^ wrong_type
        content: {a: b}
                 ^^^^^^ wrong_type
        anchor: true
                ^^^^ wrong_type
      - action: DELETE
        snippet: |

          x
        include_leading_blank_lines: -1
                                     ^^ wrong_type
        include_trailing_blank_lines: "1"
                                      ^^^ wrong_type
      - action: REPLACE
        snippet: |
        ^^^^^^^ empty_snippet

        content: ""
""")


def test_unknown_and_second_keys() -> None:
    problems = check_parts("""
      - action: REPLACE
        colour: red
        ^^^^^^ unknown_key
        snippit: x
        ^^^^^^^ unknown_key
        snippet: x
        snippet: y
        ^^^^^^^ duplicate_key
        content: y
""")
    assert [problem.data.get("replacement") for problem in problems] == [None, "snippet", None]
    assert [problem.severity for problem in problems] == [Severity.WARNING, Severity.WARNING, Severity.ERROR]


def test_texts_that_lose_their_line_breaks() -> None:
    check_parts("""
      - action: REPLACE
        snippet: >
                 ^ folded_scalar
          a
          b
        content: a
                 ^ folded_scalar
          b
      - action: REPLACE
        snippet: "a\\nb"
        content: one row
""")


# ---- the three classic mistakes


WRONG = """
      - action: REPLACE
        snippet: |
          def old_function():
              pass
          content: |
          ^^^^^^^ misaligned_key
              def new_function():
            return True
            ^^^^^^^^^^^ misindented_block
        - action: REPLACE
        ^^^^^^^^^^^^^^^^^ misaligned_item
          snippet: |
            // some code
"""


def test_all_three_mistakes_at_once() -> None:
    problems = check_parts(WRONG)
    assert [problem.data["column"] for problem in problems] == [8, 14, 6]


def test_all_three_mistakes_with_comments() -> None:
    check_parts("""
      - action: REPLACE
        snippet: |
          def old_function():
              pass
          content: |       # Error 1 (Key Alignment): misaligned with 'snippet'.
          ^^^^^^^ misaligned_key
              def new_function():
            return True    # Error 2: less than the first line's
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ misindented_block
        - action: REPLACE  # Error 3: this hyphen
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ misaligned_item
          snippet: |
            // some code
""")


def test_a_swallowed_key_is_cut_off_its_block() -> None:
    part, other = parts_of(split_marks(WRONG)[0])
    assert part.broken and other.broken
    assert [line.text for line in part.lines] == ["def old_function():", "    pass"]


def test_a_key_in_a_column_of_its_own() -> None:
    problems = check_parts("""
      - action: REPLACE
        snippet: |
            deeper
          content: |
          ^^^^^^^ misaligned_key
            x
      - action: REPLACE
        snippet: |
          x
       content: |
       ^^^^^^^ misaligned_key
          y
      - action: REPLACE
          snippet: |
          ^^^^^^^ misaligned_key
            x
        content: |
          y
      - action: DELETE
        snippet: |
          sound
""")
    assert {problem.data["column"] for problem in problems} == {8}


def test_a_key_in_the_column_of_the_file() -> None:
    problems = check_parts("""
      - action: REPLACE
        snippet: |
          x
    content: |
    ^^^^^^^ misaligned_key
      y
""")
    assert problems[0].data == {"column": 8}


def test_lines_that_fall_out_of_their_block() -> None:
    check_parts("""
      - action: REPLACE
        snippet: |
          x
        content: |
          Title
      -----
      ^^^^^ misindented_block
          - a list: of things
        another
      - action: REPLACE
        snippet: |
        x
        ^ misindented_block
        content: |
          if x:
            y
        # a comment?
        ^^^^^^^^^^^^ misindented_block
            z
      - action: REPLACE
        snippet: |
          x
        content: |
          a
---
^^^ misindented_block
          b
      - action: DELETE
        snippet: |
          sound
""")


def test_code_that_reads_like_a_key() -> None:
    problems = check_parts("""
      - action: REPLACE
        snippet: |
          x
        content: |
          if x:
              y
        else:
        ^^^^^ misindented_block
              z
""")
    assert problems[0].data == {"column": 10}


def test_items_in_the_wrong_column() -> None:
    problems = check_parts("""
      - action: DELETE
        snippet: |
          x
       - action: DELETE
       ^^^^^^^^^^^^^^^^ misaligned_item
         snippet: |
           x
    - action: DELETE
    ^^^^^^^^^^^^^^^^ misaligned_item
      snippet: |
        x
      - action: DELETE
        snippet: |
          sound
   - file_path: b
   ^^^^^^^^^^^^^^ misaligned_item
     modifications:
       - action: DELETE
         snippet: |
           sound
""")
    assert [problem.data["column"] for problem in problems] == [6, 6, 2]


def test_items_in_the_wrong_list() -> None:
    text = """
      - action: DELETE
        snippet: |
          x
  - action: DELETE
  ^^^^^^^^^^^^^^^^ misaligned_item
    snippet: |
      y
  - file_path: b
    modifications:
      - action: DELETE
        snippet: |
          z
      - file_path: c
      ^^^^^^^^^^^^^^ misaligned_item
        modifications:
          - action: DELETE
            snippet: |
              z
"""
    problems = check_parts(text)
    assert [problem.data["column"] for problem in problems] == [6, 2]
    files, _ = read(HEAD + split_marks(text[1:])[0])
    assert [(change.path.raw, len(change.parts)) for change in files] == [("a.py", 2), ("b", 1), ("c", 1)]


# ---- YAML that cannot be read


def test_one_error_does_not_blank_the_rest() -> None:
    text = HEAD + (
        "      - action: REPLACE\n        snippet: a: b\n        content: |\n          new\n"
        "      - action: delete\n        snippet: |\n          x\n"
        "      - action: DELETE\n        snippet: |\n          sound\n"
    )
    files, problems = read(text)
    assert [problem.code for problem in problems] == ["yaml_error", "invalid_action"]
    assert [part.broken for part in files[0].parts] == [True, True, False]
    assert [line.text for line in files[0].parts[0].lines] == ["new"]
    assert all(text[slice(*line.span)] == line.text for part in files[0].parts for line in part.lines)


def test_values_that_need_quotes() -> None:
    check_parts("""
      - action: REPLACE
        snippet: a: b
        ^^^^^^^^^^^^^ yaml_error
        content: @x
        ^^^^^^^^^^^ yaml_error
      - action: DELETE
        snippet: "\\d"
        ^^^^^^^^^^^^^ yaml_error
      - action: DELETE
        snippet: *pointer = 0;
                 ^^^^^^^^ yaml_error
      - action: DELETE
        snippet: "not closed
                 ^^^^^^^^^^^ yaml_error
      - action: DELETE
        snippet: [not, closed
                 ^^^^^^^^^^^^ yaml_error
      - action: DELETE
        snippet: |
          sound
""")


def test_tabs() -> None:
    problems = check("""
version: "2.0"
changes:
  - file_path: "a"
\tmodifications:
^ yaml_error
      - action: REPLACE
        snippet: |
          x
\ty
^ yaml_error
        content: |
          x
""")
    assert all("tab" in problem.message for problem in problems)


def test_an_unclosed_path() -> None:
    files, problems = read(
        HEAD.replace('"a.py"', '"a.py') + "      - action: DELETE\n        snippet: |\n          x\n"
    )
    assert [(problem.code, problem.span.start) for problem in problems] == [("yaml_error", HEAD.index('"a.py'))]
    assert [part.broken for part in files[0].parts] == [True]


def test_lists_without_their_key() -> None:
    check("""
version: "2.0"
  - file_path: a
  ^^^^^^^^^^^^^^ missing_key
      - action: DELETE
      ^^^^^^^^^^^^^^^^ missing_key
        snippet: |
          x
""")


def test_items_in_brackets_beside_a_broken_one() -> None:
    rows = """
      - {action: DELETE, snippet: a}
      - {action: DELETE,
         snippet: b}
      - action: DELETE
         snippet: |
           c
"""
    assert [problem.code for problem in find_problems(HEAD + rows[1:])] == ["misaligned_key"]
    assert [part.broken for part in parts_of(rows)] == [False, False, True]


def test_more_than_one_document() -> None:
    check("""
version: "2.0"
changes: []
---
^^^ yaml_error
version: "2.0"
changes: []
""")


def test_tags_anchors_and_aliases() -> None:
    check("""
version: "2.0"
changes: !!python/object/apply:os.system ["true"]
         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ yaml_error
""")
    check_parts("""
      - action: &a DELETE
                ^^ yaml_error
        snippet: |
          x
      - action: DELETE
        snippet: *a
                 ^^ yaml_error
      - action: DELETE
        snippet: !lang |
                 ^^^^^ yaml_error
          x
""")


def test_characters_that_yaml_forbids() -> None:
    problems = check_parts(
        "      - action: DELETE\n        snippet: |\n          a\x0cb\x01\n           ^ yaml_error\n"
    )
    assert "U+000C" in problems[0].message
    assert parts_of("      - action: DELETE\n        snippet: |\n          a\x0cb\n")[0].broken


# ---- bombs


BOMB = "".join(f"{b}: &{b} [{','.join([f'*{a}'] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True))


@pytest.mark.parametrize(
    "text",
    [
        f"a: &a [{','.join('x' * 9)}]\n{BOMB}version: '2.0'\nchanges: *i\n",
        "[" * 10_000,
        "- " * 10_000,
        "version: '2.0'\nchanges: " + "[" * 1_000_000,
        HEAD + "      - action: " + "{a: " * 10_000,
        "\n".join(" " * depth + "a:" for depth in range(1000)),
        "? " * 10_000,
    ],
    ids=["aliases", "lists", "items", "changes", "mappings", "blocks", "keys"],
)
def test_bombs_cost_nothing(text: str) -> None:
    started = time.perf_counter()
    problems = find_problems(text)
    assert time.perf_counter() - started < 1
    assert any(problem.severity is Severity.ERROR for problem in problems)


def test_a_bomb_in_one_part_spares_the_others() -> None:
    rows = f"      - action: {'[' * 10_000}\n      - action: DELETE\n        snippet: |\n          x\n"
    assert [part.broken for part in parts_of(rows)] == [True, False]


@pytest.mark.parametrize(
    "row", ["a: b: c", "- action: b: c", "\ta: b", 'a: "x', "a: &a b", "  - action: *a", "a:", "- ", "---"]
)
def test_recovery_takes_linear_time(row: str) -> None:
    started = time.perf_counter()
    find_problems(HEAD + f"{row}\n" * 20_000)
    assert time.perf_counter() - started < 20


# ---- a text that is being written


@pytest.mark.parametrize(
    "tail",
    [
        "      - action: REPLACE",
        "      - action: REPLACE\n        snippet: |",
        "      - action: REPLACE\n        snippet: |\n",
        "      - action: REPLACE\n        snippet:",
        "      - action: REPLACE\n        snip",
        "      - action: REPLACE\n        snippet: |\n          x\n        conte",
        "      - action: REPLACE\n        snippet: |\n          x\n        content: |\n",
        '      - action: REPLACE\n        snippet: "abc',
        "      - action: REP",
        "      - ac",
        "      -",
        "  - fi",
        "  - file_path: b",
        '  - file_path: "b',
        "  - file_path: b\n    modi",
        "  - file_path: b\n    modifications:",
        "  - file_path: b\n    modifications:\n      - ",
    ],
)
def test_an_unfinished_part_is_said_once(tail: str) -> None:
    text = f"{HEAD}      - action: DELETE\n        snippet: |\n          x\n{tail}"
    files, problems = read(text)
    last = text.rstrip().split("\n")[-1].strip()
    assert [(problem.code, text[slice(*problem.span)]) for problem in problems] == [("unfinished_part", last)]
    assert files[0].parts[0].broken is False


@pytest.mark.parametrize(
    "text", ["ver", 'version: "2.0"\nchan', 'version: "2.0"\nchanges:', 'version: "2.0"\nchanges:\n  -']
)
def test_an_unfinished_start(text: str) -> None:
    assert [problem.code for problem in find_problems(text)] == ["unfinished_part"]


def test_a_finished_text_lacks_what_it_lacks() -> None:
    check_parts("""
      - action: REPLACE
      ^^^^^^^^^^^^^^^^^ missing_key
        snippet: |
          x
""")


def test_text_that_only_looks_unfinished() -> None:
    check_parts("""
      - action: REPLACE
        snippet: |
          x
        content: |
          content: |
""")
    check_parts("""
      - action: REPLACE
        snippet: |
          x
        content: |
          # with a comment
""")
    check_parts("""
      - action: REPLACE
        snippet: |
          x
          content: |
          ^^^^^^^ misaligned_key
""")


# ---- whatever the text


def check_sanity(text: str) -> None:
    files, problems = read(text)
    for problem in problems:
        assert problem.code in CATALOGUE
        assert 0 <= problem.span.start <= problem.span.end <= len(text)
        assert Buffer(text).row(problem.span.start) == Buffer(text).row(problem.span.end)
    for change in files:
        assert change.parts
        spans = [change.span, change.header, change.path.span]
        for part in change.parts:
            spans += [part.span, part.header, *(line.span for line in part.lines)]
        assert all(0 <= span.start <= span.end <= len(text) for span in spans)
        assert all("\n" not in text[slice(*span)] for span in (change.header, *(part.header for part in change.parts)))


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    check_sanity(text)


WORDS = ["version:", '"2.0"', "changes:", "- ", "file_path:", "modifications:", "action:", "DELETE", "snippet:", "content:", "|", ">",
         " ", "  ", "    ", "\n", "\r\n", "\t", "x", '"', "'", "[", "{", "}", "]", "&a", "*a", "!t", "#", ":", "---", "%", "\ufeff",
         "\x00", "\u2028", "\ud800", "|2", "+"]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=60))
def test_any_words_can_be_read(words: list[str]) -> None:
    check_sanity("".join(words))


@st.composite
def damaged_texts(draw: st.DrawFn) -> str:
    """A sound text after a few accidents."""
    rows = SOUND.split("\n")
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(rows) - 1))
        row = rows[at]
        change = draw(st.sampled_from(["delete", "repeat", "indent", "outdent", "cut", "swap", "tab", "word"]))
        cut = draw(st.integers(0, len(row)))
        rows[at : at + 1] = {
            "delete": [],
            "repeat": [row, row],
            "indent": [" " * draw(st.integers(1, 6)) + row],
            "outdent": [row[min(draw(st.integers(1, 6)), len(row) - len(row.lstrip(" "))) :]],
            "cut": [row[:cut]],
            "swap": [row[cut:] + row[:cut]],
            "tab": ["\t" + row.lstrip(" ")],
            "word": [row[:cut] + draw(st.sampled_from(WORDS)) + row[cut:]],
        }[change]
        rows = rows or [""]
    return draw(st.sampled_from(["\n", "\r\n"])).join(rows)


@given(damaged_texts())
def test_any_damage_can_be_read(text: str) -> None:
    check_sanity(text)


# ---- writing


def test_a_canonical_text() -> None:
    sound = SOUND.replace("# Summary: rename and clean up\n", "").replace("\n\n", "\n")
    assert ap.render(read(sound)[0]) == sound
    assert ap.render([]) == 'version: "2.0"\nchanges: []\n'


LETTERS = st.sampled_from(" \t#-:|>'\"\\ab{}[]&*!é\u2028\x85\x07\x7f\ufeff😀%@`,")
LINE = st.text(LETTERS, max_size=8) | st.sampled_from(["", "---", "...", "# x", "content: |", "- action: X"])
LINES = st.lists(LINE, max_size=5)
FILLED_LINES = st.tuples(LINES, st.sampled_from(["x", "  x", "\tx", "# x"]), LINES).map(
    lambda some: [*some[0], some[1], *some[2]]
)


def as_lines(kind: Kind, lines: list[str]) -> tuple[PatchLine, ...]:
    return tuple(PatchLine(kind, line, Span(0, 0)) for line in lines)


@st.composite
def modifications(draw: st.DrawFn) -> str:
    """The rows of one modification, its texts written in double quotes."""
    action = draw(st.sampled_from(["REPLACE", "INSERT_AFTER", "INSERT_BEFORE", "DELETE"]))
    keys = {"anchor": FILLED_LINES} if draw(st.booleans()) else {}
    is_range = action in ("REPLACE", "DELETE") and draw(st.booleans())
    keys |= {"start_snippet": FILLED_LINES, "end_snippet": FILLED_LINES} if is_range else {"snippet": FILLED_LINES}
    keys |= {"content": LINES} if action != "DELETE" else {}
    rows = [f"action: {action}", *(f"{key}: {quote(draw(lines))}" for key, lines in keys.items())]
    if draw(st.booleans()):
        rows.append(f"include_leading_blank_lines: {draw(st.integers(0, 3))}")
    return "      - " + "\n        ".join(rows) + "\n"


def quote(lines: list[str]) -> str:
    return '"' + "".join(f"\\U{ord(letter):08x}" for letter in "".join(f"{line}\n" for line in lines)) + '"'


@given(st.lists(modifications(), min_size=1, max_size=4))
def test_what_is_written_reads_the_same(parts: list[str]) -> None:
    files, problems = read(HEAD + "".join(parts))
    assert [problem.code for problem in problems if problem.severity is Severity.ERROR] == []
    again, problems = read(ap.render(files))
    assert problems == []
    assert meaning(again) == meaning(files)


@given(LINES, st.booleans(), st.sampled_from([None, "\n", "\r\n", "\r"]))
def test_a_new_file_reads_the_same(lines: list[str], ends: bool, newline: str | None) -> None:
    lines = [*lines, "x"] if not ends else lines
    part = Part(Span(0, 0), Span(0, 0), as_lines(Kind.ADDED, lines), "CREATE_FILE", new_newline=None if ends else False)
    change = FileChange(
        Op.CREATE, PathRef.plain("a b/ü.py", Span(0, 0)), Span(0, 0), Span(0, 0), [part], newline=newline
    )
    again, problems = read(ap.render([change]))
    assert problems == []
    assert meaning(again) == meaning([change])


@given(damaged_texts())
def test_any_damage_can_be_written(text: str) -> None:
    ap.render(read(text)[0])


def hunk(*lines: str) -> Part:
    return Part(Span(0, 0), Span(0, 0), tuple(PatchLine(Kind(line[0]), line[1:], Span(0, 0)) for line in lines))


def render_hunk(*lines: str) -> Part | None:
    """The modification that a hunk of another format is written as."""
    change = FileChange(Op.UPDATE, PathRef.plain("a", Span(0, 0)), Span(0, 0), Span(0, 0), [hunk(*lines)])
    files, problems = read(ap.render([change]))
    assert problems == []
    assert ap.cannot_hold(change, change.parts[0]) == (not files)
    return files[0].parts[0] if files else None


def test_a_hunk_becomes_a_replacement() -> None:
    part = render_hunk(" ", "     a", "-    b", "+    c", "+", "+      d", " ")
    assert part and part_meaning(part)[:2] == (
        "REPLACE",
        [
            (Kind.REMOVED, "    a"),
            (Kind.REMOVED, "    b"),
            (Kind.ADDED, "a"),
            (Kind.ADDED, "c"),
            (Kind.ADDED, ""),
            (Kind.ADDED, "  d"),
        ],
    )


def test_a_hunk_that_starts_deeper_gets_an_anchor() -> None:
    part = render_hunk("         deep", "     }", "-    b", "+    c")
    assert part and part.anchor and [line.text for line in part.anchor.lines] == ["        deep"]
    assert [line.text for line in part.added] == ["}", "c"]


def test_a_hunk_that_only_removes_becomes_a_deletion() -> None:
    part = render_hunk("-a", "-", "-b", "-")
    assert part and (part.action, part.trailing_blank) == ("DELETE", 1)


def test_a_hunk_that_ap_cannot_hold() -> None:
    assert render_hunk("+a") is None
    assert render_hunk("-    a", "+b") is None

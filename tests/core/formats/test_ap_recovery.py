"""Broken ap texts: each mistake is named where it is, and what is sound beside it is still read."""

from __future__ import annotations

import time

import pytest

from core.formats.ap_reading import HEAD, check, check_parts, find_problems, parts_of, read
from patchsight.core.formats.ap.words import LEVEL_OF
from patchsight.core.model.problems import Severity
from support.carets import split_marks

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
    assert [(change.path.raw, len(change.parts)) for change in files] == [
        ("a.py", 2),
        ("b", 1),
        ("c", 1),
    ]


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
    assert all(
        text[slice(*line.span)] == line.text for part in files[0].parts for line in part.lines
    )


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
        HEAD.replace('"a.py"', '"a.py')
        + "      - action: DELETE\n        snippet: |\n          x\n"
    )
    assert [(problem.code, problem.span.start) for problem in problems] == [
        ("yaml_error", HEAD.index('"a.py'))
    ]
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


BOMB = "".join(
    f"{b}: &{b} [{','.join([f'*{a}'] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)


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
    assert time.perf_counter() - started < 2
    assert any(problem.severity is Severity.ERROR for problem in problems)


def test_a_bomb_in_one_part_spares_the_others() -> None:
    rows = (
        f"      - action: {'[' * 10_000}\n      - action: DELETE\n        snippet: |\n          x\n"
    )
    assert [part.broken for part in parts_of(rows)] == [True, False]


@pytest.mark.parametrize(
    "row",
    [
        "a: b: c",
        "- action: b: c",
        "\ta: b",
        'a: "x',
        "a: &a b",
        "  - action: *a",
        "a:",
        "- ",
        "---",
    ],
)
def test_recovery_takes_linear_time(row: str) -> None:
    started = time.process_time()
    find_problems(HEAD + f"{row}\n" * 20_000)
    assert time.process_time() - started < 20


# ---- one accident, one problem


ROWS = [
    'version: "2.0"',
    "changes:",
    '  - file_path: "a.py"',
    "    modifications:",
    "      - action: REPLACE",
    "        snippet: |",
    "          if x:",
    "              return 1",
    "        content: |",
    "          return 2",
    "      - action: INSERT_AFTER",
    "        snippet: |",
    "          import math",
    "        content: |",
    "          import os",
    '  - file_path: "b.py"',
    "    modifications:",
    "      - action: DELETE",
    "        snippet: |",
    "          x = 1",
    "      - action: DELETE",
    "        snippet: |",
    "          y = 1",
    "",
][:-1]
STRUCTURE = [
    number for number, row in enumerate(ROWS) if row.lstrip(" -").partition(":")[0] in LEVEL_OF
]


@pytest.mark.parametrize("shift", [1, 2, 4, -1, -2, -4])
@pytest.mark.parametrize("number", STRUCTURE)
def test_a_shifted_row(number: int, shift: int) -> None:
    row = ROWS[number]
    width = len(row) - len(row.lstrip())
    if width + shift < 0:
        return
    shifted = " " * (width + shift) + row.lstrip()
    problems = find_problems("\n".join([*ROWS[:number], shifted, *ROWS[number + 1 :]]))
    kind = "misaligned_item" if "- " in row else "misaligned_key"
    assert [problem.code for problem in problems] == [kind]
    assert problems[0].data == {"column": width}


@pytest.mark.parametrize("number", range(len(ROWS)))
def test_a_row_that_starts_with_a_tab(number: int) -> None:
    text = "\n".join([*ROWS[:number], "\t" + ROWS[number].lstrip(), *ROWS[number + 1 :]])
    (problem,) = find_problems(text)
    assert (problem.code, text[slice(*problem.span)], text[: problem.span.start].count("\n")) == (
        "yaml_error",
        "\t",
        number,
    )


@pytest.mark.parametrize("number", STRUCTURE)
def test_a_row_without_its_colon(number: int) -> None:
    text = "\n".join([*ROWS[:number], ROWS[number].replace(":", "", 1), *ROWS[number + 1 :]])
    (problem,) = find_problems(text)
    assert (problem.severity, text[: problem.span.start].count("\n")) == (Severity.ERROR, number)


def test_an_item_that_became_text() -> None:
    problems = check_parts("""
      - action: REPLACE
        snippet: |
          x
        content: |
          y
          - action: REPLACE
          ^^^^^^^^^^^^^^^^^ misaligned_item
        snippet: |
          z
        content: |
          z
""")
    assert problems[0].data == {"column": 6}


def test_entries_without_their_first_row() -> None:
    check("""
version: "2.0"
changes:
    modifications:
    ^^^^^^^^^^^^^^ missing_key
      - action: DELETE
        snippet: |
          x
  - file_path: b
    modifications:
        snippet: |
        ^^^^^^^^^^ missing_key
          x
      - action: DELETE
        snippet: |
          x
""")

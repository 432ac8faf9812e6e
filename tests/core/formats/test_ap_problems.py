"""What is reported about ap texts that are sound YAML, and where: carets mark it on the row above them."""

from __future__ import annotations

import pytest

from core.formats.ap_reading import HEAD, check, check_parts, find_problems, parts_of, read
from patchsight.core.model.problems import Severity

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


def test_a_text_with_a_nul_character() -> None:
    """A file that gets one is no text any more: nothing could take it back."""
    check(r"""
version: "2.0"
changes:
  - file_path: a.py
    modifications:
      - action: REPLACE
        snippet: x
        content: "a\0b"
                 ^^^^^^ wrong_type
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
    assert [problem.data.get("replacement") for problem in problems] == [
        "REPLACE",
        None,
        "DELETE",
        None,
        None,
    ]


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
    assert [problem.severity for problem in problems] == [
        Severity.WARNING,
        Severity.WARNING,
        Severity.ERROR,
    ]


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


def test_texts_that_are_cut_off_where_a_comment_starts() -> None:
    problems = check_parts("""
      - action: REPLACE # by a larger one
        snippet: wait = 1  # seconds
                 ^^^^^^^^ folded_scalar
        content: wait = 2  # seconds
                 ^^^^^^^^ folded_scalar
      - action: REPLACE
        snippet: 'a = 1' # in quotes it is clear
        content: "#1"
      - action: REPLACE
        snippet: b#1
        content: | # and here
          b # 2
""")
    assert {problem.severity for problem in problems} == {Severity.ERROR}

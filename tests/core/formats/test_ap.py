"""What an ap text says, finished or not."""

from __future__ import annotations

import pytest

from core.formats.ap_reading import (
    HEAD,
    SOUND,
    check,
    check_parts,
    find_problems,
    meaning,
    part_meaning,
    parts_of,
    read,
)
from patchsight.core.formats.ap.parse import parse
from patchsight.core.model.patch import Kind, Op, Options
from patchsight.core.model.problems import Problem
from patchsight.core.text.buffer import Buffer

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
    assert insert[:2] == (
        "INSERT_AFTER",
        [(Kind.CONTEXT, "import math"), (Kind.ADDED, "import os")],
    )
    assert delete[:5] == ("DELETE", [(Kind.REMOVED, "def g():")], [None, ["return 3"]], 2, 0)
    assert second.parts[0].new_newline is None


def test_insert_before_puts_the_content_first() -> None:
    (part,) = parts_of("      - action: INSERT_BEFORE\n        snippet: x\n        content: y\n")
    assert [(line.kind, line.text) for line in part.lines] == [
        (Kind.ADDED, "y"),
        (Kind.CONTEXT, "x"),
    ]


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
    assert all(
        text[slice(*line.span)] == line.text
        for change in files
        for part in change.parts
        for line in part.lines
    )


def test_a_range_of_rows() -> None:
    text = f"Here is the patch:\n\n{SOUND}\nThat is all.\n"
    buffer = Buffer(text)
    problems: list[Problem] = []
    files = parse(buffer, 2, len(buffer.lines) - 2, problems, Options())
    assert problems == []
    assert meaning(files) == meaning(read(SOUND)[0])
    assert text[slice(*files[0].parts[0].lines[0].span)] == "return 1"


def test_byte_order_mark() -> None:
    files, problems = read("\ufeff" + SOUND)
    assert problems == []
    assert meaning(files) == meaning(read(SOUND)[0])


def test_json_is_yaml() -> None:
    part = '{"action": "DELETE", "snippet": "x\\ny"}'
    text = f'{{"version": "2.0", "changes": [{{"file_path": "a", "modifications": [{part}]}}]}}'
    files, problems = read(text)
    assert problems == []
    assert [line.text for line in files[0].parts[0].lines] == ["x", "y"]


def test_lines_end_only_where_editors_end_them() -> None:
    (part,) = parts_of(
        "      - action: DELETE\n        snippet: |\n          a\u2028b\n          c\x85d\n"
    )
    assert [line.text for line in part.lines] == ["a\u2028b", "c\x85d"]
    (part,) = parts_of('      - action: DELETE\n        snippet: "a\u2028b"\n')
    assert [line.text for line in part.lines] == ["a\u2028b"]


def test_a_tab_may_start_the_text_of_a_block() -> None:
    rows = "      - action: DELETE\n        snippet: |\n          \treturn nil\n          \t\tx\n"
    assert check_parts(rows) == []
    assert [line.text for line in parts_of(rows)[0].lines] == ["\treturn nil", "\t\tx"]


def test_blank_lines_stay() -> None:
    (part,) = parts_of(
        "      - action: DELETE\n        snippet: |+\n\n          a\n\n          b\n\n"
    )
    assert [line.text for line in part.lines] == ["", "a", "", "b", ""]


@pytest.mark.parametrize(("header", "expected"), [("|", None), ("|-", False), ("|+", None)])
def test_final_newline_of_a_new_file(header: str, expected: bool | None) -> None:
    for end in ("", "\n"):
        (part,) = parts_of(
            f"      - action: CREATE_FILE\n        content: {header}\n          x{end}"
        )
        assert part.new_newline is expected


def test_an_explicit_string_is_a_string() -> None:
    assert check_parts("      - action: DELETE\n        snippet: !!str 5\n") == []


def test_no_changes_are_fine() -> None:
    assert check('version: "2.0"\nchanges: []\n') == []


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
    assert [(problem.code, text[slice(*problem.span)]) for problem in problems] == [
        ("unfinished_part", last)
    ]
    assert files[0].parts[0].broken is False


@pytest.mark.parametrize(
    "text",
    ["ver", 'version: "2.0"\nchan', 'version: "2.0"\nchanges:', 'version: "2.0"\nchanges:\n  -'],
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

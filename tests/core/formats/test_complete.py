"""Completion without an editor: a patch with a cursor `▮` in, what may stand there out."""

from __future__ import annotations

import pytest

from patchsight.core.formats.completion import Ending, complete
from support.carets import trim
from support.check import answer

TARGET = "import os\n\n\ndef f():\n    x = 1\n    return x\n\n\ndef g():\n    return x\n"
KNOWN = ["app.py", "src/a.py", "src/deep/b.py"]


def at(source: str, name: str = "") -> Ending | None:
    text = trim(source)
    offset = text.index("▮")
    text = text.replace("▮", "")
    report = answer(text, {"app.py": TARGET}, name=name)
    return complete(report, offset, lambda: KNOWN)


def texts(source: str, name: str = "") -> list[str]:
    found = at(source, name)
    return [choice.text for choice in found.choices] if found else []


def lines(source: str, name: str = "") -> list[tuple[str, str]]:
    found = at(source, name)
    return [(choice.text, choice.detail) for choice in found.choices] if found else []


def replaced(source: str, name: str = "") -> str:
    """What a choice takes the place of."""
    found = at(source, name)
    assert found is not None
    return trim(source).replace("▮", "")[slice(*found.span)]


LINES = [
    ("import os", "line 1"),
    ("def f():", "line 4"),
    ("    x = 1", "line 5"),
    ("def g():", "line 9"),
]
REPEATED = ("    return x", "stands 2 times")


# ---- v4a
@pytest.mark.parametrize("typed", ["", "*", "***", "*** ", "*** Be"])
def test_an_empty_v4a_text_begins_with_its_marker(typed: str) -> None:
    assert texts(f"{typed}▮", "p.v4a") == ["*** Begin Patch"]
    assert replaced(f"{typed}▮", "p.v4a") == typed


def test_directives_that_may_follow() -> None:
    below = ["*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** End Patch"]
    assert texts("*** Begin Patch\n*** ▮", "p.v4a") == below
    assert texts("*** Begin Patch\n*** Update File: app.py\n*** ▮", "p.v4a") == [
        "*** Move to: ",
        *below,
    ]
    assert texts("*** Begin Patch\n*** Update File: app.py\n@@\n-x\n*** ▮", "p.v4a") == [
        "*** End of File",
        *below,
    ]
    assert texts("*** Begin Patch\n*** Delete File: app.py\n***▮\n*** End Patch", "p.v4a") == below
    assert texts("*** Begin Patch\n*** Delete File: app.py\n*** End Patch\n***▮", "p.v4a") == [
        "*** Begin Patch"
    ]


def test_v4a_paths() -> None:
    assert texts("*** Begin Patch\n*** Update File: ▮") == KNOWN
    assert texts("*** Begin Patch\n*** Delete File: src/▮") == KNOWN
    assert replaced("*** Begin Patch\n*** Delete File: src/▮") == "src/"
    assert texts("*** Begin Patch\n*** Add File: ▮") == ["src/", "src/deep/"]
    assert texts("*** Begin Patch\n*** Update File: app.py\n*** Move to: ▮") == [
        "src/",
        "src/deep/",
    ]


def test_lines_of_the_target_that_stand_once_come_first() -> None:
    source = "*** Begin Patch\n*** Update File: app.py\n@@\n {}▮\n*** End Patch"
    assert lines(source.format("")) == [*LINES, REPEATED]
    assert replaced(source.format("    re")) == "    re"
    assert lines(source.format("").replace(" ▮", "-▮")) == [*LINES, REPEATED]
    assert lines(source.format("").replace(" ▮", "+▮")) == []


def test_hints_are_lines_without_their_indentation() -> None:
    source = "*** Begin Patch\n*** Update File: app.py\n@@ de▮\n-x\n*** End Patch"
    assert ("x = 1", "line 5") in lines(source)
    assert replaced(source) == "de"
    assert ("    x = 1", "line 5") in lines(source, "p.zenpatch")


def test_new_files_and_unknown_ones_have_no_lines() -> None:
    assert lines("*** Begin Patch\n*** Add File: new.py\n ▮\n*** End Patch") == []
    assert lines("*** Begin Patch\n*** Update File: gone.py\n@@\n ▮\n*** End Patch") == []


# ---- unified
def test_unified_paths_have_their_prefix() -> None:
    assert texts("--- ▮\n+++ b/x\n", "p.diff") == [
        "a/app.py",
        "a/src/a.py",
        "a/src/deep/b.py",
        "/dev/null",
    ]
    assert texts("--- a/src/a.py\n+++ ▮\n", "p.diff")[:2] == ["b/src/a.py", "b/app.py"]
    assert texts("--- /dev/null\n+++ b/s▮\n", "p.diff")[:2] == ["b/app.py", "b/src/a.py"]
    assert texts("diff --git a/x b/y\nrename from ▮\n", "p.diff") == KNOWN


def test_lines_in_a_unified_hunk() -> None:
    source = "--- a/app.py\n+++ b/app.py\n@@ -1,2 +1,2 @@\n import os\n{}▮\n"
    assert lines(source.format(" ")) == [*LINES, REPEATED]
    assert lines(source.format("-")) == [*LINES, REPEATED]
    assert lines(source.format("+")) == []
    assert lines("Dear reader,\n\n ▮\n" + source.replace("▮", "")) == []


# ---- ApplyDiff
def test_applydiff_headers_and_markers() -> None:
    assert texts("▮", "p.applydiff") == [">>> file: "]
    assert texts(">>▮", "p.applydiff") == [">>> file: "]
    assert texts(">>> file: ▮") == KNOWN
    assert texts(">>> file: app.py\n--▮") == ["--- from"]
    assert texts(">>> file: app.py\n--- from\nimport os\n--- ▮") == ["--- to"]
    assert texts(">>> file: app.py\n--- from\nimport os\n--- to\nimport sys\n<\n▮") == [
        ">>> file: "
    ]


def test_applydiff_options() -> None:
    assert texts(">>> file: app.py | ▮") == ["mode=patch", "mode=replace", "fuzz=0.85"]
    assert texts(">>> file: app.py | mode=patch | f▮") == ["fuzz=0.85"]
    assert texts(">>> file: app.py | mode=▮") == ["patch", "replace"]
    assert texts(">>> file: app.py | fuzz=0.▮") == []


def test_lines_in_the_old_text_of_a_block() -> None:
    assert lines(">>> file: app.py\n--- from\nimp▮\n--- to\n<\n") == [*LINES, REPEATED]
    assert lines(">>> file: app.py\n--- from\nimport os\n--- to\nimp▮\n<\n") == []


# ---- ap
ITEM = """
        version: "2.0"
        changes:
          - file_path: app.py
            modifications:
              - action: {action}
                {rest}
        """


def ap(rest: str, action: str = "REPLACE") -> str:
    return ITEM.format(action=action, rest=rest)


KEYS = ["anchor: |", "snippet: |", "start_snippet: |", "end_snippet: |", "content: |"]
COUNTS = ["include_leading_blank_lines: ", "include_trailing_blank_lines: "]


def test_keys_of_the_document() -> None:
    assert texts("▮", "p.ap") == ["version: ", "changes:"]
    assert texts('version: "2.0"\nch▮', "p.ap") == ["changes:"]


def test_keys_that_an_entry_does_not_have_yet() -> None:
    assert texts(ap("▮"), "p.ap") == [*KEYS, *COUNTS]
    assert texts(ap("snippet: x = 1\n                ▮"), "p.ap") == [
        "anchor: |",
        "content: |",
        *COUNTS,
    ]
    assert texts(ap("▮\n                start_snippet: x"), "p.ap") == [
        "anchor: |",
        "end_snippet: |",
        "content: |",
        *COUNTS,
    ]
    assert texts(ap("content: |\n                  a\n                con▮"), "p.ap") == [
        *KEYS[:-1],
        *COUNTS,
    ]


def test_keys_that_an_action_does_not_take_are_left_out() -> None:
    assert texts(ap("▮", "DELETE"), "p.ap") == [*KEYS[:-1], *COUNTS]
    assert texts(ap("▮", "INSERT_AFTER"), "p.ap") == [
        "anchor: |",
        "snippet: |",
        "content: |",
        *COUNTS,
    ]
    assert texts(ap("▮", "CREATE_FILE"), "p.ap") == ["content: |"]


def test_entries_start_with_their_first_key() -> None:
    assert texts('version: "2.0"\nchanges:\n  ▮', "p.ap") == ["- file_path: "]
    assert texts('version: "2.0"\nchanges:\n  - ▮', "p.ap") == [
        "file_path: ",
        "modifications:",
        "newline: ",
    ]
    assert texts(ap("snippet: x = 1\n              ▮"), "p.ap") == ["- action: "]
    assert texts(ap("snippet: x = 1\n          ▮"), "p.ap") == ["- file_path: "]
    assert texts(ap("snippet: x = 1\n              - ▮"), "p.ap")[0] == "action: "


def test_keys_of_a_file() -> None:
    assert texts('version: "2.0"\nchanges:\n  - file_path: app.py\n    ▮', "p.ap") == [
        "modifications:",
        "newline: ",
    ]


def test_values() -> None:
    actions = ["REPLACE", "INSERT_AFTER", "INSERT_BEFORE", "DELETE", "CREATE_FILE"]
    assert texts(ap("", "▮"), "p.ap") == actions
    assert texts(ap("", "IN▮"), "p.ap") == actions
    assert texts("version: ▮", "p.ap") == ['"2.0"']
    assert texts("changes:\n  - file_path: a\n    newline: ▮", "p.ap") == ["LF", "CRLF", "CR"]
    assert texts("changes:\n  - file_path: ▮", "p.ap") == KNOWN
    assert replaced('changes:\n  - file_path: "src▮"', "p.ap") == "src"
    assert texts(ap("snippet: ▮"), "p.ap") == ["|"]
    assert texts(ap("include_leading_blank_lines: ▮"), "p.ap") == []


@pytest.mark.parametrize("key", ["anchor", "snippet", "start_snippet", "end_snippet"])
def test_locators_take_lines_of_the_target(key: str) -> None:
    source = ap(f"{key}: |\n                  def f():\n\n                  x▮")
    assert lines(source, "p.ap") == [(text.strip(), where) for text, where in [*LINES, REPEATED]]
    assert replaced(source, "p.ap") == "x"


def test_content_is_nothing_to_choose() -> None:
    assert lines(ap("content: |\n                  ▮"), "p.ap") == []
    assert (
        lines(ap("content: |\n                  snippet: |\n                    ▮"), "p.ap") == []
    )


# ---- whole files
WHOLE = "### app.py\n```py\nx = 1\n```\n\n"


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        ("### ", "sr"),
        ("### `", "src/"),
        ("## File: ", ""),
        ("New file: ", "a"),
        ("```py ", "src"),
        ("```ts:", ""),
        ('<file path="', "app"),
        ("<path>", ""),
    ],
)
def test_whole_files_take_paths(typed: str, path: str) -> None:
    assert texts(f"{WHOLE}{typed}{path}▮") == KNOWN
    assert replaced(f"{WHOLE}{typed}{path}▮") == path


@pytest.mark.parametrize("typed", ["See ", "### Two words ", "```", ""])
def test_prose_beside_whole_files_takes_nothing(typed: str) -> None:
    assert texts(f"{WHOLE}{typed}▮") == []


def test_the_text_of_a_whole_file_takes_nothing() -> None:
    assert texts("### app.py\n```md\n# ▮\n```\n") == []


def test_no_format_no_choices() -> None:
    assert at("Dear reader,▮") is None

"""ap texts that are read at a stroke say what they do when YAML reads them."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from core.formats.ap_reading import SOUND
from patchsight.core import formats
from patchsight.core.formats.ap import parse
from patchsight.core.formats.ap.plain import read_plain
from patchsight.core.formats.ap.recovery import read_tree
from patchsight.core.formats.ap.source import Source
from patchsight.core.formats.registry import AP
from patchsight.core.model.budget import Budget
from patchsight.core.model.patch import FileChange, Options
from patchsight.core.text.buffer import Buffer

_ROOT = Path(__file__).parents[3]
_FOLDERS = ("samples/patches", "tests/scenarios", "edit-tests/ap")
_TEXTS = [
    path.read_text(encoding="utf-8") for name in _FOLDERS for path in (_ROOT / name).rglob("*.ap")
]
_OTHER_STYLE = """\
version: '2.0'
changes:
- modifications:
  - snippet: |-

      a = 1

        b = 2
    action: REPLACE
    content: |
     c
     # d

  # a comment
  - action: DELETE
    snippet: x.y
    include_trailing_blank_lines: 1
  file_path: src/a.py
- file_path: "b c.py"
  modifications:
  - {action: DELETE, snippet: z}
"""
_ALL_KEYS = """\
# what is done, and why
version: "2.0"
changes:
  - file_path: new.py
    newline: "LF"
    modifications:
      - action: CREATE_FILE
        content: |-
          x = 1

          y = 2
      - action: REPLACE
        snippet: x = 1
        content: ""
  - file_path: 'src/old.py'
    modifications:
      - action: INSERT_BEFORE
        anchor: |
          def f():

        snippet: "f()"
        content: |

            a
           # b
        include_leading_blank_lines: 2
      - action: REPLACE
        start_snippet: |
          {"patch": "x"}
        end_snippet: |
            <invoke name="b">
        content: |
            ```python
            # file: src/a.py
            ```
      # a comment
      - include_trailing_blank_lines: 10
        snippet: |
          é
        action: "DELETE"
"""
#: What may turn up in a row, or be one.
_WORDS = (
    "|", "|-", "|+", "|2", ">", "#", " #", "# x", ":", ": ", "- ", "-", "--- ", "---", "...", "&a", "*a", "!t", "!!str x", "%YAML 1.2",
    "{", "}", "[", "]", ",", "?", "? ", "'", '"', "\\", "\t", " ", "  ", "    ", "\r", "\0", "\x1b", "\x85", "\u2028", "\xa0", "\ufeff",
    "\U0001f600", "é", "~", "null", "true", "1", "1.0", "0x1", ".5", ".", "/", "x", "yes", "`", "@", "=", "<<", "action", "action:",
    "snippet: |", "content: |-", "content: x", "content:", "anchor: a b", "version: 2.0", "changes:", "modifications:", "file_path: f",
    "newline: LF", "include_leading_blank_lines: 2", "unknown: |", "unknown: x", "key",
)  # fmt: skip


def _odd(dice: random.Random, text: str) -> str:
    """A text with a few rows moved, doubled, indented otherwise or with something in them."""
    rows = text.split("\n")
    for _ in range(dice.choice((0, 1, 1, 1, 2, 3))):
        at = dice.randrange(len(rows))
        row, word = rows[at], dice.choice(_WORDS)
        column = dice.choice((0, len(row), len(row) - len(row.lstrip()), dice.randint(0, len(row))))
        rows[at : at + 1] = dice.choice(
            (
                [],
                [row, row],
                [row, dice.choice(rows)],
                ["", row],
                [" " * dice.randint(0, 12), row],
                [" " * dice.randint(0, 12) + row.lstrip()],
                [" " * dice.randint(1, 3) + row],
                [row.removeprefix(" " * dice.randint(1, 3))],
                [row[:column] + word + row[column:]],
                [row[:column] + word],
                [" " * dice.randint(0, 12) + word, row],
            )
        )
        rows = rows or [""]
    text = "\n".join(rows)
    return text.replace("\n", dice.choice(("\r\n", "\r"))) if dice.random() < 0.03 else text


def _read(text: str, budget: Budget | None = None) -> list[FileChange] | None:
    """What is read of a text at a stroke."""
    buffer = Buffer(text, joins=True)
    return read_plain(buffer, 0, len(buffer.lines), budget or Budget(1e9))


def _steps_by_yaml(text: str) -> float:
    """What is left of a budget where YAML reads a text."""
    buffer, budget = Buffer(text, joins=True), Budget(1e9)
    source = Source(buffer, 0, len(buffer.lines), [], budget)
    read_tree(source)
    assert not source.problems, text
    return budget.left


def _check_both(text: str, count: Counter[bool]) -> None:
    """Read a text in both ways, and compare what comes of it, and what it costs."""
    budget = Budget(1e9)
    if _read(text, budget) is not None:
        assert budget.left == _steps_by_yaml(text), text
    read, read_all = list[bool](), AP.read_plain

    def watched(*arguments: Any) -> list[FileChange] | None:
        files = read_plain(*arguments)
        read.append(files is not None)
        return files

    def watched_all(*arguments: Any) -> list[FileChange]:
        files = read_all(*arguments)
        read.append(bool(files))
        return files

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parse, "read_plain", watched)
        patch.setattr(AP, "read_plain", watched_all)
        fast = formats.parse(text, "x.ap")
        patch.setattr(parse, "read_plain", lambda *_: None)
        patch.setattr(AP, "read_plain", lambda *_: [])
        slow = formats.parse(text, "x.ap")
    count[any(read)] += 1
    assert (fast.files, fast.problems, fast.steps) == (slow.files, slow.problems, slow.steps), text


def test_texts_of_this_project_are_plain_or_mean_the_same() -> None:
    count = Counter[bool]()
    for text in _TEXTS:
        _check_both(text, count)
    assert count[True] > count[False], "most texts are not read at a stroke"


def test_what_is_read_at_a_stroke_is_what_yaml_reads() -> None:
    dice, count = random.Random("plain ap"), Counter[bool]()
    short = [text for text in _TEXTS if len(text) < 3000]
    for _ in range(3000):
        text = dice.choice(
            (
                *(SOUND, _ALL_KEYS, _ALL_KEYS, _ALL_KEYS, _OTHER_STYLE),
                *(_OTHER_STYLE[: _OTHER_STYLE.index("- file_path")], *short),
            )
        )
        if dice.random() < 0.05:
            text = f"Do this:\n\n- so:\n\n  ```yaml\n  {text.replace(chr(10), chr(10) + '  ')}\n  ```\n"
        _check_both(_odd(dice, text), count)
    assert count[True] > 500, "as good as nothing is compared"
    assert count[False] > 500, "nothing that is odd is tried"


_TWO_BLOCKS = """\
version: "2.0"
changes:
  - file_path: a.py
    modifications:
      - action: REPLACE
        snippet: |
          if a:

            b = 2

        content: |
          c

          # d

      - action: INSERT_AFTER
        snippet: |
          x
        content: |
          y
        include_trailing_blank_lines: 1
"""


def test_a_modification_is_read_alike_however_much_is_looked_at_in_one_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for longest in range(len(_TWO_BLOCKS)):
        monkeypatch.setattr("patchsight.core.formats.ap.plain._LONGEST", longest)
        _check_both(_TWO_BLOCKS, Counter())


def test_what_takes_too_long_to_read_does_so_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    read_all, text, refused = AP.read_plain, _OTHER_STYLE.split("- file_path")[0], list[bool]()
    text = text.replace("  # a comment\n", "")
    for steps in range(200, 1200, 20):
        options = Options(max_steps=steps)
        monkeypatch.setattr(AP, "read_plain", read_all)
        fast = formats.parse(text, "x.ap", options)
        monkeypatch.setattr(AP, "read_plain", lambda *_: [])
        slow = formats.parse(text, "x.ap", options)
        assert (fast.files, fast.problems, fast.steps) == (slow.files, slow.problems, slow.steps)
        refused.append(not fast.files)
    assert set(refused) == {True, False}


@pytest.mark.parametrize(
    "row",
    [
        "snippet: | # why",
        "snippet: |2",
        "snippet: |+",
        "snippet: >",
        "snippet: a b",
        "snippet: a:",
        "snippet: &a x",
        "snippet: *a",
        "snippet: !!str x",
        'snippet: "a\\n"',
        "snippet: 'it''s'",
        "snippet: x ",
        "snippet:  x",
        "snippet :",
        '"snippet": |',
        "? snippet",
        "other: x",
    ],
)
def test_what_is_not_plain_is_left_to_yaml(row: str) -> None:
    assert _read(SOUND) is not None
    assert _read(SOUND.replace("snippet: |", row, 1)) is None


#: Rows that would be something by themselves.
_QUOTED = (
    "```python", "```", "```ts src/a.ts", "### src/a.ts", "# file: src/b.py", '<file path="src/a.ts">', "</file>", "*** Begin Patch",
    "*** End Patch", "--- a/x.py", "+++ b/x.py", "@@ -1 +1 @@", "-a", "+b", "cat <<EOF", '{"patch": "x"}', '<invoke name="b">', "src/a.ts",
    "Subject: x", "<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE", "Deleted file: a.py", "x = 1", "",
)  # fmt: skip

_HEAD = 'version: "2.0"\nchanges:\n  - file_path: f.py\n    modifications:\n'


def test_what_stands_below_a_head_is_part_of_the_patch(monkeypatch: pytest.MonkeyPatch) -> None:
    dice, frame, read = random.Random("head"), AP.frame, 0
    assert frame is not None
    read_all = AP.read_plain
    for _ in range(300):
        rows = [dice.choice(_QUOTED) for _ in range(dice.randint(1, 8))]
        content = "".join(f"            {row}\n" if row else "\n" for row in ["x", *rows])
        text = f"{_HEAD}      - action: REPLACE\n        snippet: y\n        content: |\n{content}"
        text = _odd(dice, text) if dice.random() < 0.3 else text
        monkeypatch.setattr(AP, "frame", frame)
        monkeypatch.setattr(AP, "read_plain", read_all)
        fast = formats.parse(text, "x.ap")
        monkeypatch.setattr(AP, "frame", frame._replace(heads=()))
        monkeypatch.setattr(AP, "read_plain", lambda *_: [])
        slow = formats.parse(text, "x.ap")
        assert (fast.files, fast.problems, fast.steps) == (slow.files, slow.problems, slow.steps)
        read += text.startswith(frame.heads)
    assert read > 200, "as good as nothing is compared"

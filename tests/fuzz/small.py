"""Small texts by the million: `python tests/fuzz/small.py --executions 1000000`.

Each takes a few milliseconds: fragments of all formats in any order, and patches of a few lines for
files of a few lines, in every format, some of them damaged, wrapped in JSON, or for files that others
have worked on. Each is read, placed, carried out and judged by a second run; one kind also by every
other way to place every part. Each is made from its number alone, so `--only NUMBER` makes it again.
"""
# ruff: noqa: T201

from __future__ import annotations

import argparse
import json
import random
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from unittest import mock

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fuzz.judge import watched
from fuzz.material import ODD, OWN
from fuzz.readings import CHECKS
from patchsight.core import formats
from patchsight.core.model.patch import Options
from patchsight.core.model.report import Report
from patchsight.core.placing.plain import PlainSections
from support.check import apply, place
from support.five import FORMATS, write

_STEPS = Options(max_steps=200_000)
_WORDS = ("a = 1", "b = 2", "    c()", "}")
_FRAGMENTS = (
    *OWN, *ODD, *_WORDS, "f.py", "--- a/f.py", "+++ b/f.py", "--- /dev/null", "@@ -1,2 +1,2 @@", "@@ -2 +2 @@ a = 1",
    "*** Update File: f.py", "*** Add File: g.py", "*** Delete File: f.py", "*** Move to: h.py", "<<<<<<< SEARCH", "=======",
    ">>>>>>> REPLACE", "```", "```python", "~~~", ">>> file: f.py", "--- from", "--- to", "<", ">>> replace: f.py",
    'version: "2.0"', "changes:", "  - file_path: f.py", "    modifications:", "      - action: REPLACE", "        snippet: |",
    "        content: |", "          a = 1", '{"input": "', '{"name": "Edit", "input": {', '"file_path": "f.py",', '"old_string": "a = 1",',
    '"new_string": "x"', "}}", '"edits": [', "]", '"command": ["apply_patch", "', '\\n', '\\"', "\\u", "<invoke name=\"Edit\">",
    '<parameter name="file_path">f.py</parameter>', "</invoke>", "From 123 Mon Sep 17 00:00:00 2001", "Subject: [PATCH] x", "---", "-- ",
    "apply_patch <<'EOF'", "EOF", "rename from f.py", "rename to g.py", "new file mode 100644", "GIT binary patch", "**f.py**", "",
)  # fmt: skip
_NAMES = ("", "x.diff", "x.v4a", "x.zenpatch", "x.ap", "x.applydiff", "x.md", "x.json")


def fragments(dice: random.Random) -> Report:
    """Rows of all formats in any order."""
    signs = ("", "", "", " ", "+", "-", "  ")
    rows = (dice.choice(signs) + dice.choice(_FRAGMENTS) for _ in range(dice.randint(1, 12)))
    text = dice.choice(("\n", "\n", "\n", "\r\n", "")).join(rows)
    return _look(text, {"f.py": _file(dice)}, dice.choice(_NAMES))


def patches(dice: random.Random) -> Report:
    """A patch of a few lines for a file of a few lines."""
    return _look(*_patch(dice))


def damaged(dice: random.Random) -> Report:
    """The same with something lost, doubled or put in."""
    text, files, name = _patch(dice)
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(text) + 1)
        end = min(len(text), at + dice.choice((0, 1, 1, 5)))
        text = (
            text[:at]
            + dice.choice(("", text[at:end] * 2, "\n", dice.choice(_FRAGMENTS)))
            + text[end:]
        )
    return _look(text, files, name)


def wrapped(dice: random.Random) -> Report:
    """The same as what a tool is called with."""
    text, files, _ = _patch(dice)
    call: object = {dice.choice(("input", "patch", "diff", "arguments", "text")): text}
    for _ in range(dice.randrange(3)):
        call = {
            dice.choice(("arguments", "input", "content")): dice.choice(
                (call, json.dumps(call), [call])
            )
        }
    written = json.dumps(call, indent=dice.choice((None, 1)))
    if dice.random() < 0.3:
        at = dice.randrange(len(written))
        written = written[:at] + dice.choice(("", '"', "\\", "{", "\n", "x")) + written[at + 1 :]
    return _look(dice.choice(("", "Here it is:\n\n")) + written, files, "x.json")


def recognised(dice: random.Random) -> Report:
    """Which format a text is in: nothing raises, and what can be read is read in that one."""
    rows = [dice.choice(_FRAGMENTS) for _ in range(dice.randint(1, 8))]
    text, name = "\n".join(rows), dice.choice(_NAMES)
    report, seen = _look(text, {"f.py": _file(dice)}, name), formats.recognise(text, name)
    patch = report.patch
    assert not patch.files or patch.format is seen, (patch.format, seen, text)
    formats.begins_with_patch(text)
    return report


def weighed(dice: random.Random) -> Report:
    """A patch or a drifted one, told from the lines alone and with everything weighed: both are the
    same.
    """
    text, files, name = dice.choice((_patch, _drift))(dice)
    report = place(text, files, name=name, options=_STEPS)
    with mock.patch.object(PlainSections, "place", lambda *_: None):
        other = place(text, files, name=name, options=_STEPS)
    assert report.parts == other.parts and report.plan == other.plan, "plain is not what it is"
    assert report.problems == other.problems, "plain is told otherwise"
    return report


def drifted(dice: random.Random) -> Report:
    """A sound patch for a file that others have worked on."""
    return _look(*_drift(dice))


def _drift(dice: random.Random) -> tuple[str, dict[str, str], str]:
    text, files, name = _patch(dice)
    lines = files["f.py"].split("\n")
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(lines) + 1)
        lines[at : at + dice.randrange(2)] = dice.choice(
            ([], [dice.choice(_WORDS)], ["  a = 1"], ["a  = 1 "], lines[at : at + 2] * 2)
        )
    return text, {"f.py": "\n".join(lines)}, name


def compared(dice: random.Random) -> str:
    """Readings held against every way to place every part."""
    return dice.choice(list(CHECKS.values()))(dice)


def _file(dice: random.Random) -> str:
    lines = [dice.choice(_WORDS) for _ in range(dice.randint(0, 7))]
    return dice.choice(("\n", "\n", "\r\n")).join(lines) + dice.choice(("\n", "\n", ""))


def _patch(dice: random.Random) -> tuple[str, dict[str, str], str]:
    text = _file(dice)
    lines = text.replace("\r", "").split("\n")[:-1] or ["a = 1"]
    other = dice.random()
    if other < 0.15:
        return _edit(dice, lines), {"f.py": text}, "x.json"
    if other < 0.25:
        return _whole(dice, lines), {"f.py": text}, "x.md"
    changes = [("f.py", _rows(dice, lines)) for _ in range(dice.choice((1, 1, 2)))]
    if dice.random() < 0.2:
        changes.append(("g.py", "+new\n+file\n"))
    patch = write(dice.choice(FORMATS), *changes)
    return patch.text, {"f.py": text}, patch.name


def _rows(dice: random.Random, lines: list[str]) -> str:
    """Some lines of the file, of which some change."""
    first = dice.randrange(len(lines))
    rows = []
    for line in lines[first : first + dice.randint(1, 5)]:
        kind = dice.random()
        rows += [f" {line}"] if kind < 0.5 else [f"-{line}"] if kind < 0.8 else [f"-{line}", "+x"]
        rows += ["+" + dice.choice((*_WORDS, "new"))] if dice.random() < 0.2 else []
    return "".join(row + "\n" for row in rows)


def _edit(dice: random.Random, lines: list[str]) -> str:
    """Calls of one edit or several, as JSON or as tags."""
    edits = list[dict[str, object]]()
    more: list[dict[str, object]] = [
        {},
        {},
        {},
        {"replace_all": True},
        {"expected_replacements": 2},
    ]
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        first = dice.randrange(len(lines))
        old = "\n".join(lines[first : first + dice.randint(1, 3)])
        old = old[dice.choice((0, 0, 0, 2)) :]
        new = dice.choice((old + "\nx", "x", "", old.replace("=", "==")))
        edits.append({"old_string": old, "new_string": new})
        edits[-1] |= dice.choice(more)
    kind = dice.random()
    if kind < 0.2:
        tags = "".join(
            f'<parameter name="{key}">{value}</parameter>\n' for key, value in edits[0].items()
        )
        path = '<parameter name="file_path">f.py</parameter>\n'
        return f'<invoke name="Edit">\n{path}{tags}</invoke>\n'
    if kind < 0.3:
        command = {"command": "insert", "path": "f.py", "insert_line": len(lines) // 2}
        return json.dumps(command | {"insert_text": dice.choice(_WORDS)})
    if kind < 0.6:
        return json.dumps({"name": "MultiEdit", "input": {"file_path": "f.py", "edits": edits}})
    calls = [{"name": "Edit", "input": {"file_path": "f.py"} | edit} for edit in edits]
    return "\n".join(map(json.dumps, calls))


def _whole(dice: random.Random, lines: list[str]) -> str:
    """An answer with a file whole, and perhaps another one."""
    content = [dice.choice((line, line, line, "new")) for line in lines]
    head = dice.choice(("```python f.py\n", "`f.py`:\n\n```python\n", "### f.py\n\n```\n"))
    block = head + "".join(line + "\n" for line in content) + "```\n"
    other = "\ng.py\n```\nnew\n```\n"
    return "Here it is.\n\n" + block + dice.choice(("", "", other))


def _look(text: str, files: dict[str, str], name: str) -> Report:
    """Read and place a text; what is left of the files is left alone by a second run."""
    report = place(text, files, name=name, options=_STEPS)
    if report.ok and report.plan:
        after = {path: str(left) for path, left in apply(report, files).items()}
        again = place(text, after, name=name, options=_STEPS)
        assert not again.ok or apply(again, after) == after, "a second run changes something"
    else:
        assert apply(report, files) == files or report.ok, (
            "something is changed though it is refused"
        )
    return report


KINDS: tuple[Callable[[random.Random], object], ...] = (
    fragments, patches, damaged, wrapped, recognised, drifted, compared, weighed,
)  # fmt: skip


def execute(number: int) -> str:
    """Make and look at the text of a number; the name of its kind."""
    dice = random.Random(number)
    kind = KINDS[number % len(KINDS)]
    with watched():
        kind(dice)
    return kind.__name__


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--executions", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", type=int)
    options = parser.parse_args()
    if options.only is not None:
        execute(options.only)
        return 0
    done: Counter[str] = Counter()
    found = 0
    for number in range(options.first, options.first + options.executions):
        try:
            done[execute(number)] += 1
        except Exception:
            found += 1
            print(f"--- number {number}")
            traceback.print_exc(file=sys.stdout)
        if number % 10_000 == 9_999:
            print(f"{number + 1:,} {found} found", flush=True)
    print(f"{done.total() + found:,} executions, {found} found: {dict(done)}")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())

"""Sections that leave nothing to weigh: what is told from the lines of a file alone is what weighing comes to."""

from __future__ import annotations

import difflib
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from patchsight.core import formats
from patchsight.core.model.budget import Means, OvertakenError
from patchsight.core.model.report import Report, State
from patchsight.core.model.target import Target
from patchsight.core.placing.ap import plain as plain_ap
from patchsight.core.placing.plain import PlainSections
from patchsight.core.placing.resolver import paths_of, resolve
from support.five import write

_WORDS = (
    "load(x)",
    "save(x)",
    "    check(x)",
    "close(x)",
    "}",
    "",
    "pass",
    "  load(x)",
    "sum(x, y)",
)
_PLAIN = PlainSections.place


def _answer(text: str, name: str, files: dict[str, str]) -> Report:
    patch = formats.parse(text, name)
    targets = {path: Target(path, files.get(path)) for path in paths_of(patch)}
    return resolve(patch, targets)


def _both(text: str, name: str, files: dict[str, str]) -> int:
    """Place a patch in both ways, and compare; how many of its sections are plain."""
    count = Counter[bool]()

    def watched(self: PlainSections, change: object) -> object:
        placed = _PLAIN(self, change)  # type: ignore[arg-type]
        count[placed is not None] += 1
        return placed

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PlainSections, "place", watched)
        plain = _answer(text, name, files)
        patch.setattr(PlainSections, "place", lambda *_: None)
        weighed = _answer(text, name, files)
    shown = f"{text}\n{files}"
    assert plain.parts == weighed.parts, shown
    assert plain.problems == weighed.problems, shown
    assert plain.plan == weighed.plan, shown
    return count[True]


def _edited(dice: random.Random, lines: list[str]) -> list[str]:
    """Some lines with a few changes; most of what is new stands nowhere else."""
    after = list(lines)
    for number in range(dice.randint(1, 4)):
        at = dice.randrange(len(after) + 1)
        new = [dice.choice((f"new({number})", f"new({number})", *_WORDS[:3]))] * dice.randint(0, 1)
        after[at : at + dice.randint(0, 2)] = new
    return after


def _hunks(before: list[str], after: list[str], around: int) -> Iterator[tuple[int, list[str]]]:
    """Where each hunk starts in the old text, and its lines with their signs."""
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for group in matcher.get_grouped_opcodes(around):
        rows = list[str]()
        for tag, i, j, k, m in group:
            if tag == "equal":
                rows += [f" {line}" for line in before[i:j]]
            else:
                rows += [f"-{line}" for line in before[i:j]] + [f"+{line}" for line in after[k:m]]
        yield group[0][1], rows


def _write(format_name: str, path: str, hunks: list[tuple[int, list[str]]]) -> str:
    if format_name == "unified":
        rows, drift = [f"diff --git a/{path} b/{path}", f"--- a/{path}", f"+++ b/{path}"], 0
        for start, lines in hunks:
            old = sum(line[0] != "+" for line in lines)
            new = sum(line[0] != "-" for line in lines)
            rows += [f"@@ -{start + bool(old)},{old} +{start + drift + bool(new)},{new} @@", *lines]
            drift += new - old
        return "\n".join([*rows, ""])
    if format_name == "applydiff":
        changes = [(path, "\n".join(lines)) for _, lines in hunks]
        return write(format_name, *changes).text
    rows = [f"*** Update File: {path}", *(row for _, lines in hunks for row in ("@@", *lines))]
    return "\n".join([*rows, ""])


def _patch(dice: random.Random, format_name: str) -> tuple[str, dict[str, str]]:
    """A patch for one or two files as `diff` makes it, and the files, on some of which others have
    worked since.
    """
    text, files = "", dict[str, str]()
    for number in range(dice.choice((1, 1, 2))):
        before = [dice.choice(_WORDS) for _ in range(dice.randint(3, 25))]
        if dice.random() < 0.7:  # most lines of most files stand there once
            before = [
                f"{line}  # {at}" if dice.random() < 0.8 else line for at, line in enumerate(before)
            ]
        after = _edited(dice, before)
        if after == before:
            continue
        path = f"f{number}.py"
        hunks = list(_hunks(before, after, dice.choice((0, 1, 2, 3, 3, 3))))
        if format_name == "applydiff" and dice.random() < 0.3:
            dice.shuffle(hunks)
        text += _write(format_name, path, hunks)
        there = dice.choice((before, before, before, before, after, _edited(dice, before)))
        files[path] = "\n".join(there) + dice.choice(("\n", "\n", ""))
    if format_name in ("v4a", "zenpatch"):
        text = f"*** Begin Patch\n{text}*** End Patch\n"
    return text, files


@pytest.mark.parametrize("format_name", ["unified", "v4a", "zenpatch", "applydiff"])
def test_plain_sections_come_to_what_weighing_them_does(format_name: str) -> None:
    dice = random.Random(f"plain {format_name}")
    plain = sum(
        _both(*(made := _patch(dice, format_name))[:1], f"x.{format_name}", made[1])
        for _ in range(400)
    )
    assert plain > 80, "as good as nothing is compared"


# ---- modifications that look for code
def _block(key: str, lines: list[str]) -> list[str]:
    return [f"        {key}: |", *(f"          {line}" if line else "" for line in lines)]


def _slice(dice: random.Random, lines: list[str], first: int = 0) -> tuple[int, list[str]]:
    """A few lines of a file, and the row behind them; as often as not without their indentation."""
    start = dice.randrange(first, len(lines)) if first < len(lines) else len(lines) - 1
    some = lines[start : start + dice.choice((1, 1, 2, 3, 4))]
    if dice.random() < 0.5 and all(line.startswith("    ") for line in some if line.strip()):
        some = [line[4:] for line in some]
    if some and (not some[0].strip() or some[0].startswith(" ")):
        some = [
            line.lstrip() for line in some if line.strip()
        ]  # a block's first line says how deep
    return start + len(some), some or ["load(x)"]


def _modification(dice: random.Random, lines: list[str], number: int) -> list[str]:
    action = dice.choice(
        ("REPLACE", "REPLACE", "REPLACE", "DELETE", "INSERT_AFTER", "INSERT_BEFORE")
    )
    rows, at = [f"      - action: {action}"], 0
    if dice.random() < 0.3:
        at, anchor = _slice(dice, lines[: len(lines) // 2 + 1])
        rows += _block("anchor", anchor)
    at, old = _slice(dice, lines, at if dice.random() < 0.8 else 0)
    if action in ("REPLACE", "DELETE") and dice.random() < 0.2:
        rows += _block("start_snippet", old) + _block("end_snippet", _slice(dice, lines, at)[1])
    else:
        rows += _block("snippet", old)
    if action != "DELETE":
        new = [
            f"new({number})",
            f"new({number})",
            f"other({number})",
            "    deep(x)",
            "{",
            "",
            *_WORDS,
        ]
        content = [dice.choice((*new, *new[:1] * 12)) for _ in range(dice.choice((0, 1, 1, 2)))]
        if dice.random() < 0.5:
            content = [*old[:1], *content, *old[1:]] if action == "REPLACE" else [*content, new[0]]
        first = next((line for line in content if line), "x")
        rows += _block(
            "content", [first.lstrip(), *content] if first[0] == " " else content or ["x"]
        )
    for key in ("include_leading_blank_lines", "include_trailing_blank_lines"):
        if dice.random() < 0.1:
            rows.append(f"        {key}: {dice.randint(1, 2)}")
    return rows


def _modifications(dice: random.Random) -> tuple[str, dict[str, str]]:
    """A patch that looks for code, and the file, on which others may have worked since."""
    lines = [dice.choice((*_WORDS, "    load(x)", "{")) for _ in range(dice.randint(3, 40))]
    if dice.random() < 0.9:  # most lines of most files stand there once
        lines = [
            f"{line}  # {at}" if line and dice.random() < 0.9 else line
            for at, line in enumerate(lines)
        ]
    rows = ['version: "2.0"', "changes:", "  - file_path: f.py", "    modifications:"]
    parts = dice.choice((1, 1, 2, 3, 4))
    for number in dice.sample(range(parts), parts):
        first, last = (at * len(lines) // parts for at in (number, number + 1))
        some = lines[first:last] if dice.random() < 0.9 and last > first else lines
        rows += _modification(dice, some, number if dice.random() < 0.9 else 0)
    text = "\n".join([*rows, ""])
    there = dice.choice((lines, lines, lines, lines, _edited(dice, lines)))
    files = {"f.py": "\n".join(there) + dice.choice(("\n", "\n", "\n", "", " \n", "\n\n"))}
    if dice.random() < 0.2:
        report = _answer(text, "x.ap", files)
        files = {path: after or "" for path, after in report.files.items()} or files
    return text, files


@pytest.mark.parametrize("few", [0, 100])
def test_plain_modifications_come_to_what_weighing_them_does(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain_ap, "_FEW", few)  # modifications that are looked for one by one
    dice = random.Random("plain ap")
    plain = sum(_both(*(made := _modifications(dice))[:1], "x.ap", made[1]) for _ in range(2500))
    assert plain > 400, "as good as nothing is compared"


def test_what_follows_a_section_that_was_given_up_is_not_placed_either() -> None:
    patch = formats.parse("--- a/f.py\n+++ b/f.py\n@@ -1,2 +1,2 @@\n a = 1\n-b = 2\n+c = 3\n")
    targets = {
        path: Target(path, "a = 1\nb = 2\n" if path == "f.py" else None) for path in paths_of(patch)
    }
    assert resolve(patch, targets, means=Means()).parts[0].state is State.FITS
    given_up, withdrawn = Means(), Means()
    given_up.exhausted = True
    assert resolve(patch, targets, means=given_up).parts[0].state is State.INVALID
    withdrawn.withdraw()
    with pytest.raises(OvertakenError):
        resolve(patch, targets, means=withdrawn)

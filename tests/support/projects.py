"""Small projects that look real, and changes to them, each from a seed: for what must hold for any patch."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from patchsight.core.model.report import FileOp, FilePlan
from patchsight.core.rewrite.tree_diff import plan_between
from patchsight.core.text.buffer import BOM, split_lines

_NOUNS = (
    "order",
    "cart",
    "price",
    "user",
    "mail",
    "stock",
    "coupon",
    "invoice",
    "parcel",
    "shelf",
    "refund",
    "label",
)
_VERBS = ("load", "save", "check", "send", "count", "merge", "render", "close")


class Project(NamedTuple):
    """The files of a project before and after a change, and the change as plans. A byte order mark is part of a text."""

    before: dict[str, str]
    after: dict[str, str]
    plans: list[FilePlan]


def make_project(seed: int) -> Project:
    """A project with edits in several files and one file made; with an odd seed, perhaps one removed or renamed."""
    dice = random.Random(seed)
    before = {path: _dress(dice, write(dice)) for path, write in _FILES.items()}
    plans = [_edit(dice, path, before[path]) for path in dice.sample(sorted(before), 3)]
    plans.append(_create(dice, "docs/new notes.md"))
    rest = sorted(set(before) - {plan.path for plan in plans})
    if seed % 2 and dice.random() < 0.6:
        plans.append(_delete(rest[0], before[rest[0]]))
    if seed % 2 and dice.random() < 0.6:
        plans.append(_rename(dice, rest[1], before[rest[1]]))
    return Project(before, _carry_out(before, plans), plans)


def _carry_out(before: dict[str, str], plans: list[FilePlan]) -> dict[str, str]:
    after = {
        path: text for path, text in before.items() if path not in {plan.path for plan in plans}
    }
    return after | {
        plan.new_path or plan.path: BOM * plan.bom + plan.after
        for plan in plans
        if plan.after is not None
    }


# ---- texts
def _python(dice: random.Random) -> list[str]:
    lines = ["import os", "import sys", "", ""]
    for noun in dice.sample(_NOUNS, 5):
        lines += [f"class {noun.title()}:", f'    """A {noun} of the shop."""', ""]
        for verb in dice.sample(_VERBS, 3):
            lines += [
                f"    def {verb}(self, name):",
                "        if name is None:",
                "            return None",
                f"        value = self.{noun}s[name] * {dice.randint(1, 9)}",
                "        return value",
                "",
            ]
        lines.append("")
    return lines[:-2]


def _go(dice: random.Random) -> list[str]:
    lines = ["package shop", "", 'import "errors"', ""]
    for noun in dice.sample(_NOUNS, 5):
        lines += [
            f"func {dice.choice(_VERBS)}{noun.title()}(id int) error {{",
            "\tif id == 0 {",
            '\t\treturn errors.New("none")',
            "\t}",
            f"\t{noun} := find(id, {dice.randint(1, 99)})",
            f"\treturn {noun}.err",
            "}",
            "",
        ]
    return lines[:-1]


def _markdown(dice: random.Random) -> list[str]:
    lines = ["# The shop", ""]
    for noun in dice.sample(_NOUNS, 6):
        lines += [
            f"## {noun.title()}",
            "",
            f"How to {dice.choice(_VERBS)} a {noun}, and why – “mostly”:",
            "",
            f"- first the {dice.choice(_NOUNS)}",
            "- then the rest",
            "",
            "```",
            f"make {noun}",
            "```",
            "",
        ]
    return lines[:-1]


def _settings(dice: random.Random) -> list[str]:
    lines = ["version: 2", "services:"]
    for noun in dice.sample(_NOUNS, 6):
        lines += [
            f"  {noun}:",
            f"    image: shop/{noun}:{dice.randint(1, 9)}.{dice.randint(0, 9)}",
            "    restart: always",
            "    ports:",
            f'      - "{dice.randint(1000, 9999)}:80"',
        ]
    return lines


_FILES: dict[str, Callable[[random.Random], list[str]]] = {
    "shop/cart.py": _python,
    "shop/mail.py": _python,
    "worker/main.go": _go,
    "worker/store.go": _go,
    "README.md": _markdown,
    "docs/guide.md": _markdown,
    "deploy.yaml": _settings,
}


def _dress(dice: random.Random, lines: list[str]) -> str:
    """Lines as a file has them: some with CRLF, some without a final newline, with a byte order mark, with trailing space."""
    if dice.random() < 0.1:
        row = dice.randrange(len(lines))
        lines[row] += "  "
    end = "\r\n" if dice.random() < 0.3 else "\n"
    text = end.join(lines) + end * (dice.random() < 0.8)
    return BOM * (dice.random() < 0.2) + text


# ---- changes
def _edit(dice: random.Random, path: str, text: str) -> FilePlan:
    mark = BOM * text.startswith(BOM)
    plan = plan_between(path, text, mark + _changed(dice, text.removeprefix(BOM)))
    assert plan is not None and plan.op is FileOp.EDIT
    return plan


def _changed(dice: random.Random, text: str) -> str:
    """A text with some lines replaced, some put in and some left out; once in a while its last newline comes or goes."""
    end, lines = "\r\n" if "\r\n" in text else "\n", split_lines(text)
    for row in sorted(dice.sample(range(1, len(lines)), dice.randint(1, 4)), reverse=True):
        indent = lines[row][: len(lines[row]) - len(lines[row].lstrip())]
        new = [
            f"{indent}{dice.choice(_VERBS)}_{dice.choice(_NOUNS)}_{dice.randint(100, 999)}()"
            for _ in range(dice.randint(0, 3))
        ]
        lines[row : row + (dice.randint(0, 2) if new else 1)] = new
    closed = text.endswith("\n") if dice.random() < 0.9 else not text.endswith("\n")
    return end.join(lines) + end * closed


def _create(dice: random.Random, path: str) -> FilePlan:
    return FilePlan(
        FileOp.CREATE, path, None, "\n".join(_markdown(dice)) + "\n" * (dice.random() < 0.8)
    )


def _delete(path: str, text: str) -> FilePlan:
    return FilePlan(FileOp.DELETE, path, text.removeprefix(BOM), None, bom=text.startswith(BOM))


def _rename(dice: random.Random, path: str, text: str) -> FilePlan:
    plan = _edit(dice, path, text)
    plan.op, plan.new_path = FileOp.RENAME, f"moved/{path}"
    return plan

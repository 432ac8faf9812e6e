"""SECURITY.md promises nothing that is not tested."""

from __future__ import annotations

import ast
import re

from support.folders import ROOT

NAMED = re.compile(r"`(tests/[\w/]+\.py::\w+)`")


def table() -> list[list[str]]:
    """The rows of the table of threats."""
    text = (
        (ROOT / "SECURITY.md")
        .read_text(encoding="utf-8")
        .partition("| Threat |")[2]
        .partition("\n\n")[0]
    )
    return [row.strip("|").split("|") for row in text.split("\n")[2:]]


def test_every_threat_has_a_test() -> None:
    rows = table()
    assert len(rows) > 20
    for threat, cure, tests in rows:
        assert threat.strip() and cure.strip() and NAMED.findall(tests), threat


def test_every_named_test_exists() -> None:
    names = sorted({name for *_, tests in table() for name in NAMED.findall(tests)})
    missing = [name for name in names if not is_defined(*name.split("::"))]
    assert not missing


def is_defined(path: str, name: str) -> bool:
    """Whether a file has a test of this name at its top level, where pytest collects it."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return any(isinstance(node, kinds) and node.name == name for node in tree.body)

"""What is installed for development is pinned, hashed and checked for known holes; what runs is declared, at both ends."""

from __future__ import annotations

import ast
import json
import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from project import bill
from project.audit import Answer, npm_findings, npm_unknown, pip_findings, pip_unknown, tell
from support.folders import ROOT

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LOCKS = sorted((ROOT / "server/requirements").glob("*.txt"))
PACKAGE_LOCKS = [
    ROOT / folder / "package-lock.json"
    for folder in ("client-vscode", "tests/vscode", "tests/bench", "tests/site")
]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]
EXTRAS = {
    "dev": ("dev", "mcp", "test", "build", "docs"),
    "run": ("build",),
    "editor": (),
    "agent": ("mcp",),
    "fuzz": ("fuzz",),
    "bench": ("bench", "build"),
    "lowest": ("mcp", "test", "build"),
}


def pinned(lock: Path) -> dict[str, list[Version]]:
    """The versions of each package in a lock; Pythons of different age may get different ones."""
    found: dict[str, list[Version]] = {}
    for line in re.findall(r"^([^\s#].*?) *\\$", lock.read_text(encoding="utf-8"), re.MULTILINE):
        wanted = Requirement(line)
        [pin] = wanted.specifier
        assert pin.operator == "==", line
        found.setdefault(canonicalize_name(wanted.name), []).append(Version(pin.version))
    return found


def declared(*extras: str) -> list[Requirement]:
    lines = PROJECT["dependencies"] + [
        line for extra in extras for line in PROJECT["optional-dependencies"][extra]
    ]
    return [wanted for wanted in map(Requirement, lines) if wanted.name != "patchsight"]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_everything_is_pinned_and_hashed(lock: Path) -> None:
    for stanza in re.findall(
        r"^[^\s#].*(?:\n[ ].*)*", lock.read_text(encoding="utf-8"), re.MULTILINE
    ):
        assert re.match(r"[\w.-]+==\S+( ;.*)? \\\n +--hash=sha256:[0-9a-f]{64}", stanza), stanza
        assert "://" not in stanza, stanza


@pytest.mark.parametrize("name", EXTRAS)
def test_the_locks_keep_what_the_project_declares(name: str) -> None:
    versions = pinned(ROOT / "server/requirements" / f"{name}.txt")
    for wanted in declared(*EXTRAS[name]):
        assert all(
            wanted.specifier.contains(one, prereleases=True)
            for one in versions[canonicalize_name(wanted.name)]
        ), wanted


@pytest.mark.parametrize("name", bill.LOCKS)
def test_users_get_what_was_tested(name: str) -> None:
    """What the extension installs has the versions with which the tests run, and nothing besides."""
    tested = pinned(ROOT / "server/requirements/dev.txt")
    for package, versions in pinned(ROOT / "server/requirements" / name).items():
        assert set(versions) <= set(tested[package]), package


def test_the_bill_of_materials_names_every_library_that_users_get() -> None:
    libraries = bill.make_bill("1.2.3")["components"]
    named = {(library["name"], library["version"]) for library in libraries}
    for lock in bill.LOCKS:
        for package, versions in pinned(ROOT / "server/requirements" / lock).items():
            assert {(package, str(version)) for version in versions} <= named
    assert "vscode-languageclient" in {library["name"] for library in libraries}
    for library in libraries:
        sizes = {"SHA-256": 64, "SHA-512": 128}
        assert library["hashes"], library
        assert all(len(one["content"]) == sizes[one["alg"]] for one in library["hashes"])


def test_the_oldest_libraries_are_the_oldest_that_are_allowed() -> None:
    """So `make lowest` tests that end of every range; the other one is what `make lock` took last."""
    versions = pinned(ROOT / "server/requirements" / "lowest.txt")
    for wanted in declared("mcp"):
        lower = [one.version for one in wanted.specifier if one.operator in (">=", "~=")]
        upper = [one for one in wanted.specifier if one.operator in ("<", "~=")]
        assert upper, f"{wanted} has no upper end"
        [least] = map(Version, lower)
        assert versions[canonicalize_name(wanted.name)] == [least], wanted


@pytest.mark.parametrize("lock", PACKAGE_LOCKS, ids=lambda lock: lock.parent.name)
def test_every_npm_package_is_hashed_and_comes_from_any_registry(lock: Path) -> None:
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    for name, package in packages.items():
        if name and not package.get("inBundle") and not package.get("link"):
            assert package["integrity"].startswith("sha512-"), name
            assert "resolved" not in package, name


def test_what_the_server_imports_is_declared() -> None:
    names = {canonicalize_name(wanted.name) for wanted in declared("mcp")}
    homes = packages_distributions()
    for path in (ROOT / "server").rglob("*.py"):
        for module in imported(ast.parse(path.read_bytes())):
            if module not in sys.stdlib_module_names and module != "patchsight":
                assert {canonicalize_name(home) for home in homes[module]} & names, (
                    f"{path}: {module}"
                )


def imported(tree: ast.AST) -> set[str]:
    """The top names of the modules that a file imports."""
    plain = [
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    ]
    parts = [
        node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and not node.level
    ]
    return {name.partition(".")[0] for name in plain + parts}


# ---- known holes
HOLE = {"id": "PYSEC-1", "aliases": ["CVE-1"], "fix_versions": ["1.1"], "description": "…"}
ADVISORY = {
    "title": "a hole",
    "url": "https://advisories.example/GHSA-1",
    "severity": "high",
    "range": "<2",
}


def test_a_known_hole_fails(capsys: pytest.CaptureFixture[str]) -> None:
    python = list(
        pip_findings(
            {
                "dependencies": [
                    {"name": "a", "version": "1.0", "vulns": [HOLE]},
                    {"name": "b", "version": "1", "vulns": []},
                ]
            }
        )
    )
    node = list(
        npm_findings(
            {"vulnerabilities": {"c": {"via": [ADVISORY]}, "d": {"via": ["c"]}}}, ("high",)
        )
    )
    assert python == ["a 1.0: PYSEC-1, cured by 1.1"]
    assert node == ["c <2: a hole (high), https://advisories.example/GHSA-1"]
    assert tell([Answer(Path("x"), python, []), Answer(Path("y"), [], node)]) == 1
    assert capsys.readouterr().out.splitlines() == [f"error: x: {python[0]}", f"note: y: {node[0]}"]


def test_a_service_that_does_not_answer_is_told_and_does_not_fail(
    capsys: pytest.CaptureFixture[str],
) -> None:
    silent = pip_unknown({"dependencies": [{"name": "a", "skip_reason": "not found"}]})
    assert silent == "1 of 1 packages are not known there"
    assert npm_unknown({"message": "405"}) == "nobody answered: 405"
    assert npm_unknown({"vulnerabilities": {}}) == ""
    assert tell([Answer(Path("x"), [], [], silent)]) == 0
    assert capsys.readouterr().out == f"warning: x was not checked for known holes: {silent}\n"

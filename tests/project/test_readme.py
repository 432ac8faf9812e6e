"""The README says what the program does, and every call that it or a page of docs/ shows is one."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from patchsight.cli.arguments import read_arguments
from patchsight.lsp.settings import SERVER_SETTINGS
from project import docs
from support.folders import ROOT

TEXT = docs.README.read_text(encoding="utf-8")
PAGES = [docs.README, *sorted((ROOT / "docs").rglob("*.md"))]
_FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("part", docs.PARTS)
def test_parts_are_made_by_the_program(part: str) -> None:
    page, render = docs.PARTS[part]
    _, body, _ = docs.split_page(page.read_text(encoding="utf-8"), part)
    assert body == render(), "run `make docs`"


def test_options_are_those_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        read_arguments(["apply", "--help"])
    known = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help"}
    page = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `(--[a-z-]+)", page, re.MULTILINE)) | {"--dry-run"}
    assert named == known


def test_settings_are_those_of_the_server() -> None:
    rows = re.findall(r"^\| (`[^|]*`) \|", (ROOT / "docs/settings.md").read_text(), re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`([\w.]+)`", row)} == set(SERVER_SETTINGS)


def calls(page: Path) -> list[str]:
    """Every call of the program that a page shows, in a fence or in a sentence."""
    text = page.read_text(encoding="utf-8")
    rows = [row for _, body in _FENCE.findall(text) for row in body.split("\n")]
    shown = [row.removeprefix("$ ") for row in rows if re.match(r"(\$ )?patchsight [a-z]", row)]
    shown = [re.split(r"\s{2,}|\s#", row)[0] for row in shown]
    said = re.findall(r"`(?:[^`\n]*[|-] )?(patchsight [a-z][^`|]*)`", _FENCE.sub("", text))
    return [
        call for call in (*shown, *said) if call.count(" ") > 1
    ]  # not the name of a command alone


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_calls_are_understood(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for call in calls(page):
        words = shlex.split(call)[1:]
        if "..." in words:
            words = [*words[: words.index("...")], "openai", "--format", "v4a"]
        try:
            read_arguments(words)
        except SystemExit as ended:
            assert not ended.code, f"{call}: {capsys.readouterr().err}"


def test_there_are_calls_to_understand() -> None:
    assert sum(len(calls(page)) for page in PAGES) > 30


@pytest.mark.parametrize("page", [docs.README, ROOT / "docs/agents.md"], ids=lambda page: page.name)
def test_a_configuration_for_agents_starts_the_program(page: Path) -> None:
    shown = [
        body for kind, body in _FENCE.findall(page.read_text(encoding="utf-8")) if kind == "json"
    ]
    for server in (json.loads(body)["mcpServers"]["patchsight"] for body in shown):
        assert server["command"] == "patchsight"
        assert read_arguments(server["args"]).command == "mcp"
    assert shown


def test_it_begins_with_what_it_is_and_a_picture() -> None:
    """Within the first screen; installing comes next, and what only developers need at the end."""
    titles = re.findall(r"^## (.*)", TEXT, re.MULTILINE)
    assert titles[:2] == ["Install", "An example"]
    assert titles.index("Develop it") > titles.index("Editors")
    assert "](client-vscode/images/" in TEXT[: TEXT.index("## Install")]
    assert len(TEXT) < 14_000, "what is looked up belongs into docs/"


@pytest.mark.parametrize("link", re.findall(r"\]\((?!http)([^)#]+)\)", TEXT))
def test_links_lead_somewhere(link: str) -> None:
    assert (docs.README.parent / link).exists()

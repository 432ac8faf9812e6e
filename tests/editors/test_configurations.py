"""The configurations in samples/editors that no editor here reads: well formed, and about the right files."""

from __future__ import annotations

import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from importlib import import_module
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from editors.desk import ROOT, SAMPLES
from patchsight import __version__
from patchsight.core.formats.registry import FORMATS

EDITORS = SAMPLES / "editors"
COMMAND = ["patchsight", "--stdio"]
EXTENSIONS = {suffix for spec in FORMATS if not spec.editor.builtin for suffix in spec.suffixes}


def read_toml(path: Path) -> Any:
    return import_module("tomllib" if sys.version_info >= (3, 11) else "tomli").loads(
        path.read_text()
    )


def read_json(path: Path) -> Any:
    return json.loads(re.sub(r"^//.*$", "", path.read_text(), flags=re.MULTILINE))


def read_yaml(path: Path) -> Any:
    return YAML(typ="safe").load(path.read_text())


def test_helix() -> None:
    config = read_toml(EDITORS / "helix" / "languages.toml")
    server = config["language-server"]["patchsight"]
    assert [server["command"], *server["args"]] == COMMAND
    assert all(language["language-servers"] == ["patchsight"] for language in config["language"])
    assert {
        name for language in config["language"] for name in language.get("file-types", [])
    } == EXTENSIONS


def test_kate() -> None:
    server = read_json(EDITORS / "kate" / "settings.json")["servers"]["patchsight"]
    mode = ElementTree.parse(EDITORS / "kate" / "patchsight.xml").getroot().attrib
    assert server["command"] == COMMAND
    assert all(re.search(server["highlightingModeRegex"], name) for name in ("Diff", mode["name"]))
    assert set(mode["extensions"].replace("*.", "").split(";")) == EXTENSIONS


def test_sublime() -> None:
    client = read_json(EDITORS / "sublime" / "LSP.sublime-settings")["clients"]["patchsight"]
    syntax = read_yaml(EDITORS / "sublime" / "Patchsight.sublime-syntax")
    assert client["command"] == COMMAND
    assert client["selector"] == f"source.diff | {syntax['scope']}"
    assert set(syntax["file_extensions"]) == EXTENSIONS


def test_vim() -> None:
    config = (EDITORS / "vim" / "patchsight.vim").read_text()
    assert set(re.findall(r"\*\.(\w+) setfiletype", config)) == EXTENSIONS
    types = re.search(r"for l:type in \[(.*?)\]", config)
    languages = {spec.editor.language for spec in FORMATS if spec.editor.language}
    assert types and set(re.findall(r"\w+", types[1])) == languages


def test_zed() -> None:
    extension = read_toml(EDITORS / "zed" / "extension.toml")
    languages = extension["language_servers"]["patchsight"]["languages"]
    settings = read_json(EDITORS / "zed" / "settings.json")
    assert set(settings["file_types"]) == set(languages)
    assert {name for names in settings["file_types"].values() for name in names} == EXTENSIONS
    assert (
        extension["version"]
        == read_toml(EDITORS / "zed" / "Cargo.toml")["package"]["version"]
        == __version__
    )


def test_mason() -> None:
    package = read_yaml(EDITORS / "mason" / "packages" / "patchsight" / "package.yaml")
    assert package["source"]["id"] == f"pkg:pypi/patchsight@{__version__}"
    assert package["bin"] == {"patchsight": "pypi:patchsight"}
    assert (ROOT / "client-nvim" / "lsp" / f"{package['neovim']['lspconfig']}.lua").is_file()

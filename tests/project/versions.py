"""The version stands in `server/patchsight/__init__.py`; `make docs` writes it wherever else it is read."""

from __future__ import annotations

import re
from pathlib import Path

import patchsight

ROOT = Path(__file__).resolve().parents[2]
#: A file, and what stands in front of the version there, each time that it does.
PLACES = {
    "client-vscode/package.json": r'^  "version": "',
    "client-vscode/package-lock.json": r'"name": "patchsight",\n\s+"version": "',
    "client-vscode/README.md": r"patchsight-(?=[\d.]+\.vsix)",
    "README.md": r"patchsight-(?=[\d.]+\.vsix)",
    "docs/editors/vscode.md": r"patchsight-(?=[\d.]+\.vsix)",
    "samples/editors/zed/extension.toml": r'^version = "',
    "samples/editors/zed/Cargo.toml": r'^name = "zed_patchsight"\nversion = "',
    "samples/editors/mason/packages/patchsight/package.yaml": r"pkg:pypi/patchsight@",
    "server.json": r'"version": "|patchsight\[mcp\]==',
    "samples/mcpb/manifest.json": r'^  "version": "',
    "samples/mcpb/pyproject.toml": r'^version = "|patchsight-(?=[\d.]+-py3)',
    "samples/claude-code/.claude-plugin/plugin.json": r'^  "version": "',
}
_VERSION = r"\d+\.\d+\.\d+"


def written(name: str, text: str) -> str:
    """A file as it is with the version of the program."""
    fresh, count = re.subn(
        rf"({PLACES[name]}){_VERSION}",
        lambda found: found[1] + patchsight.__version__,
        text,
        flags=re.MULTILINE,
    )
    assert count, f"{name} does not have its version where it should be"
    return fresh


def write_versions() -> list[str]:
    """Bring every file up to date; those that were not."""
    stale = []
    for name in PLACES:
        text = (ROOT / name).read_text(encoding="utf-8")
        if written(name, text) != text:
            (ROOT / name).write_text(written(name, text), encoding="utf-8", newline="\n")
            stale.append(name)
    return stale

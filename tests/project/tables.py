"""Writes what is kept of the formats elsewhere: the tables of the editors' extensions, the receipt's
schema. `make docs`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from patchsight.core.formats.registry import FORMATS
from patchsight.core.formats.spec import FormatSpec

ROOT = Path(__file__).resolve().parents[2]


def vscode_formats(_: str) -> str:
    """What the VS Code extension holds a text against."""
    return json.dumps([_vscode_format(spec) for spec in _by_certainty()], indent=2) + "\n"


def _vscode_format(spec: FormatSpec) -> dict[str, Any]:
    table: dict[str, Any] = {
        "name": spec.name,
        "language": spec.editor.language,
        "suffixes": [*spec.suffixes, *spec.editor.suffixes],
        "signs": list(spec.editor.signs),
    }
    if spec.editor.signed_lines:
        table["signedLines"] = dict(spec.editor.signed_lines)
    if spec.policy.paths_from_patch:
        table["pathsFromPatch"] = True
    return table


def vscode_manifest(text: str) -> str:
    """The languages that the VS Code extension contributes."""
    manifest = json.loads(text)
    manifest["contributes"]["languages"] = [_language(spec) for spec in _by_name()]
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"


def _language(spec: FormatSpec) -> dict[str, Any]:
    editor = spec.editor
    language = {
        "id": editor.language,
        "aliases": list(editor.aliases),
        "extensions": [f".{suffix}" for suffix in (*spec.suffixes, *editor.suffixes)],
        "firstLine": editor.first_line,
        "configuration": editor.configuration,
    }
    return {key: value for key, value in language.items() if value}


def neovim_formats(_: str) -> str:
    """What the Neovim plugin knows of the formats."""
    rows = [line for spec in _by_certainty() for line in _lua_table(spec)]
    head = "--- The formats, in the order in which a text is held against them."
    return "\n".join([head, "return {", *rows, "}", ""])


def _lua_table(spec: FormatSpec) -> list[str]:
    return [
        "  {",
        f'    name = "{spec.name}",',
        f'    filetype = "{spec.editor.language}",',
        f"    suffixes = {_lua_list(spec.suffixes)},",
        f"    openings = {_lua_list(spec.editor.openings)},",
        f"    builtin = {str(spec.editor.builtin).lower()},",
        "  },",
    ]


def _lua_list(words: Sequence[str]) -> str:
    quoted = ", ".join(f'"{word}"' for word in words)
    return f"{{ {quoted} }}" if words else "{}"


def receipt_schema(text: str) -> str:
    """The names of formats that a receipt may have."""
    names = json.dumps([*(spec.name for spec in FORMATS), None])
    return re.sub(r'("format": \{"enum": )\[[^]]*\]', lambda match: match[1] + names, text)


def _by_certainty() -> list[FormatSpec]:
    """Formats whose first row says all come first; a diff may stand inside of any other."""
    return sorted(FORMATS, key=lambda spec: (spec.editor.builtin, bool(spec.frame)))


def _by_name() -> list[FormatSpec]:
    return sorted(FORMATS, key=lambda spec: spec.editor.builtin)


TABLES: dict[str, Callable[[str], str]] = {
    "client-vscode/src/formats.json": vscode_formats,
    "client-vscode/package.json": vscode_manifest,
    "client-nvim/lua/patchsight/formats.lua": neovim_formats,
    "server/patchsight/receipt.schema.json": receipt_schema,
}


def write_tables() -> list[str]:
    """Bring every table up to date; the files that were not."""
    stale = []
    for name, render in TABLES.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        if render(text) != text:
            (ROOT / name).write_text(render(text), encoding="utf-8", newline="\n")
            stale.append(name)
    return stale

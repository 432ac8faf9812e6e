"""Writes what is kept of the formats elsewhere: the tables of the editors' extensions and samples, of
the README, the receipt's schema. `make docs`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from patchsight.core.formats.registry import FORMATS
from patchsight.core.formats.spec import FormatSpec
from patchsight.lsp.settings import SERVER_SETTINGS
from project.examples import examples_json

#: The formats that are a language of their own.
EDITED = [spec for spec in FORMATS if spec.editor.language]
ROOT = Path(__file__).resolve().parents[2]


def vscode_formats(_: str) -> str:
    """What the VS Code extension holds a text against."""
    unmarked = [spec for spec in FORMATS if spec.editor.signs and spec not in EDITED]
    formats = [_vscode_format(spec) for spec in (*_by_certainty(), *unmarked)]
    return json.dumps(formats, indent=2) + "\n"


def _vscode_format(spec: FormatSpec) -> dict[str, Any]:
    table: dict[str, Any] = {
        "name": spec.name,
        "language": spec.editor.language or spec.editor.like,
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
    text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
    languages = "|".join(sorted(spec.editor.language for spec in EDITED))
    return re.sub(r"(resourceLangId =~ /\^\()[\w|]+", rf"\g<1>{languages}", text)


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


def readme(text: str) -> str:
    """What the README says of each format."""
    rows = [f"| {spec.title} | {_dotted(spec)} | {spec.look} |" for spec in FORMATS]
    table = ["| format | files | how it looks |", "|---|---|---|", *rows]
    return _between(text, "<!-- formats:begin -->", "<!-- formats:end -->", table)


def _dotted(spec: FormatSpec) -> str:
    return " ".join(f"`.{suffix}`" for suffix in spec.suffixes) or "any"


# ---- editors without an extension of their own


def neovim_config(text: str) -> str:
    """What Neovim's own configuration of servers starts this one for."""
    known = [spec.editor.language for spec in EDITED if spec.editor.builtin]
    types = [f'    "{language}",' for language in (*known, "gitsendemail", *_own_languages())]
    added = [f'---     {suffix} = "{spec.editor.language}",' for spec, suffix in _own_suffixes()]
    for rows, name, end in ((types, "filetypes", "  }"), (added, "extension", "---   }")):
        table = "\n".join([f"{name} = {{", *rows, end])
        text = re.sub(rf"{name} = \{{.*?\}}", table, text, flags=re.S)
    return text


def helix_languages(text: str) -> str:
    """The languages of Helix; one that it knows keeps all but its server."""
    rows = [row for spec in EDITED for row in _helix_language(spec)]
    return _between(text, "# formats:begin", "# formats:end", rows[:-1])


def _helix_language(spec: FormatSpec) -> list[str]:
    name = spec.editor.language
    own = [f'scope = "source.{name}"', f"file-types = {json.dumps(_all_suffixes(spec))}"]
    if spec.editor.like:
        own.append(f'grammar = "{spec.editor.like}"')
    return [
        "[[language]]",
        f'name = "{name}"',
        *([] if spec.editor.builtin else own),
        'language-servers = ["patchsight"]',
        "",
    ]


def emacs_modes(text: str) -> str:
    """A major mode for each format that Emacs does not know."""
    own = [spec for spec in EDITED if not spec.editor.builtin]
    rows = [
        f'(define-derived-mode {_emacs_mode(spec)} patchsight-{spec.editor.like or "lines"}-mode "{spec.title}")'
        for spec in own
    ]
    pairs = [f'({_emacs_mode(spec)} . "{spec.editor.language}")' for spec in EDITED]
    rows += ["", "(defconst patchsight-languages", *_lisp_list(pairs, 2)]
    rows += ['  "The modes for patches, and what the server calls their languages.")', ""]
    names = [f'("\\\\.{suffix}\\\\\'" . {_emacs_mode(spec)})' for spec, suffix in _own_suffixes()]
    first, *others = _lisp_list(names, 15)
    rows += [f"(dolist (entry {first.lstrip()}", *others[:-1], f"{others[-1]})"]
    rows += ["  (add-to-list 'auto-mode-alist entry))"]
    return _between(text, ";; formats:begin", ";; formats:end", rows)


def _emacs_mode(spec: FormatSpec) -> str:
    language = spec.editor.language
    return f"{language}-mode" if spec.editor.builtin else f"patchsight-{language}-mode"


def _lisp_list(items: Sequence[str], indent: int) -> list[str]:
    rows = [f"{' ' * indent}'({items[0]}", *(f"{' ' * (indent + 2)}{item}" for item in items[1:])]
    return [*rows[:-1], f"{rows[-1]})"]


def kate_mode(text: str) -> str:
    patterns = ";".join(f"*.{suffix}" for _, suffix in _own_suffixes())
    return re.sub(r'extensions="[^"]*"', f'extensions="{patterns}"', text)


def sublime_syntax(text: str) -> str:
    suffixes = ", ".join(suffix for _, suffix in _own_suffixes())
    firsts = [spec.editor.first_line for spec in EDITED if spec.editor.first_line]
    pattern = "|".join(
        first.removeprefix("^").removeprefix("(").removesuffix(")") for first in firsts
    )
    text = re.sub(r"file_extensions: \[.*\]", f"file_extensions: [{suffixes}]", text)
    return re.sub(r"first_line_match: .*", lambda _: f"first_line_match: '^({pattern})'", text)


def zed_settings(text: str) -> str:
    suffixes = json.dumps([suffix for _, suffix in _own_suffixes()])
    return re.sub(r'"Diff": \[.*\]', f'"Diff": {suffixes}', text)


def vim_plugin(text: str) -> str:
    """The file types of Vim, and for which of them ALE starts the server."""
    rows = [
        f"  autocmd BufRead,BufNewFile *.{suffix} setfiletype {spec.editor.language}"
        for spec, suffix in _own_suffixes()
    ]
    known = [spec.editor.language for spec in EDITED if spec.editor.builtin]
    types = ", ".join(f"'{language}'" for language in (*known, *_own_languages()))
    text = re.sub(r"for l:type in \[.*\]", f"for l:type in [{types}]", text)
    return _between(text, '  " formats:begin', '  " formats:end', rows)


# ---- other doors


def precommit_hooks(text: str) -> str:
    """The files that the hook is for."""
    suffixes = sorted({suffix for spec in FORMATS for suffix in spec.suffixes})
    return re.sub(r"files: .*", lambda _: rf"files: \.({'|'.join(suffixes)})$", text)


def claude_languages(text: str) -> str:
    """The files that Claude Code starts the language server for."""
    config = json.loads(text)
    suffixes = [(suffix, spec) for spec in FORMATS for suffix in _all_suffixes(spec)]
    config["patchsight"]["extensionToLanguage"] = {
        f".{suffix}": spec.editor.language for suffix, spec in suffixes
    }
    return json.dumps(config, indent=2) + "\n"


def settings_schema(_: str) -> str:
    """The settings of the server as a schema for editors that have none of the extension's."""
    manifest = json.loads((ROOT / "client-vscode/package.json").read_text(encoding="utf-8"))
    described = manifest["contributes"]["configuration"]
    sections = described if isinstance(described, list) else [described]
    known = {key: value for section in sections for key, value in section["properties"].items()}
    schema: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Settings of the Patchsight language server",
        "type": "object",
    }
    for path in SERVER_SETTINGS:
        place = schema
        *groups, last = path.split(".")
        for group in groups:
            place = place.setdefault("properties", {}).setdefault(group, {"type": "object"})
        place.setdefault("properties", {})[last] = _plain(known[f"patchsight.{path}"])
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _plain(setting: dict[str, Any]) -> dict[str, Any]:
    """A setting in the words of a schema alone."""
    kept = ("type", "enum", "default", "minimum", "maximum", "items", "additionalProperties")
    words = setting.get("description") or setting.get("markdownDescription") or ""
    return {
        **{key: setting[key] for key in kept if key in setting},
        **({"description": words} if words else {}),
    }


def _own_languages() -> list[str]:
    return [spec.editor.language for spec in EDITED if not spec.editor.builtin]


def _own_suffixes() -> list[tuple[FormatSpec, str]]:
    """The suffixes of formats that editors do not know."""
    own = (spec for spec in EDITED if not spec.editor.builtin)
    return [(spec, suffix) for spec in own for suffix in _all_suffixes(spec)]


def _all_suffixes(spec: FormatSpec) -> list[str]:
    return [*spec.suffixes, *spec.editor.suffixes]


def _between(text: str, begin: str, end: str, rows: Sequence[str]) -> str:
    """A text with these rows between two marks."""
    head, rest = text.split(f"{begin}\n")
    _, tail = rest.split(end)
    return "\n".join([f"{head}{begin}", *rows, f"{end}{tail}"])


def _by_certainty() -> list[FormatSpec]:
    """Formats whose first row says all come first; a diff may stand inside of any other."""
    return sorted(EDITED, key=lambda spec: (spec.editor.builtin, bool(spec.frame)))


def _by_name() -> list[FormatSpec]:
    return sorted(EDITED, key=lambda spec: spec.editor.builtin)


TABLES: dict[str, Callable[[str], str]] = {
    "client-vscode/src/formats.json": vscode_formats,
    "client-vscode/package.json": vscode_manifest,
    "client-nvim/lua/patchsight/formats.lua": neovim_formats,
    "client-nvim/lsp/patchsight.lua": neovim_config,
    "samples/editors/emacs/patchsight-mode.el": emacs_modes,
    "samples/editors/helix/languages.toml": helix_languages,
    "samples/editors/kate/patchsight.xml": kate_mode,
    "samples/editors/sublime/Patchsight.sublime-syntax": sublime_syntax,
    "samples/editors/vim/patchsight.vim": vim_plugin,
    "samples/editors/zed/settings.json": zed_settings,
    "server/patchsight/receipt.schema.json": receipt_schema,
    "server/patchsight/settings.schema.json": settings_schema,
    ".pre-commit-hooks.yaml": precommit_hooks,
    "samples/claude-code/.lsp.json": claude_languages,
    "server/patchsight/examples.json": examples_json,
    "README.md": readme,
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

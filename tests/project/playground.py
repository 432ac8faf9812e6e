"""What the playground of the site needs beside its own page: Python for the browser, and Patchsight without anything compiled.

RapidFuzz brings every measure in Python too, and ruamel.yaml a scanner; the page uses these.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "tests/site"
PYODIDE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
#: Packages, and what of each is of no use in a page.
PACKAGES = {
    "patchsight": ("lsp", "mcp", "cli"),
    "rapidfuzz": ("__pyinstaller",),
    "ruamel.yaml": ("clibz",),
}
_TIME = (1980, 1, 1, 0, 0, 0)  # the same archive from the same files
#: The sample, and what a person reads in the list.
EXAMPLES = {
    "v4a/stale.patch": "v4a: the file has moved on",
    "unified/ambiguous.diff": "unified diff: three places it could mean",
    "unified/fine.diff": "unified diff: fits",
    "searchreplace/stale.sr": "SEARCH/REPLACE: the file has moved on",
    "stringedit/ambiguous.json": "Edit tool: the old text stands twice",
    "wholefile/elided.md": "whole file: code left out",
    "ap/malformed.ap": "ap: YAML that does not mean what it seems to say",
    "applydiff/fuzzy.applydiff": "ApplyDiff: not quite the same text",
    "v4a/hostile.patch": "v4a: paths that leave the folder",
}


def install_tools() -> None:
    """Pyodide, a driver for browsers and the rest from npm, unless the pinned ones are there. Tests that run side by side may ask."""
    lock, modules = TOOLS / "package-lock.json", TOOLS / "node_modules"
    stamp = modules / ".stamp"
    if stamp.exists() and stamp.read_bytes() == lock.read_bytes():
        return
    (ROOT / "out").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="site-", dir=ROOT / "out") as scratch:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(TOOLS / name, scratch)
        command = ["npm", "ci", "--silent", "--no-audit", "--ignore-scripts"]
        subprocess.run(command, cwd=scratch, check=True)
        fresh = Path(scratch, "node_modules")
        (fresh / ".stamp").write_bytes(lock.read_bytes())
        if not stamp.exists() or stamp.read_bytes() != lock.read_bytes():
            shutil.rmtree(modules, ignore_errors=True)
        with contextlib.suppress(OSError):  # somebody else was faster
            fresh.rename(modules)


def add_playground(site: Path) -> None:
    """Put what the page loads into a site that is built."""
    install_tools()
    folder = site / "playground"
    (folder / "pyodide").mkdir(parents=True, exist_ok=True)
    for name in PYODIDE:
        shutil.copyfile(TOOLS / "node_modules/pyodide" / name, folder / "pyodide" / name)
    with zipfile.ZipFile(folder / "patchsight.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in _sources():
            archive.writestr(
                zipfile.ZipInfo(name, _TIME), path.read_bytes(), zipfile.ZIP_DEFLATED, 9
            )
    (folder / "examples.json").write_text(json.dumps(examples()), encoding="utf-8")


def _sources() -> Iterator[tuple[str, Path]]:
    """The files of the archive, by their names in it."""
    for package, unused in PACKAGES.items():
        spec = find_spec(package)
        assert spec and spec.submodule_search_locations, f"{package} is not installed"
        top = Path(next(iter(spec.submodule_search_locations)))
        for path in sorted(top.rglob("*")):
            inside = path.relative_to(top)
            if path.suffix in (".py", ".lark", ".json") and inside.parts[0] not in unused:
                yield f"{package.replace('.', '/')}/{inside.as_posix()}", path


def examples() -> list[dict[str, Any]]:
    """Samples as the page takes them: the files that a patch names come first."""
    workspace = ROOT / "samples/workspace"
    files = {
        path.relative_to(workspace).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(workspace.rglob("*"))
        if path.is_file()
    }
    made = []
    for name, title in EXAMPLES.items():
        patch = (ROOT / "samples/patches" / name).read_text(encoding="utf-8")
        order = sorted(files, key=lambda path: (path not in patch, path))
        made.append(
            {
                "title": title,
                "patch": patch,
                "files": [{"path": path, "text": files[path]} for path in order],
            }
        )
    return made

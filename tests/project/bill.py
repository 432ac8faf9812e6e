"""The bill of materials of a release, as CycloneDX: every library that users get, its version and its hashes.

It is written from the same locks that the extension and `pip install --require-hashes` install from.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
#: What the server and the server for agents are installed from.
LOCKS = ("editor.txt", "agent.txt")
_STANZA = re.compile(
    r"^([\w.-]+)==([^\s;]+)(?: ; [^\\\n]*)? \\\n((?: +--hash=\S+(?: \\)?\n?)+)", re.M
)
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def make_bill(version: str) -> dict[str, Any]:
    """The bill of this version."""
    libraries = {component["purl"]: component for component in (*_python(), *_node())}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "name": "patchsight",
                "version": version,
                "purl": f"pkg:pypi/patchsight@{version}",
            }
        },
        "components": [libraries[purl] for purl in sorted(libraries)],
    }


def write_bill(folder: Path, version: str) -> Path:
    path = folder / "bill-of-materials.cdx.json"
    path.write_text(json.dumps(make_bill(version), indent=1) + "\n", encoding="utf-8")
    return path


def _python() -> list[dict[str, Any]]:
    texts = ((ROOT / "server/requirements" / lock).read_text(encoding="utf-8") for lock in LOCKS)
    return [
        _component("pypi", name, version, [("SHA-256", digest) for digest in _HASH.findall(hashes)])
        for text in texts
        for name, version, hashes in _STANZA.findall(text)
    ]


def _node() -> list[dict[str, Any]]:
    """What the extension is bundled with: the packages that are not only for its development."""
    lock = json.loads((ROOT / "client-vscode/package-lock.json").read_text(encoding="utf-8"))
    bundled = [
        (path.rpartition("node_modules/")[2], package)
        for path, package in lock["packages"].items()
        if path and not package.get("dev")
    ]
    return [
        _component("npm", name, package["version"], [_integrity(package["integrity"])])
        for name, package in bundled
    ]


def _integrity(text: str) -> tuple[str, str]:
    """What npm writes as `sha512-…` in base 64."""
    kind, _, digest = text.partition("-")
    return f"SHA-{kind.removeprefix('sha')}", b64decode(digest).hex()


def _component(
    ecosystem: str, name: str, version: str, hashes: list[tuple[str, str]]
) -> dict[str, Any]:
    return {
        "type": "library",
        "name": name,
        "version": version,
        "purl": f"pkg:{ecosystem}/{name.replace('@', '%40')}@{version}",
        "hashes": [{"alg": kind, "content": digest} for kind, digest in hashes],
    }

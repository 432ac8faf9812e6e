"""Known holes in what is locked. A finding fails; where nobody answers, that is said, and proves nothing.

npm grades its findings. Those below "high" are told without failing: editors and build tools always have some.

Run it: python tests/audit.py LOCKED... where each is a folder with requirements or with a package-lock.json.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

#: Findings that do not concern this project, each with the reason.
ACCEPTED: dict[str, str] = {}
_GRAVE, _LESSER = ("high", "critical"), ("info", "low", "moderate")
_PATIENCE = 60  #: seconds for one question to a service


class Answer(NamedTuple):
    """What a service knows about one lock."""

    lock: Path
    findings: list[str]
    notes: list[str]  #: findings that do not fail
    unknown: str = ""  #: why nothing, or not everything, is known


def ask(lock: Path) -> Answer:
    """Ask the service that belongs to a lock."""
    question = _ask_npm if lock.suffix == ".json" else _ask_pip
    try:
        return question(lock)
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        return Answer(lock, [], [], f"nobody answered: {error}")


def _ask_pip(lock: Path) -> Answer:
    words = [
        "-r",
        str(lock),
        "--require-hashes",
        "--disable-pip",
        "--progress-spinner",
        "off",
        "--timeout",
        "5",
        "--format",
        "json",
    ]
    said = _run([sys.executable, "-m", "pip_audit", *words], Path.cwd())
    return Answer(lock, list(pip_findings(said)), [], pip_unknown(said))


def _ask_npm(lock: Path) -> Answer:
    said = _run(["npm", "audit", "--json", "--package-lock-only"], lock.parent)
    return Answer(
        lock, list(npm_findings(said, _GRAVE)), list(npm_findings(said, _LESSER)), npm_unknown(said)
    )


def _run(words: list[str], folder: Path) -> dict[str, Any]:
    run = subprocess.run(
        words, cwd=folder, capture_output=True, text=True, check=False, timeout=_PATIENCE
    )
    try:
        said = json.loads(run.stdout)
    except ValueError:
        raise ValueError((run.stderr.strip().splitlines() or ["no answer"])[-1]) from None
    if not isinstance(said, dict):
        raise ValueError(run.stdout)
    return said


# ---- what the answers mean


def pip_findings(said: dict[str, Any]) -> Iterator[str]:
    for package in said["dependencies"]:
        for hole in package.get("vulns", ()):
            if not {hole["id"], *hole.get("aliases", ())} & set(ACCEPTED):
                cure = ", ".join(hole.get("fix_versions", ())) or "no version yet"
                yield f"{package['name']} {package['version']}: {hole['id']}, cured by {cure}"


def pip_unknown(said: dict[str, Any]) -> str:
    skipped = [package["name"] for package in said["dependencies"] if "skip_reason" in package]
    return (
        f"{len(skipped)} of {len(said['dependencies'])} packages are not known there"
        if skipped
        else ""
    )


def npm_findings(said: dict[str, Any], severities: tuple[str, ...]) -> Iterator[str]:
    """The advisories of some severities; what merely depends on something is not told again."""
    for name, package in said.get("vulnerabilities", {}).items():
        for hole in package["via"]:
            if (
                isinstance(hole, dict)
                and hole["severity"] in severities
                and hole["url"].rpartition("/")[2] not in ACCEPTED
            ):
                yield f"{name} {hole['range']}: {hole['title']} ({hole['severity']}), {hole['url']}"


def npm_unknown(said: dict[str, Any]) -> str:
    return "" if "vulnerabilities" in said else f"nobody answered: {said.get('message', said)}"


def tell(answers: Iterable[Answer]) -> int:
    """Say what is known and what is not; the exit status."""
    found = list(answers)
    for one in found:
        for finding in one.findings:
            print(f"error: {one.lock}: {finding}")
        for note in one.notes:
            print(f"note: {one.lock}: {note}")
        if one.unknown:
            print(f"warning: {one.lock} was not checked for known holes: {one.unknown}")
    return int(any(one.findings for one in found))


def main(folders: list[str]) -> int:
    locks = [
        path
        for folder in folders
        for pattern in ("*.txt", "package-lock.json")
        for path in sorted(Path(folder).glob(pattern))
    ]
    with ThreadPoolExecutor() as pool:
        return tell(pool.map(ask, locks))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

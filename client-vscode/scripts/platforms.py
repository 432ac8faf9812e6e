"""Build the extension for single platforms, each with the libraries of the server's lock, so that a first patch needs no
network: `make platforms`, or `make platforms ONLY="linux-x64 win32-x64"`.

Every library is checked against its hash when it is fetched here, and again when it is installed. Some are made for one
version of Python, so there is one of these for each version that the server runs on.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from packaging.requirements import Requirement

CLIENT = Path(__file__).resolve().parents[1]
OUT = CLIENT.parent / "out"
SERVER = CLIENT / "dist" / "server"
LIBRARIES = SERVER / "libraries"
LOCK = SERVER / "editor.txt"
PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14")
#: What VS Code calls a platform; the names that wheels have for it, the usual ones first; its markers.
_GLIBC = ("2_17", "2_24", "2_26", "2_27", "2_28")
PLATFORMS: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "linux-x64": (
        ("manylinux2014_x86_64", *(f"manylinux_{version}_x86_64" for version in _GLIBC)),
        {"sys_platform": "linux", "platform_system": "Linux", "platform_machine": "x86_64"},
    ),
    "linux-arm64": (
        ("manylinux2014_aarch64", *(f"manylinux_{version}_aarch64" for version in _GLIBC)),
        {"sys_platform": "linux", "platform_system": "Linux", "platform_machine": "aarch64"},
    ),
    "darwin-x64": (
        tuple(
            f"macosx_{version}_{kind}"
            for version in ("10_9", "10_13", "10_15", "11_0")
            for kind in ("x86_64", "universal2")
        ),
        {"sys_platform": "darwin", "platform_system": "Darwin", "platform_machine": "x86_64"},
    ),
    "darwin-arm64": (
        tuple(
            f"macosx_{version}" for version in ("11_0_arm64", "11_0_universal2", "10_9_universal2")
        ),
        {"sys_platform": "darwin", "platform_system": "Darwin", "platform_machine": "arm64"},
    ),
    "win32-x64": (
        ("win_amd64",),
        {"sys_platform": "win32", "platform_system": "Windows", "platform_machine": "AMD64"},
    ),
}


def entries(lock: str) -> list[str]:
    """The entries of a lock, each with its hashes, on one line."""
    lines = [
        line for line in lock.splitlines() if line.strip() and not line.lstrip().startswith("#")
    ]
    return "\n".join(lines).replace("\\\n", " ").splitlines()


def wanted(lock: str, python: str, markers: dict[str, str]) -> str:
    """What of a lock is for a platform and a version; pip would go by where it runs itself."""
    around = {
        **markers,
        "python_version": python,
        "python_full_version": f"{python}.0",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    kept = []
    for entry in entries(lock):
        named, *hashes = entry.split(" --hash=")
        requirement = Requirement(named.strip())
        if requirement.marker is None or requirement.marker.evaluate(around):
            pinned = f"{requirement.name}{requirement.specifier}"
            kept.append(" --hash=".join([pinned, *(one.strip() for one in hashes)]))
    return "\n".join(kept) + "\n"


def fetch(platform: str) -> None:
    """Fetch the libraries for a platform and every version of Python."""
    tags, markers = PLATFORMS[platform]
    shutil.rmtree(LIBRARIES, ignore_errors=True)
    LIBRARIES.mkdir(parents=True)
    names = [word for tag in tags for word in ("--platform", tag)]
    for python in PYTHONS:
        lock = OUT / f"{platform}-{python}.txt"
        lock.write_text(wanted(LOCK.read_text(), python, markers))
        pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "download"]
        only = ["--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", str(lock)]
        version = ["--python-version", python, "--implementation", "cp"]
        subprocess.run([*pip, *only, *names, *version, "-d", str(LIBRARIES)], check=True)
        lock.unlink()


def build(platform: str) -> Path:
    """Build the extension for a platform; its file is there only when it is whole."""
    version = next(SERVER.glob("*.whl")).name.split("-")[1]
    target = OUT / f"patchsight-{platform}-{version}.vsix"
    target.unlink(missing_ok=True)
    draft = target.with_name(f".{target.name}")
    fetch(platform)
    command = ["npm", "run", "-s", "package", "--", "--target", platform, "--out", str(draft)]
    try:
        subprocess.run(command, cwd=CLIENT, check=True, stdout=subprocess.DEVNULL)
    finally:
        shutil.rmtree(LIBRARIES)
    return draft.replace(target)


def main() -> None:
    """Build for the platforms that are named, or for all."""
    for platform in sys.argv[1:] or PLATFORMS:
        target = build(platform)
        sys.stdout.write(f"{target.relative_to(OUT.parent)}: {target.stat().st_size / 1e6:.1f} MB\n")


if __name__ == "__main__":
    main()

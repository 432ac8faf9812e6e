"""A rehearsal of a release: builds what would be published into out/release, and tries it out. `make release-check`."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path
from platform import machine

import patchsight

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "out/release"
SAMPLE = ("--root", "samples/workspace", "samples/patches/v4a/fine.patch")
#: What stores demand an address in, where nobody has one: `.example` is reserved, so that it can never be anybody's.
ADDRESSED = ("server.json", "samples/editors/mason/packages/patchsight/package.yaml")
NO_ADDRESS = re.compile(r"patchsight\.example|example\.patchsight")


def main() -> int:
    sys.path.insert(0, str(ROOT / "tests"))
    from project import bill, versions

    version = patchsight.__version__
    for name in versions.PLACES:
        text = (ROOT / name).read_text(encoding="utf-8")
        if versions.written(name, text) != text:
            raise SystemExit(f"{name} has another version: run `make docs`")
    if without := [
        name for name in ADDRESSED if NO_ADDRESS.search((ROOT / name).read_text("utf-8"))
    ]:
        told = f"the project has no public address yet: {', '.join(without)}"
        if "--publish" in sys.argv:
            raise SystemExit(told)
        print(told)
    notes, date = read_notes(version)
    print(f"version {version}, {date}; {len(notes.splitlines())} lines of notes")
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    (OUT / "notes.md").write_text(notes, encoding="utf-8")
    run(sys.executable, "-m", "hatchling", "build", "-d", str(OUT))
    [wheel], [source] = OUT.glob("*.whl"), OUT.glob("*.tar.gz")
    look_into(wheel, source, version)
    try_wheel(wheel, version)
    try_source(source)
    try_bundle(make_bundle(wheel, version))
    pack(f"patchsight-claude-code-{version}.zip", ROOT / "samples/claude-code")
    shutil.copy(ROOT / "server.json", OUT)
    bill.write_bill(OUT, version)
    extensions = sorted((ROOT / "out").glob(f"patchsight-*{version}.vsix"))
    for vsix in extensions:
        try_extension(vsix, version)
        shutil.copy(vsix, OUT)
    if not extensions:
        print("without the VS Code extension, which needs Node")
    print("\n".join(f"{path.name:45} {path.stat().st_size:>10,}" for path in sorted(OUT.iterdir())))
    return 0


def read_notes(version: str) -> tuple[str, str]:
    """What the changelog says of a version, and its date."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(
        rf"^## \[{re.escape(version)}\] - (\S+)\n(.*?)(?=^## \[|\Z)", text, re.M | re.S
    )
    if not found:
        raise SystemExit(f"CHANGELOG.md has no section [{version}]")
    return found[2].strip() + "\n", found[1]


def look_into(wheel: Path, source: Path, version: str) -> None:
    """Nothing is missing in what was built, and nothing is in it that does not belong there."""
    assert wheel.name == f"patchsight-{version}-py3-none-any.whl", wheel.name
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for name in ("py.typed", "receipt.schema.json", "settings.schema.json"):
        assert f"patchsight/{name}" in names, name
    assert not [name for name in names if "test" in name or "__pycache__" in name]
    with tarfile.open(source) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    for name in (
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "Makefile",
        "edit-tests/run",
        "docs/index.md",
    ):
        assert name in inside, name


def try_wheel(wheel: Path, version: str) -> None:
    """Install it where nothing else is, and check a sample."""
    try_installed(version, wheel, "-r", "server/requirements/run.txt")


def try_installed(version: str, wheel: Path, *libraries: str) -> None:
    with tempfile.TemporaryDirectory(prefix="patchsight-") as scratch:
        venv.create(scratch, with_pip=True)
        programs = Path(scratch) / ("Scripts" if sys.platform == "win32" else "bin")
        pip = [str(programs / "python"), "-m", "pip", "-q", "--disable-pip-version-check"]
        run(*pip, "install", "--require-hashes", *libraries)
        run(*pip, "install", "--no-deps", str(wheel))
        program = str(programs / "patchsight")
        assert run(program, "--version").strip() == f"patchsight {version}"
        run(program, "check", *SAMPLE)


def try_extension(vsix: Path, version: str) -> None:
    """It holds its program and the server; with libraries for this machine, these are all that the server needs."""
    with tempfile.TemporaryDirectory(prefix="patchsight-") as scratch:
        with zipfile.ZipFile(vsix) as archive:
            archive.extractall(scratch)
        inside = Path(scratch, "extension")
        manifest = json.loads((inside / "package.json").read_text(encoding="utf-8"))
        assert manifest["version"] == version and (inside / manifest["main"]).is_file(), vsix.name
        server = inside / "dist/server"
        [wheel] = server.glob("patchsight-*.whl")
        kind = {"x86_64": "x64", "AMD64": "x64", "aarch64": "arm64"}.get(machine(), machine())
        if vsix.name == f"patchsight-{sys.platform}-{kind}-{version}.vsix":
            offline = ("--no-index", "--find-links", str(server / "libraries"))
            try_installed(version, wheel, *offline, "-r", str(server / "editor.txt"))


def try_source(source: Path) -> None:
    """A wheel can be built from what was packed, as a distribution does."""
    with tempfile.TemporaryDirectory(prefix="patchsight-") as scratch:
        with tarfile.open(source) as archive:
            archive.extractall(scratch, filter="data")
        [folder] = Path(scratch).iterdir()
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", scratch, folder=folder)
        assert list(Path(scratch).glob("*.whl"))


def make_bundle(wheel: Path, version: str) -> Path:
    """The server for agents as one file that a desktop program opens."""
    return pack(f"patchsight-{version}.mcpb", ROOT / "samples/mcpb", wheel)


def pack(name: str, folder: Path, *more: Path) -> Path:
    """An archive of a folder, with some files more at its top."""
    made = OUT / name
    inside = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for place, path in sorted({**inside, **{path.name: path for path in more}}.items()):
            if path.is_file():
                archive.write(path, place)
    return made


def try_bundle(bundle: Path) -> None:
    """Unpack it, and ask the server that it starts for its tools; its own program judges its description."""
    with tempfile.TemporaryDirectory(prefix="patchsight-") as scratch:
        with zipfile.ZipFile(bundle) as archive:
            archive.extractall(scratch)
        if shutil.which("npm"):
            from project.playground import TOOLS, install_tools

            install_tools()
            run(str(TOOLS / "node_modules/.bin/mcpb"), "validate", f"{scratch}/manifest.json")
        manifest = json.loads(Path(scratch, "manifest.json").read_text(encoding="utf-8"))
        config = manifest["server"]["mcp_config"]
        if not shutil.which(config["command"]):
            print(f"the bundle was not started: there is no {config['command']} here")
            return
        values = {"${__dirname}": scratch, "${user_config.root}": str(ROOT / "samples/workspace")}
        words = [config["command"], *(values.get(word, word) for word in config["args"])]
        found = asyncio.run(list_tools(words))
        assert found == [tool["name"] for tool in manifest["tools"]], found


async def list_tools(words: list[str]) -> list[str]:
    from mcp import StdioServerParameters
    from mcp.client import Client

    server = StdioServerParameters(command=words[0], args=words[1:], env=dict(os.environ))
    async with Client(server) as client:
        return [tool.name for tool in (await client.list_tools()).tools]


def run(*words: str, folder: Path = ROOT) -> str:
    done = subprocess.run(words, cwd=folder, check=False, capture_output=True, encoding="utf-8")
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    raise SystemExit(main())

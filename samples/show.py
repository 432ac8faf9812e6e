"""Shows Patchsight's main job on the samples: what is wrong where, where every part lands, and one patch applied."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
WORKSPACE = "samples/workspace"
PATCHES = "samples/patches"


class Step(NamedTuple):
    """A check of one sample: the exit status it must have and what its output must mention."""

    title: str
    patch: str
    status: int
    mention: str


STEPS = (
    Step(
        "Stale: the file has moved on since the model read it",
        "v4a/stale.patch",
        1,
        "context_not_found",
    ),
    Step(
        "Ambiguous: the lines stand in three places",
        "unified/ambiguous.diff",
        1,
        "ambiguous_context",
    ),
    Step(
        "Malformed: YAML that does not mean what it seems to say",
        "ap/malformed.ap",
        1,
        "misaligned_key",
    ),
    Step("Hostile: paths that leave the workspace", "v4a/hostile.patch", 1, "path_escape"),
    Step("Already applied: nothing left to do", "zenpatch/applied.zenpatch", 0, "already applied"),
    Step("Fine: where every part lands", "unified/fine.diff", 0, "worker/main.go"),
    Step(
        "Fine: the same for a patch that searches by context alone",
        "applydiff/fine.applydiff",
        0,
        "shop.toml",
    ),
)
APPLIED = "v4a/fine.patch"


def main() -> int:
    """Run every step; 1 if any of them did something unexpected."""
    print(
        f"Patches that language models write, for the small web shop in {WORKSPACE}: where does each of them land?"
    )
    surprises = [surprise for step in STEPS for surprise in check_sample(step)]
    surprises += apply_sample(APPLIED)
    for surprise in surprises:
        print(f"unexpected: {surprise}", file=sys.stderr)
    print(
        "\nAll samples are described in samples/README.md; README.md says how to use Patchsight on your own files."
    )
    return 1 if surprises else 0


def check_sample(step: Step) -> list[str]:
    """Check a sample in front of the user; what was unexpected about it."""
    show_heading(step.title)
    status, output = run_patchsight("check", WORKSPACE, step.patch)
    if status != step.status:
        return [f"check {step.patch}: exit status {status} instead of {step.status}"]
    return [] if step.mention in output else [f"check {step.patch}: no word of {step.mention}"]


def apply_sample(patch: str) -> list[str]:
    """Apply a sample to a copy of the workspace and let git show the difference; what was unexpected about it."""
    show_heading("Applied: all of it or nothing, here to a copy of the workspace")
    with tempfile.TemporaryDirectory(prefix="patchsight-") as scratch:
        shutil.copytree(ROOT / WORKSPACE, scratch, dirs_exist_ok=True)
        run_git(scratch, "init", "--quiet")
        before = snapshot(scratch)
        status, _ = run_patchsight("apply", scratch, patch)
        if status != 0:
            return [f"apply {patch}: exit status {status} instead of 0"]
        print("\n$ git diff", flush=True)
        difference = run_git(scratch, "diff", "--find-renames", before, snapshot(scratch))
        print(difference, end="", flush=True)
        return [] if difference else [f"apply {patch}: no file has changed"]


def snapshot(folder: str) -> str:
    """What git calls the files as they are now."""
    run_git(folder, "add", "--all")
    return run_git(folder, "write-tree").strip()


def show_heading(title: str) -> None:
    print(f"\n=== {title}\n", flush=True)


def choose_color() -> list[str]:
    """What the command line would choose by itself, could it see the terminal."""
    return ["--color", "always"] if sys.stdout.isatty() and not os.environ.get("NO_COLOR") else []


def run_patchsight(command: str, root: str, patch: str) -> tuple[int, str]:
    """Run the command line and print what it says; its exit status and its output."""
    arguments = [command, "--root", root, f"{PATCHES}/{patch}"]
    print("$ patchsight", *arguments, flush=True)
    done = subprocess.run(
        [sys.executable, "-m", "patchsight", *arguments, *choose_color()],
        cwd=ROOT,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    print(done.stdout, end="", flush=True)
    return done.returncode, done.stdout


def run_git(folder: str, *arguments: str) -> str:
    """What git says, with line ends as they are."""
    color = "always" if choose_color() else "never"
    settings = [
        "-c",
        "core.autocrlf=false",
        "-c",
        "core.whitespace=cr-at-eol",
        "-c",
        f"color.ui={color}",
    ]
    return subprocess.run(
        ["git", *settings, *arguments],
        cwd=folder,
        check=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ).stdout


if __name__ == "__main__":
    sys.exit(main())

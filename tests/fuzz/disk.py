"""Applying to real files by the command line: refused means untouched, applied means exactly what the receipt says."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

from fuzz.cases import Case
from fuzz.judge import texts, watched
from patchsight.cli import main
from patchsight.core.text.buffer import split_lines
from support.check import apply, place

#: Where many small trees may come and go; None for the usual place.
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None


class Ran(NamedTuple):
    """What a command answered."""

    status: int
    out: str
    err: str


def check_disk(case: Case) -> None:
    """Apply a patch to files, apply it again, and take it back."""
    with (
        watched(60),
        TemporaryDirectory(dir=MEMORY) as folder,
        patch.dict(os.environ, XDG_STATE_HOME=f"{folder}/state"),
    ):
        Desk(Path(folder), case).go_through()


class Desk:
    """A folder, a patch beside it, and the command line."""

    def __init__(self, folder: Path, case: Case) -> None:
        self.case, self.root, self.patch = case, folder / "root", folder / (case.name or "x")
        self.root.mkdir()
        self.patch.write_bytes(case.text.encode())
        for name, text in case.files.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_bytes(text.encode())

    def go_through(self) -> None:
        before = self.tree()
        back = self.run("reverse", self.patch)
        checked = self.run("check", self.patch, "--output-format", "json")
        assert self.tree() == before, "a command that only looks changed something"
        ran = self.run("apply", self.patch, "--output-format", "json")
        receipt = json.loads(ran.out)
        assert ran.status == checked.status and receipt["applied"] is receipt["applicable"] is (
            ran.status == 0
        )
        if ran.status:
            assert self.tree() == before, "refused, but something changed"
            return
        self.check_receipt(receipt, before)
        after = self.tree()
        if back.status == 0:
            self.take_back(back.out, before, after)

    def check_receipt(self, receipt: Mapping[str, Any], before: dict[str, bytes]) -> None:
        """The tree is what the core planned, and what the receipt counts."""
        after = self.tree()
        report = place(
            self.case.text.removeprefix("\ufeff"),
            self.case.files,
            name=self.case.name,
            options=self.case.options,
        )
        assert after == {
            path: text.encode() for path, text in texts(apply(report, self.case.files)).items()
        }
        touched = {path for path in {*before, *after} if before.get(path) != after.get(path)}
        assert touched <= {
            path for file in receipt["files"] for path in (file["path"], file["new_path"])
        }
        for file in receipt["files"]:
            old, new = (
                before.get(file["path"], b""),
                after.get(file["new_path"] or file["path"], b""),
            )
            # a byte order mark is no line, also where nothing else is left
            texts_ = (data.decode().removeprefix("\ufeff") for data in (old, new))
            lines = [len(split_lines(text)) for text in texts_]
            assert lines[1] - lines[0] == file["added"] - file["removed"], file

    def take_back(self, text: str, before: dict[str, bytes], after: dict[str, bytes]) -> None:
        """The reversed patch, written down before, leads back to every byte."""
        back = self.patch.with_name(f"back{self.patch.suffix}")
        back.write_bytes(text.encode())
        ran = self.run("apply", back)
        assert ran.status == 0 and self.tree() == before, (text, after, ran)

    def run(self, command: str, patch: Path, *words: str) -> Ran:
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            status = main(
                [command, str(patch), "--root", str(self.root), *self.words(command), *words]
            )
        assert (
            "should not have happened" not in err.getvalue() and "Traceback" not in err.getvalue()
        ), err.getvalue()
        return Ran(status, out.getvalue(), err.getvalue())

    def words(self, command: str) -> list[str]:
        """The case's settings as the command line takes them."""
        options = self.case.options
        found = ["--profile", options.profile or "v4a"]
        if command in ("check", "apply"):
            found += ["--ap-whitespace", options.ap_whitespace]
            found += ["--sequential"] if options.duplicate_files == "sequential" else []
        return found

    def tree(self) -> dict[str, bytes]:
        """Every file below the root."""
        return {
            path.relative_to(self.root).as_posix(): path.read_bytes()
            for path in self.root.rglob("*")
            if path.is_file()
        }
